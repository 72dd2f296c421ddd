// Uses the page of `grader play` at random: clicks, drags, keys, selections, resizes, reloads of its own URL.
// Sometimes the engines' replies are late.
//
// node fuzz.mjs BROWSER PAGE TRACE ACTIONS SEED
//
// The same seed produces the same actions. After each action, the page should be intact. The first action to break it
// is printed with its number, and ends the program with exit code 1.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

import { holds, use } from './devtools.mjs';
import { HOLDING, RELEASE } from './holding.mjs';

const [program, file, traceFile, actions, seed] = process.argv.slice(2);
const url = pathToFileURL(file).href;
const trace = readFileSync(traceFile, 'utf8');

/** Generates numbers that depend only on the seed (mulberry32). */
function randomOf(start) {
  let state = start >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

const KEYS = [
  'ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End', 'PageUp', 'PageDown', 'Escape', 'Tab', 'Enter', ' ',
  'h', 'v', 's', ',', '.', 'n', 'n', 'n', 'p', 'p', 'r', 'e', 'l', '+', '-', '?', '1', '2', '5',
];
const WIDTHS = [[320, 640], [390, 844], [768, 900], [1024, 600], [1280, 720], [1920, 1080]];

/** Runs in the page: finds elements to click or change, and checks that the page is intact. */
const IN_PAGE = `(() => {
  const seen = (it) => it.checkVisibility() && !it.disabled;
  window.fuzz = {
    click(number) {
      const scope = document.querySelector('dialog[open]') ?? document;
      const all = [...scope.querySelectorAll('button, input[type="checkbox"], input[type="radio"], .tile, .tree, h1')].filter(seen)
        // The browser handles files and the clipboard.
        .filter((it) => !['picture', 'share', 'trace'].includes(it.id));
      const it = all[number % all.length];
      it.scrollIntoView({ block: 'center' });
      const { left, top, width, height } = it.getBoundingClientRect();
      return [left + width / 2, top + Math.min(height / 2, 60), it.id || it.className || it.textContent];
    },
    choose(number, value) {
      const all = [...document.querySelectorAll('select, input[type="range"], input[type="number"]')].filter(seen);
      const it = all[number % all.length];
      if (it.matches('select')) it.selectedIndex = value % it.options.length;
      else it.value = Number(it.min) + (value % (Number(it.max) - Number(it.min) + 1));
      for (const kind of ['input', 'change']) it.dispatchEvent(new Event(kind, { bubbles: true }));
      return (it.id || it.className) + ' = ' + it.value;
    },
    load(text) {
      const files = new DataTransfer();
      files.items.add(new File([text], 'search.jsonl'));
      const input = document.getElementById('trace-file');
      input.files = files.files;
      input.dispatchEvent(new Event('change'));
    },
    // Returns what is wrong with the page, if anything.
    wrong() {
      const cells = [...document.querySelectorAll('[role="gridcell"]')].map((it) => (it.textContent === 'blank' ? 0 : Number(it.textContent.replace('tile ', ''))));
      const n = Math.sqrt(cells.length);
      const sorted = cells.slice().sort((a, b) => a - b);
      if (![2, 3, 4, 5].includes(n) || !sorted.every((tile, i) => tile === i)) return 'the cells are ' + cells;
      const faces = [...document.querySelectorAll('.tile')];
      if (faces.length !== n * n - 1) return faces.length + ' tiles for ' + n + ' rows';
      for (const face of faces) {
        if (face.classList.contains('held')) continue;
        const cell = cells.indexOf(Number(face.querySelector('.face span').textContent));
        const [x, y] = face.style.transform.match(/-?[\\d.]+/g).map(Number);
        if (x !== (cell % n) * 100 || y !== Math.floor(cell / n) * 100) return 'tile ' + face.textContent + ' is at ' + face.style.transform + ', not in cell ' + cell;
      }
      const isDialog = document.querySelector('dialog[open]');
      if (!isDialog && document.documentElement.scrollWidth > innerWidth) return 'it scrolls sideways: ' + document.documentElement.scrollWidth + ' of ' + innerWidth;
      const fault = document.getElementById('fault');
      if (!fault.hidden) return 'it complains: ' + fault.textContent;
      const text = document.body.innerText;
      const odd = text.match(/undefined|NaN|\\[object|null/);
      if (odd) return 'it says ' + odd[0] + ': ' + text.slice(Math.max(0, odd.index - 80), odd.index + 40);
      const failed = text.match(/This search cannot continue.*/);
      if (failed) return failed[0];
      return '';
    },
  };
})()`;

await use(program, ['blob'], async (page) => {
  await page.send('Page.addScriptToEvaluateOnNewDocument', { source: IN_PAGE });
  await page.send('Page.addScriptToEvaluateOnNewDocument', { source: HOLDING });
  await page.media('screen');
  const ready = `document.documentElement.dataset.ready === 'yes'`;
  await page.width(1280);
  await page.load(url);
  await page.until(ready);
  const random = randomOf(Number(seed));
  const mouse = (type, x, y) => page.send('Input.dispatchMouseEvent', {
    type, x, y, button: 'left', buttons: type === 'mouseReleased' ? 0 : 1, clickCount: 1,
  });
  let isHolding = false;
  const act = async () => {
    const kind = random(100);
    if (kind < 42) {
      const [x, y, what] = await page.value(`fuzz.click(${random(1000)})`);
      await mouse('mousePressed', x, y);
      const isDrag = random(5) === 0;
      if (isDrag) await mouse('mouseMoved', x + random(160) - 80, y + random(160) - 80);
      await mouse('mouseReleased', isDrag ? x + random(160) - 80 : x, y);
      return `${isDrag ? 'drag' : 'click'} ${what}`;
    }
    if (kind < 80) {
      const key = KEYS[random(KEYS.length)];
      const text = key.length === 1 ? { text: key } : {};
      const codes = { Tab: 9, Enter: 13, Escape: 27, ' ': 32, PageUp: 33, PageDown: 34, End: 35, Home: 36, ArrowLeft: 37, ArrowUp: 38, ArrowRight: 39, ArrowDown: 40 };
      const event = { key, code: key, windowsVirtualKeyCode: codes[key] ?? key.toUpperCase().charCodeAt(0) };
      await page.send('Input.dispatchKeyEvent', { type: 'keyDown', ...event, ...text });
      await page.send('Input.dispatchKeyEvent', { type: 'keyUp', ...event });
      return `key ${key}`;
    }
    if (kind < 93) return `choose ${await page.value(`fuzz.choose(${random(1000)}, ${random(1000)})`)}`;
    if (kind < 97) {
      const [width, height] = WIDTHS[random(WIDTHS.length)];
      await page.send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 1, mobile: false });
      return `resize ${width} ${height}`;
    }
    if (kind < 98) {
      await page.value(`fuzz.load(${JSON.stringify(trace)})`);
      return 'trace';
    }
    if (kind < 99) {
      await new Promise((done) => { setTimeout(done, 300); });
      return 'wait';
    }
    const address = await page.value('location.href');
    await page.load(address);
    isHolding = false;
    await page.until(`${ready} || !document.getElementById('fault').hidden`);
    return `load ${address}`;
  };
  /** Holds the replies of some workers, or delivers them. The selection is one bit per worker, repeated. */
  const holdOrRelease = async () => {
    if (random(isHolding ? 4 : 12) !== 0) return '';
    isHolding = !isHolding;
    const workers = isHolding ? 1 + random(15) : 0;
    await page.value(isHolding ? `window.engine.holds = (worker) => (${workers} >> (worker % 4)) & 1` : RELEASE);
    return isHolding ? `, held ${workers}` : ', released';
  };
  const last = [];
  for (let number = 1; number <= Number(actions); number += 1) {
    last.push(`${number}: ${await act()}${await holdOrRelease()}`);
    if (last.length > 12) last.shift();
    // A long search may fill the memory, so replace the board from time to time.
    if (number % 200 === 0) await page.value(`document.querySelector('dialog[open]')?.close(); document.getElementById('scramble').click()`);
    const wrong = await page.value('fuzz.wrong()');
    assert.equal(wrong, '', `seed ${seed}\n${last.join('\n')}`);
    assert.deepEqual(page.complaints, [], `seed ${seed}\n${last.join('\n')}`);
  }
  holds(`${actions} actions did not break the page`);
});

// Opens the page of `grader play` in a browser and uses it like a person.
//
// node play.mjs BROWSER PAGE TEXT TRACE TRACE-WITH-TWIN
//
// The page starts with the board in the assignment's text that takes four moves. Each printed line is a
// passed test. The first failure ends the program with exit code 1.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

import { CONTRAST } from './contrast.mjs';
import { holds, use } from './devtools.mjs';

const [program, file, textFile, traceFile, twinFile] = process.argv.slice(2);
const url = pathToFileURL(file).href;

await use(program, ['blob'], async (page) => {
  await page.width(1280);
  await page.media('screen');
  // Count the workers that the page starts.
  await page.send('Page.addScriptToEvaluateOnNewDocument', {
    source: `(() => {
      const Real = window.Worker;
      window.workers = 0;
      if (location.search === '?broken') window.atob = () => { throw new Error('no engine here'); };
      window.Worker = class extends Real {
        constructor(...all) {
          if (location.search === '?alone') throw new Error('no workers here');
          super(...all);
          window.workers += 1;
        }
      };
    })()`,
  });

  const until = (what) => page.until(what);
  const open = async (fragment = '', search = '') => {
    await page.load(`${url}${search}${fragment}`);
    await until(`document.documentElement.dataset.ready === 'yes'`);
    await until(known);
  };
  const text = (selector) => page.value(`document.querySelector('${selector}').textContent`);
  const click = (selector) => page.value(`document.querySelector('${selector}').click()`);
  const choose = (selector, value, kind = 'change') => page.value(`(() => {
    const it = document.querySelector('${selector}');
    it.value = '${value}';
    it.dispatchEvent(new Event('${kind}', { bubbles: true }));
  })()`);
  const known = `document.getElementById('togo').textContent !== '…'`;
  const togo = async () => { await until(known); return text('#togo'); };
  const board = () => page.value(`[...document.querySelectorAll('[role="gridcell"]')]
    .map((it) => it.textContent.replace('tile ', '').replace('blank', '0')).join(',')`);
  /** Returns the center of a tile on the screen. */
  const middle = async (tile) => page.value(`(() => {
    const tile = [...document.querySelectorAll('.face span')].find((it) => it.textContent === '${tile}');
    const { left, top, width } = tile.closest('.tile').getBoundingClientRect();
    return [left + width / 2, top + width / 2, width];
  })()`);
  const mouse = (type, x, y) => page.send('Input.dispatchMouseEvent', {
    type, x, y, button: 'left', buttons: type === 'mouseReleased' ? 0 : 1, clickCount: 1,
  });
  const touch = (type, ...points) => page.send('Input.dispatchTouchEvent', {
    type, touchPoints: points.map(([x, y]) => ({ x, y })),
  });
  const tap = async (tile) => {
    const [x, y] = await middle(tile);
    await mouse('mousePressed', x, y);
    await mouse('mouseReleased', x, y);
  };

  await open();
  assert.equal(await board(), '0,1,3,4,2,5,7,8,6');
  assert.equal(await togo(), '4');
  assert.ok(await page.value('window.workers') >= 2);
  holds('the page works from a file, and runs its engine in workers');

  await tap(1);
  assert.equal(await board(), '1,0,3,4,2,5,7,8,6');
  await until(`document.getElementById('live').textContent === 'tile 1 moved left, 3 moves to go'`);
  await tap(6);
  assert.equal(await board(), '1,0,3,4,2,5,7,8,6');
  await page.value(`document.querySelector('[role="grid"]').focus()`);
  await page.key('ArrowUp');
  assert.equal(await board(), '1,2,3,4,0,5,7,8,6');
  let [x, y, size] = await middle(5);
  await mouse('mousePressed', x, y);
  for (const part of [0.1, 0.3, 0.2, 0.6, 0.8]) await mouse('mouseMoved', x - part * size, y + 9);
  await mouse('mouseReleased', x - 0.8 * size, y + 9);
  assert.equal(await board(), '1,2,3,4,5,0,7,8,6');
  [x, y, size] = await middle(6);
  await touch('touchStart', [x, y]);
  await touch('touchMove', [x, y - 0.4 * size]);
  await touch('touchMove', [x, y - 0.7 * size]);
  await touch('touchEnd');
  assert.equal(await board(), '1,2,3,4,5,6,7,8,0');
  await until(`document.getElementById('live').textContent === 'tile 6 moved up, solved'`);
  // Slide all tiles between a tile and the blank.
  await tap(3);
  assert.equal(await board(), '1,2,0,4,5,3,7,8,6');
  await until(`document.getElementById('live').textContent.endsWith('2 moves to go')`);
  holds('tiles slide on clicks, keys, drags and touches, and each move is announced');

  await page.key('Home');
  assert.equal(await board(), '0,1,3,4,2,5,7,8,6');
  assert.equal(await text('#made'), 'move 0 of 6');
  await choose('#scrub', 3, 'input');
  assert.equal(await board(), '1,2,3,4,5,0,7,8,6');
  await page.key(',');
  assert.equal(await board(), '1,2,3,4,0,5,7,8,6');
  await until(known);
  await page.key('h');
  await until(`document.querySelector('.tile.hint')`);
  assert.equal(await text('.tile.hint .face span'), '5');
  assert.equal(await text('#live'), 'hint: move tile 5 left');
  await choose('#pace', 10, 'input');
  await click('#solve');
  await until(`document.getElementById('togo').textContent === '0'`);
  assert.equal(await board(), '1,2,3,4,5,6,7,8,0');
  assert.equal(await text('#made'), 'move 4 of 4 · shortest: 4');
  assert.deepEqual(await page.value(`['hint', 'solve', 'go', 'forth', 'first'].map((it) => document.getElementById(it).disabled)`),
    [true, true, true, true, false]);
  holds('moves can be undone and replayed, and a hint is the next move of a shortest solution');

  await choose('#depth', 31, 'input');
  await click('#scramble');
  await until(`document.getElementById('togo').textContent === '31'`);
  await choose('#depth', 7, 'input');
  await page.key('s');
  await until(`document.getElementById('togo').textContent === '7'`);
  holds('a board is scrambled to the exact number of moves');

  await open('#board=1,2,3,4,5,6,8,7,0');
  assert.equal(await togo(), '∞');
  assert.equal(await text('#why-numbers'), '1 pair of tiles is in the wrong order: 8 before 7.');
  assert.match(await text('#why-rule'), /^1 is an odd number, and the goal has 0\. /);
  assert.equal(await page.value(`document.getElementById('solve').disabled`), true);
  await click('#repair');
  await until(`/^\\d+$/.test(document.getElementById('togo').textContent)`);
  assert.equal(await page.value(`document.getElementById('why').hidden`), true);
  await open('#board=1,2,3,4,5,6,7,8,9,10,11,12,13,15,14,0');
  assert.equal(await togo(), '∞');
  assert.match(await text('#why-rule'), /^1 \+ 0 = 1 is an odd number/);
  holds('unsolvable boards are detected, with the numbers that prove it');

  await open();
  const lane = (name, i = 1) => `.lane:nth-child(${i}) .${name}`;
  const figures = async (i = 1) => Promise.all(['expanded', 'generated', 'waiting', 'fgh'].map((it) => text(lane(it, i))));
  const steps = async (count) => {
    for (let i = 0; i < count; i += 1) {
      const before = await text('.lane .expanded');
      await page.key('n');
      await until(`document.querySelector('.lane .expanded').textContent !== '${before}'
        || document.getElementById('step').disabled`);
    }
  };
  assert.deepEqual(await figures(), ['0', '0', '1', '4 = 0 + 4']);
  await steps(1);
  assert.deepEqual(await figures(), ['1', '2', '2', '4 = 0 + 4']);
  assert.equal(await page.value(`document.querySelectorAll('.tree .node').length`), 3);
  assert.equal(await text('.tree .now .label'), '4 = 0 + 4');
  assert.equal(await text('.tree .upcoming .label'), '4 = 1 + 3');
  const first = await page.value(`document.querySelector('.next .unseen').textContent`);
  assert.equal(first, '1 blank 3, 4 2 5, 7 8 6');
  await steps(2);
  assert.equal(await text('.tree .now .label'), '4 = 2 + 2');
  await click('#finish');
  await until(`document.getElementById('finish').disabled`);
  assert.deepEqual(await figures(), ['4', '9', '5', '4 = 4 + 0']);
  assert.equal(await text('.lane .outcome'), 'A solution of 4 moves, a shortest one.');
  assert.equal(await page.value(`document.querySelectorAll('.tree .goal').length`), 1);
  await click('.lane .take');
  await until(`document.getElementById('togo').textContent === '0'`);
  assert.equal(await board(), '1,2,3,4,5,6,7,8,0');
  holds('a search runs step by step, with its counters, tree and queue');

  await open();
  const algorithms = await page.value(`[...document.querySelector('.algorithm').options].map((it) => it.value)`);
  const heuristics = await page.value(`[...document.querySelector('.heuristic').options].map((it) => it.value)`);
  assert.deepEqual([algorithms.length, algorithms[0]], [8, 'assigned']);
  for (const name of ['zero', 'hamming', 'manhattan', 'linear-conflict', 'walking-distance', 'manhattan+hamming']) {
    assert.ok(heuristics.includes(name), name);
  }
  const ended = `document.getElementById('finish').disabled`;
  const finish = async () => {
    await until(`!(${ended})`);
    await click('#finish');
    await until(ended);
    return text('.lane .outcome');
  };
  const outcomeNow = `document.querySelector('.lane .outcome').textContent`;
  for (const algorithm of algorithms) {
    await choose('.algorithm', algorithm);
    const outcome = await finish();
    if (algorithm === 'depth-first') await until(`/^A solution of \\d+ moves; a shortest one has 4\\.$/.test(${outcomeNow})`);
    else if (algorithm === 'greedy') await until(`${outcomeNow} === 'A solution of 4 moves, a shortest one.'`);
    else assert.equal(outcome, 'A solution of 4 moves, a shortest one.', algorithm);
  }
  await choose('.algorithm', 'a-star');
  for (const heuristic of heuristics) {
    await choose('.heuristic', heuristic);
    await finish();
    await until(`${outcomeNow} === 'A solution of 4 moves, a shortest one.'`);
  }
  assert.match(await text('.lane .about b'), /^Not admissible/);
  holds('all of the oracle\'s searches and heuristics are available, and warn if they are not optimal');

  await open('#board=8,1,3,4,0,2,7,6,5&a=a-star:manhattan&b=a-star:hamming');
  assert.equal(await page.value(`document.querySelectorAll('.lane').length`), 2);
  await finish();
  assert.match(await text('#verdict'), /^Both found a solution of 14 moves; A\* with Hamming expanded [\d.]+ times as many boards as A\* with Manhattan\.$/);
  await open('#board=1,2,3,4,5,6,8,7,0&a=a-star:manhattan&b=a-star:manhattan');
  await page.value(`document.getElementById('twin').click()`);
  await until(`!(${ended})`);
  await finish();
  assert.equal(await text('#verdict'), 'The twin was solved, so the board itself has no solution.');
  const [mine, twin] = [await text(lane('expanded', 1)), await text(lane('expanded', 2))];
  assert.ok(Math.abs(mine.replace(',', '') - twin.replace(',', '')) <= 1, `${mine} ${twin}`);
  holds('two searches run side by side, including a board and its twin in lockstep');

  await open('#board=0,10,1,6,2,7,12,15,5,14,8,13,9,4,3,11');
  assert.equal(await togo(), '50');
  await open('#board=14,13,15,7,11,12,9,5,6,0,2,1,4,8,10,3&goal=blank-first');
  assert.equal(await togo(), '57');
  for (const n of [2, 5, 3]) {
    await page.value(`document.querySelector('[name="size"][value="${n}"]').click()`);
    await until(`document.querySelectorAll('[role="gridcell"]').length === ${n * n}`);
    assert.match(await togo(), /^(\d+|≥ \d+)$/);
  }
  await choose('#goal', 'spiral');
  await until(`document.getElementById('goal-small').ariaLabel === 'The goal: 1 2 3, 8 blank 4, 7 6 5'`);
  holds('boards from 2-by-2 to 5-by-5 are solved, also for other goals');

  await choose('#goal', 'own');
  assert.equal(await page.value(`document.getElementById('setup').open`), true);
  await choose('#as-text', '1 2 3 4', 'input');
  await until(`document.getElementById('text-wrong').textContent !== ''`);
  assert.equal(await text('#text-wrong'), 'This is not a board: tile 4 is not one of 0 to 3, each once.');
  await click('#set');
  assert.equal(await page.value(`document.getElementById('setup').open`), true);
  await choose('#as-text', '3 3 2 1 6 5 4 0 8 7', 'input');
  await until(`document.querySelectorAll('#slots button')[0].textContent === '3'`);
  assert.equal(await text('#text-wrong'), '');
  await page.value(`document.querySelectorAll('#slots button')[7].click()`);
  await page.value(`document.querySelectorAll('#slots button')[8].click()`);
  await click('#set');
  await until(`document.getElementById('goal-small').ariaLabel === 'The goal: 3 2 1, 6 5 4, blank 7 8'`);
  await until(known);
  assert.equal(await page.value(`document.getElementById('goal').value`), 'own');
  await click('#arrange');
  const slots = () => page.value(`[...document.querySelectorAll('#slots button')].map((it) => it.textContent)`);
  const laid = await slots();
  const middles = await page.value(`[0, 4].map((i) => {
    const { left, top, width } = document.querySelectorAll('#slots button')[i].getBoundingClientRect();
    return [left + width / 2, top + width / 2];
  })`);
  await mouse('mousePressed', ...middles[0]);
  await mouse('mouseMoved', ...middles[1]);
  await mouse('mouseReleased', ...middles[1]);
  [laid[0], laid[4]] = [laid[4], laid[0]];
  assert.deepEqual(await slots(), laid);
  await page.value(`document.querySelector('#setup [value="cancel"]').click()`);
  assert.equal(await page.value(`document.getElementById('setup').open`), false);
  holds('a goal can be arranged or typed, and invalid boards are refused');

  await until(`location.hash.includes('goal=3%2C2%2C1') || location.hash.includes('goal=3,2,1')`);
  const [shown, address] = [await board(), await page.value('location.hash')];
  await open(address);
  assert.equal(await board(), shown);
  assert.equal(await page.value(`document.getElementById('goal-small').ariaLabel`), 'The goal: 3 2 1, 6 5 4, blank 7 8');
  await open('#board=1,1,1&goal=nonsense&a=none:none');
  assert.equal(await togo(), '4');
  assert.equal(await text('#fault'), 'The address contains something that is not a board: board=1,1,1, goal=nonsense.');
  await open('#board=103425786');
  assert.equal(await board(), '1,0,3,4,2,5,7,8,6');
  holds('the URL stores the state, and invalid URLs do no harm');

  const pictured = `document.querySelector('.board').classList.contains('pictured')`;
  await click('#landscape');
  await until(pictured);
  await click('#numbers');
  assert.equal(await page.value(`document.querySelector('.face span').checkVisibility()`), false);
  await click('#no-picture');
  assert.equal(await page.value(pictured), false);
  const { root } = await page.send('DOM.getDocument');
  const { nodeId } = await page.send('DOM.querySelector', { nodeId: root.nodeId, selector: '#picture-file' });
  await page.send('DOM.setFileInputFiles', { nodeId, files: [textFile] });
  await until(`!document.getElementById('fault').hidden`);
  assert.match(await text('#fault'), /is not a picture that this browser can read\.$/);
  assert.equal(await page.value(pictured), false);
  holds('the tiles can show a picture, and files that are not pictures are reported');

  await page.value(`document.activeElement.blur()`);
  const seen = new Set();
  for (let i = 0; i < 45; i += 1) {
    await page.send('Input.dispatchKeyEvent', { type: 'keyDown', key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9 });
    await page.send('Input.dispatchKeyEvent', { type: 'keyUp', key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9 });
    seen.add(await page.value(`(document.activeElement.id || document.activeElement.className
      || document.activeElement.getAttribute('name'))`));
  }
  for (const stop of ['share', 'theme', 'help', 'cells', 'hint', 'solve', 'scramble', 'depth', 'size', 'goal', 'arrange', 'run', 'step', 'algorithm', 'heuristic', 'tree']) {
    assert.ok([...seen].some((it) => it?.split(' ').includes(stop)), `${stop} is not reached: ${[...seen]}`);
  }
  assert.deepEqual(await page.value(`[...document.querySelectorAll('button, input, select, [role="grid"]')]
    .filter((it) => it.checkVisibility() && !it.textContent.trim() && !it.ariaLabel && !it.labels?.length)
    .map((it) => it.outerHTML)`), []);
  holds('everything is reachable by keyboard and has an accessible name');

  const slow = '#board=8,1,3,4,0,2,7,6,5&a=a-star:manhattan';
  const time = () => text('#time-shown');
  const untilTime = (is) => until(`document.getElementById('time-shown').textContent === '${is}'`);
  await open(slow);
  await finish();
  const end = await figures();
  const endedAt = await time();
  const count = Number(endedAt.split(' ').pop());
  assert.ok(count > 20, endedAt);
  const figuresSeen = [];
  for (let step = count - 1; step >= count - 6; step -= 1) {
    await page.key('p');
    await untilTime(`step ${step} of ${count}`);
    figuresSeen.push(await figures());
  }
  for (let step = count - 5; step < count; step += 1) {
    assert.deepEqual(await figures(), figuresSeen.pop(), `step ${step - 1}`);
    await click('#step');
    await untilTime(`step ${step} of ${count}`);
  }
  await page.value(`document.getElementById('time').focus()`);
  await page.key('Home');
  await untilTime(`step 0 of ${count}`);
  assert.deepEqual(await figures(), ['0', '0', '1', '10 = 0 + 10']);
  assert.equal(await page.value(`document.getElementById('unstep').disabled`), true);
  await page.key('ArrowRight');
  await untilTime(`step 1 of ${count}`);
  await page.key('End');
  await untilTime(`step ${count} of ${count}`);
  assert.deepEqual(await figures(), end);
  assert.equal(await page.value(`document.getElementById('time').getAttribute('aria-valuetext')`), await time());
  await choose('#time', 3, 'input');
  await untilTime(`step 3 of ${count}`);
  const stagedBoard = await board();
  assert.notEqual(stagedBoard, '8,1,3,4,0,2,7,6,5');
  assert.match(await text('#staged-words'), /^Step 3: expanded f = 2 \+ 8 = 10$/);
  const untilBounds = (are) => until(`document.getElementById('bounds').textContent.startsWith('${are}')`);
  await untilBounds('Hamming5Manhattan8');
  assert.equal(await page.value(`document.querySelector('[role="grid"]').ariaLabel`), 'Board, 3 by 3, from the search');
  await click('#unstage');
  assert.equal(await board(), '8,1,3,4,0,2,7,6,5');
  await untilBounds('Hamming5Manhattan10');
  assert.equal(await page.value(`document.getElementById('standing').checkVisibility()`), true);
  holds('buttons, keys and a slider step through a search in both directions, and the board shows its node');

  // The page reuses elements, so compare a step with a page that has drawn nothing else. To keep messages short, compare
  // sums of the characters.
  const drawn = `[...JSON.stringify([
    [...document.querySelectorAll('.tree .node')].map((it) => [
      it.getAttribute('class'), it.style.transform, it.querySelector('.mini').innerHTML, ...['.label', '.turn'].map((part) => it.querySelector(part)?.textContent),
    ]).sort(),
    [...document.querySelectorAll('.tree .edge')].map((it) => [it.getAttribute('class'), it.getAttribute('d')]).sort(),
    [...document.querySelectorAll('.next li')].map((it) => [it.textContent, it.querySelector('.mini').innerHTML]),
    document.querySelector('.curve .here').style.opacity,
  ])].reduce((sum, it) => (Math.imul(sum, 31) + it.charCodeAt()) | 0, 0)`;
  const hard = '#board=8,6,7,2,5,4,3,0,1&a=a-star:manhattan&b=greedy:manhattan';
  for (const [step, waiting] of [[0, 1], [57, 12], [400, 12]]) {
    await open(`${hard}&step=${step}`);
    await until(`document.querySelectorAll('.next li').length === ${2 * waiting}`);
    const expected = await page.value(drawn);
    await open(hard);
    await finish();
    for (const other of [401, 399, 3000, 56, 58, 1]) {
      await choose('#time', other, 'input');
      await until(`document.getElementById('time-shown').textContent.startsWith('step ${other.toLocaleString('en')} of')`);
    }
    await choose('#time', step, 'input');
    await until(`${drawn} === ${expected}`);
  }
  holds('a step looks the same, however the page got there');
  await open(slow);
  await finish();

  await click('#by-line');
  const line = () => text('.code .now');
  await choose('#time', 1, 'input');
  await untilTime(`step 1 of ${count}`);
  const lines = [];
  for (let i = 0; i < 4; i += 1) { await page.key('p'); lines.push(await line()); }
  assert.deepEqual(lines, ['else insert, f = g + h', 'else insert, f = g + h', 'else insert, f = g + h', 'if goal: return its moves']);
  assert.equal(await page.value(`document.querySelectorAll('.tree .node').length`), 1);
  await page.key('p');
  assert.equal(await line(), 'take the least f');
  assert.equal(await text('.deed'), 'Dequeued: f = 0 + 10 = 10.');
  for (const [algorithm, now] of [
    ['greedy', 'take the least h'], ['dijkstra', 'take the least g'], ['breadth-first', 'take the first'],
    ['depth-first', 'search(node):'], ['iterative-deepening', 'search(node):'], ['ida-star', 'search(node): f = g + h'],
  ]) {
    await choose('.algorithm', algorithm);
    await untilTime('step 0 of 0');
    await page.value(`document.activeElement.blur()`);
    await page.key('n');
    await untilTime('step 1 of 1');
    assert.equal(await line(), now, algorithm);
    assert.equal(await page.value(`document.querySelectorAll('.code [aria-current="step"]').length`), 1);
  }
  await click('#by-line');
  await open('#board=1,2,3,4,5,6,8,7,0&a=a-star:manhattan&b=a-star:manhattan&twin');
  await finish();
  assert.equal(await text('#lockstep .now'), 'if goal: the board has none');
  holds('the current line of the algorithm is marked, and steps can be lines');

  await open(`${slow}&ask`);
  assert.equal(await page.value(`document.querySelectorAll('#choices button').length`), 1);
  await click('#quiz-next');
  await until(`document.querySelectorAll('#choices button').length > 1`);
  const answers = async () => page.value(`document.querySelectorAll('#choices button').length`);
  let [right, wrong] = [0, 0];
  for (let i = 1; i <= await answers(); i += 1) {
    await page.key(String(i));
    const said = await text('#quiz-answer');
    assert.match(said, /^(Correct\. It has f = \d+ \+ \d+ = \d+, and no board in the queue has a lower value\.|Wrong\. It has f = \d+ \+ \d+ = \d+, but the lowest f comes first: \d+\.)/);
    right += said.startsWith('Correct');
    wrong += said.startsWith('Wrong');
    // Only the first answer counts.
    assert.match(said, / Score: [01] of 1\.$/);
  }
  // All boards with the lowest f are correct.
  const lowest = await page.value(`(() => {
    const sums = [...document.querySelectorAll('#choices button span')].map((it) => Number(it.textContent.split(' = ').pop()));
    return sums.filter((sum) => sum === Math.min(...sums)).length;
  })()`);
  assert.deepEqual([right, wrong], [lowest, await answers() - lowest]);
  await click('#reveal');
  assert.match(await text('#quiz-answer'), /^This search takes board \d\. It has f = /);
  assert.equal(await text('#quiz-rule'), 'The lowest f comes first. Of several, any is a correct answer; this search takes the one with the lowest h, then the one enqueued first.');
  holds('the quiz asks the class, and explains the answer');

  await page.send('Emulation.setDeviceMetricsOverride', { width: 1280, height: 720, deviceScaleFactor: 1, mobile: false });
  await open(`${slow}&step=12&lines&line=1&rate=4&zoom=1.15&theme=dark&lecture`);
  const setting = `JSON.stringify([document.documentElement.dataset.lecture, document.documentElement.dataset.theme,
    document.getElementById('time-shown').textContent, document.getElementById('rate').value, document.querySelector('.code .now').textContent,
    [...document.querySelectorAll('[role="gridcell"]')].map((it) => it.textContent).join()])`;
  const firstSetting = await page.value(setting);
  assert.match(firstSetting, /^\["","dark","step 12 of 12","4","if goal: return its moves",/);
  await until(`['step=12', 'lines', 'line=1', 'rate=4', 'zoom=1.15', 'theme=dark', 'lecture'].every((it) => location.hash.includes(it))`);
  await open(await page.value('location.hash'));
  assert.equal(await page.value(setting), firstSetting);
  await open(`${slow}&step=12&lecture`);
  // The font size on the screen: the size of the type times the scale of the drawing.
  const letters = await page.value(`[...document.querySelectorAll('.tree .label, .tree .turn')].map((it) => parseFloat(getComputedStyle(it).fontSize) * it.getScreenCTM().a)`);
  assert.ok(letters.length > 4 && letters.every((size) => size >= 20), `${letters}`);
  const small = await page.value(`[...document.querySelectorAll('.code li, .deed, .staged p, .counts dt, button, select, .check')]
    .filter((it) => it.checkVisibility()).map((it) => [it.textContent.slice(0, 20), parseFloat(getComputedStyle(it).fontSize)]).filter(([, size]) => size < 17)`);
  assert.deepEqual(small, []);
  assert.ok(await page.value('document.documentElement.scrollHeight') <= 720);
  await page.key('ArrowLeft');
  await untilTime('step 11 of 12');
  await page.key('l');
  await until(`document.documentElement.dataset.lecture === undefined`);
  holds('lecture mode has large type on a small projector, and a link restores it');

  for (const algorithm of ['a-star', 'breadth-first', 'ida-star']) {
    await open(`#board=8,1,3,4,0,2,7,6,5&a=${algorithm}:manhattan&step=200`);
    for (const width of [1920, 320, 1280, 390, 768]) {
      await page.width(width);
      await until(`(() => {
        const [box, node] = ['.tree', '.tree .now .ring'].map((it) => document.querySelector(it).getBoundingClientRect());
        return node.left >= box.left - 1 && node.right <= box.right + 1 && node.top >= box.top - 1 && node.bottom <= box.bottom + 1;
      })()`);
    }
  }
  await page.width(1280);
  holds('the current node stays visible at every width');

  const attach = async (selector, name) => {
    const { root: top } = await page.send('DOM.getDocument');
    const { nodeId: input } = await page.send('DOM.querySelector', { nodeId: top.nodeId, selector });
    await page.send('DOM.setFileInputFiles', { nodeId: input, files: [name] });
  };
  await open();
  await attach('#trace-file', textFile);
  await until(`document.getElementById('fault').textContent === '“notes.txt” cannot be shown: line 1: character 1 should be \u0060{\u0060.'`);
  assert.equal(await board(), '0,1,3,4,2,5,7,8,6');
  await attach('#trace-file', traceFile);
  await until(`!document.getElementById('trace-fault').hidden`);
  assert.equal(await board(), '1,2,0,3');
  assert.equal(await page.value(`document.getElementById('fault').hidden`), true);
  assert.equal(await text('#trace-fault span'),
    'Step 2 is the first that A* would not take: a board with f = 3 was dequeued before a board with f = 1 (line 7 of the trace).');
  await click('#to-fault');
  await untilTime('step 2 of 3');
  assert.equal(await page.value(`document.querySelectorAll('.tree .node.fault').length`), 1);
  // The model expands the board in the queue.
  assert.equal(await text('.lane:nth-child(2) .outcome'), 'A solution of 1 move, a shortest one.');
  await click('#finish');
  await until(`document.querySelector('.lane .outcome').textContent === 'A solution of 1 move, a shortest one.'`);
  // Load a trace that is larger than the engine's current memory.
  await page.value(`(async () => {
    const input = document.getElementById('trace-file');
    const files = new DataTransfer();
    files.items.add(new File([${JSON.stringify(readFileSync(traceFile, 'utf8'))} + '\\n'.repeat(8_000_000)], 'large.jsonl'));
    document.getElementById('trace-fault').hidden = true;
    input.files = files.files;
    input.dispatchEvent(new Event('change'));
  })()`);
  await until(`!document.getElementById('trace-fault').hidden && document.getElementById('time-shown').textContent === 'step 0 of 3'`);
  await click('.close-trace');
  await until(`document.querySelectorAll('.lane').length === 1`);
  assert.equal(await page.value(`document.getElementById('trace-fault').hidden`), true);
  holds('a recorded search is shown next to the model\'s, and invalid ones are refused');

  await attach('#trace-file', twinFile);
  await until(`!document.getElementById('trace-fault').hidden`);
  assert.equal(await text('#trace-fault span'), 'Every step is a correct step of A*.');
  // The second step belongs to the twin.
  await choose('#time', 2, 'input');
  await untilTime('step 2 of 5');
  assert.deepEqual(await figures(), ['1', '2', '2', '4 = 0 + 4']);
  assert.equal(await text('.twin-steps'), '1');
  assert.match(await text('#staged-words'), /^Recorded, step 2, twin: expanded/);
  assert.equal(await text('#lockstep .now'), 'step of the twin’s search');
  assert.equal(await page.value(`document.querySelectorAll('.lane:first-child .tree .node.twin').length`), 3);
  // The boards below the tree change less often.
  await until(`document.querySelectorAll('.lane:first-child .next li.twin').length === 2`);
  assert.equal(await page.value(`document.querySelectorAll('.lane:first-child .next li').length`), 4);
  await untilBounds('Hamming3Manhattan4');
  // The recording follows the assignment's algorithm, which remembers only the previous board.
  await click('#by-line');
  await choose('#time', 3, 'input');
  await untilTime('step 3 of 5');
  const recordedLine = () => text('.lane:first-child .code .now');
  assert.equal(await recordedLine(), 'else insert, f = g + h');
  await page.key('p');
  assert.equal(await recordedLine(), 'if it is the previous board: skip');
  assert.equal(await text('.lane:first-child .deed'), 'The previous board is not enqueued again.');
  assert.equal(await page.value(`[...document.querySelectorAll('.lane:nth-child(2) .code li')].map((it) => it.textContent).includes('if seen in as few moves: skip')`), true);
  await click('#by-line');
  await click('#finish');
  await until(`document.getElementById('finish').disabled`);
  assert.equal(await text('#verdict'), 'Both found a solution of 2 moves, and expanded the same number of boards. The recorded search also took 2 steps for the twin.');
  assert.equal(await text('.lane .outcome'), 'A solution of 2 moves, a shortest one.');
  await untilBounds('Hamming0Manhattan0');
  await click('.close-trace');
  await until(`document.querySelectorAll('.lane').length === 1`);
  assert.equal(await page.value(`document.getElementById('lockstep').hidden`), true);
  holds('a recorded search of the twin is marked, and is not counted');

  await open('#board=1,2,3,4,5,6,8,7,0&b=greedy:manhattan');
  await finish();
  for (const theme of ['light', 'dark']) {
    await page.media('screen', theme);
    assert.deepEqual(await page.value(CONTRAST), [], theme);
  }
  await click('#theme');
  assert.equal(await page.value(`getComputedStyle(document.documentElement).colorScheme`), 'light');
  await click('#theme');
  assert.equal(await page.value(`getComputedStyle(document.documentElement).colorScheme`), 'dark');
  holds('the theme follows the system, can be selected, and has enough contrast');

  const narrow = async (name) => {
    for (const width of [320, 390, 768, 1024, 1280, 1920]) {
      await page.width(width);
      assert.ok(await page.value('document.documentElement.scrollWidth') <= width, `${name}${width}`);
    }
  };
  await narrow('');
  for (const zoom of [1, 1.5, 4]) {
    await open(`#board=8,1,3,4,0,2,7,6,5&step=12&ask&lecture&zoom=${zoom}`);
    assert.equal(await page.value(`document.querySelectorAll('#choices button').length`), 5);
    await narrow(`zoom ${zoom}: `);
  }
  await page.width(1280);
  await page.media('screen', 'light', 'reduce');
  assert.equal(await page.value(`getComputedStyle(document.querySelector('.tile')).transitionDuration`), '0s');
  holds('there is no horizontal scrolling from phones to projectors, and no unwanted motion');

  await open('', '?alone');
  assert.equal(await page.value('window.workers'), 0);
  await page.value(`document.querySelector('[role="grid"]').focus()`);
  await page.key('ArrowLeft');
  assert.equal(await togo(), '3');
  await steps(1);
  assert.deepEqual(await figures(), ['1', '3', '3', '3 = 0 + 3']);
  holds('without workers, the page runs the engine itself');

  await page.load(`${url}?broken`);
  await until(`!document.getElementById('fault').hidden`);
  assert.equal(await text('#fault'), 'The engine does not start in this browser: no engine here');
  await tap(1);
  assert.equal(await board(), '1,0,3,4,2,5,7,8,6');
  holds('without the engine, the page reports it, and tiles still slide');
});

// Opens the page of similar submissions in a browser and uses it like a person.
//
// node similar.mjs BROWSER PAGE
//
// `grader/tests/it/similar.rs` generates the submissions. Each printed line is a passed test. The first
// failure ends the program with exit code 1.
import assert from 'node:assert/strict';
import { pathToFileURL } from 'node:url';

import { holds, use } from './devtools.mjs';

const [program, file] = process.argv.slice(2);
const url = pathToFileURL(file).href;

/** The distance of an element from the top of its side. */
const height = (id) => `(() => {
  const it = document.getElementById('${id}');
  return it.getBoundingClientRect().top - it.closest('.side').getBoundingClientRect().top;
})()`;
const isSeen = (id) => `(() => {
  const [it, side] = ['#${id}', '#pair-1 .side:has(#${id})'].map((it) =>
    document.querySelector(it).getBoundingClientRect());
  return it.top >= side.top && it.top < side.bottom;
})()`;
await use(program, [], async (page) => {
  await page.width(1200);
  await page.media('screen');
  await page.load(url);
  const seen = `document.querySelector('#pair-1 .code').checkVisibility()`;
  assert.equal(await page.value(seen), false);
  await page.value(`document.querySelector('#pair-1 summary').click()`);
  assert.equal(await page.value(seen), true);
  holds('pairs are folded, and can be opened');

  const runs = `document.querySelectorAll('#pair-1 .side:first-child a.m[id]').length`;
  const last = await page.value(`${runs} - 1`);
  assert.ok(last >= 1);
  await page.value(`document.getElementById('p1a${last}').scrollIntoView({ block: 'center' })`);
  assert.equal(await page.value(isSeen(`p1b${last}`)), false);
  await page.value(`document.getElementById('p1a${last}').click()`);
  assert.equal(await page.value(isSeen(`p1b${last}`)), true);
  const [a, b] = [await page.value(height(`p1a${last}`)), await page.value(height(`p1b${last}`))];
  assert.ok(Math.abs(a - b) < 120, `${a} ${b}`);
  assert.equal(await page.value('document.activeElement.id'), `p1b${last}`);
  const marked = `[...document.querySelectorAll('a.here[id]')].map((it) => it.id).sort()`;
  assert.deepEqual(await page.value(marked), [`p1a${last}`, `p1b${last}`]);
  await page.value(`document.getElementById('p1b0').click()`);
  assert.deepEqual(await page.value(marked), ['p1a0', 'p1b0']);
  holds('a shared run links to its partner, at the same height');

  await page.width(360);
  assert.ok(await page.value('document.documentElement.scrollWidth') <= 360);
  holds('there is no horizontal scrolling on a phone');

  await page.width(1200);
  await page.send('Emulation.setScriptExecutionDisabled', { value: true });
  await page.load(`${url}#p1b${last}`);
  await page.send('Emulation.setScriptExecutionDisabled', { value: false });
  assert.equal(await page.value(seen), true);
  assert.equal(await page.value(isSeen(`p1b${last}`)), true);
  holds('the links also work without scripts');
});

// Gives a lecture of twenty steps with a presentation remote, and looks for parts that cover each other.
//
//     node lecture.mjs BROWSER PAGE.html
import assert from 'node:assert/strict';
import { pathToFileURL } from 'node:url';
import { holds, use } from './devtools.mjs';

const [program, file] = process.argv.slice(2);
const URL_OF_PAGE = pathToFileURL(file).href;
const BOARD = '#board=8,1,3,4,0,2,7,6,5&lecture';

/** Lists parts that cover each other or leave the window, and trees that do not show the current node. */
const FAULTS = `(() => {
  const parts = [...document.querySelectorAll(\`.top-tools button, .board, .staged span, .staged button, .code li, .deed,
    .check, .lab-controls button, .rate, .track, #time-shown, select, .choice input, .counts div, .tree, #quiz h3, #quiz p,
    #choices li, .quiz-buttons button, .lane-name, .outcome, .verdict, .take, .weights, .heap-box\`)];
  const seen = parts.filter((it) => it.checkVisibility({ visibilityProperty: true }) && !it.closest('.unseen'));
  const rects = new Map(seen.map((it) => [it, it.getBoundingClientRect()]));
  const name = (it) => \`\${it.id || it.className || it.tagName} “\${it.textContent.trim().slice(0, 20)}”\`;
  const faults = [];
  seen.forEach((a, i) => {
    const box = rects.get(a);
    if (box.right > innerWidth + 1 || box.left < -1) faults.push(name(a) + ' leaves the window');
    for (const b of seen.slice(i + 1)) {
      const other = rects.get(b);
      const wide = Math.min(box.right, other.right) - Math.max(box.left, other.left);
      const high = Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top);
      if (wide > 2 && high > 2 && !a.contains(b) && !b.contains(a)) faults.push(name(a) + ' covers ' + name(b));
    }
  });
  const { width } = document.querySelector('.board').getBoundingClientRect();
  if (width < 90) faults.push('the board is ' + width + ' pixels wide');
  for (const tree of document.querySelectorAll('.tree')) {
    const [box, node] = [tree, tree.querySelector('.now .ring')].map((it) => it?.getBoundingClientRect());
    if (node && !(node.left >= box.left - 1 && node.right <= box.right + 1 && node.top >= box.top - 1 && node.bottom <= box.bottom + 1)) faults.push('the current node is cut off');
    const isRoot = document.getElementById('time-shown').textContent.startsWith('step 1 ');
    if (node && !isRoot && !tree.querySelector('.edge.path')) faults.push('the direction of the root is missing');
  }
  return faults;
})()`;

/** Waits until the layout has settled: observers of sizes draw after a frame. */
const settled = `new Promise((done) => { requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 0))); })`;

await use(program, ['blob'], async (page) => {
  const size = (width, height) => page.send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 1, mobile: false });
  const open = async (hash) => {
    await page.load(URL_OF_PAGE + hash);
    await page.until(`document.documentElement.dataset.ready === 'yes'`);
  };
  const step = (number) => page.until(`document.getElementById('time-shown').textContent.startsWith('step ${number} of ')`);
  await page.media('screen');

  for (const [width, height] of [[640, 450], [1280, 720], [1920, 1080]]) {
    await size(width, height);
    for (const theme of ['light', 'dark']) {
      await open(`${BOARD}&theme=${theme}`);
      for (let at = 1; at <= 20; at += 1) {
        // Every control takes the focus once in a while.
        await page.value(`[...document.querySelectorAll('.lab input[type="checkbox"], .lab input[type="range"], .lab select, .lab button, .tree')].filter((it) => it.checkVisibility() && !it.disabled)[${at} % 11].focus()`);
        await page.key(at % 2 === 0 ? 'PageDown' : 'ArrowRight');
        await step(at);
        await page.value(settled);
        assert.deepEqual(await page.value(FAULTS), [], `step ${at} at ${width}x${height}`);
      }
      await page.key('PageUp');
      await step(19);
      await page.key('Home');
      await step(0);
      await page.key('End');
      await step(20);
    }
  }
  holds('a remote moves the search, whatever has the focus, at three sizes in light and dark');

  const kinds = ['', '&b=breadth-first:manhattan', '&b=assigned:manhattan&twin', '&ask', '&heap', '&b=breadth-first:manhattan&ask'];
  for (const [width, height] of [[640, 450], [1024, 768], [1280, 720], [1920, 1080]]) {
    await size(width, height);
    for (const kind of kinds) {
      await open(`${BOARD}&a=assigned:manhattan${kind}&step=12&lines&zoom=0.8`);
      for (let zoom = 0; zoom < 8; zoom += 1) {
        await page.value(settled);
        assert.deepEqual(await page.value(FAULTS), [], `${kind} at ${width}x${height}, zoom ${zoom}`);
        await page.key('+');
      }
    }
  }
  holds('nothing covers anything else at any zoom');

  await size(1280, 720);
  await open(`${BOARD}&b=greedy:hamming&twin&ask&step=3`);
  const texts = (selector) => page.value(`[...document.querySelectorAll('${selector}')].map((it) => it.textContent)`);
  assert.deepEqual(await texts('.lane-name'), ['Board', 'Twin']);
  assert.equal(await page.value(`[...document.querySelectorAll('.algorithm, .heuristic')].map((it) => it.value).join()`), 'assigned,manhattan,assigned,manhattan');
  assert.deepEqual(await texts('#quiz-title'), ['Board: which board may be expanded next?']);
  holds('a board and its twin are searched in the same way, and the question says whose search is meant');

  await open(`${BOARD}&heap&conflicts&step=12`);
  const heap = async () => (await texts('.heap-text'))[0];
  const sums = () => texts('.heap-box .sum');
  await page.until(`/^10 of 10\\. insert: /.test(document.querySelector('.heap-text').textContent)`);
  const after = await sums();
  for (const said of [/^9 of 10\. swim: /, /^8 of 10\. /]) {
    await page.key('<');
    assert.match(await heap(), said);
  }
  for (let back = 7; back > 0; back -= 1) await page.key('<');
  assert.equal(await heap(), '1 of 10. The queue before this step.');
  await page.key('>');
  assert.equal(await heap(), '2 of 10. delMin: the last key replaces the first.');
  for (let on = 8; on > 0; on -= 1) await page.key('>');
  assert.deepEqual(await sums(), after);
  const isHeap = after.every((sum, i) => i === 0 || Number(after[Math.floor((i - 1) / 2)]) <= Number(sum));
  assert.ok(isHeap, `${after}`);
  await open('#board=1,2,3,4,5,6,8,7,0&conflicts');
  await page.until(`document.querySelectorAll('.conflicts path').length === 1`);
  await open(await page.value(`location.hash.replace('8,7', '7,8')`));
  await page.until(`document.getElementById('conflicts').checked && document.querySelectorAll('.conflicts path').length === 0`);
  holds('the heap is shown exchange by exchange, and linear conflicts are drawn');

  await open(`${BOARD}&a=a-star:manhattan`);
  for (const weight of [0, 1, 5]) {
    await page.value(`(() => { const field = document.querySelector('.weight'); field.value = ${weight}; field.dispatchEvent(new Event('change')); })()`);
    await step(0);
    await page.key('e');
    await page.until(`document.querySelector('.outcome').textContent.startsWith('A solution of ')`);
  }
  const [weights] = await texts('.weights');
  const rows = [...weights.matchAll(/weight (\d): ([\d,]+) expanded, (\d+) moves/g)].map(([, ...numbers]) => numbers.map((text) => Number(text.replace(',', ''))));
  assert.deepEqual(rows.map(([weight]) => weight), [0, 1, 5], weights);
  assert.ok(rows[0][1] > 10 * rows[1][1], weights);
  assert.ok(rows[0][2] === rows[1][2] && rows[1][2] <= rows[2][2], weights);
  for (const search of ['a-star:manhattan:5', 'assigned:hamming:0', 'depth-first:manhattan:1']) {
    await open(`${BOARD}&a=${search}&step=1`);
    await page.until(`new URLSearchParams(location.hash.slice(1)).get('a') === '${search}' && location.hash.includes('step=1')`);
    await open(await page.value('location.hash'));
    assert.equal(await page.value(`[...document.querySelectorAll('.weight-field:not([hidden]) input, .bound-field:not([hidden]) input')].map((it) => it.value).join()`), search.split(':')[2]);
  }
  holds('the weight of the heuristic changes the expansions and the moves');
});

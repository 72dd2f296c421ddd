// Measures how smoothly the page of `grader play` steps through a search with 10,000 nodes or more. It checks no times,
// so it should be run manually, on an idle machine.
//
// node frames.mjs BROWSER PAGE
import { pathToFileURL } from 'node:url';

import { use } from './devtools.mjs';

const [program, file] = process.argv.slice(2);
const url = pathToFileURL(file).href;

/** Runs in the page: moves the slider once per frame, and records the frame's time and whether its step was drawn. */
const MEASURE = (path) => `new Promise((done) => {
  const time = document.getElementById('time');
  const made = Number(time.max);
  const frames = [];
  let [last, drawn, count, shown] = [performance.now(), 0, 0, ''];
  const frame = (now) => {
    frames.push(now - last);
    last = now;
    const text = document.getElementById('time-shown').textContent;
    drawn += text !== shown;
    shown = text;
    count += 1;
    if (count === 300) {
      frames.shift();
      frames.sort((a, b) => a - b);
      const at = (part) => Math.round(frames[Math.floor(part * (frames.length - 1))] * 10) / 10;
      const sum = frames.reduce((a, b) => a + b, 0);
      done({
        made, drawn, nodes: document.querySelector('.lane .generated').textContent, 'frames a second': Math.round((frames.length / sum) * 10_000) / 10,
        'steps drawn a second': Math.round((drawn / sum) * 10_000) / 10, median: at(0.5), '95 of 100': at(0.95), longest: at(1),
      });
      return;
    }
    time.value = ${path};
    time.dispatchEvent(new Event('input', { bubbles: true }));
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
})`;

await use(program, ['blob'], async (page) => {
  await page.width(1280);
  await page.media('screen', 'light', 'no-preference');
  await page.send('Performance.enable', { timeDomain: 'threadTicks' });
  const worked = async () => {
    const { metrics } = await page.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration').value * 1000;
  };
  for (const [name, hash] of [
    ['A*', '#board=8,6,7,2,5,4,3,0,1&a=a-star:manhattan'],
    ['A* twice', '#board=8,6,7,2,5,4,3,0,1&a=a-star:manhattan&b=a-star:manhattan'],
  ]) {
    await page.load(`${url}${hash}`);
    await page.until(`document.documentElement.dataset.ready === 'yes'`);
    await page.value(`document.getElementById('finish').click()`);
    await page.until(`document.getElementById('finish').disabled`);
    // First the machine's limit, then one step back per frame from the end, and then jumps across the search.
    for (const [way, path] of [['nothing moves', 'made'], ['step by step', 'made - count'], ['jumps', '(count * 7919) % made']]) {
      const before = await worked();
      const result = await page.value(MEASURE(path));
      // The time that the page's thread works per step, regardless of other processes. A frame takes 16.7 ms.
      result['ms of work a step'] = Math.round((await worked() - before) / result.drawn * 10) / 10;
      process.stdout.write(`${name}, ${way}: ${JSON.stringify(result)}\n`);
    }
  }
});

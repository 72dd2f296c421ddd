// Opens the page of a class in a browser and uses it as a person does.
//
// node report.mjs BROWSER PAGE STUDENT LECTURE MANY
//
// The class has the submissions that `grader/tests/it/report/class.rs` makes; LECTURE and MANY are pages
// of classes of 28 and of 120, made by `grader/tests/it/report/browser.rs`. Each line that it
// prints is something that holds; the first that does not ends it with exit code 1.
import assert from 'node:assert/strict';
import { pathToFileURL } from 'node:url';

import { CONTRAST } from './contrast.mjs';
import { holds, use } from './devtools.mjs';

const [program, ...files] = process.argv.slice(2);
const [classUrl, studentUrl, lectureUrl, manyUrl] = files.map((file) => pathToFileURL(file).href);

/** The elements that can be seen, of those that a selector names. */
const visible = (selector) =>
  `[...document.querySelectorAll('${selector}')].filter((it) => it.checkVisibility())`;
const text = (selector) => `document.querySelector('${selector}').textContent`;
const click = (selector) => `document.querySelector('${selector}').click()`;

await use(program, [], async (page) => {
  await page.width(1200);
  await page.media('screen');

  await page.load(classUrl);
  assert.equal(await page.value(`${visible('article.student')}.length`), 0);
  assert.equal(await page.value(`${visible('.class')}.length`), 1);
  holds('the class is shown first');

  const names = `${visible('#submissions tbody tr')}.map((it) => it.cells[0].textContent)`;
  const all = await page.value(names);
  assert.deepEqual(all, ['<b>&odd', 'alice', 'bob', 'carl', 'dora', 'erik']);
  const header = (column) => `#submissions th:nth-child(${column})`;
  await page.value(click(`${header(2)} button`));
  assert.equal(await page.value(`document.querySelector('${header(2)}').ariaSort`), 'ascending');
  assert.deepEqual(await page.value(names), ['<b>&odd', 'carl', 'bob', 'alice', 'dora', 'erik']);
  await page.value(click(`${header(2)} button`));
  assert.equal(await page.value(`document.querySelector('${header(2)}').ariaSort`), 'descending');
  assert.deepEqual(await page.value(names), ['alice', 'bob', 'carl', '<b>&odd', 'dora', 'erik']);
  await page.value(click(`${header(1)} button`));
  assert.equal(await page.value(`document.querySelectorAll('[aria-sort]').length`), 1);
  assert.deepEqual(await page.value(names), all);
  const columns = await page.value(`document.querySelectorAll('#submissions th').length`);
  assert.ok(columns >= 3);
  for (let column = 1; column <= columns; column += 1) {
    await page.value(click(`${header(column)} button`));
    assert.equal(await page.value(`${names}.length`), all.length);
  }
  await page.value(click(`${header(1)} button`));
  holds('the table is sorted by each column, and what has no score stays at the end');

  const choose = (id, value) => `(() => {
    const it = document.getElementById('${id}');
    it.value = '${value}';
    it.dispatchEvent(new Event('input'));
  })()`;
  await page.value(choose('by-text', 'AR'));
  assert.deepEqual(await page.value(names), ['carl']);
  assert.equal(await page.value(text('#count')), '1 of 6 submissions');
  await page.value(choose('by-text', ''));
  await page.value(choose('by-status', 'rejected'));
  assert.deepEqual(await page.value(names), ['erik']);
  await page.value(choose('by-status', 'corrected'));
  assert.deepEqual(await page.value(names), ['bob']);
  await page.value(choose('by-status', ''));
  await page.value(click('a[data-failed="solver.path"]'));
  assert.deepEqual(await page.value(names), ['<b>&odd', 'carl']);
  await page.value(choose('by-failed', ''));
  holds('the table is filtered by name, status and failed check');

  await page.value(click('#submissions a[href="#s-carl"]'));
  await page.value('new Promise((done) => setTimeout(done, 50))');
  assert.deepEqual(await page.value(`${visible('article.student')}.map((it) => it.id)`), ['s-carl']);
  assert.equal(await page.value(`${visible('.class')}.length`), 0);
  assert.equal(await page.value('document.activeElement.textContent'), 'carl');
  assert.match(await page.value('document.title'), /^carl/);
  await page.value(click('.here .next'));
  await page.value('new Promise((done) => setTimeout(done, 50))');
  assert.deepEqual(await page.value(`${visible('article.student')}.map((it) => it.id)`), ['s-dora']);
  await page.value('history.back()');
  await page.value('new Promise((done) => setTimeout(done, 200))');
  assert.deepEqual(await page.value(`${visible('article.student')}.map((it) => it.id)`), ['s-carl']);
  holds('one submission is shown at a time, and the browser goes back');

  const now = async () => page.value(text('.here .way .now'));
  const press = (label) => click(`.here .ways [aria-label="${label}"]`);
  const board = `document.querySelector('.here .way .b').ariaLabel`;
  assert.match(await now(), /^the first board; 3 moves follow$/);
  assert.equal(await page.value(board), 'blank 1 3, 4 2 5, 7 8 6');
  await page.value(press('next move'));
  assert.equal(await now(), 'move 1 of 3: 1 goes left');
  assert.equal(await page.value(board), '1 blank 3, 4 2 5, 7 8 6');
  await page.value(press('next move'));
  assert.equal(await now(), 'move 2 of 3: no legal move');
  assert.equal(await page.value(`${visible('.here .way.illegal')}.length`), 1);
  assert.equal(await page.value(`${visible('.here .way .odd')}.length`), 3);
  await page.value(press('previous move'));
  assert.equal(await page.value(`${visible('.here .way.illegal')}.length`), 0);
  await page.value(press('last board'));
  assert.equal(await now(), 'move 3 of 3: 6 goes up');
  assert.equal(await page.value(`document.querySelector('.here [aria-label="next move"]').disabled`), true);
  await page.value(press('first board'));
  assert.match(await now(), /^the first board/);
  await page.value(`(() => {
    const slider = document.querySelector('.here .ways input');
    slider.value = 2;
    slider.dispatchEvent(new Event('input'));
  })()`);
  assert.match(await now(), /^move 2/);
  holds('a solution is replayed by buttons and a slider, and what is no move is marked');

  await page.value(`document.querySelector('.here .ways').focus()`);
  for (const [key, expected] of [
    ['Home', /^the first board/], ['ArrowRight', /^move 1/], ['ArrowRight', /^move 2/],
    ['ArrowLeft', /^move 1/], ['End', /^move 3/], ['ArrowRight', /^move 3/],
  ]) {
    await page.key(key);
    assert.match(await now(), expected, key);
  }
  await page.key(' ');
  assert.equal(await page.value(`${visible('.here .ways [aria-label="pause"]')}.length`), 1);
  assert.match(await now(), /^the first board/);
  await page.key(' ');
  assert.equal(await page.value(`${visible('.here .ways [aria-label="pause"]')}.length`), 0);
  await page.value(`document.querySelector('.here [aria-label="next move"]').focus()`);
  await page.key(' ');
  assert.match(await now(), /^move 1/, 'a button is pressed once');
  const playing = `new Promise((done) => {
    const ways = document.querySelector('.here .ways');
    new MutationObserver(() => {
      if ([...ways.querySelectorAll('.now')].at(-1).textContent.startsWith('move 4')) done(true);
    }).observe(ways, { childList: true, characterData: true, subtree: true });
    ways.querySelector('[aria-label="play"]').click();
  })`;
  assert.equal(await page.value(playing), true);
  assert.equal(await page.value(`${visible('.here .ways [aria-label="pause"]')}.length`), 0);
  holds('a solution is replayed by keys, and plays to its end by itself');

  const both = `[...document.querySelectorAll('.here .ways .now')].map((it) => it.textContent)`;
  assert.equal(await page.value(`document.querySelectorAll('.here .ways input').length`), 1);
  await page.value(press('first board'));
  await page.value(press('next move'));
  assert.deepEqual(await page.value(both), ['move 1 of 3: 1 goes left', 'move 1 of 4: 1 goes left']);
  await page.value(press('last board'));
  assert.deepEqual(await page.value(both), ['move 3 of 3: 6 goes up', 'move 4 of 4: 6 goes up']);
  holds('both solutions go in step, and the shorter one stays at its end');

  for (const theme of ['light', 'dark']) {
    await page.media('screen', theme);
    for (const fragment of ['#class', '#s-carl', '#s-bob', '#s-erik', '#s-dora']) {
      await page.load(classUrl + fragment);
      const paper = await page.value('getComputedStyle(document.body).backgroundColor');
      assert.equal(paper.match(/\d+/g).every((it) => Number(it) < 60), theme === 'dark', paper);
      assert.deepEqual(await page.value(CONTRAST), [], `${theme} ${fragment}`);
    }
  }
  await page.value(click('#theme'));
  assert.equal(await page.value('document.documentElement.dataset.theme'), 'light');
  const paper = await page.value('getComputedStyle(document.body).backgroundColor');
  assert.ok(paper.match(/\d+/g).every((it) => Number(it) > 200), paper);
  await page.value(click('#theme'));
  await page.value(click('#theme'));
  holds('light and dark follow the system, can be chosen, and have enough contrast');

  await page.media('screen');
  await page.width(360);
  const ids = `[...document.querySelectorAll('#submissions .who a')].map((it) => it.hash.slice(1))`;
  for (const fragment of ['class', ...await page.value(ids)]) {
    await page.load(`${classUrl}#${fragment}`);
    await page.value(`document.querySelectorAll('details').forEach((it) => { it.open = true; })`);
    const width = await page.value('document.documentElement.scrollWidth');
    assert.ok(width <= 360, `${fragment} is ${width} wide`);
  }
  await page.load(studentUrl);
  assert.ok(await page.value('document.documentElement.scrollWidth') <= 360);
  holds('nothing scrolls sideways on a phone');

  // What a part of the page hides, or has to be scrolled sideways for.
  const cut = `${visible('.class *')}.filter((it) => it.scrollWidth > it.clientWidth + 1
    && getComputedStyle(it).overflowX !== 'visible' && it.clientWidth > 1 && !it.closest('pre, .unseen'))
    .map((it) => it.outerHTML.slice(0, 80))`;
  const beyond = `[...document.querySelectorAll('#submissions :is(th, td)')]
    .filter((it) => it.getBoundingClientRect().right > innerWidth || it.scrollWidth > it.clientWidth + 1)
    .map((it) => it.outerHTML.slice(0, 80))`;
  for (const width of [390, 1280, 1920]) {
    await page.width(width);
    for (const url of [classUrl, lectureUrl]) {
      await page.load(url);
      assert.deepEqual(await page.value(cut), [], `${width}`);
      assert.deepEqual(await page.value(beyond), [], `${width}`);
    }
  }
  holds('no column is cut off, from a phone to a beamer');

  await page.width(1200);
  await page.load(`${classUrl}#checks`);
  const current = `document.querySelector('.tabs [aria-current]').textContent`;
  await page.value('new Promise((done) => setTimeout(done, 200))');
  assert.equal(await page.value(current), 'Checks');
  await page.value('scrollTo({ top: 0, behavior: "instant" })');
  await page.value('new Promise((done) => setTimeout(done, 200))');
  assert.equal(await page.value(current), 'Overview');
  holds('the tab of the part in sight is marked');

  const pages = async (paper = {}) => {
    const { data } = await page.send('Page.printToPDF', paper);
    const pdf = Buffer.from(data, 'base64').toString('latin1');
    assert.ok(pdf.startsWith('%PDF-'));
    return pdf.match(/\/Type\s*\/Page\b/g).length;
  };
  await page.media('print', 'dark');
  assert.equal(await page.value(`${visible('article.student')}.length`), 0);
  assert.equal(await page.value(`${visible('.class')}.length`), 1);
  assert.equal(await page.value('getComputedStyle(document.body).colorScheme'), 'light');
  assert.ok(await pages() <= 2);
  await page.load(`${classUrl}#s-carl`);
  assert.deepEqual(await page.value(`${visible('article.student')}.map((it) => it.id)`), ['s-carl']);
  assert.equal(await page.value(`${visible('.class')}.length`), 0);
  assert.equal(await page.value(`${visible('.controls, #theme, .filter, .beside, .top')}.length`), 0);
  await pages();
  holds('the class is printed on a page or two, and one submission alone, in light');

  await page.load(lectureUrl);
  for (const paper of [{ paperWidth: 8.27, paperHeight: 11.69 }, {}]) {
    assert.ok(await pages(paper) <= 2);
  }
  // As wide as A4 between its margins.
  await page.width(695);
  assert.deepEqual(await page.value(beyond), []);
  assert.deepEqual(await page.value(cut), []);
  await page.width(1200);
  holds('a class of 28 is printed on two pages at most, with nothing cut off');

  await page.media('screen');
  await page.load(studentUrl);
  assert.equal(await page.value(`document.querySelectorAll('.now').length > 0`), true);
  assert.deepEqual(await page.value(CONTRAST), []);
  holds('the page of a student replays solutions, too');

  const settled = () => page.value('new Promise((done) => setTimeout(done, 100))');
  await page.load(manyUrl);
  const rows = `[...document.querySelectorAll('#submissions tbody tr')]`;
  const drawn = `${rows}.filter((it) => it.checkVisibility({ contentVisibilityAuto: true })).length`;
  assert.equal(await page.value(`${rows}.length`), 120);
  assert.ok(await page.value(drawn) <= 80, 'rows out of sight are not laid out');
  assert.equal(await page.value(`document.querySelectorAll('article').length`), 0);
  const shownNames = `${rows}.map((it) => it.querySelector('a').textContent)`;
  await page.value(click(`${header(2)} button`));
  await page.value(click(`${header(2)} button`));
  const best = await page.value(shownNames);
  assert.equal(best.length, 120);
  assert.deepEqual(best.slice(0, 2), ['Student No. 119', 'Student No. 116'], 'the best come first');
  await page.value(choose('by-text', 'no. 11'));
  assert.equal(await page.value(`${rows}.length`), 11);
  assert.equal(await page.value(text('#count')), '11 of 120 submissions');
  const place = 'document.querySelector(`#submissions a[href="#s-u213"]`)';
  await page.value(`${place}.scrollIntoView({ block: 'center', behavior: 'instant' })`);
  await settled();
  const before = await page.value('scrollY');
  await page.value(`${place}.click()`);
  await settled();
  const links = `[...document.querySelectorAll('.here .beside a')].map((it) => it.textContent)`;
  assert.deepEqual(await page.value(links), ['← Student No. 116', 'Student No. 110 →', 'the class']);
  assert.equal(await page.value('document.activeElement.textContent'), 'Student No. 113');
  await page.value(click('.here .next'));
  await settled();
  assert.equal((await page.value(links))[0], '← Student No. 113');
  await page.value(click('.here .up'));
  await settled();
  assert.equal(await page.value('scrollY'), before);
  assert.equal(await page.value('document.activeElement.textContent'), 'Student No. 110');
  holds('of many rows those in sight are laid out, and one goes on from a student as they are sorted');

  await page.load(`${manyUrl}#s-u118`);
  assert.equal(await page.value(`${visible('article.student')}.length`), 1);
  assert.equal(await page.value(`document.querySelectorAll('.here .same, .here .rest').length`), 0);
  assert.equal(await page.value(`${visible('.here .fail .b')}.length > 0`), true);
  const checks = `[...document.querySelectorAll('.here .checks tbody tr')].map((it) => it.innerText)`;
  assert.deepEqual((await page.value(checks)).map((it) => it.replace(/\s+/g, ' ')), [
    'board.hamming failed 0 / 4', 'solver.path passed 6 / 6',
    'solver.time passed takes 1.34 of 30 on puzzle07 2 / 2',
  ]);
  holds('what is written once for many is shown with each of them');

  await page.load(`${manyUrl}#alike`);
  const group = await page.value(text('.alike .id'));
  assert.match(group, /^group = "[0-9a-f]{12}"$/);
  holds('a group has the id that a correction names');

  await page.send('Emulation.setScriptExecutionDisabled', { value: true });
  await page.load(classUrl);
  await page.send('Emulation.setScriptExecutionDisabled', { value: false });
  assert.equal(await page.value(`${visible('article.student')}.length`), 6);
  assert.equal(await page.value(`${visible('#submissions tbody tr')}.length`), 6);
  assert.equal(await page.value(`${visible('.filter, #theme, a[data-failed]')}.length`), 0);
  holds('all is there without a script');
});

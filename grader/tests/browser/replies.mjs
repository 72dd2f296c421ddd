// Uses the page of `grader play` while the engine is busy: replies are delayed until after the next action.
//
// node replies.mjs BROWSER PAGE
//
// Each printed line is a passed test. The first failure ends the program with exit code 1.
import assert from 'node:assert/strict';
import { pathToFileURL } from 'node:url';

import { holds, use } from './devtools.mjs';
import { HOLDING, RELEASE } from './holding.mjs';

const [program, file] = process.argv.slice(2);
const url = pathToFileURL(file).href;

/** The board in the URL. It is unsolvable, so scrambling cannot produce it. */
const ADDRESS = [1, 2, 3, 4, 5, 6, 8, 7, 0];

/** What a search says before its first step. */
const READY = 'Run it, or step through it.';

/** A user's actions, by name: the code to run in the page, and the size, goal or board that it sets. */
const ACTIONS = {
  'size 2': { code: `document.querySelector('[name="size"][value="2"]').click()`, sets: { n: 2 } },
  'size 4': { code: `document.querySelector('[name="size"][value="4"]').click()`, sets: { n: 4 } },
  spiral: {
    code: `(() => {
      const goal = document.getElementById('goal');
      goal.value = 'spiral';
      goal.dispatchEvent(new Event('change', { bubbles: true }));
    })()`,
    sets: { goal: 'spiral' },
  },
  address: {
    code: `new Promise((heard) => {
      const address = '#board=${ADDRESS}';
      if (location.hash === address) { heard(); return; }
      addEventListener('hashchange', () => heard(), { once: true });
      location.hash = address;
    })`,
    sets: { n: 3, goal: 'blank-last', board: ADDRESS },
  },
  scramble: { code: `document.getElementById('scramble').click()`, sets: {} },
  random: { code: `document.getElementById('random').click()`, sets: {} },
};

/** Returns the state after these actions, starting from the initial board of the page. */
function expected(actions) {
  const state = { n: 3, goal: 'blank-last', board: undefined };
  for (const action of actions) {
    // All actions except selecting a goal change the board.
    if (action !== 'spiral') state.board = undefined;
    Object.assign(state, ACTIONS[action].sets);
  }
  return state;
}

await use(program, ['blob'], async (page) => {
  // The first worker generates goals and boards.
  await page.send('Page.addScriptToEvaluateOnNewDocument', { source: HOLDING });

  const until = (what) => page.until(what);
  const idle = `window.engine.open.size === 0 && document.getElementById('togo').textContent !== '…'`;
  const start = async () => {
    await page.load(url);
    await until(`document.documentElement.dataset.ready === 'yes' && ${idle}`);
  };
  const hold = () => page.value('window.engine.holds = (worker) => worker === 0');
  /** Delivers the next reply to the page, if any. */
  const reply = async () => {
    await until('window.engine.open.size === 0 || window.engine.held.length > 0');
    await page.value('window.engine.held.shift()?.()');
  };
  const release = () => page.value(RELEASE);
  const shown = () => page.value(`(() => {
    const board = [...document.querySelectorAll('[role="gridcell"]')]
      .map((it) => (it.textContent === 'blank' ? 0 : Number(it.textContent.replace('tile ', ''))));
    return {
      board,
      tiles: [...document.querySelectorAll('.face span')].map((it) => Number(it.textContent)).sort((a, b) => a - b),
      goal: document.getElementById('goal').value,
      goalTiles: document.getElementById('goal-small').ariaLabel.match(/\\d+|blank/g).length,
      size: Number(document.querySelector('[name="size"]:checked').value),
      togo: document.getElementById('togo').textContent,
      words: document.getElementById('togo-words').textContent,
      lanes: [...document.querySelectorAll('.lane')].map((it) => [
        it.querySelector('.outcome').textContent,
        it.querySelector('.next .unseen').textContent.match(/\\d+|blank/g).map((tile) => (tile === 'blank' ? 0 : Number(tile))),
      ]),
    };
  })()`);

  /** Runs actions, delivers this number of replies between actions and the rest at the end, and checks the page. */
  const trial = async (actions, replies) => {
    const name = `${actions.join(', ')}; ${replies} replies between`;
    await start();
    await hold();
    for (const [i, action] of actions.entries()) {
      if (i > 0) for (let k = 0; k < replies; k += 1) await reply();
      await page.value(ACTIONS[action].code);
    }
    await release();
    await until(idle);
    const { n, goal, board } = expected(actions);
    const now = await shown();
    const numbers = Array.from({ length: n * n }, (_, i) => i);
    assert.deepEqual(now.board.toSorted((a, b) => a - b), numbers, `${name}: the cells`);
    assert.deepEqual(now.tiles, numbers.slice(1), `${name}: the tiles`);
    assert.deepEqual([now.size, now.goal, now.goalTiles], [n, goal, n * n], `${name}: size and goal`);
    if (board) assert.deepEqual(now.board, board, `${name}: the board`);
    assert.match(now.togo, /^(\d+|≥ \d+|∞)$/, `${name}: ${now.words}`);
    assert.deepEqual(now.lanes, [[READY, now.board]], `${name}: the search`);
    assert.deepEqual(page.complaints, [], name);
  };

  const names = Object.keys(ACTIONS);
  for (const first of names) {
    for (const second of names) {
      for (const replies of [0, 1, 2]) await trial([first, second], replies);
    }
  }
  holds('two changes of board, size and goal take effect in order, however late the replies are');

  for (const last of ['scramble', 'random', 'spiral', 'size 2']) {
    for (const middle of ['scramble', 'size 4', 'address']) {
      for (const replies of [0, 1]) await trial(['size 4', middle, last], replies);
    }
  }
  holds('so do three changes');

  /** A search that starts and then goes back to its first step. */
  const useSearches = `(() => {
    document.getElementById('step').click();
    const time = document.getElementById('time');
    time.value = time.min;
    time.dispatchEvent(new Event('input'));
  })()`;
  const click = (id) => page.value(`document.getElementById('${id}').click()`);
  const press = async (id) => {
    await click(id);
    await until(idle);
  };
  /** Runs two searches, of which the second may be the twin's, for a step. */
  const startTwo = async (isTwin) => {
    await start();
    if (isTwin) await click('twin');
    await press('both');
    await press('step');
  };
  for (const isTwin of [false, true]) {
    for (const isHidden of [false, true]) {
      const name = `twin: ${isTwin}, hidden: ${isHidden}`;
      await startTwo(isTwin);
      if (isHidden) await press('both');
      await hold();
      await page.value(ACTIONS['size 4'].code);
      // The goal and the board are set then, but the options are not known yet.
      for (let k = 0; k < 2; k += 1) await reply();
      if (isHidden) await click('both');
      await page.value(useSearches);
      await until('window.engine.open.size === window.engine.held.length');
      await release();
      await until(idle);
      const { lanes, board } = await shown();
      assert.equal(board.length, 16, name);
      assert.deepEqual(lanes.map(([outcome]) => outcome), [READY, READY], name);
      assert.deepEqual(page.complaints, [], name);
    }
  }
  holds('a search for an earlier goal cannot continue');

  const outOfMemory = { error: 'the engine has stopped: no memory', fatal: true };
  for (const [isTwin, fault] of [[false, outOfMemory], [true, outOfMemory], [false, 'crash'], [true, 'crash']]) {
    const name = `twin: ${isTwin}, ${JSON.stringify(fault)}`;
    await startTwo(isTwin);
    await page.value(`window.engine.fault = ${JSON.stringify(fault)}`);
    await press('step');
    const outcomes = () => page.value(`[...document.querySelectorAll('.lane .outcome')].map((it) => it.textContent)`);
    const failure = `This search cannot continue: ${fault.error ?? 'the engine has stopped'}.`;
    assert.deepEqual(await outcomes(), [failure, failure], name);
    await page.value('window.engine.fault = undefined');
    // Going back to an earlier step does not replace the message.
    await page.value(useSearches);
    await until(idle);
    assert.deepEqual(await outcomes(), [failure, failure], name);
    await press('restart');
    assert.deepEqual(await outcomes(), [READY, READY], name);
    assert.deepEqual(page.complaints, [], name);
  }
  holds('if an engine stops, its searches say so until they are restarted');
});

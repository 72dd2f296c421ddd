'use strict';
(() => {
const root = document.documentElement;
root.classList.add('js');

// The theme: that of the system until another one is chosen. A file may not be allowed to remember.
const THEMES = ['auto', 'light', 'dark'];
const remembered = () => { try { return localStorage.getItem('theme'); } catch { return null; } };
const setTheme = (theme) => {
  root.dataset.theme = theme;
  const button = document.getElementById('theme');
  if (button) button.textContent = `theme: ${theme}`;
};
setTheme(THEMES.includes(remembered()) ? remembered() : 'auto');

function make(name, properties, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (key in element) element[key] = value; else element.setAttribute(key, value);
  }
  element.append(...children);
  return element;
}

// One submission at a time, named by the fragment of the address.
let shown = null;
const title = document.title;
function route(isFirst) {
  const target = document.getElementById(location.hash.slice(1));
  const article = target && target.closest('article.student[id]');
  if (shown) shown.classList.remove('here');
  shown = article;
  root.classList.toggle('one', Boolean(article));
  if (article) {
    article.classList.add('here');
    const heading = article.querySelector('h2');
    document.title = `${heading.textContent} - ${title}`;
    article.querySelectorAll('.way[data-way]').forEach(replay);
    scrollTo({ top: 0, behavior: 'instant' });
    heading.focus({ preventScroll: true });
  } else {
    document.title = title;
    if (target && !isFirst) target.scrollIntoView();
  }
}

// The table of all submissions. What a cell is sorted by is its key, or else its text.
const collator = new Intl.Collator('en', { numeric: true });
function setUpTable(table) {
  const body = table.tBodies[0];
  const rows = [...body.rows];
  [...table.tHead.rows[0].cells].forEach((cell, column) => {
    const button = make('button', { type: 'button', textContent: cell.textContent });
    cell.replaceChildren(button);
    const isNumber = cell.dataset.kind === 'number';
    const compare = isNumber ? (a, b) => Number(a.key) - Number(b.key) : (a, b) => collator.compare(a.key, b.key);
    button.addEventListener('click', () => {
      const isUp = cell.getAttribute('aria-sort') !== 'ascending';
      for (const other of table.tHead.rows[0].cells) other.removeAttribute('aria-sort');
      cell.setAttribute('aria-sort', isUp ? 'ascending' : 'descending');
      const keyed = rows.map((row) => ({ row, key: row.cells[column].dataset.key ?? row.cells[column].textContent }));
      // What has no value stays at the end, whichever way it is sorted.
      const some = keyed.filter((it) => it.key !== '').sort(compare);
      if (!isUp) some.reverse();
      body.append(...some.concat(keyed.filter((it) => it.key === '')).map((it) => it.row));
    });
  });

  const [byText, byStatus, byFailed, count] =
    ['by-text', 'by-status', 'by-failed', 'count'].map((id) => document.getElementById(id));
  const lines = rows.map((row) => ({
    row,
    name: row.cells[0].textContent.toLowerCase(),
    is: row.dataset.is.split(' '),
    failed: row.dataset.failed.split(' '),
  }));
  const filter = () => {
    const wanted = byText.value.trim().toLowerCase();
    let visible = 0;
    for (const line of lines) {
      const isWanted = (byStatus.value === '' || line.is.includes(byStatus.value))
        && (byFailed.value === '' || line.failed.includes(byFailed.value));
      line.row.hidden = !(isWanted && line.name.includes(wanted));
      if (!line.row.hidden) visible += 1;
    }
    count.textContent = visible === rows.length ? '' : `${visible} of ${rows.length} submissions`;
  };
  for (const control of [byText, byStatus, byFailed]) control.addEventListener('input', filter);
  filter();
  document.querySelectorAll('a[data-failed]').forEach((link) => {
    link.addEventListener('click', () => {
      [byText.value, byStatus.value, byFailed.value] = ['', '', link.dataset.failed];
      filter();
    });
  });
}

// The tab of the part that is in sight.
function setUpTabs() {
  const tabs = [...document.querySelectorAll('.tabs a')].map((tab) => ({
    tab, part: document.getElementById(tab.hash.slice(1)),
  })).filter((it) => it.part);
  const mark = () => {
    let here = tabs[0];
    if (!root.classList.contains('one')) {
      for (const it of tabs) if (it.part.getBoundingClientRect().top < 130) here = it;
    }
    for (const it of tabs) {
      if (it === here && !root.classList.contains('one')) it.tab.setAttribute('aria-current', 'true');
      else it.tab.removeAttribute('aria-current');
    }
  };
  let isDue = false;
  const soon = () => {
    if (isDue) return;
    isDue = true;
    requestAnimationFrame(() => { isDue = false; mark(); });
  };
  addEventListener('scroll', soon, { passive: true });
  addEventListener('hashchange', soon);
  if (tabs.length > 0) mark();
}

// A way over boards, replayed step by step. `data-way` has the first board, then for each step the
// tile that slides, or after `=` the board that comes without a move. With `data-says` the boards are
// those of a search, which come without moves and have these words; it begins with that of `data-at`.
const boards = (n, way, says) => {
  const numbers = (words) => words.split(' ').filter(Boolean).map(Number);
  const [first, ...steps] = way.split(';');
  let tiles = numbers(first);
  const begin = { tiles, text: says ? says[0] : 'the first board' };
  return [begin].concat(steps.map((step, i) => {
    if (step.startsWith('=')) {
      tiles = numbers(step.slice(1));
      if (says) return { tiles, text: says[i + 1] };
      return { tiles, isWrong: true, text: tiles.length ? 'no legal move' : 'no board' };
    }
    const tile = Number(step);
    const [from, to] = [tiles.indexOf(tile), tiles.indexOf(0)];
    tiles = tiles.slice();
    [tiles[from], tiles[to]] = [0, tile];
    const direction = { [-1]: 'left', 1: 'right', [-n]: 'up', [n]: 'down' }[to - from];
    return { tiles, moved: to, by: to - from, text: `${tile} goes ${direction}` };
  }));
};

// What there is to draw of a way: its board and its words, for a place from the first board on.
function screen(way) {
  const n = Number(way.dataset.n);
  const says = way.dataset.says ? way.dataset.says.split(';') : null;
  const all = boards(n, way.dataset.way, says);
  const last = all.length - 1;
  const board = way.querySelector('.b');
  const cells = [...Array(n * n)].map(() => document.createElement('i'));
  board.replaceChildren(...cells);
  board.className = `b n${n}`;
  const say = make('p', { className: 'now', 'aria-live': 'polite' });
  board.after(say);
  const stills = matchMedia('(prefers-reduced-motion: reduce)');
  const words = (at) => {
    if (says) return all[at].text;
    if (at > 0) return `move ${at} of ${last}: ${all[at].text}`;
    return `${all[at].text}; ${last} ${last === 1 ? 'move follows' : 'moves follow'}`;
  };

  // A shorter way stays at its end.
  function draw(wasPlace, place) {
    const [was, at] = [Math.min(wasPlace, last), Math.min(place, last)];
    const { tiles, isWrong, moved, by } = all[at];
    cells.forEach((cell, i) => {
      cell.textContent = tiles[i] || '';
      cell.className = tiles[i] === undefined ? 'no' : '';
      if (isWrong && at > 0 && tiles[i] !== all[at - 1].tiles[i]) cell.className += ' odd';
    });
    const row = (i) => tiles.slice(i * n, i * n + n).map((tile) => tile || 'blank').join(' ');
    board.setAttribute('aria-label', [...Array(n)].map((_, i) => row(i)).join(', '));
    way.classList.toggle('illegal', Boolean(isWrong));
    if (say.textContent !== words(at)) say.textContent = words(at);
    if (moved !== undefined && at === was + 1 && !stills.matches) {
      const { offsetWidth: size } = cells[moved];
      const [dx, dy] = Math.abs(by) === 1 ? [-by, 0] : [0, -Math.sign(by)];
      const from = { transform: `translate(${dx * (size + 3)}px, ${dy * (size + 3)}px)` };
      cells[moved].animate([from, { transform: 'none' }], { duration: 180, easing: 'ease-out' });
    }
  }
  return { last, unit: says ? 'step' : 'move', words, draw, begin: Number(way.dataset.at || 0) };
}

// One set of controls for a way, or for all ways of a group, which then go in step.
function replay(way) {
  if (way.dataset.ready) return;
  const group = way.closest('.ways');
  const ways = group ? [...group.querySelectorAll('.way[data-way]')] : [way];
  for (const it of ways) it.dataset.ready = 'yes';
  const screens = ways.map(screen);
  const last = Math.max(...screens.map((it) => it.last));
  const { unit, begin } = screens[0];
  const isOne = ways.length === 1;
  let at = begin;
  let timer = 0;

  const button = (label, sign, action) => {
    const it = make('button', { type: 'button', textContent: sign, 'aria-label': label, title: label });
    it.addEventListener('click', action);
    return it;
  };
  const first = button('first board', '⇤', () => go(0));
  const back = button(`previous ${unit}`, '←', () => go(at - 1));
  const play = button('play', 'play', () => (timer ? stop() : start()));
  const next = button(`next ${unit}`, '→', () => go(at + 1));
  const end = button('last board', '⇥', () => go(last));
  const slider = make('input', { type: 'range', min: 0, max: last, value: at, 'aria-label': unit });
  slider.addEventListener('input', () => go(Number(slider.value)));

  function draw(was) {
    for (const it of screens) it.draw(was, at);
    slider.value = at;
    const says = isOne && unit === 'step';
    slider.setAttribute('aria-valuetext', says ? screens[0].words(at) : `${unit} ${at} of ${last}`);
    first.disabled = back.disabled = at === 0;
    next.disabled = end.disabled = at === last;
  }
  function show(place) {
    const was = at;
    at = Math.min(Math.max(place, 0), last);
    draw(was);
  }
  function go(place) { stop(); show(place); }
  function stop() {
    clearInterval(timer);
    timer = 0;
    label('play');
  }
  function label(text) {
    play.textContent = text;
    play.title = text;
    play.setAttribute('aria-label', text);
  }
  function start() {
    if (at === last) show(0);
    label('pause');
    timer = setInterval(() => {
      show(at + 1);
      if (at === last) stop();
    }, 700);
  }
  const whole = isOne ? way : group;
  whole.addEventListener('keydown', (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const isButton = event.target.tagName === 'BUTTON';
    const actions = {
      ArrowLeft: () => go(at - 1),
      ArrowRight: () => go(at + 1),
      Home: () => go(0),
      End: () => go(last),
      // A button that has the focus is pressed by it.
      ' ': isButton ? null : () => (timer ? stop() : start()),
    };
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  });
  whole.tabIndex = 0;
  const controls = make('div', { className: 'controls' }, first, back, play, next, end);
  if (isOne) way.querySelector('.b').after(controls, slider);
  else {
    group.setAttribute('role', 'group');
    group.setAttribute('aria-label', 'both solutions');
    group.append(make('div', { className: 'both' }, controls, slider));
  }
  draw(at);
}

// What is folded is printed, too: of the submission that is shown, or of the class alone.
let folded = [];
addEventListener('beforeprint', () => {
  folded = [...document.querySelectorAll('.here details:not([open]), main > .student:not([id]) details:not([open])')];
  for (const details of folded) details.open = true;
});
addEventListener('afterprint', () => {
  for (const details of folded) details.open = false;
});

addEventListener('hashchange', () => route(false));
// The browser goes to what the fragment names, which is below the bar at the top.
addEventListener('load', () => { if (shown) scrollTo({ top: 0, behavior: 'instant' }); });
addEventListener('DOMContentLoaded', () => {
  setTheme(root.dataset.theme);
  document.getElementById('theme').addEventListener('click', () => {
    const theme = THEMES[(THEMES.indexOf(root.dataset.theme) + 1) % THEMES.length];
    setTheme(theme);
    try { localStorage.setItem('theme', theme); } catch { /* Then it is forgotten. */ }
  });
  const table = document.getElementById('submissions');
  if (table) setUpTable(table);
  setUpTabs();
  if (document.querySelector('article.student[id]')) route(true);
  else document.querySelectorAll('.way[data-way]').forEach(replay);
});
})();

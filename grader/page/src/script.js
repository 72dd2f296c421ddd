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

// The submissions. With a script, a browser takes what is in `noscript` for a text, so a submission is
// made of it only when it is shown. They are in the order of the table as it is written.
let lines = [];
let places = new Map();
function built(id) {
  const place = places.get(id);
  if (place === undefined) return null;
  const holder = document.createElement('template');
  holder.innerHTML = document.querySelectorAll('main > noscript')[place].textContent;
  return holder.content.querySelector('article');
}

// The submission with all that it shares with others: cases that were told before, and the checks that
// it passes.
function complete(article) {
  for (const link of article.querySelectorAll('.same a')) {
    const told = built(link.dataset.of)?.querySelector(link.hash);
    if (told) link.closest('.same').replaceWith(...told.childNodes);
  }
  const rest = article.querySelector('.rest');
  if (!rest) return article;
  const id = (part) => part.querySelector('code').textContent;
  const table = document.getElementById('all-checks').content.firstElementChild.cloneNode(true);
  const rows = new Map([...table.tBodies[0].rows].map((row) => [id(row), row]));
  for (const fail of article.querySelectorAll('.fail')) {
    const row = rows.get(id(fail));
    row.className = 'bad';
    row.cells[1].textContent = 'failed';
    row.cells[2].textContent = fail.querySelector('h3 small').textContent;
  }
  const others = article.querySelector('.checks');
  for (const row of others ? [...others.tBodies[0].rows] : []) {
    rows.get(id(row)).replaceWith(row);
    rows.set(id(row), row);
  }
  others?.remove();
  for (const line of [...rest.childNodes].filter((it) => it.nodeType === Node.TEXT_NODE).slice(1)) {
    const [check, ...words] = line.data.split(' ');
    const takes = make('small', { textContent: `takes ${words.join(' ')}` });
    rows.get(check).cells[1].append(' ', takes);
  }
  rest.replaceWith(table);
  return article;
}

// Links to those before and after it, as the table is sorted and filtered now.
function beside(id) {
  const links = [...document.querySelectorAll('#submissions tbody .who a')];
  const at = links.findIndex((link) => link.hash === `#${id}`);
  const to = (link, className, words) => make('a', { href: link.hash, className, textContent: words });
  const short = (link) => {
    const name = link.textContent;
    return [...name].length > 30 ? `${[...name].slice(0, 29).join('')}…` : name;
  };
  const nav = make('nav', { className: 'beside', 'aria-label': 'Submissions' });
  if (at > 0) nav.append(to(links[at - 1], 'previous', `← ${short(links[at - 1])}`));
  if (at >= 0 && at + 1 < links.length) nav.append(to(links[at + 1], 'next', `${short(links[at + 1])} →`));
  nav.append(make('a', { href: left.hash, className: 'up', textContent: 'the class' }));
  return nav;
}

// One submission at a time, named by the fragment of the address. Back at the class, it is where one
// left it.
let shown = null;
let left = { hash: '#class', top: 0 };
const title = document.title;
function route(isFirst, from) {
  const name = location.hash.slice(1);
  const article = built(name);
  const wasShown = shown;
  if (shown) shown.remove();
  else if (article) left = { hash: from || '#class', top: isFirst ? 0 : scrollY };
  shown = article;
  root.classList.toggle('one', Boolean(article));
  if (article) {
    article.classList.add('here');
    complete(article).prepend(beside(name));
    document.querySelector('main').append(article);
    const heading = article.querySelector('h2');
    heading.tabIndex = -1;
    document.title = `${heading.textContent} - ${title}`;
    article.querySelectorAll('.way[data-way]').forEach(replay);
    scrollTo({ top: 0, behavior: 'instant' });
    heading.focus({ preventScroll: true });
    return;
  }
  document.title = title;
  if (wasShown && (location.hash || '#class') === left.hash) {
    scrollTo({ top: left.top, behavior: 'instant' });
    lines[places.get(wasShown.id)].row.querySelector('a').focus({ preventScroll: true });
  } else if (!isFirst) document.getElementById(name)?.scrollIntoView();
}

// The table of all submissions. What a cell is sorted by is its key, or else its text.
const collator = new Intl.Collator('en', { numeric: true });
const TOGETHER = 40;
function setUpTable(table) {
  lines = [...table.querySelectorAll('tbody tr')].map((row) => ({ row, isWanted: true }));
  places = new Map(lines.map(({ row }, i) => [row.querySelector('a').hash.slice(1), i]));
  // In bodies of so many rows, of which a browser lays out those in sight.
  const bodies = [...table.tBodies];
  let current = lines;
  const fill = () => {
    const wanted = current.filter((line) => line.isWanted).map((line) => line.row);
    bodies.forEach((body, i) => {
      const rows = wanted.slice(i * TOGETHER, (i + 1) * TOGETHER);
      body.style.setProperty('--rows', rows.length);
      body.replaceChildren(...rows);
    });
    return wanted.length;
  };
  bodies.at(-1)?.style.setProperty('--rows', bodies.at(-1).rows.length);
  const heads = [...table.tHead.rows[0].cells];
  // The lines in ascending order by a column, and those that have no value there.
  const orders = [];
  const order = (column) => {
    const isNumber = heads[column].dataset.kind === 'number';
    const compare = isNumber ? (a, b) => a.key - b.key : (a, b) => collator.compare(a.key, b.key);
    const keyed = lines.map((line) => {
      const cell = line.row.cells[column];
      const key = cell.dataset.key ?? cell.textContent;
      return { line, key: isNumber && key !== '' ? Number(key) : key };
    });
    const [some, none] = [keyed.filter((it) => it.key !== ''), keyed.filter((it) => it.key === '')];
    return [some.sort(compare), none].map((all) => all.map((it) => it.line));
  };
  heads.forEach((cell, column) => {
    const button = make('button', { type: 'button', textContent: cell.textContent });
    cell.replaceChildren(button);
    button.addEventListener('click', () => {
      const isUp = cell.getAttribute('aria-sort') !== 'ascending';
      for (const other of heads) other.removeAttribute('aria-sort');
      cell.setAttribute('aria-sort', isUp ? 'ascending' : 'descending');
      orders[column] ??= order(column);
      const [some, none] = orders[column];
      // What has no value stays at the end, whichever way it is sorted.
      current = [...(isUp ? some : some.toReversed()), ...none];
      fill();
    });
  });

  const [byText, byStatus, byFailed, count] =
    ['by-text', 'by-status', 'by-failed', 'count'].map((id) => document.getElementById(id));
  const ids = (row) => row.dataset.failed?.split(' ')
    ?? [...row.querySelectorAll('.missed code')].map((it) => it.textContent);
  const learn = () => {
    for (const line of lines) {
      line.name = line.row.cells[0].textContent.toLowerCase();
      line.is = line.row.dataset.is.split(' ');
      line.failed = ids(line.row);
    }
  };
  (window.requestIdleCallback ?? setTimeout)(learn);
  const filter = () => {
    if (!lines.at(-1)?.is) learn();
    const wanted = byText.value.trim().toLowerCase();
    for (const line of lines) {
      line.isWanted = (byStatus.value === '' || line.is.includes(byStatus.value))
        && (byFailed.value === '' || line.failed.includes(byFailed.value))
        && line.name.includes(wanted);
    }
    const visible = fill();
    count.textContent = visible === lines.length ? '' : `${visible} of ${lines.length} submissions`;
  };
  for (const control of [byText, byStatus, byFailed]) control.addEventListener('input', filter);
  // A browser may keep what was chosen when a page is opened again.
  if (byText.value || byStatus.value || byFailed.value) filter();
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

addEventListener('hashchange', (event) => route(false, new URL(event.oldURL).hash));
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
  if (table) route(true);
  else document.querySelectorAll('.way[data-way]').forEach(replay);
});
})();

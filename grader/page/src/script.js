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

// The table of all submissions.
function setUpTable(table) {
  const body = table.tBodies[0];
  const rows = [...body.rows];
  const text = (row, column) => row.cells[column].textContent;
  const compare = (kind, column) => (a, b) => {
    const [x, y] = [text(a, column), text(b, column)];
    if (kind === 'number') return Number(x) - Number(y);
    return x.localeCompare(y, 'en', { numeric: true });
  };
  [...table.tHead.rows[0].cells].forEach((cell, column) => {
    const button = make('button', { type: 'button', textContent: cell.textContent });
    cell.replaceChildren(button);
    button.addEventListener('click', () => {
      const isUp = cell.getAttribute('aria-sort') !== 'ascending';
      for (const other of table.tHead.rows[0].cells) other.removeAttribute('aria-sort');
      cell.setAttribute('aria-sort', isUp ? 'ascending' : 'descending');
      // What has no value stays at the end, whichever way it is sorted.
      const some = rows.filter((row) => text(row, column) !== '');
      some.sort(compare(cell.dataset.kind, column));
      if (!isUp) some.reverse();
      body.append(...some, ...rows.filter((row) => text(row, column) === ''));
    });
  });

  const [byText, byStatus, byFailed, count] =
    ['by-text', 'by-status', 'by-failed', 'count'].map((id) => document.getElementById(id));
  const filter = () => {
    const wanted = byText.value.trim().toLowerCase();
    let visible = 0;
    for (const row of rows) {
      const status = byStatus.value;
      const hasStatus = status === '' || text(row, 1) === status
        || (status === 'corrected' && row.classList.contains('corrected'));
      const fails = byFailed.value === '' || text(row, 6).split(' ').includes(byFailed.value);
      row.hidden = !(hasStatus && fails && text(row, 0).toLowerCase().includes(wanted));
      if (!row.hidden) visible += 1;
    }
    count.textContent = `${visible} of ${rows.length} submissions`;
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

function replay(way) {
  if (way.dataset.ready) return;
  way.dataset.ready = 'yes';
  const n = Number(way.dataset.n);
  const says = way.dataset.says ? way.dataset.says.split(';') : null;
  const unit = says ? 'step' : 'move';
  const all = boards(n, way.dataset.way, says);
  const last = all.length - 1;
  const board = way.querySelector('.b');
  const cells = [...Array(n * n)].map(() => document.createElement('i'));
  board.replaceChildren(...cells);
  board.className = `b n${n}`;
  const stills = matchMedia('(prefers-reduced-motion: reduce)');
  let at = Number(way.dataset.at || 0);
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
  const say = make('p', { className: 'now', 'aria-live': 'polite' });
  slider.addEventListener('input', () => go(Number(slider.value)));

  function draw(was) {
    const { tiles, isWrong, moved, by, text } = all[at];
    cells.forEach((cell, i) => {
      cell.textContent = tiles[i] || '';
      cell.className = tiles[i] === undefined ? 'no' : '';
      if (isWrong && at > 0 && tiles[i] !== all[at - 1].tiles[i]) cell.className += ' odd';
    });
    const row = (i) => tiles.slice(i * n, i * n + n).map((tile) => tile || 'blank').join(' ');
    board.setAttribute('aria-label', [...Array(n)].map((_, i) => row(i)).join(', '));
    way.classList.toggle('illegal', Boolean(isWrong));
    slider.value = at;
    slider.setAttribute('aria-valuetext', says ? all[at].text : `move ${at} of ${last}`);
    say.textContent = says ? text : at === 0 ? `${text}; ${last} ${last === 1 ? 'move follows' : 'moves follow'}`
      : `move ${at} of ${last}: ${text}`;
    first.disabled = back.disabled = at === 0;
    next.disabled = end.disabled = at === last;
    if (moved !== undefined && at === was + 1 && !stills.matches) {
      const { offsetWidth: size } = cells[moved];
      const [dx, dy] = Math.abs(by) === 1 ? [-by, 0] : [0, -Math.sign(by)];
      const from = { transform: `translate(${dx * (size + 3)}px, ${dy * (size + 3)}px)` };
      cells[moved].animate([from, { transform: 'none' }], { duration: 180, easing: 'ease-out' });
    }
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
  way.addEventListener('keydown', (event) => {
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
  way.tabIndex = 0;
  const controls = make('div', { className: 'controls' }, first, back, play, next, end);
  board.after(controls, slider, say);
  draw(at);
}

// What is folded is printed, too.
let folded = [];
addEventListener('beforeprint', () => {
  folded = [...document.querySelectorAll('details:not([open])')];
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
  if (document.querySelector('article.student[id]')) route(true);
  else document.querySelectorAll('.way[data-way]').forEach(replay);
});
})();

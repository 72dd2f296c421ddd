// Replays a path of boards step by step. `data-way` contains the first board and, for each step, either the tile that
// slides or, after `=`, a board that no move leads to. If there is a `data-says`, the boards come from a search. They
// then have these captions instead of moves, and the replay begins at index `data-at`.
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

// Draws the board and caption at an index of the path, where 0 is the first board.
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

  // A shorter path stays at its last board.
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

// Adds controls to a path, or to a group of paths that are replayed together.
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
      // If a button has focus, this key presses it.
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

// The large board. The player can slide its tiles by clicking, dragging, touching, or pressing keys.

class BoardView {
  constructor(game, root) {
    this.game = game;
    this.root = root;
    this.layer = root.querySelector('.tiles');
    this.grid = root.querySelector('.cells');
    this.faces = new Map();
    this.grid.addEventListener('keydown', (event) => this.key(event));
    this.build();
  }

  /** Creates new tiles after the size or the goal has changed. */
  build() {
    const { game } = this;
    const { n } = game;
    this.root.dataset.n = n;
    this.layer.replaceChildren();
    this.faces.clear();
    this.staged = undefined;
    const homes = homesOf(game.goal);
    for (let tile = 1; tile < n * n; tile += 1) {
      const place = document.createElement('div');
      place.className = 'tile';
      place.style.width = place.style.height = `${100 / n}%`;
      place.style.setProperty('--home', homes[tile]);
      const face = document.createElement('div');
      face.className = 'face';
      const number = document.createElement('span');
      number.textContent = tile;
      face.append(number);
      place.append(face);
      place.addEventListener('pointerdown', (event) => this.press(event, tile, place));
      this.layer.append(place);
      this.faces.set(tile, place);
    }
    this.grid.replaceChildren(...Array.from({ length: n }, () => {
      const row = document.createElement('div');
      row.setAttribute('role', 'row');
      row.append(...Array.from({ length: n }, () => {
        const cell = document.createElement('span');
        cell.setAttribute('role', 'gridcell');
        return cell;
      }));
      return row;
    }));
    this.draw();
  }

  /** Joins the tiles of each linear conflict, next to their numbers, if this is wanted. */
  drawConflicts() {
    const { n } = this.game;
    const layer = this.root.querySelector('.conflicts');
    const { cells, pairs = [] } = this.conflicts ?? {};
    const isWanted = document.getElementById('conflicts').checked && cells === (this.staged ?? this.game.cells);
    put(layer, 'viewBox', `0 0 ${100 * n} ${100 * n}`);
    layer.replaceChildren(...(isWanted ? pairs : []).map(([first, second]) => {
      const isRow = Math.floor(first / n) === Math.floor(second / n);
      const [[x, y], [toX, toY]] = [first, second].map((cell) => [
        100 * (cell % n) + (isRow ? 50 : 16), 100 * Math.floor(cell / n) + (isRow ? 16 : 50),
      ]);
      return svg('path', { d: `M${x} ${y}L${toX} ${toY}` });
    }));
  }

  /** Moves every tile to its cell. */
  draw() {
    const { goal, n } = this.game;
    const cells = this.staged ?? this.game.cells;
    this.grid.setAttribute('aria-label', `Board, ${n} by ${n}${this.staged ? ', from the search' : ''}`);
    const marks = this.grid.querySelectorAll('[role="gridcell"]');
    cells.forEach((tile, cell) => {
      const mark = tile === 0 ? 'blank' : `tile ${tile}`;
      if (marks[cell].textContent !== mark) marks[cell].textContent = mark;
      if (tile === 0) return;
      const place = this.faces.get(tile);
      place.style.transform = `translate(${(cell % n) * 100}%, ${Math.floor(cell / n) * 100}%)`;
      place.classList.toggle('home', goal[cell] === tile);
      place.classList.toggle('near', !this.staged && this.game.isNear(tile));
    });
    this.root.classList.toggle('solved', !this.staged && this.game.isSolved);
    this.unhint();
  }

  /** Shows the board of a search instead of the player's board. Without `cells`, shows the player's board again. */
  stage(cells, isQuick = false) {
    this.staged = cells;
    this.root.classList.toggle('staged', cells !== undefined);
    this.root.classList.toggle('quick', isQuick);
    this.draw();
  }

  /** Handles a press on a tile. The tile follows the pointer, and slides or returns when it is released. */
  press(event, tile, place) {
    if (event.button !== 0) return;
    const { game } = this;
    if (this.staged) { this.onTouch(); return; }
    if (!game.isNear(tile)) {
      this.pressLine(event, tile, place);
      return;
    }
    event.preventDefault();
    this.grid.focus({ preventScroll: true });
    const { n } = game;
    const [from, blank] = [game.cells.indexOf(tile), game.cells.indexOf(0)];
    const step = { x: (blank % n) - (from % n), y: Math.floor(blank / n) - Math.floor(from / n) };
    const size = place.getBoundingClientRect().width;
    const [x, y, began] = [event.clientX, event.clientY, event.timeStamp];
    let part = 0;
    const drag = (to) => {
      const along = ((to.clientX - x) * step.x + (to.clientY - y) * step.y) / size;
      part = Math.max(0, Math.min(1, along));
      place.style.transform = `translate(${((from % n) + part * step.x) * 100}%, `
        + `${(Math.floor(from / n) + part * step.y) * 100}%)`;
    };
    const end = (last) => {
      place.removeEventListener('pointermove', drag);
      for (const each of ['pointerup', 'pointercancel']) place.removeEventListener(each, end);
      place.classList.remove('held');
      const isFlick = part > 0.12 && last.timeStamp - began < 250;
      const isClick = Math.hypot(last.clientX - x, last.clientY - y) < 6;
      // The board may have changed in the meantime. If so, do not move the tile.
      const isSame = game.cells[from] === tile && game.cells[blank] === 0;
      if (last.type === 'pointerup' && isSame && (part > 0.45 || isFlick || isClick)) game.move(tile);
      else this.draw();
    };
    place.classList.add('held');
    try { place.setPointerCapture(event.pointerId); } catch { /* The pointer has already been released. */ }
    place.addEventListener('pointermove', drag);
    for (const each of ['pointerup', 'pointercancel']) place.addEventListener(each, end);
  }

  /** Handles a press on a tile that is not next to the blank. Moving the finger scrolls the page. */
  pressLine({ clientX, clientY }, tile, place) {
    const end = ({ type, clientX: x, clientY: y }) => {
      for (const each of ['pointerup', 'pointercancel']) place.removeEventListener(each, end);
      if (type === 'pointerup' && Math.hypot(x - clientX, y - clientY) < 6) this.pushLine(tile);
    };
    for (const each of ['pointerup', 'pointercancel']) place.addEventListener(each, end);
  }

  /** Slides a tile that is in the blank's row or column, together with all tiles in between. */
  pushLine(tile) {
    const { game } = this;
    const { n } = game;
    const [from, blank] = [game.cells.indexOf(tile), game.cells.indexOf(0)];
    const inRow = Math.floor(from / n) === Math.floor(blank / n);
    if (!inRow && from % n !== blank % n) return;
    const step = (inRow ? 1 : n) * Math.sign(from - blank);
    const tiles = [];
    for (let cell = blank + step; cell !== from + step; cell += step) tiles.push(game.cells[cell]);
    for (const each of tiles) game.move(each);
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const way = { ArrowUp: 'up', ArrowDown: 'down', ArrowLeft: 'left', ArrowRight: 'right' }[event.key];
    if (!way) return;
    event.preventDefault();
    event.stopPropagation();
    if (this.staged) { this.onTouch(); return; }
    const tile = this.game.tileFor(way);
    if (tile !== undefined) this.game.move(tile);
  }

  /** Marks the tile that should slide next. */
  hint(tile) {
    this.unhint();
    const { cells, n } = this.game;
    const place = this.faces.get(tile);
    const way = wayOf(cells.indexOf(tile), cells.indexOf(0), n);
    const arrow = document.createElement('i');
    arrow.className = `arrow ${way}`;
    arrow.textContent = { up: '↑', down: '↓', left: '←', right: '→' }[way];
    place.firstChild.append(arrow);
    place.classList.add('hint');
    return way;
  }

  unhint() {
    for (const place of this.faces.values()) {
      place.classList.remove('hint');
      place.querySelector('.arrow')?.remove();
    }
  }

  /** Puts a picture on the tiles, or removes it. Each tile shows the part of the picture at its goal cell. */
  picture(url) {
    const { n, goal } = this.game;
    this.root.classList.toggle('pictured', Boolean(url));
    goal.forEach((tile, cell) => {
      if (tile === 0) return;
      const { style } = this.faces.get(tile).firstChild;
      style.backgroundImage = url ? `url("${url}")` : '';
      style.backgroundSize = url ? `${n * 100}% ${n * 100}%` : '';
      const share = (part) => `${(part * 100) / (n - 1)}%`;
      style.backgroundPosition = url ? `${share(cell % n)} ${share(Math.floor(cell / n))}` : '';
    });
  }
}

// The state of the page: a board, the moves made from it, the goal. It draws nothing.

const sameCells = (a, b) => a.length === b.length && a.every((tile, i) => tile === b[i]);
const homesOf = (goal) => goal.reduce((homes, tile, cell) => { homes[tile] = cell; return homes; }, []);

/** The way that a tile slides from one cell to the next. */
function wayOf(from, to, n) {
  if (to === from - n) return 'up';
  if (to === from + n) return 'down';
  return to < from ? 'left' : 'right';
}

/** The board after a tile has slid into the gap. */
function slid(cells, tile) {
  const next = cells.slice();
  const [from, to] = [cells.indexOf(tile), cells.indexOf(0)];
  next[to] = tile;
  next[from] = 0;
  return next;
}

class Game {
  constructor() {
    this.listeners = [];
    this.line = Promise.resolve();
    this.goal = [1, 2, 3, 4, 5, 6, 7, 8, 0];
    this.goalName = 'blank-last';
    this.begin([8, 1, 3, 4, 0, 2, 7, 6, 5]);
  }

  get n() { return Math.round(Math.sqrt(this.cells.length)); }

  get isSolved() { return sameCells(this.cells, this.goal); }

  /** Calls back after each change, with what has changed: `board`, `goal` or `move`. */
  onChange(listener) { this.listeners.push(listener); }

  /**
   * Makes a change that has to ask the engine first, once the changes before it are made. While one waits
   * for its reply, no other can bring a goal of another size.
   */
  inTurn(change) {
    const made = this.line.then(change);
    this.line = made.catch(() => {});
    return made;
  }

  tell(change, more = {}) { for (const listener of this.listeners) listener(change, more); }

  begin(cells) {
    this.start = cells.slice();
    this.cells = cells.slice();
    this.tiles = [];
    this.at = 0;
  }

  /** Another board to start from. */
  setBoard(cells) {
    this.begin(cells);
    this.tell('board');
  }

  /** Another goal, and a board to start from if its size is another one. */
  setGoal(goal, name, cells = this.cells) {
    this.goal = goal;
    this.goalName = name;
    this.begin(cells);
    this.tell('goal');
  }

  /** Whether a tile is beside the gap. */
  isNear(tile) {
    const { n } = this;
    const [from, gap] = [this.cells.indexOf(tile), this.cells.indexOf(0)];
    const rows = Math.abs(Math.floor(from / n) - Math.floor(gap / n));
    return tile !== 0 && rows + Math.abs((from % n) - (gap % n)) === 1;
  }

  /** Slides a tile. The moves that followed are forgotten unless this is the first of them. */
  move(tile, isReplay = false) {
    if (!this.isNear(tile)) return;
    const from = this.cells.indexOf(tile);
    const to = this.cells.indexOf(0);
    if (this.tiles[this.at] !== tile) this.tiles.length = this.at;
    this.tiles[this.at] = tile;
    this.at += 1;
    this.cells = slid(this.cells, tile);
    this.tell('move', { tile, way: wayOf(from, to, this.n), isReplay });
  }

  /** Goes to a place in the moves that are known. */
  goTo(place) {
    const at = Math.max(0, Math.min(place, this.tiles.length));
    if (at === this.at) return;
    if (at === this.at + 1) { this.move(this.tiles[this.at], true); return; }
    this.cells = this.tiles.slice(0, at).reduce(slid, this.start);
    this.at = at;
    this.tell('move', { isReplay: true });
  }

  /** Moves that follow from here, to be replayed. */
  plan(tiles) {
    this.tiles = [...this.tiles.slice(0, this.at), ...tiles];
    this.tell('plan');
  }

  /** The tile that goes into the gap when the player pushes in a direction. */
  tileFor(way) {
    const { n } = this;
    const gap = this.cells.indexOf(0);
    const [row, col] = [Math.floor(gap / n), gap % n];
    if (way === 'up' && row + 1 < n) return this.cells[gap + n];
    if (way === 'down' && row > 0) return this.cells[gap - n];
    if (way === 'left' && col + 1 < n) return this.cells[gap + 1];
    if (way === 'right' && col > 0) return this.cells[gap - 1];
    return undefined;
  }
}

// The state of the game, which consists of the initial board, the moves, and the goal. This file draws nothing.

const sameCells = (a, b) => a.length === b.length && a.every((tile, i) => tile === b[i]);
const homesOf = (goal) => goal.reduce((homes, tile, cell) => { homes[tile] = cell; return homes; }, []);

/** Returns the direction in which a tile slides between two adjacent cells. */
function wayOf(from, to, n) {
  if (to === from - n) return 'up';
  if (to === from + n) return 'down';
  return to < from ? 'left' : 'right';
}

/** Returns the board after a tile has slid into the blank. */
function slid(cells, tile) {
  const next = cells.slice();
  const [from, to] = [cells.indexOf(tile), cells.indexOf(0)];
  next[to] = tile;
  next[from] = 0;
  return next;
}

/** Returns the numbers in a text. The digits of a board below 4-by-4 may be written without spaces. */
function numbersIn(text) {
  const words = text.match(/\d+/g) ?? [];
  const isCompact = words.length === 1 && [4, 9].includes(words[0].length);
  return (isCompact ? [...words[0]] : words).map(Number);
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

  /** Calls the listener after each change with the kind of change: `board`, `goal`, `move`, `plan` or `taken`. */
  onChange(listener) { this.listeners.push(listener); }

  /**
   * Makes a change that must query the engine first, after all earlier changes are complete. While the change waits
   * for the engine's reply, no other change can therefore set a goal of a different size.
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

  /** Sets the initial board. */
  setBoard(cells) {
    this.begin(cells);
    this.tell('board');
  }

  /** Sets the goal, and restarts from the given board or, by default, from the current one. */
  setGoal(goal, name, cells = this.cells) {
    this.goal = goal;
    this.goalName = name;
    this.begin(cells);
    this.tell('goal');
  }

  /** Returns `true` if a tile is next to the blank. */
  isNear(tile) {
    const { n } = this;
    const [from, blank] = [this.cells.indexOf(tile), this.cells.indexOf(0)];
    const rows = Math.abs(Math.floor(from / n) - Math.floor(blank / n));
    return tile !== 0 && rows + Math.abs((from % n) - (blank % n)) === 1;
  }

  /** Slides a tile. Discards the moves ahead, unless the first of them slides this tile. */
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

  /** Goes to an index in the known moves. */
  goTo(place) {
    const at = Math.max(0, Math.min(place, this.tiles.length));
    if (at === this.at) return;
    if (at === this.at + 1) { this.move(this.tiles[this.at], true); return; }
    this.cells = this.tiles.slice(0, at).reduce(slid, this.start);
    this.at = at;
    this.tell('move', { isReplay: true });
  }

  /** Replaces the moves ahead with moves that the player can replay. */
  plan(tiles) {
    this.tiles = [...this.tiles.slice(0, this.at), ...tiles];
    this.tell('plan');
  }

  /** Returns the tile that slides into the blank if the player pushes in this direction. */
  tileFor(way) {
    const { n } = this;
    const blank = this.cells.indexOf(0);
    const [row, col] = [Math.floor(blank / n), blank % n];
    if (way === 'up' && row + 1 < n) return this.cells[blank + n];
    if (way === 'down' && row > 0) return this.cells[blank - n];
    if (way === 'left' && col + 1 < n) return this.cells[blank + 1];
    if (way === 'right' && col > 0) return this.cells[blank - 1];
    return undefined;
  }
}

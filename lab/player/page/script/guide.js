// Finds the distance of the current board from the goal, and a solution.

/** The number of boards to search, by board size, before giving up on a shortest solution. */
const PATIENCE = { 2: 0, 3: 0, 4: 60_000_000, 5: 1_000_000 };

/** How long to wait for an answer that is no longer needed, in milliseconds. */
const GRACE = 1500;

class Guide {
  constructor(game, desk) {
    this.game = game;
    this.desk = desk;
    this.listeners = [];
    this.answer = { finding: 'thinking' };
  }

  onAnswer(listener) { this.listeners.push(listener); }

  /** Looks up the current board. `moved` is the tile that was just slid. */
  look(moved) {
    const { answer, game } = this;
    if (moved !== undefined && answer.tiles?.[0] === moved) {
      this.settle({ finding: 'solved', tiles: answer.tiles.slice(1) });
      return;
    }
    this.answer = { finding: 'thinking' };
    if (this.since === undefined) this.ask();
    else this.hurry();
  }

  ask() {
    const { cells, goal, n } = this.game;
    this.since = performance.now();
    this.desk.ask(`solve ${cells} ${goal} ${PATIENCE[n]}`).then((answer) => {
      this.since = undefined;
      clearTimeout(this.timer);
      // The player may have moved in the meantime.
      if (cells === this.game.cells && goal === this.game.goal) this.settle(answer);
      else if (this.answer.finding === 'thinking') this.ask();
    });
  }

  /** Gives the engine a moment to finish with an older board, because a new worker would have to rebuild its tables. */
  hurry() {
    clearTimeout(this.timer);
    const rest = GRACE - (performance.now() - this.since);
    this.timer = setTimeout(() => this.desk.stop(), Math.max(0, rest));
  }

  settle(answer) {
    this.answer = answer;
    for (const listener of this.listeners) listener(answer);
    for (const resolve of this.waiting?.splice(0) ?? []) resolve(answer);
  }

  /** Returns the answer for the current board, waiting for it if necessary. */
  async now() {
    if (this.answer.finding !== 'thinking') return this.answer;
    this.waiting ??= [];
    return new Promise((resolve) => { this.waiting.push(resolve); });
  }

  /** Returns a shortest solution or, if none is known, a solution that greedy search finds. */
  async way() {
    const answer = await this.now();
    if (answer.tiles) return { tiles: answer.tiles, isShortest: true };
    if (answer.finding !== 'unknown') return { tiles: null };
    const { cells, goal } = this.game;
    const { tiles } = await this.desk.ask(`walk ${cells} ${goal} 300000`);
    return { tiles: tiles ?? null, isShortest: false };
  }
}

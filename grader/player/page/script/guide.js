// How far it is from the board to the goal, and by which way.

/** The boards that are looked at for a shortest solution before it is given up, by size. */
const PATIENCE = { 2: 0, 3: 0, 4: 60_000_000, 5: 1_000_000 };

/** How long, in milliseconds, an answer that nobody wants any more may take. */
const GRACE = 1500;

class Guide {
  constructor(game, desk) {
    this.game = game;
    this.desk = desk;
    this.listeners = [];
    this.answer = { finding: 'thinking' };
  }

  onAnswer(listener) { this.listeners.push(listener); }

  /** Finds out about the board as it is now. `moved` is the tile that has just slid. */
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
      // The player may have gone on meanwhile.
      if (cells === this.game.cells && goal === this.game.goal) this.settle(answer);
      else if (this.answer.finding === 'thinking') this.ask();
    });
  }

  /** An answer about an older board is waited for, but not for long: a new worker builds its tables anew. */
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

  /** The answer about the board as it is now. */
  async now() {
    if (this.answer.finding !== 'thinking') return this.answer;
    this.waiting ??= [];
    return new Promise((resolve) => { this.waiting.push(resolve); });
  }

  /** Some way to the goal: a shortest one, or if none is known the one that greedy search finds. */
  async way() {
    const answer = await this.now();
    if (answer.tiles) return { tiles: answer.tiles, isShortest: true };
    if (answer.finding !== 'unknown') return { tiles: null };
    const { cells, goal } = this.game;
    const { tiles } = await this.desk.ask(`walk ${cells} ${goal} 300000`);
    return { tiles: tiles ?? null, isShortest: false };
  }
}

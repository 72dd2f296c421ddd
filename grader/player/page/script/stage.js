// The board of a search on the large board, and the way back to the player's own.

class Stage {
  constructor(game, board) {
    Object.assign(this, { game, board });
    this.find = (id) => document.getElementById(id);
    this.find('unstage').addEventListener('click', () => {
      this.clear();
      board.grid.focus({ preventScroll: true });
    });
    // Whoever touches the board wants to play on it.
    board.onTouch = () => this.clear();
  }

  get isOn() { return this.board.staged !== undefined; }

  /** Shows the board of a node, with two lines of text about it. */
  show(cells, goal, words, isQuick) {
    // A reply about an older goal may be of another size.
    if (goal !== this.game.goal) return;
    this.board.stage(cells, isQuick);
    const lines = this.find('staged-words').children;
    words.forEach((text, i) => { write(lines[i], text); });
    this.mark(true);
  }

  clear() {
    if (!this.isOn) return;
    this.board.stage(undefined);
    this.mark(false);
  }

  mark(isOn) {
    this.find('staged').hidden = !isOn;
    this.find('standing').hidden = isOn;
  }
}

// Shows the boards of a search on the large board, and switches back to the player's board.

class Stage {
  constructor(game, board) {
    Object.assign(this, { game, board });
    this.find = (id) => document.getElementById(id);
    this.find('unstage').addEventListener('click', () => {
      this.clear();
      board.grid.focus({ preventScroll: true });
    });
    // Touching the board returns to the game.
    board.onTouch = () => this.clear();
  }

  get isOn() { return this.board.staged !== undefined; }

  /** Shows the board of a node with two lines of text. */
  show(cells, goal, words, isQuick) {
    // The reply may be late and belong to a goal with a different size.
    if (goal !== this.game.goal) return;
    this.board.stage(cells, isQuick);
    this.onChange?.(isQuick);
    const lines = this.find('staged-words').children;
    words.forEach((text, i) => { write(lines[i], text); });
    this.mark(true);
  }

  clear() {
    if (!this.isOn) return;
    this.board.stage(undefined);
    this.mark(false);
    this.onChange?.();
  }

  mark(isOn) {
    this.find('staged').hidden = !isOn;
    this.find('standing').hidden = isOn;
  }
}

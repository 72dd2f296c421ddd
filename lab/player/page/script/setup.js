// The dialog for entering a board or a goal, by arranging tiles or typing numbers.

class Setup {
  constructor(game, desk, use) {
    Object.assign(this, { game, desk, use });
    this.dialog = document.getElementById('setup');
    this.slots = document.getElementById('slots');
    this.text = document.getElementById('as-text');
    this.wrong = document.getElementById('text-wrong');
    this.text.addEventListener('input', () => this.read());
    for (const choice of this.dialog.querySelectorAll('[name="what"]')) {
      choice.addEventListener('change', () => this.choose(choice.value));
    }
    this.dialog.addEventListener('close', () => {
      if (this.dialog.returnValue === 'set' && this.cells) this.use(this.what, this.cells);
    });
    document.getElementById('set').addEventListener('click', (event) => {
      if (!this.cells) event.preventDefault();
    });
  }

  open(what) {
    this.dialog.querySelector(`[name="what"][value="${what}"]`).checked = true;
    this.dialog.returnValue = '';
    this.choose(what);
    this.dialog.showModal();
  }

  choose(what) {
    this.what = what;
    this.cells = (what === 'goal' ? this.game.goal : this.game.cells).slice();
    this.draw();
    this.write();
  }

  write() {
    const n = Math.round(Math.sqrt(this.cells.length));
    const rows = Array.from({ length: n }, (_, row) => this.cells.slice(row * n, row * n + n).join(' '));
    this.text.value = rows.join(' / ');
    this.wrong.textContent = '';
  }

  /** Parses the text. If it is invalid, the engine reports the error. */
  async read() {
    const { value } = this.text;
    const numbers = numbersIn(value);
    // As in a puzzle file, the text may begin with the number of rows.
    const tiles = numbers.length === numbers[0] ** 2 + 1 ? numbers.slice(1) : numbers;
    const { error } = await this.desk.ask(`facts ${tiles.join()} ${tiles.join()}`);
    if (value !== this.text.value) return;
    this.cells = error ? undefined : tiles;
    this.wrong.textContent = error ? `This is not a board: ${error}.` : '';
    if (!error) this.draw();
  }

  draw() {
    const n = Math.round(Math.sqrt(this.cells.length));
    this.picked = undefined;
    this.slots.style.gridTemplateColumns = `repeat(${n}, 1fr)`;
    this.slots.replaceChildren(...this.cells.map((tile, cell) => {
      const slot = document.createElement('button');
      slot.type = 'button';
      slot.textContent = tile === 0 ? 'blank' : tile;
      slot.className = tile === 0 ? 'blank' : '';
      slot.dataset.cell = cell;
      slot.addEventListener('click', () => this.pick(cell));
      slot.addEventListener('keydown', (event) => this.walk(event, cell, n));
      slot.addEventListener('pointerdown', (event) => this.press(event, cell));
      return slot;
    }));
  }

  /** Moves the focus between cells with the arrow keys. */
  walk(event, cell, n) {
    const step = { ArrowUp: -n, ArrowDown: n, ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const target = this.slots.children[cell + (step ?? 0)];
    if (!step || !target) return;
    event.preventDefault();
    target.focus();
  }

  pick(cell) {
    if (this.picked === undefined) {
      this.picked = cell;
      this.slots.children[cell].classList.add('picked');
      return;
    }
    this.exchange(this.picked, cell);
    this.slots.children[cell].focus();
  }

  press(event, cell) {
    const [x, y] = [event.clientX, event.clientY];
    const drop = (last) => {
      if (Math.hypot(last.clientX - x, last.clientY - y) < 12) return;
      const target = document.elementFromPoint(last.clientX, last.clientY)?.closest('[data-cell]');
      if (target && this.slots.contains(target)) this.exchange(cell, Number(target.dataset.cell));
    };
    addEventListener('pointerup', drop, { once: true });
    event.target.releasePointerCapture?.(event.pointerId);
  }

  exchange(a, b) {
    [this.cells[a], this.cells[b]] = [this.cells[b], this.cells[a]];
    this.draw();
    this.write();
  }
}

// The controls next to the board, for the distance, hints, replay and scrambling.

class Play {
  constructor(game, board, guide) {
    Object.assign(this, { game, board, guide });
    this.find = (id) => document.getElementById(id);
    this.said = '';
    this.wire();
    game.onChange((change, more) => this.heed(change, more));
    guide.onAnswer(() => { this.tell(); this.announce(); });
  }

  wire() {
    const on = (id, what, event = 'click') => this.find(id).addEventListener(event, what);
    on('hint', () => this.hint());
    on('solve', () => this.solve());
    on('go', () => this.toggle());
    on('first', () => { this.pause(); this.game.goTo(0); });
    on('back', () => this.back());
    on('forth', () => this.forth());
    on('scrub', () => { this.pause(); this.game.goTo(Number(this.find('scrub').value)); }, 'input');
    on('pace', () => this.tellPace(), 'input');
    on('scramble', () => this.scramble());
    on('depth', () => this.tellDepth(), 'input');
    on('random', () => this.random('any'));
    on('repair', () => this.repair());
    this.tellPace();
  }

  heed(change, { tile, way, isReplay }) {
    if (change === 'board' || change === 'goal' || change === 'taken') {
      this.pause();
      this.note = '';
      this.first = undefined;
    }
    if (change === 'goal') this.tellDepth();
    if (change === 'plan') { this.tell(); return; }
    if (change === 'move' && !isReplay) this.note = '';
    this.said = tile ? `tile ${tile} moved ${way}` : '';
    this.guide.look(tile);
    this.facts();
    this.tell();
  }

  /** Shows the distance, the number of moves made, and why a board has no solution. */
  tell() {
    const { game, guide } = this;
    const { finding, tiles, atLeast } = guide.answer;
    const togo = this.find('togo');
    const words = this.find('togo-words');
    if (game.at === 0 && tiles) this.first = tiles.length;
    this.find('why').hidden = finding !== 'none';
    if (finding === 'none') [togo.textContent, words.textContent] = ['∞', 'this board cannot reach the goal'];
    else if (game.isSolved) [togo.textContent, words.textContent] = ['0', 'moves to go: solved'];
    else if (finding === 'solved') [togo.textContent, words.textContent] = [tiles.length, `${tiles.length === 1 ? 'move' : 'moves'} to go`];
    else if (finding === 'unknown') [togo.textContent, words.textContent] = [`≥ ${atLeast}`, 'moves to go'];
    else if (guide.answer.error) [togo.textContent, words.textContent] = ['?', guide.answer.error];
    else [togo.textContent, words.textContent] = ['…', 'looking for a shortest solution'];
    const made = [];
    if (game.tiles.length > 0) made.push(`move ${game.at} of ${game.tiles.length}`);
    if (this.first !== undefined && game.at > 0) made.push(`shortest: ${this.first}`);
    if (this.note) made.push(this.note);
    this.find('made').textContent = made.join(' · ');
    const scrub = this.find('scrub');
    scrub.max = game.tiles.length;
    scrub.value = game.at;
    scrub.disabled = game.tiles.length === 0;
    scrub.setAttribute('aria-valuetext', `move ${game.at} of ${game.tiles.length}`);
    this.find('first').disabled = this.find('back').disabled = game.at === 0;
    const isAhead = game.at < game.tiles.length;
    const hasWay = isAhead || (tiles?.length ?? 0) > 0 || finding === 'unknown';
    this.find('forth').disabled = !hasWay && !this.isPlaying;
    this.find('go').disabled = !isAhead && !this.isPlaying;
    this.find('hint').disabled = this.find('solve').disabled = finding === 'none' || game.isSolved;
  }

  announce() {
    const { finding, tiles, atLeast } = this.guide.answer;
    const rest = this.game.isSolved ? 'solved'
      : finding === 'none' ? 'this board cannot reach the goal'
        : finding === 'unknown' ? `at least ${plural(atLeast, 'move')} to go`
          : tiles ? `${plural(tiles.length, 'move')} to go` : '';
    this.find('live').textContent = [this.said, rest].filter(Boolean).join(', ');
  }

  /**
   * Shows facts about the displayed board that do not require a search, such as the estimates. If a search quickly
   * displays one board after another, waits before each request, so that the requests do not slow it down.
   */
  async facts(isQuick = false) {
    Object.assign(this, { areFactsOld: true, isPassing: isQuick });
    if (this.isAsking) return;
    this.isAsking = true;
    try {
      while (this.areFactsOld) {
        if (this.isPassing) await new Promise((done) => { setTimeout(done, 100); });
        this.areFactsOld = false;
        await this.askFacts();
      }
    } finally { this.isAsking = false; }
  }

  async askFacts() {
    const { cells, goal, n } = this.game;
    const shown = this.board.staged ?? cells;
    const facts = await this.guide.quick.ask(`facts ${shown} ${goal}`);
    if (facts.error || shown !== (this.board.staged ?? this.game.cells)) return;
    this.tellBounds(facts.bounds);
    this.board.conflicts = { cells: shown, pairs: facts.conflicts };
    this.board.drawConflicts();
    if (shown === cells) this.tellParity(facts, n);
  }

  tellBounds(bounds) {
    const list = this.find('bounds');
    if (list.children.length !== bounds.length) {
      list.replaceChildren(...bounds.map(() => {
        const entry = document.createElement('div');
        entry.append(document.createElement('dt'), document.createElement('dd'));
        return entry;
      }));
    }
    bounds.forEach(({ name, moves }, i) => {
      const [term, value] = list.children[i].children;
      write(term, nameOf(name));
      write(value, String(moves));
    });
  }

  /** Explains the parity that determines whether the player's board is solvable. */
  tellParity({ inversions, pairs, rows }, n) {
    const some = pairs.slice(0, 3).map(([a, b]) => `${a} before ${b}`).join(', ');
    const among = inversions > 3 ? `, among them ${some}` : inversions > 0 ? `: ${some}` : '';
    const count = `${plural(inversions, 'pair')} of tiles ${inversions === 1 ? 'is' : 'are'} in the wrong order${among}.`;
    const odd = (it) => (it % 2 === 0 ? 'even' : 'odd');
    if (n % 2 === 1) {
      this.find('why-numbers').textContent = count;
      this.find('why-rule').textContent = `${inversions} is an ${odd(inversions)} number, and the goal has 0. `
        + `A tile that slides up or down passes ${n - 1} others, and one that slides along its row passes none, so the number never changes between odd and even.`;
    } else {
      this.find('why-numbers').textContent = `${count} The blank is ${rows === 0 ? 'in its row' : `${plural(rows, 'row')} from its row`}.`;
      this.find('why-rule').textContent = `${inversions} + ${rows} = ${inversions + rows} is an ${odd(inversions + rows)} number, and the goal has 0. `
        + `A tile that slides up or down passes ${n - 1} ${n === 2 ? 'other' : 'others'} and moves the blank by a row, so the sum never changes between odd and even.`;
    }
  }

  async hint() {
    this.board.onTouch();
    const { cells } = this.game;
    const { tiles } = await this.guide.way();
    if (!tiles?.length || cells !== this.game.cells) return;
    const way = this.board.hint(tiles[0]);
    this.find('live').textContent = `hint: move tile ${tiles[0]} ${way}`;
  }

  /** Plays a shortest solution from the current board. */
  async solve() {
    this.pause();
    const { cells } = this.game;
    const { tiles, isShortest } = await this.guide.way();
    if (!tiles?.length || cells !== this.game.cells) return;
    this.game.plan(tiles);
    if (!isShortest) {
      this.note = 'found by greedy search, possibly not the shortest';
      this.tell();
    }
    this.play();
  }

  /** Starts or pauses the replay of the moves ahead. */
  toggle() {
    if (this.isPlaying) this.pause();
    else if (this.game.at < this.game.tiles.length) this.play();
  }

  back() {
    this.pause();
    this.game.goTo(this.game.at - 1);
  }

  /** Makes the next known move. If there is none, makes the first move of a solution. */
  async forth() {
    this.pause();
    if (this.game.at === this.game.tiles.length) {
      const { cells } = this.game;
      const { tiles } = await this.guide.way();
      if (!tiles?.length || cells !== this.game.cells) return;
      this.game.plan(tiles);
    }
    this.game.goTo(this.game.at + 1);
  }

  get interval() { return 1000 / Number(this.find('pace').value); }

  tellPace() {
    const pace = this.find('pace');
    pace.setAttribute('aria-valuetext', `${plural(Number(pace.value), 'move')} per second`);
  }

  play() {
    this.isPlaying = true;
    this.mark();
    const next = () => {
      if (!this.isPlaying) return;
      this.game.goTo(this.game.at + 1);
      if (this.game.at === this.game.tiles.length) this.pause();
      else this.timer = setTimeout(next, this.interval);
    };
    next();
  }

  pause() {
    clearTimeout(this.timer);
    const hasPlayed = this.isPlaying;
    this.isPlaying = false;
    this.mark();
    if (hasPlayed) this.tell();
  }

  mark() {
    const go = this.find('go');
    go.classList.toggle('playing', Boolean(this.isPlaying));
    go.setAttribute('aria-label', this.isPlaying ? 'Pause' : 'Replay the moves ahead');
  }

  tellDepth() {
    const depth = this.find('depth');
    const most = { 2: 6, 3: 31, 4: 50, 5: 40 }[this.game.n];
    if (Number(depth.max) !== most) {
      depth.max = most;
      depth.value = depth.dataset.usual = { 2: 4, 3: 20, 4: 30, 5: 30 }[this.game.n];
    }
    this.find('depth-shown').textContent = plural(Number(depth.value), 'move');
    depth.setAttribute('aria-valuetext', plural(Number(depth.value), 'move'));
  }

  /** Returns a random seed. The engine always creates the same board from the same seed. */
  static seed() { return crypto.getRandomValues(new Uint32Array(1))[0]; }

  scramble() {
    const depth = () => this.find('depth').value;
    return this.deal(() => `scramble ${this.game.goal} ${depth()} ${Play.seed()}`, (moves) => {
      if (moves !== null && moves !== Number(depth())) this.note = `the closest board to ${depth()} moves that was found`;
    });
  }

  random(which) {
    return this.deal(() => `random ${this.game.goal} ${which} ${Play.seed()}`);
  }

  /** Requests a new board, and sets it unless the board has been replaced by then. */
  deal(request, then = () => {}) {
    const { game } = this;
    const deal = {};
    this.newest = deal;
    return game.inTurn(async () => {
      if (this.newest !== deal) return;
      const { start } = game;
      const { cells, moves, error } = await this.guide.quick.ask(request());
      if (error || game.start !== start) return;
      game.setBoard(cells);
      then(moves);
    });
  }

  repair() { this.game.setBoard(twinOf(this.game.cells)); }
}

// The searches to watch: one, or two side by side, step by step or at a speed.

const RATES = [1, 2, 5, 10, 30, 100, 1000, 10_000, Infinity];

/** A board with two tiles exchanged, as the assignment's twin. */
function twinOf(cells) {
  const n = Math.round(Math.sqrt(cells.length));
  const first = cells[0] !== 0 && cells[1] !== 0 ? 0 : n;
  const twin = cells.slice();
  [twin[first], twin[first + 1]] = [twin[first + 1], twin[first]];
  return twin;
}

class Search {
  constructor(game, desks, choices, quick) {
    this.game = game;
    this.isRunning = false;
    this.speed = 2000;
    this.lanes = desks.map((desk, i) => new Lane(game, desk, choices[i], quick));
    this.find = (id) => document.getElementById(id);
    this.wire();
    game.onChange((change) => this.heed(change));
  }

  get shown() { return this.find('both').checked ? this.lanes : this.lanes.slice(0, 1); }

  get isTwin() { return this.find('both').checked && this.find('twin').checked; }

  get rate() { return RATES[Number(this.find('rate').value)]; }

  wire() {
    const on = (id, event, what) => this.find(id).addEventListener(event, what);
    on('run', 'click', () => this.toggle());
    on('step', 'click', () => this.step());
    on('finish', 'click', () => this.finish());
    on('restart', 'click', () => this.open());
    on('both', 'change', () => { this.place(); this.open(); });
    on('twin', 'change', () => this.open());
    on('rate', 'input', () => this.tellRate());
    for (const lane of this.lanes) {
      const choose = () => { lane.read(); this.onChoice?.(); this.open(); };
      lane.algorithm.addEventListener('change', choose);
      lane.heuristic.addEventListener('change', choose);
      lane.part('limit').addEventListener('change', choose);
      lane.part('take').addEventListener('click', () => this.take(lane));
    }
    this.tellRate();
    this.place();
  }

  tellRate() {
    const text = this.rate === Infinity ? 'as fast as it goes' : `${plural(this.rate, 'step')} a second`;
    this.find('rate-shown').textContent = text;
    this.find('rate').setAttribute('aria-valuetext', text);
  }

  place() {
    const { shown } = this;
    this.find('lanes').replaceChildren(...shown.map((lane) => lane.root));
    this.find('lanes').classList.toggle('two', shown.length === 2);
    this.find('twin-label').hidden = shown.length < 2;
    this.onChoice?.();
  }

  /** The searches and heuristics of another goal. */
  async offer(desk) {
    const { goal } = this.game;
    const options = await desk.ask(`options ${goal}`);
    if (options.error || goal !== this.game.goal) return;
    for (const lane of this.lanes) lane.offer(options);
  }

  heed(change) {
    // A search that has begun goes on from its board while the player moves.
    const isFresh = this.lanes[0].view?.steps === 0;
    if (change === 'board' || (change === 'move' && isFresh)) this.open();
  }

  /** Begins anew, from the board that is played on. */
  async open() {
    if (!this.lanes[0].kind) return;
    this.pause();
    this.find('verdict').textContent = '';
    const { cells } = this.game;
    const [first, second] = this.lanes;
    // In lockstep both are searched by one engine, a step each in turn.
    [second.desk, second.slot] = this.isTwin ? [first.own, 1] : [second.own, 0];
    await Promise.all(this.shown.map((lane, i) => lane.open(i === 1 && this.isTwin ? twinOf(cells) : cells)));
    this.enable();
  }

  get isOver() {
    const over = this.shown.map((lane) => lane.isOver);
    return this.isTwin ? over.some(Boolean) : over.every(Boolean);
  }

  enable() {
    for (const id of ['run', 'step', 'finish']) this.find(id).disabled = this.isOver;
  }

  toggle() { if (this.isRunning) this.pause(); else this.run(() => this.rate); }

  finish() { this.pause(); this.run(() => Infinity); }

  pause() {
    this.isRunning = false;
    this.turn = undefined;
    this.find('run').textContent = 'Run';
  }

  async step() {
    this.pause();
    if (!this.isOver) await this.advance(1, false);
  }

  async run(rateNow) {
    if (this.isOver) return;
    this.isRunning = true;
    this.find('run').textContent = 'Pause';
    const turn = {};
    this.turn = turn;
    const goesOn = () => this.turn === turn && !this.isOver;
    let last = performance.now() - 1000 / rateNow();
    while (goesOn()) {
      const rate = rateNow();
      const now = performance.now();
      const steps = rate === Infinity ? this.speed : Math.floor(((now - last) / 1000) * rate);
      if (steps > 0) {
        // After a pause of the browser it does not catch up.
        last = rate === Infinity || steps > rate ? now : last + (steps / rate) * 1000;
        await this.advance(Math.min(steps, 200_000), rate > 10);
        if (rate === Infinity) this.adapt();
      }
      await new Promise((done) => { requestAnimationFrame(done); });
    }
    if (this.turn === turn) this.pause();
  }

  /** Makes the engines work for about a tenth of a second at a time, however long drawing takes. */
  adapt() {
    const took = Math.max(...this.shown.map((lane) => lane.took ?? 0));
    if (took < 70) this.speed = Math.min(200_000, Math.round(this.speed * 1.7));
    else if (took > 150) this.speed = Math.max(500, Math.round(this.speed * 0.7));
  }

  async advance(steps, isQuick) {
    if (this.isTwin) {
      const began = performance.now();
      const [{ opening }] = this.lanes;
      const { views, stopped } = await this.lanes[0].own.ask(`lockstep ${steps} ${NEXT}`);
      if (stopped || views?.length !== 2 || this.lanes[0].opening !== opening) return;
      this.lanes[0].took = performance.now() - began;
      this.lanes.forEach((lane, i) => lane.show(views[i], isQuick));
    } else {
      await Promise.all(this.shown.filter((lane) => !lane.isOver).map((lane) => lane.advance(steps, isQuick)));
    }
    if (this.shown.length === 2 && this.shown.every((lane) => lane.view?.curve)) {
      const views = this.shown.map((lane) => lane.view);
      const top = Math.max(...views.flatMap(({ curve }) => curve));
      const longest = Math.max(...views.map(({ curve, stride }) => curve.length * stride));
      for (const lane of this.shown) lane.drawCurve(top, longest);
    }
    this.enable();
    this.find('verdict').textContent = this.isOver ? this.verdict() : '';
  }

  /** What comes out of two searches. */
  verdict() {
    if (this.shown.length < 2) return '';
    const [a, b] = this.shown;
    if (this.isTwin) {
      if (a.view.status === 'solved') return 'The board itself was solved, so it has a solution.';
      if (b.view.status === 'solved') return 'The twin was solved, so the board itself has no solution.';
      return '';
    }
    if (![a, b].every(({ view }) => view.status === 'solved')) return '';
    const [fewer, more] = a.view.expanded <= b.view.expanded ? [a, b] : [b, a];
    const times = (more.view.expanded / Math.max(1, fewer.view.expanded)).toLocaleString('en', { maximumSignificantDigits: 3 });
    const lengths = [a, b].map(({ view }) => view.path.length);
    const length = lengths[0] === lengths[1] ? `Both found ${plural(lengths[0], 'move')}`
      : `${a.title} found ${plural(lengths[0], 'move')}, ${b.title} ${lengths[1]}`;
    if (fewer.view.expanded === more.view.expanded) return `${length}, and expanded as many boards.`;
    return `${length}; ${more.title} expanded ${times} times as many boards as ${fewer.title}.`;
  }

  /** Lays the solution of a search on the board that it began with, and plays it. */
  take(lane) {
    const { path, steps } = lane.view;
    // A new goal has come, and the search for it is not there yet.
    if (lane.goal !== this.game.goal) return;
    if (!sameCells(lane.start, this.game.cells)) {
      this.game.begin(lane.start);
      this.game.tell('taken');
    }
    this.game.plan(path);
    this.onTake?.(steps);
  }
}

// Runs one search, or two side by side. They can run step by step or at a given speed, forward and backward.

const RATES = [1, 2, 5, 10, 30, 100, 1000, 10_000, Infinity];

/** Steps within this time of each other are not animated, in milliseconds. */
const RAPID = 80;

/** Returns the board with two tiles swapped, as the assignment's `twin` does. */
function twinOf(cells) {
  const n = Math.round(Math.sqrt(cells.length));
  const first = cells[0] !== 0 && cells[1] !== 0 ? 0 : n;
  const twin = cells.slice();
  [twin[first], twin[first + 1]] = [twin[first + 1], twin[first]];
  return twin;
}

class Search {
  constructor(game, desks, choices, quick, stage) {
    Object.assign(this, { game, stage, isRunning: false, speed: 2000, target: 0, phase: 0, longest: 0, lastGo: -Infinity });
    this.lanes = desks.map((desk, i) => new Lane(game, desk, choices[i], quick));
    this.find = (id) => document.getElementById(id);
    this.wire();
    game.onChange((change) => this.heed(change));
  }

  get shown() { return this.find('both').checked ? this.lanes : this.lanes.slice(0, 1); }

  get isTwin() { return this.find('both').checked && this.find('twin').checked && !this.trace; }

  get isByLine() { return this.find('by-line').checked; }

  get rate() { return RATES[Number(this.find('rate').value)]; }

  wire() {
    const on = (id, event, what) => this.find(id).addEventListener(event, what);
    on('run', 'click', () => this.toggle());
    on('step', 'click', () => this.step());
    on('unstep', 'click', () => this.unstep());
    on('finish', 'click', () => this.finish());
    on('restart', 'click', () => this.open());
    on('both', 'change', () => { this.place(); this.open(); });
    on('twin', 'change', () => { this.place(); this.open(); });
    on('by-line', 'change', () => { this.phase = this.lastPhase; this.redraw(); });
    on('rate', 'input', () => { this.tellRate(); this.onChoice?.(); });
    on('time', 'input', () => this.scrub(Number(this.find('time').value)));
    for (const lane of this.lanes) {
      const choose = () => { lane.read(); this.onChoice?.(); this.open(); };
      lane.algorithm.addEventListener('change', choose);
      lane.heuristic.addEventListener('change', choose);
      for (const field of ['limit', 'weight']) lane.part(field).addEventListener('change', choose);
      lane.part('take').addEventListener('click', () => this.take(lane));
    }
    this.tellRate();
    this.place();
  }

  tellRate() {
    const text = this.rate === Infinity ? 'as fast as possible' : `${plural(this.rate, 'step')} per second`;
    this.find('rate-shown').textContent = text;
    this.find('rate').setAttribute('aria-valuetext', text);
  }

  place() {
    const { shown } = this;
    this.find('lanes').replaceChildren(...shown.map((lane) => lane.root));
    this.find('lanes').classList.toggle('two', shown.length === 2);
    this.find('lanes').classList.toggle('of-twin', this.isTwin);
    shown.forEach((lane, i) => { lane.name = this.isTwin ? ['Board', 'Twin'][i] : undefined; });
    this.placeCode();
    this.find('twin-label').hidden = shown.length < 2 || Boolean(this.trace);
    this.onChoice?.();
  }

  /** Puts the pseudocode below the board in lecture mode, and back. */
  placeCode() {
    const { shown: [first, second] } = this;
    const isLecture = document.documentElement.dataset.lecture !== undefined;
    for (const lane of this.lanes) lane.part('scene').append(lane.part('code-box'));
    const [code, lockstep] = [first.part('code-box'), this.find('lockstep')];
    if (isLecture && !second) this.find('below').append(code);
    first.part('scene').append(this.find('heap-box'));
    first.part('scene').classList.toggle('with-heap', this.find('heap').checked);
    if (isLecture) this.find('below').append(lockstep); else this.find('lanes').before(lockstep);
  }

  /** Offers the searches and heuristics for the current goal. */
  async offer(desk) {
    const { goal } = this.game;
    const options = await desk.ask(`options ${goal}`);
    if (options.error || goal !== this.game.goal) return;
    this.offered = goal;
    for (const lane of this.lanes) lane.offer(options);
  }

  heed(change) {
    // A recorded search belongs to its own puzzle.
    const isOther = this.trace && !(sameCells(this.trace.goal, this.game.goal) && sameCells(this.trace.board, this.game.cells));
    if (isOther && (change === 'board' || change === 'goal')) this.dropTrace();
    const { coming } = this;
    if (change === 'goal' && coming && sameCells(coming.goal, this.game.goal) && sameCells(coming.board, this.game.cells)) {
      Object.assign(this, { trace: coming, coming: undefined });
      this.find('both').checked = true;
      this.find('twin').checked = false;
      this.lanes[1].choice = { algorithm: 'a-star', heuristic: coming.heuristic };
      this.place();
    }
    // The searches for the new goal are opened when the options for it arrive.
    if (change === 'goal') this.close();
    // A search that has started keeps its initial board, even if the player moves tiles.
    const isFresh = !this.trace && this.lanes[0].at === 0;
    if (change === 'board' || (change === 'move' && isFresh)) this.open();
  }

  dropTrace() {
    this.trace = undefined;
    this.find('both').checked = false;
    this.place();
    this.onTraceGone?.();
  }

  /** Ends the searches, including a hidden one. */
  close() {
    this.pause();
    Object.assign(this, { session: {}, going: undefined, target: 0, phase: 0, longest: 0 });
    for (const lane of this.lanes) lane.close();
  }

  /** Restarts the searches, from the given board or from the player's board. */
  async open(from) {
    // The options may be for an earlier goal. If so, the searches are opened when the options for this goal arrive.
    if (this.offered !== this.game.goal) return;
    this.close();
    this.find('verdict').textContent = '';
    const { session } = this;
    const cells = this.trace?.board ?? from ?? this.game.cells;
    const [first, second] = this.lanes;
    if (this.isTwin) second.follow(first);
    // In lockstep, one engine runs both searches in turn.
    [second.desk, second.slot] = this.isTwin ? [first.own, 1] : [second.own, 0];
    await Promise.all(this.shown.map((lane, i) => lane.open(i === 1 && this.isTwin ? twinOf(cells) : cells, i === 0 ? this.trace : undefined)));
    if (this.session === session) this.redraw(true);
  }

  /** The current step. If one search has ended before the other, this is the step of the longer search. */
  get at() {
    const [recorded, model] = this.lanes;
    if (this.trace && recorded.view?.own !== undefined) {
      return recorded.at + (recorded.at === recorded.made ? Math.max(0, model.at - recorded.view.own) : 0);
    }
    return Math.max(0, ...this.shown.map((lane) => lane.at));
  }

  /** The number of steps made so far. All of them can be shown immediately. */
  get made() { return Math.max(this.longest, ...(this.trace ? [this.lanes[0].made] : this.shown.map((lane) => lane.made))); }

  get first() { return Math.max(0, ...this.shown.map((lane) => lane.view?.first ?? 0)); }

  get lastPhase() { return Math.max(0, ...this.shown.map((lane) => (lane.lines?.length ?? 1) - 1)); }

  get isOver() {
    const over = this.shown.map((lane) => lane.isOver);
    return this.isTwin ? over.some(Boolean) : over.every(Boolean);
  }

  /** Whether more lines of the current step can be shown. */
  get isWithin() { return this.isByLine && this.phase < this.lastPhase; }

  toggle() { if (this.isRunning) this.pause(); else this.run(() => this.rate); }

  async finish() {
    this.pause();
    const { session } = this;
    await this.go(this.made, true);
    if (this.session === session) this.run(() => Infinity);
  }

  pause() {
    this.isRunning = false;
    this.turn = undefined;
    this.find('run').textContent = 'Run';
  }

  /** Goes forward by a step or a line. */
  async step() {
    this.pause();
    if (this.isWithin) { this.phase += 1; this.redraw(); } else if (!this.isOver) await this.go(this.target + 1, false, 0);
  }

  /** Goes back by a step or a line. */
  async unstep() {
    this.pause();
    if (this.isByLine && this.phase > 0) { this.phase -= 1; this.redraw(); } else if (this.target > this.first) await this.go(this.target - 1, false);
  }

  /** Goes to a step that has already been made. */
  scrub(step) {
    this.pause();
    return this.go(step, Math.abs(step - this.at) > 1);
  }

  /**
   * Goes to a step. If more steps are requested in the meantime, goes only to the latest. Steps in rapid succession,
   * such as those of a held key, are not animated, because there is no time for it.
   */
  go(step, isQuick, phase = Infinity) {
    const now = performance.now();
    const isRapid = now - this.lastGo < RAPID;
    Object.assign(this, { target: Math.max(this.first, step), isQuick: isQuick || isRapid, wantedPhase: phase, lastGo: now });
    this.going ??= this.follow(this.session);
    return this.going;
  }

  async follow(session) {
    let step;
    do {
      step = this.target;
      await this.reach(step);
      if (this.session !== session) return;
      this.longest = Math.max(this.longest, this.at);
      this.phase = Math.min(this.wantedPhase, this.lastPhase);
      this.redraw(this.isQuick);
    } while (step !== this.target);
    this.target = this.at;
    this.going = undefined;
  }

  async reach(step) {
    const { session } = this;
    const [first, second] = this.lanes;
    if (this.trace) {
      await first.reach(step);
      if (this.session === session && first.view?.own !== undefined) await second.reach(first.view.own + Math.max(0, step - first.made));
    } else if (this.isTwin && step > this.made && !this.shown.some((lane) => lane.view?.over)) {
      const began = performance.now();
      const reply = await first.own.ask(`lockstep ${step - this.made} ${FRONT}`);
      if (reply.stopped || this.session !== session) return;
      first.took = performance.now() - began;
      this.lanes.forEach((lane, i) => lane.take(reply.error ? reply : reply.views[i]));
    } else {
      // In lockstep, both searches stop as soon as one ends.
      const last = this.isTwin ? Math.min(step, this.made) : step;
      await Promise.all(this.shown.map((lane) => lane.reach(last)));
    }
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
        // Do not catch up if the browser has paused the page.
        last = rate === Infinity || steps > rate ? now : last + (steps / rate) * 1000;
        await this.go(this.at + Math.min(steps, 200_000), rate > 10);
        if (rate === Infinity) this.adapt();
      }
      await new Promise((done) => { requestAnimationFrame(done); });
    }
    if (this.turn === turn) { this.pause(); this.redraw(); }
  }

  /** Adapts the number of steps so that each request takes the engines about 0.1 s, excluding the drawing. */
  adapt() {
    const took = Math.max(...this.shown.map((lane) => lane.took ?? 0));
    if (took < 70) this.speed = Math.min(200_000, Math.round(this.speed * 1.7));
    else if (took > 150) this.speed = Math.max(500, Math.round(this.speed * 0.7));
  }

  /** Draws everything that depends on the step. */
  redraw(isQuick = false) {
    const phase = this.isByLine ? this.phase : Infinity;
    const isFault = this.fault !== undefined && this.lanes[0].at === this.fault.step;
    this.shown.forEach((lane, i) => lane.draw(phase, isQuick, i === 0 && isFault));
    const curves = this.shown.map((lane) => lane.curve).filter(Boolean);
    const top = Math.max(0, ...curves.map((curve) => curve.top));
    const longest = Math.max(0, ...curves.map(({ steps }) => steps));
    for (const lane of this.shown) lane.drawCurve(top, longest);
    write(this.find('verdict'), this.isOver ? verdictOf(this) : '');
    this.tellTime();
    this.showBoard(isQuick);
    this.drawLockstep();
    this.onShow?.();
    this.onChoice?.();
    for (const lane of this.shown) lane.tree.follow();
  }

  tellTime() {
    const isEnd = this.isOver && !this.isWithin;
    for (const id of ['run', 'step', 'finish']) this.find(id).disabled = isEnd;
    this.find('unstep').disabled = this.at <= this.first && !(this.isByLine && this.phase > 0);
    const time = this.find('time');
    const { at, made, first, fault } = this;
    // Setting these would lay out the slider again, even if they were the same.
    put(time, 'min', first);
    put(time, 'max', made);
    time.disabled = made === first;
    time.value = at;
    const words = `step ${at.toLocaleString('en')} of ${made.toLocaleString('en')}`;
    time.setAttribute('aria-valuetext', words);
    write(this.find('time-shown'), words);
    const mark = this.find('fault-mark');
    mark.hidden = fault === undefined || made === 0;
    if (!mark.hidden) mark.style.setProperty('--part', fault.step / made);
  }

  /** Shows the first search's current node on the large board. */
  showBoard(isQuick) {
    const [lane] = this.lanes;
    const node = lane.view && lane.at > 0 ? currentOf(lane.view) : undefined;
    if (!node) { this.stage.clear(); return; }
    const what = node.kind === 'goal' ? 'the goal' : node.kind === 'cut' ? 'looked at' : 'expanded';
    const whose = this.shown.length > 1 ? `${lane.trace ? 'Recorded' : nameOf(lane.kind.name)}, step` : 'Step';
    const twin = node.twin ? ', twin' : '';
    this.stage.show(node.cells, lane.goal, [`${whose} ${lane.at.toLocaleString('en')}${twin}: ${what}`, sumOf(node)], isQuick);
  }

  drawLockstep() {
    const recorded = this.trace && this.lanes[0].view;
    const hasTwin = this.isTwin || Boolean(recorded?.twin);
    this.find('lockstep').hidden = !hasTwin;
    if (!hasTwin) return;
    if (recorded) {
      const ran = turnOf(recorded);
      drawCode(this.find('lockstep'), LOCKSTEP, ran, ran[ran.length - 1]);
      return;
    }
    const [own, twin] = this.lanes.map((lane) => lane.view?.status);
    const ran = this.at === 0 ? [] : own === 'solved' ? ['own', 'own-goal'] : twin === 'solved' ? Object.keys(LOCKSTEP) : ['own', 'own-goal', 'twin'];
    drawCode(this.find('lockstep'), LOCKSTEP, ran, ran[ran.length - 1]);
  }

  /** Plays the solution of a search from its initial board. */
  take(lane) {
    // The goal has changed, and the search for the new goal is not ready yet.
    if (!lane.view?.path || lane.goal !== this.game.goal) return;
    const { path, steps } = lane.view;
    this.stage.clear();
    if (!sameCells(lane.start, this.game.cells)) {
      this.game.begin(lane.start);
      this.game.tell('taken');
    }
    this.game.plan(path);
    this.onTake?.(steps);
  }
}

/** Compares the results of two searches. */
function verdictOf({ shown, isTwin, trace }) {
  if (shown.length < 2) return '';
  const [a, b] = shown;
  if (isTwin) {
    if (a.view.status === 'solved') return 'The board itself was solved, so it has a solution.';
    if (b.view.status === 'solved') return 'The twin was solved, so the board itself has no solution.';
    return '';
  }
  if (![a, b].every(({ view }) => view.status === 'solved')) return '';
  const [fewer, more] = a.view.expanded <= b.view.expanded ? [a, b] : [b, a];
  const times = (more.view.expanded / Math.max(1, fewer.view.expanded)).toLocaleString('en', { maximumSignificantDigits: 3 });
  const lengths = [a, b].map(({ view }) => view.path.length);
  const length = lengths[0] === lengths[1] ? `Both found a solution of ${plural(lengths[0], 'move')}`
    : `${a.title} found a solution of ${plural(lengths[0], 'move')}, and ${b.title} one of ${lengths[1]}`;
  const { twin } = a.view;
  const rest = twin ? ` The recorded search also took ${plural(twin.steps, 'step')} for the twin.` : '';
  if (fewer.view.expanded === more.view.expanded) return `${length}, and expanded the same number of boards.${rest}`;
  const few = trace && fewer === a ? 'the recorded search' : fewer.title;
  const many = trace && more === a ? 'the recorded search' : more.title;
  return `${length}; ${many} expanded ${times} times as many boards as ${few}.${rest}`;
}

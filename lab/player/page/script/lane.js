// A search with its settings, counters, tree and queue.

const NAMES = {
  assigned: 'Assigned A*', 'a-star': 'A*', dijkstra: 'Dijkstra', 'breadth-first': 'Breadth-first', 'depth-first': 'Depth-first',
  'iterative-deepening': 'Iterative deepening', greedy: 'Greedy best-first', 'ida-star': 'IDA*',
  zero: 'None', hamming: 'Hamming', manhattan: 'Manhattan', 'linear-conflict': 'Linear conflict',
  'walking-distance': 'Walking distance', 'manhattan+hamming': 'Manhattan + Hamming',
  dynamic: 'Pairs of tiles, matched', 'dynamic-cover': 'Pairs of tiles, covered', fringe: 'Fringe patterns',
};
const nameOf = (name) => NAMES[name] ?? name.replace(/^additive-/, 'Patterns ');

/** The number of queued boards to show, and the number to ask for: the quiz also needs boards that are not next. */
const NEXT = 12;
const FRONT = 48;

/** The shortest time between two drawings of these boards while steps pass quickly, in milliseconds. */
const NEXT_PAUSE = 100;

/** Returns the maximum number of boards that a search may expand without running out of the browser's memory. */
const limitOf = (isRemembering, n) => (isRemembering ? (n > 3 ? 300_000 : 1_000_000) : 50_000_000);

/** A board in the queue, with its priority. */
class NextBoard {
  constructor() {
    const make = (name, kind) => Object.assign(document.createElement(name), { className: kind });
    this.board = new MiniBoard();
    this.root = document.createElement('li');
    this.heard = make('span', 'unseen');
    this.priority = make('b', '');
    this.sum = document.createTextNode('');
    this.twin = make('span', 'mark-twin');
    this.twin.textContent = 'twin';
    this.twin.setAttribute('aria-hidden', 'true');
    const label = make('span', 'sum');
    label.append(this.priority, this.sum);
    this.root.append(miniFrame(this.board), this.heard, label, this.twin);
  }

  draw([node, goal]) {
    const { cells, f, g, h, twin } = node;
    this.board.draw(cells, goal);
    write(this.heard, twin ? `${spoken(cells)}, twin` : spoken(cells));
    write(this.priority, String(h === null ? g : f));
    this.sum.data = h === null ? '' : f === g + h ? `${g} + ${h}` : `g ${g}`;
    this.root.classList.toggle('twin', Boolean(twin));
    if (this.twin.hidden === Boolean(twin)) this.twin.hidden = !twin;
  }
}

class Lane {
  constructor(game, desk, choice, quick) {
    this.game = game;
    this.desk = desk;
    this.quick = quick;
    this.own = desk;
    this.slot = 0;
    this.choice = choice;
    this.view = undefined;
    this.found = {};
    this.nextDrawn = -Infinity;
    this.root = document.getElementById('lane').content.firstElementChild.cloneNode(true);
    this.tree = new TreeView(this.part('tree'));
    this.curveView = new CurveView(this.part('curve'));
    this.next = new KeyedList(this.part('next'), () => new NextBoard());
    this.algorithm = this.part('algorithm');
    this.heuristic = this.part('heuristic');
    // These may be moved out of the lane, so find them first.
    for (const name of ['code-box', 'code', 'deed']) this.part(name);
    this.weights = { key: '', results: new Map() };
    if (choice.bound) this.part(choice.algorithm === 'depth-first' ? 'limit' : 'weight').value = choice.bound;
  }

  part(name) {
    this.found[name] ??= this.root.querySelector(`.${name}`);
    return this.found[name];
  }

  get limit() { return Number(this.part('limit').value) || 0; }

  /** The factor for the estimates. */
  get weight() { return Math.max(0, Math.min(5, Math.round(Number(this.part('weight').value)))) || 0; }

  /** What to call this lane next to the other one. */
  get name() { return this.label ?? this.title; }

  set name(label) {
    this.label = label;
    this.part('lane-name').textContent = label ?? '';
    this.part('lane-name').hidden = !label;
  }

  /** The name of the algorithm. A recorded search is assumed to be A*. */
  get algorithmName() { return this.trace ? 'a-star' : this.choice.algorithm; }

  get code() { return this.trace ? ASSIGNED : CODE[this.algorithmName]; }

  /** The front of the queue. If the twin is searched, too, this includes only boards of the search that is next. */
  get coming() { return this.view.next.filter(({ twin = false }) => twin === Boolean(this.view.twin?.next)); }

  get made() { return this.view?.made ?? 0; }

  get at() { return this.view?.steps ?? 0; }

  /** Whether the search has ended and its last step is shown. */
  get isOver() { return this.view !== undefined && (this.view.status === 'failed' || (this.view.over && this.at === this.made)); }

  /** Fills in the options for this goal. Selects the default if the current choice is not available. */
  offer({ algorithms, heuristics }) {
    this.offers = { algorithms, heuristics };
    const fill = (select, offers, chosen, usual) => {
      select.replaceChildren(...offers.map(({ name }) => new Option(nameOf(name), name)));
      select.value = offers.some(({ name }) => name === chosen) ? chosen : usual;
    };
    fill(this.algorithm, algorithms, this.choice.algorithm, 'assigned');
    fill(this.heuristic, heuristics, this.choice.heuristic, 'manhattan');
    this.read();
  }

  /** Selects the same search as another lane. */
  follow(other) {
    for (const field of ['algorithm', 'heuristic', 'limit', 'weight']) this.part(field).value = other.part(field).value;
  }

  /** Reads the selected options. */
  read() {
    this.choice = { algorithm: this.algorithm.value, heuristic: this.heuristic.value };
    const { algorithms, heuristics } = this.offers;
    this.kind = algorithms.find(({ name }) => name === this.choice.algorithm);
    this.bound = heuristics.find(({ name }) => name === this.choice.heuristic);
    this.part('heuristic-field').hidden = this.part('weight-field').hidden = !this.kind.informed;
    this.part('bound-field').hidden = this.choice.algorithm !== 'depth-first';
    this.part('queue-name').textContent = this.kind.remembers ? 'queue' : 'path';
    this.part('next-name').textContent = this.kind.remembers ? 'Next in the queue' : 'The current path, last board first';
    const sentence = (text) => `${text[0].toUpperCase()}${text.slice(1)}.`;
    const about = this.part('about');
    about.replaceChildren(`${sentence(this.kind.about)} `);
    if (this.kind.informed) about.append(`Estimate: ${this.bound.about.replace(/; not admissible.*/, '')}. `);
    const warning = document.createElement('b');
    if (!this.kind.optimal) warning.textContent = 'Its solution may be longer than a shortest one.';
    else if (this.kind.informed && !this.bound.admissible) {
      warning.textContent = 'Not admissible: it may overestimate, so the solution may not be a shortest one.';
    } else if (this.kind.informed && this.weight > 1) {
      warning.textContent = `Multiplied by ${this.weight}, the estimate is not admissible: the solution may not be a shortest one.`;
    }
    about.append(warning);
  }

  get isSure() { return !this.trace && this.kind.optimal && (!this.kind.informed || (this.bound.admissible && this.weight <= 1)); }

  get title() {
    if (this.trace) return this.trace.name ? `The recorded search, ${this.trace.name}` : 'The recorded search';
    const weight = this.weight === 1 ? '' : `${this.weight} × `;
    return this.kind.informed ? `${nameOf(this.kind.name)} with ${weight}${nameOf(this.bound.name)}` : nameOf(this.kind.name);
  }

  /** Ends the search. It stays visible until another one is ready, but it cannot be continued. */
  close() { this.opening = this.shortest = this.curve = this.view = undefined; }

  /** Starts a search from a board, or opens a recorded one. The previous search must be closed. */
  async open(cells, trace) {
    const { game } = this;
    this.start = cells;
    this.goal = game.goal;
    this.trace = trace;
    this.part('recorded').hidden = !trace;
    this.part('choice').hidden = Boolean(trace);
    if (trace) this.part('about').textContent = `As recorded, with the recorded priorities. Estimate: ${nameOf(trace.heuristic)}.`;
    else this.read();
    this.root.querySelector('.recorded b').textContent = trace ? this.title : '';
    const limit = limitOf(this.kind.remembers, game.n);
    const bound = this.choice.algorithm === 'depth-first' ? this.limit : 0;
    if (this.slot === 0) this.desk.stop();
    const begin = ['open', this.slot, this.choice.algorithm, this.choice.heuristic, cells, game.goal, limit, bound, this.weight, FRONT].join(' ');
    const opening = trace
      ? this.desk.ask(`trace ${this.slot}\n${trace.text}`).then((summary) => (summary.error ? summary : this.desk.ask(`show ${this.slot} 0 ${FRONT}`)))
      : this.desk.ask(begin);
    this.opening = opening;
    this.nextDrawn = -Infinity;
    clearTimeout(this.nextTimer);
    this.tree.clear();
    const view = await opening;
    if (view.stopped || this.opening !== opening) return;
    this.take(view);
  }

  /** Goes to a step. If necessary, runs the search up to this step. */
  async reach(step) {
    const began = performance.now();
    const { opening } = this;
    // If the search is not ready yet, wait until it is.
    if (!this.view) await opening;
    if (this.opening !== opening || !this.view || this.view.status === 'failed') return;
    const missing = this.view.over ? 0 : step - this.made;
    if (missing <= 0 && Math.min(step, this.made) === this.at) return;
    const view = await this.desk.ask(missing > 0
      ? `run ${this.slot} ${missing} ${FRONT}` : `show ${this.slot} ${Math.min(step, this.made)} ${FRONT}`);
    this.took = performance.now() - began;
    // The search may have been replaced before this reply arrived.
    if (!view.stopped && this.opening === opening) this.take(view);
  }

  /** Stores a view that the engine returned. */
  take(view) {
    if (view.error) {
      this.view = { status: 'failed' };
      this.curve = undefined;
      this.say(`This search cannot continue: ${view.error}.`);
      return;
    }
    this.view = view;
    // The curve of a recording never changes.
    if (view.curve && !(this.trace && this.curve)) this.curve = curveOf(view);
    this.lines = linesOf(view, this.algorithmName);
    if (view.status === 'solved' && !this.isSure) this.compare();
  }

  /** Draws a step, up to one of the lines that it executed. */
  draw(phase, isQuick, isFault = false) {
    const { view, goal, lines } = this;
    if (!view || view.status === 'failed') return;
    const { line, says, hidden } = lines[Math.min(phase, lines.length - 1)];
    const isHidden = new Set(hidden);
    const idsOf = (nodes) => new Set(nodes.flatMap(({ id }) => (id === null ? [] : [id])));
    const ids = idsOf(hidden);
    // The numbers do not include the twin's search.
    const own = hidden.filter(({ twin }) => !twin);
    const put = (name, value) => write(this.part(name), value.toLocaleString('en'));
    const waiting = view.waiting - idsOf(own).size;
    put('expanded', view.expanded);
    put('generated', view.generated - own.length);
    put('waiting', waiting);
    this.part('twin-part').hidden = !view.twin;
    put('twin-steps', view.twin?.steps ?? 0);
    const current = currentOf(view);
    put('depth-now', current?.g ?? 0);
    const hasSum = current && current.h !== null;
    write(this.part('fgh'), !hasSum ? '–' : current.f === current.g + current.h
      ? `${current.f} = ${current.g} + ${current.h}` : `${current.f}, g ${current.g}`);
    const front = view.next.filter(({ id }) => !ids.has(id));
    const isOwn = ({ twin }) => !twin;
    const half = front.every(isOwn) ? NEXT : NEXT / 2;
    const shown = [...front.filter(isOwn).slice(0, half), ...front.filter(({ twin }) => twin).slice(0, NEXT - half)];
    const next = view.queue && view.status === 'running' ? this.coming.find(({ id }) => !ids.has(id)) : undefined;
    const tree = view.tree.filter((node) => !isHidden.has(node));
    this.tree.draw(tree, goal, view.steps > 0 ? current?.id : undefined, next?.id, isFault, isQuick);
    this.drawNext(shown, isQuick);
    const ofTwin = shown.filter(({ twin }) => twin).length;
    const rest = [
      [waiting - (shown.length - ofTwin), 'more'],
      [(view.twin?.waiting ?? 0) - (ids.size - idsOf(own).size) - ofTwin, 'more of the twin'],
    ].filter(([more]) => more > 0);
    const more = rest.map(([count, what]) => plural(count, what, what)).join(' and ');
    write(this.part('more'), more && shown.length > 0 ? `and ${more}` : '');
    drawCode(this.part('code'), this.code, lines.slice(0, phase + 1).map((it) => it.line), line);
    const deed = this.part('deed');
    // Screen readers should not announce steps that pass quickly.
    deed.setAttribute('aria-live', isQuick ? 'off' : 'polite');
    write(deed, says);
    this.say(this.outcome());
    this.drawWeights();
    this.part('take').hidden = view.status !== 'solved' || view.path.length === 0;
  }

  /**
   * Draws the boards at the front of the queue. While steps pass quickly, there is no time to read them all, so they
   * change less often than the tree.
   */
  drawNext(nodes, isQuick) {
    clearTimeout(this.nextTimer);
    const { goal } = this;
    const draw = () => {
      this.nextDrawn = performance.now();
      this.next.draw(nodes.map((node) => [`${node.id} ${node.f} ${node.kind}`, [node, goal]]));
    };
    const rest = isQuick ? this.nextDrawn + NEXT_PAUSE - performance.now() : 0;
    if (rest > 0) this.nextTimer = setTimeout(draw, rest); else draw();
  }

  /** Draws the curve with a common scale for all lanes, of `top` boards and `longest` steps. */
  drawCurve(top, longest) {
    const { curve, view } = this;
    if (!curve || !view) return;
    const { queue, bound, rounds } = view;
    const round = bound === null || rounds.length === 0 ? '' : `; round ${rounds.length}, bound ${bound}`;
    this.curveView.draw(curve, top, longest, view.steps);
    this.curveView.say(`${queue ? 'queue size' : 'path length'} at each step, at most ${view.largest.toLocaleString('en')}${round}`);
  }

  outcome() {
    const { status, path, atLeast, expanded } = this.view;
    if (status === 'solved') {
      const what = `A solution of ${plural(path.length, 'move')}`;
      if (this.isSure) return `${what}, a shortest one.`;
      if (this.shortest === undefined) return `${what}.`;
      return path.length === this.shortest ? `${what}, a shortest one.` : `${what}; a shortest one has ${this.shortest}.`;
    }
    if (status === 'stopped') return 'The recording ends here.';
    if (status === 'none' && this.trace) return 'It reports that there is no solution.';
    if (status === 'none') return 'No solution: all reachable boards have been searched.';
    if (status === 'beyond') return `No solution within the bound: any solution needs at least ${plural(atLeast, 'move')}.`;
    if (status === 'gave-up') return `Gave up after ${plural(expanded, 'board')}, to limit memory use.`;
    return '';
  }

  /** Lists the results for all weights that were tried with this search from this board. */
  drawWeights() {
    const { view, start, goal, choice } = this;
    const list = this.part('weights');
    const key = [choice.algorithm, choice.heuristic, start, goal].join(' ');
    if (this.weights.key !== key) this.weights = { key, results: new Map() };
    const { results } = this.weights;
    if (this.kind.informed && !this.trace && view.status === 'solved') {
      results.set(this.weight, `weight ${this.weight}: ${view.expanded.toLocaleString('en')} expanded, ${plural(view.path.length, 'move')}`);
    }
    list.hidden = results.size < 2;
    write(list, [...results].sort(([a], [b]) => a - b).map(([, result]) => result).join('; '));
  }

  /** Finds the length of a shortest solution, if this is fast. */
  async compare() {
    const { view, game } = this;
    if (game.n > 4 || this.shortest !== undefined) return;
    const { tiles } = await this.quick.ask(`solve ${this.start} ${this.goal} 300000`);
    if (!tiles || this.view !== view) return;
    this.shortest = tiles.length;
    this.say(this.outcome());
  }

  say(text) {
    const outcome = this.part('outcome');
    const { steps, over } = this.view;
    const said = text || (steps === 0 ? 'Run it, or step through it.' : over ? `Step ${steps.toLocaleString('en')}.` : 'Searching…');
    // Screen readers announce the text whenever it is written, even if it has not changed.
    write(outcome, said);
    outcome.classList.toggle('idle', text === '');
  }
}

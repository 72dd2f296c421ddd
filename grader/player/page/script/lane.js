// One search: its choice, its figures, its tree and its queue.

const NAMES = {
  'a-star': 'A*', dijkstra: 'Dijkstra', 'breadth-first': 'Breadth-first', 'depth-first': 'Depth-first',
  'iterative-deepening': 'Iterative deepening', greedy: 'Greedy best-first', 'ida-star': 'IDA*',
  zero: 'None', hamming: 'Hamming', manhattan: 'Manhattan', 'linear-conflict': 'Linear conflict',
  'walking-distance': 'Walking distance', 'manhattan+hamming': 'Manhattan + Hamming',
  dynamic: 'Pairs of tiles, matched', 'dynamic-cover': 'Pairs of tiles, covered', fringe: 'Fringe patterns',
};
const nameOf = (name) => NAMES[name] ?? name.replace(/^additive-/, 'Patterns ');

/** The boards of the queue that are shown. */
const NEXT = 12;

/** The most boards that a search may expand: what it remembers has to fit into the browser. */
const limitOf = (isRemembering, n) => (isRemembering ? (n > 3 ? 300_000 : 1_000_000) : 50_000_000);

class Lane {
  constructor(game, desk, choice, quick) {
    this.game = game;
    this.desk = desk;
    this.quick = quick;
    this.own = desk;
    this.slot = 0;
    this.choice = choice;
    this.view = undefined;
    this.root = document.getElementById('lane').content.firstElementChild.cloneNode(true);
    this.tree = new TreeView(this.part('tree'));
    this.algorithm = this.part('algorithm');
    this.heuristic = this.part('heuristic');
  }

  part(name) { return this.root.querySelector(`.${name}`); }

  get isOver() { return this.view !== undefined && this.view.status !== 'running'; }

  /** What can be chosen for this goal. A choice that is not among it becomes the usual one. */
  offer({ algorithms, heuristics }) {
    this.offers = { algorithms, heuristics };
    const fill = (select, offers, chosen, usual) => {
      select.replaceChildren(...offers.map(({ name }) => new Option(nameOf(name), name)));
      select.value = offers.some(({ name }) => name === chosen) ? chosen : usual;
    };
    fill(this.algorithm, algorithms, this.choice.algorithm, 'a-star');
    fill(this.heuristic, heuristics, this.choice.heuristic, 'manhattan');
    this.read();
  }

  /** Takes over what is chosen. */
  read() {
    this.choice = { algorithm: this.algorithm.value, heuristic: this.heuristic.value };
    const { algorithms, heuristics } = this.offers;
    this.kind = algorithms.find(({ name }) => name === this.choice.algorithm);
    this.bound = heuristics.find(({ name }) => name === this.choice.heuristic);
    this.part('heuristic-field').hidden = !this.kind.informed;
    this.part('bound-field').hidden = this.choice.algorithm !== 'depth-first';
    this.part('queue-name').textContent = this.kind.remembers ? 'queue' : 'way';
    this.part('next-name').textContent = this.kind.remembers ? 'Next in the queue' : 'The way it stands on, the end first';
    const sentence = (text) => `${text[0].toUpperCase()}${text.slice(1)}.`;
    const about = this.part('about');
    about.replaceChildren(`${sentence(this.kind.about)} `);
    if (this.kind.informed) about.append(`Estimate: ${this.bound.about.replace(/; not admissible.*/, '')}. `);
    const warning = document.createElement('b');
    if (!this.kind.optimal) warning.textContent = 'Its solution may be longer than the shortest.';
    else if (this.kind.informed && !this.bound.admissible) {
      warning.textContent = 'Not admissible: it may estimate too much, so the solution may be too long.';
    }
    about.append(warning);
  }

  get isSure() { return this.kind.optimal && (!this.kind.informed || this.bound.admissible); }

  get title() {
    return this.kind.informed ? `${nameOf(this.kind.name)} with ${nameOf(this.bound.name)}` : nameOf(this.kind.name);
  }

  /** Begins the search from a board. */
  async open(cells) {
    const { game } = this;
    this.start = cells;
    this.goal = game.goal;
    this.shortest = undefined;
    const limit = limitOf(this.kind.remembers, game.n);
    const bound = this.choice.algorithm === 'depth-first' ? Number(this.part('limit').value) || 0 : 0;
    if (this.slot === 0) this.desk.stop();
    const opening = this.desk.ask(['open', this.slot, this.choice.algorithm, this.choice.heuristic, cells, game.goal, limit, bound, NEXT].join(' '));
    this.opening = opening;
    this.tree.clear();
    const view = await opening;
    if (view.stopped || this.opening !== opening) return;
    this.show(view, true);
  }

  /** Makes steps. */
  async advance(steps, isQuick) {
    const began = performance.now();
    const { opening } = this;
    const view = await this.desk.ask(`run ${this.slot} ${steps} ${NEXT}`);
    this.took = performance.now() - began;
    // The reply may be about a search that another has taken the place of.
    if (!view.stopped && this.opening === opening) this.show(view, isQuick);
  }

  show(view, isQuick) {
    if (view.error) {
      this.view = { status: 'failed' };
      this.say(`This search cannot go on: ${view.error}.`);
      return;
    }
    this.view = view;
    const { goal } = this;
    const put = (name, value) => { this.part(name).textContent = value.toLocaleString('en'); };
    for (const name of ['expanded', 'generated', 'waiting']) put(name, view[name]);
    const current = view.queue
      ? view.tree.find(({ kind }) => kind === 'goal')
        ?? view.tree.reduce((last, it) => (it.turn > (last?.turn ?? 0) ? it : last), view.tree[0])
      : view.tree[view.tree.length - 1];
    put('depth-now', current?.g ?? 0);
    const hasSum = current && current.h !== null;
    this.part('fgh').textContent = !hasSum ? '–' : current.f === current.g + current.h
      ? `${current.f} = ${current.g} + ${current.h}` : `${current.f}, g ${current.g}`;
    const next = view.queue && view.status === 'running' ? view.next[0] : undefined;
    this.tree.draw(view.tree, goal, view.steps > 0 ? current?.id : undefined, next?.id, isQuick);
    this.part('next').replaceChildren(...view.next.map((node) => this.nextBoard(node)));
    const more = view.waiting - view.next.length;
    this.part('more').textContent = more > 0 && view.next.length > 0 ? `and ${plural(more, 'more', 'more')}` : '';
    this.drawCurve();
    this.say(this.outcome());
    if (view.status === 'solved' && !this.isSure) this.compare();
    this.part('take').hidden = view.status !== 'solved' || view.path.length === 0;
  }

  nextBoard(node) {
    const item = document.createElement('li');
    const label = document.createElement('span');
    label.className = 'sum';
    const f = document.createElement('b');
    f.textContent = node.h === null ? node.g : node.f;
    label.append(f);
    if (node.h !== null) label.append(node.f === node.g + node.h ? `${node.g} + ${node.h}` : `g ${node.g}`);
    const heard = document.createElement('span');
    heard.className = 'unseen';
    heard.textContent = spoken(node.cells);
    item.append(miniDrawing(node.cells, this.goal), heard, label);
    return item;
  }

  /** The size of the queue over the steps. `top` and `steps` are those of all lanes, to compare. */
  drawCurve(top = 0, steps = 0) {
    const { curve, stride, queue, bound, rounds, largest } = this.view;
    const highest = Math.max(1, top, ...curve);
    const longest = Math.max(1, steps, curve.length * stride);
    const points = [0, ...curve].map((value, i) =>
      `${((i * stride) / longest) * 480} ${(56 - (value / highest) * 52).toFixed(2)}`);
    const end = ((curve.length * stride) / longest) * 480;
    this.root.querySelector('.curve .stroke').setAttribute('d', `M${points.join('L')}`);
    this.root.querySelector('.curve .area').setAttribute('d', `M${points.join('L')}L${end} 56L0 56Z`);
    const round = bound === null || rounds.length === 0 ? '' : `; round ${rounds.length}, bound ${bound}`;
    this.root.querySelector('.curve figcaption').textContent =
      `${queue ? 'queue' : 'way'} over the steps, at most ${largest.toLocaleString('en')}${round}`;
  }

  outcome() {
    const { status, path, atLeast, expanded } = this.view;
    if (status === 'solved') {
      const what = `A solution of ${plural(path.length, 'move')}`;
      if (this.isSure) return `${what}, a shortest one.`;
      if (this.shortest === undefined) return `${what}.`;
      return path.length === this.shortest ? `${what}: this time a shortest one.` : `${what}; a shortest one has ${this.shortest}.`;
    }
    if (status === 'none') return 'No solution: all that can be reached has been looked at.';
    if (status === 'beyond') return `None within the bound: a solution takes at least ${plural(atLeast, 'move')}.`;
    if (status === 'gave-up') return `Given up after ${plural(expanded, 'board')}, for want of room.`;
    return '';
  }

  /** Finds out how long the solution had to be, where that takes no time. */
  async compare() {
    const { view, game } = this;
    if (game.n > 4) return;
    const { tiles } = await this.quick.ask(`solve ${this.start} ${this.goal} 300000`);
    if (!tiles || this.view !== view) return;
    this.shortest = tiles.length;
    this.say(this.outcome());
  }

  say(text) {
    const outcome = this.part('outcome');
    const said = text || (this.view.steps === 0 ? 'Run it, or go step by step.' : 'Searching…');
    // A screen reader says it again whenever it is written.
    if (outcome.textContent !== said) outcome.textContent = said;
    outcome.classList.toggle('idle', text === '');
  }
}

// Draws the heap of `MinPq` after each exchange of a step.

/** The radius of a key, and the distances between keys in the last level and between levels, in SVG units. */
const KEY = 17;
const HEAP = { apart: 42, level: 48 };

/** Describes each kind of change. */
const CHANGES = {
  before: () => 'The queue before this step.',
  insert: ([at]) => `insert: the new key goes to position ${at}.`,
  swim: ([above, below]) => `swim: the key at ${below} was less than its parent at ${above}, so they were exchanged.`,
  remove: () => 'delMin: the last key replaces the first.',
  sink: ([above, below]) => `sink: the key at ${above} was greater than its lesser child at ${below}, so they were exchanged.`,
};

class HeapView {
  constructor(search, root) {
    Object.assign(this, { search, root, states: [], at: 0 });
    this.drawing = root.querySelector('svg');
    this.text = root.querySelector('.heap-text');
    this.button = document.getElementById('heap');
    this.button.addEventListener('change', () => { search.placeCode(); this.show(); search.onChoice?.(); });
    root.querySelector('.heap-back').addEventListener('click', () => this.go(-1));
    root.querySelector('.heap-on').addEventListener('click', () => this.go(1));
  }

  get isOn() { return this.button.checked; }

  /** Asks the engine for the changes of the current step, and shows the last one. */
  async show() {
    this.root.hidden = !this.isOn;
    const [lane] = this.search.lanes;
    if (!this.isOn || !lane.view || lane.view.status === 'failed') return;
    // The engine replays the heap from the start, so ask only once at a time while steps pass quickly.
    if (this.isAsking) return;
    this.isAsking = true;
    let view;
    let states;
    try {
      while (view !== lane.view) {
        view = lane.view;
        const canAsk = view && view.status !== 'failed' && !lane.trace;
        states = canAsk ? (await lane.desk.ask(`heap ${lane.slot} ${view.steps}`)).states ?? [] : [];
      }
    } finally { this.isAsking = false; }
    Object.assign(this, { states, at: Math.max(0, states.length - 1) });
    this.draw();
  }

  go(by) {
    this.at = Math.max(0, Math.min(this.states.length - 1, this.at + by));
    this.draw();
  }

  draw() {
    const { states, at } = this;
    const state = states[at];
    this.root.querySelector('.heap-back').disabled = at === 0;
    this.root.querySelector('.heap-on').disabled = at >= states.length - 1;
    if (!state) {
      this.drawing.replaceChildren();
      write(this.text, 'This search does not use MinPq. Choose “Assigned A*”.');
      return;
    }
    const { keys, size, name, places } = state;
    const levels = Math.max(1, Math.ceil(Math.log2(keys.length + 1)));
    const width = 2 ** Math.max(2, levels - 1) * HEAP.apart;
    put(this.drawing, 'viewBox', `0 0 ${width} ${levels * HEAP.level + 6}`);
    const spot = (place) => {
      const level = Math.floor(Math.log2(place + 1));
      return [(place + 1 - 2 ** level + 0.5) * (width / 2 ** level), level * HEAP.level + KEY + 4];
    };
    const edges = keys.slice(1).map((_, i) => {
      const [[x, y], [above, high]] = [spot(i + 1), spot(Math.floor(i / 2))];
      const isExchanged = places.length === 2 && places[1] === i + 1;
      return svg('path', { class: isExchanged ? 'edge path' : 'edge', d: `M${above} ${high + KEY}L${x} ${y - KEY}` });
    });
    const nodes = keys.map(([f, h], place) => {
      const [x, y] = spot(place);
      const sum = svg('text', { x, y: y + 1, class: 'sum' });
      sum.textContent = f;
      const low = svg('text', { x, y: y + 11, class: 'low' });
      low.textContent = `h ${h}`;
      return svg('g', { class: places.includes(place) ? 'key now' : 'key' }, svg('circle', { cx: x, cy: y, r: KEY }), sum, low);
    });
    this.drawing.replaceChildren(...edges, ...nodes);
    const more = size > keys.length ? ` ${plural(size - keys.length, 'more key')} below.` : '';
    write(this.text, `${at + 1} of ${states.length}. ${CHANGES[name](places)}${more}`);
  }
}

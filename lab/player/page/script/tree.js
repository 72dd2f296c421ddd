// Draws the tree of the most recent expansions. Each node keeps its element, so that it can move smoothly.

/**
 * The size of a node including margins, which leaves room for a label such as `25 = 10 + 15`, the range of scales, and
 * the minimum number of expansions to draw, however small the space is. In lecture mode, labels are larger, and
 * the tree should fit without scrolling, so it may show fewer expansions.
 */
const ROOM = {
  desk: { width: MINI + 40, height: MINI + 46, least: 1, most: 1.25, fewest: 3 },
  lecture: { width: MINI + 66, height: MINI + 52, least: 1.3, most: 2.2, fewest: 1 },
};

/**
 * Returns the nodes of the last `count` expansions, with the parent of the current one. If the search has no queue,
 * returns the last `count` nodes.
 */
function lastOf(nodes, count, current) {
  const looked = nodes.filter(({ kind, turn }) => turn > 0 || kind === 'goal' || kind === 'cut');
  // If the search has a queue, nodes are listed below their parents and must be sorted by expansion. Otherwise, they
  // are already in order.
  const hasQueue = nodes.some(({ kind }) => kind === 'waiting' || kind === 'known');
  const when = ({ kind, turn }) => (kind === 'goal' ? Infinity : turn);
  if (hasQueue) looked.sort((a, b) => when(a) - when(b));
  const expanded = looked.slice(-count);
  const ids = new Set(expanded.map(({ id }) => id));
  const above = nodes.find(({ id }) => id === current)?.parent;
  return nodes.filter(({ id, parent }) => ids.has(id) || ids.has(parent) || (above !== null && id === above));
}

/** Computes the position of each node. Children are below their parent, in the order in which they were generated. */
function layOut(nodes, room) {
  const byKey = new Map();
  nodes.forEach((node, i) => {
    const key = node.id === null ? `known ${node.parent} ${node.cells}` : String(node.id);
    byKey.set(key, { node, key, order: i, children: [] });
  });
  const roots = [];
  for (const it of byKey.values()) {
    const parent = it.node.parent === null ? undefined : byKey.get(String(it.node.parent));
    if (parent) { parent.children.push(it); it.parent = parent; } else roots.push(it);
  }
  // Depths without nodes take up no space.
  const depths = [...new Set(nodes.map((node) => node.g))].sort((a, b) => a - b);
  let right = 0;
  const place = (it) => {
    it.y = depths.indexOf(it.node.g) * room.height;
    if (it.children.length === 0) {
      it.x = right;
      right += room.width;
      return;
    }
    it.children.forEach(place);
    it.x = (it.children[0].x + it.children[it.children.length - 1].x) / 2;
  };
  for (const root of roots) {
    place(root);
    right += room.width * 0.35;
  }
  return { places: [...byKey.values()], width: Math.max(right - room.width * 0.35, room.width), height: depths.length * room.height };
}

/** Whether the system is set to reduce motion. */
const CALM = matchMedia('(prefers-reduced-motion: reduce)');

class TreeView {
  constructor(root) {
    this.root = root;
    this.svg = root.querySelector('svg');
    this.clear();
    // When the window is resized, keep the current node in view.
    new ResizeObserver(() => { this.measure(); this.redraw(); }).observe(root);
    root.addEventListener('pointerdown', (event) => this.pan(event));
  }

  /** Stores the size, because reading it between drawings would force the browser to repeat the layout. */
  measure() { [this.wide, this.high] = [this.root.clientWidth, this.root.clientHeight]; }

  redraw() {
    if (!this.last) return;
    this.draw(...this.last, true);
    this.follow();
  }

  clear() {
    this.last = undefined;
    this.drawn = new Map();
    const edges = svg('g');
    this.edges = new KeyedList(edges, () => new TreeEdge());
    this.nodes = svg('g');
    this.inner = svg('g', {}, edges, this.nodes);
    this.svg.replaceChildren(this.inner);
  }

  /** Draws the nodes of a view. `next` is the node that is expanded next, if known. */
  draw(nodes, goal, current, next, fault, isQuick) {
    this.last = [nodes, goal, current, next, fault];
    const { dataset, style } = document.documentElement;
    const isLecture = dataset.lecture !== undefined;
    const room = ROOM[isLecture ? 'lecture' : 'desk'];
    const zoom = isLecture ? Number(style.getPropertyValue('--zoom')) || 1 : 1;
    // Leave room for the number of an expansion to the left.
    const [margin, before] = [14, 30];
    if (!this.wide) this.measure();
    const { wide, high } = this;
    const least = room.least * Math.max(1, zoom);
    const expansions = nodes.filter(({ turn, kind }) => turn > 0 || kind === 'cut').length;
    const fits = ({ width, height }) =>
      (before + width + margin) * least <= wide && (!isLecture || (height + 2 * margin) * least <= high);
    // Shrink the tree until it fits or becomes unreadable, and then omit older nodes.
    let count = Math.max(room.fewest, expansions + 1);
    let laid = layOut(nodes, room);
    while (count > room.fewest && !fits(laid)) {
      count -= 1;
      laid = layOut(lastOf(nodes, count, current), room);
    }
    const { places, width, height } = laid;
    this.root.classList.toggle('quick', isQuick);
    const fit = Math.min(wide / (before + width + margin), high / (height + 2 * margin));
    // In a lecture, nobody scrolls the tree.
    const lowest = isLecture ? Math.min(least, fit) : least;
    const scale = Math.max(lowest, Math.min(room.most * Math.max(1, zoom), fit));
    this.drawnWide = (before + width + margin) * scale;
    this.drawnHigh = (height + 2 * margin) * scale;
    put(this.svg, 'width', this.drawnWide);
    put(this.svg, 'height', this.drawnHigh);
    put(this.inner, 'transform', `scale(${scale}) translate(${before} ${margin})`);
    const side = (room.width - MINI) / 2;

    const onPath = new Set();
    const here = places.find((it) => it.node.id === current);
    for (let it = here; it; it = it.parent) onPath.add(it.key);

    const gone = new Map(this.drawn);
    for (const { key } of places) gone.delete(key);
    // A node that is reused cannot start at its parent's position.
    const spare = isQuick ? [...gone] : [];
    const [entering, paths] = [[], []];
    for (const it of places) {
      const { node, key, parent } = it;
      const at = `translate(${it.x + side}px, ${it.y}px)`;
      let drawing = this.drawn.get(key);
      if (!drawing) {
        const [old, reused] = spare.shift() ?? [];
        this.drawn.delete(old);
        gone.delete(old);
        drawing = reused ?? new TreeNode();
        this.drawn.set(key, drawing);
        if (!reused) this.nodes.append(drawing.root);
        // A new node starts at its parent's position.
        const from = parent && this.drawn.get(parent.key)?.at;
        if (from && !isQuick) {
          drawing.move(from, 0);
          entering.push([drawing, at]);
        }
      }
      const isCurrent = node.id === current;
      const marks = { now: isCurrent, upcoming: node.id === next, fault: fault && isCurrent };
      drawing.draw(node, goal, Object.keys(marks).filter((mark) => marks[mark]));
      if (drawing.opacity !== 0) drawing.move(at);
      const [x, y] = [it.x + room.width / 2, it.y];
      if (parent) {
        const [px, py] = [parent.x + room.width / 2, parent.y + MINI + 21];
        const middle = (py + y) / 2 + 4;
        const kind = onPath.has(key) ? 'path' : node.kind === 'known' || node.kind === 'cut' ? 'faint' : '';
        paths.push([key, { kind, d: `M${px} ${py}C${px} ${middle} ${x} ${middle} ${x} ${y - 2}` }]);
      } else if (node.g > 0) {
        paths.push([`${key} root`, { kind: onPath.has(key) ? 'path faint' : 'faint', d: `M${x} ${y - 13}L${x} ${y - 2}` }]);
      }
    }
    if (entering.length > 0) {
      // Transitions begin at the positions of the last layout, so compute it once for all new nodes.
      this.svg.getBoundingClientRect();
      for (const [drawing, at] of entering) drawing.move(at);
    }
    for (const [key, { root }] of gone) {
      root.remove();
      this.drawn.delete(key);
    }
    // The path is drawn over other edges.
    paths.sort(([, a], [, b]) => a.kind.includes('path') - b.kind.includes('path'));
    this.edges.draw(paths);
    this.wanted = here && { x: (before + here.x + room.width / 2) * scale, y: (here.y + MINI / 2 + margin) * scale, isQuick };
    this.root.setAttribute('aria-label', `Tree of the last expansions, ${plural(places.length, 'node')}`
      + `${here ? `; the current board is ${spoken(here.node.cells)}, ${sumSpoken(here.node)}${here.node.twin ? ', twin' : ''}` : ''}`);
  }

  /** Scrolls the tree when the user drags it with the mouse. Browsers already support scrolling by touch. */
  pan({ button, pointerType, clientX, clientY, pointerId }) {
    if (button !== 0 || pointerType !== 'mouse') return;
    const { root } = this;
    const [left, top] = [root.scrollLeft, root.scrollTop];
    const drag = (to) => root.scrollTo({ left: left + clientX - to.clientX, top: top + clientY - to.clientY, behavior: 'instant' });
    const end = () => {
      root.removeEventListener('pointermove', drag);
      for (const each of ['pointerup', 'pointercancel']) root.removeEventListener(each, end);
    };
    try { root.setPointerCapture(pointerId); } catch { return; }
    root.addEventListener('pointermove', drag);
    for (const each of ['pointerup', 'pointercancel']) root.addEventListener(each, end);
  }

  /** Scrolls the current node into view, if necessary. Call this last, because it computes the layout. */
  follow() {
    const { root, wanted } = this;
    this.wanted = undefined;
    // Scrolling would force the browser to compute the layout immediately.
    if (!wanted || (this.drawnWide <= this.wide && this.drawnHigh <= this.high)) return;
    const { x, y, isQuick } = wanted;
    const extra = Math.max(0, (this.wide - this.drawnWide) / 2);
    root.scrollTo({
      left: x + extra - this.wide / 2,
      top: y - this.high * 0.55,
      behavior: isQuick || CALM.matches ? 'instant' : 'smooth',
    });
  }
}

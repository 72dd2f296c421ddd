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

/** Returns the nodes of the last `count` expansions. If the search has no queue, returns the last `count` nodes. */
function lastOf(nodes, count) {
  const looked = nodes.filter(({ kind, turn }) => turn > 0 || kind === 'goal' || kind === 'cut');
  // If the search has a queue, nodes are listed below their parents and must be sorted by expansion. Otherwise, they
  // are already in order.
  const hasQueue = nodes.some(({ kind }) => kind === 'waiting' || kind === 'known');
  const when = ({ kind, turn }) => (kind === 'goal' ? Infinity : turn);
  if (hasQueue) looked.sort((a, b) => when(a) - when(b));
  const expanded = looked.slice(-count);
  const ids = new Set(expanded.map(({ id }) => id));
  return nodes.filter(({ id, parent }) => ids.has(id) || ids.has(parent));
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
    this.drawnEdges = new Map();
    this.edges = svg('g');
    this.nodes = svg('g');
    this.inner = svg('g', {}, this.edges, this.nodes);
    this.svg.replaceChildren(this.inner);
  }

  /** Draws the nodes of a view. `next` is the node that is expanded next, if known. */
  draw(nodes, goal, current, next, fault, isQuick) {
    this.last = [nodes, goal, current, next, fault];
    const { dataset, style } = document.documentElement;
    const isLecture = dataset.lecture !== undefined;
    const room = ROOM[isLecture ? 'lecture' : 'desk'];
    const zoom = isLecture ? Number(style.getPropertyValue('--zoom')) || 1 : 1;
    const margin = 14;
    if (!this.wide) this.measure();
    const { wide, high } = this;
    const least = room.least * Math.max(1, zoom);
    const expansions = nodes.filter(({ turn, kind }) => turn > 0 || kind === 'cut').length;
    const fits = ({ width, height }) =>
      (width + 2 * margin) * least <= wide && (!isLecture || (height + 2 * margin) * least <= high);
    // Shrink the tree until it fits or becomes unreadable, and then omit older nodes.
    let count = Math.max(room.fewest, expansions + 1);
    let laid = layOut(nodes, room);
    while (count > room.fewest && !fits(laid)) {
      count -= 1;
      laid = layOut(lastOf(nodes, count), room);
    }
    const { places, width, height } = laid;
    this.root.classList.toggle('quick', isQuick);
    const fit = Math.min(wide / (width + 2 * margin), high / (height + 2 * margin));
    const scale = Math.max(least, Math.min(room.most * Math.max(1, zoom), fit));
    this.drawnWide = (width + 2 * margin) * scale;
    this.drawnHigh = (height + 2 * margin) * scale;
    this.svg.setAttribute('width', this.drawnWide);
    this.svg.setAttribute('height', this.drawnHigh);
    this.inner.setAttribute('transform', `scale(${scale}) translate(${margin} ${margin})`);
    const side = (room.width - MINI) / 2;

    const onPath = new Set();
    const here = places.find((it) => it.node.id === current);
    for (let it = here; it; it = it.parent) onPath.add(it.key);

    const left = new Map(this.drawn);
    const [entering, paths] = [new Set(), []];
    for (const it of places) {
      const { node, key, parent } = it;
      const shape = `${node.kind} ${node.f} ${node.h} ${node.turn}`;
      let drawing = this.drawn.get(key);
      if (!drawing) {
        drawing = { group: svg('g'), shape: '' };
        this.drawn.set(key, drawing);
        this.nodes.append(drawing.group);
        // A new node starts at its parent's position.
        const from = parent && this.drawn.get(parent.key)?.at;
        if (from && !isQuick) {
          Object.assign(drawing.group.style, { transform: from, opacity: 0 });
          entering.add(drawing);
        }
      }
      left.delete(key);
      if (drawing.shape !== shape) {
        drawing.group.replaceChildren(...TreeView.parts(node, goal));
        Object.assign(drawing, { shape, ring: undefined });
      }
      const marks = [node.id === current ? 'now' : '', node.id === next ? 'upcoming' : '', fault && node.id === current ? 'fault' : ''];
      // Few nodes have a ring, and each element makes the layout slower.
      const isRinged = node.kind === 'goal' || marks.some(Boolean);
      if (isRinged && !drawing.ring) {
        drawing.ring = svg('rect', { class: 'ring', x: -3.5, y: -3.5, width: MINI + 7, height: MINI + 7, rx: 9 });
        drawing.group.append(drawing.ring);
      } else if (!isRinged && drawing.ring) {
        drawing.ring.remove();
        drawing.ring = undefined;
      }
      const kinds = `node ${node.kind} ${node.twin ? 'twin ' : ''}${marks.join(' ')}`;
      const at = `translate(${it.x + side}px, ${it.y}px)`;
      if (drawing.kinds !== kinds) drawing.group.setAttribute('class', kinds);
      if (drawing.at !== at && !entering.has(drawing)) Object.assign(drawing.group.style, { transform: at, opacity: 1 });
      Object.assign(drawing, { kinds, at });
      const [x, y] = [it.x + room.width / 2, it.y];
      if (parent) {
        const [px, py] = [parent.x + room.width / 2, parent.y + MINI + 21];
        const middle = (py + y) / 2 + 4;
        const kind = onPath.has(key) ? 'path' : node.kind === 'known' || node.kind === 'cut' ? 'faint' : '';
        paths.push([kind, `M${px} ${py}C${px} ${middle} ${x} ${middle} ${x} ${y - 2}`, key]);
      } else if (node.g > 0) {
        paths.push([onPath.has(key) ? 'path faint' : 'faint', `M${x} ${y - 13}L${x} ${y - 2}`, `${key} root`]);
      }
    }
    if (entering.size > 0) {
      // Transitions begin at the positions of the last layout, so compute it once for all new nodes.
      this.svg.getBoundingClientRect();
      for (const { group, at } of entering) Object.assign(group.style, { transform: at, opacity: 1 });
    }
    for (const [key, { group }] of left) {
      group.remove();
      this.drawn.delete(key);
    }
    paths.sort(([a], [b]) => a.includes('path') - b.includes('path'));
    this.drawEdges(paths);
    this.wanted = here && { x: (here.x + room.width / 2 + margin) * scale, y: (here.y + MINI / 2 + margin) * scale, isQuick };
    this.root.setAttribute('aria-label', `Tree of the last expansions, ${plural(places.length, 'node')}`
      + `${here ? `; the current board is ${spoken(here.node.cells)}, ${TreeView.sum(here.node)}${here.node.twin ? ', twin' : ''}` : ''}`);
  }

  /** Draws the edges in this order. Elements are reused, because new ones take the browser longer. */
  drawEdges(paths) {
    const keys = new Set(paths.map(([, , key]) => key));
    const spare = [...this.drawnEdges].filter(([key]) => !keys.has(key));
    paths.forEach(([kind, d, key], i) => {
      let edge = this.drawnEdges.get(key);
      if (!edge) {
        const [old, reused] = spare.pop() ?? [];
        this.drawnEdges.delete(old);
        edge = reused ?? { path: svg('path') };
        this.drawnEdges.set(key, edge);
      }
      if (edge.kind !== kind) edge.path.setAttribute('class', `edge ${kind}`);
      if (edge.d !== d) edge.path.setAttribute('d', d);
      Object.assign(edge, { kind, d });
      const there = this.edges.children[i];
      if (there !== edge.path) this.edges.insertBefore(edge.path, there ?? null);
    });
    for (const [key, { path }] of spare) {
      path.remove();
      this.drawnEdges.delete(key);
    }
  }

  static sum({ f, g, h }) { return h === null ? `depth ${g}` : `f ${f} = ${g} + ${h}`; }

  static parts(node, goal) {
    const parts = [miniBoard(node.cells, goal)];
    const label = svg('text', { class: 'label', x: MINI / 2, y: MINI + 16 });
    if (node.kind === 'known') label.textContent = 'seen before';
    else if (node.h === null) label.textContent = `depth ${node.g}`;
    else {
      const f = svg('tspan', { class: 'f' });
      f.textContent = node.f;
      const rest = node.f === node.g + node.h ? ` = ${node.g} + ${node.h}` : `, g ${node.g}`;
      label.append(f, rest);
    }
    parts.push(label);
    if (node.turn > 0) {
      const turn = svg('text', { class: 'turn', x: -8, y: 9 });
      turn.textContent = node.turn.toLocaleString('en');
      parts.push(turn);
    }
    if (node.twin) {
      const twin = svg('text', { class: 'turn', x: -6, y: 22 });
      twin.textContent = 'twin';
      parts.push(twin);
    }
    return parts;
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
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    root.scrollTo({
      left: x + extra - this.wide / 2,
      top: y - this.high * 0.55,
      behavior: isQuick || isCalm ? 'instant' : 'smooth',
    });
  }
}

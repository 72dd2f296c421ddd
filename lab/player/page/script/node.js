// A node of the tree: a small board with its label, and the edge to its parent.

/** Returns `f = g + h` as it is read aloud, or the depth. */
const sumSpoken = ({ f, g, h }) => (h === null ? `depth ${g}` : `f ${f} = ${g} + ${h}`);

class TreeNode {
  constructor() {
    this.board = new MiniBoard();
    this.f = svg('tspan', { class: 'f' });
    this.rest = document.createTextNode('');
    const label = svg('text', { class: 'label', x: MINI / 2, y: MINI + 16 }, this.f, this.rest);
    this.root = svg('g', {}, this.board.root, label);
    this.parts = {};
  }

  /** Draws a node with marks such as `now`. */
  draw(node, goal, marks) {
    const { kind, f, g, h, turn, twin } = node;
    this.board.draw(node.cells, goal);
    const [first, rest] = kind === 'known' ? ['', 'seen before'] : h === null ? ['', `depth ${g}`] : [`${f}`, f === g + h ? ` = ${g} + ${h}` : `, g ${g}`];
    write(this.f, first);
    if (this.rest.data !== rest) this.rest.data = rest;
    // Few nodes have these parts, and each element makes the layout slower.
    const number = this.part('number', turn > 0, () => svg('text', { class: 'turn', x: -8, y: 9 }));
    if (number) write(number, turn.toLocaleString('en'));
    const mark = this.part('twin', twin, () => svg('text', { class: 'turn', x: -6, y: 22 }));
    if (mark) write(mark, 'twin');
    this.part('ring', kind === 'goal' || marks.length > 0, () => svg('rect', { class: 'ring', x: -3.5, y: -3.5, width: MINI + 7, height: MINI + 7, rx: 9 }));
    put(this.root, 'class', ['node', kind, ...(twin ? ['twin'] : []), ...marks].join(' '));
  }

  /** Returns a part of the node that is only there if `isOn` is true. */
  part(name, isOn, make) {
    const { parts } = this;
    if (isOn && !parts[name]) {
      parts[name] = make();
      this.root.append(parts[name]);
    } else if (!isOn && parts[name]) {
      parts[name].remove();
      delete parts[name];
    }
    return parts[name];
  }

  /** Moves the node to `at`. If the tree is not quick, this is a smooth transition. */
  move(at, opacity = 1) {
    if (this.at === at && this.opacity === opacity) return;
    Object.assign(this, { at, opacity });
    Object.assign(this.root.style, { transform: at, opacity });
  }
}

class TreeEdge {
  constructor() { this.root = svg('path'); }

  draw({ kind, d }) {
    put(this.root, 'class', `edge ${kind}`);
    put(this.root, 'd', d);
  }
}

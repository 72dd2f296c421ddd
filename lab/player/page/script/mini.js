// Small boards in SVG, for the tree, the queue and the goal.

const SVG = 'http://www.w3.org/2000/svg';

function svg(name, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

/** Sets the text only if it has changed. Otherwise, the browser would repeat the layout for nothing. */
function write(element, text) {
  if (element.textContent === text) return;
  const { firstChild } = element;
  // Changing a text node takes less time than replacing it.
  if (firstChild?.nodeType === Node.TEXT_NODE && !firstChild.nextSibling) firstChild.data = text;
  else element.textContent = text;
}

/** Sets an attribute only if it has changed. */
function put(element, name, value) {
  const text = String(value);
  if (element.getAttribute(name) !== text) element.setAttribute(name, text);
}

/** The width of a small board, in SVG units. */
const MINI = 54;

/** Returns the path of a square with rounded corners. */
const tilePath = (x, y, side, r) => {
  const line = side - 2 * r;
  const arc = (dx, dy) => `a${r} ${r} 0 0 1 ${dx} ${dy}`;
  return `M${x + r} ${y}h${line}${arc(r, r)}v${line}${arc(-r, r)}h${-line}${arc(-r, -r)}v${-line}${arc(r, -r)}z`;
};

/** The geometry of a small board with `n` rows: the path of each tile, the middle of each cell, and the size of digits. */
const miniShape = (() => {
  const known = [];
  return (n) => {
    if (known[n]) return known[n];
    const margin = 2.5;
    const gap = n > 3 ? 1 : 1.5;
    const side = (MINI - 2 * margin - (n - 1) * gap) / n;
    const along = (place) => margin + place * (side + gap);
    const cells = Array.from({ length: n * n }, (_, cell) => [along(cell % n), along(Math.floor(cell / n))]);
    known[n] = {
      paths: cells.map(([x, y]) => tilePath(x, y, side, side * 0.18)),
      middles: cells.map(([x, y]) => [x + side / 2, y + side / 2]),
      size: side * (n > 3 ? 0.62 : 0.7),
    };
    return known[n];
  };
})();

/**
 * A small board that marks tiles in their goal cells. It uses few elements, because a frame may contain dozens of
 * boards, and keeps them for other boards, because browsers take longer to replace them.
 */
class MiniBoard {
  constructor() {
    this.tiles = { t: svg('path', { class: 't' }), home: svg('path', { class: 't at' }) };
    this.text = svg('text');
    this.root = svg('g', { class: 'mini' }, svg('rect', { class: 'back', width: MINI, height: MINI, rx: 6 }), ...Object.values(this.tiles), this.text);
  }

  draw(cells, goal) {
    if (this.cells && this.goal === goal && sameCells(this.cells, cells)) return;
    Object.assign(this, { cells, goal });
    const { paths, middles, size } = miniShape(Math.round(Math.sqrt(cells.length)));
    const shapes = { t: '', home: '' };
    const [xs, ys] = [[], []];
    cells.forEach((tile, cell) => {
      if (tile === 0) return;
      shapes[goal[cell] === tile ? 'home' : 't'] += paths[cell];
      // Position each digit separately.
      const [x, y] = middles[cell];
      const digits = String(tile).length;
      for (let digit = 0; digit < digits; digit += 1) {
        xs.push((x + (digit - (digits - 1) / 2) * size * 0.58).toFixed(1));
        ys.push((y + size * 0.36).toFixed(1));
      }
    });
    for (const [kind, d] of Object.entries(shapes)) put(this.tiles[kind], 'd', d);
    put(this.text, 'x', xs.join(' '));
    put(this.text, 'y', ys.join(' '));
    put(this.text, 'font-size', size);
    write(this.text, cells.filter((tile) => tile !== 0).join(''));
  }
}

/** Puts a small board into a separate SVG. */
const miniFrame = (board) => svg('svg', { viewBox: `0 0 ${MINI} ${MINI}`, 'aria-hidden': 'true' }, board.root);

/** Draws a small board as a separate SVG. */
function miniDrawing(cells, goal) {
  const board = new MiniBoard();
  board.draw(cells, goal);
  return miniFrame(board);
}

const spoken = (cells) => {
  const n = Math.round(Math.sqrt(cells.length));
  const rows = Array.from({ length: n }, (_, row) => cells.slice(row * n, row * n + n));
  return rows.map((row) => row.map((tile) => (tile === 0 ? 'blank' : tile)).join(' ')).join(', ');
};

const plural = (count, one, many = `${one}s`) => `${count.toLocaleString('en')} ${count === 1 ? one : many}`;

// Small boards, drawn as SVG: in the tree, in the queue, as the goal.

const SVG = 'http://www.w3.org/2000/svg';

function svg(name, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

/** The side of a small board, in the units of its drawing. */
const MINI = 54;

/** A small board. Tiles that are at home are marked. */
function miniBoard(cells, goal) {
  const n = Math.round(Math.sqrt(cells.length));
  const margin = 2.5;
  const gap = n > 3 ? 1 : 1.5;
  const side = (MINI - 2 * margin - (n - 1) * gap) / n;
  const group = svg('g', { class: 'mini' });
  group.append(svg('rect', { class: 'back', width: MINI, height: MINI, rx: 6 }));
  cells.forEach((tile, cell) => {
    if (tile === 0) return;
    const x = margin + (cell % n) * (side + gap);
    const y = margin + Math.floor(cell / n) * (side + gap);
    const kind = goal[cell] === tile ? 't at' : 't';
    group.append(svg('rect', { class: kind, x, y, width: side, height: side, rx: side * 0.18 }));
    const size = side * (n > 3 && tile > 9 ? 0.62 : 0.7);
    const text = svg('text', { x: x + side / 2, y: y + side / 2 + size * 0.36, 'font-size': size });
    text.textContent = tile;
    group.append(text);
  });
  return group;
}

/** The same as a drawing of its own. */
const miniDrawing = (cells, goal) =>
  svg('svg', { viewBox: `0 0 ${MINI} ${MINI}`, 'aria-hidden': 'true' }, miniBoard(cells, goal));

const spoken = (cells) => {
  const n = Math.round(Math.sqrt(cells.length));
  const rows = Array.from({ length: n }, (_, row) => cells.slice(row * n, row * n + n));
  return rows.map((row) => row.map((tile) => (tile === 0 ? 'gap' : tile)).join(' ')).join(', ');
};

const plural = (count, one, many = `${one}s`) => `${count.toLocaleString('en')} ${count === 1 ? one : many}`;

// Small boards in SVG, for the tree, the queue and the goal.

const SVG = 'http://www.w3.org/2000/svg';

function svg(name, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

/** Sets the text only if it has changed. Otherwise, the browser would repeat the layout for nothing. */
function write(element, text) { if (element.textContent !== text) element.textContent = text; }

/** The width of a small board, in SVG units. */
const MINI = 54;

/** Returns the path of a square with rounded corners. */
const tilePath = (x, y, side, r) => {
  const line = side - 2 * r;
  const arc = (dx, dy) => `a${r} ${r} 0 0 1 ${dx} ${dy}`;
  return `M${x + r} ${y}h${line}${arc(r, r)}v${line}${arc(-r, r)}h${-line}${arc(-r, -r)}v${-line}${arc(r, -r)}z`;
};

/**
 * Draws a small board, marking tiles that are in their goal cells. It uses few elements, because a frame may contain
 * dozens of boards.
 */
function miniBoard(cells, goal) {
  const n = Math.round(Math.sqrt(cells.length));
  const margin = 2.5;
  const gap = n > 3 ? 1 : 1.5;
  const side = (MINI - 2 * margin - (n - 1) * gap) / n;
  const size = side * (n > 3 ? 0.62 : 0.7);
  const paths = { t: '', 't at': '' };
  const [xs, ys] = [[], []];
  cells.forEach((tile, cell) => {
    if (tile === 0) return;
    const x = margin + (cell % n) * (side + gap);
    const y = margin + Math.floor(cell / n) * (side + gap);
    paths[goal[cell] === tile ? 't at' : 't'] += tilePath(x, y, side, side * 0.18);
    // Position each digit separately.
    const digits = String(tile).length;
    for (let digit = 0; digit < digits; digit += 1) {
      xs.push((x + side / 2 + (digit - (digits - 1) / 2) * size * 0.58).toFixed(1));
      ys.push((y + side / 2 + size * 0.36).toFixed(1));
    }
  });
  const text = svg('text', { x: xs.join(' '), y: ys.join(' '), 'font-size': size });
  text.textContent = cells.filter((tile) => tile !== 0).join('');
  const drawn = Object.entries(paths).filter(([, d]) => d !== '').map(([kind, d]) => svg('path', { class: kind, d }));
  return svg('g', { class: 'mini' }, svg('rect', { class: 'back', width: MINI, height: MINI, rx: 6 }), ...drawn, text);
}

/** Draws a small board as a separate SVG. */
const miniDrawing = (cells, goal) =>
  svg('svg', { viewBox: `0 0 ${MINI} ${MINI}`, 'aria-hidden': 'true' }, miniBoard(cells, goal));

const spoken = (cells) => {
  const n = Math.round(Math.sqrt(cells.length));
  const rows = Array.from({ length: n }, (_, row) => cells.slice(row * n, row * n + n));
  return rows.map((row) => row.map((tile) => (tile === 0 ? 'blank' : tile)).join(' ')).join(', ');
};

const plural = (count, one, many = `${one}s`) => `${count.toLocaleString('en')} ${count === 1 ? one : many}`;

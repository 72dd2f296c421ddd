// Shows the algorithms as pseudocode, and highlights the lines that a step executes.

/** Returns the pseudocode of a search with a queue, given its ordering. A leading space marks an indented line. */
const queueCode = (start, take, known, insert) => ({
  start, take, goal: 'if goal: return its moves', each: 'for each neighbor:',
  known: ` if seen ${known}: skip`, insert: ` else insert${insert}`,
});

/** Returns the pseudocode of a depth-first search, given its bound. */
const depthCode = (start, look, { first, second, deepen }) => ({
  start, look, ...(first && { cut: ` ${first}` }), goal: ' if goal: return its moves', ...(second && { cut: ` ${second}` }),
  expand: ' search each other neighbor', ...(deepen && { deepen }),
});

const CIRCLE = { second: 'if on the path or at bound: back' };

/** The pseudocode of each algorithm. `linesOf` refers to lines by their names. */
const CODE = {
  'a-star': queueCode('insert the start, f = h', 'take the least f', 'in as few moves', ', f = g + h'),
  greedy: queueCode('insert the start, its h', 'take the least h', 'before', ', its h'),
  dijkstra: queueCode('insert the start, g = 0', 'take the least g', 'in as few moves', ', g = moves'),
  'breadth-first': queueCode('insert the start', 'take the first', 'before', ' at the end'),
  'depth-first': depthCode('search(start)', 'search(node):', CIRCLE),
  'iterative-deepening': depthCode('bound = 0; search(start)', 'search(node):', { ...CIRCLE, deepen: 'bound + 1; search(start)' }),
  'ida-star': depthCode('bound = h; search(start)', 'search(node): f = g + h', { first: 'if f > bound: back', deepen: 'bound = least f beyond; again' }),
};

/** The assignment's algorithm to detect unsolvable boards. */
const LOCKSTEP = {
  own: 'step of the board’s search', 'own-goal': ' if goal: the board has a solution',
  twin: 'step of the twin’s search', 'twin-goal': ' if goal: the board has none',
};

/** Returns the current node of a view, which is the last one that the search has processed. */
function currentOf(view) {
  if (!view.queue) return view.tree[view.tree.length - 1];
  return view.tree.find(({ kind }) => kind === 'goal')
    ?? view.tree.reduce((last, it) => (it.turn > (last?.turn ?? 0) ? it : last), view.tree[0]);
}

/** Formats f = g + h, or the parts of it that the search uses. */
function sumOf({ f, g, h }) {
  if (h === null) return `${plural(g, 'move')} made`;
  return f === g + h ? `f = ${g} + ${h} = ${f}` : `h = ${h}`;
}

/**
 * Returns the lines that a step executed, in order, each with a description of its effect. `hidden` contains the
 * children that have not been generated at that point.
 */
function linesOf(view, algorithm) {
  const { deed, status, queue } = view;
  const node = currentOf(view);
  if (deed === 'start') return [{ line: 'start', says: 'Nothing has been expanded yet.', hidden: [] }];
  if (deed === 'deepened') return [{ line: 'deepen', says: `No solution within the bound. The next bound is ${view.bound}.`, hidden: [] }];
  const isGoal = node?.kind === 'goal';
  if (deed === 'ended' && !isGoal) {
    return [{ line: '', says: status === 'gave-up' ? 'The search gives up.' : 'There are no more boards.', hidden: [] }];
  }
  const children = queue ? view.tree.filter((it) => it.parent === node.id) : [];
  const first = { line: queue ? 'take' : 'look', says: `${queue ? 'Dequeued' : 'Visited'}: ${sumOf(node)}.`, hidden: children };
  const goal = { line: 'goal', says: isGoal ? 'It is the goal: solved.' : 'It is not the goal.', hidden: children };
  if (isGoal) return [first, goal];
  if (deed === 'cut') {
    const why = algorithm === 'ida-star' ? `${sumOf(node)} is beyond the bound of ${view.bound}.` : 'It is already on the path, or at the bound.';
    const cut = { line: 'cut', says: why, hidden: [] };
    return algorithm === 'ida-star' ? [first, cut] : [first, goal, cut];
  }
  if (!queue) return [first, goal, { line: 'expand', says: 'It is expanded. Its neighbors are searched in turn.', hidden: [] }];
  return [first, goal, ...children.map((child, i) => ({
    line: child.kind === 'known' && child.id === null ? 'known' : 'insert',
    says: child.kind === 'known' && child.id === null ? `Neighbor ${i + 1} was seen before.` : `Neighbor ${i + 1} is enqueued: ${sumOf(child)}.`,
    hidden: children.slice(i + 1),
  }))];
}

/** Draws the pseudocode and highlights the executed lines; `now` is the last of them. */
function drawCode(list, code, ran, now) {
  const names = Object.keys(code);
  if (list.code !== code) {
    list.code = code;
    list.replaceChildren(...names.map((name) => {
      const line = document.createElement('li');
      line.textContent = code[name].trim();
      line.classList.toggle('inner', code[name].startsWith(' '));
      return line;
    }));
  }
  names.forEach((name, i) => {
    const line = list.children[i];
    line.className = [code[name].startsWith(' ') ? 'inner' : '', ran.includes(name) ? 'ran' : '', name === now ? 'now' : ''].join(' ').trim();
    if (name === now) line.setAttribute('aria-current', 'step'); else line.removeAttribute('aria-current');
  });
}

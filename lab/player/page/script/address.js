// Reads and writes the fragment of the page's URL, which contains all settings.

const GOALS = ['blank-last', 'blank-first', 'spiral'];

/** Parses the settings in a URL. Ignores invalid values, and lists those of boards in `refused`. */
function readAddress({ hash } = location) {
  const said = new URLSearchParams(hash.slice(1));
  const refused = [];
  const cells = (name) => {
    const text = said.get(name);
    if (text === null) return undefined;
    const tiles = /^[\d,]*$/.test(text) ? numbersIn(text) : [];
    const n = Math.sqrt(tiles.length);
    const isBoard = Number.isInteger(n) && n >= 2 && n <= 5
      && sameCells([...tiles].sort((a, b) => a - b), Array.from(tiles, (_, i) => i));
    if (!isBoard) refused.push(`${name}=${text}`);
    return isBoard ? tiles : undefined;
  };
  const number = (name, least, most) => {
    const value = said.get(name);
    const number = Number(value);
    return value !== null && value !== '' && number >= least && number <= most ? number : undefined;
  };
  const choice = (name) => {
    const [algorithm, heuristic, bound] = said.get(name)?.split(':') ?? [];
    return algorithm ? { algorithm, heuristic, bound } : undefined;
  };
  const theme = said.get('theme');
  return {
    refused, board: cells('board'), from: cells('from'), goal: GOALS.includes(said.get('goal')) ? said.get('goal') : cells('goal'),
    a: choice('a'), b: choice('b'), twin: said.has('twin'), step: Math.floor(number('step', 0, 1e8) ?? 0), phase: Math.floor(number('line', 0, 9) ?? 0),
    byLine: said.has('lines'), ask: said.has('ask'), heap: said.has('heap'), conflicts: said.has('conflicts'), rate: number('rate', 0, 8), pace: number('pace', 1, 10),
    depth: number('depth', 1, 60), lecture: said.has('lecture'), zoom: number('zoom', 0.5, 4),
    theme: ['light', 'dark'].includes(theme) ? theme : undefined, picture: said.get('picture'), numbers: said.get('numbers') !== 'no',
  };
}

/** Returns the URL fragment for the page's settings, without default values. */
function addressOf({ game, search, lecture, picture }) {
  const find = (id) => document.getElementById(id);
  const [first, second] = search.lanes;
  const choice = ({ choice: { algorithm, heuristic }, limit, weight }) => {
    const number = algorithm === 'depth-first' ? [limit] : weight === 1 ? [] : [weight];
    return [algorithm, heuristic, ...number].join(':');
  };
  const parts = [`board=${game.cells}`];
  if (game.goalName !== 'blank-last') parts.push(`goal=${game.goalName === 'own' ? game.goal : game.goalName}`);
  parts.push(`a=${choice(first)}`);
  if (find('both').checked) parts.push(`b=${choice(second)}`);
  const when = (is, part) => { if (is) parts.push(part); };
  when(search.isTwin, 'twin');
  // A search that has started keeps its initial board, even if the player moves tiles.
  const begun = search.at > 0 && first.start && !first.trace;
  when(begun && !sameCells(first.start, game.cells), `from=${first.start}`);
  when(begun, `step=${search.at}`);
  when(find('by-line').checked, 'lines');
  when(begun && find('by-line').checked && search.phase > 0, `line=${search.phase}`);
  for (const id of ['ask', 'heap', 'conflicts']) when(find(id).checked, id);
  for (const id of ['rate', 'pace', 'depth']) {
    const { value, dataset } = find(id);
    when(value !== dataset.usual, `${id}=${value}`);
  }
  when(lecture.isOn, 'lecture');
  when(lecture.zoom !== 1, `zoom=${lecture.zoom}`);
  const { theme } = document.documentElement.dataset;
  when(theme, `theme=${theme}`);
  when(picture === 'landscape', 'picture=landscape');
  when(picture && !find('numbers').checked, 'numbers=no');
  return `#${parts.join('&')}`;
}

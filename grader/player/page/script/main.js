// Puts the parts together: the state of the address, keys, theme, picture.

const GOALS = ['blank-last', 'blank-first', 'spiral'];

/** What the address says after its `#`. */
function readAddress({ hash } = location) {
  const said = new URLSearchParams(hash.slice(1));
  const cells = (name) => {
    const tiles = said.get(name)?.split(',').map(Number);
    const n = Math.sqrt(tiles?.length ?? 0);
    const isBoard = Number.isInteger(n) && n >= 2 && n <= 5
      && sameCells([...tiles].sort((a, b) => a - b), Array.from(tiles, (_, i) => i));
    return isBoard ? tiles : undefined;
  };
  const goal = GOALS.includes(said.get('goal')) ? said.get('goal') : cells('goal');
  const choice = (name) => {
    const [algorithm, heuristic] = said.get(name)?.split(':') ?? [];
    return algorithm ? { algorithm, heuristic } : undefined;
  };
  return { board: cells('board'), goal, a: choice('a'), b: choice('b') };
}

async function begin() {
  const find = (id) => document.getElementById(id);
  const given = JSON.parse(find('start').textContent);
  const address = readAddress();
  const game = new Game();
  const cells = address.board ?? given.board ?? game.cells;
  game.begin(cells);
  // The board is there at once, and can be played on even if the engine does not start.
  const board = new BoardView(game, find('board'));
  game.onChange((change) => { if (change !== 'goal') board.draw(); });
  const bytes = await engineBytes();
  // Several to ask, so that a long search keeps no click waiting. Each starts when it is first asked.
  const [quick, solver, left, right] = Array.from({ length: 4 }, () => new Desk(bytes));
  const trial = await quick.ask('goal 3 blank-last');
  if (trial.error) throw new Error(trial.error);

  const guide = new Guide(game, solver);
  guide.quick = quick;
  const play = new Play(game, board, guide);
  const search = new Search(game, [left, right], [
    address.a ?? { algorithm: 'a-star', heuristic: 'manhattan' },
    address.b ?? { algorithm: 'breadth-first', heuristic: 'manhattan' },
  ], quick);
  find('both').checked = Boolean(address.b);
  search.place();
  search.onTake = () => play.play();

  let picture;
  game.onChange((change) => {
    if (change === 'goal') {
      board.build();
      board.picture(picture);
      drawGoal();
    }
    writeAddress();
  });

  function drawGoal() {
    find('goal-small').replaceChildren(miniDrawing(game.goal, game.goal));
    find('goal-small').setAttribute('aria-label', `The goal: ${spoken(game.goal)}`);
    find('goal').value = GOALS.includes(game.goalName) ? game.goalName : 'own';
    document.querySelector(`[name="size"][value="${game.n}"]`).checked = true;
  }

  /**
   * Another goal, with a board of its size: `cells`, or the board that there is, or one that is scrambled.
   * What is not given stays as it is when the change is made. With `unlessThere` nothing changes if goal and
   * board are these already, so that the moves of the player stay.
   */
  async function setGoal({ name, n, cells, unlessThere = false }) {
    await game.inTurn(async () => {
      const chosen = name ?? (GOALS.includes(game.goalName) ? game.goalName : 'blank-last');
      const usual = GOALS.includes(chosen);
      const rows = n ?? game.n;
      const goal = usual ? (await quick.ask(`goal ${rows} ${chosen}`)).cells : chosen;
      const depth = { 2: 4, 3: 20, 4: 30, 5: 30 }[rows];
      if (unlessThere && sameCells(cells, game.cells) && sameCells(goal, game.goal)) return;
      const fits = (board) => board?.length === goal.length;
      const made = [cells, game.cells].some(fits)
        ? undefined : (await quick.ask(`scramble ${goal} ${depth} ${Play.seed()}`)).cells;
      // The player may have moved a tile meanwhile.
      game.setGoal(goal, usual ? chosen : 'own', [cells, made, game.cells].find(fits));
    });
    await search.offer(quick);
    await search.open();
  }

  let written;
  function writeAddress() {
    clearTimeout(written);
    written = setTimeout(() => {
      const choice = ({ choice: { algorithm, heuristic } }) => `${algorithm}:${heuristic}`;
      const parts = [`board=${game.cells}`];
      if (game.goalName !== 'blank-last') parts.push(`goal=${game.goalName === 'own' ? game.goal : game.goalName}`);
      parts.push(`a=${choice(search.lanes[0])}`);
      if (find('both').checked) parts.push(`b=${choice(search.lanes[1])}`);
      const hash = `#${parts.join('&')}`;
      if (hash !== location.hash) history.replaceState(null, '', hash);
    }, 250);
  }
  search.onChoice = writeAddress;

  addEventListener('hashchange', ({ newURL }) => {
    // By now the page may have written another address.
    const { board: cells, goal } = readAddress(new URL(newURL));
    if (cells) {
      setGoal({ name: goal ?? 'blank-last', n: Math.round(Math.sqrt(cells.length)), cells, unlessThere: true });
    }
  });

  const setup = new Setup(game, quick, (what, cells) => {
    const n = Math.round(Math.sqrt(cells.length));
    if (what === 'goal') setGoal({ name: cells, n });
    else {
      game.inTurn(() => {
        if (n === game.n) game.setBoard(cells);
        else setGoal({ name: 'blank-last', n, cells });
      });
    }
  });
  find('arrange').addEventListener('click', () => setup.open('board'));
  find('goal').addEventListener('change', () => {
    const { value } = find('goal');
    if (value !== 'own') { setGoal({ name: value }); return; }
    drawGoal();
    setup.open('goal');
  });
  for (const size of document.querySelectorAll('[name="size"]')) {
    size.addEventListener('change', () => {
      setGoal({ n: Number(size.value) });
    });
  }

  const usePicture = (url) => {
    if (picture) URL.revokeObjectURL(picture);
    picture = url;
    board.picture(url);
    find('no-picture').hidden = find('numbers-label').hidden = !url;
  };
  const readPicture = async (file) => {
    try {
      usePicture(await squareOf(file));
      complain('');
    } catch { complain(`“${file.name}” is no picture that this browser can read.`); }
  };
  find('picture').addEventListener('click', () => find('picture-file').click());
  find('picture-file').addEventListener('change', () => {
    const [file] = find('picture-file').files;
    if (file) readPicture(file);
    find('picture-file').value = '';
  });
  find('landscape').addEventListener('click', async () => usePicture(await landscape()));
  find('no-picture').addEventListener('click', () => usePicture(undefined));
  find('numbers').addEventListener('change', () => {
    find('board').classList.toggle('unnumbered', !find('numbers').checked);
  });
  find('board').addEventListener('dragover', (event) => event.preventDefault());
  find('board').addEventListener('drop', (event) => {
    event.preventDefault();
    const [file] = event.dataTransfer.files;
    if (file) readPicture(file);
  });

  find('help').addEventListener('click', () => find('keys').showModal());
  find('share').addEventListener('click', async () => {
    const label = find('share');
    try {
      await navigator.clipboard.writeText(location.href);
      label.textContent = 'Copied';
    } catch { label.textContent = 'Copy it from the address bar'; }
    setTimeout(() => { label.textContent = 'Copy link'; }, 2000);
  });

  addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.matches('input, select, textarea') || document.querySelector('dialog[open]')) return;
    const onButton = event.target.matches('button');
    if (event.key.startsWith('Arrow') && !event.target.matches('.tree')) { board.key(event); return; }
    const keys = {
      h: () => play.hint(), ' ': () => play.toggle(), ',': () => play.back(), '[': () => play.back(),
      '.': () => play.forth(), ']': () => play.forth(), Home: () => { play.pause(); game.goTo(0); }, s: () => play.scramble(),
      n: () => search.step(), r: () => search.toggle(), '?': () => find('keys').showModal(),
    };
    const what = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!what || (onButton && event.key === ' ')) return;
    event.preventDefault();
    what();
  });

  const goal = address.goal ?? (address.board ? 'blank-last' : given.goal ?? 'blank-last');
  if (!address.board && given.name) find('name').textContent = given.name;
  const whose = Array.isArray(goal) && !address.board && !given.board ? goal : cells;
  await setGoal({ name: goal, n: Math.round(Math.sqrt(whose.length)), cells });
  document.documentElement.dataset.ready = 'yes';
}

/** Says what went wrong with the page itself. */
function complain(text) {
  const fault = document.getElementById('fault');
  fault.textContent = text;
  fault.hidden = text === '';
}

/** Light and dark follow the system until they are chosen. */
function themes() {
  const button = document.getElementById('theme');
  const names = ['auto', 'light', 'dark'];
  button.addEventListener('click', () => {
    const { dataset } = document.documentElement;
    const next = names[(names.indexOf(dataset.theme ?? 'auto') + 1) % names.length];
    if (next === 'auto') delete dataset.theme; else dataset.theme = next;
    button.querySelector('span').textContent = next;
  });
}

themes();
begin().catch((error) => complain(`The engine does not start in this browser: ${error.message}`));

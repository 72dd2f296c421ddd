// Sets up the page, including the state from the URL, the keys, the theme, and the picture.

async function begin() {
  const find = (id) => document.getElementById(id);
  const given = JSON.parse(find('start').textContent);
  const address = readAddress();
  const game = new Game();
  const cells = address.board ?? given.board ?? game.cells;
  game.begin(cells);
  // Show the board immediately. It works even if the engine does not start.
  const board = new BoardView(game, find('board'));
  // Register this listener first, because other listeners may draw on the board.
  game.onChange((change) => { if (change === 'goal') board.build(); else board.draw(); });
  const bytes = await engineBytes();
  // Use several engines, so that clicks do not have to wait for long searches. Each engine starts on its first request.
  const [quick, solver, left, right] = Array.from({ length: 4 }, () => new Desk(bytes));
  const trial = await quick.ask('goal 3 blank-last');
  if (trial.error) throw new Error(trial.error);

  const guide = new Guide(game, solver);
  guide.quick = quick;
  const stage = new Stage(game, board);
  const lecture = new Lecture();
  applySettings(address, lecture);
  const play = new Play(game, board, guide);
  stage.onChange = (isQuick) => play.facts(isQuick);
  const search = new Search(game, [left, right], [
    address.a ?? { algorithm: 'assigned', heuristic: 'manhattan' },
    address.b ?? { algorithm: 'breadth-first', heuristic: 'manhattan' },
  ], quick, stage);
  const quiz = new Quiz(search);
  const heap = new HeapView(search, find('heap-box'));
  search.onShow = () => { quiz.ask(); heap.show(); };
  find('conflicts').addEventListener('change', () => { board.drawConflicts(); writeAddress(); });
  const trace = new TraceDesk(search, async (cells, goal) => {
    const n = Math.round(Math.sqrt(cells.length));
    const usual = await Promise.all(GOALS.map(async (name) => [name, (await quick.ask(`goal ${n} ${name}`)).cells]));
    const [name] = usual.find(([, arranged]) => sameCells(arranged, goal)) ?? [goal];
    await setGoal({ name, n, cells });
  });
  search.onTake = () => play.play();

  let picture;
  let pictureName;
  game.onChange((change) => {
    if (change === 'goal') {
      board.picture(picture);
      drawGoal();
    }
    stage.clear();
    writeAddress();
  });

  function drawGoal() {
    find('goal-small').replaceChildren(miniDrawing(game.goal, game.goal));
    find('goal-small').setAttribute('aria-label', `The goal: ${spoken(game.goal)}`);
    find('goal').value = GOALS.includes(game.goalName) ? game.goalName : 'own';
    document.querySelector(`[name="size"][value="${game.n}"]`).checked = true;
  }

  /**
   * Sets the goal and a board of the same size. The board is `cells`, the current board, or a scrambled one. Omitted
   * values stay as they are when the change is made. With `unlessThere`, the player's moves are kept if the goal and
   * the board are already set.
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
      // The player may have moved a tile by now.
      game.setGoal(goal, usual ? chosen : 'own', [cells, made, game.cells].find(fits));
    });
    await search.offer(quick);
    await search.open();
  }

  let written;
  function writeAddress() {
    clearTimeout(written);
    written = setTimeout(() => {
      const hash = addressOf({ game, search, lecture, picture: pictureName });
      if (hash !== location.hash) history.replaceState(null, '', hash);
    }, 250);
  }
  search.onChoice = writeAddress;
  lecture.onChange = () => { search.placeCode(); for (const lane of search.lanes) lane.tree.redraw(); writeAddress(); };
  for (const id of ['pace', 'depth', 'numbers', 'by-line', 'theme']) {
    for (const kind of ['input', 'click']) find(id).addEventListener(kind, writeAddress);
  }

  addEventListener('hashchange', ({ newURL }) => {
    // The page may already have written a newer URL.
    const { board: cells, goal, refused } = readAddress(new URL(newURL));
    complainAbout(refused);
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

  const usePicture = (url, name) => {
    if (picture) URL.revokeObjectURL(picture);
    picture = url;
    pictureName = name;
    writeAddress();
    board.picture(url);
    find('no-picture').hidden = find('numbers-label').hidden = !url;
  };
  const readPicture = async (file) => {
    try {
      usePicture(await squareOf(file));
      complain('');
    } catch { complain(`“${file.name}” is not a picture that this browser can read.`); }
  };
  find('picture').addEventListener('click', () => find('picture-file').click());
  find('picture-file').addEventListener('change', () => {
    const [file] = find('picture-file').files;
    if (file) readPicture(file);
    find('picture-file').value = '';
  });
  const useLandscape = async () => usePicture(await landscape(), 'landscape');
  find('landscape').addEventListener('click', useLandscape);
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

  listenToKeys({ game, board, play, search, stage, lecture, quiz, heap });

  const goal = address.goal ?? (address.board ? 'blank-last' : given.goal ?? 'blank-last');
  if (!address.board && given.name) find('name').textContent = given.name;
  const whose = Array.isArray(goal) && !address.board && !given.board ? goal : cells;
  await setGoal({ name: goal, n: Math.round(Math.sqrt(whose.length)), cells });
  if (address.picture === 'landscape') await useLandscape();
  find('numbers').checked = address.numbers;
  find('numbers').dispatchEvent(new Event('change'));
  if (address.step > 0) {
    if (address.from?.length === game.cells.length) await search.open(address.from);
    await search.go(address.step, true, address.phase);
    search.phase = search.isByLine ? Math.min(address.phase, search.lastPhase) : search.phase;
    search.redraw(true);
  }
  complainAbout(address.refused);
  await trace.openGiven();
  document.documentElement.dataset.ready = 'yes';
}

/** Applies the settings from the URL whose only state is in their controls. */
function applySettings(address, lecture) {
  const find = (id) => document.getElementById(id);
  find('both').checked = Boolean(address.b);
  find('twin').checked = Boolean(address.b) && address.twin;
  find('by-line').checked = address.byLine;
  find('ask').checked = address.ask;
  find('heap').checked = address.heap;
  find('conflicts').checked = address.conflicts;
  for (const id of ['rate', 'pace', 'depth']) {
    find(id).dataset.usual = find(id).value;
    if (address[id] !== undefined) find(id).value = address[id];
  }
  if (address.theme) useTheme(address.theme);
  if (address.zoom) lecture.setZoom(address.zoom);
  if (address.lecture) lecture.set(true);
}

/** Shows an error of the page itself. */
function complain(text) {
  const fault = document.getElementById('fault');
  fault.textContent = text;
  fault.hidden = text === '';
}

/** Reports values in the address that are not boards. */
function complainAbout(refused) {
  if (refused.length > 0) complain(`The address contains something that is not a board: ${refused.join(', ')}.`);
}

/** Sets the theme. `auto` follows the system. */
function useTheme(name) {
  const { dataset } = document.documentElement;
  if (name === 'auto') delete dataset.theme; else dataset.theme = name;
  document.querySelector('#theme span').textContent = name;
}

document.getElementById('theme').addEventListener('click', () => {
  const names = ['auto', 'light', 'dark'];
  useTheme(names[(names.indexOf(document.documentElement.dataset.theme ?? 'auto') + 1) % names.length]);
});
begin().catch((error) => complain(`The engine does not start in this browser: ${error.message}`));

// The page's keyboard shortcuts. Input fields still handle their own keys.

function listenToKeys({ game, board, play, search, stage, lecture, quiz, heap }) {
  const find = (id) => document.getElementById(id);
  const usual = {
    h: () => play.hint(), v: () => play.solve(), ' ': () => play.toggle(), s: () => play.scramble(),
    ',': () => play.back(), '[': () => play.back(), '.': () => play.forth(), ']': () => play.forth(),
    Home: () => { play.pause(); game.goTo(0); stage.clear(); },
    n: () => search.step(), p: () => search.unstep(), r: () => search.toggle(), e: () => search.finish(),
    '<': () => heap.go(-1), '>': () => heap.go(1), l: () => lecture.toggle(), '+': () => lecture.step(1), '=': () => lecture.step(1), '-': () => lecture.step(-1),
    Escape: () => { if (lecture.isOn) lecture.toggle(); else stage.clear(); },
    '?': () => find('keys').showModal(),
  };
  // The keys that a presentation remote sends.
  const inLecture = {
    ArrowRight: usual.n, PageDown: usual.n, ArrowLeft: usual.p, PageUp: usual.p,
    Home: () => search.scrub(search.first), End: () => search.scrub(search.made),
  };
  addEventListener('keydown', (event) => {
    const { target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return;
    if (target.matches('input:not([type="range"], [type="checkbox"], [type="radio"]), textarea')) return;
    // The focus stays on the control that was clicked last, but a remote always moves the search.
    const ofRemote = lecture.isOn ? inLecture[event.key] : undefined;
    if (ofRemote) {
      event.preventDefault();
      ofRemote();
      return;
    }
    if (target.matches('select')) return;
    const isLetter = event.key.length === 1 && event.key !== ' ';
    // Sliders and checkboxes handle arrow keys, Home, End and Space themselves.
    if (target.matches('input') && !isLetter) return;
    const answer = quiz.isOn && /^[1-9]$/.test(event.key) ? () => quiz.answer(Number(event.key) - 1) : undefined;
    if (event.key.startsWith('Arrow') && !target.matches('.tree')) { board.key(event); return; }
    const what = answer ?? usual[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!what || (event.key === ' ' && target.matches('button'))) return;
    event.preventDefault();
    what();
  });
}

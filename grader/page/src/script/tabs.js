// Marks the tab of the visible section.
function setUpTabs() {
  const tabs = [...document.querySelectorAll('.tabs a')].map((tab) => ({
    tab, part: document.getElementById(tab.hash.slice(1)),
  })).filter((it) => it.part);
  const mark = () => {
    let here = tabs[0];
    if (!root.classList.contains('one')) {
      for (const it of tabs) if (it.part.getBoundingClientRect().top < 130) here = it;
    }
    for (const it of tabs) {
      if (it === here && !root.classList.contains('one')) it.tab.setAttribute('aria-current', 'true');
      else it.tab.removeAttribute('aria-current');
    }
  };
  let isDue = false;
  const soon = () => {
    if (isDue) return;
    isDue = true;
    requestAnimationFrame(() => { isDue = false; mark(); });
  };
  addEventListener('scroll', soon, { passive: true });
  addEventListener('hashchange', soon);
  if (tabs.length > 0) mark();
}

// For printing, expand the folded parts of the submission displayed on a class page, or of a student's own page.
let folded = [];
addEventListener('beforeprint', () => {
  folded = [...document.querySelectorAll('.here details:not([open]), main > .student:not([id]) details:not([open])')];
  for (const details of folded) details.open = true;
});
addEventListener('afterprint', () => {
  for (const details of folded) details.open = false;
});

addEventListener('hashchange', (event) => route(false, new URL(event.oldURL).hash));
// The browser scrolls to the fragment's target, whose top would be hidden behind the bar.
addEventListener('load', () => { if (shown) scrollTo({ top: 0, behavior: 'instant' }); });
addEventListener('DOMContentLoaded', () => {
  setTheme(root.dataset.theme);
  document.getElementById('theme').addEventListener('click', () => {
    const theme = THEMES[(THEMES.indexOf(root.dataset.theme) + 1) % THEMES.length];
    setTheme(theme);
    try { localStorage.setItem('theme', theme); } catch { /* The choice cannot be stored. */ }
  });
  const table = document.getElementById('submissions');
  if (table) setUpTable(table);
  setUpTabs();
  if (table) route(true);
  else document.querySelectorAll('.way[data-way]').forEach(replay);
});

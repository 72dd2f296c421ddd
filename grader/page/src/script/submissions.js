// The submissions, in the same order as in the file's table. With scripts enabled, browsers treat the content of
// `noscript` as text. We build a submission from this text only when it is needed.
let lines = [];
let places = new Map();
function built(id) {
  const place = places.get(id);
  if (place === undefined) return null;
  const holder = document.createElement('template');
  holder.innerHTML = document.querySelectorAll('main > noscript')[place].textContent;
  return holder.content.querySelector('article');
}

// Adds the parts that are stored only once: cases that earlier submissions contain, and the checks that this submission
// passes.
function complete(article) {
  for (const link of article.querySelectorAll('.same a')) {
    const told = built(link.dataset.of)?.querySelector(link.hash);
    if (told) link.closest('.same').replaceWith(...told.childNodes);
  }
  const rest = article.querySelector('.rest');
  if (!rest) return article;
  const id = (part) => part.querySelector('code').textContent;
  const table = document.getElementById('all-checks').content.firstElementChild.cloneNode(true);
  const rows = new Map([...table.tBodies[0].rows].map((row) => [id(row), row]));
  for (const fail of article.querySelectorAll('.fail')) {
    const row = rows.get(id(fail));
    row.className = 'bad';
    row.cells[1].textContent = 'failed';
    row.cells[2].textContent = fail.querySelector('h3 small').textContent;
  }
  const others = article.querySelector('.checks');
  for (const row of others ? [...others.tBodies[0].rows] : []) {
    rows.get(id(row)).replaceWith(row);
    rows.set(id(row), row);
  }
  others?.remove();
  for (const line of [...rest.childNodes].filter((it) => it.nodeType === Node.TEXT_NODE).slice(1)) {
    const [check, ...words] = line.data.split(' ');
    const takes = make('small', { textContent: `takes ${words.join(' ')}` });
    rows.get(check).cells[1].append(' ', takes);
  }
  rest.replaceWith(table);
  return article;
}

// Creates links to the previous and next submissions, as sorted and filtered in the table.
function beside(id) {
  const links = [...document.querySelectorAll('#submissions tbody .who a')];
  const at = links.findIndex((link) => link.hash === `#${id}`);
  // The arrow stays on its side, whatever the direction of the name's script.
  const to = (link, className, before, after) => {
    const made = make('a', { href: link.hash, className });
    made.append(before, make('bdi', { textContent: short(link) }), after);
    return made;
  };
  const short = (link) => {
    const name = link.textContent;
    return [...name].length > 30 ? `${[...name].slice(0, 29).join('')}…` : name;
  };
  const nav = make('nav', { className: 'beside', 'aria-label': 'Submissions' });
  if (at > 0) nav.append(to(links[at - 1], 'previous', '← ', ''));
  if (at >= 0 && at + 1 < links.length) nav.append(to(links[at + 1], 'next', '', ' →'));
  nav.append(make('a', { href: left.hash, className: 'up', textContent: 'the class' }));
  return nav;
}

// Shows the submission in the URL's fragment, or the class. The class keeps its scroll position.
let shown = null;
let left = { hash: '#class', top: 0 };
const title = document.title;
function route(isFirst, from) {
  const name = location.hash.slice(1);
  const article = built(name);
  const wasShown = shown;
  if (shown) shown.remove();
  else if (article) left = { hash: from || '#class', top: isFirst ? 0 : scrollY };
  shown = article;
  root.classList.toggle('one', Boolean(article));
  if (article) {
    article.classList.add('here');
    complete(article).prepend(beside(name));
    document.querySelector('main').append(article);
    const heading = article.querySelector('h2');
    heading.tabIndex = -1;
    document.title = `${heading.textContent} - ${title}`;
    article.querySelectorAll('.way[data-way]').forEach(replay);
    scrollTo({ top: 0, behavior: 'instant' });
    heading.focus({ preventScroll: true });
    return;
  }
  document.title = title;
  if (wasShown && (location.hash || '#class') === left.hash) {
    scrollTo({ top: left.top, behavior: 'instant' });
    lines[places.get(wasShown.id)].row.querySelector('a').focus({ preventScroll: true });
  } else if (!isFirst) document.getElementById(name)?.scrollIntoView();
}

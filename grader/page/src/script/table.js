// The table of all submissions. Cells are sorted by their key or, if they have none, by their text.
const collator = new Intl.Collator('en', { numeric: true });
function setUpTable(table) {
  lines = [...table.querySelectorAll('tbody tr')].map((row) => ({ row, isWanted: true }));
  places = new Map(lines.map(({ row }, i) => [row.querySelector('a').hash.slice(1), i]));
  // The rows are split among `tbody` elements, so that browsers lay out only the visible ones. Each of these elements
  // gets as many rows as the first one has.
  const bodies = [...table.tBodies];
  const together = bodies[0]?.rows.length;
  let current = lines;
  const fill = () => {
    const wanted = current.filter((line) => line.isWanted).map((line) => line.row);
    bodies.forEach((body, i) => {
      const rows = wanted.slice(i * together, (i + 1) * together);
      body.style.setProperty('--rows', rows.length);
      body.replaceChildren(...rows);
    });
    return wanted.length;
  };
  bodies.at(-1)?.style.setProperty('--rows', bodies.at(-1).rows.length);
  const heads = [...table.tHead.rows[0].cells];
  // For each column, the rows in ascending order and the rows that have no value in this column.
  const orders = [];
  const order = (column) => {
    const isNumber = heads[column].dataset.kind === 'number';
    const compare = isNumber ? (a, b) => a.key - b.key : (a, b) => collator.compare(a.key, b.key);
    const keyed = lines.map((line) => {
      const cell = line.row.cells[column];
      const key = cell.dataset.key ?? cell.textContent;
      return { line, key: isNumber && key !== '' ? Number(key) : key };
    });
    const [some, none] = [keyed.filter((it) => it.key !== ''), keyed.filter((it) => it.key === '')];
    return [some.sort(compare), none].map((all) => all.map((it) => it.line));
  };
  heads.forEach((cell, column) => {
    const button = make('button', { type: 'button', textContent: cell.textContent });
    cell.replaceChildren(button);
    button.addEventListener('click', () => {
      const isUp = cell.getAttribute('aria-sort') !== 'ascending';
      for (const other of heads) other.removeAttribute('aria-sort');
      cell.setAttribute('aria-sort', isUp ? 'ascending' : 'descending');
      orders[column] ??= order(column);
      const [some, none] = orders[column];
      // Rows without a value stay at the end, whatever the sort direction.
      current = [...(isUp ? some : some.toReversed()), ...none];
      fill();
    });
  });

  const [byText, byStatus, byFailed, count] =
    ['by-text', 'by-status', 'by-failed', 'count'].map((id) => document.getElementById(id));
  const ids = (row) => row.dataset.failed?.split(' ')
    ?? [...row.querySelectorAll('.missed code')].map((it) => it.textContent);
  const learn = () => {
    for (const line of lines) {
      line.name = line.row.cells[0].textContent.toLowerCase();
      line.is = line.row.dataset.is.split(' ');
      line.failed = ids(line.row);
    }
  };
  (window.requestIdleCallback ?? setTimeout)(learn);
  const filter = () => {
    if (!lines.at(-1)?.is) learn();
    const wanted = byText.value.trim().toLowerCase();
    for (const line of lines) {
      line.isWanted = (byStatus.value === '' || line.is.includes(byStatus.value))
        && (byFailed.value === '' || line.failed.includes(byFailed.value))
        && line.name.includes(wanted);
    }
    const visible = fill();
    count.textContent = visible === lines.length ? '' : `${visible} of ${lines.length} submissions`;
  };
  for (const control of [byText, byStatus, byFailed]) control.addEventListener('input', filter);
  // The browser may restore the filter's text when it reopens a page.
  if (byText.value || byStatus.value || byFailed.value) filter();
  document.querySelectorAll('a[data-failed]').forEach((link) => {
    link.addEventListener('click', () => {
      [byText.value, byStatus.value, byFailed.value] = ['', '', link.dataset.failed];
      filter();
    });
  });
}

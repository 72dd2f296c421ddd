
// Each shared run links to its partner. A click scrolls the partner to the same height on the other side.
// Without scripts, it is an ordinary link.
(() => {
let here = [];
document.addEventListener('click', (event) => {
  const link = event.target.closest('a.m');
  const partner = link && document.getElementById(link.hash.slice(1));
  if (!partner) return;
  event.preventDefault();
  const side = partner.closest('.side');
  // Place the partner as far below the top of its side as the link is, within the visible range.
  const wanted = link.getBoundingClientRect().top - link.closest('.side').getBoundingClientRect().top;
  const found = partner.getBoundingClientRect().top - side.getBoundingClientRect().top;
  const height = Math.min(Math.max(wanted, 48), side.clientHeight / 2);
  side.scrollTop += found - height;
  side.scrollLeft = 0;
  if (side.getBoundingClientRect().top > innerHeight) side.scrollIntoView();
  partner.focus({ preventScroll: true });
  for (const it of here) it.classList.remove('here');
  const own = partner.hash;
  here = [...document.querySelectorAll(`a.m[href="${link.hash}"], a.m[href="${own}"]`)];
  for (const it of here) it.classList.add('here');
});
})();


// A shared run links to its partner, which is scrolled to the same height on its own side. Without a
// script, it is an ordinary link.
(() => {
let here = [];
document.addEventListener('click', (event) => {
  const link = event.target.closest('a.m');
  const partner = link && document.getElementById(link.hash.slice(1));
  if (!partner) return;
  event.preventDefault();
  const side = partner.closest('.side');
  // Place the partner as far below the top of its side as the link is, if it is then visible.
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

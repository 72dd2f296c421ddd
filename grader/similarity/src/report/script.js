
// A shared run leads to its partner, which is brought to the same height on its own side. Without a
// script it is a link like any other.
(() => {
let here = [];
document.addEventListener('click', (event) => {
  const link = event.target.closest('a.m');
  const partner = link && document.getElementById(link.hash.slice(1));
  if (!partner) return;
  event.preventDefault();
  const side = partner.closest('.side');
  // As far below the top of its side as the other is, if that can be seen.
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

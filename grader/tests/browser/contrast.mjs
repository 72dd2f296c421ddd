// Checks every text on a page. Evaluated in the page.

/** The elements whose text has too little contrast, according to WCAG 2.2, success criterion 1.4.3. */
export const CONTRAST = `(() => {
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const rgba = (colour) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  };
  const luminance = (colour) => {
    const [r, g, b] = colour.map((it) => it / 255)
      .map((it) => (it <= 0.04045 ? it / 12.92 : ((it + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const behind = (element) => {
    for (let it = element; it; it = it.parentElement) {
      const back = rgba(getComputedStyle(it).backgroundColor);
      if (back[3] === 255) return back;
    }
    return rgba(getComputedStyle(document.body).backgroundColor);
  };
  const bad = [];
  for (const element of document.body.querySelectorAll('*')) {
    const has = [...element.childNodes].some((it) => it.nodeType === 3 && it.data.trim() !== '');
    if (!has || !element.checkVisibility() || element.disabled) continue;
    const style = getComputedStyle(element);
    const colour = element.namespaceURI.endsWith('svg') ? style.fill : style.color;
    const [a, b] = [luminance(rgba(colour)), luminance(behind(element))];
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (ratio < 4.5) bad.push(element.tagName + '.' + element.className + ' ' + ratio.toFixed(2));
  }
  return bad;
})()`;

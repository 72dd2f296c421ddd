const root = document.documentElement;
root.classList.add('js');

// The theme follows the system until the user chooses another. In a local file, the browser may refuse to store the
// choice.
const THEMES = ['auto', 'light', 'dark'];
const remembered = () => { try { return localStorage.getItem('theme'); } catch { return null; } };
const setTheme = (theme) => {
  root.dataset.theme = theme;
  const button = document.getElementById('theme');
  if (button) button.textContent = `theme: ${theme}`;
};
setTheme(THEMES.includes(remembered()) ? remembered() : 'auto');

function make(name, properties, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (key in element) element[key] = value; else element.setAttribute(key, value);
  }
  element.append(...children);
  return element;
}

// Lecture mode, which has full screen and large type, and shows only what the class should see.

const ZOOMS = [0.8, 0.9, 1, 1.15, 1.3, 1.5, 1.75, 2];

class Lecture {
  constructor() {
    this.zoom = 1;
    this.find = (id) => document.getElementById(id);
    this.find('lecture').addEventListener('click', () => this.toggle());
    this.find('larger').addEventListener('click', () => this.step(1));
    this.find('smaller').addEventListener('click', () => this.step(-1));
    document.addEventListener('fullscreenchange', () => {
      if (this.isFull && !document.fullscreenElement) this.set(false);
      this.isFull = Boolean(document.fullscreenElement);
    });
  }

  get isOn() { return document.documentElement.dataset.lecture !== undefined; }

  /** Starts or ends lecture mode. If the browser does not allow full screen, the page stays in its window. */
  async toggle() {
    this.set(!this.isOn);
    try {
      if (this.isOn) await document.documentElement.requestFullscreen();
      else if (document.fullscreenElement) await document.exitFullscreen();
    } catch { /* Continue in the window. */ }
  }

  set(isOn) {
    const { dataset } = document.documentElement;
    if (isOn) dataset.lecture = ''; else delete dataset.lecture;
    this.find('lecture').setAttribute('aria-pressed', isOn);
    this.find('lecture').textContent = isOn ? 'End lecture' : 'Lecture';
    this.onChange?.();
  }

  step(by) {
    if (!this.isOn) return;
    const place = ZOOMS.findIndex((zoom) => zoom >= this.zoom);
    this.setZoom(ZOOMS[Math.max(0, Math.min(ZOOMS.length - 1, place + by))]);
  }

  setZoom(zoom) {
    this.zoom = Math.max(ZOOMS[0], Math.min(ZOOMS[ZOOMS.length - 1], zoom));
    document.documentElement.style.setProperty('--zoom', this.zoom);
    this.onChange?.();
  }
}

// Draws the size of the queue at each step.

/** The size of the drawing, in SVG units. */
const CURVE = { width: 480, height: 56 };

/** A curve from the engine: the figure at every `stride` steps, with its maximum and the steps up to its end. */
const curveOf = ({ curve, stride }) => ({ figures: curve, stride, top: Math.max(0, ...curve), steps: curve.length * stride });

class CurveView {
  constructor(root) {
    const part = (name) => root.querySelector(name);
    Object.assign(this, { area: part('.area'), stroke: part('.stroke'), here: part('.here'), caption: part('figcaption') });
  }

  /** Draws a curve up to `top` and `longest`, with a line at a step. */
  draw(curve, top, longest, at) {
    const last = Math.max(1, longest);
    const shape = `${top} ${last}`;
    if (this.curve !== curve || this.shape !== shape) {
      Object.assign(this, { curve, shape });
      const { width, height } = CURVE;
      const along = (step) => (step / last) * width;
      const points = [0, ...curve.figures].map((figure, i) =>
        `${along(i * curve.stride)} ${(height - (figure / Math.max(1, top)) * (height - 4)).toFixed(2)}`);
      put(this.stroke, 'd', `M${points.join('L')}`);
      put(this.area, 'd', `M${points.join('L')}L${along(curve.steps)} ${height}L0 ${height}Z`);
    }
    // The line moves on its own layer, so that the browser does not have to draw the curve again.
    this.here.style.transform = `translateX(${(Math.min(at, last) / last) * 100}cqw)`;
    this.here.style.opacity = at > 0 ? '' : 0;
  }

  say(text) { write(this.caption, text); }
}

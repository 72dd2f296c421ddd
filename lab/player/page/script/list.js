// Draws a list whose items come and go, with as few changes to the page as possible.

/**
 * Shows an element for each item. `make` returns an object with the element as `root` and a method `draw` that shows an
 * item. If an item stays, so does its element. Elements of other items are reused, because browsers take longer to
 * replace them.
 */
class KeyedList {
  constructor(parent, make) { Object.assign(this, { parent, make, drawn: new Map() }); }

  /** Shows these items, which are pairs of a unique key and a value, in this order. */
  draw(items) {
    const { parent, make, drawn } = this;
    const keys = new Set(items.map(([key]) => key));
    const spare = [...drawn].filter(([key]) => !keys.has(key)).map(([, drawing]) => drawing);
    const moved = new Set();
    this.drawn = new Map(items.map(([key]) => {
      const known = drawn.get(key);
      if (known) return [key, known];
      const drawing = spare.shift() ?? make();
      moved.add(drawing.root);
      return [key, drawing];
    }));
    for (const { root } of spare) root.remove();
    items.forEach(([key, value], i) => {
      const drawing = this.drawn.get(key);
      drawing.draw(value);
      const there = () => parent.children[i];
      // If an element is in the way, move it, and not the elements that stay.
      while (there() !== drawing.root && moved.delete(there())) parent.append(there());
      if (there() !== drawing.root) parent.insertBefore(drawing.root, there() ?? null);
    });
  }
}

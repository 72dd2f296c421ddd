// Asks the class which of several boards in the queue is expanded next, and explains the answer.

/** The number of boards to choose from. */
const CHOICES = 5;

/** The priority of each search, with its description. */
const ORDERS = {
  'a-star': { of: ({ f }) => f, says: ({ f, g, h }) => `f = ${g} + ${h} = ${f}`, name: 'f' },
  greedy: { of: ({ h }) => h, says: ({ h }) => `h = ${h}`, name: 'h' },
  dijkstra: { of: ({ g }) => g, says: ({ g }) => `g = ${g}`, name: 'g' },
  'breadth-first': { of: ({ g }) => g, says: ({ g }) => plural(g, 'move'), name: 'number of moves' },
};

/** Explains why one board comes before another. */
function whyBefore(right, other, algorithm) {
  const order = ORDERS[algorithm];
  if (order.of(other) > order.of(right)) {
    return `It has ${order.says(other)}, but the next board has ${order.says(right)}: the lowest ${order.name} comes first.`;
  }
  if (algorithm === 'a-star' && other.h > right.h) {
    return `Both have f = ${right.f}. With equal f, the lowest h comes first: ${right.h}, not ${other.h}.`;
  }
  return `Both have ${order.says(right)}. With equal priorities, the board that was enqueued first comes first.`;
}

/** Explains why the next board comes first. */
function whyNext(next, second, algorithm) {
  const order = ORDERS[algorithm];
  const least = `It has ${order.says(next)}, and no board in the queue has a lower value.`;
  if (!second || order.of(second) > order.of(next)) return least;
  if (algorithm === 'a-star' && second.h > next.h) return `${least} With equal f, the lowest h comes first.`;
  return `${least} With equal priorities, the board that was enqueued first comes first.`;
}

class Quiz {
  constructor(search) {
    this.search = search;
    this.find = (id) => document.getElementById(id);
    this.find('ask').addEventListener('change', () => { this.ask(); search.onChoice?.(); });
    this.find('reveal').addEventListener('click', () => this.answer());
    this.find('quiz-next').addEventListener('click', () => search.step());
    search.onShow = () => this.ask();
  }

  get isOn() { return this.find('ask').checked; }

  /** Asks about the next step. */
  ask() {
    const [lane] = this.search.lanes;
    const { view } = lane;
    const order = ORDERS[lane.algorithmName];
    this.nodes = undefined;
    const isAsking = this.isOn && Boolean(order) && view?.status === 'running' && lane.coming.length > 0 && !this.search.isRunning;
    this.find('quiz').hidden = !this.isOn;
    lane.root.classList.toggle('asking', isAsking);
    this.find('choices').replaceChildren();
    this.find('reveal').disabled = this.find('quiz-next').disabled = !isAsking;
    if (!isAsking) {
      this.say(this.isOn && view && !order ? 'This search has no queue to ask about.' : '');
      return;
    }
    this.say('');
    Object.assign(this, { next: lane.coming, algorithm: lane.algorithmName });
    // Shuffle the boards, so that their order does not give the answer away. A step always has the same shuffle.
    const salt = view.steps * 2654435761;
    const mixed = (node) => (Math.imul(node.id + 1, 0x9e3779b1) ^ salt) >>> 0;
    this.nodes = lane.coming.slice(0, CHOICES).sort((a, b) => mixed(a) - mixed(b));
    this.find('choices').replaceChildren(...this.nodes.map((node, i) => this.choice(node, i, lane)));
  }

  choice(node, i, lane) {
    const item = document.createElement('li');
    const button = document.createElement('button');
    const label = document.createElement('span');
    button.type = 'button';
    button.setAttribute('aria-label', `${i + 1}: ${spoken(node.cells)}, ${plural(node.g, 'move')} made`);
    label.textContent = `${i + 1}`;
    button.append(miniDrawing(node.cells, lane.goal), label);
    button.addEventListener('click', () => this.answer(i));
    item.append(button);
    return item;
  }

  /** Shows whether the choice is correct. Without a choice, shows the correct board. */
  answer(i) {
    if (!this.nodes || (i !== undefined && !this.nodes[i])) return;
    const [lane] = this.search.lanes;
    const { algorithm, next: [right, second] } = this;
    lane.root.classList.remove('asking');
    const chosen = this.nodes[i];
    this.nodes.forEach((node, place) => {
      const button = this.find('choices').children[place].firstChild;
      button.className = [node === right ? 'right' : '', node === chosen && node !== right ? 'false' : ''].join(' ').trim();
      button.lastChild.textContent = ORDERS[algorithm].says(node);
    });
    const place = this.nodes.indexOf(right) + 1;
    if (chosen === undefined) this.say(`Board ${place}. ${whyNext(right, second, algorithm)}`);
    else if (chosen === right) this.say(`Correct. ${whyNext(right, second, algorithm)}`);
    else this.say(`Wrong: it is board ${place}. ${whyBefore(right, chosen, algorithm)}`);
  }

  say(text) { this.find('quiz-answer').textContent = text; }
}

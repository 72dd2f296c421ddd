// Asks the class which of several boards in the queue is expanded next, and explains the answer.

/** The number of boards to choose from. */
const CHOICES = 5;

const BY_SUM = { of: ({ f }) => f, says: ({ f, g, h }) => `f = ${g} + ${h} = ${f}`, name: 'f' };

/** The priority of each search, with its description. */
const ORDERS = {
  assigned: BY_SUM, 'a-star': BY_SUM,
  greedy: { of: ({ h }) => h, says: ({ h }) => `h = ${h}`, name: 'h' },
  dijkstra: { of: ({ g }) => g, says: ({ g }) => `g = ${g}`, name: 'g' },
  'breadth-first': { of: ({ g }) => g, says: ({ g }) => plural(g, 'move'), name: 'number of moves' },
};

/** Explains why a board with a higher value is not next. */
function whyNot(right, other, algorithm) {
  const order = ORDERS[algorithm];
  return `It has ${order.says(other)}, but the lowest ${order.name} comes first: ${order.of(right)}.`;
}

/** Explains why a board may be next. */
function whyNext(chosen, next, algorithm) {
  const least = `It has ${ORDERS[algorithm].says(chosen)}, and no board in the queue has a lower value.`;
  if (chosen === next) return least;
  return `${least} This search takes another one first, because ${reasonFor(next, chosen, algorithm)}.`;
}

/** Returns why this search takes `next` before a board with the same priority. */
const reasonFor = (next, other, algorithm) => (isInformed(algorithm) && other.h > next.h
  ? `its h is lower: ${next.h}, not ${other.h}` : 'it was enqueued earlier');

const isInformed = (algorithm) => algorithm === 'a-star' || algorithm === 'assigned';

/** Describes the order of the queue, including ties. */
function ruleOf(algorithm) {
  const tie = isInformed(algorithm) ? 'the one with the lowest h, then the one enqueued first' : 'the one enqueued first';
  return `The lowest ${ORDERS[algorithm].name} comes first. Of several, any is a correct answer; this search takes ${tie}.`;
}

class Quiz {
  constructor(search) {
    this.search = search;
    this.clearScore();
    this.find = (id) => document.getElementById(id);
    this.find('ask').addEventListener('change', () => { this.clearScore(); this.ask(); search.onChoice?.(); });
    this.find('reveal').addEventListener('click', () => this.answer());
    this.find('quiz-next').addEventListener('click', () => search.step());
  }

  clearScore() { Object.assign(this, { asked: 0, correct: 0 }); }

  get isOn() { return this.find('ask').checked; }

  /** Asks about the next step. */
  ask() {
    const [lane] = this.search.lanes;
    const { view } = lane;
    const order = ORDERS[lane.algorithmName];
    this.nodes = undefined;
    const isAsking = this.isOn && Boolean(order) && view?.status === 'running' && lane.coming.length > 0 && !this.search.isRunning;
    this.find('quiz').hidden = !this.isOn;
    const whose = this.search.shown.length > 1 ? `${lane.name}: which` : 'Which';
    this.find('quiz-title').textContent = `${whose} board may be expanded next?`;
    this.find('quiz-rule').textContent = isAsking ? ruleOf(lane.algorithmName) : '';
    lane.root.classList.toggle('asking', isAsking);
    this.find('choices').replaceChildren();
    this.find('reveal').disabled = this.find('quiz-next').disabled = !isAsking;
    if (!isAsking) {
      this.say(this.isOn && view && !order ? 'This search has no queue to ask about.' : '');
      return;
    }
    this.say(this.asked > 0 ? `Score: ${this.correct} of ${this.asked}.` : '');
    this.isAnswered = false;
    Object.assign(this, { next: lane.coming, algorithm: lane.algorithmName });
    // Shuffle the boards, so that their order does not give the answer away. A step always has the same shuffle.
    const salt = view.steps * 2654435761;
    const mixed = (node) => (Math.imul(node.id + 1, 0x9e3779b1) ^ salt) >>> 0;
    this.nodes = this.selected(lane.coming, order).sort((a, b) => mixed(a) - mixed(b));
    this.find('choices').replaceChildren(...this.nodes.map((node, i) => this.choice(node, i, lane)));
  }

  /** Selects the boards to choose from: the next one, a correct alternative if there is one, and others. */
  selected(coming, order) {
    const isNext = (node) => order.of(node) === order.of(coming[0]);
    const [ties, others] = [coming.filter(isNext), coming.filter((node) => !isNext(node))];
    const correct = ties.slice(0, Math.max(2, CHOICES - others.length));
    return [...correct, ...others.slice(0, CHOICES - correct.length)];
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

  /** Shows whether the choice is correct, and counts the first answer. Without a choice, shows the correct boards. */
  answer(i) {
    if (!this.nodes || (i !== undefined && !this.nodes[i])) return;
    const [lane] = this.search.lanes;
    const { algorithm, next: [next] } = this;
    const order = ORDERS[algorithm];
    const isRight = (node) => order.of(node) === order.of(next);
    lane.root.classList.remove('asking');
    const chosen = this.nodes[i];
    this.nodes.forEach((node, place) => {
      const button = this.find('choices').children[place].firstChild;
      button.className = [isRight(node) ? 'right' : '', node === chosen && !isRight(node) ? 'false' : ''].join(' ').trim();
      button.lastChild.textContent = order.says(node);
    });
    if (chosen !== undefined && !this.isAnswered) {
      this.asked += 1;
      this.correct += isRight(chosen) ? 1 : 0;
    }
    this.isAnswered = true;
    const score = this.asked > 0 ? ` Score: ${this.correct} of ${this.asked}.` : '';
    if (chosen === undefined) this.say(`This search takes board ${this.nodes.indexOf(next) + 1}. ${whyNext(next, next, algorithm)}${score}`);
    else if (isRight(chosen)) this.say(`Correct. ${whyNext(chosen, next, algorithm)}${score}`);
    else this.say(`Wrong. ${whyNot(next, chosen, algorithm)}${score}`);
  }

  say(text) { this.find('quiz-answer').textContent = text; }
}

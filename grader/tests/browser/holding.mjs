// Delays or replaces the engines' replies to the page of `grader play`.

/**
 * Runs in the page before its own scripts. Replies of the workers that `engine.holds` selects by number wait in
 * `engine.held`; `engine.open` contains the workers with an unanswered request.
 * `engine.fault` replaces each reply, if it is set, or is `crash`, which replaces it with an error event.
 */
export const HOLDING = `(() => {
  const Real = window.Worker;
  let workers = 0;
  window.engine = { holds: () => false, open: new Set(), held: [], fault: undefined };
  window.Worker = class extends Real {
    constructor(...all) {
      super(...all);
      this.number = workers;
      workers += 1;
    }
    postMessage(message) {
      // The first message is the engine. Each worker handles one request at a time.
      if (typeof message === 'string') window.engine.open.add(this);
      super.postMessage(message);
    }
    terminate() {
      this.isTerminated = true;
      window.engine.open.delete(this);
      super.terminate();
    }
    set onmessage(hear) {
      super.onmessage = (event) => {
        const deliver = () => {
          if (this.isTerminated) return;
          window.engine.open.delete(this);
          const { fault } = window.engine;
          if (fault === 'crash') this.dispatchEvent(new ErrorEvent('error'));
          else hear({ data: fault ?? event.data });
        };
        if (window.engine.holds(this.number)) window.engine.held.push(deliver); else deliver();
      };
    }
  };
})()`;

/** Delivers all replies from now on, including those that wait. */
export const RELEASE = `(() => {
  window.engine.holds = () => false;
  for (const deliver of window.engine.held.splice(0)) deliver();
})()`;

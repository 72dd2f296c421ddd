// The engine, which is the project's oracle compiled to WebAssembly. It runs in workers, so that the page stays
// responsive. If the browser does not allow workers, the engine runs in the page itself.

/** Starts the engine. Workers run this function from its source, so it must be self-contained. */
async function startEngine(bytes) {
  let memory;
  const view = () => new DataView(memory.buffer);
  const said = [];
  // The system calls that Rust's standard library expects.
  const system = {
    random_get(at, length) {
      crypto.getRandomValues(new Uint8Array(memory.buffer, at, length));
      return 0;
    },
    environ_get: () => 0,
    environ_sizes_get(count, size) {
      view().setUint32(count, 0, true);
      view().setUint32(size, 0, true);
      return 0;
    },
    fd_write(_, pieces, count, written) {
      let total = 0;
      for (let i = 0; i < count; i += 1) {
        const [at, length] = [0, 4].map((it) => view().getUint32(pieces + 8 * i + it, true));
        said.push(new TextDecoder().decode(new Uint8Array(memory.buffer, at, length)));
        total += length;
      }
      view().setUint32(written, total, true);
      return 0;
    },
    proc_exit() { throw new Error(said.join('')); },
  };
  const { instance } = await WebAssembly.instantiate(bytes, { wasi_snapshot_preview1: system });
  const { room, answer, text } = instance.exports;
  memory = instance.exports.memory;
  return (request) => {
    said.length = 0;
    const words = new TextEncoder().encode(request);
    try {
      // This may grow the memory and replace its buffer.
      const at = room(words.length);
      new Uint8Array(memory.buffer, at, words.length).set(words);
      const length = answer();
      return JSON.parse(new TextDecoder().decode(new Uint8Array(memory.buffer, text(), length)));
    } catch (error) {
      return { error: `the engine has stopped: ${said.join('') || error.message}`, fatal: true };
    }
  };
}

/** The main function of a worker. The first message contains the engine, and each later message is a request. */
function workerLife() {
  let engine;
  self.onmessage = ({ data }) => {
    if (!engine) engine = startEngine(data);
    else engine.then((ask) => self.postMessage(ask(data)), (error) => self.postMessage({ error: String(error) }));
  };
}

/** Decodes a part of the page that is compressed and encoded in Base64. */
async function unpacked(part) {
  const packed = Uint8Array.from(atob(part), (letter) => letter.charCodeAt(0));
  const inflated = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return new Response(inflated).arrayBuffer();
}

/** Returns the bytes of the WebAssembly module. */
const engineBytes = () => unpacked(document.getElementById('engine').textContent);

/** Sends requests to an engine, one at a time. After `stop`, the next request starts a new engine. */
class Desk {
  constructor(bytes) {
    this.bytes = bytes;
    this.line = Promise.resolve();
    /** The number of unanswered requests. */
    this.pending = 0;
  }

  /** Returns the answer to a request. */
  ask(request) {
    this.pending += 1;
    const answer = this.line.then(() => this.send(request)).finally(() => { this.pending -= 1; });
    this.line = answer.catch(() => {});
    return answer;
  }

  async send(request) {
    this.start();
    if (this.engine) {
      // Let the browser draw the page first.
      await new Promise((done) => { setTimeout(done); });
      return (await this.engine)(request);
    }
    return new Promise((resolve) => {
      const { worker } = this;
      this.resolve = resolve;
      // Events of a worker that was stopped may still arrive.
      const isCurrent = () => this.worker === worker;
      worker.onmessage = ({ data }) => {
        if (!isCurrent()) return;
        worker.hasAnswered = true;
        if (data.fatal) this.end();
        resolve(data);
      };
      worker.onerror = () => {
        if (!isCurrent()) return;
        this.end();
        if (worker.hasAnswered) {
          resolve({ error: 'the engine has stopped' });
          return;
        }
        // The browser has refused to run the worker.
        Desk.refused = true;
        resolve(this.send(request));
      };
      worker.postMessage(request);
    });
  }

  start() {
    if (this.worker || this.engine) return;
    try {
      if (Desk.refused) throw new Error('no workers');
      const life = `${startEngine}\n(${workerLife})()`;
      const url = URL.createObjectURL(new Blob([life], { type: 'text/javascript' }));
      this.worker = new Worker(url);
      URL.revokeObjectURL(url);
      this.worker.postMessage(this.bytes);
    } catch {
      Desk.refused = true;
      this.engine = startEngine(this.bytes);
    }
  }

  /** Aborts the current request, if any. The answer to the request then says that it was stopped. */
  stop() {
    if (!this.worker || this.pending === 0) return;
    this.end();
    this.resolve?.({ error: 'stopped', stopped: true });
  }

  /** Ends the worker, which frees its memory. */
  end() {
    this.worker.terminate();
    this.worker = undefined;
  }
}

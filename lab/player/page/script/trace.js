// Loads a recorded search, and shows it next to the grader's search for the same puzzle. The engine parses the
// recording.

/** The maximum size of a trace file. */
const MOST_BYTES = 200_000_000;

class TraceDesk {
  constructor(search, setPuzzle) {
    Object.assign(this, { search, setPuzzle });
    this.find = (id) => document.getElementById(id);
    this.find('trace').addEventListener('click', () => this.find('trace-file').click());
    this.find('trace-file').addEventListener('change', () => {
      const [file] = this.find('trace-file').files;
      if (file) this.readFile(file);
      this.find('trace-file').value = '';
    });
    this.find('to-fault').addEventListener('click', () => search.scrub(this.fault.step));
    for (const lane of search.lanes) lane.part('close-trace').addEventListener('click', () => this.close());
    search.onTraceGone = () => this.mark(undefined);
  }

  async readFile(file) {
    if (file.size > MOST_BYTES) { complain(`“${file.name}” is too large for this page.`); return; }
    await this.open(await file.text(), file.name);
  }

  /** Opens the trace in the page, if it contains one. */
  async openGiven() {
    const packed = this.find('given-trace').textContent;
    if (packed === '') return;
    await this.open(new TextDecoder().decode(await unpacked(packed)), '');
  }

  async open(text, file) {
    const summary = await this.search.lanes[0].quick.ask(`trace 9\n${text}`);
    if (summary.error) { complain(`“${file || 'The trace'}” cannot be shown: ${summary.error}.`); return; }
    complain('');
    const { board, goal, heuristic, name, fault } = summary;
    const coming = { text, name: name ?? file, board, goal, heuristic };
    // The search takes over the trace and its puzzle at the same time.
    this.search.coming = coming;
    await this.setPuzzle(board, goal);
    if (this.search.trace === coming) this.mark(fault);
  }

  close() {
    this.search.dropTrace();
    this.search.open();
  }

  /** Marks the first step that A* would not take. */
  mark(fault) {
    this.fault = fault ?? undefined;
    const [words, button] = this.find('trace-fault').children;
    this.find('trace-fault').hidden = !this.search.trace;
    this.search.fault = this.fault;
    button.hidden = !fault;
    const whose = fault?.twin ? ', in the twin’s search,' : '';
    words.textContent = fault ? `Step ${fault.step}${whose} is the first that A* would not take: ${fault.text} (line ${fault.line} of the trace).`
      : 'Every step is a correct step of A*.';
    this.search.redraw(true);
  }
}

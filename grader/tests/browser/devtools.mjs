// Controls a headless browser over the DevTools protocol, through a pipe: no port or package is needed.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The timeout for a command. This is only a safeguard, and tests do not depend on it. */
const PATIENCE = 60_000;

/** A running browser. Messages are JSON, each terminated by a NUL byte. */
export class Browser {
  constructor(program) {
    this.profile = mkdtempSync(join(tmpdir(), 'report-browser-'));
    const options = [
      '--headless', '--no-sandbox', '--disable-gpu', '--no-first-run', '--hide-scrollbars',
      '--disable-dev-shm-usage', '--remote-debugging-pipe', `--user-data-dir=${this.profile}`,
    ];
    const stdio = ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'];
    this.process = spawn(program, options, { stdio });
    this.process.once('exit', () => this.fail(new Error('the browser has ended')));
    this.process.once('error', (error) => this.fail(error));
    [, , , this.into, this.from] = this.process.stdio;
    this.into.on('error', (error) => this.fail(error));
    this.waiting = new Map();
    this.number = 0;
    this.onEvent = () => {};
    let rest = '';
    this.from.setEncoding('utf8');
    this.from.on('data', (chunk) => {
      const messages = (rest + chunk).split('\0');
      rest = messages.pop();
      for (const message of messages) this.take(JSON.parse(message));
    });
  }

  take({ id, result, error, method, params, sessionId }) {
    if (id === undefined) {
      this.onEvent(method, params, sessionId);
      return;
    }
    const { resolve, reject, timer } = this.waiting.get(id);
    this.waiting.delete(id);
    clearTimeout(timer);
    if (error) reject(new Error(error.message)); else resolve(result);
  }

  fail(error) {
    for (const { reject, timer } of this.waiting.values()) {
      clearTimeout(timer);
      reject(error);
    }
    this.waiting.clear();
  }

  send(method, params = {}, sessionId = undefined) {
    const id = ++this.number;
    this.into.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    return new Promise((resolve, reject) => {
      const late = () => reject(new Error(`no answer to ${method}`));
      this.waiting.set(id, { resolve, reject, timer: setTimeout(late, PATIENCE) });
    });
  }

  async close() {
    const ended = new Promise((resolve) => this.process.once('exit', resolve));
    this.process.kill();
    await ended;
    // Other processes of the browser take slightly longer to end, and may write files until then.
    for (let tries = 50; existsSync(this.profile) && tries > 0; tries -= 1) {
      try {
        rmSync(this.profile, { recursive: true, force: true });
      } catch {
        await new Promise((done) => { setTimeout(done, 50); });
      }
    }
  }
}

/** A page in the browser, with its errors and network requests. */
export class Page {
  static async open(browser) {
    const { targetId } = await browser.send('Target.createTarget', { url: 'about:blank' });
    const { sessionId } = await browser.send('Target.attachToTarget', { targetId, flatten: true });
    const page = new Page();
    Object.assign(page, { browser, sessionId, complaints: [], requests: [], loaded: () => {} });
    browser.onEvent = (method, params) => page.event(method, params);
    for (const domain of ['Page', 'Runtime', 'Log', 'Network']) await page.send(`${domain}.enable`);
    return page;
  }

  event(method, params) {
    if (method === 'Page.loadEventFired') this.loaded();
    if (method === 'Network.requestWillBeSent') this.requests.push(params.request.url);
    if (method === 'Runtime.exceptionThrown') {
      this.complaints.push(params.exceptionDetails.exception?.description ?? 'an exception');
    }
    if (method === 'Log.entryAdded') this.complaints.push(params.entry.text);
    if (method === 'Runtime.consoleAPICalled') this.complaints.push(JSON.stringify(params.args));
  }

  send(method, params) {
    return this.browser.send(method, params, this.sessionId);
  }

  /** Loads a URL from scratch, even if only its fragment has changed. */
  async load(url) {
    for (const address of ['about:blank', url]) {
      const loaded = new Promise((resolve) => { this.loaded = resolve; });
      await this.send('Page.navigate', { url: address });
      await loaded;
    }
  }

  /** Evaluates an expression in the page. */
  async value(expression) {
    const options = { expression, returnByValue: true, awaitPromise: true };
    const { result, exceptionDetails } = await this.send('Runtime.evaluate', options);
    if (exceptionDetails) {
      throw new Error(`${expression}: ${exceptionDetails.exception?.description}`);
    }
    return result.value;
  }

  /** Waits until an expression is true in the page. The timeout is only a safeguard. */
  until(expression) {
    return this.value(`new Promise((resolve, reject) => {
      const began = Date.now();
      const look = () => {
        if (${expression}) resolve(true);
        else if (Date.now() - began > ${PATIENCE / 2}) reject(new Error('never: ' + ${JSON.stringify(expression)}));
        else setTimeout(look, 2);
      };
      look();
    })`);
  }

  /** Presses a key like a user. */
  async key(key) {
    const text = key === ' ' ? { text: ' ' } : {};
    const code = { ' ': 32, PageUp: 33, PageDown: 34, End: 35, Home: 36, ArrowLeft: 37, ArrowRight: 39 }[key];
    const event = { key, code: key === ' ' ? 'Space' : key, windowsVirtualKeyCode: code };
    await this.send('Input.dispatchKeyEvent', { type: 'keyDown', ...event, ...text });
    await this.send('Input.dispatchKeyEvent', { type: 'keyUp', ...event });
  }

  /** Sets the width of the window, in pixels. */
  width(width) {
    const size = { width, height: 900, deviceScaleFactor: 1, mobile: width < 500 };
    return this.send('Emulation.setDeviceMetricsOverride', size);
  }

  media(media, theme = 'light', motion = 'reduce') {
    const features = [
      { name: 'prefers-color-scheme', value: theme },
      { name: 'prefers-reduced-motion', value: motion },
    ];
    return this.send('Emulation.setEmulatedMedia', { media, features });
  }
}

/** Reports a passed test. */
export const holds = (what) => process.stdout.write(`ok: ${what}\n`);

/**
 * Opens a page in a browser and runs tests on it. The program reports the first failure and ends with exit
 * code 1. Errors in the page are failures, and so are requests with a scheme other than those of local pages
 * and `schemes`.
 */
export async function use(program, schemes, tries) {
  const browser = new Browser(program);
  let failed = false;
  try {
    const page = await Page.open(browser);
    await tries(page);
    assert.deepEqual(page.complaints, []);
    const own = ['file:', 'about:', 'data:', ...schemes.map((scheme) => `${scheme}:`)];
    const foreign = page.requests.filter((url) => !own.some((scheme) => url.startsWith(scheme)));
    assert.deepEqual(foreign, []);
    holds('there were no errors and no network requests');
  } catch (error) {
    process.stdout.write(`not ok: ${error.stack}\n`);
    failed = true;
  } finally {
    await browser.close();
  }
  process.exit(failed ? 1 : 0);
}

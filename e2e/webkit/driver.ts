/**
 * A small WebDriver layer for WebKit, the engine of Safari: Debian's WebKitWebDriver drives its
 * MiniBrowser on a screen of its own. Clicks and keys are real ones, given to whatever is there and
 * has the focus; frames are only entered to look at what came of it.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { findWebKit } from '../../.ci/browser.ts';

/** The name under which WebDriver sends a reference to an element. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
type Element = Readonly<Record<typeof ELEMENT, string>>;

const START_TIMEOUT_MS = 20_000;
const POLL_MS = 50;
/** For whatever a test waits for: a machine may have other work. */
const PATIENCE_MS = 15_000;

export interface WebKit {
  open(url: string): Promise<void>;
  /** Runs the body of a function in the page. */
  run(body: string): Promise<unknown>;
  /** The same in the frame of a name; undefined while that is not there. */
  runInFrame(name: string, body: string): Promise<unknown>;
  /** Moves the pointer to the middle of an element of the page and clicks. */
  click(selector: string): Promise<void>;
  /** Presses and releases one key after the other, wherever the focus is. */
  type(keys: string): Promise<void>;
  /** Asks again and again until the answer is the expected one. Answers the last. */
  until(ask: () => Promise<unknown>, expected: unknown): Promise<unknown>;
  end(): Promise<void>;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill();
  await once(child, 'exit');
}

/** A screen without a monitor; its number is the first that is free. */
async function startScreen(path: string): Promise<{ screen: ChildProcess; display: string }> {
  const size = ['-screen', '0', '1280x1024x24'];
  const screen = spawn(path, ['-displayfd', '3', ...size, '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const lines = createInterface({ input: screen.stdio[3] as NodeJS.ReadableStream });
  const [number] = await once(lines, 'line', { signal: AbortSignal.timeout(START_TIMEOUT_MS) });
  return { screen, display: `:${number}` };
}

async function call(url: string, method: string, body?: object): Promise<unknown> {
  const answer = await fetch(url, { method, ...(body && { body: JSON.stringify(body) }) });
  const { value } = (await answer.json()) as { value: unknown };
  if (answer.ok) return value;
  const { error, message } = Object(value);
  throw new Error(`WebDriver: ${error}: ${message}`);
}

export async function startWebKit(): Promise<WebKit> {
  const paths = findWebKit();
  if (!paths) throw new Error('no WebKit: apt-get install webkit2gtk-driver xvfb');
  const { screen, display } = await startScreen(paths.screen);
  const port = await freePort();
  const driver = spawn(paths.driver, [`--port=${port}`, '--host=127.0.0.1'], {
    env: { ...process.env, DISPLAY: display },
    stdio: 'ignore',
  });
  const root = `http://127.0.0.1:${port}`;
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (!(await fetch(`${root}/status`).then(Boolean, () => false))) {
    if (Date.now() > deadline) throw new Error('WebKitWebDriver does not answer');
    await wait(POLL_MS);
  }
  const options = { binary: paths.browser, args: ['--automation'] };
  const session = (await call(`${root}/session`, 'POST', {
    capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options } },
  })) as { sessionId: string };
  const base = `${root}/session/${session.sessionId}`;
  const post = (path: string, body: object) => call(base + path, 'POST', body);

  const run = (body: string) => post('/execute/sync', { script: body, args: [] });
  const find = (selector: string) =>
    post('/element', { using: 'css selector', value: selector }) as Promise<Element>;

  return {
    run,
    open: async (url) => {
      await post('/url', { url });
    },
    async runInFrame(name, body) {
      const frame = await find(`iframe[name="${name}"]`).catch(() => undefined);
      if (!frame) return undefined;
      await post('/frame', { id: frame });
      try {
        return await run(body);
      } finally {
        await post('/frame', { id: null });
      }
    },
    async click(selector) {
      const origin = await find(selector);
      await run(`document.querySelector(${JSON.stringify(selector)}).scrollIntoView()`);
      await post('/actions', {
        actions: [
          {
            type: 'pointer',
            id: 'mouse',
            parameters: { pointerType: 'mouse' },
            actions: [
              { type: 'pointerMove', origin, x: 0, y: 0 },
              { type: 'pointerDown', button: 0 },
              { type: 'pointerUp', button: 0 },
            ],
          },
        ],
      });
    },
    async type(keys) {
      const actions = [...keys].flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ]);
      await post('/actions', { actions: [{ type: 'key', id: 'keyboard', actions }] });
    },
    async until(ask, expected) {
      const end = Date.now() + PATIENCE_MS;
      let answer = await ask();
      while (answer !== expected && Date.now() < end) {
        await wait(POLL_MS);
        answer = await ask();
      }
      return answer;
    },
    async end() {
      await call(base, 'DELETE');
      await endProcess(driver);
      await endProcess(screen);
    },
  };
}

/**
 * WebKit, the engine of Safari, by WebDriver: Debian's WebKitWebDriver drives its MiniBrowser on a
 * screen of its own.
 */
import { type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import type { WebKitPaths } from '../../.ci/browser.ts';
import { freePort } from '../../server/free-port.ts';
import { type Driver, type Modifier, type NamedKey, WINDOW } from './driver.ts';

/** The name under which WebDriver sends a reference to an element. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
type FoundElement = Readonly<Record<typeof ELEMENT, string>>;

/** WebDriver has characters of its own for keys that type none. */
const KEYS: Readonly<Record<NamedKey | Modifier, string>> = {
  ArrowLeft: '\uE012',
  ArrowRight: '\uE014',
  Backspace: '\uE003',
  Control: '\uE009',
  Delete: '\uE017',
  End: '\uE010',
  Enter: '\uE007',
  Home: '\uE011',
  Shift: '\uE008',
  Tab: '\uE004',
};

const START_TIMEOUT_MS = 20_000;
const POLL_MS = 50;
/** A page that is left while it is asked may never answer: the one who waits asks again. */
const SCRIPT_TIMEOUT_MS = 5_000;
const CALL_TIMEOUT_MS = 60_000;

/** Starts a program that ends, with all that it has started, when it is told to or this process ends. */
function start(path: string, args: readonly string[], options: SpawnOptions) {
  const child = spawn(path, args, { ...options, detached: true });
  const kill = () => {
    try {
      if (child.pid) process.kill(-child.pid);
    } catch {
      // It has ended already.
    }
  };
  process.once('exit', kill);
  const end = async () => {
    process.off('exit', kill);
    const isOver = child.exitCode !== null || child.signalCode !== null;
    kill();
    if (!isOver) await once(child, 'exit');
  };
  return { child, end };
}

/**
 * A screen without a monitor; its number is the first that is free. Left by its last program it would
 * begin anew and refuse those that come meanwhile: then the next browser ends as it starts, and its
 * driver waits for it for ever.
 */
async function startScreen(path: string) {
  const size = ['-screen', '0', '1280x1280x24'];
  const screen = start(path, ['-displayfd', '3', ...size, '-nolisten', 'tcp', '-noreset'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const lines = createInterface({ input: screen.child.stdio[3] as NodeJS.ReadableStream });
  const [number] = await once(lines, 'line', { signal: AbortSignal.timeout(START_TIMEOUT_MS) });
  return { screen, display: `:${number}` };
}

async function call(url: string, method: string, body?: object): Promise<unknown> {
  const signal = AbortSignal.timeout(CALL_TIMEOUT_MS);
  const answer = await fetch(url, { method, signal, ...(body && { body: JSON.stringify(body) }) });
  const { value } = (await answer.json()) as { value: unknown };
  if (answer.ok) return value;
  const { error, message } = Object(value);
  throw new Error(`WebDriver: ${error}: ${message}`);
}

interface Session {
  readonly version: string;
  post(path: string, body?: object): Promise<unknown>;
  get(path: string): Promise<unknown>;
  end(): Promise<unknown>;
}

/** A browser of its own. */
async function startSession(root: string, binary: string): Promise<Session> {
  const options = { binary, args: ['--automation'] };
  const { sessionId, capabilities } = (await call(`${root}/session`, 'POST', {
    capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options } },
  })) as { sessionId: string; capabilities: { browserVersion: string } };
  const base = `${root}/session/${sessionId}`;
  const session: Session = {
    version: `WebKitGTK/${capabilities.browserVersion}`,
    post: (path, body = {}) => call(base + path, 'POST', body),
    get: (path) => call(base + path, 'GET'),
    end: () => call(base, 'DELETE'),
  };
  await session.post('/window/rect', { x: 0, y: 0, ...WINDOW });
  await session.post('/timeouts', { script: SCRIPT_TIMEOUT_MS });
  return session;
}

/** @param paths of the browser and what it needs */
export async function startWebKit(paths: WebKitPaths): Promise<Driver> {
  const { screen, display } = await startScreen(paths.screen);
  const port = await freePort();
  const driver = start(paths.driver, [`--port=${port}`, '--host=127.0.0.1'], {
    env: { ...process.env, DISPLAY: display },
    stdio: 'ignore',
  });
  const root = `http://127.0.0.1:${port}`;
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (!(await fetch(`${root}/status`).then(Boolean, () => false))) {
    if (Date.now() > deadline) throw new Error('WebKitWebDriver does not answer');
    await wait(POLL_MS);
  }
  let session = await startSession(root, paths.browser);

  const run = (script: string) => session.post('/execute/sync', { script, args: [] });
  const find = (selector: string) =>
    session.post('/element', { using: 'css selector', value: selector }) as Promise<FoundElement>;
  const act = (type: 'key' | 'pointer', actions: readonly object[]) =>
    session.post('/actions', {
      actions: [
        {
          type,
          id: type,
          actions,
          ...(type === 'pointer' && { parameters: { pointerType: 'mouse' } }),
        },
      ],
    });
  const strokes = (value: string) => [
    { type: 'keyDown', value },
    { type: 'keyUp', value },
  ];

  return {
    version: session.version,
    // What a shopper has touched counts for a browser's whole life, so it gets another one.
    async renew() {
      await session.end();
      session = await startSession(root, paths.browser);
    },
    async open(url) {
      await session.post('/url', { url });
    },
    async reload() {
      await session.post('/refresh');
    },
    async goBack() {
      await session.post('/back');
    },
    async goForward() {
      await session.post('/forward');
    },
    async evaluate(expression, path) {
      const script = `return (${expression})`;
      if (path.length === 0) return run(script);
      try {
        for (const selector of path) await session.post('/frame', { id: await find(selector) });
        return await run(script);
      } finally {
        await session.post('/frame', { id: null });
      }
    },
    async clickAt(x, y) {
      await act('pointer', [
        { type: 'pointerMove', origin: 'viewport', x: Math.round(x), y: Math.round(y) },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ]);
    },
    async type(text) {
      await act('key', [...text].flatMap(strokes));
    },
    async press(key, modifier) {
      const value = KEYS[key as NamedKey] ?? key;
      const held = modifier && KEYS[modifier];
      await act('key', [
        ...(held ? [{ type: 'keyDown', value: held }] : []),
        ...strokes(value),
        ...(held ? [{ type: 'keyUp', value: held }] : []),
      ]);
    },
    screenshot: async () => Buffer.from(String(await session.get('/screenshot')), 'base64'),
    async end() {
      // A browser that does not answer any more ends with its driver.
      await session.end().catch(() => {});
      await driver.end();
      await screen.end();
    },
  };
}

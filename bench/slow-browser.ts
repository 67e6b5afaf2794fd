/**
 * Chromium on a slower machine with a slower line, driven by its own protocol: Playwright would run
 * code of its own in the pages, and lets go of a frame of another site before it can be slowed down.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { findChromium } from '../.ci/browser.ts';
import { type MeasuredBrowser, middleOf, type Session } from './measured-browser.ts';

export interface Slowness {
  /** How many times slower the processor is. */
  readonly cpu: number;
  readonly roundTripMs: number;
  /** Down and up; -1 for a line without a limit. */
  readonly bytesPerSecond: readonly [down: number, up: number];
}

/** A context opens a window, and the window loads hundreds of scripts of the browser's own. */
const WINDOW_MS = 1_500;

type Fields = Readonly<Record<string, unknown>>;

interface Message {
  readonly id?: number;
  readonly method?: string;
  // biome-ignore lint/suspicious/noExplicitAny: its shape depends on the method
  readonly params?: any;
  // biome-ignore lint/suspicious/noExplicitAny: its shape depends on the method
  readonly result?: any;
  readonly error?: { readonly message: string };
  readonly sessionId?: string;
}

/** Commands to one target: the browser, a page, or the frames of another site in it. */
interface Target extends Session {
  send(method: string, params?: Fields): Promise<NonNullable<Message['result']>>;
}

export async function startSlowBrowser(slowness: Slowness): Promise<MeasuredBrowser> {
  const executable = findChromium();
  if (!executable) throw new Error('there is no Chromium: set CHROMIUM_PATH');
  const profile = await mkdtemp(join(tmpdir(), 'bench-browser-'));
  const child = spawn(
    executable,
    [
      '--headless',
      '--remote-debugging-pipe',
      `--user-data-dir=${profile}`,
      '--no-sandbox',
      '--no-first-run',
      '--disable-gpu',
      '--disable-quic',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--disable-extensions',
    ],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] },
  );
  const { send, listen } = talkTo(child);

  const targetOf = (sessionId: string): Target => ({
    send: (method, params) => send(method, params, sessionId),
    async evaluate(expression) {
      const { result, exceptionDetails } = await send(
        'Runtime.evaluate',
        { expression, awaitPromise: true, returnByValue: true },
        sessionId,
      );
      if (exceptionDetails) throw new Error(exceptionDetails.exception?.description);
      return result.value;
    },
  });

  return {
    async open(script, onTold) {
      const { browserContextId } = await send('Target.createBrowserContext');
      const blank = { url: 'about:blank', browserContextId, width: 1280, height: 900 };
      const { targetId } = await send('Target.createTarget', blank);
      const { sessionId } = await send('Target.attachToTarget', { targetId, flatten: true });
      const page = targetOf(sessionId);
      const frames: Target[] = [];
      const ours = new Set([sessionId]);
      const stopListening = listen(({ method, params, sessionId: from = '' }) => {
        if (!ours.has(from)) return;
        if (method === 'Runtime.bindingCalled') onTold(params.payload);
        if (method === 'Target.attachedToTarget') {
          const { sessionId: child, waitingForDebugger } = params;
          const frame = targetOf(child);
          ours.add(child);
          frames.push(frame);
          void slowDown(frame, script, slowness).catch(() => undefined);
          if (waitingForDebugger) void frame.send('Runtime.runIfWaitingForDebugger');
        }
      });
      await slowDown(page, script, slowness);
      await sleep(WINDOW_MS);
      return {
        frames,
        evaluate: page.evaluate,
        async navigate(url) {
          await page.send('Page.navigate', { url });
        },
        async click(selector) {
          const { x, y } = (await page.evaluate(middleOf(selector))) as { x: number; y: number };
          for (const type of ['mousePressed', 'mouseReleased']) {
            const click = { type, x, y, button: 'left', clickCount: 1 };
            await page.send('Input.dispatchMouseEvent', click);
          }
        },
        async press(key) {
          await page.send('Input.dispatchKeyEvent', { type: 'keyDown', text: key, key });
          await page.send('Input.dispatchKeyEvent', { type: 'keyUp', key });
        },
        async heapBytes() {
          await page.send('HeapProfiler.collectGarbage');
          return (await page.send('Runtime.getHeapUsage')).usedSize;
        },
        async close() {
          stopListening();
          await send('Target.disposeBrowserContext', { browserContextId });
        },
      };
    },
    async close() {
      const ended = once(child, 'exit');
      await send('Browser.close').catch(() => undefined);
      await ended;
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Everything is sent before anything is answered: the target may be waiting for us. */
async function slowDown({ send }: Target, script: string, slowness: Slowness): Promise<void> {
  const { cpu, roundTripMs, bytesPerSecond } = slowness;
  const [down, up] = bytesPerSecond;
  await Promise.all([
    send('Page.enable'),
    send('Runtime.enable'),
    send('Network.enable'),
    send('Network.emulateNetworkConditions', {
      offline: false,
      latency: roundTripMs,
      downloadThroughput: down,
      uploadThroughput: up,
    }),
    send('Emulation.setCPUThrottlingRate', { rate: cpu }),
    send('Runtime.addBinding', { name: 'tellBench' }),
    send('Page.addScriptToEvaluateOnNewDocument', { source: script, runImmediately: true }),
    send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: true, flatten: true }),
  ]);
}

/** JSON messages over two pipes, a NUL after each. */
function talkTo(child: ChildProcess) {
  const [, , , input, output] = child.stdio as [null, null, null, Writable, Readable];
  const waiting = new Map<number, PromiseWithResolvers<Message['result']>>();
  const listeners = new Set<(message: Message) => void>();
  let last = 0;
  let begun = '';
  const take = (message: Message) => {
    if (message.id === undefined) {
      for (const listener of listeners) listener(message);
      return;
    }
    const answer = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.error) answer?.reject(new Error(message.error.message));
    else answer?.resolve(message.result);
  };
  output.setEncoding('utf8').on('data', (chunk: string) => {
    const texts = (begun + chunk).split('\0');
    begun = texts.pop() ?? '';
    for (const text of texts) take(JSON.parse(text));
  });
  child.once('exit', () => {
    for (const { reject } of waiting.values()) reject(new Error('the browser has ended'));
  });
  return {
    send(method: string, params: Fields = {}, sessionId?: string): Promise<Message['result']> {
      last += 1;
      const answer = Promise.withResolvers<Message['result']>();
      waiting.set(last, answer);
      input.write(
        `${JSON.stringify({ id: last, method, params, ...(sessionId && { sessionId }) })}\0`,
      );
      return answer.promise;
    },
    listen(listener: (message: Message) => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

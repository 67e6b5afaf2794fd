/** The page's end of the channel, with real ports: what a frame may say, and when it counts as lost. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { LISTENING, type PageMessage, type StateMessage } from '../../../../contract/messages.ts';
import { createScope, type Scope } from '../scope.ts';
import type { FrameLink } from './frame-link.ts';

const notes: string[] = [];
vi.mock('../../interface/console-note.ts', () => ({
  note: (key: string, detail: string) => notes.push(`${key}: ${detail}`),
}));
let colorScheme: 'light' | 'dark';
vi.mock('./frame-look.ts', () => ({ lookAround: () => ({ colorScheme }) }));
const { linkFrame } = await import('./frame-link.ts');

const ORIGIN = 'https://gateway.example';
const NONCE = 'a'.repeat(64);
const JWE = `e30..${'A'.repeat(16)}.AAAA.${'A'.repeat(22)}`;

let page: EventTarget;
let ownDocument: EventTarget;
let frame: EventTarget & {
  contentWindow: { postMessage: (...args: unknown[]) => void };
  dataset: DOMStringMap;
};
let scope: Scope;
let link: FrameLink;
/** What was given to the window of the frame: the message, the only origin that gets it, the port. */
let posted: [message: unknown, origin: string, port: MessagePort][];
let ports: MessagePort[];
/** All that the frame has heard on its ports. */
let heard: PageMessage[];
/** What became of the frame, in order. */
let log: string[];
let isLost: boolean;
let isTold: boolean;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  [notes.length, posted, ports, heard, log, isLost, isTold] = [0, [], [], [], [], false, true];
  page = new EventTarget();
  ownDocument = new EventTarget();
  vi.stubGlobal('window', page);
  vi.stubGlobal('document', ownDocument);
  const contentWindow = {
    postMessage(message: unknown, origin: string, [port]: MessagePort[]) {
      if (!port) return;
      posted.push([message, origin, port]);
      ports.push(port);
      port.onmessage = ({ data }) => heard.push(data as PageMessage);
    },
  } as typeof frame.contentWindow;
  frame = Object.assign(new EventTarget(), { contentWindow, dataset: {} });
  colorScheme = 'light';
  scope = createScope();
  link = linkFrame({
    scope,
    frame: frame as unknown as HTMLIFrameElement,
    gateway: { origin: ORIGIN, base: ORIGIN, checkoutId: 'checkout-1', resource: 'payment' },
    onReady(words) {
      log.push(words ? `ready in ${words.language}` : 'ready');
      return isLost;
    },
    onState: ({ event }: StateMessage) => log.push(event),
    onSubmit: () => log.push('submit'),
    onFailure(isBlocked) {
      log.push(isBlocked ? 'blocked' : 'failed');
      return isTold;
    },
  });
});
afterEach(() => {
  scope.end();
  for (const port of ports) port.close();
  vi.useRealTimers();
});

/** Until what was posted has arrived on the other side. */
const arrived = async () => {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

function listen(from: { source?: unknown; origin?: string; data?: unknown } = {}) {
  const said = { source: frame.contentWindow, origin: ORIGIN, data: LISTENING, ...from };
  page.dispatchEvent(Object.assign(new Event('message'), said));
}
async function say(message: unknown, port = ports.at(-1)) {
  port?.postMessage(message);
  await arrived();
}
async function begin() {
  listen();
  await say({ type: 'ready' });
  log.length = 0;
}
const violate = (effectiveDirective: string, blockedURI = `${ORIGIN}/v1/frames/number.html`) =>
  ownDocument.dispatchEvent(
    Object.assign(new Event('securitypolicyviolation'), {
      ...{ effectiveDirective, blockedURI, disposition: 'enforce' },
    }),
  );
/** How a seal ended. */
const ended = (sealing: Promise<string | undefined>) =>
  sealing.then(
    (value) => value ?? 'not valid',
    () => 'rejected',
  );

describe('a port goes', () => {
  test('to the window of the frame, for the origin of the gateway alone', () => {
    listen();
    expect(posted.map(([message, origin]) => [message, origin])).toEqual([
      [{ type: 'init' }, ORIGIN],
    ]);
  });

  test.each([
    ['another window', { source: {} }],
    ['another origin', { origin: 'https://elsewhere.example' }],
    ['the frame, which says something else', { data: 1 }],
    ['the frame, which says nothing', { data: undefined }],
  ])('not to %s', (_, from) => {
    listen(from);
    expect(posted).toEqual([]);
  });

  test('anew to a frame that was loaded again, and the one before is heard no more', async () => {
    await begin();
    listen();
    expect(posted).toHaveLength(2);
    await say({ type: 'submit' }, ports[0]);
    expect(log).toEqual([]);
    await say({ type: 'submit' });
    expect(log).toEqual(['submit']);
  });
});

test.each([
  ['light', LISTENING],
  ['dark', undefined],
] as const)('a frame that listens shows in a %s page: data-ready is %s', (scheme, shown) => {
  colorScheme = scheme;
  expect(frame.dataset['ready']).toBeUndefined();
  listen({ origin: 'https://other.example' });
  expect(frame.dataset['ready']).toBeUndefined();
  listen();
  expect(frame.dataset['ready']).toBe(shown);
});

describe('the page hears', () => {
  test('that the frame is ready, and its words where it has some', async () => {
    listen();
    await say({ type: 'ready' });
    await say({ type: 'ready', words: { language: 'de', direction: 'ltr' } });
    expect(log).toEqual(['ready', 'ready in de']);
  });

  test('of the field’s state, and of Enter', async () => {
    await begin();
    await say({ type: 'state', event: 'blur', empty: false, valid: true });
    await say({ type: 'submit' });
    expect(log).toEqual(['blur', 'submit']);
  });

  test('which style was refused', async () => {
    await begin();
    await say({ type: 'refused', style: 'color: url(x)' });
    expect(notes).toEqual(['style: color: url(x)']);
  });

  test.each([
    [
      'a state with a whole number',
      { type: 'state', event: 'input', empty: false, bin: '4'.repeat(16) },
    ],
    ['a kind of its own', { type: 'leave' }],
    ['no message', 'ready'],
  ])('nothing of %s', async (_, message) => {
    await begin();
    await say(message);
    expect(log).toEqual([]);
  });
});

describe('a value', () => {
  test('is asked for with the whole millisecond and the nonce, and comes sealed', async () => {
    await begin();
    const sealing = ended(link.seal(1_795_171_333_460.7, NONCE));
    await arrived();
    expect(heard).toEqual([{ type: 'seal', request: 1, now: 1_795_171_333_461, nonce: NONCE }]);
    await say({ type: 'sealed', request: 1, value: JWE });
    expect(await sealing).toBe(JWE);
  });

  test('that is not valid is none', async () => {
    await begin();
    const sealing = ended(link.seal(1, NONCE));
    await say({ type: 'sealed', request: 1 });
    expect(await sealing).toBe('not valid');
  });

  test('of an earlier question is no answer to a later one', async () => {
    await begin();
    const [first, second] = [ended(link.seal(1, NONCE)), ended(link.seal(2, NONCE))];
    expect(await first).toBe('rejected');
    await say({ type: 'sealed', request: 1, value: JWE.replace('e30', 'old') });
    await say({ type: 'sealed', request: 2, value: JWE });
    expect(await second).toBe(JWE);
  });

  test('does not come from a frame that is silent for five seconds', async () => {
    await begin();
    const sealing = ended(link.seal(1, NONCE));
    let isOver = false;
    void sealing.then(() => {
      isOver = true;
    });
    await vi.advanceTimersByTimeAsync(4_999);
    expect(isOver).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await sealing).toBe('rejected');
  });

  test('is asked for again of a frame that was loaded meanwhile', async () => {
    await begin();
    const sealing = ended(link.seal(1, NONCE));
    await arrived();
    listen();
    await say({ type: 'ready' });
    expect(heard.map(({ type }) => type)).toEqual(['seal', 'seal']);
    await say({ type: 'sealed', request: 1, value: JWE });
    expect(await sealing).toBe(JWE);
  });

  test('that was typed and is lost is not sealed empty', async () => {
    await begin();
    const sealing = ended(link.seal(1, NONCE));
    await arrived();
    isLost = true;
    listen();
    await say({ type: 'ready' });
    expect(await sealing).toBe('not valid');
    expect(heard).toHaveLength(1);
  });

  test('that has come is not asked for again', async () => {
    await begin();
    const sealing = ended(link.seal(1, NONCE));
    await say({ type: 'sealed', request: 1, value: JWE });
    await sealing;
    listen();
    await say({ type: 'ready' });
    expect(heard).toHaveLength(1);
  });
});

describe('a frame counts as lost', () => {
  const passed = (ms: number) => vi.advanceTimersByTimeAsync(ms);

  test('fifteen seconds after it was drawn, once where that was told', async () => {
    await passed(14_999);
    expect(log).toEqual([]);
    await passed(1);
    expect(log).toEqual(['failed']);
    await passed(60_000);
    expect(log).toEqual(['failed']);
  });

  test('again each fifteen seconds where it was not told', async () => {
    isTold = false;
    await passed(45_000);
    expect(log).toEqual(['failed', 'failed', 'failed']);
  });

  test('three seconds after it has loaded and said nothing: the browser’s own page does that', async () => {
    await passed(1_000);
    frame.dispatchEvent(new Event('load'));
    await passed(2_999);
    expect(log).toEqual([]);
    await passed(1);
    expect(log).toEqual(['failed']);
  });

  test('three seconds after its first word, unless it is ready', async () => {
    listen();
    await passed(3_000);
    expect(log).toEqual(['failed']);
  });

  test('not once it is ready, whatever loads after its first word', async () => {
    listen();
    frame.dispatchEvent(new Event('load'));
    await say({ type: 'ready' });
    await passed(60_000);
    expect(log).toEqual(['ready']);
  });

  test('not where it has loaded after it was ready: its script runs before the load ends', async () => {
    listen();
    await say({ type: 'ready' });
    log.length = 0;
    frame.dispatchEvent(new Event('load'));
    await passed(60_000);
    expect(log).toEqual([]);
  });

  test('where it loads again and says nothing', async () => {
    listen();
    frame.dispatchEvent(new Event('load'));
    await say({ type: 'ready' });
    frame.dispatchEvent(new Event('load'));
    await passed(3_000);
    expect(log).toEqual(['ready', 'failed']);
  });

  test('a second after the page’s own policy has blocked it, and each second until that is told', async () => {
    isTold = false;
    violate('frame-src');
    frame.dispatchEvent(new Event('load'));
    await passed(999);
    expect(log).toEqual([]);
    await passed(1_001);
    expect(log).toEqual(['blocked', 'blocked']);
    expect(notes).toEqual([`policy: frame-src ${ORIGIN}`]);
  });

  test('not where the policy blocks something else, which its developer is told', async () => {
    violate('connect-src');
    violate('frame-src', 'https://elsewhere.example/');
    await passed(2_000);
    expect(log).toEqual([]);
    expect(notes).toEqual([`policy: connect-src ${ORIGIN}`]);
  });
});

test('a form that goes hears nothing more, and what was asked is rejected', async () => {
  await begin();
  const sealing = ended(link.seal(1, NONCE));
  scope.end();
  expect(await sealing).toBe('rejected');
  await say({ type: 'submit' });
  listen();
  violate('frame-src');
  frame.dispatchEvent(new Event('load'));
  await vi.advanceTimersByTimeAsync(60_000);
  expect([log, notes, posted.length]).toEqual([[], [], 1]);
});

test('nothing is sent to a frame that is not there yet, and all of it then', async () => {
  link.send({ type: 'clear' });
  await begin();
  link.send({ type: 'focus' });
  await arrived();
  expect(heard).toEqual([{ type: 'focus' }]);
});

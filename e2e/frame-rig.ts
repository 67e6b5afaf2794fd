/**
 * Field frames in the hands of a hostile page: it puts them in, holds their ports, says to them what
 * it likes, and writes down everything that a page can observe of them.
 */
import { expect, type Page } from '@playwright/test';

/** `a.number`, `b.cvv`: the form and the field. */
export type FieldName = `${'a' | 'b'}.${'number' | 'cvv'}`;
export const FIELD_NAMES: readonly FieldName[] = ['a.number', 'a.cvv', 'b.number', 'b.cvv'];

interface RigInPage {
  take(): object;
  post(field: string, messages: unknown[]): void;
  reload(field: string): Promise<void>;
  answers: number;
}

export interface FrameRig {
  readonly page: Page;
  post(field: FieldName, ...messages: readonly unknown[]): Promise<void>;
  /** Waits until the frames have said what they have to say. Answers what the page observed since. */
  observe(): Promise<Record<string, unknown[]>>;
  /** Asks for the sealed value, and waits for the answer. */
  seal(field: FieldName, request: number): Promise<void>;
  /** Moves the frame in the page, so that it is loaded again. */
  reload(field: FieldName): Promise<void>;
  /** What stands in the field. No page can know it: the test does. */
  valueOf(field: FieldName): Promise<string>;
  /** The field that the page sees in focus. */
  focused(): Promise<FieldName | undefined>;
  /** Puts the focus into the field, as a click does. */
  enter(field: FieldName): Promise<void>;
  /** Puts the focus on a control of the page. */
  leave(): Promise<void>;
}

const inRig = <T>(page: Page, run: (rig: RigInPage, argument: T) => unknown, argument?: T) =>
  page.evaluate(
    ([source, value]) =>
      // The page has no policy: it is the test's own.
      new Function('rig', 'value', `return (${source})(rig, value)`)(
        (window as unknown as { rig: RigInPage }).rig,
        value,
      ),
    [String(run), argument] as const,
  );

/** @param addresses of the frames' documents */
export async function putFrames(
  page: Page,
  addresses: Readonly<Record<FieldName, string>>,
): Promise<FrameRig> {
  await page.evaluate(createRig, addresses);
  const frameOf = (field: FieldName) => page.frameLocator(`iframe[name="${field}"]`);
  const inputOf = (field: FieldName) => frameOf(field).locator('input');
  const settle = async () => {
    const turn = () => new Promise((resolve) => setTimeout(resolve));
    await Promise.all(page.frames().map((frame) => frame.evaluate(turn)));
    await page.evaluate(turn);
  };
  return {
    page,
    post: (field, ...messages) =>
      inRig(page, (rig, [name, all]) => rig.post(name, all), [field, messages] as [
        string,
        unknown[],
      ]),
    async observe() {
      await settle();
      return inRig(page, (rig) => rig.take()) as Promise<Record<string, unknown[]>>;
    },
    async seal(field, request) {
      await inRig(page, (rig, [name, message]) => rig.post(name, [message]), [
        field,
        { type: 'seal', request, now: 1_800_000_000_000, nonce: 'a'.repeat(64) },
      ] as [string, unknown]);
      await page.waitForFunction(
        (wanted) => (window as unknown as { rig: RigInPage }).rig.answers === wanted,
        request,
      );
    },
    reload: (field) => inRig(page, (rig, name) => rig.reload(name), field as string),
    valueOf: (field) => inputOf(field).inputValue(),
    async focused() {
      const name = await page.evaluate(() => document.activeElement?.getAttribute('name') ?? '');
      return FIELD_NAMES.find((field) => field === name);
    },
    async enter(field) {
      await inputOf(field).click();
      // The focus goes through the browser to the frame: a key right behind it may come before it.
      await expect
        .poll(() =>
          inputOf(field).evaluate((input) => document.hasFocus() && input.matches(':focus')),
        )
        .toBe(true);
      await settle();
    },
    async leave() {
      await page.locator('button').click();
      await settle();
    },
  };
}

/** Runs in the page. Resolves when every frame is ready. */
async function createRig(addresses: Readonly<Record<string, string>>): Promise<void> {
  /** By its source: what several frames say at once has no order. */
  let log: Record<string, unknown[]> = {};
  const write = (source: string, what: unknown) => {
    log[source] = [...(log[source] ?? []), what];
  };
  const ports = new Map<string, MessagePort>();
  const ready = new Map<string, () => void>();
  document.body.replaceChildren(document.createElement('button'));
  const isOfFrames = ({ target }: Event) => target instanceof HTMLIFrameElement;

  /** A sealed value is never the same twice: its parts' lengths are what can be compared. */
  const readable = (message: { type?: string; value?: string; request?: number }) => {
    if (message.type !== 'sealed') return message;
    rig.answers = message.request ?? 0;
    return { ...message, value: message.value?.split('.').map((part) => part.length) };
  };

  const put = (name: string) => {
    const frame = document.createElement('iframe');
    frame.name = name;
    // All of them are in view, so that a click scrolls nothing.
    frame.height = '60';
    frame.src = addresses[name] ?? '';
    frame.addEventListener('load', () => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = ({ data }) => {
        if (data.type === 'ready') ready.get(name)?.();
        write(name, readable(data));
      };
      ports.set(name, port1);
      frame.contentWindow?.postMessage({ type: 'init' }, '*', [port2]);
    });
    const box = document.createElement('div');
    box.append(frame);
    document.body.append(box);
    return new Promise<void>((resolve) => ready.set(name, resolve));
  };

  const look = () => ({
    active: document.activeElement?.getAttribute('name'),
    sizes: [...document.querySelectorAll('iframe')].map((frame) => [
      frame.name,
      frame.offsetWidth,
      frame.offsetHeight,
      frame.contentWindow?.length,
    ]),
    resources: performance.getEntriesByType('resource').map(({ name }) => name),
    title: document.title,
    hash: location.hash,
    history: history.length,
  });

  const rig: RigInPage = {
    answers: 0,
    take() {
      const taken = log;
      log = {};
      return { ...taken, page: look() };
    },
    post(name, messages) {
      for (const message of messages) ports.get(name)?.postMessage(message);
    },
    async reload(name) {
      const frame = [...document.querySelectorAll('iframe')].find((found) => found.name === name);
      const again = new Promise<void>((resolve) => ready.set(name, resolve));
      frame?.parentElement?.append(document.createElement('i'), frame);
      await again;
    },
  };
  (window as unknown as { rig: RigInPage }).rig = rig;
  addEventListener('message', ({ data }) => write('window message', data));
  for (const type of ['focus', 'blur', 'focusin', 'focusout', 'keydown', 'input', 'scroll']) {
    const record = (event: Event) =>
      write('events', [
        type,
        isOfFrames(event) ? (event.target as HTMLIFrameElement).name : 'page',
      ]);
    addEventListener(type, record, true);
  }
  performance.clearResourceTimings();
  // One after the other, so that what is seen until here is always the same.
  for (const name of Object.keys(addresses)) await put(name);
}

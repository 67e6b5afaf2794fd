/**
 * Holds back what the form does later, in the page and in its frames: timers, messages between the
 * two, answers of the gateway. Microtasks wait for one of these or run within the event that they
 * come from, so no key gets before them.
 */
import type { Page } from '@playwright/test';

interface Gate {
  hold(): void;
  /** Runs what came meanwhile, in its order, and holds nothing any more. */
  release(): void;
  /** Runs the first that came. */
  one(): void;
  /** Timers that are due within a second are due now. */
  hurry(): void;
}

export type HeldTasks = Readonly<Record<keyof Gate, () => Promise<void>>>;

/** Before the page is opened. */
export async function holdTasks(page: Page): Promise<HeldTasks> {
  await page.addInitScript(putGate);
  const everywhere = (move: keyof Gate) => async () => {
    await Promise.all(
      page
        .frames()
        .map((frame) =>
          frame.evaluate((name) => (window as unknown as { gate: Gate }).gate[name](), move),
        ),
    );
  };
  return {
    hold: everywhere('hold'),
    release: everywhere('release'),
    one: everywhere('one'),
    hurry: everywhere('hurry'),
  };
}

/** Runs in the page, alone. */
function putGate(): void {
  const SOON_MS = 1000;
  const held: (() => void)[] = [];
  let isHeld = false;
  const pass = (work: () => void) => {
    if (isHeld) held.push(work);
    else work();
  };

  type Work = (...args: unknown[]) => void;
  const timers = new Map<number, { work: () => void; delay: number }>();
  const { setTimeout, clearTimeout, setInterval, fetch } = window;
  const expire = (id: number) => {
    const timer = timers.get(id);
    if (timer) pass(() => timers.delete(id) && timer.work());
  };
  const { set } = Object.getOwnPropertyDescriptor(MessagePort.prototype, 'onmessage') ?? {};
  Object.defineProperty(MessagePort.prototype, 'onmessage', {
    configurable: true,
    set(handle: (event: MessageEvent) => void) {
      set?.call(this, (event: MessageEvent) => pass(() => handle.call(this, event)));
    },
  });
  Object.assign(window, {
    setTimeout(work: Work, delay = 0, ...args: unknown[]) {
      const id: number = setTimeout(() => expire(id), delay);
      timers.set(id, { work: () => work(...args), delay });
      return id;
    },
    clearTimeout(id: number) {
      timers.delete(id);
      clearTimeout(id);
    },
    setInterval(work: Work, delay = 0, ...args: unknown[]) {
      let isWaiting = false;
      return setInterval(() => {
        if (isWaiting) return;
        isWaiting = true;
        pass(() => {
          isWaiting = false;
          work(...args);
        });
      }, delay);
    },
    async fetch(...request: Parameters<typeof fetch>) {
      const answer = await fetch(...request);
      await new Promise<void>((resolve) => pass(resolve));
      return answer;
    },
    gate: {
      hold() {
        isHeld = true;
      },
      release() {
        isHeld = false;
        for (const work of held.splice(0)) work();
      },
      one: () => held.shift()?.(),
      hurry() {
        for (const [id, { delay }] of [...timers]) if (delay <= SOON_MS) expire(id);
      },
    } satisfies Gate,
  });
}

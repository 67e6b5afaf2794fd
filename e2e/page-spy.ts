/** What a curious script in the merchant's page could get hold of: set up before everything else. */
import type { Page } from '@playwright/test';

/** Everything that the page heard, up to now or up to when it was left. */
export interface PageSpy {
  readonly heard: readonly string[];
  /** Everything that the page can reach at this moment. */
  reach(): Promise<string[]>;
}

export async function spyInPage(page: Page): Promise<PageSpy> {
  const heard: string[] = [];
  await page.exposeBinding('tellSpy', (_, text: string) => heard.push(text));
  await page.addInitScript(() => {
    if (window !== window.top) return;
    const tell = (what: string, value: unknown) => {
      const { tellSpy } = window as unknown as { tellSpy(text: string): void };
      tellSpy(`${what} ${typeof value === 'string' ? value : JSON.stringify(value)}`);
    };
    addEventListener('message', ({ data }) => tell('window message', data), true);
    for (const type of ['keydown', 'beforeinput', 'input', 'paste', 'change']) {
      addEventListener(
        type,
        (event) => {
          const { key, data, target } = event as KeyboardEvent & InputEvent;
          tell(type, [key, data, (target as HTMLInputElement).value]);
        },
        true,
      );
    }
    const { set } = Object.getOwnPropertyDescriptor(MessagePort.prototype, 'onmessage') ?? {};
    Object.defineProperty(MessagePort.prototype, 'onmessage', {
      set(listener) {
        set?.call(this, (event: MessageEvent) => {
          tell('port message', event.data);
          listener(event);
        });
      },
    });
    const { postMessage } = MessagePort.prototype;
    MessagePort.prototype.postMessage = function (...args: unknown[]) {
      tell('port post', args[0]);
      return Reflect.apply(postMessage, this, args);
    };
    const { fetch } = window;
    window.fetch = async (...args) => {
      tell('fetch', args);
      const response = await fetch(...args);
      tell('fetched', await response.clone().text());
      return response;
    };
  });
  return { heard, reach: () => page.evaluate(reachable) };
}

/** Runs in the page: its text, its controls, its storage, and all that hangs on `window`. */
function reachable(): string[] {
  const found = new Set<string>([document.documentElement.outerHTML, document.cookie]);
  for (const storage of [localStorage, sessionStorage]) {
    for (const [key, value] of Object.entries(storage)) found.add(`${key}=${value}`);
  }
  for (const control of document.querySelectorAll('input, select, textarea')) {
    found.add((control as HTMLInputElement).value);
  }
  for (const { name } of performance.getEntries()) found.add(name);
  const seen = new Set<unknown>();
  let level: unknown[] = [window, history.state];
  for (let depth = 0; depth < 7 && level.length > 0; depth++) {
    const next: unknown[] = [];
    for (const holder of level) {
      if (holder instanceof Map || holder instanceof Set) next.push(...holder);
      for (const key of Reflect.ownKeys(Object(holder))) {
        let value: unknown;
        try {
          value = Reflect.get(Object(holder), key);
        } catch {
          continue;
        }
        if (typeof value === 'string' || typeof value === 'number') found.add(String(value));
        const isObject = (typeof value === 'object' && value) || typeof value === 'function';
        if (!isObject || seen.has(value)) continue;
        seen.add(value);
        next.push(value);
      }
    }
    level = next;
  }
  return [...found];
}

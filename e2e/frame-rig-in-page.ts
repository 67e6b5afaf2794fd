/** The part of the hostile page that runs in it; `frame-rig.ts` and `engines/rig.ts` drive it. */

/** `a.number`, `b.cvv`: the form and the field. */
export type FieldName = `${'a' | 'b'}.${'number' | 'cvv'}`;
export const FIELD_NAMES: readonly FieldName[] = ['a.number', 'a.cvv', 'b.number', 'b.cvv'];

export interface RigInPage {
  take(): object;
  post(field: string, messages: unknown[]): void;
  reload(field: string): Promise<void>;
  answers: number;
}

/** Runs in the page. Resolves when every frame is ready. */
export async function createRig(addresses: Readonly<Record<string, string>>): Promise<void> {
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

  const isReady = (name: string) =>
    new Promise<void>((resolve, reject) => {
      const late = () => reject(new Error(`the frame ${name} did not say within 30 s: ready`));
      const timer = setTimeout(late, 30_000);
      ready.set(name, () => {
        clearTimeout(timer);
        resolve();
      });
    });

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
    return isReady(name);
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
    reload(name) {
      const frame = [...document.querySelectorAll('iframe')].find((found) => found.name === name);
      const again = isReady(name);
      frame?.parentElement?.append(document.createElement('i'), frame);
      return again;
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

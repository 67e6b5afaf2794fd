/**
 * How long until a shopper can type a card, and what that costs the merchant's page, on a slow
 * machine and a slow line: our form, by a tag that blocks the page and by one that does not, against
 * two hand-written pages with bare inputs in frames of another site, one of which has its frames put
 * in by a script: the floor of what any script tag reaches.
 * `node bench/form-ready.ts [rounds] [laptop | phone | firefox]`.
 *
 * Ready is the moment from which keys go into number and CVV and stay there: the frame is drawn and
 * what the page has to tell it has arrived. Rounds that are not counted type right then and look
 * whether it is true.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type FormPage, formPage } from '../e2e/form-page.ts';
import { type MerchantSite, startMerchantSite } from '../e2e/merchant-site.ts';
import { freePort } from '../server/free-port.ts';
import { DEMO, temporaryDataDir } from '../server/tests/support/gateway-process.ts';
import { type DistantServer, startDistantServer } from './distant-server.ts';
import { startFirefoxBrowser } from './firefox-browser.ts';
import { countArgument, median, printComparisons, printTable, takeTurns } from './measure.ts';
import type { MeasuredBrowser, MeasuredPage, Session } from './measured-browser.ts';
import { startGateway } from './measured-server.ts';
import { type Slowness, startSlowBrowser } from './slow-browser.ts';

const ROUNDS = countArgument(0, 9);
interface Machine {
  readonly words: string;
  readonly start: () => Promise<MeasuredBrowser>;
  /** Of the line, where the browser does not slow it down itself. */
  readonly roundTripMs?: number;
}
const chromium = (slowness: Slowness): Machine => ({
  words: `Chromium, ${slowness.cpu} × slower processor, ${slowness.roundTripMs} ms round trip`,
  start: () => startSlowBrowser(slowness),
});
const MACHINES: Readonly<Record<string, Machine>> = {
  laptop: chromium({ cpu: 4, roundTripMs: 60, bytesPerSecond: [-1, -1] }),
  /** A cheap one, with the third generation's network at its best. */
  phone: chromium({ cpu: 6, roundTripMs: 150, bytesPerSecond: [200_000, 90_000] }),
  firefox: {
    words: 'Firefox, the processor of this machine, 60 ms round trip',
    start: startFirefoxBrowser,
    roundTripMs: 60,
  },
};
const MACHINE = process.argv[3] ?? 'laptop';
const machine = MACHINES[MACHINE];
if (!machine) throw new Error(`not a machine: ${MACHINE}; there are ${Object.keys(MACHINES)}`);

const TYPED_ROUNDS = 2;
const FIELDS = ['card.number', 'card.cvv'] as const;
/** Long tasks are counted until the page has been quiet for this long. */
const QUIET_MS = 1_500;
const GIVE_UP_MS = 20_000;
/** From being drawn to being on the screen, where a click finds it: three frames. */
const DISPLAY_MS = 50;

/** What happens until the form can be typed in, in its order. */
const STEPS = {
  parsed: 'the page is parsed',
  painted: 'its first paint',
  placed: 'both frames are in the page',
  shown: 'and have their places on the screen',
  'card.number begun': "the number's document runs",
  'card.cvv begun': "the CVV's document runs",
  labelled: 'the form has its words',
  'card.number': 'a number can be typed',
  'card.cvv': 'a CVV can be typed',
} as const;

/** Runs in every document first. The page tells when it shows the frames, each frame its input. */
const PROBE = `(() => {
  const tell = (what, at = performance.now()) =>
    tellBench(JSON.stringify({ what, at: performance.timeOrigin + at }));
  const isShown = (element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return width > 0 && height > 0 &&
      document.elementFromPoint(x + width / 2, y + height / 2) === element;
  };
  const when = (isTrue, what) => {
    const look = () => (isTrue() ? tell(what) : requestAnimationFrame(look));
    requestAnimationFrame(look);
  };
  if (window !== top) {
    if (location.protocol !== 'http:') return;
    const field = location.pathname.includes('number') ? 'card.number' : 'card.cvv';
    tell(field + ' begun');
    // Keys typed before the page has introduced itself do not stay: a frame that waits for that has
    // a listener for it, the bare one has none.
    let isIntroduced = true;
    const listen = window.addEventListener;
    window.addEventListener = function (type, ...rest) {
      if (type === 'message') {
        isIntroduced = false;
        listen.call(window, 'message', () => setTimeout(() => (isIntroduced = true)), { once: true });
      }
      return listen.call(this, type, ...rest);
    };
    let isLoaded = false;
    document.addEventListener('DOMContentLoaded', () => (isLoaded = true));
    when(() => {
      const input = document.querySelector('input');
      return isLoaded && isIntroduced && input && !input.disabled && !input.readOnly && isShown(input);
    }, field);
    return;
  }
  if (!location.pathname.startsWith('/page/')) return;
  window.benchLongTasks = PerformanceObserver.supportedEntryTypes.includes('longtask') ? [] : null;
  if (benchLongTasks) new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) benchLongTasks.push(duration);
  }).observe({ type: 'longtask', buffered: true });
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntriesByName('first-contentful-paint')) tell('painted', startTime);
  }).observe({ type: 'paint', buffered: true });
  document.addEventListener('DOMContentLoaded', () => tell('parsed'));
  const frames = () => [...document.querySelectorAll('iframe')];
  const button = () => document.querySelector('button[type=submit]');
  const observer = new MutationObserver(() => {
    if (frames().length === 2) observer.disconnect(tell('placed'));
  });
  observer.observe(document, { childList: true, subtree: true });
  when(() => frames().length === 2 && frames().every(isShown), 'shown');
  when(() => frames().length === 2 && button()?.textContent && isShown(button()), 'labelled');
})()`;

const FORM_STYLE = `<style>
  form { display: grid; gap: 16px; max-width: 400px; font: 16px/1.5 system-ui, sans-serif; }
  label, span { display: block; }
  input, select, iframe, button { box-sizing: border-box; width: 100%; height: 44px; font: inherit;
    border: 1px solid #767676; border-radius: 6px; }
</style>`;
const fieldPage = (name: string, title: string) => `<!doctype html><html lang="en">
<meta charset="utf-8"><title>${title}</title>
<style>body { margin: 0 } input { box-sizing: border-box; width: 100%; height: 44px; border: 0;
  font: 16px/1.5 system-ui, sans-serif; }</style>
<input name="${name}" type="tel" inputmode="numeric" aria-label="${title}">`;

/** The frames' host of the yardsticks: on the gateway's host, on a port of its own. */
async function startFieldHost() {
  const answers: Readonly<Record<string, readonly [type: string, body: string]>> = {
    '/number.html': ['text/html', fieldPage('card.number', 'Card number')],
    '/cvv.html': ['text/html', fieldPage('card.cvv', 'CVV')],
    '/form.js': [
      'text/javascript',
      `document.addEventListener('DOMContentLoaded', () => {
        for (const slot of document.querySelectorAll('[data-frame]')) {
          const frame = document.createElement('iframe');
          frame.src = slot.dataset.frame;
          slot.append(frame);
        }
      });`,
    ],
  };
  const server = createServer((request, response) => {
    const [type, body] = answers[request.url ?? ''] ?? ['text/plain', ''];
    response.writeHead(200, { 'content-type': `${type}; charset=utf-8` }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** @param frame what stands where a field does */
const handWrittenPage = (head: string, frame: (path: string) => string) => ({
  html: `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Checkout</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
${FORM_STYLE}${head}</head>
<body><main><h1>Checkout</h1><form action="/result">
<label>Brand <select><option>Visa<option>Mastercard<option>American Express</select></label>
<div><span>Card number</span>${frame('/number.html')}</div>
<label>Expiry date <input name="card.expiry" inputmode="numeric"></label>
<div><span>CVV</span>${frame('/cvv.html')}</div>
<label>Card holder <input name="card.holder"></label>
<button type="submit">Pay now</button></form></main></body></html>`,
});

interface Figures {
  /** Milliseconds since the navigation began. */
  readonly typeable: number;
  /** The same, and everything of the page has its text. */
  readonly complete: number;
  /** The first paint of the merchant's page. */
  readonly painted: number;
  /** By step. */
  readonly steps: Readonly<Record<keyof typeof STEPS, number>>;
  /** Not a number where the browser does not tell. */
  readonly blockingMs: number;
  readonly heapBytes: number;
}

async function typeInto(page: MeasuredPage): Promise<void> {
  await sleep(DISPLAY_MS);
  for (const field of FIELDS) {
    await page.click(field === 'card.number' ? 'iframe[src*=number]' : 'iframe[src*=cvv]');
    await hasFocus(page.frames, field);
    await page.press('4');
  }
  await sleep(QUIET_MS);
  const typed = await Promise.all(page.frames.map(typedInto));
  if (typed.join() !== '4,4') throw new Error(`a key was lost: ${JSON.stringify(typed)}`);
}

/** The browser hands the focus from process to process; a hand takes longer from click to key. */
async function hasFocus(frames: readonly Session[], field: string): Promise<void> {
  const isFocused = `document.hasFocus() && document.activeElement?.name === '${field}'`;
  const end = Date.now() + GIVE_UP_MS;
  for (;;) {
    const found = await Promise.all(frames.map((frame) => frame.evaluate(isFocused)));
    if (found.includes(true)) return;
    if (Date.now() > end) throw new Error(`a click into ${field} gives it no focus`);
  }
}

const typedInto = (frame: Session) => frame.evaluate("document.querySelector('input').value");

const browser = await machine.start();
const { dataDir, remove } = await temporaryDataDir();
const distant: DistantServer[] = [];

/** Where the browser finds a server of this machine. */
async function placed(host: 'localhost' | '127.0.0.1', port: number): Promise<string> {
  if (!machine?.roundTripMs) return `http://${host}:${port}`;
  const server = await startDistantServer(host, port, machine.roundTripMs);
  distant.push(server);
  return server.origin;
}

const portOf = (origin: string) => Number(new URL(origin).port);
const gatewayPort = await freePort();
const gatewayUrl = await placed('127.0.0.1', gatewayPort);
const gateway = await startGateway({
  DATA_DIR: dataDir,
  PORT: String(gatewayPort),
  PUBLIC_URL: gatewayUrl,
});
const merchant: MerchantSite = await startMerchantSite();
const merchantOrigin = await placed('localhost', portOf(merchant.origin));
const fields = await startFieldHost();
const fieldsOrigin = await placed('127.0.0.1', portOf(fields.origin));
const publish: MerchantSite['publish'] = (page) =>
  merchantOrigin + new URL(merchant.publish(page)).pathname;

async function createCheckout(): Promise<string> {
  const answer = await fetch(`${gatewayUrl}/v1/checkouts`, {
    method: 'POST',
    headers: { authorization: `Bearer ${DEMO.DEMO_ACCESS_TOKEN}` },
    body: new URLSearchParams({ amount: '92.00', currency: 'EUR', paymentType: 'DB' }),
  });
  const { id } = (await answer.json()) as { id: string };
  return id;
}

async function open(url: string, isTyped: boolean): Promise<Figures> {
  const told = new Map<string, number>();
  const isReady = Promise.withResolvers<void>();
  const isComplete = Promise.withResolvers<void>();
  const tab = await browser.open(PROBE, (text) => {
    const { what, at } = JSON.parse(text) as { what: string; at: number };
    if (!told.has(what)) told.set(what, at);
    const hasFields = ['shown', ...FIELDS].every((name) => told.has(name));
    if (hasFields) isReady.resolve();
    if (hasFields && told.has('labelled')) isComplete.resolve();
  });
  const late = setTimeout(() => {
    const error = new Error(`${url} was not ready, only ${[...told.keys()]}`);
    isReady.reject(error);
    isComplete.reject(error);
  }, GIVE_UP_MS);
  try {
    await tab.navigate(url);
    await isReady.promise;
    if (isTyped) await typeInto(tab);
    await isComplete.promise;
    await sleep(QUIET_MS);
    const tasks = (await tab.evaluate('benchLongTasks')) as number[] | null;
    const start = (await tab.evaluate('performance.timeOrigin')) as number;
    const at = (...names: string[]) =>
      Math.max(...names.map((name) => told.get(name) ?? 0)) - start;
    return {
      typeable: at('shown', ...FIELDS),
      complete: at('shown', 'labelled', ...FIELDS),
      painted: at('painted'),
      steps: Object.fromEntries(
        Object.keys(STEPS).map((step) => [step, at(step)]),
      ) as Figures['steps'],
      blockingMs:
        tasks?.reduce((sum, duration) => sum + Math.max(0, duration - 50), 0) ?? Number.NaN,
      heapBytes: (await tab.heapBytes()) ?? Number.NaN,
    };
  } finally {
    clearTimeout(late);
    await tab.close();
  }
}

const bareUrl = publish(
  handWrittenPage('', (path) => `<iframe src="${fieldsOrigin}${path}"></iframe>`),
);
const scriptedUrl = publish(
  handWrittenPage(
    `<script src="${fieldsOrigin}/form.js"></script>`,
    (path) => `<div data-frame="${fieldsOrigin}${path}"></div>`,
  ),
);
/** As docs/quick-start.md has it. */
const ASYNC = {
  head: `<link rel="preconnect" href="${gatewayUrl}">`,
  scriptAttributes: 'async',
};
const oursOf = async (isTyped: boolean, page: FormPage = {}) => {
  const checkoutId = await createCheckout();
  return open(publish(formPage(gatewayUrl, merchantOrigin, checkoutId, page)), isTyped);
};
const sides = (isTyped: boolean) => ({
  blocking: () => oursOf(isTyped),
  ours: () => oursOf(isTyped, ASYNC),
  bare: () => open(bareUrl, isTyped),
  scripted: () => open(scriptedUrl, isTyped),
});

await takeTurns(TYPED_ROUNDS, sides(true));
const figures = await takeTurns(ROUNDS, sides(false));
await browser.close();
await gateway.stop();
await merchant.close();
fields.close();
for (const server of distant) server.close();
await remove();

type Side = keyof typeof figures;
type Figure = Exclude<keyof Figures, 'steps'>;
const only = (side: Side, figure: Figure, divisor: number) =>
  figures[side].map((round) => round[figure] / divisor);
const compare = (
  figure: Figure,
  {
    side = 'ours',
    yardstick = 'scripted',
    divisor = 1,
  }: { side?: Side; yardstick?: Side; divisor?: number } = {},
) => ({
  ours: only(side, figure, divisor),
  yardstick: only(yardstick, figure, divisor),
});
printComparisons(
  `A form that can be typed in, by an async tag (${machine.words}, nothing cached, ${ROUNDS} rounds); ` +
    'yardstick: a hand-written page whose two bare frames a script puts in',
  [
    { what: 'typeable', unit: 'ms', ...compare('typeable'), target: { atMost: 1.1 } },
    {
      what: 'typeable, by a blocking tag',
      unit: 'ms',
      ...compare('typeable', { side: 'blocking' }),
    },
    {
      what: 'typeable, yardstick with its frames in the markup',
      unit: 'ms',
      ...compare('typeable', { yardstick: 'bare' }),
    },
    { what: 'typeable, and all texts there', unit: 'ms', ...compare('complete') },
    {
      what: "first paint of the merchant's page",
      unit: 'ms',
      ...compare('painted', { yardstick: 'bare' }),
      target: { atMost: 1 },
    },
    {
      what: 'first paint, by a blocking tag',
      unit: 'ms',
      ...compare('painted', { side: 'blocking' }),
    },
    {
      what: "blocking time of the merchant's page",
      unit: 'ms',
      ...compare('blockingMs'),
      target: { atMost: 0 },
      isAbsolute: true,
    },
    {
      what: "JavaScript heap of the merchant's page",
      unit: 'kB',
      ...compare('heapBytes', { divisor: 1000 }),
      target: { atMost: 700 },
      isAbsolute: true,
    },
  ].filter(({ ours }) => ours.every(Number.isFinite)),
);

process.stdout.write('\nWhen each step is done, ms (medians)\n\n');
const sideNames = {
  ours: 'async tag',
  blocking: 'blocking tag',
  scripted: 'frames by script',
  bare: 'bare',
};
printTable(
  ['', ...Object.values(sideNames)],
  Object.entries(STEPS).map(([step, words]) => [
    words,
    ...Object.keys(sideNames).map((side) => {
      const times = figures[side as Side].map(({ steps }) => steps[step as keyof typeof STEPS]);
      return Math.round(median(times)).toLocaleString('en');
    }),
  ]),
);

/**
 * How long from the click on the button to the result page, or to the bank's question, against the
 * round trips that it takes: what is above 1 is spent by the form. On a slow machine and a slow line.
 * `node bench/after-paying.ts [rounds]`.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { GOOD_CARD } from '../e2e/card.ts';
import { formPage } from '../e2e/form-page.ts';
import { startMerchantSite } from '../e2e/merchant-site.ts';
import { DEMO, temporaryDataDir } from '../server/tests/support/gateway-process.ts';
import { countArgument, printComparisons, takeTurns } from './measure.ts';
import { startGateway } from './measured-server.ts';
import { startSlowBrowser } from './slow-browser.ts';

const ROUNDS = countArgument(0, 9);
/** The simulated issuer asks for a confirmation. */
const CHALLENGED_NUMBER = '4200000000000018';
const LOOK_EVERY_MS = 100;
/** A shopper takes longer to type a card: what the frames do each second has been done by then. */
const AT_LEAST_TYPED_MS = 2_000;
const GIVE_UP_MS = 20_000;

/**
 * Runs first in the merchant's pages. What was noted before the result page came is kept in the
 * session's storage, which both pages share.
 */
const PROBE = `(() => {
  if (window !== top || !/^.(page|result)/.test(location.pathname)) return;
  const { timeOrigin } = performance;
  /** Milliseconds of all requests since the click. */
  const roundTrips = () => performance.getEntriesByType('resource')
    .filter(({ startTime }) => timeOrigin + startTime >= sessionStorage.clicked)
    .reduce((sum, { duration }) => sum + duration, 0);
  addEventListener('click', ({ timeStamp }) => {
    sessionStorage.clicked = timeOrigin + timeStamp;
  }, true);
  addEventListener('pagehide', () => {
    sessionStorage.roundTrips = roundTrips();
  });
  addEventListener('load', ({ target }) => {
    const [{ responseEnd }] = performance.getEntriesByType('navigation');
    if (location.pathname.startsWith('/result')) window.bench = {
      total: timeOrigin + responseEnd - sessionStorage.clicked,
      roundTrips: Number(sessionStorage.roundTrips) + responseEnd,
    };
    // Its entry is written after the event.
    else if (target.matches?.('iframe.wpwl-target')) setTimeout((now) => {
      window.bench ??= { total: now - sessionStorage.clicked, roundTrips: roundTrips() };
    }, 100, timeOrigin + performance.now());
  }, true);
})()`;

interface Figures {
  /** Milliseconds from the click. */
  readonly total: number;
  readonly roundTrips: number;
}

const browser = await startSlowBrowser({ cpu: 4, roundTripMs: 60, bytesPerSecond: [-1, -1] });
const { dataDir, remove } = await temporaryDataDir();
const gateway = await startGateway({ DATA_DIR: dataDir });
const merchant = await startMerchantSite();

async function until<T>(look: () => Promise<T>): Promise<NonNullable<T>> {
  const end = Date.now() + GIVE_UP_MS;
  for (;;) {
    const found = await look().catch(() => undefined);
    if (found) return found;
    if (Date.now() > end) throw new Error(`never true: ${look}`);
    await sleep(LOOK_EVERY_MS);
  }
}

async function pay(number: string): Promise<Figures> {
  const answer = await fetch(`${gateway.url}/v1/checkouts`, {
    method: 'POST',
    headers: { authorization: `Bearer ${DEMO.DEMO_ACCESS_TOKEN}` },
    body: new URLSearchParams({ amount: '92.00', currency: 'EUR', paymentType: 'DB' }),
  });
  const { id } = (await answer.json()) as { id: string };
  const tab = await browser.open(PROBE, () => {});
  try {
    await tab.navigate(merchant.publish(formPage(gateway.url, merchant.origin, id)));
    await until(() => tab.evaluate("document.querySelectorAll('iframe[data-ready]').length === 2"));
    const isTyped = sleep(AT_LEAST_TYPED_MS);
    for (const [field, selector, text] of [
      ['card.number', 'iframe[name="card.number"]', number],
      ['card.expiry', '.wpwl-control-expiry', GOOD_CARD.expiry],
      ['card.cvv', 'iframe[name="card.cvv"]', GOOD_CARD.cvv],
      ['card.holder', '.wpwl-control-cardHolder', GOOD_CARD.holder],
    ] as const) {
      await tab.click(selector);
      const isFocused = `document.hasFocus() && document.activeElement?.matches('input')`;
      await until(async () => {
        const all = await Promise.all([tab, ...tab.frames].map((each) => each.evaluate(isFocused)));
        return all.includes(true) && field;
      });
      for (const character of text) await tab.press(character);
    }
    await isTyped;
    await tab.click('button[name=pay]');
    return (await until(() => tab.evaluate('window.bench'))) as Figures;
  } finally {
    await tab.close();
  }
}

const figures = await takeTurns(ROUNDS, {
  result: () => pay(GOOD_CARD.number),
  question: () => pay(CHALLENGED_NUMBER),
});
await browser.close();
await gateway.stop();
await merchant.close();
await remove();

const compare = (side: keyof typeof figures) => ({
  ours: figures[side].map(({ total }) => total),
  yardstick: figures[side].map(({ roundTrips }) => roundTrips),
  target: { atMost: 1.2 },
});
printComparisons(
  `From the click to what comes next (4 × slower processor, 60 ms round trip, ${ROUNDS} rounds); ` +
    'yardstick: the sum of its round trips',
  [
    { what: 'the result page', unit: 'ms', ...compare('result') },
    { what: "the bank's question", unit: 'ms', ...compare('question') },
  ],
);

/** A merchant's shop beside a gateway, and one shopper's browser in front of it. */
import { beforeEach, expect, test } from 'vitest';
import { findEngine } from '../../.ci/browser.ts';
import { isEngine } from '../../.ci/engine-names.ts';
import { type Card, GOOD_CARD } from '../card.ts';
import { type FormPage, formPage } from '../form-page.ts';
import { type Fields, type Gateway, startGateway } from '../gateway.ts';
import { type MerchantSite, startMerchantSite } from '../merchant-site.ts';
import { threeFrames } from '../three-frames.ts';
import { startChromium } from './chromium-driver.ts';
import type { Driver } from './driver.ts';
import { type Preferences, startFirefox } from './firefox-driver.ts';
import { type Tab, tabOf } from './tab.ts';
import { startWebKit } from './webkit-driver.ts';

export const ENGINE = process.env['ENGINE'] ?? '';

/** @throws with the command that installs it where the engine of this run is not there */
async function startEngine(preferences: Preferences): Promise<Driver> {
  if (!isEngine(ENGINE)) throw new Error(`ENGINE is ${ENGINE || 'not set'}`);
  switch (ENGINE) {
    case 'chromium':
      return startChromium(findEngine(ENGINE).browser);
    case 'firefox':
      return startFirefox(findEngine(ENGINE).browser, preferences);
    case 'webkit':
      return startWebKit(findEngine(ENGINE));
  }
}

export const FORM = 'form.wpwl-form-card';
export const STORED = 'form.wpwl-form-registrations';

/** Where each field of a card is: the frames around it, and the control. */
const FIELDS = {
  number: [['iframe[name="card.number"]'], 'input[name="card.number"]'],
  expiry: [[], `${FORM} .wpwl-control-expiry`],
  holder: [[], `${FORM} input[name="card.holder"]`],
  cvv: [['iframe[name="card.cvv"]'], 'input[name="card.cvv"]'],
} as const satisfies Record<keyof Card, readonly [frames: readonly string[], control: string]>;
export type FieldName = keyof Card;

export interface Shop {
  readonly gateway: Gateway;
  readonly merchant: MerchantSite;
  readonly tab: Tab;
  /** Writes a merchant's page with a form, opens it and waits until it can be typed in. */
  openForm(page?: FormPage): Promise<string>;
  /** The same of a checkout that is there: `{id}`, or `{id}/registration`. */
  openFormOf(checkout: string, page?: FormPage): Promise<void>;
  /** Waits until all forms of the page can be typed in. */
  isReady(): Promise<void>;
  /** Clicks into a field and waits until it has the focus. */
  enter(field: FieldName): Promise<void>;
  /** What stands in a field. */
  value(field: FieldName): Promise<string | undefined>;
  /** The fields that are given, one after the other. */
  fill(card: Partial<Card>): Promise<void>;
  /**
   * The same for a page that came out of the back/forward cache: Firefox's driver does not find the
   * frames in it any more, so what they say to their page is all there is to go by.
   */
  fillAfterReturn(card: Partial<Card>): Promise<void>;
  /** Types a whole card, or what differs from a good one, and presses the button. */
  pay(card?: Partial<Card>): Promise<void>;
  pressPay(): Promise<void>;
  /** Waits until the shopper has come to the shop's result page. */
  landed(): Promise<void>;
  /** The result code of a checkout, as the merchant reads it. */
  resultOf(checkoutId: string): Promise<string>;
}

interface Surroundings {
  readonly gateway: Gateway;
  readonly merchant: MerchantSite;
  readonly driver: Driver;
}

/** One gateway and one browser for all files that a worker runs: they start as slowly as a test runs. */
const inWorker = (preferences: Preferences) =>
  test.extend(
    'all',
    { scope: 'worker' },
    // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the fixtures' names from it
    async ({}, { onCleanup }): Promise<Surroundings> => {
      const starting = [startGateway(), startMerchantSite(), startEngine(preferences)] as const;
      // Where one fails, the others are there to be ended with this process.
      await Promise.allSettled(starting);
      const [{ gateway, end }, merchant, driver] = await Promise.all(starting);
      onCleanup(async () => {
        await Promise.all([driver.end(), merchant.close(), end()]);
      });
      return { gateway, merchant, driver };
    },
  );
const USUAL = inWorker({});
/** Browsers that a test has looked at. */
const used = new WeakSet<Driver>();

/**
 * For all tests of a file; each has a new page.
 * @param preferences of Firefox, which then is one of the file's own
 */
export function useShop(preferences?: Preferences): Shop {
  let gateway: Gateway;
  let merchant: MerchantSite;
  let driver: Driver;
  let tab: Tab;

  (preferences ? inWorker(preferences) : USUAL).beforeAll(({ all }) => {
    ({ gateway, merchant, driver } = all);
    tab = tabOf(driver);
  });
  beforeEach(async () => {
    if (used.has(driver)) await driver.renew();
    used.add(driver);
  });

  const placeOf = (field: FieldName) => tab.in(...FIELDS[field][0]);
  const isReady = () =>
    expect
      .poll(
        () =>
          tab.run(() => {
            const forms = [...document.querySelectorAll<HTMLElement>('form[data-phase]')];
            const frames = [...document.querySelectorAll<HTMLElement>('iframe.wpwl-control')];
            return (
              forms.length > 0 &&
              forms.every(({ dataset }) => dataset['phase'] === 'ready') &&
              frames.every(({ dataset }) => 'ready' in dataset)
            );
          }),
        { message: 'the form is ready' },
      )
      .toBe(true);
  const openFormOf = async (checkout: string, page: FormPage = {}) => {
    await tab.open(merchant.publish(formPage(gateway.url, merchant.origin, checkout, page)));
    await isReady();
  };
  const enter = async (field: FieldName) => {
    const [, control] = FIELDS[field];
    await placeOf(field).run(threeFrames);
    await placeOf(field).click(control);
    await expect
      .poll(
        () =>
          placeOf(field).run(
            (of) => document.hasFocus() && document.activeElement === document.querySelector(of),
            control as string,
          ),
        { message: `${field} has the focus` },
      )
      .toBe(true);
  };
  const fill = async (card: Partial<Card>) => {
    for (const [field, text] of Object.entries(card) as [FieldName, string][]) {
      if (text === '') continue;
      await enter(field);
      await tab.type(text);
    }
  };
  const fillFromOutside = async (card: Partial<Card>) => {
    for (const [field, text] of Object.entries(card) as [FieldName, string][]) {
      const [[frame = ''], control] = FIELDS[field];
      await tab.click(frame || control);
      const inFocus = frame ? `${frame}[data-focus]` : `${control}:focus`;
      await expect.poll(() => tab.count(inFocus), { message: `${field} has the focus` }).toBe(1);
      await tab.type(text);
    }
  };
  const pressPay = () => tab.click(`${FORM} .wpwl-button-pay`);

  return {
    get gateway() {
      return gateway;
    },
    get merchant() {
      return merchant;
    },
    get tab() {
      return tab;
    },
    async openForm(page = {}) {
      const checkoutId = await gateway.createCheckout(page.checkout);
      await openFormOf(checkoutId, page);
      return checkoutId;
    },
    openFormOf,
    isReady,
    enter,
    value: (field) => placeOf(field).value(FIELDS[field][1]),
    fill,
    // Where the driver still finds the frames, it is asked when they have the focus.
    fillAfterReturn: ENGINE === 'chromium' ? fill : fillFromOutside,
    async pay(card = {}) {
      await fill({ ...GOOD_CARD, ...card });
      await pressPay();
    },
    pressPay,
    landed: () =>
      expect.poll(() => tab.run(whereOneIs), { message: 'the result page' }).toBe('Result'),
    resultOf: async (checkoutId) => (await gateway.status(checkoutId)).result.code,
  };
}

export type { Card, Fields, FormPage };

/** Runs in a document: its title, and where it has a form still, what that says. */
function whereOneIs(): string {
  const said = [...document.querySelectorAll<HTMLElement>('form[data-phase]')].map(
    ({ dataset, innerText }) => `${dataset['phase']}: ${innerText}`,
  );
  return [document.title, ...said].join('\n');
}

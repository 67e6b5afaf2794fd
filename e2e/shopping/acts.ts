/** What a shopper, and the world around a shopper, do to a page with a form, at random. */
import type { Locator, Page, Route } from '@playwright/test';
import fc from 'fast-check';
import { GOOD_CARD } from '../card.ts';
import type { CardForm } from '../card-form.ts';
import type { Gateway } from '../fixtures.ts';
import { loseAnswer, PAYMENT_REQUESTS } from '../payment-requests.ts';
import { bankIn, challengeIn } from '../waiting-payment.ts';

/** What the page says, in the shopper's language. */
export type Texts = Readonly<Record<'payByCard' | 'anotherCard' | 'alreadyPaid', string>>;

export interface Shopping {
  readonly page: Page;
  readonly form: CardForm;
  readonly gateway: Gateway;
  readonly checkoutId: string;
  readonly texts: Texts;
}

/** Approved, declined, asked by the bank, slow, failed, of another brand, incomplete, wrong, not accepted. */
const NUMBERS = [
  '4200000000000000',
  '4200000000001016',
  '4200000000001115',
  '4200000000000018',
  '4200000000001081',
  '4200000000001073',
  '5454545454545454',
  '42',
  '4200000000000001',
  '6011111111111117',
];
const EXPIRIES = ['1234', '13', '0120', ''];
const CVVS = ['123', '1', ''];
const HOLDERS = ['Jane Jones', 'J1', ''];
const KEYS = ['Tab', 'Shift+Tab', 'Enter', 'Escape', 'ArrowDown', 'ArrowUp', 'Space'];
const WIDTHS = [320, 375, 768, 1280];
const AMOUNTS = ['92.00', '12.00', '1234.50'];

/** For what may not be there just now: nothing waits for it. */
export const SOON = { timeout: 1_000 };

const cvvOf = ({ page }: Shopping) =>
  page.frameLocator('iframe[name="card.cvv"]:visible').first().locator('input');

export async function fillCard(shopping: Shopping, number: string): Promise<void> {
  const { form } = shopping;
  await form.number.fill(number, SOON);
  await form.expiry.fill(GOOD_CARD.expiry, SOON);
  await form.holder.fill(GOOD_CARD.holder, SOON);
  await cvvOf(shopping).fill(GOOD_CARD.cvv, SOON);
}

export const payButton = ({ page }: Shopping) =>
  page.locator('.wpwl-button-pay:visible, button[name=pay]:visible').first();

const oneOf = <T>(several: readonly T[], at: number): T => several[at % several.length] as T;

/** There may be fewer of them next time, or none. */
async function clickOneOf(several: Locator, at: number): Promise<void> {
  await several.nth(at % Math.max(1, await several.count())).click(SOON);
}

const onceAtPayment =
  (answer: (route: Route) => unknown) =>
  ({ page }: Shopping): Promise<unknown> =>
    page.route(PAYMENT_REQUESTS, answer, { times: 1 });

/** Each takes a number that says which one of several; it fails where there is nothing to do it to. */
const ACTS: Readonly<Record<string, (shopping: Shopping, at: number) => Promise<unknown>>> = {
  'types a number': ({ form }, at) => form.number.pressSequentially(oneOf(NUMBERS, at), SOON),
  'has a number filled in': ({ form }, at) => form.number.fill(oneOf(NUMBERS, at), SOON),
  'types a date': ({ form }, at) => form.expiry.pressSequentially(oneOf(EXPIRIES, at), SOON),
  'writes a name': ({ form }, at) => form.holder.fill(oneOf(HOLDERS, at), SOON),
  'has a CVV filled in': (shopping, at) => cvvOf(shopping).fill(oneOf(CVVS, at), SOON),
  'has all filled in': (shopping, at) => fillCard(shopping, oneOf(NUMBERS, at)),
  async 'has all filled in and pays'(shopping, at) {
    await fillCard(shopping, oneOf(NUMBERS, at));
    await payButton(shopping).click(SOON);
  },
  pays: (shopping) => payButton(shopping).click(SOON),
  'pays by a double click': (shopping) => payButton(shopping).dblclick(SOON),
  'clicks a way to pay': ({ page }, at) => clickOneOf(page.getByRole('radio'), at),
  'clicks a button': ({ page }, at) => clickOneOf(page.getByRole('button'), at),
  'answers the bank': ({ page }) => bankIn(challengeIn(page)).getByRole('button').click(SOON),
  'clicks in the frame of 3-D Secure': ({ page }, at) =>
    challengeIn(page)
      .getByRole('button')
      .nth(at % 2)
      .click(SOON),
  'presses a key': ({ page }, at) => page.keyboard.press(oneOf(KEYS, at)),
  'loads the page again': ({ page }) => page.reload(),
  'turns the phone': ({ page }, at) =>
    page.setViewportSize({ width: oneOf(WIDTHS, at), height: 700 }),
  'loses the network': ({ page }) => page.context().setOffline(true),
  'has the network again': ({ page }) => page.context().setOffline(false),
  'pays, and the answer will be lost': onceAtPayment(loseAnswer),
  'pays, and nothing will arrive': onceAtPayment((route) => route.abort('connectionrefused')),
  'is asked another amount by the shop': ({ gateway, checkoutId }, at) =>
    gateway.update(checkoutId, { amount: oneOf(AMOUNTS, at) }),
};

export type Act = readonly [name: string, at: number];

export const SOME_ACTS: fc.Arbitrary<Act[]> = fc.array(
  fc.tuple(fc.constantFrom(...Object.keys(ACTS)), fc.nat(19)),
  { minLength: 8, maxLength: 30, size: 'max' },
);

/** @returns whether there was something to do it to */
export async function act(shopping: Shopping, [name, at]: Act): Promise<boolean> {
  try {
    await ACTS[name]?.(shopping, at);
    return true;
  } catch {
    return false;
  }
}

/** Payments of a merchant's server that wait for their shopper, and the merchant's sandbox. */
import type { BrowserContext, FrameLocator, Locator, Page } from '@playwright/test';
import { DEMO } from '../server/tests/support/gateway-process.ts';
import type { Card } from './card.ts';
import { drawn } from './drawn.ts';
import type { Fields, FormPage, Gateway, OpenedForm, OpenForm } from './fixtures.ts';

export const CHALLENGE = '4200000000000018';
export const CHALLENGE_WITH_METHOD_CALL = '4200000000000042';

export interface WaitingPayment {
  readonly id: string;
  /** Where the shopper's browser is sent. */
  readonly url: string;
}

const HOUR_S = 3_600;

/** Asks for something as the merchant’s server does; with fields it posts. */
export async function call(
  gateway: Gateway,
  path: string,
  fields?: Fields | 'DELETE',
  // biome-ignore lint/suspicious/noExplicitAny: tests look at answers as untyped code does
): Promise<any> {
  const answer = await fetch(gateway.url + path, {
    headers: { authorization: `Bearer ${DEMO.DEMO_ACCESS_TOKEN}` },
    ...(fields === 'DELETE'
      ? { method: fields }
      : fields && { method: 'POST', body: new URLSearchParams(fields) }),
  });
  return answer.json();
}

/** Pays by card from the merchant's server; the issuer wants to ask. */
export async function startPayment(gateway: Gateway, fields: Fields = {}): Promise<WaitingPayment> {
  const { id, redirect } = await call(gateway, '/v1/payments', {
    entityId: DEMO.DEMO_ENTITY_ID,
    amount: '92.00',
    currency: 'EUR',
    paymentType: 'DB',
    ...(!fields['paymentBrand'] && {
      paymentBrand: 'VISA',
      'card.number': CHALLENGE,
      'card.holder': 'Jane Jones',
      'card.expiryMonth': '05',
      'card.expiryYear': '2034',
      'card.cvv': '123',
    }),
    ...fields,
  });
  return { id, url: redirect.url };
}

export const resultOf = async (gateway: Gateway, id: string): Promise<string> =>
  (await call(gateway, `/v1/payments/${id}`)).result.code;

export const settle = (gateway: Gateway, id: string, result: 'accept' | 'decline') =>
  call(gateway, `/sandbox/payments/${id}/settle`, { result });

/** A shopper pays a voucher at a bank or in a shop. */
export const payVoucher = (gateway: Gateway, id: string, amount?: string) =>
  call(gateway, `/sandbox/payments/${id}/receipt`, { ...(amount && { amount }) });

/** Time passes for a page with a clock of its own, until its form has asked what became of a voucher. */
export const formHasAsked = (page: Page) => page.clock.runFor(15_000);

export const reverse = (gateway: Gateway, id: string) =>
  call(gateway, `/v1/payments/${id}`, { entityId: DEMO.DEMO_ENTITY_ID, paymentType: 'RV' });

export const advanceClock = (gateway: Gateway, seconds: number) =>
  call(gateway, '/sandbox/clock', { advance: String(seconds) });

/** An hour passes for the channel; what that makes due is done when this resolves. */
export async function passAnHour(gateway: Gateway, isDone: () => Promise<boolean>): Promise<void> {
  await advanceClock(gateway, HOUR_S);
  const giveUpAt = Date.now() + 10_000;
  while (!(await isDone()) && Date.now() < giveUpAt) {
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** The bank's page inside of the gateway's. */
export const bankIn = (gatewayPage: Pick<Page, 'frameLocator'>) =>
  gatewayPage.frameLocator('iframe[name="bank"]');

/**
 * Resolves when all of the bank's page, or of the browser's own in its place, is there. Before that
 * the gateway's page takes a network that goes away for one that was not there at all.
 */
export async function bankIsLoaded(gatewayPage: Pick<Page, 'locator'>): Promise<void> {
  const iframe = await gatewayPage.locator('iframe[name="bank"]').elementHandle();
  const frame = await iframe?.contentFrame();
  await frame?.waitForLoadState();
}

/** The gateway's page in the place of the form. */
export const challengeIn = (page: Page) => page.frameLocator('iframe.wpwl-target');

/** Where the gateway's page comes up, the form's options for that, and how to find it. */
export const PLACES = [
  ['in the page', '{}', challengeIn],
  ['in the whole tab', '{paymentTarget: "_top"}', (page: Page) => page],
] as const;

/** Opens a form and pays by a card whose issuer wants to ask, unless another is given. */
export async function openAndPay(
  openForm: OpenForm,
  { number = CHALLENGE, ...page }: FormPage & Partial<Pick<Card, 'number'>> = {},
): Promise<OpenedForm> {
  const opened = await openForm(page);
  await opened.form.isReady();
  await opened.form.pay({ number });
  return opened;
}

/** Clicks a button of a frame that may have just come. */
export const press = async (button: Locator): Promise<void> => (await drawn(button)).click();

/** The shopper says yes at the bank, and is led to the shop. */
export async function confirmIn(
  gatewayPage: Pick<Page, 'frameLocator'>,
  page: Page,
): Promise<void> {
  await press(bankIn(gatewayPage).getByRole('button'));
  await page.waitForURL('**/result?**');
}

/** Without a network for as long as `during` takes. */
export async function offline(context: BrowserContext, during: () => Promise<void>): Promise<void> {
  await context.setOffline(true);
  await during();
  await context.setOffline(false);
}

/** The sandbox's wallet in the page, once a click finds it. */
export async function sandboxWallet(page: Page): Promise<FrameLocator> {
  const wallet = challengeIn(page);
  await drawn(wallet.getByRole('button').first());
  return wallet;
}

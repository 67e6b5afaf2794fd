/** How a purchase can end, by what its shopper does: each way to pay goes through all that it can have. */
import { OTHER_BRANDS } from '../../contract/other-brands.ts';
import { VOUCHER_DETAILS } from '../../contract/voucher-details.ts';
import { expect } from '../fixtures.ts';
import { bankIn, challengeIn, payVoucher, settle } from '../waiting-payment.ts';
import type { Purchase } from './purchase.ts';
import type { Kind, Way } from './ways.ts';

export const ENDS = [
  'refused',
  'cancelled',
  'pending',
  'decided a day later',
  'left for a day',
  'paid',
] as const;
export type End = (typeof ENDS)[number];

const PAID = '000.100.110';
const PENDING = '000.200.000';
const REFUSED = '100.397.102';
const CANCELLED = '100.396.101';
const VOUCHER_WAITS = '800.400.500';
const DEBIT_TAKEN = '800.400.501';
const BLOCKED_IBAN = 'DE66500000000000001016';
const DECLINED_CARD = '4200000000001016';
/** In Google Pay the card itself: its issuer asks. */
const CHALLENGED_CARD = '4200000000000018';

type Go = (purchase: Purchase) => Promise<void>;
type Ends = Readonly<Partial<Record<End, Go>>>;

/** What a shopper finds who opens the shop's page with the form again. */
const findsForm: Go = async (purchase) => {
  await purchase.comeBack();
  await expect(purchase.button).toBeEnabled();
};
const finds =
  (key: string): Go =>
  async (purchase) => {
    await purchase.comeBack();
    await purchase.isTold(key);
  };

/** Answers the page that asks, and is led to the shop. */
const answer = async (purchase: Purchase, choice: string, code: string) => {
  await purchase.askToPay();
  await purchase.asked.locator(`button[value="${choice}"]`).click();
  await purchase.isLedToTheShop();
  await purchase.hasResult(code);
};

/** Of a brand with a page of its own. */
const AT_BRAND: Ends = {
  async paid(purchase) {
    await purchase.askToPay();
    await purchase.isWellShown();
    await purchase.asked.locator('button[value="accept"]').click();
    await purchase.isLedToTheShop();
    await purchase.hasResult(PAID);
  },
  async refused(purchase) {
    await answer(purchase, 'decline', REFUSED);
    await findsForm(purchase);
  },
  async cancelled(purchase) {
    await answer(purchase, 'cancel', CANCELLED);
    await findsForm(purchase);
  },
  async pending(purchase) {
    await answer(purchase, 'pend', PENDING);
    await finds('resultPending')(purchase);
  },
  async 'decided a day later'(purchase) {
    await answer(purchase, 'pend', PENDING);
    await purchase.passADay();
    await settle(purchase.gateway, (await purchase.payment()).id, 'accept');
    await purchase.page.reload();
    await purchase.hasResult(PAID);
    await finds('alreadyPaid')(purchase);
  },
  async 'left for a day'(purchase) {
    await purchase.askToPay();
    const hasTimedOut = await purchase.timesOut();
    await purchase.asked.locator('button[value="accept"]').click();
    await purchase.isLedToTheShop();
    await hasTimedOut();
    await finds('sessionExpired')(purchase);
  },
};

/** The form that is opened again leads on to what waits, and it is paid there. */
const goesOn: Go = async (purchase) => {
  await purchase.comeBack();
  await expect(purchase.container).toContainText(purchase.word('confirmationOpen'));
  await purchase.container
    .getByRole('button', { name: purchase.word('confirmationContinue'), exact: true })
    .click();
  await bankIn(challengeIn(purchase.page)).getByRole('button').click();
  await purchase.isLedToTheShop();
  await purchase.hasResult(PAID);
};

/** The form is filled in, and sent a day later. */
const payTooLate: Go = async (purchase) => {
  await purchase.type();
  await purchase.passADay();
  await purchase.button.click();
  await purchase.isTold('sessionExpired');
};

const debit = async (purchase: Purchase, iban?: string) => {
  await purchase.type(iban ? { iban } : {});
  await purchase.button.click();
  await purchase.isLedToTheShop();
};

const DEBIT: Ends = {
  async paid(purchase) {
    await debit(purchase);
    await purchase.hasResult(DEBIT_TAKEN);
    await purchase.passADay();
    await purchase.passADay();
    await purchase.hasResult(PAID);
  },
  async refused(purchase) {
    await debit(purchase, BLOCKED_IBAN);
    await purchase.hasResult('800.100.172');
    await findsForm(purchase);
  },
  async pending(purchase) {
    await debit(purchase);
    await purchase.hasResult(DEBIT_TAKEN);
    await finds('resultPending')(purchase);
  },
  async 'decided a day later'(purchase) {
    await DEBIT.paid?.(purchase);
    await finds('alreadyPaid')(purchase);
  },
  'left for a day': payTooLate,
};

/** What is to be paid stands in the form's place, with all that it is paid by. */
const seesVoucher: Go = async (purchase) => {
  const shown = purchase.container.locator('.wpwl-instead');
  await expect(shown.locator('.wpwl-voucher-row').first()).toBeVisible();
  await expect(purchase.button).toBeHidden();
  const { resultDetails } = await purchase.payment();
  const said = Object.entries(VOUCHER_DETAILS).flatMap(([name, label]) =>
    label && name in resultDetails ? [resultDetails[name]] : [],
  );
  const text = ((await shown.textContent()) ?? '').replace(/\s/g, '');
  for (const value of said) expect(text).toContain(value.replace(/\s/g, ''));
  const isScanned = 'PixCode' in resultDetails || 'BoletoBarcode' in resultDetails;
  await expect(shown.locator('svg.wpwl-voucher-code')).toHaveCount(isScanned ? 1 : 0);
};

const orderVoucher: Go = async (purchase) => {
  await purchase.type();
  await purchase.button.click();
  // It has the focus, so that a screen reader says what has happened.
  await expect(purchase.container.locator('.wpwl-voucher-title')).toBeFocused();
  await seesVoucher(purchase);
  await purchase.hasResult(VOUCHER_WAITS);
};

const isPaidAtBank: Go = async (purchase) => {
  await payVoucher(purchase.gateway, (await purchase.payment()).id);
};

const VOUCHER: Ends = {
  async paid(purchase) {
    await orderVoucher(purchase);
    await purchase.isWellShown();
    await isPaidAtBank(purchase);
    // The form asks by itself whether it is paid, and leads on.
    const shown = purchase.container.locator('.wpwl-instead');
    await expect(shown.locator('.wpwl-voucher-row')).toHaveCount(0, { timeout: 30_000 });
    await shown.locator('a.wpwl-voucher-main').click();
    await purchase.isLedToTheShop();
    await purchase.hasResult(PAID);
  },
  async pending(purchase) {
    await orderVoucher(purchase);
    await purchase.comeBack();
    await seesVoucher(purchase);
  },
  async 'decided a day later'(purchase) {
    await orderVoucher(purchase);
    await purchase.passADay();
    await purchase.comeBack();
    await seesVoucher(purchase);
    await isPaidAtBank(purchase);
    await finds('resultPaid')(purchase);
  },
  async 'left for a day'(purchase) {
    await orderVoucher(purchase);
    const hours = OTHER_BRANDS.get(purchase.way.brand)?.payableHours ?? 0;
    const hasTimedOut = await purchase.timesOut(hours / 24 + 1);
    await hasTimedOut();
    await finds('sessionExpired')(purchase);
  },
};

/** Says yes in the sandbox's sheet, with the card that is chosen there. */
const confirmSheet = async (purchase: Purchase, card?: string) => {
  await purchase.askToPay();
  if (card) await purchase.asked.locator('select').selectOption(card);
  await purchase.asked.locator('button[value="confirm"]').click();
};

const DEVICE: Ends = {
  async paid(purchase) {
    await purchase.askToPay();
    await purchase.isWellShown();
    await purchase.asked.locator('button[value="confirm"]').click();
    await purchase.isLedToTheShop();
    expect(await purchase.payment()).toMatchObject({
      paymentBrand: purchase.way.brand,
      card: { brand: 'VISA', numberType: 'DPAN' },
      result: { code: PAID },
    });
  },
  async refused(purchase) {
    await confirmSheet(purchase, DECLINED_CARD);
    await purchase.isLedToTheShop();
    await purchase.hasResult('800.100.152');
    await findsForm(purchase);
  },
  async cancelled(purchase) {
    await purchase.askToPay();
    await purchase.asked.locator('form:not(#choice) button').click();
    await expect(purchase.button).toBeEnabled();
    await purchase.hasResult(PENDING);
  },
  async pending(purchase) {
    await confirmSheet(purchase, CHALLENGED_CARD);
    await expect(bankIn(purchase.asked).getByRole('combobox')).toBeVisible();
    await purchase.hasResult(PENDING);
    await goesOn(purchase);
  },
  async 'decided a day later'(purchase) {
    await confirmSheet(purchase);
    await purchase.isLedToTheShop();
    await purchase.passADay();
    await finds('alreadyPaid')(purchase);
  },
  async 'left for a day'(purchase) {
    await purchase.askToPay();
    await purchase.passADay();
    await purchase.asked.locator('button[value="confirm"]').click();
    await purchase.isTold('sessionExpired');
  },
};

const answerIssuer = async (purchase: Purchase, status: string, code: string) => {
  await purchase.askToPay();
  await purchase.asked.locator('select').selectOption(status);
  await purchase.asked.getByRole('button').click();
  await purchase.isLedToTheShop();
  await purchase.hasResult(code);
};

const CARD: Ends = {
  async paid(purchase) {
    await purchase.askToPay();
    await purchase.isWellShown();
    await purchase.asked.getByRole('button').click();
    await purchase.isLedToTheShop();
    await purchase.hasResult(PAID);
  },
  async refused(purchase) {
    await answerIssuer(purchase, 'N', '100.380.401');
    await findsForm(purchase);
  },
  async cancelled(purchase) {
    await purchase.askToPay();
    await challengeIn(purchase.page)
      .getByRole('button', { name: purchase.word('cancel') })
      .click();
    await purchase.isLedToTheShop();
    await purchase.hasResult(CANCELLED);
    await findsForm(purchase);
  },
  async pending(purchase) {
    await purchase.askToPay();
    await purchase.hasResult(PENDING);
    await goesOn(purchase);
  },
  async 'decided a day later'(purchase) {
    await answerIssuer(purchase, 'Y', PAID);
    await purchase.passADay();
    await finds('alreadyPaid')(purchase);
  },
  async 'left for a day'(purchase) {
    await purchase.askToPay();
    const hasTimedOut = await purchase.timesOut();
    await purchase.asked.getByRole('button').click();
    await purchase.isLedToTheShop();
    await hasTimedOut();
    await finds('sessionExpired')(purchase);
  },
};

const ENDS_OF: Readonly<Record<Kind, Ends>> = {
  elsewhere: AT_BRAND,
  inline: AT_BRAND,
  debit: DEBIT,
  voucher: VOUCHER,
  device: DEVICE,
  card: CARD,
};

/** What cannot happen, and why. */
const IMPOSSIBLE: readonly (readonly [of: (way: Way) => boolean, end: End, why: string])[] = [
  [
    ({ kind }) => kind === 'debit',
    'cancelled',
    'no page of a bank is visited where it could be: the form is filled in, or left',
  ],
  [
    ({ kind }) => kind === 'voucher',
    'refused',
    'there is no bank to refuse it: what is not paid in time expires',
  ],
  [
    ({ kind }) => kind === 'voucher',
    'cancelled',
    'a shopper just does not pay it; its merchant may cancel it (vouchers.test.ts)',
  ],
  [
    ({ brand }) => (OTHER_BRANDS.get(brand)?.payableHours ?? Infinity) <= 24,
    'decided a day later',
    'it can be paid for a day',
  ],
  [
    ({ brand }) => brand === 'APPLEPAY',
    'pending',
    'its token is the proof of the shopper, so no issuer asks',
  ],
];

export const whyImpossible = (way: Way, end: End): string | undefined =>
  IMPOSSIBLE.find(([of, without]) => end === without && of(way))?.[2];

/** Goes all the way to an end. */
export async function goTo(end: End, purchase: Purchase): Promise<void> {
  const go = ENDS_OF[purchase.way.kind][end];
  if (!go) throw new Error(`${end} has no steps, and no reason why it is impossible`);
  await go(purchase);
}

/** How the sandbox is brought to do what an event tells of: as a merchant and its shopper would. */
import type { Client } from '@payment-widgets/server';

const CARD = {
  paymentBrand: 'VISA',
  'card.number': '4200000000000000',
  'card.holder': 'Jane Jones',
  'card.expiryMonth': '05',
  'card.expiryYear': '2034',
  'card.cvv': '123',
};
const MONEY = { amount: '92.00', currency: 'EUR' } as const;
const RESULT_PAGE = { shopperResultUrl: 'https://shop.example/result' };
/** Cards of the sandbox: docs/test-cards.md. */
const DECLINED = { 'card.number': '4200000000001016' };
const CHALLENGED = { 'card.number': '4200000000000018' };
/** Whose last digit is wrong. */
const INVALID = { 'card.number': '4200000000000001' };
const WALLET = { paymentBrand: 'PAYPAL', ...RESULT_PAGE };
const RECURRING = { recurringType: 'INITIAL' } as const;
/** What the simulator is made to answer. */
const answering = (code: string) => ({ 'customParameters[simulator.result]': code });

/** Answers the id of what was made. */
export type Recipe = (client: Client) => Promise<string>;

type PaymentParameters = Parameters<Client['payments']['create']>[0];

async function pay(client: Client, more: Partial<PaymentParameters> = {}): Promise<string> {
  const payment = { ...MONEY, paymentType: 'DB', ...CARD, ...RESULT_PAGE, ...more } as const;
  return (await client.payments.create(payment)).id;
}
const reserve = (client: Client) => pay(client, { paymentType: 'PA' });

async function register(
  client: Client,
  more: Partial<Parameters<Client['registrations']['create']>[0]> = {},
): Promise<string> {
  return (await client.registrations.create({ ...CARD, ...RECURRING, ...more })).id;
}

/** A checkout that a shopper has paid, or begun to. */
async function checkout(client: Client, card: Readonly<Record<string, string>>): Promise<string> {
  const { id } = await client.checkouts.create({ ...MONEY, paymentType: 'DB' });
  await client.checkouts.pay(id, { ...CARD, ...RESULT_PAGE, ...card });
  return id;
}

/** The merchant gives it up. */
async function giveUp(client: Client, card: Readonly<Record<string, string>>): Promise<string> {
  const id = await checkout(client, card);
  await client.checkouts.delete(id).catch(() => undefined);
  return id;
}

const refund = async (client: Client, more: Readonly<Record<string, string>> = {}) =>
  (await client.payments.refund(await pay(client), { ...MONEY, ...more })).id;

export const RECIPES: Readonly<Record<string, Recipe>> = {
  PAYMENT_CHARGE_CREATED: (client) => pay(client),
  PAYMENT_CHARGE_AUTHORIZATION_SUCCEEDED: (client) => pay(client),
  PAYMENT_CHARGE_CAPTURE_SUCCEEDED: (client) => pay(client),
  PAYMENT_CHARGE_AUTHORIZATION_FAILED: (client) => pay(client, DECLINED),
  PAYMENT_CHARGE_AUTHENTICATION_PENDING: (client) => pay(client, CHALLENGED),
  PAYMENT_CHARGE_PROVIDER_CONFIRMATION_PENDING: async (client) => {
    const voucher = {
      amount: '92.00',
      currency: 'BRL',
      paymentType: 'PA',
      paymentBrand: 'PIX',
    } as const;
    return (await client.payments.create({ ...voucher, ...RESULT_PAGE })).id;
  },
  PAYMENT_CHARGE_CAPTURE_FAILED: async (client) =>
    (
      await client.payments.capture(await reserve(client), {
        ...MONEY,
        ...answering('800.100.100'),
      })
    ).id,
  PAYMENT_CHARGE_VOID_SUCCEEDED: async (client) =>
    (await client.payments.reverse(await reserve(client))).id,
  PAYMENT_CHARGE_VOID_FAILED: async (client) =>
    (await client.payments.reverse(await reserve(client), answering('900.100.100'))).id,
  PAYMENT_CHARGE_REFUND_SUCCEEDED: (client) => refund(client),
  PAYMENT_CHARGE_REFUND_PENDING: (client) => refund(client, answering('800.400.502')),
  PAYMENT_CHARGE_REFUND_FAILED: (client) => refund(client, answering('800.100.100')),
  PAYMENT_CHARGE_DISCARDED: (client) => giveUp(client, CHALLENGED),
  PAYMENT_CHARGE_DISCARD_FAILED: (client) => giveUp(client, {}),
  CHARGEBACK_SUCCEEDED: async (client) => (await client.sandbox.chargeBack(await pay(client))).id,
  PAYMENT_AGREEMENT_CREATED: (client) => register(client),
  PAYMENT_AGREEMENT_ACTIVE: (client) => register(client),
  PAYMENT_AGREEMENT_FAILED: async (client) => {
    // A refused registration is refused as a request: its agreement has failed all the same.
    const refused = await register(client, INVALID).catch((error: Error) => error);
    return typeof refused === 'string' ? refused : 'no registration';
  },
  PAYMENT_AGREEMENT_AUTHENTICATION_PENDING: async (client) =>
    (await client.registrations.create({ ...WALLET, ...RECURRING })).id,
  PAYMENT_AGREEMENT_UPDATED: async (client) => {
    const id = await register(client);
    await client.sandbox.updateRegistration(id, {
      'card.expiryMonth': '11',
      'card.expiryYear': '2038',
    });
    return id;
  },
  PAYMENT_AGREEMENT_REVOKED_BY_MERCHANT: async (client) => {
    const id = await register(client);
    await client.registrations.delete(id);
    return id;
  },
  PAYMENT_AGREEMENT_REVOKED_BY_CONSUMER: async (client) => {
    const id = await register(client);
    await client.sandbox.revokeRegistration(id, { by: 'consumer' });
    return id;
  },
  PAYMENT_AGREEMENT_REVOKED_BY_PROVIDER: async (client) => {
    const id = await register(client);
    await client.sandbox.revokeRegistration(id, { by: 'provider' });
    return id;
  },
  /** Notifications. */
  PAYMENT: (client) => pay(client),
  REGISTRATION: (client) => register(client),
  SCHEDULE: async (client) => {
    const schedule = await client.schedules.create({
      ...{ registrationId: await register(client), ...MONEY, paymentType: 'SD' as const },
      ...{ 'job.month': '*', 'job.dayOfMonth': '1', 'job.dayOfWeek': '?', 'job.hour': '12' },
    });
    await client.schedules.deschedule(schedule.id);
    return schedule.id;
  },
};

/** Every flow of the gateway that is published, and its events. */
import { expect } from 'vitest';
import { purgeRegistrations } from '../../gateway/registrations/index.ts';
import { endOverduePayments } from '../../gateway/undecided/recovery.ts';
import { answerChallenge, giveUpChallenge, visitWallet } from '../support/shopper-browser.ts';
import {
  type Answer,
  CARD,
  CARD_FIELDS,
  type Fields,
  type TestGateway,
} from '../support/test-gateway.ts';
import { advance, remove } from './subscribe.ts';

export interface Flow {
  readonly name: string;
  readonly run: (test: TestGateway) => Promise<unknown>;
  /** Type and status, in order; a chargeback has no status. */
  readonly events: readonly (readonly [type: string, status?: string])[];
}

const SOFT_DECLINE = '4200000000001107';
const RENEWED_CARD = { 'card.number': '4200000000001131' };
const CLOSED_CARD = { 'card.number': '4200000000001164' };
const CHALLENGE = '4200000000000018';
const DECLINED = '4200000000001016';
const CHARGE = 'PAYMENT_CHARGE_';
const AGREEMENT = 'PAYMENT_AGREEMENT_';

type Told = Flow['events'][number];
const charge = (type: string, status: string): Told => [CHARGE + type, status];
const agreement = (type: string, status: string): Told => [AGREEMENT + type, status];

const CREATED = charge('CREATED', 'AUTHORIZATION_PROCESSING');
const CHALLENGED = charge('AUTHENTICATION_PENDING', 'AUTHENTICATION_PENDING');
const WAITING = charge('PROVIDER_CONFIRMATION_PENDING', 'AUTHORIZATION_ASYNC');
const BOOKED = [
  charge('AUTHORIZATION_SUCCEEDED', 'CAPTURE_PROCESSING'),
  charge('CAPTURE_SUCCEEDED', 'CAPTURED'),
];
const AUTHORISED = charge('AUTHORIZATION_SUCCEEDED', 'CAPTURE_PENDING');
const CAPTURED = charge('CAPTURE_SUCCEEDED', 'CAPTURED');
const REFUSED = charge('AUTHORIZATION_FAILED', 'FAILED');
const DISCARDED = charge('DISCARDED', 'DISCARDED');
const PAID = [CREATED, ...BOOKED];
const AGREED = agreement('CREATED', 'INITIALIZING');
const ACTIVE = agreement('ACTIVE', 'ACTIVE');
const ASKED = agreement('AUTHENTICATION_PENDING', 'AUTHENTICATION_PENDING');
const NOT_AGREED = agreement('FAILED', 'FAILED');

const forced = (code: string): Fields => ({ 'customParameters[simulator.result]': code });
const RECURRING: Fields = { recurringType: 'INITIAL' };

function pay(test: TestGateway, fields: Fields = {}): Promise<Answer> {
  return test.call('/v1/payments', {
    entityId: test.entityId,
    amount: '92.00',
    currency: 'EUR',
    paymentType: 'DB',
    merchantTransactionId: 'attempt-1',
    ...CARD,
    ...fields,
  });
}
const WALLET: Fields = {
  ...Object.fromEntries(Object.keys(CARD_FIELDS).map((name) => [name, undefined])),
  paymentBrand: 'PAYPAL',
};

async function refer(test: TestGateway, id: string, paymentType: string, fields: Fields = {}) {
  const money = paymentType === 'RV' ? {} : { amount: '92.00', currency: 'EUR' };
  const { body } = await test.call(`/v1/payments/${id}`, {
    entityId: test.entityId,
    paymentType,
    merchantTransactionId: `${paymentType}-00001`,
    ...money,
    ...fields,
  });
  expect(body.id, JSON.stringify(body.result)).toBeDefined();
  return String(body.id);
}
const paid = async (test: TestGateway, fields: Fields = {}): Promise<string> =>
  (await pay(test, fields)).body.id;
const sandbox = async (test: TestGateway, path: string, fields: Fields = {}) => {
  const { status } = await test.call(`/sandbox/${path}`, { entityId: test.entityId, ...fields });
  // What is declined answers as a declined payment does.
  expect(status).toBe(fields['result'] === 'decline' ? 400 : 200);
};
const chargeBack = (test: TestGateway, id: string) => sandbox(test, `payments/${id}/chargeback`);

const DAY_S = 24 * 60 * 60;
const issue = (test: TestGateway): Promise<string> =>
  paid(test, { ...WALLET, paymentType: 'PA', paymentBrand: 'PIX', currency: 'BRL' });
const receive = (test: TestGateway, id: string, fields: Fields = {}) =>
  sandbox(test, `payments/${id}/receipt`, fields);

async function register(test: TestGateway, fields: Fields = {}): Promise<string> {
  const { body } = await test.call('/v1/registrations', {
    entityId: test.entityId,
    merchantTransactionId: 'agreement-1',
    ...CARD_FIELDS,
    ...fields,
  });
  return body.id;
}

/** A wallet is to be kept without a payment; the merchant reads what its shopper says. */
async function keepWallet(test: TestGateway, outcome: 'accept' | 'decline'): Promise<void> {
  const { body } = await test.call('/v1/registrations', {
    entityId: test.entityId,
    shopperResultUrl: CARD['shopperResultUrl'],
    ...RECURRING,
    ...WALLET,
  });
  await visitWallet(test, body.redirect.url, outcome);
  await test.call(`/v1/registrations/${body.id}?entityId=${test.entityId}`);
}

/** The merchant charges a card that it has stored, once it was told of that. */
async function payStored(test: TestGateway, registrationId: string) {
  await everythingIsTold(test);
  await test.call(`/v1/registrations/${registrationId}/payments`, {
    entityId: test.entityId,
    amount: '9.00',
    currency: 'EUR',
    paymentType: 'DB',
    recurringType: 'REPEATED',
  });
}

const MONTH = 31 * 24 * 3600;
async function letTimePass(test: TestGateway, seconds: number) {
  await advance(test, seconds);
  await endOverduePayments(test.gateway);
}

/**
 * Waits until nothing is left to deliver: messages of different payments come in no certain order.
 * @param entityId whose receivers alone are waited for, where others are gone
 */
export async function everythingIsTold(
  { gateway }: Pick<TestGateway, 'gateway'>,
  entityId?: string,
): Promise<void> {
  const countWaiting = async () => {
    let query = gateway.db
      .selectFrom('deliveries')
      .select(({ fn }) => fn.countAll().as('waiting'))
      .where('state', '=', 'waiting');
    if (entityId !== undefined) {
      query = query.where('webhook_id', 'in', (eb) =>
        eb.selectFrom('webhooks').select('id').where('entity_id', '=', entityId),
      );
    }
    const { waiting } = await query.executeTakeFirstOrThrow();
    return Number(waiting);
  };
  await expect.poll(countWaiting, { interval: 20 }).toBe(0);
}

const flow = (
  name: string,
  events: readonly Told[],
  run: (test: TestGateway) => Promise<unknown>,
): Flow => ({ name, run, events });

const charges: readonly Flow[] = [
  flow('Debit (DB)', PAID, (test) => pay(test)),
  flow('Debit in the form of a checkout', PAID, async (test) =>
    test.pay(await test.createCheckout()),
  ),
  flow('Debit, declined', [CREATED, REFUSED], (test) => pay(test, { 'card.number': DECLINED })),
  flow('Preauthorisation (PA)', [CREATED, AUTHORISED], (test) => pay(test, { paymentType: 'PA' })),
  flow('Credit (CD)', [], (test) => pay(test, { paymentType: 'CD', 'card.cvv': undefined })),
  flow('3-D Secure without a challenge', PAID, (test) =>
    pay(test, { 'card.number': '4200000000000026' }),
  ),
  flow('3-D Secure with a challenge, passed', [CREATED, CHALLENGED, ...BOOKED], async (test) => {
    const { body } = await pay(test, { 'card.number': CHALLENGE });
    await answerChallenge(test, body.redirect.url, 'Y');
  }),
  flow('3-D Secure with a challenge, failed', [CREATED, CHALLENGED, REFUSED], async (test) => {
    const { body } = await pay(test, { 'card.number': CHALLENGE });
    await answerChallenge(test, body.redirect.url, 'N');
  }),
  flow('3-D Secure, given up by the shopper', [CREATED, CHALLENGED, REFUSED], async (test) => {
    const { body } = await pay(test, { 'card.number': CHALLENGE });
    await giveUpChallenge(test, body.redirect.url);
  }),
  flow('3-D Secure, not finished in time', [CREATED, CHALLENGED, DISCARDED], async (test) => {
    await pay(test, { 'card.number': CHALLENGE });
    await letTimePass(test, 1860);
  }),
  flow('Soft decline, then a challenge, passed', [CREATED, CHALLENGED, ...BOOKED], async (test) => {
    const { body } = await pay(test, { 'card.number': SOFT_DECLINE });
    await answerChallenge(test, body.redirect.url, 'Y');
  }),
  flow('3-D Secure by the merchant itself', PAID, (test) =>
    pay(test, { 'threeDSecure.eci': '05', 'threeDSecure.verificationId': 'AAACAgSRBklmQCFg' }),
  ),
  flow('Wallet or bank, accepted', [CREATED, CHALLENGED, ...BOOKED], async (test) => {
    const { body } = await pay(test, WALLET);
    await visitWallet(test, body.redirect.url, 'accept');
  }),
  flow('Wallet or bank, declined', [CREATED, CHALLENGED, REFUSED], async (test) => {
    const { body } = await pay(test, WALLET);
    await visitWallet(test, body.redirect.url, 'decline');
  }),
  flow(
    'Wallet or bank, pending and settled later',
    [CREATED, CHALLENGED, WAITING, ...BOOKED],
    async (test) => {
      const { body } = await pay(test, WALLET);
      await visitWallet(test, body.redirect.url, 'pend');
      await sandbox(test, `payments/${body.id}/settle`, { result: 'accept' });
    },
  ),
  flow(
    'Wallet or bank, pending and never confirmed',
    [CREATED, CHALLENGED, WAITING, DISCARDED],
    async (test) => {
      const { body } = await pay(test, WALLET);
      await visitWallet(test, body.redirect.url, 'pend');
      await letTimePass(test, MONTH);
    },
  ),
  flow('Checkout, given up by the merchant', [CREATED, CHALLENGED, DISCARDED], async (test) => {
    const id = await test.createCheckout();
    await test.pay(id, { 'card.number': CHALLENGE });
    await remove(test, `/v1/checkouts/${id}`);
  }),
  flow(
    'Checkout, given up too late',
    [...PAID, charge('DISCARD_FAILED', 'CAPTURED')],
    async (test) => {
      const id = await test.createCheckout();
      await test.pay(id);
      await remove(test, `/v1/checkouts/${id}`);
    },
  ),
  flow('Checkout, first attempt declined', [CREATED, REFUSED, ...PAID], async (test) => {
    const id = await test.createCheckout();
    await test.pay(id, { 'card.number': DECLINED });
    await everythingIsTold(test);
    await test.pay(id);
  }),
];

const ISSUED = [CREATED, WAITING];
const RECEIVED = [AUTHORISED, CAPTURED];

const vouchers: readonly Flow[] = [
  flow('Voucher, paid in two parts', [...ISSUED, CAPTURED, ...RECEIVED], async (test) => {
    const id = await issue(test);
    await receive(test, id, { amount: '90.00' });
    await receive(test, id);
  }),
  flow('Voucher, paid too late', [...ISSUED, DISCARDED, CAPTURED], async (test) => {
    const id = await issue(test);
    await letTimePass(test, DAY_S);
    await receive(test, id);
  }),
  flow('Voucher, cancelled by the merchant', [...ISSUED, DISCARDED], async (test) =>
    refer(test, await issue(test), 'RV'),
  ),
];

const operations: readonly Flow[] = [
  flow('Capture (CP) in two parts', [CREATED, AUTHORISED, CAPTURED, CAPTURED], async (test) => {
    const id = await paid(test, { paymentType: 'PA' });
    await refer(test, id, 'CP', { amount: '50.00' });
    await refer(test, id, 'CP', { amount: '42.00' });
  }),
  flow(
    'Capture, refused',
    [CREATED, AUTHORISED, charge('CAPTURE_FAILED', 'CAPTURE_PENDING')],
    async (test) =>
      refer(test, await paid(test, { paymentType: 'PA' }), 'CP', forced('800.100.100')),
  ),
  flow('Reversal (RV)', [CREATED, AUTHORISED, charge('VOID_SUCCEEDED', 'VOIDED')], async (test) =>
    refer(test, await paid(test, { paymentType: 'PA' }), 'RV'),
  ),
  flow('Reversal of a debit', [...PAID, charge('VOID_SUCCEEDED', 'VOIDED')], async (test) =>
    refer(test, await paid(test), 'RV'),
  ),
  flow('Reversal of a debit, refused', [...PAID, charge('VOID_FAILED', 'CAPTURED')], async (test) =>
    refer(test, await paid(test), 'RV', forced('900.100.100')),
  ),
  flow('Refund (RF)', [...PAID, charge('REFUND_SUCCEEDED', 'REFUNDED')], async (test) =>
    refer(test, await paid(test), 'RF'),
  ),
  flow(
    'Refund of a capture',
    [CREATED, AUTHORISED, CAPTURED, charge('REFUND_SUCCEEDED', 'REFUNDED')],
    async (test) => {
      const id = await paid(test, { paymentType: 'PA' });
      await refer(test, await refer(test, id, 'CP'), 'RF', { amount: '10.00' });
    },
  ),
  flow(
    'Refund, pending and settled later',
    [
      ...PAID,
      charge('REFUND_PENDING', 'REFUND_PROCESSING'),
      charge('REFUND_SUCCEEDED', 'REFUNDED'),
    ],
    async (test) => {
      const id = await refer(test, await paid(test), 'RF', forced('800.400.502'));
      await sandbox(test, `payments/${id}/settle`, { result: 'accept' });
    },
  ),
  flow(
    'Refund, pending and declined later',
    [...PAID, charge('REFUND_PENDING', 'REFUND_PROCESSING'), charge('REFUND_FAILED', 'CAPTURED')],
    async (test) => {
      const id = await refer(test, await paid(test), 'RF', forced('800.400.502'));
      await sandbox(test, `payments/${id}/settle`, { result: 'decline' });
    },
  ),
  flow('Refund, refused', [...PAID, charge('REFUND_FAILED', 'CAPTURED')], async (test) =>
    refer(test, await paid(test), 'RF', forced('800.100.100')),
  ),
  flow(
    'Refund of a capture in part, and another that is refused',
    [
      CREATED,
      AUTHORISED,
      CAPTURED,
      charge('REFUND_SUCCEEDED', 'REFUNDED'),
      charge('REFUND_FAILED', 'REFUNDED'),
    ],
    async (test) => {
      const capture = await refer(test, await paid(test, { paymentType: 'PA' }), 'CP');
      await refer(test, capture, 'RF', { amount: '10.00' });
      await refer(test, capture, 'RF', { amount: '10.00', ...forced('800.100.100') });
    },
  ),
  flow(
    'Refund that is refused while another waits',
    [
      ...PAID,
      charge('REFUND_PENDING', 'REFUND_PROCESSING'),
      charge('REFUND_FAILED', 'REFUND_PROCESSING'),
    ],
    async (test) => {
      const id = await paid(test);
      await refer(test, id, 'RF', { amount: '10.00', ...forced('800.400.502') });
      await refer(test, id, 'RF', { amount: '10.00', ...forced('800.100.100') });
    },
  ),
  flow('Chargeback of a debit', [...PAID, ['CHARGEBACK_SUCCEEDED']], async (test) =>
    chargeBack(test, await paid(test)),
  ),
  flow(
    'Chargeback of a captured preauthorisation',
    [CREATED, AUTHORISED, CAPTURED, ['CHARGEBACK_SUCCEEDED']],
    async (test) => {
      const id = await paid(test, { paymentType: 'PA' });
      await refer(test, id, 'CP');
      await chargeBack(test, id);
    },
  ),
  flow(
    'Chargeback of a capture',
    [CREATED, AUTHORISED, CAPTURED, ['CHARGEBACK_SUCCEEDED']],
    async (test) => {
      const id = await paid(test, { paymentType: 'PA' });
      await chargeBack(test, await refer(test, id, 'CP'));
    },
  ),
];

const agreements: readonly Flow[] = [
  flow('Registration of a plain stored card', [], (test) => register(test)),
  flow('Deletion of a plain stored card', [], async (test) =>
    remove(test, `/v1/registrations/${await register(test)}`),
  ),
  flow('Registration for recurring use', [AGREED, ACTIVE], (test) => register(test, RECURRING)),
  flow('Registration for recurring use, refused', [AGREED, NOT_AGREED], (test) =>
    register(test, { ...RECURRING, 'card.number': '4200000000000001' }),
  ),
  flow('Registration of a wallet, accepted', [AGREED, ASKED, ACTIVE], (test) =>
    keepWallet(test, 'accept'),
  ),
  flow('Registration of a wallet, declined', [AGREED, ASKED, NOT_AGREED], (test) =>
    keepWallet(test, 'decline'),
  ),
  flow('Registration for recurring use in a checkout', [AGREED, ACTIVE], async (test) => {
    const { body } = await test.call('/v1/checkouts', {
      entityId: test.entityId,
      createRegistration: 'true',
      ...RECURRING,
    });
    await test.call(`/v1/checkouts/${body.id}/registration`, CARD);
  }),
  flow('Debit that stores a card for recurring use', [CREATED, AGREED, ...BOOKED, ACTIVE], (test) =>
    pay(test, { ...RECURRING, createRegistration: 'true' }),
  ),
  flow('The same, declined', [CREATED, AGREED, REFUSED, NOT_AGREED], (test) =>
    pay(test, { ...RECURRING, createRegistration: 'true', 'card.number': DECLINED }),
  ),
  flow(
    'The same, with a challenge',
    [
      CREATED,
      AGREED,
      CHALLENGED,
      agreement('AUTHENTICATION_PENDING', 'AUTHENTICATION_PENDING'),
      ...BOOKED,
      ACTIVE,
    ],
    async (test) => {
      const input = { ...RECURRING, createRegistration: 'true', 'card.number': CHALLENGE };
      const { body } = await pay(test, input);
      await answerChallenge(test, body.redirect.url, 'Y');
    },
  ),
  flow(
    'Wallet that the shopper agrees to keep',
    [
      CREATED,
      AGREED,
      CHALLENGED,
      agreement('AUTHENTICATION_PENDING', 'AUTHENTICATION_PENDING'),
      ...BOOKED,
      ACTIVE,
    ],
    async (test) => {
      const { body } = await pay(test, { ...WALLET, ...RECURRING, createRegistration: 'true' });
      await visitWallet(test, body.redirect.url, 'accept');
    },
  ),
  flow('Recurring payment (REPEATED)', [AGREED, ACTIVE, ...PAID], async (test) =>
    payStored(test, await register(test, RECURRING)),
  ),
  flow(
    'Registration deleted by the merchant',
    [AGREED, ACTIVE, agreement('REVOKED_BY_MERCHANT', 'REVOKED_BY_MERCHANT')],
    async (test) => remove(test, `/v1/registrations/${await register(test, RECURRING)}`),
  ),
  flow(
    'Registration revoked by its consumer, then deleted',
    [AGREED, ACTIVE, agreement('REVOKED_BY_CONSUMER', 'REVOKED_BY_CONSUMER')],
    async (test) => {
      const id = await register(test, RECURRING);
      await sandbox(test, `registrations/${id}/revoke`, { by: 'consumer' });
      await remove(test, `/v1/registrations/${id}`);
    },
  ),
  flow(
    'Registration revoked by its provider',
    [AGREED, ACTIVE, agreement('REVOKED_BY_PROVIDER', 'REVOKED_BY_PROVIDER')],
    async (test) => {
      const id = await register(test, RECURRING);
      await sandbox(test, `registrations/${id}/revoke`, { by: 'provider' });
    },
  ),
  flow(
    'Stored card that its issuer has renewed, paid with',
    [AGREED, ACTIVE, agreement('UPDATED', 'ACTIVE'), CREATED, ...BOOKED],
    async (test) => payStored(test, await register(test, { ...RECURRING, ...RENEWED_CARD })),
  ),
  flow(
    'Stored card that is closed, paid with',
    [AGREED, ACTIVE, agreement('REVOKED_BY_PROVIDER', 'REVOKED_BY_PROVIDER'), CREATED, REFUSED],
    async (test) => {
      const id = await register(test, { ...RECURRING, ...CLOSED_CARD });
      await payStored(test, id);
      await payStored(test, id);
    },
  ),
  flow(
    'Expiry of a stored card brought up to date',
    [AGREED, ACTIVE, agreement('UPDATED', 'ACTIVE')],
    async (test) => {
      const id = await register(test, RECURRING);
      const expiry = { 'card.expiryMonth': '11', 'card.expiryYear': '2038' };
      await sandbox(test, `registrations/${id}/update`, expiry);
    },
  ),
  flow(
    'Stored card forgotten, 14 months after its last one',
    [AGREED, ACTIVE, agreement('REVOKED_BY_PROVIDER', 'REVOKED_BY_PROVIDER')],
    async (test) => {
      const nextYear = String(new Date().getUTCFullYear() + 1);
      await register(test, { ...RECURRING, 'card.expiryYear': nextYear });
      await advance(test, 3 * 12 * MONTH);
      await purgeRegistrations(test.gateway);
    },
  ),
];

export const FLOWS: readonly Flow[] = [...charges, ...vouchers, ...operations, ...agreements];

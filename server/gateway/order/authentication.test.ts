/** An authentication that a payment uses: whose it is, what it is good for, and what it brings. */
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { inTransaction } from '../../store/dialect.ts';
import type { Payment, ThreeDSecure } from '../../store/records/payment.ts';
import { channelWith, refusedBy } from '../../tests/support/a-channel.ts';
import { openTestDatabase } from '../../tests/support/test-database.ts';
import { openVault } from '../../vault/vault.ts';
import type { GatewayContext } from '../context.ts';
import { createEntity, existingChannel } from '../entities/index.ts';
import { newId } from '../ids.ts';
import { unsettledPayment } from '../payment/index.ts';
import { insertPayment } from '../records/index.ts';
import { authenticationUsed, ownAuthentication, withAuthentication } from './authentication.ts';
import type { PaymentOrder } from './order.ts';

const { db, location, drop } = await openTestDatabase();
afterAll(drop);
const vault = await openVault({ db, dataDir: location.dataDir });
const gateway = { db, vault } as GatewayContext;

const merchant = await createEntity(db, { kind: 'merchant', name: 'Merchant' });
const entity = { kind: 'channel', parentId: merchant.id } as const;
const channel = await existingChannel(db, (await createEntity(db, { ...entity, name: 'A' })).id);
const other = await existingChannel(db, (await createEntity(db, { ...entity, name: 'B' })).id);

const NOW = Date.parse('2026-11-01T12:00:00.000Z');
const DAY_MS = 24 * 60 * 60_000;
const CARD = { number: '4200000000000026', expiryMonth: '05', expiryYear: '2034' };
const PROOF: ThreeDSecure = {
  ...{ eci: '05', version: '2.2.0', flow: 'frictionless', transStatus: 'Y' },
  ...{ threeDSServerTransID: 'server-1', dsTransactionId: 'ds-1', acsTransactionId: 'acs-1' },
  verificationId: 'cHJvb2Y=',
};
const money = { amount: 92_00, currency: 'EUR', mode: 'INTERNAL' } as const;

beforeEach(() => {
  vi.spyOn(Date, 'now').mockReturnValue(NOW);
});
afterEach(() => vi.restoreAllMocks());

/** An authentication of 92.00 EUR that has just succeeded. */
async function authentication(given: Partial<Payment> = {}): Promise<string> {
  const id = newId();
  const payment = unsettledPayment(id, {
    ...{ channel, ndc: newId(), paymentType: '3D', brand: 'VISA', parameters: {} },
    ...money,
  });
  const settled: Payment = {
    ...payment,
    ...{ state: 'succeeded', settledAt: NOW, checks: { threeDSecure: PROOF } },
    cardFingerprint: vault.fingerprint(CARD.number),
    ...given,
  };
  await inTransaction(db, (trx) => insertPayment(trx, settled));
  return id;
}

const orderWith = (id: string | undefined, given: Partial<PaymentOrder> = {}): PaymentOrder => ({
  ...{ channel, checkoutId: null, ndc: newId(), paymentType: 'DB', brand: 'VISA' },
  ...money,
  card: CARD,
  parameters: {
    merchantInvoiceId: 'invoice-1',
    ...(id !== undefined && { 'threeDSecure.id': id }),
  },
  createRegistration: false,
  ...given,
});
const use = (id: string | undefined, given: Partial<PaymentOrder> = {}) =>
  withAuthentication(gateway, orderWith(id, given));

describe('an authentication is read', () => {
  it('by its channel', async () => {
    const id = await authentication();
    expect(await ownAuthentication(db, channel, id)).toMatchObject({ id, type: '3D' });
  });

  it.each<[why: string, id: () => Promise<string>, of: typeof channel]>([
    ['by another channel', () => authentication(), other],
    ['where it is a payment', () => authentication({ type: 'DB' }), channel],
    ['where there is none', async () => newId(), channel],
  ])('not %s', async (_, make, of) => {
    const id = await make();
    const { status, code, description } = await refusedBy(() => ownAuthentication(db, of, id));
    expect([status, code]).toEqual([404, '700.400.580']);
    expect(description).toContain('there is no such authentication');
  });
});

describe('a payment that uses an authentication', () => {
  it('brings what it found out, as if the merchant had sent that', async () => {
    const id = await authentication();
    const order = orderWith(id);
    expect(await withAuthentication(gateway, order)).toStrictEqual({
      ...order,
      authenticationId: id,
      parameters: {
        merchantInvoiceId: 'invoice-1',
        'threeDSecure.id': id,
        'threeDSecure.eci': '05',
        'threeDSecure.verificationId': 'cHJvb2Y=',
        'threeDSecure.dsTransactionId': 'ds-1',
        'threeDSecure.acsTransactionId': 'acs-1',
        'threeDSecure.version': '2.2.0',
      },
    });
  });

  it('brings no more than it found out', async () => {
    const { eci: _, verificationId: __, ...attempt } = PROOF;
    const id = await authentication({ checks: { threeDSecure: attempt } });
    const { parameters } = await use(id);
    expect(Object.keys(parameters)).toEqual([
      'merchantInvoiceId',
      'threeDSecure.id',
      'threeDSecure.dsTransactionId',
      'threeDSecure.acsTransactionId',
      'threeDSecure.version',
    ]);
  });

  it('may be of less, and be made within 90 days by the clock of the channel', async () => {
    const id = await authentication();
    vi.spyOn(Date, 'now').mockReturnValue(NOW + 90 * DAY_MS - 1);
    expect(await use(id, { amount: 1 })).toMatchObject({ amount: 1, authenticationId: id });
  });

  it.each<[why: string, given: Partial<Payment>, order: Partial<PaymentOrder>, message: RegExp]>([
    [
      'of another channel',
      { entityId: other.id },
      {},
      /^must be an authentication of this channel$/,
    ],
    ['that is a payment', { type: 'DB' }, {}, /^must be an authentication of this channel$/],
    ['that has failed', { state: 'failed' }, {}, /that has succeeded$/],
    ['that still waits', { state: 'pending' }, {}, /that has succeeded$/],
    ['that found out nothing', { checks: {} }, {}, /that has succeeded$/],
    ['without a card', {}, { card: undefined as never }, /of the card that pays$/],
    [
      'with another card',
      {},
      { card: { ...CARD, number: '4200000000000000' } },
      /of the card that pays$/,
    ],
    ['in another mode', { mode: 'EXTERNAL' }, {}, /^must be of the same testMode, INTERNAL$/],
    ['of more', {}, { amount: 92_01 }, /^was given for 92.00 EUR, and not for more$/],
    ['in another currency', {}, { currency: 'USD' }, /^was given for 92.00 EUR, and not for more$/],
    ['after 90 days', { settledAt: NOW - 90 * DAY_MS }, {}, /has expired.*90 days$/],
    [
      'after 90 days by the clock of its channel',
      {},
      { channel: { ...channel, clockOffsetMs: 90 * DAY_MS } },
      /has expired/,
    ],
    ['that has no time of its end', { settledAt: null }, {}, /has expired/],
  ])('is refused %s', async (_, given, order, message) => {
    const id = await authentication(given);
    const { status, code, errors } = await refusedBy(() => use(id, order));
    expect([status, code]).toEqual([400, '200.300.404']);
    expect(errors).toEqual([
      { name: 'threeDSecure.id', value: id, message: expect.stringMatching(message) },
    ]);
  });

  it('is refused where there is none of the id', async () => {
    const id = newId();
    const { errors } = await refusedBy(() => use(id));
    expect(errors).toMatchObject([{ name: 'threeDSecure.id', value: id }]);
  });

  it('is told that another payment was first', () => {
    expect(authenticationUsed('x').result.parameterErrors).toEqual([
      {
        ...{ name: 'threeDSecure.id', value: 'x' },
        message: 'was used by another payment: it is good for one',
      },
    ]);
  });
});

it('leaves a payment as it is that uses none', async () => {
  const order = orderWith(undefined, { channel: channelWith() });
  expect(await withAuthentication(gateway, order)).toBe(order);
});

/** State of a payment × operation on it → answer: each cell over HTTP (sections 5.2, 9, 16). */

import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { issueToken } from '../../gateway/access/access-tokens.ts';
import { createEntity } from '../../gateway/entities/entities.ts';
import {
  ACCEPTED,
  DECLINED_CARD,
  expectInvalid,
  inShort,
  type Merchant,
  SUCCESS,
  startMerchant,
  THROUGH,
} from '../support/merchant.ts';
import type { Answer, Fields } from '../support/test-gateway.ts';

const merchant = await startMerchant();
const tooLate = await startMerchant({ reversalCutOff: 0 });
afterAll(async () => {
  await merchant[Symbol.asyncDispose]();
  await tooLate[Symbol.asyncDispose]();
});

const OK = SUCCESS;
const NO_PA = '700.400.510';
const NOT_REVERSIBLE = '700.400.530';
const TOO_LATE = '700.300.700';
const CAPTURE_TOO_LARGE = '700.400.100';
const NOT_REFUNDABLE = '700.300.100';
const NOT_SUCCESSFUL = '700.400.520';
const REFUNDED = '700.300.300';
const REFUND_TOO_LARGE = '700.400.200';
const OTHER_CURRENCY = '700.100.500';
const CHANNEL_DISABLED = '500.100.201';

const CENT = '0.01';
const plusCent = (amount: string) => {
  const cents = String(Number(amount.replace('.', '')) + 1).padStart(3, '0');
  return `${cents.slice(0, -2)}.${cents.slice(-2)}`;
};

const forced = (code: string): Fields => ({ 'customParameters[simulator.result]': code });
const PENDING = forced('000.200.000');
const IN_DOUBT = forced('800.400.500');
const DECLINED: Fields = { 'card.number': DECLINED_CARD };

type Operation = 'CP' | 'RV' | 'RF';

/** What a merchant's server sends for each. */
const operate = (
  at: Merchant,
  id: string,
  paymentType: Operation,
  amount: string | undefined = undefined,
  fields: Fields = {},
): Promise<Answer> =>
  at.refer(id, {
    paymentType,
    ...(amount !== undefined && { amount, currency: 'EUR' }),
    ...fields,
  });

/** The same, which must succeed; gives the id of what was made. */
async function make(
  at: Merchant,
  id: string,
  operation: Operation,
  amount?: string,
): Promise<string> {
  const answer = await operate(at, id, operation, amount);
  expect(inShort(answer), `${operation} while preparing`).toEqual(ACCEPTED);
  return answer.body.id;
}

type Prepare = (at: Merchant) => Promise<string>;

const start =
  (paymentType: string, fields: Fields = {}): Prepare =>
  (at) =>
    at.paymentId({ paymentType, ...fields });

/** A payment on which these operations were done, each on the payment itself. */
const after =
  (prepare: Prepare, ...operations: [Operation, string?][]): Prepare =>
  async (at) => {
    const id = await prepare(at);
    for (const [operation, amount] of operations) await make(at, id, operation, amount);
    return id;
  };

/** What an operation on the payment made. */
const made =
  (prepare: Prepare, operation: Operation, amount?: string): Prepare =>
  async (at) =>
    make(at, await prepare(at), operation, amount);

const PA = start('PA');
const DB = start('DB');
const CD = start('CD');
const CP = made(PA, 'CP', '92.00');
const PART = made(PA, 'CP', '40.00');

const repeated =
  (paymentType: string): Prepare =>
  async (at) => {
    const { body } = await at.payment({ recurringType: 'INITIAL', createRegistration: 'true' });
    const again = await at.payStored(body.registrationId, {
      paymentType,
      recurringType: 'REPEATED',
    });
    expect(inShort(again)).toEqual(ACCEPTED);
    return again.body.id;
  };

const fromCheckout =
  (paymentType: string): Prepare =>
  async (at) => {
    const checkout = await at.createCheckout({ paymentType });
    await at.pay(checkout);
    const { body } = await at.call(`/v1/checkouts/${checkout}/payment?entityId=${at.entityId}`);
    return body.id;
  };

/** A PA of which a part was captured, and that part, or some of it, was refunded. */
const withRefundedCapture =
  (captured: string, refunded: string): Prepare =>
  async (at) => {
    const id = await PA(at);
    await make(at, await make(at, id, 'CP', captured), 'RF', refunded);
    return id;
  };

const declinedCapture: Prepare = async (at) => {
  const answer = await operate(at, await PA(at), 'CP', '92.00', forced('800.100.171'));
  expect(inShort(answer)).toEqual({ status: 400, code: '800.100.171' });
  return answer.body.id;
};

interface State {
  readonly state: string;
  readonly prepare: Prepare;
  /** Capture and refund of one cent; a reversal. */
  readonly CP: string;
  readonly RV: string;
  readonly RF: string;
  /** What can still be captured or refunded. */
  readonly left?: string;
}

const row = (
  state: string,
  prepare: Prepare,
  codes: readonly [CP: string, RV: string, RF: string],
  left?: string,
): State => {
  const [capture, reversal, refund] = codes;
  return { state, prepare, CP: capture, RV: reversal, RF: refund, ...(left && { left }) };
};

const STATES: readonly State[] = [
  row('PA', PA, [OK, OK, NOT_REFUNDABLE], '92.00'),
  row('PA, partly captured', after(PA, ['CP', '40.00']), [OK, TOO_LATE, NOT_REFUNDABLE], '52.00'),
  row(
    'PA, captured twice',
    after(PA, ['CP', '40.00'], ['CP', '51.99']),
    [OK, TOO_LATE, NOT_REFUNDABLE],
    CENT,
  ),
  row('PA, captured as a whole', after(PA, ['CP', '92.00']), [
    CAPTURE_TOO_LARGE,
    TOO_LATE,
    NOT_REFUNDABLE,
  ]),
  row('PA, captured as a whole in parts', after(PA, ['CP', '40.00'], ['CP', '52.00']), [
    CAPTURE_TOO_LARGE,
    TOO_LATE,
    NOT_REFUNDABLE,
  ]),
  row('PA, captured as a whole and refunded', withRefundedCapture('92.00', '92.00'), [
    CAPTURE_TOO_LARGE,
    TOO_LATE,
    NOT_REFUNDABLE,
  ]),
  row(
    'PA, partly captured and that refunded',
    withRefundedCapture('40.00', '40.00'),
    [OK, TOO_LATE, NOT_REFUNDABLE],
    '52.00',
  ),
  row('PA, reversed', after(PA, ['RV']), [NO_PA, TOO_LATE, NOT_REFUNDABLE]),
  row('PA, declined', start('PA', DECLINED), [NO_PA, NOT_REVERSIBLE, NOT_REFUNDABLE]),
  row('PA, pending', start('PA', PENDING), [NO_PA, NOT_REVERSIBLE, NOT_REFUNDABLE]),
  row('PA, in doubt', start('PA', IN_DOUBT), [NO_PA, NOT_REVERSIBLE, NOT_REFUNDABLE]),
  row('PA of a checkout', fromCheckout('PA'), [OK, OK, NOT_REFUNDABLE], '92.00'),
  row('REPEATED PA', repeated('PA'), [OK, OK, NOT_REFUNDABLE], '92.00'),

  row('DB', DB, [NO_PA, OK, OK], '92.00'),
  row('DB, partly refunded', after(DB, ['RF', '40.00']), [NO_PA, TOO_LATE, OK], '52.00'),
  row(
    'DB, refunded twice',
    after(DB, ['RF', '40.00'], ['RF', '51.99']),
    [NO_PA, TOO_LATE, OK],
    CENT,
  ),
  row('DB, refunded as a whole', after(DB, ['RF', '92.00']), [NO_PA, TOO_LATE, REFUNDED]),
  row('DB, refunded as a whole in parts', after(DB, ['RF', '40.00'], ['RF', '52.00']), [
    NO_PA,
    TOO_LATE,
    REFUNDED,
  ]),
  row('DB, reversed', after(DB, ['RV']), [NO_PA, TOO_LATE, NOT_SUCCESSFUL]),
  row('DB, declined', start('DB', DECLINED), [NO_PA, NOT_REVERSIBLE, NOT_SUCCESSFUL]),
  row('DB, pending', start('DB', PENDING), [NO_PA, NOT_REVERSIBLE, NOT_SUCCESSFUL]),
  row('DB, in doubt', start('DB', IN_DOUBT), [NO_PA, NOT_REVERSIBLE, NOT_SUCCESSFUL]),
  row('DB of a checkout', fromCheckout('DB'), [NO_PA, OK, OK], '92.00'),
  row('REPEATED DB', repeated('DB'), [NO_PA, OK, OK], '92.00'),

  row('CD', CD, [NO_PA, NOT_REVERSIBLE, NOT_REFUNDABLE]),
  row('CD, declined', start('CD', DECLINED), [NO_PA, NOT_REVERSIBLE, NOT_REFUNDABLE]),
  row('CD, pending', start('CD', PENDING), [NO_PA, NOT_REVERSIBLE, NOT_REFUNDABLE]),
  row('REPEATED CD', repeated('CD'), [NO_PA, NOT_REVERSIBLE, NOT_REFUNDABLE]),

  row('CP of the whole', CP, [NO_PA, NOT_REVERSIBLE, OK], '92.00'),
  row('CP of a part', PART, [NO_PA, NOT_REVERSIBLE, OK], '40.00'),
  row('CP, partly refunded', after(PART, ['RF', '10.00']), [NO_PA, NOT_REVERSIBLE, OK], '30.00'),
  row('CP, refunded as a whole', after(PART, ['RF', '40.00']), [NO_PA, NOT_REVERSIBLE, REFUNDED]),
  row('CP, declined', declinedCapture, [NO_PA, NOT_REVERSIBLE, NOT_SUCCESSFUL]),

  row('RV of a PA', made(PA, 'RV'), [NO_PA, NOT_REVERSIBLE, NOT_REFUNDABLE]),
  row('RV of a DB', made(DB, 'RV'), [NO_PA, NOT_REVERSIBLE, NOT_REFUNDABLE]),
  row('RF of a DB', made(DB, 'RF', '40.00'), [NO_PA, NOT_REVERSIBLE, NOT_REFUNDABLE]),
  row('RF of a CP', made(PART, 'RF', '40.00'), [NO_PA, NOT_REVERSIBLE, NOT_REFUNDABLE]),
];

const AFTER_CUT_OFF: readonly State[] = [
  row('PA after the cut-off', PA, [OK, TOO_LATE, NOT_REFUNDABLE], '92.00'),
  row('DB after the cut-off', DB, [NO_PA, TOO_LATE, OK], '92.00'),
  row('DB after the cut-off, declined', start('DB', DECLINED), [
    NO_PA,
    NOT_REVERSIBLE,
    NOT_SUCCESSFUL,
  ]),
];

/** Everything that the answer says about the payment, without what belongs to the answer itself. */
async function lookAt(at: Merchant, id: string) {
  const { status, body } = await at.read(id);
  const { timestamp: _timestamp, buildNumber: _build, ndc: _ndc, ...payment } = body;
  return { status, payment };
}

/** Refused, and nothing is different from before. */
async function expectRefused(
  at: Merchant,
  id: string,
  attempt: () => Promise<Answer>,
  code: string,
  says = /\w/,
): Promise<void> {
  const [before, count] = [await lookAt(at, id), await at.countPayments()];
  const answer = await attempt();
  expect(inShort(answer)).toEqual({ status: 400, code });
  expect(answer.body.result.description).toMatch(says);
  expect(await lookAt(at, id)).toEqual(before);
  expect(await at.countPayments()).toBe(count);
}

async function expectMade(
  at: Merchant,
  answer: Answer,
  referencedId: string,
  paymentType: Operation,
  amount?: string,
): Promise<void> {
  expect(inShort(answer)).toEqual(ACCEPTED);
  expect(answer.body).toMatchObject({
    id: expect.stringMatching(/^[0-9a-f]{32}$/),
    referencedId,
    paymentType,
    ...(amount && { amount, currency: 'EUR' }),
    buildNumber: expect.any(String),
    timestamp: expect.any(String),
    ndc: expect.any(String),
  });
  expect(answer.body.id).not.toBe(referencedId);
  const read = await at.read(answer.body.id);
  expect(inShort(read)).toEqual(ACCEPTED);
  expect(read.body).toMatchObject({
    id: answer.body.id,
    referencedId,
    paymentType,
    ...(amount && { amount, currency: 'EUR' }),
  });
}

describe.each([
  ...STATES.map((state) => ({ ...state, at: merchant })),
  ...AFTER_CUT_OFF.map((state) => ({ ...state, at: tooLate })),
])('$state', ({ at, prepare, left, ...codes }) => {
  const going = codes.CP === OK ? 'CP' : 'RF';

  it.each(['CP', 'RV', 'RF'] as const)(`%s`, async (operation) => {
    const id = await prepare(at);
    const amount = operation === 'RV' ? undefined : CENT;
    const attempt = () => operate(at, id, operation, amount);
    if (codes[operation] === OK) {
      await expectMade(at, await attempt(), id, operation, amount);
    } else {
      await expectRefused(at, id, attempt, codes[operation]);
      if (left) await expectMade(at, await operate(at, id, going, left), id, going, left);
    }
  });

  if (left === undefined) return;
  const [tooLarge, nothingLeft] =
    going === 'CP' ? [CAPTURE_TOO_LARGE, CAPTURE_TOO_LARGE] : [REFUND_TOO_LARGE, REFUNDED];

  it(`${going} of more than ${left} is refused, then of ${left} accepted, then nothing is left`, async () => {
    const id = await prepare(at);
    const says = new RegExp(`: ${left} is left$`);
    for (const amount of [plusCent(left), '9999999999.99']) {
      await expectRefused(at, id, () => operate(at, id, going, amount), tooLarge, says);
    }
    await expectMade(at, await operate(at, id, going, left), id, going, left);
    await expectRefused(at, id, () => operate(at, id, going, CENT), nothingLeft);
  });

  it(`${going} in another currency is refused, then in its own accepted`, async () => {
    const id = await prepare(at);
    await expectRefused(
      at,
      id,
      () => operate(at, id, going, CENT, { currency: 'USD' }),
      OTHER_CURRENCY,
    );
    await expectMade(at, await operate(at, id, going, left), id, going, left);
  });
});

it.runIf(THROUGH === 'INTERNAL').each(['CP', 'RV', 'RF'] as const)(
  '%s of a channel that went live without a connector is refused',
  async (operation) => {
    const id = await (operation === 'CP' ? PA : DB)(tooLate);
    onTestFinished(() => tooLate.set({ mode: 'test' }));
    await tooLate.set({ mode: 'live' });
    const attempt = () => operate(tooLate, id, operation, operation === 'RV' ? undefined : CENT);
    await expectRefused(tooLate, id, attempt, CHANNEL_DISABLED, /live and has no connector/);
  },
);

describe('a reversal is of the whole', () => {
  it.each([
    ['PA', '92.00'],
    ['PA', ''],
    ['DB', '92.00'],
    ['DB', '92'],
    ['DB', ''],
  ])('%s: amount=%s is accepted', async (paymentType, amount) => {
    const id = await start(paymentType)(merchant);
    await expectMade(merchant, await operate(merchant, id, 'RV', amount), id, 'RV');
  });

  it.each([
    ['PA', '91.99'],
    ['PA', '92.01'],
    ['DB', '40.00'],
    ['DB', '92.01'],
  ])('%s: amount=%s is refused by name', async (paymentType, amount) => {
    const id = await start(paymentType)(merchant);
    const before = await lookAt(merchant, id);
    expectInvalid(await operate(merchant, id, 'RV', amount), 'amount');
    expect(await lookAt(merchant, id)).toEqual(before);
    await expectMade(merchant, await operate(merchant, id, 'RV'), id, 'RV');
  });
});

describe('what a failed capture had reserved', () => {
  it('can be captured again', async () => {
    const id = await PA(merchant);
    const declined = await operate(merchant, id, 'CP', '92.00', forced('800.100.171'));
    expect(inShort(declined)).toEqual({ status: 400, code: '800.100.171' });
    await expectMade(merchant, await operate(merchant, id, 'CP', '92.00'), id, 'CP', '92.00');
  });

  it('and of a failed refund can be refunded again', async () => {
    const id = await DB(merchant);
    const declined = await operate(merchant, id, 'RF', '92.00', forced('800.100.171'));
    expect(inShort(declined)).toEqual({ status: 400, code: '800.100.171' });
    await expectMade(merchant, await operate(merchant, id, 'RF', '92.00'), id, 'RF', '92.00');
  });

  it('and after a failed reversal the payment stands', async () => {
    const id = await PA(merchant);
    const declined = await operate(merchant, id, 'RV', undefined, forced('800.100.171'));
    expect(inShort(declined)).toEqual({ status: 400, code: '800.100.171' });
    await expectMade(merchant, await operate(merchant, id, 'CP', '92.00'), id, 'CP', '92.00');
  });

  it('is kept while it is not known how the capture ended', async () => {
    const id = await PA(merchant);
    const pending = await operate(merchant, id, 'CP', '90.00', IN_DOUBT);
    expect(inShort(pending)).toEqual({ status: 200, code: '800.400.500' });
    await expectRefused(merchant, id, () => operate(merchant, id, 'CP', '2.01'), CAPTURE_TOO_LARGE);
    await expectRefused(merchant, id, () => operate(merchant, id, 'RV'), TOO_LATE);
    await expectMade(merchant, await operate(merchant, id, 'CP', '2.00'), id, 'CP', '2.00');
  });
});

describe('an id that is not there', () => {
  const NOT_THERE = { CP: NO_PA, RV: NOT_REVERSIBLE, RF: '600.200.500' } as const;
  let foreign: { id: string; token: string; entityId: string };
  let registrationId: string;

  beforeAll(async () => {
    const { db } = merchant.gateway;
    const other = await createEntity(db, { kind: 'merchant', name: 'Other merchant' });
    const channel = await createEntity(db, {
      kind: 'channel',
      name: 'Other channel',
      parentId: other.id,
    });
    const { token } = await issueToken(db, { entityId: channel.id, label: 'test' });
    const { body } = await merchant.payment(
      { entityId: channel.id, paymentType: 'PA' },
      { headers: { authorization: `Bearer ${token}` } },
    );
    foreign = { id: body.id, token, entityId: channel.id };
    registrationId = (await merchant.register()).body.id;
  });

  const ids = {
    unknown: () => '0'.repeat(32),
    'of another merchant': () => foreign.id,
    'in upper case': async () => (await DB(merchant)).toUpperCase(),
    'of a registration': () => registrationId,
    'no id': () => encodeURIComponent("'; drop table payments; --"),
  };

  it.each(
    Object.keys(ids).flatMap((which) =>
      (['CP', 'RV', 'RF'] as const).map((operation) => [which, operation] as const),
    ),
  )('%s: %s', async (which, operation) => {
    const id = await ids[which as keyof typeof ids]();
    const count = await merchant.countPayments();
    const amount = operation === 'RV' ? undefined : CENT;
    const answer = await operate(merchant, id, operation, amount);
    expect(inShort(answer)).toEqual({ status: 404, code: NOT_THERE[operation] });
    expect(await merchant.countPayments()).toBe(count);
  });

  it.runIf(THROUGH === 'INTERNAL')('and the other merchant can still capture its own', async () => {
    const answer = await merchant.refer(
      foreign.id,
      { entityId: foreign.entityId, paymentType: 'CP', amount: '92.00', currency: 'EUR' },
      { headers: { authorization: `Bearer ${foreign.token}` } },
    );
    expect(inShort(answer)).toEqual(ACCEPTED);
  });

  it.each(['unknown', 'of another merchant', 'of a registration', 'no id'] as const)(
    '%s: cannot be read',
    async (which) => {
      const id = await ids[which]();
      for (const path of [`/v1/payments/${id}`, `/v1/query/${id}`]) {
        const answer = await merchant.call(`${path}?entityId=${merchant.entityId}`);
        expect(inShort(answer)).toEqual({ status: 404, code: '700.400.580' });
      }
    },
  );
});

describe('texts that clients match on', () => {
  it.each<[Operation, string]>([
    ['CP', 'capture needs at least one successful transaction of type (PA)'],
    ['RV', 'reversal needs at least one successful transaction of type'],
    ['RF', 'Invalid payment data'],
  ])('%s of an unknown id', async (operation, text) => {
    const { body } = await operate(merchant, '0'.repeat(32), operation, '92.00');
    expect(body.result.description).toContain(text);
  });
});

describe('an operation is not complete', () => {
  it.each<[operation: Operation, missing: string]>([
    ['CP', 'amount'],
    ['CP', 'currency'],
    ['RF', 'amount'],
    ['RF', 'currency'],
  ])('%s without %s', async (operation, missing) => {
    const id = await (operation === 'CP' ? PA : DB)(merchant);
    const before = await lookAt(merchant, id);
    const answer = await operate(merchant, id, operation, '92.00', { [missing]: undefined });
    expectInvalid(answer, missing);
    expect(await lookAt(merchant, id)).toEqual(before);
  });
});

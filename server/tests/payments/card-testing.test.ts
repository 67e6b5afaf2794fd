/** Stolen cards against the form: what a thief learns of them, and what honest shoppers feel (D21). */
import { composeIBAN } from 'ibantools';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { cardNumber } from '../support/card-numbers.ts';
import { withinOneHour } from '../support/one-window.ts';
import { sealer } from '../support/seal.ts';
import { simulatorOf } from '../support/simulated-gateway.ts';
import {
  type Answer,
  CARD,
  CARD_FIELDS,
  type Fields,
  startAlone,
} from '../support/test-gateway.ts';

const DECLINE = '800.100.152';
const PAID = '000.100.110';
const REFUSED = /^800\.120\.(10[0-3]|401)$/;
/** A processor of which merchants get what the checkout says. */
const declining: Fields = { 'customParameters[simulator.result]': DECLINE };

const test = await startAlone({ trustProxy: '127.0.0.1' });
afterAll(() => test[Symbol.asyncDispose]());
const { db, vault } = test.gateway;

/** Card numbers that have reached the processor. */
const asked: string[] = [];
const simulator = simulatorOf(test.gateway);
const { authorise } = simulator;
Object.assign(simulator, {
  authorise: (...request: Parameters<typeof authorise>) => {
    asked.push(request[0].card?.number ?? '');
    return authorise.apply(simulator, request);
  },
});

/** Behind a proxy: where the shopper is. */
const from = (address: string) => ({
  headers: { 'x-forwarded-for': address, 'x-forwarded-proto': 'https' },
});
const call: typeof test.call = (path, body, options = {}) =>
  test.call(path, body, {
    ...options,
    headers: { 'x-forwarded-proto': 'https', ...(options.headers as Record<string, string>) },
  });

async function createCheckout(fields: Fields = {}): Promise<string> {
  const asks = { entityId: test.entityId, amount: '92.00', currency: 'EUR', paymentType: 'DB' };
  return (await call('/v1/checkouts', { ...asks, ...fields })).body.id;
}

interface Try {
  readonly number?: string;
  readonly address?: string;
  readonly checkout?: string;
  /** Of the merchant's server. */
  readonly merchant?: Fields;
  readonly fields?: Fields;
}

async function pay({ number, address = '198.51.100.1', checkout, merchant, fields }: Try) {
  const id = checkout ?? (await createCheckout(merchant));
  return call(
    `/v1/checkouts/${id}/payment`,
    { ...CARD, ...(number && { 'card.number': number }), ...fields },
    from(address),
  );
}

type Told = 'learned' | 'challenged' | 'refused' | 'throttled';
function toldBy({ status, body }: Answer): Told {
  const { code } = body.result;
  if (status === 429) return 'throttled';
  if (REFUSED.test(code)) return 'refused';
  if (code === '000.200.000') return 'challenged';
  return 'learned';
}
const count = (told: readonly Told[], what: Told) => told.filter((one) => one === what).length;

/** One after the other. */
async function all<T, R>(many: Iterable<T>, work: (one: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (const one of many) results.push(await work(one));
  return results;
}
const range = (length: number) => Array.from({ length }, (_, n) => n);
const stolen = (n: number, prefix = '42424242') => cardNumber(prefix, n);

beforeEach(async () => {
  await withinOneHour();
  await test.set({ cardTesting: {}, mode: 'test' });
  for (const table of ['risk_windows', 'risk_attempts', 'risk_trips'] as const) {
    await db.deleteFrom(table).execute();
  }
  asked.length = 0;
});

describe('a thief learns of few cards', () => {
  it('180 from 60 addresses through 12 checkouts', async () => {
    const checkouts = await all(range(12), () => createCheckout(declining));
    const told = await all(range(180), async (n) =>
      toldBy(
        await pay({
          number: stolen(n, `4242${n % 60 < 10 ? '0' : ''}${n % 60}42`),
          address: `203.0.${n % 60}.9`,
          checkout: checkouts[n % 12] ?? '',
        }),
      ),
    );
    expect(count(told, 'learned')).toBeLessThanOrEqual(20);
    expect(new Set(asked).size).toBeLessThan(180);
  });

  it('the same declined card, 15 times, each time through another checkout and address', async () => {
    const told = await all(range(15), async (n) =>
      toldBy(await pay({ number: stolen(1), address: `203.0.${n}.9`, merchant: declining })),
    );
    expect(told).toEqual([
      ...Array<Told>(4).fill('learned'),
      ...Array<Told>(2).fill('challenged'),
      ...Array<Told>(9).fill('refused'),
    ]);
  });

  it('sent all at once', async () => {
    const answers = await Promise.all(
      range(40).map((n) => pay({ number: stolen(n), merchant: declining })),
    );
    expect(count(answers.map(toldBy), 'learned')).toBeLessThanOrEqual(6);
  });

  it('of one bank from everywhere', async () => {
    const told = await all(range(20), async (n) =>
      toldBy(await pay({ number: stolen(n), address: `203.0.${n}.9`, merchant: declining })),
    );
    expect(count(told, 'learned')).toBeLessThanOrEqual(6);
  });

  it.each([
    ['its mailbox', (n: number) => ({ email: `t+${n}@thief.example`, address: `203.0.${n}.9` })],
    ['its network', (n: number) => ({ email: `t${n}@x.example`, address: `203.0.113.${n}` })],
    ['its /64', (n: number) => ({ email: `t${n}@x.example`, address: `2001:db8:1:2::${n}` })],
  ])('through %s', async (_, place) => {
    await test.set({ cardTesting: { limits: { 'channel/hour': { challenge: null } } } });
    const told = await all(range(16), async (n) => {
      const { email, address } = place(n);
      return toldBy(
        await pay({
          number: stolen(n, `42420${n + 10}0`),
          address,
          merchant: declining,
          fields: { 'customer.email': email, 'customer.givenName': 'T', 'customer.surname': 'Ef' },
        }),
      );
    });
    expect(count(told, 'learned')).toBeLessThanOrEqual(8);
    expect(count(told, 'learned')).toBeGreaterThan(0);
  });
});

describe('a thief gains nothing', () => {
  it('by an IPv6 network full of addresses, where no shopper can be challenged', async () => {
    await test.set({ cardTesting: { challenge: false } });
    const told = await all(range(40), async (n) =>
      toldBy(
        await pay({
          number: stolen(n, `42420${n + 10}0`),
          address: `2001:db8:1:2:${n}::${n}`,
          merchant: declining,
        }),
      ),
    );
    expect(count(told, 'learned')).toBe(10);
  });

  it('by three cards that are in no 3-D Secure: the others of their brand are challenged', async () => {
    const { authorise: real } = simulator;
    const isEnrolled = (number = '') => !number.startsWith('40000000');
    Object.assign(simulator, {
      authorise: (...[request, signal]: Parameters<typeof real>) => {
        const { 'threeDSecure.challengeIndicator': wish, ...parameters } = request.parameters;
        const asked = wish !== undefined && isEnrolled(request.card?.number);
        return real.apply(simulator, [asked ? request : { ...request, parameters }, signal]);
      },
    });
    const from = (n: number) => ({ address: `203.0.${n}.9`, merchant: declining });
    await all(range(14), (n) => pay({ number: stolen(n, '40000000'), ...from(n) }));
    const told = await all(range(20), async (n) =>
      toldBy(await pay({ number: stolen(n, `4242${n + 10}00`), ...from(n + 100) })),
    );
    Object.assign(simulator, { authorise: real });
    expect(count(told, 'challenged')).toBe(20);
  });
});

it('a stranger who types a shopper’s e-mail does not lock the shopper out', async () => {
  const fields = { 'customer.email': 'jane@shop.example', 'customer.givenName': 'Jane' };
  await all(range(20), (n) =>
    pay({
      number: stolen(n, `4242${n + 10}00`),
      address: `203.0.113.${n % 2}`,
      merchant: declining,
      fields: { ...fields, 'customer.surname': 'Doe' },
    }),
  );
  const own = { number: stolen(1, '40000511'), address: '198.51.100.77' };
  const paid = await pay({ ...own, fields: { ...fields, 'customer.surname': 'Doe' } });
  expect(toldBy(paid)).toBe('challenged');
});

describe('what is refused', () => {
  const refuse = async (fields: Fields = {}) => {
    await all(range(6), () => pay({ number: stolen(1), merchant: declining }));
    return pay({ number: stolen(1), merchant: declining, fields });
  };

  it('is a declined payment, told like any other', async () => {
    const { status, body } = await refuse();
    expect([status, body.result.code, body.decline]).toEqual([400, '800.120.101', 'declined']);
    const found = await call(`/v1/checkouts/${body.ndc}/payment`);
    expect(found.body.result.code).toBe('800.120.101');
    expect(found.body.card.last4Digits).toBe(stolen(1).slice(-4));
  });

  it('reached no processor, and its card is not kept', async () => {
    await refuse();
    const before = asked.length;
    await pay({ number: stolen(1), merchant: declining });
    expect(asked.length).toBe(before);
    const kept = await db.selectFrom('card_numbers').select('record_id').execute();
    const waiting = await db
      .selectFrom('payments')
      .select('id')
      .where('state', '=', 'pending')
      .execute();
    expect(kept.length).toBeLessThanOrEqual(waiting.length);
  });

  it('is refused before the CVV is opened', async () => {
    await refuse();
    const checkout = await createCheckout(declining);
    const seal = await sealer({ call, gateway: test.gateway }, checkout);
    const { 'card.number': _, 'card.cvv': __, ...rest } = CARD;
    const { body } = await call(
      `/v1/checkouts/${checkout}/payment`,
      {
        ...rest,
        'sealed[card.number]': await seal(checkout, 'card.number', { value: stolen(1) }),
        'sealed[card.cvv]': 'what cannot be opened',
      },
      from('198.51.100.1'),
    );
    expect(body.result.code).toBe('800.120.101');
  });

  it('can be paid with another card', async () => {
    await refuse();
    expect((await pay({ number: stolen(2), address: '203.0.113.77' })).body.result.code).toBe(PAID);
  });
});

describe('a challenge', () => {
  it('is asked for before anything is refused, and an honest shopper passes it', async () => {
    await all(range(5), () => pay({ number: stolen(7), merchant: declining }));
    const { body } = await pay({ number: stolen(7) });
    expect(body.result.code).toBe('000.200.000');
    const { id } = await db
      .selectFrom('payments')
      .select('id')
      .where('state', '=', 'pending')
      .orderBy('created_at', 'desc')
      .executeTakeFirstOrThrow();
    await call(`/sandbox/payments/${id}/settle`, { entityId: test.entityId, result: 'accept' });
    expect((await call(`/v1/checkouts/${body.ndc}/payment`)).body.result.code).toBe(PAID);
    // The card is good, whatever was mistyped before.
    expect((await pay({ number: stolen(7) })).body.result.code).toBe(PAID);
  });

  it('that a processor lets pass is followed by refusals', async () => {
    const { authorise: real } = simulator;
    Object.assign(simulator, {
      authorise: (...[request, signal]: Parameters<typeof real>) => {
        const { 'threeDSecure.challengeIndicator': ___, ...parameters } = request.parameters;
        return real.apply(simulator, [{ ...request, parameters }, signal]);
      },
    });
    const told = await all(range(40), async (n) =>
      toldBy(await pay({ number: stolen(n), address: '203.0.113.5', merchant: declining })),
    );
    Object.assign(simulator, { authorise: real });
    expect(count(told, 'learned')).toBeLessThanOrEqual(11);
    expect(count(told, 'refused')).toBeGreaterThan(25);
  });

  it('is not asked where the channel wants none', async () => {
    await test.set({ cardTesting: { challenge: false } });
    const told = await all(range(20), async (n) =>
      toldBy(await pay({ number: stolen(n), merchant: declining })),
    );
    expect(count(told, 'challenged')).toBe(0);
    expect(count(told, 'learned')).toBe(10);
  });
});

describe('honest shoppers', () => {
  it('200 behind one address, 8 % of them declined, all pay', async () => {
    const told = await all(range(200), async (n) => {
      const isDeclined = n % 25 === 7 || n % 25 === 13;
      const number = stolen(n, `4${String(51_000 + (n % 40))}00`);
      const answer = await pay({
        number,
        address: '203.0.113.200',
        ...(isDeclined && { merchant: declining }),
      });
      return isDeclined ? DECLINE : answer.body.result.code;
    });
    expect(told.filter((code) => code !== PAID && code !== DECLINE)).toEqual([]);
  });

  it('one who mistypes three times pays with the fourth', async () => {
    const checkout = await createCheckout();
    const wrongCvv = { 'card.number': '4200000000001024' };
    for (const _ of range(3)) await pay({ checkout, fields: wrongCvv });
    const { body } = await pay({ checkout });
    expect(body.result.code).toBe(PAID);
    const once = await createCheckout();
    for (const _ of range(3)) {
      await pay({ checkout: once, number: stolen(5), merchant: declining });
    }
    expect((await pay({ number: stolen(5) })).body.result.code).toBe(PAID);
  });

  it.each([
    ['a number that fails its check digit', { 'card.number': '4242424242424241' }],
    ['a number that is too short', { 'card.number': '424242' }],
    ['a card that is expired by its date', { 'card.expiryYear': '2020' }],
    ['a CVV of two digits', { 'card.cvv': '12' }],
  ])('%s does not count', async (_, fields) => {
    for (const _n of range(12)) await pay({ fields });
    const rows = await db
      .selectFrom('risk_windows')
      .select(['rule', 'attempts'])
      .where('rule', 'not like', 'submits%')
      .where('attempts', '>', 0)
      .execute();
    expect(rows).toEqual([]);
    expect((await pay({})).body.result.code).toBe(PAID);
  });

  it('do not pay for a processor that is down', async () => {
    const broken = { 'customParameters[simulator.result]': '900.100.600' };
    const codes = await all(
      range(12),
      async (n) => (await pay({ number: stolen(n), merchant: broken })).body.result.code,
    );
    expect(new Set(codes)).toEqual(new Set(['900.100.600']));
    expect((await pay({})).body.result.code).toBe(PAID);
  });

  it('of a trusted address are not counted by it', async () => {
    await test.set({
      cardTesting: {
        trustedAddresses: ['203.0.113.0/24'],
        limits: { 'channel/hour': { challenge: null }, 'bin/hour': { challenge: null } },
      },
    });
    const told = await all(range(30), async (n) =>
      toldBy(await pay({ number: stolen(n), address: '203.0.113.9', merchant: declining })),
    );
    expect(count(told, 'learned')).toBe(30);
  });
});

describe('every door', () => {
  it('a stored card', async () => {
    const { 'card.cvv': _, ...card } = CARD_FIELDS;
    const stored = (await call('/v1/registrations', { entityId: test.entityId, ...card })).body.id;
    const told = await all(range(9), async () => {
      const id = await createCheckout({ ...declining, 'registrations[0].id': stored });
      return toldBy(
        await call(
          `/v1/checkouts/${id}/payment`,
          { registrationId: stored, shopperResultUrl: CARD['shopperResultUrl'] },
          from('198.51.100.1'),
        ),
      );
    });
    expect(told.slice(0, 4)).toEqual(Array<Told>(4).fill('learned'));
    expect(told.slice(-3)).toEqual(Array<Told>(3).fill('refused'));
  });

  it('a card that is only stored, where the processor looks at it', async () => {
    Object.assign(simulator, {
      register: async () => ({ isStored: false, resultCode: DECLINE, why: 'no such card' }),
    });
    const told = await all(range(20), async (n) => {
      const id = (
        await call('/v1/checkouts', { entityId: test.entityId, createRegistration: 'true' })
      ).body.id;
      return (
        await call(
          `/v1/checkouts/${id}/registration`,
          { ...CARD, 'card.number': stolen(n) },
          from('198.51.100.1'),
        )
      ).body.result.code;
    });
    Object.assign(simulator, { register: undefined });
    expect(told.filter((code) => code === DECLINE).length).toBeLessThanOrEqual(8);
    expect(told.at(-1)).toMatch(REFUSED);
  });

  it.each([
    ['of four digits', { 'card.cvv': '1234' }],
    ['that cannot be opened', { 'sealed[card.cvv]': 'nothing' }],
  ])('a card that is only stored does not count with a CVV %s', async (_, wrong) => {
    for (const n of range(10)) {
      const id = (
        await call('/v1/checkouts', { entityId: test.entityId, createRegistration: 'true' })
      ).body.id;
      const { 'card.cvv': __, ...rest } = CARD;
      const { status } = await call(
        `/v1/checkouts/${id}/registration`,
        { ...rest, ...wrong, 'card.number': stolen(n) },
        from('198.51.100.1'),
      );
      expect(status).toBe(400);
    }
    const counted = await db
      .selectFrom('risk_windows')
      .select(['rule', 'attempts', 'excess'])
      .where('rule', 'not like', 'submits%')
      .where((eb) => eb.or([eb('attempts', '>', 0), eb('excess', '>', 0)]))
      .execute();
    expect(counted).toEqual([]);
  });

  const server = (n: number, fields: Fields = {}) =>
    call('/v1/payments', {
      entityId: test.entityId,
      amount: '92.00',
      currency: 'EUR',
      paymentType: 'DB',
      ...CARD_FIELDS,
      'card.number': stolen(n),
      'customer.ip': '203.0.113.9',
      ...declining,
      ...fields,
    });

  it("the merchant's own server, where the channel wants that", async () => {
    const open = await all(range(15), async (n) => toldBy(await server(n)));
    expect(count(open, 'learned')).toBe(15);
    await test.set({ cardTesting: { serverPayments: true } });
    const told = await all(range(15), async (n) => toldBy(await server(n)));
    expect(count(told, 'learned')).toBeLessThanOrEqual(10);
    expect(told.at(-1)).toBe('refused');
    const agreed = await server(1, {
      'standingInstruction.mode': 'REPEATED',
      'standingInstruction.source': 'MIT',
      'standingInstruction.type': 'UNSCHEDULED',
      'card.cvv': undefined,
    });
    expect(agreed.body.result.code).toBe(DECLINE);
  });

  it('a test channel counts nothing unless it is asked to', async () => {
    await test.set({ cardTesting: undefined });
    const told = await all(range(30), async () =>
      toldBy(await pay({ number: stolen(1), merchant: declining })),
    );
    expect(count(told, 'learned')).toBe(30);
    expect(await db.selectFrom('risk_windows').selectAll().execute()).toEqual([]);
  });
});

it('no address, e-mail or card number stands in the counters', async () => {
  await pay({
    number: stolen(3),
    address: '203.0.113.99',
    merchant: declining,
    fields: {
      'customer.email': 'jane@shop.example',
      'customer.givenName': 'Jane',
      'customer.surname': 'Jones',
    },
  });
  const rows = await Promise.all(
    (['risk_windows', 'risk_attempts', 'risk_trips'] as const).map((table) =>
      db.selectFrom(table).selectAll().execute(),
    ),
  );
  const text = JSON.stringify(rows);
  expect(rows[0]?.length).toBeGreaterThan(5);
  for (const secret of [stolen(3), '42424242', '203.0.113', 'jane', vault.fingerprint(stolen(3))]) {
    expect(text).not.toContain(secret);
  }
});

describe('a bank account that is debited', () => {
  const TAKEN = '800.400.501';
  const account = (n: number): Fields => ({
    ...Object.fromEntries(Object.keys(CARD_FIELDS).map((name) => [name, undefined])),
    paymentBrand: 'DIRECTDEBIT_SEPA',
    'bankAccount.holder': 'Jane Jones',
    'bankAccount.iban':
      composeIBAN({ countryCode: 'DE', bban: String(500000000000000000n + BigInt(n)) }) ?? '',
  });
  const codeOf = ({ body }: Answer): string => body.result.code;

  it('is counted like a card: a thief learns of few, and others debit on', async () => {
    const tried = await all(range(30), (n) => pay({ fields: account(n), merchant: declining }));
    const learned = tried.filter((answer) => codeOf(answer) === DECLINE);
    expect(learned.length).toBeLessThanOrEqual(10);
    expect(tried.slice(-10).map(codeOf)).toEqual(Array(10).fill(expect.stringMatching(REFUSED)));
    // None of them is asked for a challenge, which a bank account has not.
    expect(tried.map(codeOf)).not.toContain('000.200.000');
    const other = await pay({ fields: account(99), address: '198.51.100.77' });
    expect(codeOf(other)).toBe(TAKEN);
  });

  it('that its bank takes is no decline while it is settled', async () => {
    const codes = (await all(range(30), (n) => pay({ fields: account(n) }))).map(codeOf);
    expect(codes).toEqual(Array(30).fill(TAKEN));
  });

  it('of the merchant’s server is counted where the channel wants that', async () => {
    await test.set({ cardTesting: { serverPayments: true } });
    const debit = (n: number) =>
      call('/v1/payments', {
        entityId: test.entityId,
        amount: '92.00',
        currency: 'EUR',
        paymentType: 'DB',
        'customer.ip': '198.51.100.5',
        ...account(n),
        ...declining,
      });
    const codes = (await all(range(20), debit)).map(codeOf);
    expect(codes.at(0)).toBe(DECLINE);
    expect(codes.at(-1)).toMatch(REFUSED);
    const stored = await call('/v1/registrations', {
      entityId: test.entityId,
      'customer.ip': '198.51.100.5',
      ...account(50),
    });
    expect(codeOf(stored)).toMatch(REFUSED);
  });

  it('with a mistake of typing is not counted', async () => {
    const wrong = { ...account(1), 'bankAccount.iban': 'DE88370400440532013000' };
    await all(range(15), () => pay({ fields: wrong }));
    expect(codeOf(await pay({ fields: account(2) }))).toBe(TAKEN);
  });
});

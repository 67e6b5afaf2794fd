/** Sealed posts under the rules against card testing: what is repeated, or no attempt, is not counted. */
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { SEALED_REFUSED } from '../../../contract/sealed-value.ts';
import { cardNumber } from '../support/card-numbers.ts';
import { withinOneHour } from '../support/one-window.ts';
import { type Seal, sealer } from '../support/seal.ts';
import { simulatorOf } from '../support/simulated-gateway.ts';
import { CARD, CARD_FIELDS, type Fields, startAlone } from '../support/test-gateway.ts';

const DECLINE = '800.100.152';
const LIMIT_OF_CARD = '800.120.101';
const declining: Fields = { 'customParameters[simulator.result]': DECLINE };
const { 'card.number': _number, 'card.cvv': _cvv, ...BESIDE_SEALS } = CARD;
const STOLEN = cardNumber('42424242', 1);

const gateway = await startAlone();
afterAll(() => gateway[Symbol.asyncDispose]());
const { call, createCheckout } = gateway;
const { db } = gateway.gateway;
const seal: Seal = await sealer(gateway, await createCheckout());

beforeEach(async () => {
  await withinOneHour();
  await gateway.set({ cardTesting: {} });
  for (const table of ['risk_windows', 'risk_attempts', 'risk_trips'] as const) {
    await db.deleteFrom(table).execute();
  }
});

const times = (count: number) => Array.from({ length: count }, (_, n) => n);
const pay = (id: string, fields: Fields) => call(`/v1/checkouts/${id}/payment`, fields);
const store = (id: string, fields: Fields) => call(`/v1/checkouts/${id}/registration`, fields);
const toStore = async (): Promise<string> =>
  (await call('/v1/checkouts', { entityId: gateway.entityId, createRegistration: 'true' })).body.id;
const sealBoth = async (id: string, value = STOLEN): Promise<Fields> => ({
  ...BESIDE_SEALS,
  'sealed[card.number]': await seal(id, 'card.number', { value }),
  'sealed[card.cvv]': await seal(id, 'card.cvv'),
});

/** Each window in which something is counted. */
const counted = async () =>
  (
    await db
      .selectFrom('risk_windows')
      .select(['rule', 'attempts', 'declines'])
      .where('rule', 'not like', 'submits%')
      .execute()
  ).filter(({ attempts, declines }) => attempts > 0 || declines > 0);
const countPayments = async (id: string) =>
  (await db.selectFrom('payments').select('id').where('checkout_id', '=', id).execute()).length;
const claims = () => db.selectFrom('nonce_claims').selectAll().execute();

/** The next attempts with the card are refused. */
async function exhaust(attempt: () => Promise<unknown>): Promise<void> {
  for (const _ of times(6)) await attempt();
}

describe('a payment', () => {
  it('with a stored card that a rule refuses gets the same answer again, and is counted once', async () => {
    const { 'card.cvv': _, ...card } = CARD_FIELDS;
    const stored = (await call('/v1/registrations', { entityId: gateway.entityId, ...card })).body;
    const post = { registrationId: stored.id, shopperResultUrl: CARD['shopperResultUrl'] };
    const checkout = () => createCheckout({ ...declining, 'registrations[0].id': stored.id });
    await exhaust(async () => pay(await checkout(), post));

    const id = await checkout();
    const sealed = { ...post, 'sealed[card.cvv]': await seal(id, 'card.cvv') };
    const first = await pay(id, sealed);
    expect([first.status, first.body.result.code]).toEqual([400, LIMIT_OF_CARD]);
    const before = await counted();
    const again = await Promise.all(times(3).map(() => pay(id, sealed)));
    expect(again.map(({ body }) => [body.result, body.redirect])).toEqual(
      times(3).map(() => [first.body.result, first.body.redirect]),
    );
    expect(await countPayments(id)).toBe(1);
    expect(await counted()).toEqual(before);

    // Its CVV was not opened: once the rule lets it, the shopper's own next post may use it, once.
    await gateway.set({ cardTesting: undefined });
    const next = { ...sealed, 'customer.givenName': 'Jane', 'customer.surname': 'Jones' };
    expect((await pay(id, next)).body.result.code).toBe(DECLINE);
    expect((await pay(id, { ...next, 'customer.surname': 'Doe' })).body.result.code).toBe(
      SEALED_REFUSED.notAcceptable,
    );
    expect(await countPayments(id)).toBe(2);
  });

  it('with a nonce that was used is no attempt: no rule trips', async () => {
    const id = await createCheckout(declining);
    const fields = await sealBoth(id);
    expect((await pay(id, fields)).body.result.code).toBe(DECLINE);
    const before = await counted();
    const holders = times(12).map((n) => `Jane ${'ABCDEFGHIJKL'[n]}`);
    const replays = await Promise.all(
      holders.map((holder) => pay(id, { ...fields, 'card.holder': holder })),
    );
    for (const { body } of replays) expect(body.result.code).toBe(SEALED_REFUSED.notAcceptable);
    expect(await counted()).toEqual(before);
    expect(await db.selectFrom('risk_trips').selectAll().execute()).toEqual([]);
  });

  it('with a CVV as text is refused for that before a rule refuses it: nothing is kept of it', async () => {
    await exhaust(async () =>
      pay(await createCheckout(declining), { ...CARD, 'card.number': STOLEN }),
    );
    const before = await claims();
    const id = await createCheckout(declining);
    const { 'sealed[card.cvv]': _, ...fields } = await sealBoth(id);
    const { status, body } = await pay(id, { ...fields, 'card.cvv': '123' });
    expect([status, body.result.parameterErrors?.[0]?.name]).toEqual([400, 'card.cvv']);
    expect(await countPayments(id)).toBe(0);
    expect(await claims()).toEqual(before);
  });
});

describe('storing a card', () => {
  it.each<[string, (id: string) => Promise<Fields>]>([
    [
      'a CVV of another submission',
      async (id) => ({ 'sealed[card.cvv]': await seal(id, 'card.cvv') }),
    ],
    ['a CVV that cannot be opened', async () => ({ 'sealed[card.cvv]': 'nothing' })],
  ])('with %s is no attempt', async (_, change) => {
    const id = await toStore();
    for (const n of times(3)) {
      const fields = { ...(await sealBoth(id, cardNumber('42424242', n))), ...(await change(id)) };
      expect((await store(id, fields)).body.result.code).toBe(SEALED_REFUSED.notAcceptable);
    }
    expect(await counted()).toEqual([]);
  });

  describe('that the processor refuses', () => {
    const simulator = simulatorOf(gateway.gateway);
    const refusing = async (run: () => Promise<void>) => {
      const register = async () => {
        // A processor takes its time, so that what is sent at once is under way at once.
        await new Promise((resolve) => setTimeout(resolve, 200));
        return { isStored: false, resultCode: DECLINE, why: 'no such card' };
      };
      Object.assign(simulator, { register });
      await run().finally(() => Object.assign(simulator, { register: undefined }));
    };

    it('is counted once, however often the same post comes, at once or later', async () => {
      await refusing(async () => {
        const id = await toStore();
        const fields = await sealBoth(id);
        const answers = await Promise.all(times(3).map(() => store(id, fields)));
        answers.push(await store(id, fields));
        for (const { body } of answers) expect(body.result.code).toBe(DECLINE);
        const windows = await counted();
        expect(windows.length).toBeGreaterThan(5);
        for (const window of windows) expect(window).toMatchObject({ attempts: 1, declines: 1 });
      });
    });

    it('and that a rule refuses then, is not counted for a nonce that was used', async () => {
      await refusing(async () => {
        await exhaust(async () => {
          const id = await toStore();
          await store(id, await sealBoth(id));
        });
        const id = await toStore();
        const fields = await sealBoth(id);
        expect((await store(id, fields)).body.result.code).toBe(LIMIT_OF_CARD);
        const before = await counted();
        for (const year of ['2035', '2036']) {
          const { body } = await store(id, { ...fields, 'card.expiryYear': year });
          expect(body.result.code).toBe(SEALED_REFUSED.notAcceptable);
        }
        expect((await store(id, fields)).body.result.code).toBe(LIMIT_OF_CARD);
        expect(await counted()).toEqual(before);
      });
    });
  });
});

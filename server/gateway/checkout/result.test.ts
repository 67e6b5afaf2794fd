/** What a merchant reads of a checkout, and the call of its result page where that was not read. */
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { inTransaction } from '../../store/dialect.ts';
import type { CheckoutRow } from '../../store/tables.ts';
import { refusedBy } from '../../tests/support/a-channel.ts';
import { recordsOf } from '../../tests/support/record-rows.ts';
import { simulatedGateway } from '../../tests/support/simulated-gateway.ts';
import { openSubscribedChannel } from '../../tests/support/subscribed-channel.ts';
import type { GatewayContext } from '../context.ts';
import { type Checkout, existingCheckout, RESULT_READABLE_MS } from '../records/index.ts';
import { callResultUrls, expectRead, noteRead, paymentOf, registrationOf } from './result.ts';

const { db, vault, drop, channelId } = await openSubscribedChannel();
afterAll(drop);
const records = await recordsOf(db, channelId);
type Call = GatewayContext['outgoing']['call'];
const visit = vi.fn<Call>();
const simulated = simulatedGateway(db, vault);
const gateway = { ...simulated, outgoing: { ...simulated.outgoing, call: visit } };
const answered = (status: number) => ({ status }) as Awaited<ReturnType<Call>>;
beforeEach(async () => {
  visit.mockReset();
  visit.mockResolvedValue(answered(200));
  await db.updateTable('checkouts').set({ call_due_at: null }).execute();
});
afterEach(() => vi.restoreAllMocks());

const MONEY = { amount: '92.00', currency: 'EUR', paymentType: 'DB' };
const STORES = { createRegistration: 'true' };
const RESULT_URL = 'https://shop.example/result';
const open = (
  given: Partial<CheckoutRow> = {},
  parameters: Readonly<Record<string, string>> = MONEY,
) => records.openCheckout(parameters, given);
const now = ({ id }: Checkout) => existingCheckout(db, id);
const made = (checkout: Checkout) => records.payment({ created_at: 0, checkout_id: checkout.id });
const OVER = { status: 404 };

describe('what is read of a checkout', () => {
  it('is the payment that succeeded, else the latest one', async () => {
    const checkout = await open();
    const [paid, latest] = [await made(checkout), await made(checkout)];
    const read = async (given: Partial<Checkout>) =>
      (await paymentOf(db, { ...checkout, ...given }))?.id;
    expect(await read({})).toBeUndefined();
    expect(await read({ latestId: latest })).toBe(latest);
    expect(await read({ paidId: paid, latestId: latest })).toBe(paid);
  });

  it('is what it has stored, and no payment where it only stores', async () => {
    const checkout = await open({}, STORES);
    expect(await registrationOf(db, checkout)).toBeUndefined();
    const id = await records.registration({ checkout_id: checkout.id });
    expect((await registrationOf(db, checkout))?.id).toBe(id);
    expect(await paymentOf(db, { ...checkout, paidId: await made(checkout) })).toBeUndefined();
  });

  it('is nothing where its time ended without a payment', async () => {
    const old = await open({ expires_at: Date.now() });
    const id = await made(old);
    for (const read of [paymentOf, registrationOf]) {
      expect(await refusedBy(() => read(db, old))).toMatchObject({
        ...{ ...OVER, description: expect.stringMatching(/it is over, and was not paid$/) },
      });
    }
    for (const given of [{ paidId: id }, { payingId: id, latestId: id }]) {
      expect((await paymentOf(db, { ...old, ...given }))?.id).toBe(id);
    }
  });

  it('can be read for 90 days, by the clock of its channel', async () => {
    const checkout = await open();
    const paid = { ...checkout, paidId: await made(checkout) };
    const clock = vi.spyOn(Date, 'now').mockReturnValue(checkout.expiresAt + RESULT_READABLE_MS);
    expect((await paymentOf(db, paid))?.id).toBe(paid.paidId);
    const ahead = { ...paid, channel: { ...paid.channel, clockOffsetMs: 1 } };
    expect(await refusedBy(() => paymentOf(db, ahead))).toMatchObject({
      ...{ ...OVER, description: expect.stringMatching(/could be read for 90 days$/) },
    });
    clock.mockRestore();
  });
});

describe('a result that is to be read', () => {
  const due = (checkout: Checkout) =>
    inTransaction(db, (trx) => expectRead(trx, checkout.id, RESULT_URL));

  it('is expected until 29 minutes after its checkout was made', async () => {
    const [checkout, other] = [await open({ call_attempts: 2, call_lease_until: 5 }), await open()];
    await due(checkout);
    expect(await now(checkout)).toEqual({
      ...{ ...checkout, resultUrl: RESULT_URL, callDueAt: checkout.createdAt + 29 * 60_000 },
      ...{ callAttempts: 0, callLeaseUntil: null },
    });
    expect(await now(other)).toEqual(other);
  });

  it('was read where the latest payment was, or the one that has paid', async () => {
    const other = await open({ call_due_at: 7 });
    for (const name of ['latest_id', 'paid_id']) {
      const checkout = await open({ call_due_at: 7, [name]: 'p'.repeat(32) });
      await noteRead(db, checkout.id, 'q'.repeat(32));
      expect((await now(checkout)).callDueAt).toBe(7);
      await noteRead(db, checkout.id, 'p'.repeat(32));
      expect((await now(checkout)).callDueAt).toBeNull();
    }
    expect((await now(other)).callDueAt).toBe(7);
  });
});

describe('a result page that is called', () => {
  const overdue = (
    given: Partial<CheckoutRow> = {},
    parameters = MONEY as typeof MONEY | typeof STORES,
  ) => open({ call_due_at: Date.now() - 60_000, result_url: RESULT_URL, ...given }, parameters);
  const urlOf = ({ id }: Checkout, resource = 'payment') =>
    `${RESULT_URL}?id=${id}&resourcePath=${encodeURIComponent(`/v1/checkouts/${id}/${resource}`)}`;
  const called = () => visit.mock.calls.map(([url]) => url);
  const again = ({ id }: Checkout) =>
    db.updateTable('checkouts').set({ call_lease_until: 1 }).where('id', '=', id).execute();

  it('is called as the shopper’s browser would, once', async () => {
    const checkout = await overdue();
    expect(await callResultUrls(gateway)).toBe(1);
    expect(visit).toHaveBeenCalledExactlyOnceWith(urlOf(checkout), {
      ...{ method: 'GET', timeLimitMs: 15_000, namedBy: channelId, about: checkout.id },
    });
    expect(await now(checkout)).toMatchObject({ callDueAt: null, callAttempts: 1 });
    expect(await callResultUrls(gateway)).toBe(0);
  });

  it('is that of a registration, where only that is stored', async () => {
    const checkout = await overdue({}, STORES);
    await callResultUrls(gateway);
    expect(called()).toEqual([urlOf(checkout, 'registration')]);
  });

  it('is called at its time, by the clock of its channel', async () => {
    const checkout = await overdue({ call_due_at: Date.now() + 10 * 60_000 });
    expect(await callResultUrls(gateway)).toBe(0);
    const ahead = (clock_offset_ms: number) =>
      db.updateTable('entities').set({ clock_offset_ms }).where('id', '=', channelId).execute();
    await ahead(20 * 60_000);
    expect(await callResultUrls(gateway)).toBe(1);
    await ahead(0);
    expect((await now(checkout)).callDueAt).toBeNull();
  });

  it.each([
    ['breaks', () => Promise.resolve(answered(500))],
    ['is not there', () => Promise.reject(new Error('refused'))],
  ])('is called three times where it %s', async (_, answer) => {
    visit.mockImplementation(answer);
    const checkout = await overdue();
    for (const attempt of [1, 2, 3]) {
      expect(await callResultUrls(gateway)).toBe(1);
      // Another instance has it meanwhile, and for a while.
      expect(await callResultUrls(gateway)).toBe(0);
      const { callDueAt, callAttempts, callLeaseUntil } = await now(checkout);
      expect([callDueAt === null, callAttempts]).toEqual([attempt === 3, attempt]);
      expect(callLeaseUntil).toBeGreaterThan(Date.now());
      await again(checkout);
    }
    expect(await callResultUrls(gateway)).toBe(0);
    expect(visit).toHaveBeenCalledTimes(3);
  });

  it('has heard where it refuses', async () => {
    visit.mockResolvedValue(answered(404));
    const checkout = await overdue();
    await callResultUrls(gateway);
    expect((await now(checkout)).callDueAt).toBeNull();
  });

  it('goes on waiting for what began while it was called', async () => {
    const [checkout, other] = [await overdue(), await overdue()];
    visit.mockImplementation(async (_url, { about } = {} as never) => {
      if (about === checkout.id)
        await inTransaction(db, (trx) => expectRead(trx, checkout.id, RESULT_URL));
      return answered(200);
    });
    expect(await callResultUrls(gateway)).toBe(2);
    expect((await now(checkout)).callDueAt).toBe(checkout.createdAt + 29 * 60_000);
    expect((await now(other)).callDueAt).toBeNull();
  });

  it('is among twenty in one pass, first calls first, the earliest of them', async () => {
    const at = Date.now() - 60_000;
    const failed = await overdue({ call_attempts: 1, call_due_at: at - 100 });
    const late = await overdue({ call_due_at: at + 100 });
    const early: Checkout[] = [];
    for (let n = 0; n < 19; n += 1) early.push(await overdue({ call_due_at: at + n }));
    expect(await callResultUrls(gateway)).toBe(20);
    const first = called();
    expect(new Set(first)).toEqual(new Set([...early, late].map((one) => urlOf(one))));
    expect(await callResultUrls(gateway)).toBe(1);
    expect(called().at(-1)).toBe(urlOf(failed));
  });
});

/** Until when chargebacks are to be answered: reckoned, listed by it, and marked once it is over. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ChargebackItem } from '../../../contract/admin-api.ts';
import { paymentWithoutShopper } from '../../gateway/retention/without-shopper.ts';
import { paymentFromRow } from '../../store/records/payment.ts';
import { type Client, startConsole } from '../../tests/support/console-client.ts';
import { startMerchant } from '../../tests/support/merchant.ts';
import type { Fields } from '../../tests/support/test-gateway.ts';
import { giveDeadlines } from './older-chargebacks.ts';

const DAY_MS = 24 * 60 * 60_000;
const MASTERCARD = { paymentBrand: 'MASTER', 'card.number': '5454545454545454' };

const merchant = await startMerchant();
const { gateway, entityId, call } = merchant;
const console = await startConsole(gateway);
afterAll(async () => {
  await console[Symbol.asyncDispose]();
  await merchant[Symbol.asyncDispose]();
});

const chargeBackOf = async (amount: string, card: Fields = {}): Promise<string> => {
  const id = await merchant.paymentId({ amount, ...card });
  return (await call(`/sandbox/payments/${id}/chargeback`, { entityId })).body.id;
};
let support: Client;
beforeAll(async () => {
  support = await console.administrator('Sam', 'support');
  await chargeBackOf('10.00');
  await chargeBackOf('11.00', MASTERCARD);
  await merchant.set({ chargebackDays: { VISA: 5, MASTER: null } });
  await chargeBackOf('12.00');
  await chargeBackOf('13.00', MASTERCARD);
});

const ask = async (path: string) => (await support.ask(`/admin/v1/${path}`)).body;
const daysOf = ({ createdAt, respondBy }: ChargebackItem) =>
  respondBy === null ? null : Math.round((Date.parse(respondBy) - Date.parse(createdAt)) / DAY_MS);
const shown = async (query = '') =>
  ((await ask(`chargebacks${query}`)).items as ChargebackItem[]).map((item) => [
    ...[item.amount, daysOf(item), item.isOverdue],
  ]);

describe('the day by which a chargeback is to be answered', () => {
  it('is as usual of the brand, or as the channel says', async () => {
    expect((await shown()).toSorted()).toEqual([
      ['10.00', 23, false],
      ['11.00', 38, false],
      ['12.00', 5, false],
      ['13.00', null, false],
    ]);
  });

  it('orders those that can still be answered, and calls for the ones of this week', async () => {
    expect((await shown('?due=open')).map(([amount]) => amount)).toEqual([
      ...['12.00', '10.00', '11.00'],
    ]);
    expect(await ask('today')).toMatchObject({ attention: { chargebacksDue: 1 } });
  });

  it('marks those that it has gone by for, the latest first', async () => {
    await call('/sandbox/clock', { entityId, advance: String(30 * 24 * 60 * 60) });
    expect(await shown('?due=passed')).toEqual([
      ['10.00', 23, true],
      ['12.00', 5, true],
    ]);
    expect(await shown('?due=open')).toEqual([['11.00', 38, false]]);
    expect(await ask('today')).toMatchObject({ attention: { chargebacksDue: 0 } });
  });

  it('orders page by page, each once', async () => {
    const { db } = gateway;
    const [row] = await db.selectFrom('payments').selectAll().where('type', '=', 'CB').execute();
    if (!row) throw new Error('there is none');
    const many = Array.from({ length: 120 }, (_, n) => ({
      ...{ ...row, id: `many-${n}`, reference: `many-${n}` },
      respond_by: Date.now() + 300 * DAY_MS + (n % 7) * DAY_MS,
    }));
    await db.insertInto('payments').values(many).execute();
    const seen: ChargebackItem[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page = await ask(`chargebacks?due=open${cursor && `&cursor=${cursor}`}`);
      seen.push(...page.items);
      cursor = page.next;
    }
    expect(new Set(seen.map(({ id }) => id)).size).toBe(121);
    expect(seen).toHaveLength(121);
    const times = seen.map(({ respondBy }) => respondBy);
    expect(times).toEqual(times.toSorted());
  });
});

describe('a chargeback that was answered', () => {
  const path = (id: string) => `/admin/v1/chargebacks/${id}/answer`;
  const put = (id: string, body: object = {}, client = support) =>
    client.ask(path(id), body, { method: 'PUT' });
  const seen = async (id: string): Promise<string> => {
    const { answer } = (await ask(`chargebacks?id=${id}`)).items[0];
    return `?at=${answer?.at ?? new Date().toISOString()}`;
  };
  const remove = async (id: string, client = support, query?: string) =>
    client.ask(path(id) + (query ?? (await seen(id))), undefined, { method: 'DELETE' });
  const due = async () => (await ask('today')).attention.chargebacksDue;
  const idsOf = async (query: string) =>
    (await ask(`chargebacks?${query}`)).items.map(({ id }: ChargebackItem) => id);
  const auditOf = async (id: string) => {
    const lines = await gateway.db
      .selectFrom('audit_log')
      .select(['actor', 'action', 'detail'])
      .where('subject', '=', id)
      .orderBy('position')
      .execute();
    return lines.map(({ actor, action, detail }) => [actor, action, detail]);
  };

  let id: string;
  let payment: string;
  beforeAll(async () => {
    await merchant.set({ chargebackDays: { VISA: 5 } });
    payment = await merchant.paymentId({ amount: '14.00' });
    id = (await call(`/sandbox/payments/${payment}/chargeback`, { entityId })).body.id;
  });

  it('says when, by whom and under which reference, and is no longer due', async () => {
    const before = await due();
    expect(await idsOf('due=open')).toContain(id);
    const { status, body } = await put(id, { note: ' case 4711 ' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ id, isOverdue: false, answer: { by: 'Sam', note: 'case 4711' } });
    expect(Math.abs(Date.parse(body.answer.at) - Date.parse(body.createdAt))).toBeLessThan(60_000);
    expect(await due()).toBe(before - 1);
    expect(await idsOf('due=open')).not.toContain(id);
    expect(await idsOf('due=answered')).toEqual([id]);
    expect((await ask(`chargebacks?id=${id}`)).items).toEqual([body]);
    expect(await auditOf(id)).toEqual([
      ['administrator Sam', 'chargeback answered', JSON.stringify({ payment })],
    ]);
    const { timeline } = await ask(`payments/${payment}`);
    expect(timeline).toContainEqual(
      expect.objectContaining({ actor: 'administrator Sam', text: 'chargeback answered' }),
    );
  });

  it('once: the same note again changes nothing, another one is a conflict', async () => {
    const first = (await put(id, { note: 'case 4711' })).body;
    expect(first.answer.note).toBe('case 4711');
    const other = await console.administrator('Sue', 'support');
    expect(await put(id, { note: 'case 4712' }, other)).toMatchObject({
      status: 409,
      body: { reason: 'conflict' },
    });
    expect((await put(id, { note: 'case 4712' })).status).toBe(409);
    expect((await ask(`chargebacks?id=${id}`)).items[0].answer).toEqual(first.answer);
    expect(await auditOf(id)).toHaveLength(1);
  });

  it('is answered once by two agents at once', async () => {
    const other = await merchant.paymentId({ amount: '15.00' });
    const { body } = await call(`/sandbox/payments/${other}/chargeback`, { entityId });
    const sue = await console.administrator('Sia', 'support');
    const answers = await Promise.all([put(body.id), put(body.id, {}, sue)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await auditOf(body.id)).toHaveLength(1);
  });

  it('can be taken back, and is to be answered again', async () => {
    const before = await due();
    expect(await remove(id)).toMatchObject({ status: 200, body: { id, answer: null } });
    expect(await due()).toBe(before + 1);
    expect((await remove(id)).status).toBe(200);
    expect((await auditOf(id)).map(([, action]) => action)).toEqual([
      'chargeback answered',
      'answer of a chargeback taken back',
    ]);
  });

  it('is not taken back by an administrator who has seen another answer', async () => {
    const other = await chargeBackOf('17.00');
    await put(other, { note: 'case 1' });
    const before = await seen(other);
    const sue = await console.administrator('Sally', 'support');
    await remove(other, sue);
    const { body } = await put(other, { note: 'case 2' }, sue);
    expect(await remove(other, support, before)).toMatchObject({
      status: 409,
      body: { reason: 'conflict' },
    });
    expect((await ask(`chargebacks?id=${other}`)).items[0].answer).toEqual(body.answer);
    expect(await auditOf(other)).toHaveLength(3);
  });

  it('by two agents at once is taken back once, and what one notes right then stays', async () => {
    const other = await chargeBackOf('18.00');
    const sue = await console.administrator('Selma', 'support');
    await put(other, { note: 'case 1' });
    const before = await seen(other);
    const answers = await Promise.all([
      remove(other, support, before),
      remove(other, sue, before).then(() => put(other, { note: 'case 2' }, sue)),
      remove(other, support, before),
    ]);
    expect(answers[1]).toMatchObject({ status: 200, body: { answer: { note: 'case 2' } } });
    expect((await ask(`chargebacks?id=${other}`)).items[0].answer).toEqual(answers[1]?.body.answer);
    expect((await auditOf(other)).map(([, action]) => action)).toEqual([
      ...['chargeback answered', 'answer of a chargeback taken back', 'chargeback answered'],
    ]);
  });

  it.each([
    ['', /must be a time/],
    ['?at=yesterday', /must be a time/],
    ['?at=2026-11-24T09:00:00Z&note=x', /Unrecognized key/],
  ])('is taken back only as it was seen: "%s"', async (query, message) => {
    const refused = await remove(id, support, query);
    expect(refused.status).toBe(400);
    expect(JSON.stringify(refused.body.parameterErrors)).toMatch(message);
  });

  it('is not overdue once its time has gone by', async () => {
    await put(id);
    await call('/sandbox/clock', { entityId, advance: String(10 * 24 * 60 * 60) });
    expect((await ask(`chargebacks?id=${id}`)).items[0]).toMatchObject({ isOverdue: false });
    expect(await idsOf('due=passed')).not.toContain(id);
    await remove(id);
    expect((await ask(`chargebacks?id=${id}`)).items[0]).toMatchObject({ isOverdue: true });
    expect(await idsOf('due=passed')).toContain(id);
  });

  it.each<[string, object, RegExp]>([
    ['a card number', { note: 'card 4200 0000 0000 0000' }, /must not hold a card number/],
    ['256 characters', { note: 'x'.repeat(256) }, /<=255 characters/],
    ['a number', { note: 7 }, /expected string/],
    ['another name', { text: 'case' }, /Unrecognized key/],
  ])('is noted with no %s', async (_, body, message) => {
    const refused = await put(id, body);
    expect(refused.status).toBe(400);
    expect(JSON.stringify(refused.body.parameterErrors)).toMatch(message);
    expect(JSON.stringify(refused.body)).not.toContain('4200 0000');
    expect((await ask(`chargebacks?id=${id}`)).items[0].answer).toBeNull();
  });

  it('is noted without a note once the time for personal data is over', async () => {
    await merchant.set({ retention: { personalDataMonths: 1 } });
    const old = await merchant.paymentId({ amount: '16.00' });
    const { body } = await call(`/sandbox/payments/${old}/chargeback`, { entityId });
    await gateway.db
      .updateTable('payments')
      .set({ created_at: Date.now() - 40 * 24 * 60 * 60_000 })
      .where('id', '=', body.id)
      .execute();
    const refused = await put(body.id, { note: 'Jane Jones' });
    expect(refused.status).toBe(400);
    expect(JSON.stringify(refused.body)).toContain(
      'time for personal data of this payment is over',
    );
    expect(await put(body.id)).toMatchObject({ status: 200, body: { answer: { note: null } } });
  });

  it('is a chargeback, and no other payment', async () => {
    expect(await put(payment)).toMatchObject({ status: 404 });
    expect(await put('none')).toMatchObject({ status: 404 });
  });

  it('loses its note with all else that may name the shopper', async () => {
    await put(id, { note: 'Jane Jones' });
    const row = await gateway.db
      .selectFrom('payments')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const { chargeback_answer } = paymentWithoutShopper(paymentFromRow(row), { keepsChain: false });
    expect(chargeback_answer).toContain('Sam');
    expect(chargeback_answer).not.toContain('Jane');
  });
});

describe('a chargeback that an older release has booked', () => {
  const migratedAt = (at: number) =>
    gateway.db
      .updateTable('kysely_migration' as 'payments')
      .set({ timestamp: new Date(at).toISOString() } as object)
      .where('name' as 'id', '=', '0049-chargeback-deadline')
      .execute();
  const booked = async (fields: Fields, at: number) => {
    const payment = await merchant.paymentId({ amount: '16.00', ...fields });
    const { id } = (await call(`/sandbox/payments/${payment}/chargeback`, { entityId })).body;
    const changes = { respond_by: null, created_at: at };
    await gateway.db.updateTable('payments').set(changes).where('id', '=', id).execute();
    return id as string;
  };
  const respondBy = async (id: string) => (await ask(`chargebacks?id=${id}`)).items[0].respondBy;

  it('gets its day once the console starts, by when it was booked', async () => {
    await merchant.set({ chargebackDays: { VISA: 5, MASTER: null } });
    const now = Date.now();
    await migratedAt(now);
    const longAgo = now - 100 * DAY_MS;
    const visa = await booked({}, longAgo);
    const mastercard = await booked(MASTERCARD, longAgo);
    // A later one has none because the channel said so.
    const later = await booked({}, now + 300 * DAY_MS);
    await giveDeadlines(gateway.db);
    expect(await respondBy(visa)).toBe(new Date(longAgo + 5 * DAY_MS).toISOString());
    expect(await respondBy(mastercard)).toBeNull();
    expect(await respondBy(later)).toBeNull();
    await merchant.set({ chargebackDays: { VISA: 9 } });
    await giveDeadlines(gateway.db);
    expect(await respondBy(visa)).toBe(new Date(longAgo + 5 * DAY_MS).toISOString());
  });
});

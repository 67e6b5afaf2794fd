/** Until when chargebacks are to be answered: reckoned, listed by it, and marked once it is over. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ChargebackItem } from '../../../contract/admin-api.ts';
import { type Client, startConsole } from '../../tests/support/console-client.ts';
import { startMerchant } from '../../tests/support/merchant.ts';
import type { Fields } from '../../tests/support/test-gateway.ts';

const DAY_MS = 24 * 60 * 60_000;
const MASTERCARD = { paymentBrand: 'MASTER', 'card.number': '5454545454545454' };

const merchant = await startMerchant();
const { gateway, entityId, call } = merchant;
const console = await startConsole(gateway);
afterAll(async () => {
  await console[Symbol.asyncDispose]();
  await merchant[Symbol.asyncDispose]();
});

const chargeBack = async (amount: string, card: Fields = {}) => {
  const id = await merchant.paymentId({ amount, ...card });
  await call(`/sandbox/payments/${id}/chargeback`, { entityId });
};
let support: Client;
beforeAll(async () => {
  support = await console.administrator('Sam', 'support');
  await chargeBack('10.00');
  await chargeBack('11.00', MASTERCARD);
  await merchant.set({ chargebackDays: { VISA: 5, MASTER: null } });
  await chargeBack('12.00');
  await chargeBack('13.00', MASTERCARD);
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

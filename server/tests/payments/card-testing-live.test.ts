/** The defaults of a live channel, with a processor behind another gateway (D21). */
import { afterAll, beforeEach, expect, it } from 'vitest';
import { DECLINE, DECLINED_CARD } from '../support/merchant.ts';
import { withinOneHour } from '../support/one-window.ts';
import { connectRelay } from '../support/processor-gateway.ts';
import { sealer } from '../support/seal.ts';
import { CARD, startAlone } from '../support/test-gateway.ts';

const ours = await startAlone();
const processor = await startAlone();
afterAll(async () => {
  await ours[Symbol.asyncDispose]();
  await processor[Symbol.asyncDispose]();
});

beforeEach(() => withinOneHour());

async function pay(number: string): Promise<string> {
  const id = await ours.createCheckout();
  const seal = await sealer(ours, id);
  const { 'card.number': _, 'card.cvv': __, ...rest } = CARD;
  const { body } = await ours.call(`/v1/checkouts/${id}/payment`, {
    ...rest,
    'sealed[card.number]': await seal(id, 'card.number', { value: number }),
    'sealed[card.cvv]': await seal(id, 'card.cvv'),
  });
  return body.result.code;
}

it('the same declined card is declined four times, challenged twice, then refused', async () => {
  await connectRelay(ours, processor, { through: 'LIVE' });
  await ours.set({ cardTesting: undefined });
  const codes: string[] = [];
  for (let n = 0; n < 9; n += 1) codes.push(await pay(DECLINED_CARD));
  expect(codes).toEqual([
    ...Array(4).fill(DECLINE),
    ...Array(2).fill('000.200.000'),
    ...Array(3).fill('800.120.101'),
  ]);
  const reached = await processor.gateway.db.selectFrom('payments').select('id').execute();
  expect(reached).toHaveLength(6);
});

it('a processor without 3-D Secure is asked for no challenge', async () => {
  const { connector } = (await ours.gateway.db
    .selectFrom('entities')
    .select('settings')
    .where('id', '=', ours.entityId)
    .executeTakeFirstOrThrow()
    .then(({ settings }) => JSON.parse(settings))) as { connector: object };
  await ours.set({ connector: { ...connector, threeDSecure: false } });
  await ours.gateway.db.deleteFrom('risk_windows').execute();
  const codes: string[] = [];
  for (let n = 0; n < 8; n += 1) codes.push(await pay(DECLINED_CARD));
  expect(codes).toEqual([...Array(6).fill(DECLINE), ...Array(2).fill('800.120.101')]);
});

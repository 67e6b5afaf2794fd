/** Many messages, many receivers, several instances: no receiver waits for another. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startDeliveries } from '../../notifications/delivery-worker.ts';
import { aWhile } from '../support/a-while.ts';
import { startReceiver, status } from '../support/receiver.ts';
import { startTestGateway, type TestGateway } from '../support/test-gateway.ts';
import { advance, payByCard, read, remove, subscribe } from './subscribe.ts';

let test: TestGateway;
beforeAll(async () => {
  test = await startTestGateway({ delivers: true });
});
afterAll(async () => {
  await test[Symbol.asyncDispose]();
});

const pay = async (fields = {}): Promise<string> => (await payByCard(test, fields)).body.id;

const MANY = 10_000;
const PAYMENTS = 15;

/** Copies of the one message that waits for a subscription, each of a payment of its own. */
async function fill(webhookId: string, count: number): Promise<void> {
  const { db } = test.gateway;
  const message = await db
    .selectFrom('messages')
    .innerJoin('deliveries', 'deliveries.message_id', 'messages.id')
    .selectAll('messages')
    .where('webhook_id', '=', webhookId)
    .executeTakeFirstOrThrow();
  const delivery = await db
    .selectFrom('deliveries')
    .selectAll()
    .where('webhook_id', '=', webhookId)
    .executeTakeFirstOrThrow();
  const fresh = { attempts: 0, due_at: delivery.created_at, lease_until: null };
  const ids = Array.from({ length: count }, (_, n) => `copy${webhookId}${n}`);
  for (let n = 0; n < count; n += 250) {
    const part = ids.slice(n, n + 250);
    await db
      .insertInto('messages')
      .values(part.map((id) => ({ ...message, id, group_id: id })))
      .execute();
    await db
      .insertInto('deliveries')
      .values(part.map((id) => ({ ...delivery, ...fresh, id, message_id: id, group_id: id })))
      .execute();
  }
}

const untried = async (webhookId: string): Promise<number> => {
  const { length } = await test.gateway.db
    .selectFrom('deliveries')
    .select('id')
    .where('webhook_id', '=', webhookId)
    .where('attempts', '=', 0)
    .execute();
  return length;
};

describe('ten thousand messages for a dead receiver', () => {
  it.each([
    ['that is not there', (url: string) => url.replace(/:\d+$/, ':1')],
    ['that does not answer', (url: string) => url],
  ])(
    '%s are not noticed by a living one',
    async (_name, addressOf) => {
      await using hanging = await startReceiver();
      await using living = await startReceiver();
      const dead = await subscribe(test, hanging);
      hanging.answer(() => undefined);
      await test.gateway.db
        .updateTable('webhooks')
        .set({ url: addressOf(hanging.url) })
        .where('id', '=', dead.id)
        .execute();
      const alive = await subscribe(test, living);
      const told: string[] = [];
      living.answer((response, call) => {
        told.push(read(call, alive.secret).message.payload.id);
        status(200)(response, call);
      });
      const paid = [await pay()];
      await expect.poll(() => told).toEqual(paid);
      await fill(dead.id, MANY);
      for (let n = 0; n < PAYMENTS; n += 1) {
        paid.push(await pay());
        await expect.poll(() => told, { timeout: 30_000 }).toEqual(paid);
        // Older messages still wait for their first attempt: the living one's have overtaken them.
        expect(await untried(dead.id)).toBeGreaterThan(MANY / 2);
      }
      await remove(test, `/v1/webhooks/${dead.id}`);
      await remove(test, `/v1/webhooks/${alive.id}`);
    },
    120_000,
  );
});

describe('what happens to one payment', () => {
  it('is told in the order in which it happened, while nothing fails', async () => {
    await using receiver = await startReceiver();
    const { id, secret } = await subscribe(test, receiver);
    // The receiver that answers first would overtake, were both called at the same time.
    receiver.answer((response, call) => {
      setTimeout(() => status(200)(response, call), Math.random() * 40);
    });
    const captures = 6;
    const payments = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const payment = await pay({ paymentType: 'PA' });
        for (let n = 1; n <= captures; n += 1) {
          await test.call(`/v1/payments/${payment}`, {
            entityId: test.entityId,
            paymentType: 'CP',
            amount: `${n}.00`,
            currency: 'EUR',
          });
        }
        return payment;
      }),
    );
    const calls = await receiver.until(1 + payments.length * (1 + captures));
    const told = calls.slice(1).map((call) => read(call, secret).message);
    for (const payment of payments) {
      const ofPayment = told.filter(
        ({ payload, referencedId }) => payload.id === payment || referencedId === payment,
      );
      expect(ofPayment.map(({ payload }) => payload.amount)).toEqual([
        '92.00',
        ...Array.from({ length: captures }, (_, n) => `${n + 1}.00`),
      ]);
    }
    await remove(test, `/v1/webhooks/${id}`);
  });

  it('is told on, when a message of it fails', async () => {
    await using receiver = await startReceiver();
    const { id, secret } = await subscribe(test, receiver);
    let isFirst = true;
    receiver.answer((response, call) => {
      status(isFirst ? 500 : 200)(response, call);
      isFirst = false;
    });
    const payment = await pay({ paymentType: 'PA' });
    const reversal = { entityId: test.entityId, paymentType: 'RV' };
    await test.call(`/v1/payments/${payment}`, reversal);
    const types = (calls: Awaited<ReturnType<typeof receiver.until>>) =>
      calls.slice(1).map((call) => read(call, secret).message.payload.paymentType);
    expect(types(await receiver.until(3))).toEqual(['PA', 'RV']);
    await advance(test, 60);
    expect(types(await receiver.until(4))).toEqual(['PA', 'RV', 'PA']);
    await remove(test, `/v1/webhooks/${id}`);
  });
});

describe('three instances', () => {
  it('deliver everything, and nothing twice', async () => {
    await using receiver = await startReceiver();
    const { id } = await subscribe(test, receiver);
    const fail = (error: unknown) => {
      throw error;
    };
    const others = [1, 2].map(() => startDeliveries(test.gateway, fail));
    await using _others = {
      async [Symbol.asyncDispose]() {
        await Promise.all(others.map((other) => other.stop()));
      },
    };
    receiver.answer(status(500));
    const first = await pay();
    await receiver.until(2);
    receiver.answer(status(200));
    await fill(id, 400);
    const calls = await receiver.until(402);
    const paid = await Promise.all(Array.from({ length: 40 }, () => pay()));
    await receiver.until(442);
    await aWhile();
    const ids = calls.slice(1).map(({ headers }) => headers['webhook-id']);
    expect(ids).toHaveLength(1 + 400 + paid.length);
    expect(new Set(ids).size).toBe(ids.length);
    expect(first).toBeDefined();
    await remove(test, `/v1/webhooks/${id}`);
  });
});

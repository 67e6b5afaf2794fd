/** Retries pause when everything of an interval has failed, until one message succeeds. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { purgeMessages } from '../../notifications/purge.ts';
import { aWhile } from '../support/a-while.ts';
import { startReceiver, status, type TestReceiver } from '../support/receiver.ts';
import { startTestGateway, type TestGateway } from '../support/test-gateway.ts';
import { advance, payByCard, read, remove, type Subscription, subscribe } from './subscribe.ts';

let test: TestGateway;
beforeAll(async () => {
  test = await startTestGateway({ delivers: true });
});
afterAll(async () => {
  await test[Symbol.asyncDispose]();
});

const pay = async (): Promise<string> => (await payByCard(test)).body.id;
const look = async ({ id }: Subscription) =>
  (await test.call(`/v1/webhooks/${id}?entityId=${test.entityId}`)).body;
const post = (path: string) => test.call(path, { entityId: test.entityId });
const soon = (check: () => unknown) => expect.poll(check, { interval: 30 });

const MESSAGES = 12;
const MINUTE = 60;
const HOUR = 3600;

interface Down extends AsyncDisposable {
  readonly receiver: TestReceiver;
  readonly subscription: Subscription;
  readonly payments: readonly string[];
}

/** A receiver that has failed everything of an interval, and the messages that it owes. */
async function receiverThatIsDown(): Promise<Down> {
  const receiver = await startReceiver();
  const subscription = await subscribe(test, receiver);
  receiver.answer(status(500));
  const payments: string[] = [];
  for (let n = 0; n < MESSAGES; n += 1) payments.push(await pay());
  await receiver.until(1 + MESSAGES);
  await soon(() => untried(subscription)).toBe(0);
  expect((await look(subscription)).retriesPaused).toBe(false);
  await advance(test, MINUTE);
  await soon(async () => (await look(subscription)).retriesPaused).toBe(true);
  await soon(() => leased(subscription)).toBe(0);
  await aWhile();
  // All are due for a second time, or a third; one is tried.
  const before = receiver.received.length;
  await advance(test, 7 * MINUTE);
  await receiver.until(before + 1);
  await soon(() => leased(subscription)).toBe(0);
  await aWhile();
  return {
    receiver,
    subscription,
    payments,
    async [Symbol.asyncDispose]() {
      await remove(test, `/v1/webhooks/${subscription.id}`);
      await receiver[Symbol.asyncDispose]();
    },
  };
}

const deliveriesOf = ({ id }: Subscription) =>
  test.gateway.db.selectFrom('deliveries').selectAll().where('webhook_id', '=', id).execute();
const untried = async (subscription: Subscription) =>
  (await deliveriesOf(subscription)).filter(({ attempts }) => attempts === 0).length;
const leased = async (subscription: Subscription) =>
  (await deliveriesOf(subscription)).filter(({ lease_until }) => lease_until !== null).length;
const delivered = async (subscription: Subscription) =>
  (await deliveriesOf(subscription)).filter(({ state }) => state === 'delivered').length;
/** All that is due comes at once, and then the one that was tried while the others paused. */
async function everythingArrives({ subscription }: Down, count = MESSAGES): Promise<void> {
  await soon(() => delivered(subscription)).toBeGreaterThanOrEqual(count - 1);
  await advance(test, 8 * MINUTE);
  await soon(() => delivered(subscription)).toBe(count);
}
const told = ({ receiver, subscription }: Down, paymentId: string) =>
  receiver.received.filter(
    (call) => read(call, subscription.secret).message.payload?.id === paymentId,
  ).length;

describe('a receiver that fails everything', () => {
  it('is tried with one message an interval, and told what happens anew', async () => {
    await using down = await receiverThatIsDown();
    const { receiver, subscription } = down;
    for (let round = 0; round < 3; round += 1) {
      const before = receiver.received.length;
      await advance(test, MINUTE);
      await receiver.until(before + 1);
      await aWhile();
      expect(receiver.received).toHaveLength(before + 1);
    }
    const before = receiver.received.length;
    const another = await pay();
    await receiver.until(before + 1);
    await aWhile();
    expect(receiver.received).toHaveLength(before + 1);
    expect(told(down, another)).toBe(1);
    expect(await look(subscription)).toMatchObject({ active: true, retriesPaused: true });
  });

  it('gets everything as soon as it acknowledges what happens anew', async () => {
    await using down = await receiverThatIsDown();
    down.receiver.answer(status(200));
    const another = await pay();
    await everythingArrives(down, MESSAGES + 1);
    expect(told(down, another)).toBe(1);
    expect((await look(down.subscription)).retriesPaused).toBe(false);
  });

  it('gets everything as soon as it acknowledges the one that is tried', async () => {
    await using down = await receiverThatIsDown();
    down.receiver.answer(status(200));
    await advance(test, MINUTE);
    await everythingArrives(down);
    for (const id of down.payments) expect(told(down, id)).toBeGreaterThan(1);
  });

  it('gets everything after a test call that it acknowledges', async () => {
    await using down = await receiverThatIsDown();
    const path = `/v1/webhooks/${down.subscription.id}/test`;
    await post(path);
    await aWhile();
    expect((await look(down.subscription)).retriesPaused).toBe(true);
    down.receiver.answer(status(200));
    await post(path);
    await everythingArrives(down);
  });

  it('gets a message that is replayed at once', async () => {
    await using down = await receiverThatIsDown();
    down.receiver.answer(status(200));
    const [delivery] = (await look(down.subscription)).deliveries;
    await post(`/v1/webhooks/${down.subscription.id}/deliveries/${delivery.id}/replay`);
    await everythingArrives(down);
  });

  it('keeps no other receiver waiting, not even for retries', async () => {
    await using down = await receiverThatIsDown();
    await using receiver = await startReceiver(status(200));
    const subscription = await subscribe(test, receiver);
    receiver.answer((response, call) => status(call.n === 1 ? 500 : 200)(response, call));
    await pay();
    await pay();
    await receiver.until(3);
    await advance(test, MINUTE);
    await soon(() => delivered(subscription)).toBe(2);
    expect((await look(down.subscription)).retriesPaused).toBe(true);
    await remove(test, `/v1/webhooks/${subscription.id}`);
  });

  it('is told when the next attempt is made, and after thirty days nothing more', async () => {
    await using down = await receiverThatIsDown();
    const { subscription } = down;
    const { body } = await test.call('/sandbox/clock', { entityId: test.entityId, advance: '0' });
    const now = Date.parse(body.channelTime);
    for (const { nextAttempt } of (await look(subscription)).deliveries) {
      expect(Date.parse(nextAttempt)).toBeGreaterThan(now - 1000);
    }
    await advance(test, 31 * 24 * HOUR);
    await purgeMessages(test.gateway.db);
    await soon(async () =>
      (await deliveriesOf(subscription)).every(({ state }) => state === 'given_up'),
    ).toBe(true);
  });
});

describe('a receiver that fails one message', () => {
  it('is sent that one again and again, and the others meanwhile', async () => {
    await using receiver = await startReceiver();
    const subscription = await subscribe(test, receiver);
    let poison = '';
    receiver.answer((response, call) => {
      const { message } = read(call, subscription.secret);
      poison ||= message.payload.id;
      status(message.payload.id === poison ? 400 : 200)(response, call);
    });
    await pay();
    await receiver.until(2);
    for (const seconds of [MINUTE, 2 * MINUTE, 4 * MINUTE]) {
      await pay();
      await soon(() => untried(subscription)).toBe(0);
      await advance(test, seconds);
      await aWhile();
    }
    await soon(() => delivered(subscription)).toBe(3);
    const attempts = (await deliveriesOf(subscription)).map((each) => Number(each.attempts));
    expect(attempts.sort()).toEqual([1, 1, 1, 4]);
    await remove(test, `/v1/webhooks/${subscription.id}`);
  });
});

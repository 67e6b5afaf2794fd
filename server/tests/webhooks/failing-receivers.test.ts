/** Who is told that a receiver fails, and when: the API, the log, another receiver, and by e-mail. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listFailing, mailFailing, publishFailingReceivers } from '../../gateway/events/index.ts';
import { failingReceivers } from '../../monitoring/figures.ts';
import { createMailer } from '../../monitoring/mailer.ts';
import { type Received, startReceiver, status } from '../support/receiver.ts';
import { startTestGateway, type TestGateway } from '../support/test-gateway.ts';
import { payByCard, read, remove, type Subscription, subscribe } from './subscribe.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** A mail server that keeps what it is given. */
async function startMailServer(port = 0) {
  const mails: string[] = [];
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData(stream, _session, done) {
      text(stream).then((mail) => {
        mails.push(mail);
        done();
      }, done);
    },
  });
  const listening = server.listen(port, '127.0.0.1');
  await once(listening, 'listening');
  return {
    mails,
    port: (listening.address() as AddressInfo).port,
    stop: () => new Promise<void>((resolve) => server.close(resolve)),
  };
}

let mailServer: Awaited<ReturnType<typeof startMailServer>>;
let test: TestGateway;
beforeAll(async () => {
  mailServer = await startMailServer();
  const url = `smtp://127.0.0.1:${mailServer.port}`;
  const addresses = { from: 'gateway@shop.example', to: 'one@shop.example, two@shop.example' };
  test = await startTestGateway({ delivers: true, mail: createMailer({ url, ...addresses }) });
});
afterAll(async () => {
  await test[Symbol.asyncDispose]();
  await mailServer.stop();
});

const soon = (check: () => unknown) => expect.poll(check, { interval: 40 });
const look = async ({ id }: Subscription) =>
  (await test.call(`/v1/webhooks/${id}?entityId=${test.entityId}`)).body;
const rowOf = ({ id }: Subscription) =>
  test.gateway.db.selectFrom('webhooks').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
/** As if everything that it fails since had been that much earlier. */
async function later(subscription: Subscription, byMs: number): Promise<void> {
  const { failing_since, notice_due_at, mail_due_at } = await rowOf(subscription);
  const earlier = (at: number | null) => (at === null ? null : at - byMs);
  await test.gateway.db
    .updateTable('webhooks')
    .set({
      failing_since: earlier(failing_since),
      notice_due_at: earlier(notice_due_at),
      mail_due_at: earlier(mail_due_at),
    })
    .where('id', '=', subscription.id)
    .execute();
}
const warnings = (subscription: Subscription): { msg: string; waiting?: number }[] =>
  test.log
    .filter((line) => line.includes(subscription.id))
    .map((line) => JSON.parse(line))
    .filter(({ level }) => level === 40);

/** A subscription whose receiver has failed a message, and has done so for a while. */
async function failing(fields = {}) {
  const receiver = await startReceiver();
  const subscription = await subscribe(test, receiver, fields);
  receiver.answer(status(500));
  await payByCard(test);
  await soon(async () => (await look(subscription)).failingSince).toMatch(/^\d{4}-/);
  return {
    receiver,
    subscription,
    async [Symbol.asyncDispose]() {
      await remove(test, `/v1/webhooks/${subscription.id}`);
      await receiver[Symbol.asyncDispose]();
    },
  };
}

describe('a receiver that fails', () => {
  it('is told of after some minutes, once a day: in the log, and to another receiver', async () => {
    await using other = await startReceiver();
    const listening = await subscribe(test, other, { types: 'WEBHOOK' });
    await using down = await failing({ kind: 'events', types: 'PAYMENT_CHARGE_CREATED' });
    const { subscription } = down;
    await publishFailingReceivers(test.gateway);
    expect(warnings(subscription)).toEqual([]);
    await later(subscription, 6 * MINUTE_MS);
    await Promise.all([
      publishFailingReceivers(test.gateway),
      publishFailingReceivers(test.gateway),
    ]);
    expect(warnings(subscription)).toMatchObject([
      { msg: 'a receiver of webhooks fails: messages to it wait', waiting: 1 },
    ]);
    const [, call] = (await other.until(2)) as [Received, Received];
    expect(read(call, listening.secret).message).toMatchObject({
      type: 'WEBHOOK',
      action: 'UPDATED',
      payload: {
        entityId: test.entityId,
        webhook: {
          id: subscription.id,
          kind: 'events',
          url: `${down.receiver.url}/hook`,
          state: 'FAILING',
          failingSince: (await look(subscription)).failingSince,
          waiting: 1,
        },
        result: { code: '000.000.100' },
      },
    });
    await later(subscription, DAY_MS - MINUTE_MS);
    await publishFailingReceivers(test.gateway);
    expect(warnings(subscription)).toHaveLength(1);
    await later(subscription, 2 * MINUTE_MS);
    await publishFailingReceivers(test.gateway);
    expect(warnings(subscription)).toHaveLength(2);
    await other.until(3);
    await remove(test, `/v1/webhooks/${listening.id}`);
  });

  it('is told of no more once it acknowledges anything', async () => {
    await using down = await failing();
    await later(down.subscription, 6 * MINUTE_MS);
    await publishFailingReceivers(test.gateway);
    down.receiver.answer(status(200));
    await payByCard(test);
    await soon(async () => (await look(down.subscription)).failingSince).toBeUndefined();
    expect(await rowOf(down.subscription)).toMatchObject({
      notice_due_at: null,
      mail_due_at: null,
    });
  });

  it('that answers 410 is told of at once, and is paused', async () => {
    await using other = await startReceiver();
    const listening = await subscribe(test, other, { types: 'WEBHOOK' });
    await using gone = await startReceiver();
    const subscription = await subscribe(test, gone);
    gone.answer(status(410));
    await payByCard(test);
    await soon(async () => (await look(subscription)).active).toBe(false);
    await publishFailingReceivers(test.gateway);
    const [, call] = (await other.until(2)) as [Received, Received];
    expect(read(call, listening.secret).message.payload.webhook).toMatchObject({
      id: subscription.id,
      state: 'PAUSED',
      waiting: 1,
    });
    await soon(() => warnings(subscription).map(({ msg }) => msg)).toEqual([
      'a receiver has answered 410: its webhook pauses',
      'a receiver of webhooks fails: messages to it wait',
    ]);
    for (const { id } of [subscription, listening]) await remove(test, `/v1/webhooks/${id}`);
  });

  it('and whose merchant has paused it is told of no more', async () => {
    await using down = await failing();
    const { id } = down.subscription;
    await test.call(`/v1/webhooks/${id}/pause`, { entityId: test.entityId });
    await later(down.subscription, DAY_MS);
    await publishFailingReceivers(test.gateway);
    expect(warnings(down.subscription)).toEqual([]);
  });

  it('and whose merchant has paused it is counted no more, nor told of after its 410', async () => {
    await using down = await failing();
    const { subscription } = down;
    const counted = async () => (await failingReceivers(test.gateway.db)).map(([id]) => id);
    expect(await counted()).toContain(subscription.id);
    await test.call(`/v1/webhooks/${subscription.id}/pause`, { entityId: test.entityId });
    expect(await counted()).not.toContain(subscription.id);

    await using gone = await startReceiver();
    const gave410 = await subscribe(test, gone);
    gone.answer(status(410));
    await payByCard(test);
    await soon(async () => (await look(gave410)).active).toBe(false);
    await test.call(`/v1/webhooks/${gave410.id}/pause`, { entityId: test.entityId });
    expect(await rowOf(gave410)).toMatchObject({ notice_due_at: null, mail_due_at: null });
    await remove(test, `/v1/webhooks/${gave410.id}`);
  });

  it('is in the list of those that fail, which the console asks for', async () => {
    await using down = await failing();
    const found = await listFailing(test.gateway, test.entityId);
    expect(found.map(({ id }) => id)).toContain(down.subscription.id);
    await using elsewhere = await startTestGateway();
    expect(await listFailing(elsewhere.gateway, elsewhere.entityId)).toEqual([]);
  });

  it('names every message that is given up in the log', async () => {
    await using down = await failing({ kind: 'events', types: 'PAYMENT_CHARGE_CREATED' });
    await test.gateway.db
      .updateTable('deliveries')
      .set({ attempts: 9, due_at: 0 })
      .where('webhook_id', '=', down.subscription.id)
      .execute();
    await soon(() => warnings(down.subscription)).toMatchObject([
      { msg: 'messages to a receiver were given up: they can be sent again', count: 1 },
    ]);
  });
});

describe('a mail', () => {
  it('names all receivers that fail, once a day, without what an address keeps secret', async () => {
    await using one = await failing();
    await using two = await failing();
    await test.call(`/v1/webhooks/${two.subscription.id}`, {
      entityId: test.entityId,
      url: `${two.receiver.url}/hook?token=geheim`,
    });
    await payByCard(test);
    await soon(async () => (await look(two.subscription)).failingSince).toBeUndefined();
    two.receiver.answer(status(200));
    await test.call(`/v1/webhooks/${two.subscription.id}/test`, { entityId: test.entityId });
    two.receiver.answer(status(500));
    await payByCard(test);
    await soon(async () => (await look(two.subscription)).failingSince).toMatch(/^\d{4}-/);
    for (const { subscription } of [one, two]) await later(subscription, 6 * MINUTE_MS);
    await publishFailingReceivers(test.gateway);

    const before = mailServer.mails.length;
    const sent = await Promise.all([mailFailing(test.gateway), mailFailing(test.gateway)]);
    expect(sent.sort()).toEqual([0, 2]);
    expect(mailServer.mails).toHaveLength(before + 1);
    const mail = mailServer.mails.at(-1) ?? '';
    expect(mail).toContain('From: gateway@shop.example');
    expect(mail).toContain('To: one@shop.example, two@shop.example');
    expect(mail).toContain('Subject: 2 webhooks fail');
    for (const { subscription } of [one, two]) expect(mail).toContain(subscription.id);
    expect(mail).not.toMatch(/geheim|Jane/);

    await mailFailing(test.gateway);
    expect(mailServer.mails).toHaveLength(before + 1);
    await later(one.subscription, DAY_MS);
    expect(await mailFailing(test.gateway)).toBe(2);
  });

  it('that no server takes is in the log, and is sent once one does', async () => {
    await using down = await failing();
    await later(down.subscription, 6 * MINUTE_MS);
    await publishFailingReceivers(test.gateway);
    const { port, mails } = mailServer;
    await mailServer.stop();
    expect(await mailFailing(test.gateway)).toBe(0);
    const said = test.log.filter((line) => line.includes('could not be sent')).join();
    expect(said).toContain('ECONNREFUSED');
    mailServer = await startMailServer(port);
    // Not at once: a server that is down is asked every ten minutes.
    expect(await mailFailing(test.gateway)).toBe(0);
    await later(down.subscription, 11 * MINUTE_MS);
    expect(await mailFailing(test.gateway)).toBe(1);
    expect(mailServer.mails).toHaveLength(1);
    expect(mailServer.mails[0]).toContain(down.subscription.id);
    expect(mails.join()).not.toContain(down.subscription.id);
  });

  it('is not wanted where none is set up', async () => {
    const { mail: _, ...without } = test.gateway;
    await using down = await failing();
    await later(down.subscription, 6 * MINUTE_MS);
    await publishFailingReceivers(without);
    expect(await mailFailing(without)).toBe(0);
  });
});

/**
 * Every flow over HTTP, with a subscription to notifications and one to events, each with a receiver:
 * what arrives is genuine, valid and complete. The table of docs/message-flows.md is made here.
 */
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EVENT_TYPES } from '../../../contract/events/events.ts';
import { mistakesOf } from '../support/event-validity.ts';
import { type Received, startReceiver, type TestReceiver } from '../support/receiver.ts';
import { startTestGateway, type TestGateway } from '../support/test-gateway.ts';
import { everythingIsTold, FLOWS, type Flow } from './published-flows.ts';
import { read, type Subscription, subscribe } from './subscribe.ts';

interface Listening {
  readonly receiver: TestReceiver;
  readonly subscription: Subscription;
}

let test: TestGateway;
let events: Listening;
let notifications: Listening;

async function listen(kind: string): Promise<Listening> {
  const receiver = await startReceiver();
  return { receiver, subscription: await subscribe(test, receiver, { kind }) };
}

beforeAll(async () => {
  test = await startTestGateway({ delivers: true });
  events = await listen('events');
  notifications = await listen('notifications');
});
afterAll(async () => {
  await test[Symbol.asyncDispose]();
  await events.receiver[Symbol.asyncDispose]();
  await notifications.receiver[Symbol.asyncDispose]();
});

/** As a receiver verifies it, with the official library. */
const verified = ({ headers, body }: Received) =>
  new Webhook(events.subscription.secret).verify(body, headers as Record<string, string>) as {
    readonly type: string;
    readonly paymentChargeStatus?: string;
    readonly paymentAgreementStatus?: string;
  };
const toldOf = (event: ReturnType<typeof verified>) => {
  const status = event.paymentChargeStatus ?? event.paymentAgreementStatus;
  return status === undefined ? [event.type] : [event.type, status];
};

/**
 * One payment or registration after the other: an order is kept within each, and those of others come
 * between. The group whose first message was recorded first comes first.
 */
async function byGroup(received: readonly Received[]): Promise<Received[]> {
  const recorded = await test.gateway.db
    .selectFrom('deliveries')
    .innerJoin('messages', 'messages.id', 'deliveries.message_id')
    .select(['deliveries.id', 'messages.group_id'])
    .orderBy('messages.created_at')
    .orderBy('messages.position')
    .execute();
  const groupOf = new Map(recorded.map(({ id, group_id }) => [id, group_id]));
  const groups = [...new Set(groupOf.values())];
  const place = ({ headers }: Received) =>
    groups.indexOf(groupOf.get(String(headers['webhook-id'])) ?? '');
  return received.toSorted((one, other) => place(one) - place(other));
}

const ROWS: string[] = [];
const seen = new Set<string>();

/** A row of the documentation's table. */
function row(name: string, told: readonly string[][], notified: readonly string[]): string {
  const lines = (list: readonly string[]) => (list.length > 0 ? list.join('<br>') : 'none');
  const described = told.map(([type = '', status]) =>
    status === undefined ? `\`${type}\`` : `\`${type}\` (${status})`,
  );
  return `| ${name} | ${lines(notified)} | ${lines(described)} |`;
}

describe('what is told of', () => {
  it.each(FLOWS)('$name', async ({ name, run, events: expected }: Flow) => {
    const [toldBefore, notifiedBefore] = [events, notifications].map(
      ({ receiver }) => receiver.received.length,
    );
    await run(test);
    await everythingIsTold(test);
    const told = (await byGroup(events.receiver.received.slice(toldBefore))).map(verified);
    expect(told.map(toldOf)).toEqual(expected);
    expect(told.flatMap(mistakesOf)).toEqual([]);
    const notified = (await byGroup(notifications.receiver.received.slice(notifiedBefore))).map(
      (call) => read(call, notifications.subscription.secret).message,
    );
    for (const { type } of told) seen.add(type);
    ROWS.push(
      row(
        name,
        told.map(toldOf),
        notified.map(
          ({ type, action, payload }) =>
            `${type} ${action}${type === 'PAYMENT' ? `, ${payload.paymentType}` : ''}: ` +
            `${payload.result.code}`,
        ),
      ),
    );
    const ids = events.receiver.received.map(({ headers }) => headers['webhook-id']);
    expect(new Set(ids).size).toBe(ids.length);
    expect(JSON.stringify(told)).not.toMatch(/42000000000\d{5}/);
  });

  it('is every event that there is', () => {
    expect([...seen].sort()).toEqual([...EVENT_TYPES].sort());
  });

  it('stands in the documentation', async () => {
    const document = [
      '# Which flow gives which messages',
      '',
      'Written by `server/tests/webhooks/event-flows.test.ts` from what its receivers got. Notifications are described in [webhooks](webhooks.md), events in [events](events.md). Each line is one message; those of one payment come in the order in which they are sent, those of its stored card or account beside them; behind the colon stands the result code in the simulator.',
      '',
      '| Flow | Notifications | Events |',
      '| --- | --- | --- |',
      ...ROWS,
      '',
    ].join('\n');
    await expect(document).toMatchFileSnapshot('../../../docs/message-flows.md');
  });
});

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
    const told = events.receiver.received.slice(toldBefore).map(verified);
    expect(told.map(toldOf)).toEqual(expected);
    expect(told.flatMap(mistakesOf)).toEqual([]);
    const notified = notifications.receiver.received
      .slice(notifiedBefore)
      .map((call) => read(call, notifications.subscription.secret).message);
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
      'Written by `server/tests/webhooks/event-flows.test.ts` from what its receivers got. Notifications are described in [webhooks](webhooks.md), events in [events](events.md). Each line is one message, in the order in which they are sent; behind the colon stands the result code in the simulator.',
      '',
      '| Flow | Notifications | Events |',
      '| --- | --- | --- |',
      ...ROWS,
      '',
    ].join('\n');
    await expect(document).toMatchFileSnapshot('../../../docs/message-flows.md');
  });
});

/** A merchant with a channel and receivers of its own in a gateway that others use, too. */
import assert from 'node:assert/strict';
import { issueToken } from '../../gateway/access/access-tokens.ts';
import { changeSettings, createEntity } from '../../gateway/entities/entities.ts';
import { endpoint, mistakesIn } from '../support/described-answers.ts';
import type { Received, TestReceiver } from '../support/receiver.ts';
import type { Answer, Fields, TestGateway } from '../support/test-gateway.ts';
import { read } from '../webhooks/subscribe.ts';
import { FEES } from './money.ts';
import { RESULT_CODES } from './result-codes.ts';

export interface Asked {
  readonly endpoint: string;
  readonly path: string;
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly fields: Fields;
  readonly isShoppers?: true;
}

export interface Shop {
  readonly entityId: string;
  /** What its gateway does by itself. */
  readonly gateway: TestGateway['gateway'];
  /** @throws AssertionError where the answer is none that is published */
  ask(asked: Asked, key?: string): Promise<Answer>;
  /** What was asked so far and how it was answered, a line each, for a person to read. */
  readonly asked: readonly string[];
  /** A GET. */
  read(endpoint: string, path: string, query?: Fields): Promise<Answer>;
  /** What its receivers got so far, as it reads them. */
  notifications(): Notified[];
  events(): { readonly headers: Received['headers']; readonly event: Record<string, unknown> }[];
}

export interface Notified {
  readonly headers: Received['headers'];
  // biome-ignore lint/suspicious/noExplicitAny: the tests look at messages as untyped code does
  readonly message: any;
}

const queryOf = (fields: Fields) =>
  new URLSearchParams(
    Object.entries(fields).filter((pair): pair is [string, string] => pair[1] !== undefined),
  );

export async function openShop(
  { gateway, call }: TestGateway,
  receiver: TestReceiver,
): Promise<Shop> {
  const { db } = gateway;
  const { id: parentId } = await createEntity(db, { kind: 'merchant', name: 'Merchant' });
  const { id: entityId } = await createEntity(db, { kind: 'channel', name: 'Shop', parentId });
  await changeSettings(db, entityId, { fees: FEES });
  const { token } = await issueToken(db, { entityId, label: 'merchant' });
  const authorization = `Bearer ${token}`;

  const asked: string[] = [];
  const ask: Shop['ask'] = async ({ endpoint: id, path, method, fields, isShoppers }, key) => {
    const all = { ...(!isShoppers && { entityId }), ...fields };
    const headers = {
      ...(!isShoppers && { authorization }),
      ...(key !== undefined && { 'idempotency-key': key }),
    };
    const answer =
      method === 'POST'
        ? await call(path, all, { headers })
        : await call(`${path}?${queryOf(all)}`, undefined, { method, headers });
    const { code } = answer.body.result ?? {};
    asked.push(
      `${method} ${path} ${queryOf(fields)} → ${answer.status} ${code} ${answer.body.id ?? ''}`,
    );
    const about = `${method} ${path} ${JSON.stringify(fields)}: ${JSON.stringify(answer.body)}`;
    assert(answer.status < 500, about);
    assert.deepEqual(mistakesIn(endpoint(id), answer), [], about);
    assert(RESULT_CODES.has(code), `${code} is no result code; ${about}`);
    return answer;
  };
  const subscribe = async (kind: string) => {
    const url = `${receiver.url}/${entityId}/${kind}`;
    const path = '/v1/webhooks';
    const fields = { url, kind };
    const { body } = await ask({ endpoint: 'create-webhook', path, method: 'POST', fields });
    assert(body.secret, JSON.stringify(body));
    return body.secret as string;
  };
  const key = await subscribe('notifications');
  await subscribe('events');
  const got = (kind: string) =>
    receiver.received.filter(({ path }) => path === `/${entityId}/${kind}`);

  return {
    ...{ entityId, gateway, ask, asked },
    read: (id, path, query = {}) => ask({ endpoint: id, path, method: 'GET', fields: query }),
    notifications: () =>
      got('notifications')
        .map((call) => ({ headers: call.headers, message: read(call, key).message }))
        .filter(({ message }) => message.type !== 'TEST'),
    events: () =>
      got('events')
        .map(({ headers, body }) => ({ headers, event: JSON.parse(body) }))
        .filter(({ event }) => event.type !== 'TEST'),
  };
}

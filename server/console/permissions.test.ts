/** Role × action × entity: who may ask the console for what. Each of its routes has a row. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AdminRole } from '../../contract/admin-api.ts';
import { ROLES } from '../gateway/access/index.ts';
import { createEntity } from '../gateway/entities/entities.ts';
import { type Client, startConsole } from '../tests/support/console-client.ts';
import { startMerchant } from '../tests/support/merchant.ts';

const merchant = await startMerchant();
const { gateway, entityId, call } = merchant;
const console = await startConsole(gateway);
afterAll(async () => {
  await console[Symbol.asyncDispose]();
  await merchant[Symbol.asyncDispose]();
});

/** Things of the merchant, whose ids are put into the paths. */
const ids: Record<string, string> = {
  id: '0'.repeat(32),
  subscription: 'sub',
  delivery: 'del',
  name: 'Nobody',
  token: 'none',
};
const clients: Record<string, Client> = {};
beforeAll(async () => {
  for (const role of ROLES) clients[role] = await console.administrator(`Our ${role}`, role);
  const other = await createEntity(gateway.db, { kind: 'merchant', name: 'Another' });
  clients['stranger'] = await console.administrator('A stranger', 'owner', other.id);
  const { body } = await call('/v1/payments', {
    ...{ entityId, amount: '92.00', currency: 'EUR', paymentType: 'DB', paymentBrand: 'VISA' },
    ...{ 'card.number': '4200000000000000', 'card.holder': 'Jane Jones', 'card.cvv': '123' },
    ...{ 'card.expiryMonth': '05', 'card.expiryYear': '2034' },
  });
  ids['payment'] = body.id;
  const { body: token } = await (clients['owner'] as Client).ask('/admin/v1/tokens', {
    ...{ entityId, label: 'of the matrix' },
  });
  ids['tokenId'] = token.id;
});

interface Row {
  readonly route: string;
  /** From which role on; `signed out`: anybody, `anyone`: whoever is signed in, for themselves. */
  readonly needs: AdminRole | 'signed out' | 'anyone';
  /** Names a thing of the merchant, which another merchant's owner does not find. */
  readonly path?: string;
  readonly body?: object;
}

const ROWS: readonly Row[] = [
  { route: 'GET /admin/v1/session', needs: 'anyone' },
  { route: 'POST /admin/v1/session', needs: 'signed out' },
  { route: 'DELETE /admin/v1/session', needs: 'anyone' },
  { route: 'GET /admin/v1/sessions', needs: 'anyone' },
  { route: 'DELETE /admin/v1/sessions', needs: 'anyone' },
  { route: 'PUT /admin/v1/session/password', needs: 'anyone' },
  { route: 'POST /admin/v1/session/authenticator', needs: 'anyone' },
  { route: 'PUT /admin/v1/session/authenticator', needs: 'anyone' },
  { route: 'DELETE /admin/v1/session/authenticator', needs: 'anyone' },
  { route: 'GET /admin/v1/links/:token', needs: 'signed out' },
  { route: 'POST /admin/v1/links/:token', needs: 'signed out' },
  { route: 'GET /admin/v1/session/passkeys', needs: 'anyone' },
  { route: 'POST /admin/v1/session/passkeys/options', needs: 'anyone' },
  { route: 'POST /admin/v1/session/passkeys', needs: 'anyone' },
  { route: 'DELETE /admin/v1/session/passkeys/:id', needs: 'anyone' },
  { route: 'POST /admin/v1/passkey/options', needs: 'signed out' },
  { route: 'POST /admin/v1/passkey', needs: 'signed out' },
  { route: 'GET /admin/v1/administrators', needs: 'owner' },
  {
    route: 'POST /admin/v1/administrators',
    needs: 'owner',
    body: { name: 'Invited', role: 'owner', entityId: null },
  },
  { route: 'PATCH /admin/v1/administrators/:name', needs: 'owner', body: { role: 'support' } },
  { route: 'DELETE /admin/v1/administrators/:name', needs: 'owner' },
  { route: 'GET /admin/v1/payments', needs: 'read-only' },
  { route: 'GET /admin/v1/payments.csv', needs: 'support' },
  { route: 'GET /admin/v1/payments/:id', needs: 'read-only', path: 'payment' },
  { route: 'POST /admin/v1/payments/:id/capture', needs: 'operator', path: 'payment' },
  { route: 'POST /admin/v1/payments/:id/refund', needs: 'support', path: 'payment' },
  { route: 'POST /admin/v1/payments/:id/reverse', needs: 'operator', path: 'payment' },
  { route: 'GET /admin/v1/approvals', needs: 'read-only' },
  { route: 'POST /admin/v1/approvals/:id/approve', needs: 'operator' },
  { route: 'POST /admin/v1/approvals/:id/reject', needs: 'anyone' },
  { route: 'GET /admin/v1/views', needs: 'anyone' },
  { route: 'PUT /admin/v1/views/:name', needs: 'anyone', body: {} },
  { route: 'DELETE /admin/v1/views/:name', needs: 'anyone' },
  { route: 'GET /admin/v1/webhooks', needs: 'read-only' },
  { route: 'POST /admin/v1/deliveries/:subscription/:delivery/resend', needs: 'support' },
  { route: 'GET /admin/v1/tokens', needs: 'operator' },
  { route: 'POST /admin/v1/tokens', needs: 'operator', body: { entityId, label: 'x' } },
  { route: 'POST /admin/v1/tokens/:id/rotate', needs: 'operator', path: 'tokenId' },
  { route: 'DELETE /admin/v1/tokens/:id', needs: 'operator', path: 'tokenId' },
  { route: 'GET /admin/v1/today', needs: 'read-only' },
];

/** @param ask of a client, or of nobody */
function send(ask: Client['ask'], { route, path, body }: Row) {
  const [method = '', url = ''] = route.split(' ');
  const named = path ? { ...ids, id: ids[path] ?? '' } : ids;
  const filled = url.replace(/:(\w+)/g, (_, name: string) => named[name] ?? '');
  const isRead = method === 'GET';
  return ask(filled, isRead ? undefined : (body ?? {}), {
    method,
    headers: {
      'content-type': 'application/json',
      'idempotency-key': `matrix ${route} ${Math.random()}`,
    },
  });
}
/** The session ends, or what is asked for itself is changed: they are tried elsewhere. */
const ENDS = ['DELETE /admin/v1/session', 'DELETE /admin/v1/sessions'];

it('has a row for each route', () => {
  const methods = /(GET|POST|PUT|PATCH|DELETE)/g;
  const printed = console.routes.split('\n').flatMap((line) => {
    const [, methodsOf = ''] = /\(([A-Z, ]+)\)/.exec(line) ?? [];
    return methodsOf.match(methods) ?? [];
  });
  expect(printed.length).toBeGreaterThan(30);
  const served = printed.length - (console.routes.includes('* (') ? 1 : 0);
  expect(ROWS.length).toBe(served);
});

describe('nobody who is signed out', () => {
  it.each(ROWS.filter(({ needs }) => needs !== 'signed out'))('may $route', async (row) => {
    expect(await send(console.ask, row)).toMatchObject({
      status: 401,
      body: { reason: 'signed-out' },
    });
  });
});

describe.each([...ROLES])('the role %s', (role) => {
  const mayNot = ({ needs }: Row) =>
    needs !== 'anyone' && ROLES.indexOf(role) < ROLES.indexOf(needs as AdminRole);
  const rows = ROWS.filter(
    (row) =>
      row.needs !== 'signed out' &&
      !ENDS.includes(row.route) &&
      // What deletes something for good is asked by those who may not.
      (mayNot(row) || !row.route.startsWith('DELETE')),
  );
  it.each(rows)('$route', async (row) => {
    const answer = await send((clients[role] as Client).ask, row);
    expect(answer.status === 403, JSON.stringify(answer.body)).toBe(mayNot(row));
  });
});

describe('the owner of another merchant', () => {
  const rows = ROWS.filter(({ path, route }) => path || route === 'POST /admin/v1/tokens');
  it.each(rows)('finds nothing at $route', async (row) => {
    const answer = await send((clients['stranger'] as Client).ask, row);
    expect(answer).toMatchObject({ status: 404, body: { reason: 'not-found' } });
  });

  it('sees none of ours, and invites nobody above their own merchant', async () => {
    const { ask } = clients['stranger'] as Client;
    for (const path of ['payments', 'approvals', 'webhooks', 'tokens']) {
      const { body } = await ask(`/admin/v1/${path}`);
      expect(body.items ?? body, path).toEqual([]);
    }
    const names = (await ask('/admin/v1/administrators')).body.map(
      ({ name }: { name: string }) => name,
    );
    expect(names).toEqual(['A stranger']);
    const invited = await ask('/admin/v1/administrators', {
      ...{ name: 'Mallory', role: 'owner', entityId: null },
    });
    expect(invited).toMatchObject({ status: 403 });
    const ours = await ask('/admin/v1/administrators/Our%20owner', undefined, {
      method: 'DELETE',
    });
    expect(ours).toMatchObject({ status: 404 });
    const { entities } = (await ask('/admin/v1/session')).body;
    expect(entities.map(({ name }: { name: string }) => name)).toEqual(['Another']);
  });
});

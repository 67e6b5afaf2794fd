/** Access tokens in the console: who issues which, and what becomes of the one before. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditEntries, issueToken } from '../gateway/access/index.ts';
import { realNow } from '../store/clock.ts';
import { type Client, startConsole } from '../tests/support/console-client.ts';
import { startMerchant } from '../tests/support/merchant.ts';

const merchant = await startMerchant();
const { gateway, entityId } = merchant;
const { db } = gateway;
const console = await startConsole(gateway);
afterAll(async () => {
  await console[Symbol.asyncDispose]();
  await merchant[Symbol.asyncDispose]();
});

let owner: Client;
let operator: Client;
beforeAll(async () => {
  owner = await console.administrator('Olga', 'owner');
  operator = await console.administrator('Opal', 'operator');
});

const tokens = '/admin/v1/tokens';
const issue = (client: Client, more: object = {}) =>
  client.ask(tokens, { entityId, label: 'shop', ...more });
const rotate = (client: Client, id: string, body: object = {}) =>
  client.ask(`${tokens}/${id}/rotate`, body);
/** Whether the gateway takes a request with the token: it looks for the payment then. */
const isTaken = async (token: string) => {
  const path = `/v1/payments/${'0'.repeat(32)}?entityId=${entityId}`;
  const headers = { authorization: `Bearer ${token}` };
  const { status } = await merchant.call(path, undefined, { headers });
  expect([403, 404]).toContain(status);
  return status === 404;
};
const actions = async () => {
  const all: string[] = [];
  for await (const { action } of auditEntries(db)) all.push(action);
  return all;
};

describe('a role with a limit for refunds', () => {
  it('issues no token that refunds: it would have none', async () => {
    expect(operator.session.tokenScopes).toEqual(['payments', 'reports', 'webhooks']);
    expect(owner.session.tokenScopes).toContain('refunds');
    const before = (await owner.ask(tokens)).body.length;
    for (const scopes of [undefined, ['refunds'], ['payments', 'refunds']]) {
      const answer = await issue(operator, { ...(scopes && { scopes }) });
      expect(answer).toMatchObject({ status: 400, body: { reason: 'invalid' } });
      expect(answer.body.description).toMatch(/^scopes .*payments, reports, webhooks.*operator/);
    }
    expect((await owner.ask(tokens)).body).toHaveLength(before);
    const allowed = await issue(operator, { scopes: ['payments', 'reports'] });
    expect(allowed).toMatchObject({ status: 200, body: { scopes: ['payments', 'reports'] } });
    expect((await issue(owner)).body.scopes).toBeNull();
  });

  it('rotates none either, whose secret it would learn', async () => {
    const { id, token } = (await issue(owner)).body;
    expect(await rotate(operator, id)).toMatchObject({ status: 400, body: { reason: 'invalid' } });
    expect(await isTaken(token)).toBe(true);
  });
});

describe('a token that is rotated', () => {
  it('is not taken any more, and the one in its place is, with the same terms', async () => {
    const networks = ['127.0.0.0/8', '::1'];
    const expiresAt = realNow() + 86_400_000;
    const scopes = ['payments'] as const;
    const before = await issueToken(db, { entityId, label: 'old', networks, expiresAt, scopes });
    expect(await isTaken(before.token)).toBe(true);
    const { status, body } = await rotate(operator, before.id);
    expect(status).toBe(200);
    expect(body).toMatchObject({ label: 'old', scopes: ['payments'], revokedAt: null });
    expect(Date.parse(body.expiresAt)).toBe(expiresAt);
    expect(await isTaken(body.token)).toBe(true);
    expect(await isTaken(before.token)).toBe(false);
    const row = await db
      .selectFrom('access_tokens')
      .select('networks')
      .where('id', '=', body.id)
      .executeTakeFirstOrThrow();
    expect(row.networks).toBe(networks.join(','));
  });

  it('is taken for as long as was said, and never beyond its own end', async () => {
    const { id, token } = (await issue(owner)).body;
    const now = realNow();
    expect((await rotate(owner, id, { overlap: 3_600 })).status).toBe(200);
    expect(await isTaken(token)).toBe(true);
    const endOf = async (which: string) => {
      const all: { id: string; expiresAt: string }[] = (await owner.ask(tokens)).body;
      return Date.parse(all.find((one) => one.id === which)?.expiresAt ?? '');
    };
    expect(await endOf(id)).toBeGreaterThanOrEqual(now + 3_600_000);
    expect(await endOf(id)).toBeLessThan(now + 3_700_000);
    const soon = new Date(now + 600_000).toISOString();
    const short = (await issue(owner, { expiresAt: soon })).body;
    await rotate(owner, short.id, { overlap: 3_600 });
    expect(await endOf(short.id)).toBe(now + 600_000);
    for (const overlap of [-1, 1.5, 2_592_001, 'long']) {
      const wrong = await rotate(owner, id, { overlap });
      expect(wrong).toMatchObject({ status: 400, body: { reason: 'invalid' } });
      expect(wrong.body.parameterErrors[0].name).toBe('overlap');
    }
  });

  it('has neither been revoked nor come to its end', async () => {
    const expired = await issueToken(db, { entityId, label: 'late', expiresAt: realNow() - 1 });
    const { id } = (await issue(owner)).body;
    await owner.ask(`${tokens}/${id}`, undefined, { method: 'DELETE' });
    const before = (await owner.ask(tokens)).body.length;
    for (const over of [expired.id, id]) {
      expect(await rotate(owner, over)).toMatchObject({
        status: 409,
        body: { reason: 'conflict' },
      });
    }
    expect((await owner.ask(tokens)).body).toHaveLength(before);
  });

  it.each([0, 3_600])(
    'is rotated once by two administrators at once, with an overlap of %i seconds',
    async (overlap) => {
      const { id } = (await issue(owner)).body;
      const both = await Promise.all([
        rotate(owner, id, { overlap }),
        rotate(owner, id, { overlap }),
      ]);
      expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    },
  );

  it('is not rotated again while it is still taken: the one in its place has the end that it had', async () => {
    const { id, token } = (await issue(owner)).body;
    const next = (await rotate(owner, id, { overlap: 3_600 })).body;
    expect(next).toMatchObject({ expiresAt: null, replacedAt: null });
    expect(await rotate(owner, id, { overlap: 3_600 })).toMatchObject({
      ...{ status: 409, body: { reason: 'conflict' } },
    });
    expect(await isTaken(token)).toBe(true);
    const all: { id: string; replacedAt: string | null }[] = (await owner.ask(tokens)).body;
    expect(all.find((one) => one.id === id)?.replacedAt).toEqual(expect.any(String));
    expect((await rotate(owner, next.id)).status).toBe(200);
  });
});

it('a token that is revoked is in the audit log once, however often that is asked', async () => {
  const { id } = (await issue(owner)).body;
  const revoke = () => owner.ask(`${tokens}/${id}`, undefined, { method: 'DELETE' });
  const before = await actions();
  expect((await revoke()).status).toBe(200);
  expect((await revoke()).status).toBe(200);
  expect((await actions()).slice(before.length)).toEqual(['token revoked']);
});

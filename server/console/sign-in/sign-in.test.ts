/** Getting into the console, and being kept out of it. */
import { afterAll, describe, expect, it } from 'vitest';
import { administratorOf, auditEntries, renewKey } from '../../gateway/access/index.ts';
import { realNow } from '../../store/clock.ts';
import { cookieIn, PASSWORD, startConsole } from '../../tests/support/console-client.ts';
import { withinOneMinute } from '../../tests/support/one-window.ts';
import { startAlone } from '../../tests/support/test-gateway.ts';
import { firstOwnerLink } from '../first-owner.ts';
import { codeOf, stepAt } from './one-time-codes.ts';

const ours = await startAlone();
const { db } = ours.gateway;
const console = await startConsole(ours.gateway);
afterAll(async () => {
  await console[Symbol.asyncDispose]();
  await ours[Symbol.asyncDispose]();
});
const signIn = (name: string, password: string, code?: string) =>
  console.ask('/admin/v1/session', { name, password, ...(code !== undefined && { code }) });
const audited = async () => {
  const actions: string[] = [];
  for await (const { action } of auditEntries(db)) actions.push(action);
  return actions;
};

describe('the first owner', () => {
  it('gets in by the link that the start prints, once', async () => {
    const link = await firstOwnerLink(db, console.url);
    const [, token = ''] = link?.split('#token=') ?? [];
    expect((await console.ask(`/admin/v1/links/${token}`)).body).toMatchObject({
      role: 'owner',
      name: null,
    });
    const weak = await console.ask(`/admin/v1/links/${token}`, { name: 'Ada', password: 'short' });
    expect(weak).toMatchObject({ status: 400, body: { reason: 'invalid' } });
    const used = await console.ask(`/admin/v1/links/${token}`, { name: 'Ada', password: PASSWORD });
    expect(used).toMatchObject({ status: 200, body: { name: 'Ada', role: 'owner' } });
    expect(used.headers.get('set-cookie')).toMatch(
      /^__Host-console=[\w-]{43}; Max-Age=43200; Path=\/; Secure; HttpOnly; SameSite=Strict$/,
    );
    const again = await console.ask(`/admin/v1/links/${token}`, {
      name: 'Eve',
      password: PASSWORD,
    });
    expect(again).toMatchObject({ status: 404, body: { reason: 'link-over' } });
    expect(await firstOwnerLink(db, console.url)).toBeUndefined();
  });

  it('changes nothing for the command line, until a key is drawn there', async () => {
    expect(await administratorOf(db, undefined)).toBe('machine');
    const key = await renewKey(db, 'Ada');
    expect(await administratorOf(db, key)).toEqual({ name: 'Ada', role: 'owner' });
    await expect(administratorOf(db, undefined)).rejects.toThrow('ADMIN_KEY');
  });
});

describe('a session', () => {
  it('begins with name and password, is asked for, and ends with the sign-out', async () => {
    await console.administrator('Bea', 'support');
    const signedIn = await signIn('Bea', PASSWORD);
    const cookie = cookieIn(signedIn);
    const { csrfToken } = signedIn.body;
    const mine = await console.ask('/admin/v1/session', undefined, { headers: { cookie } });
    expect(mine.body).toMatchObject({
      name: 'Bea',
      role: 'support',
      refundLimit: '100',
      csrfToken,
    });
    const out = await console.ask('/admin/v1/session', undefined, {
      method: 'DELETE',
      headers: { cookie, 'x-csrf-token': csrfToken },
    });
    expect(out.status).toBe(200);
    const stolen = await console.ask('/admin/v1/session', undefined, { headers: { cookie } });
    expect(stolen).toMatchObject({ status: 401, body: { reason: 'signed-out' } });
    expect(await audited()).toContain('console sign-out');
  });

  it.each([
    ['after half an hour without a request', { used_at: realNow() - 30 * 60_000 }],
    ['after half a day', { started_at: realNow() - 12 * 60 * 60_000 }],
  ])('is over %s', async (_, changes) => {
    const bea = await console.administrator('Bea', 'support');
    expect((await bea.ask('/admin/v1/session')).status).toBe(200);
    await db.updateTable('console_sessions').set(changes).execute();
    expect((await bea.ask('/admin/v1/session')).status).toBe(401);
  });

  it('is worth nothing once its administrator was removed', async () => {
    const owner = await console.administrator('Olga', 'owner');
    const cleo = await console.administrator('Cleo', 'operator');
    const removed = await owner.ask('/admin/v1/administrators/Cleo', undefined, {
      method: 'DELETE',
    });
    expect(removed.status).toBe(200);
    expect((await cleo.ask('/admin/v1/payments')).status).toBe(401);
    expect(await signIn('Cleo', PASSWORD)).toMatchObject({ status: 401 });
  });

  it('changes nothing without its token, and answers no page of another site', async () => {
    const bea = await console.administrator('Bea', 'support');
    for (const token of ['', 'another']) {
      const forged = await bea.ask('/admin/v1/sessions', undefined, {
        method: 'DELETE',
        headers: { 'x-csrf-token': token },
      });
      expect(forged).toMatchObject({ status: 403, body: { reason: 'csrf' } });
    }
    const read = (headers: Record<string, string>) =>
      bea.ask('/admin/v1/payments', undefined, { headers });
    expect(await read({ 'x-csrf-token': 'of a session before' })).toMatchObject({
      ...{ status: 403, body: { reason: 'csrf' } },
    });
    for (const site of ['cross-site', 'same-site']) {
      const foreign = await bea.ask('/admin/v1/session', undefined, {
        headers: { 'sec-fetch-site': site, 'sec-fetch-mode': 'cors' },
      });
      expect(foreign).toMatchObject({ status: 403, body: { reason: 'forbidden' } });
    }
  });

  it('answers to its own name only, in no frame, and runs no script of others', async () => {
    const { port } = new URL(console.url);
    const other = await fetch(`http://127.0.0.1:${port}/admin/v1/session`).catch(() => undefined);
    if (other) expect(other.status).toBe(403);
    const { headers } = await console.ask('/admin/v1/session');
    expect(headers.get('content-security-policy')).toMatch(/frame-ancestors 'none'/);
    expect(headers.get('content-security-policy')).not.toMatch(/unsafe/);
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('cache-control')).toBe('no-store');
  });
});

describe('a password', () => {
  it('is refused with a name that no text is', async () => {
    const { status, body } = await signIn('Dora\0', PASSWORD);
    expect(status).toBe(400);
    expect(body.parameterErrors).toEqual([{ name: 'name', message: 'must have no NUL character' }]);
  });

  it('is refused in a body that is nested deeper than anybody writes', async () => {
    const nested = `${'['.repeat(30_000)}${']'.repeat(30_000)}`;
    const { status } = await console.ask('/admin/v1/session', {}, { body: `{"name":${nested}}` });
    expect(status).toBe(400);
  });

  it('that is wrong is told as any other mistake, and locks the name after five', async () => {
    await console.administrator('Dora', 'operator');
    for (let n = 0; n < 5; n += 1) {
      const known = await signIn('Dora', 'wrong password');
      const unknown = await signIn('nobody of that name', 'wrong password');
      expect(known).toMatchObject({ status: 401, body: { reason: 'wrong-credentials' } });
      expect(unknown.body).toEqual(known.body);
    }
    const locked = await signIn('Dora', PASSWORD);
    expect(locked).toMatchObject({ status: 429, body: { reason: 'locked' } });
    expect(Date.parse(locked.body.retryAt)).toBeGreaterThan(realNow());
    await db.updateTable('console_failures').set({ locked_until: 0 }).execute();
    expect((await signIn('Dora', PASSWORD)).status).toBe(200);
    expect(await audited()).toContain('console sign-in failed');
    await db.deleteFrom('console_failures').execute();
  });

  it('is right in any script, as long as it may be', async () => {
    const client = await console.administrator('Kit', 'operator');
    const newPassword = '🔑🔒🔓🗝'.repeat(32);
    const path = '/admin/v1/session/password';
    const changed = await client.ask(path, { password: PASSWORD, newPassword }, { method: 'PUT' });
    expect(changed.status).toBe(200);
    expect((await signIn('Kit', newPassword)).status).toBe(200);
    expect((await signIn('Kit', newPassword.slice(0, -2))).status).toBe(401);
  });

  it('is changed with the old one, and ends all other sessions', async () => {
    const there = await console.administrator('Fay', 'operator');
    const { body, ...here } = await signIn('Fay', PASSWORD);
    const cookie = cookieIn(here);
    const change = (password: string) =>
      console.ask(
        '/admin/v1/session/password',
        { password, newPassword: 'another long one' },
        {
          method: 'PUT',
          headers: { cookie, 'x-csrf-token': body.csrfToken },
        },
      );
    expect(await change('wrong')).toMatchObject({ status: 400 });
    expect((await change(PASSWORD)).status).toBe(200);
    expect((await there.ask('/admin/v1/session')).status).toBe(401);
    expect((await signIn('Fay', 'another long one')).status).toBe(200);
  });
});

it('a passkey with the longest id that there is can be removed', async () => {
  const client = await console.administrator('Pam', 'operator');
  const id = Buffer.alloc(1_023, 7).toString('base64url');
  await db
    .insertInto('console_passkeys')
    .values({
      ...{ id, name: 'Pam', label: 'security key', public_key: 'AA' },
      ...{ counter: 0, created_at: realNow(), used_at: null },
    })
    .execute();
  const passkeys = '/admin/v1/session/passkeys';
  const removed = await client.ask(`${passkeys}/${id}`, {}, { method: 'DELETE' });
  expect(removed).toMatchObject({ status: 200 });
  expect((await client.ask(passkeys)).body).toEqual([]);
});

it('of an address that tries without end, most tries are not even looked at, at any instance', async () => {
  await using own = await startAlone();
  await using one = await startConsole(own.gateway);
  await using other = await startConsole(own.gateway);
  await withinOneMinute();
  const tries = await Promise.all(
    Array.from({ length: 90 }, (_, n) =>
      (n % 2 === 0 ? one : other).ask('/admin/v1/passkey/options', {}),
    ),
  );
  const refused = tries.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThanOrEqual(30);
  expect(refused[0]?.body).toMatchObject({ reason: 'locked', retryAt: expect.any(String) });
});

describe('an authenticator app', () => {
  it('is asked besides the password, each code once; a recovery code stands in, once', async () => {
    const gia = await console.administrator('Gia', 'owner');
    const { secret, uri, qrPath } = (await gia.ask('/admin/v1/session/authenticator', {})).body;
    expect(uri).toContain(`secret=${secret}`);
    expect(qrPath).toMatch(/^M/);
    const confirm = (code: string) =>
      gia.ask('/admin/v1/session/authenticator', { code }, { method: 'PUT' });
    expect((await confirm('000000')).status).toBe(400);
    const code = (steps: number) => codeOf(secret, stepAt(realNow()) + steps);
    const { recoveryCodes } = (await confirm(code(0))).body;
    expect(recoveryCodes).toHaveLength(10);
    const kept = await db
      .selectFrom('administrators')
      .select('authenticator')
      .where('name', '=', 'Gia')
      .executeTakeFirstOrThrow();
    expect(kept.authenticator).not.toContain(secret);

    expect(await signIn('Gia', PASSWORD)).toMatchObject({
      status: 401,
      body: { reason: 'code-needed' },
    });
    const now = code(1);
    expect((await signIn('Gia', PASSWORD, now)).status).toBe(200);
    expect((await signIn('Gia', PASSWORD, now)).status).toBe(401);
    const [recovery = ''] = recoveryCodes;
    expect((await signIn('Gia', PASSWORD, recovery.toUpperCase())).status).toBe(200);
    expect((await signIn('Gia', PASSWORD, recovery)).status).toBe(401);
    await db.deleteFrom('console_failures').execute();
  });
});

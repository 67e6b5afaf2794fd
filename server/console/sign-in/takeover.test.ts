/** What is left to someone who has an old link, an old session, or the name of an administrator who is gone. */
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import {
  addAdministrator,
  administratorOf,
  auditEntries,
  changeAdministrator,
  findAdministrator,
  listAdministrators,
  noKeyOf,
  renewKey,
} from '../../gateway/access/index.ts';
import { createEntity } from '../../gateway/entities/entities.ts';
import { realNow } from '../../store/clock.ts';
import { type Client, PASSWORD, startConsole } from '../../tests/support/console-client.ts';
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

const OTHER_PASSWORD = 'another long one';
const merchant = await createEntity(db, { kind: 'merchant', name: 'A merchant' });

let owner: Client;
beforeEach(async () => {
  await db.deleteFrom('console_failures').execute();
  owner = await console.administrator('Olga', 'owner');
});

const signIn = (name: string, password: string, code?: string) =>
  console.ask('/admin/v1/session', { name, password, ...(code !== undefined && { code }) });
const invite = async (name: string, role: string, entityId: string | null = null, by = owner) => {
  const { body, status } = await by.ask('/admin/v1/administrators', { name, role, entityId });
  expect(status, JSON.stringify(body)).toBe(200);
  return (body.link as string).split('#token=')[1] ?? '';
};
const openLink = (token: string, password = OTHER_PASSWORD) =>
  console.ask(`/admin/v1/links/${token}`, { password });
const change = (name: string, body: object) =>
  owner.ask(`/admin/v1/administrators/${name}`, body, { method: 'PATCH' });
const remove = (name: string, by = owner) =>
  by.ask(`/admin/v1/administrators/${name}`, undefined, { method: 'DELETE' });
const isSignedIn = async (client: Client) => (await client.ask('/admin/v1/session')).status === 200;
const age = (name: string, minutes: number) =>
  db
    .updateTable('console_sessions')
    .set({ started_at: realNow() - minutes * 60_000 })
    .where('name', '=', name)
    .execute();
const actions = async () => {
  const all: string[] = [];
  for await (const { action } of auditEntries(db)) all.push(action);
  return all;
};
/** An app and a passkey, as an administrator adds them. @returns a recovery code */
async function equip(client: Client): Promise<string> {
  const { secret } = (await client.ask('/admin/v1/session/authenticator', {})).body;
  const code = codeOf(secret, stepAt(realNow()));
  const put = { method: 'PUT' };
  const { body } = await client.ask('/admin/v1/session/authenticator', { code }, put);
  const { name } = client.session;
  await db
    .insertInto('console_passkeys')
    .values({
      ...{ id: `key of ${name} ${realNow()}`, name, label: 'laptop', public_key: 'AA' },
      ...{ counter: 0, created_at: realNow(), used_at: null },
    })
    .execute();
  return body.recoveryCodes[0];
}

describe('an old invitation', () => {
  it('is worth nothing once the role of its administrator was changed', async () => {
    const bea = await console.administrator('Bea', 'support');
    const token = await invite('Bea', 'support');
    expect((await change('Bea', { role: 'operator' })).status).toBe(200);
    expect(await openLink(token)).toMatchObject({ status: 404, body: { reason: 'link-over' } });
    expect(await isSignedIn(bea)).toBe(true);
    expect((await signIn('Bea', PASSWORD)).status).toBe(200);
  });

  it('for a name that another one has got since is refused, whatever is in the database', async () => {
    const token = await invite('Cleo', 'support', merchant.id);
    await db
      .updateTable('console_links')
      .set({ name: 'Clea' })
      .where('name', '=', 'Cleo')
      .execute();
    // At the command line, as an operator of everything.
    await addAdministrator(db, 'Cleo', 'operator');
    await db
      .updateTable('console_links')
      .set({ name: 'Cleo' })
      .where('name', '=', 'Clea')
      .execute();
    expect(await openLink(token)).toMatchObject({ status: 404, body: { reason: 'link-over' } });
    const cleo = (await listAdministrators(db)).find(({ name }) => name === 'Cleo');
    expect(cleo).toMatchObject({ role: 'operator', entityId: null, password: null });
  });

  it('of many for one name at once leaves one, the latest', async () => {
    const tokens = await Promise.all(
      Array.from({ length: 8 }, () => invite('Eve', 'support', merchant.id)),
    );
    const rows = await db
      .selectFrom('console_links')
      .select('token_hash')
      .where('name', '=', 'Eve')
      .execute();
    expect(rows).toHaveLength(1);
    const open = await Promise.all(tokens.map((token) => console.ask(`/admin/v1/links/${token}`)));
    expect(open.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('ends with the name, so that none who was removed comes back by it', async () => {
    await console.administrator('Dan', 'operator');
    const token = await invite('Dan', 'operator');
    await remove('Dan');
    expect((await openLink(token)).status).toBe(404);
    expect((await listAdministrators(db)).map(({ name }) => name)).not.toContain('Dan');
  });

  it('is replaced by the next one, and each name has one', async () => {
    const first = await invite('Eve', 'support');
    const second = await invite('Eve', 'support');
    expect((await openLink(first)).status).toBe(404);
    expect((await openLink(second)).status).toBe(200);
  });

  it('for one who has signed in before ends the key of the command line, too', async () => {
    await addAdministrator(db, 'Kim', 'owner');
    const key = await renewKey(db, 'Kim');
    expect((await openLink(await invite('Kim', 'owner'))).status).toBe(200);
    expect(await administratorOf(db, key)).toMatchObject({ name: 'Kim' });
    expect((await openLink(await invite('Kim', 'owner'))).status).toBe(200);
    expect((await findAdministrator(db, 'Kim'))?.keyHash).toBe(noKeyOf('Kim'));
    await remove('Kim');
  });

  it('is not made for a name that differs from another one in capital letters', async () => {
    const body = { name: 'OLGA', role: 'support', entityId: merchant.id };
    const answer = await owner.ask('/admin/v1/administrators', body);
    expect(answer).toMatchObject({ status: 400, body: { reason: 'invalid' } });
    expect(answer.body.parameterErrors).toEqual([{ name: 'name', message: 'is taken' }]);
  });

  it('of another merchant is not made void by inviting the same name', async () => {
    const token = await invite('Fay', 'support', merchant.id);
    const other = await createEntity(db, { kind: 'merchant', name: 'Another' });
    const stranger = await console.administrator('Xen', 'owner', other.id);
    const theirs = { name: 'Fay', role: 'support', entityId: other.id };
    expect(await stranger.ask('/admin/v1/administrators', theirs)).toMatchObject({
      status: 400,
      body: { reason: 'invalid', parameterErrors: [{ name: 'name' }] },
    });
    expect((await openLink(token)).body).toMatchObject({ name: 'Fay', entityId: merchant.id });
  });

  it('for one name by two merchants at once is one of theirs, and the other is told', async () => {
    const other = await createEntity(db, { kind: 'merchant', name: 'A third' });
    const owners = [
      [merchant.id, await console.administrator('Ola', 'owner', merchant.id)],
      [other.id, await console.administrator('Xia', 'owner', other.id)],
    ] as const;
    const answers = await Promise.all(
      owners.map(([entityId, by]) =>
        by.ask('/admin/v1/administrators', { name: 'Gus', role: 'support', entityId }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    const made = answers.find(({ status }) => status === 200);
    const [, token = ''] = made?.body.link.split('#token=') ?? [];
    expect((await console.ask(`/admin/v1/links/${token}`)).status).toBe(200);
  });
});

describe('the first owner’s link', () => {
  it('is made as long as there is no owner of everything, and ends with the first one', async () => {
    await console.administrator('Mo', 'owner', merchant.id);
    await db
      .updateTable('administrators')
      .set({ password: null })
      .where('name', '=', 'Olga')
      .execute();
    const link = (await firstOwnerLink(db, console.url)) ?? '';
    const [, token = ''] = link.split('#token=');
    expect(token).not.toBe('');
    await console.administrator('Olga', 'owner');
    expect(await firstOwnerLink(db, console.url)).toBeUndefined();
    const late = await console.ask(`/admin/v1/links/${token}`, { name: 'Z', password: PASSWORD });
    expect(late).toMatchObject({ status: 404, body: { reason: 'link-over' } });
  });
});

describe('the name of an administrator who was removed', () => {
  it.each([
    ['in the console', (name: string) => remove(name)],
    ['at the command line', (name: string) => changeAdministrator(db, name, { removed: true })],
  ])('brings nothing of the old one back when it is given anew: removed %s', async (_, end) => {
    const gia = await console.administrator('Gia', 'operator');
    const code = await equip(gia);
    await gia.ask('/admin/v1/views/mine', { state: 'failed' }, { method: 'PUT' });
    await end('Gia');
    for (const table of [
      'console_sessions',
      'console_passkeys',
      'console_recovery_codes',
    ] as const) {
      const rows = await db.selectFrom(table).selectAll().where('name', '=', 'Gia').execute();
      expect(rows, table).toEqual([]);
    }
    await addAdministrator(db, 'Gia', 'support');
    expect(await isSignedIn(gia)).toBe(false);
    expect((await openLink(await invite('Gia', 'support'))).status).toBe(200);
    expect((await signIn('Gia', PASSWORD)).status).toBe(401);
    expect((await signIn('Gia', PASSWORD, code)).status).toBe(401);
    const anew = await signIn('Gia', OTHER_PASSWORD);
    expect(anew).toMatchObject({ status: 200, body: { passkeys: 0, recoveryCodesLeft: 0 } });
    const views = await db.selectFrom('console_views').selectAll().execute();
    expect(views).toEqual([]);
    await remove('Gia');
  });

  it('is clean even where a release before has left something', async () => {
    const hal = await console.administrator('Hal', 'operator');
    await equip(hal);
    await db
      .updateTable('administrators')
      .set({ removed_at: realNow() })
      .where('name', '=', 'Hal')
      .execute();
    await addAdministrator(db, 'Hal', 'support');
    expect(await isSignedIn(hal)).toBe(false);
    expect(
      await db.selectFrom('console_passkeys').selectAll().where('name', '=', 'Hal').execute(),
    ).toEqual([]);
  });
});

describe('a session in other hands', () => {
  it('tries no more passwords than a stranger', async () => {
    const ida = await console.administrator('Ida', 'operator');
    const put = (password: string) =>
      ida.ask(
        '/admin/v1/session/password',
        { password, newPassword: OTHER_PASSWORD },
        { method: 'PUT' },
      );
    for (let n = 0; n < 5; n += 1) {
      expect(await put('wrong')).toMatchObject({ status: 400, body: { reason: 'invalid' } });
    }
    const locked = { status: 429, body: { reason: 'locked', retryAt: expect.any(String) } };
    expect(await put(PASSWORD)).toMatchObject(locked);
    const end = await ida.ask(
      '/admin/v1/session/authenticator',
      { password: PASSWORD },
      { method: 'DELETE' },
    );
    expect(end).toMatchObject(locked);
    expect(await actions()).toContain('console password refused');
    await db.deleteFrom('console_failures').execute();
    expect((await put(PASSWORD)).status).toBe(200);
  });

  it('tries no more passwords by sending all of them at once', async () => {
    const ike = await console.administrator('Ike', 'operator');
    const put = (password: string) =>
      ike.ask(
        '/admin/v1/session/password',
        { password, newPassword: OTHER_PASSWORD },
        { method: 'PUT' },
      );
    const answers = await Promise.all(Array.from({ length: 30 }, () => put('wrong')));
    expect(answers.filter(({ status }) => status !== 429)).toHaveLength(5);
    expect((await put(PASSWORD)).status).toBe(429);
  });

  it.each([
    ['a passkey', '/admin/v1/session/passkeys/options'],
    ['an authenticator', '/admin/v1/session/authenticator'],
  ])('adds %s only with the password, but for the first five minutes', async (_, path) => {
    const jo = await console.administrator('Jo', 'operator');
    expect((await jo.ask(path, {})).status).toBe(200);
    await age('Jo', 6);
    const before = await db.selectFrom('console_challenges').selectAll().execute();
    const late = await jo.ask(path, {});
    expect(late).toMatchObject({ status: 403, body: { reason: 'password-needed' } });
    expect(await jo.ask(path, { password: 'wrong' })).toMatchObject({ status: 400 });
    expect(await db.selectFrom('console_challenges').selectAll().execute()).toEqual(before);
    expect((await jo.ask(path, { password: PASSWORD })).status).toBe(200);
  });

  it('keeps no passkey by an answer to what was asked for in time', async () => {
    const kay = await console.administrator('Kay', 'operator');
    await kay.ask('/admin/v1/session/passkeys/options', {});
    await age('Kay', 6);
    const sent = { label: 'mine', response: { id: 'x' } };
    const late = await kay.ask('/admin/v1/session/passkeys', sent);
    expect(late).toMatchObject({ status: 403, body: { reason: 'password-needed' } });
  });

  it('ends when the password is changed elsewhere, which says what passkeys there are', async () => {
    const here = await console.administrator('Lea', 'operator');
    await equip(here);
    const there = await console.administrator('Lea', 'operator');
    await equip(there);
    expect(await isSignedIn(here)).toBe(false);
    const again = await console.administrator('Lea', 'operator');
    await equip(again);
    const changed = await again.ask(
      '/admin/v1/session/password',
      { password: PASSWORD, newPassword: OTHER_PASSWORD },
      { method: 'PUT' },
    );
    expect(changed.status).toBe(200);
    expect(changed.body.passkeys).toEqual([expect.objectContaining({ label: 'laptop' })]);
    expect(await isSignedIn(there)).toBe(false);
    expect(await isSignedIn(again)).toBe(true);
    const [{ id }] = changed.body.passkeys;
    const path = `/admin/v1/session/passkeys/${encodeURIComponent(id)}`;
    expect((await again.ask(path, undefined, { method: 'DELETE' })).status).toBe(200);
    expect((await again.ask('/admin/v1/session/passkeys')).body).toEqual([]);
  });
});

describe('the last owner', () => {
  it('of everything stays, whatever owners the merchants have', async () => {
    await console.administrator('Mo', 'owner', merchant.id);
    for (const refused of [await remove('Olga'), await change('Olga', { role: 'support' })]) {
      expect(refused).toMatchObject({ status: 400, body: { reason: 'invalid' } });
      expect(refused.body.description).toContain('last owner');
    }
    expect(await isSignedIn(owner)).toBe(true);
    expect((await console.administrator('Pia', 'owner')).session.role).toBe('owner');
    expect((await remove('Pia')).status).toBe(200);
  });

  it('of a merchant may go: those of everything stand in', async () => {
    await console.administrator('Mo', 'owner', merchant.id);
    expect((await remove('Mo')).status).toBe(200);
  });
});

/** Administrators: what their roles allow, how they come, change and go, and that an owner is left. */
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { inTransaction } from '../../store/dialect.ts';
import { openTestDatabase } from '../../tests/support/test-database.ts';
import {
  AccessError,
  addAdministrator,
  administratorOf,
  changeAdministrator,
  findAdministrator,
  isAtLeast,
  listAdministrators,
  noKeyOf,
  ROLES,
  type Role,
  renewKey,
} from './administrators.ts';
import { endCredentials } from './forget-administrator.ts';

const { db, drop } = await openTestDatabase();
afterAll(drop);
const NOW = Date.parse('2026-11-01T12:00:00.000Z');
const setClock = (now: number) => vi.spyOn(Date, 'now').mockReturnValue(now);
beforeEach(async () => {
  await db.deleteFrom('administrators').execute();
  for (const table of Object.keys(OWN) as OwnTable[]) await db.deleteFrom(table).execute();
});
afterEach(() => vi.restoreAllMocks());

/** Whose name stands in which column. */
const OWN = {
  console_sessions: 'name',
  console_passkeys: 'name',
  console_recovery_codes: 'name',
  console_challenges: 'name',
  console_links: 'name',
  console_views: 'owner',
} as const;
type OwnTable = keyof typeof OWN;
const ALL = Object.keys(OWN) as OwnTable[];

/** One row of each kind that the console keeps of an administrator. */
async function equip(name: string): Promise<void> {
  const more = { id: `id of ${name}`, name };
  const token = { token_hash: `hash of ${name}`, name };
  const session = { csrf_token: 'x', browser: 'x', started_at: 1, used_at: 1 };
  await db
    .insertInto('console_sessions')
    .values({ ...more, ...token, ...session })
    .execute();
  const key = { label: 'laptop', public_key: 'AA', counter: 0, created_at: 1, used_at: null };
  await db
    .insertInto('console_passkeys')
    .values({ ...more, ...key })
    .execute();
  await db.insertInto('console_recovery_codes').values({ name, code_hash: 'x' }).execute();
  await db
    .insertInto('console_challenges')
    .values({ ...more, challenge: 'x', ends_at: 1 })
    .execute();
  await db
    .insertInto('console_links')
    .values({ ...token, role: 'support', entity_id: null, ends_at: 1 })
    .execute();
  await db
    .insertInto('console_views')
    .values({ owner: name, name: 'mine', filter: '{}' })
    .execute();
}

/** The tables that have something of the administrator. */
async function keptOf(name: string): Promise<OwnTable[]> {
  const kept: OwnTable[] = [];
  for (const table of ALL) {
    const rows = await db.selectFrom(table).selectAll().execute();
    if (rows.some((row) => Object(row)[OWN[table]] === name)) kept.push(table);
  }
  return kept;
}

/** As the console adds one: without a key, perhaps of one entity only. */
const addToConsole = (name: string, role: Role, entityId: string | null = null) =>
  db
    .insertInto('administrators')
    .values({
      ...{ name, role, key_hash: noKeyOf(name), created_at: NOW, removed_at: null },
      ...{ entity_id: entityId, password: 'p', seen_at: 1, authenticator_step: 1 },
      ...{ authenticator: 'a', pending_authenticator: 'b' },
    })
    .execute();
const names = async () => (await listAdministrators(db)).map(({ name }) => name);

it('a role may do what those before it may', () => {
  expect(ROLES).toEqual(['read-only', 'support', 'operator', 'owner']);
  for (const [has, role] of ROLES.entries()) {
    for (const [needs, wanted] of ROLES.entries()) {
      expect([role, wanted, isAtLeast(role, wanted)]).toEqual([role, wanted, has >= needs]);
    }
  }
});

describe('a key', () => {
  const refused = 'ADMIN_KEY must be the key of an administrator';

  it('is not asked of the user of the machine as long as there is none', async () => {
    for (const key of [undefined, '', 'wrong'])
      expect(await administratorOf(db, key)).toBe('machine');
    await addToConsole('Cora', 'owner');
    for (const key of [undefined, noKeyOf('Cora')]) {
      expect(await administratorOf(db, key)).toBe('machine');
    }
  });

  it('is that of one administrator, and nothing else is', async () => {
    await addToConsole('Cora', 'owner');
    const olga = await addAdministrator(db, 'Olga', 'owner');
    const rob = await addAdministrator(db, 'Rob', 'read-only');
    expect(await administratorOf(db, olga)).toEqual({ name: 'Olga', role: 'owner' });
    expect(await administratorOf(db, rob)).toEqual({ name: 'Rob', role: 'read-only' });
    const row = await findAdministrator(db, 'Rob');
    expect(row?.keyHash).toMatch(/^[0-9a-f]{64}$/);
    for (const key of [undefined, '', 'wrong', row?.keyHash, noKeyOf('Cora'), `${rob} `]) {
      const asked = administratorOf(db, key);
      await expect(asked).rejects.toThrow(AccessError);
      await expect(asked).rejects.toThrow(refused);
    }
  });

  it('is not drawn for an administrator of one entity, and is worth nothing in the hand of one', async () => {
    await addAdministrator(db, 'Olga', 'owner');
    await addToConsole('Gia', 'owner', 'merchant');
    const alone = new AccessError('Gia is an administrator of one entity, in the console alone');
    await expect(renewKey(db, 'Gia')).rejects.toThrow(alone);
    // As a release before has drawn it.
    const key = await addAdministrator(db, 'Rob', 'owner');
    const { keyHash: key_hash = '' } = (await findAdministrator(db, 'Rob')) ?? {};
    await db.deleteFrom('administrators').where('name', '=', 'Rob').execute();
    await db.updateTable('administrators').set({ key_hash }).where('name', '=', 'Gia').execute();
    await expect(administratorOf(db, key)).rejects.toThrow(alone);
  });

  it('is worth nothing once another was drawn, or its administrator was removed', async () => {
    await addAdministrator(db, 'Olga', 'owner');
    const before = await addAdministrator(db, 'Rob', 'support');
    await equip('Rob');
    const after = await renewKey(db, 'Rob');
    await expect(administratorOf(db, before)).rejects.toThrow(refused);
    expect(await administratorOf(db, after)).toEqual({ name: 'Rob', role: 'support' });
    expect(await keptOf('Rob')).toEqual(ALL);
    await changeAdministrator(db, 'Rob', { removed: true });
    await expect(administratorOf(db, after)).rejects.toThrow(refused);
  });
});

describe('a new administrator', () => {
  it.each([
    ['Olga', true],
    ['Ólga 2nd', true],
    ['7', true],
    ['o.l_g-a@shop.example', true],
    ['a'.repeat(64), true],
    ['a'.repeat(65), false],
    ['', false],
    [' Olga', false],
    ['-Olga', false],
    ['Olga\n', false],
    ['Olga: owner', false],
    ['<Olga>', false],
  ])('may be called %o: %s', async (name, isAllowed) => {
    const add = async () => addAdministrator(db, name, 'owner');
    if (isAllowed) {
      await add();
    } else {
      await expect(add).rejects.toThrow(
        new AccessError('a name has up to 64 letters, digits, spaces, dots, hyphens, _ and @'),
      );
    }
    expect(await names()).toEqual(isAllowed ? [name] : []);
  });

  it('is an owner where there is none yet, and has a name of their own', async () => {
    for (const role of ['read-only', 'support', 'operator'] as const) {
      const first = addAdministrator(db, 'Rob', role);
      await expect(first).rejects.toThrow('the first administrator has to be an owner');
    }
    const key = await addAdministrator(db, 'Olga', 'owner');
    await addAdministrator(db, 'Rob', 'support');
    await equip('Olga');
    const again = addAdministrator(db, 'Olga', 'support');
    await expect(again).rejects.toThrow('there is an administrator Olga already');
    const twin = addAdministrator(db, 'OLGA', 'support');
    await expect(twin).rejects.toThrow('there is an administrator Olga already');
    expect(await administratorOf(db, key)).toEqual({ name: 'Olga', role: 'owner' });
    expect(await keptOf('Olga')).toEqual(ALL);
  });

  it('has nothing of one who was removed and had the name', async () => {
    setClock(NOW);
    await addAdministrator(db, 'Olga', 'owner');
    await addToConsole('Gia', 'operator');
    const before = await renewKey(db, 'Gia');
    const merchant = { entity_id: 'merchant' };
    await db.updateTable('administrators').set(merchant).where('name', '=', 'Gia').execute();
    await changeAdministrator(db, 'Gia', { removed: true });
    // As a release before may have left it.
    await equip('Gia');
    await equip('Olga');
    setClock(NOW + 5);
    const key = await addAdministrator(db, 'Gia', 'support');
    expect(await keptOf('Gia')).toEqual([]);
    expect(await keptOf('Olga')).toEqual(ALL);
    expect(await findAdministrator(db, 'Gia')).toMatchObject({
      ...{ role: 'support', createdAt: NOW + 5, removedAt: null },
      ...{ entityId: null, password: null, authenticator: null },
    });
    expect(await administratorOf(db, key)).toEqual({ name: 'Gia', role: 'support' });
    await expect(administratorOf(db, before)).rejects.toThrow(AccessError);
  });
});

describe('an administrator', () => {
  it('who is removed takes along what signed them in, and of no other', async () => {
    setClock(NOW);
    await addAdministrator(db, 'Olga', 'owner');
    await addToConsole('Gia', 'operator');
    await addToConsole('Hal', 'operator');
    const others = (await listAdministrators(db)).filter(({ name }) => name !== 'Gia');
    for (const name of ['Gia', 'Hal']) await equip(name);
    setClock(NOW + 5);
    await changeAdministrator(db, 'Gia', { removed: true });
    expect(await keptOf('Gia')).toEqual([]);
    expect(await keptOf('Hal')).toEqual(ALL);
    const row = await db
      .selectFrom('administrators')
      .selectAll()
      .where('name', '=', 'Gia')
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({
      ...{ role: 'operator', removed_at: NOW + 5, password: null, seen_at: null },
      ...{ authenticator: null, pending_authenticator: null, authenticator_step: null },
    });
    expect(await findAdministrator(db, 'Gia')).toBeUndefined();
    expect(await listAdministrators(db)).toEqual(others);
  });

  it('whose role is changed keeps all but the invitation, which names the role of before', async () => {
    const key = await addAdministrator(db, 'Olga', 'owner');
    await addToConsole('Gia', 'operator');
    await addToConsole('Hal', 'operator');
    for (const name of ['Gia', 'Hal']) await equip(name);
    const before = await findAdministrator(db, 'Gia');
    await changeAdministrator(db, 'Gia', { role: 'support' });
    expect(await findAdministrator(db, 'Gia')).toEqual({ ...before, role: 'support' });
    expect(await keptOf('Gia')).toEqual(ALL.filter((table) => table !== 'console_links'));
    expect(await keptOf('Hal')).toEqual(ALL);
    expect((await findAdministrator(db, 'Hal'))?.role).toBe('operator');
    expect(await administratorOf(db, key)).toEqual({ name: 'Olga', role: 'owner' });
  });

  it('whose credentials end keeps their views', async () => {
    for (const name of ['Gia', 'Hal']) await equip(name);
    await inTransaction(db, (trx) => endCredentials(trx, 'Gia'));
    expect(await keptOf('Gia')).toEqual(['console_views']);
    expect(await keptOf('Hal')).toEqual(ALL);
  });

  it('whom there is not, or not any more, is not changed', async () => {
    await addAdministrator(db, 'Olga', 'owner');
    await addAdministrator(db, 'Rob', 'support');
    await changeAdministrator(db, 'Rob', { removed: true });
    for (const name of ['Rob', 'Nora']) {
      for (const change of [{ role: 'owner' }, { key: 'x' }, { removed: true }] as const) {
        const changed = changeAdministrator(db, name, change);
        await expect(changed).rejects.toThrow(new AccessError(`there is no administrator ${name}`));
      }
    }
    expect(await names()).toEqual(['Olga']);
  });

  it('is listed in the order in which they came', async () => {
    for (const [name, at] of [
      ['Zoe', 1],
      ['Cleo', 3],
      ['Mo', 2],
    ] as const) {
      setClock(at);
      await addAdministrator(db, name, 'owner');
    }
    expect(await names()).toEqual(['Zoe', 'Mo', 'Cleo']);
  });
});

describe('an owner', () => {
  const ENDS = [{ removed: true }, { role: 'operator' }] as const;

  it.each<[string, string | null, [Role, string | null][], boolean]>([
    ['of everything, alone', null, [], false],
    ['of everything, beside an operator', null, [['operator', null]], false],
    ['of everything, beside a merchant’s owner', null, [['owner', 'one']], false],
    ['of everything, beside another', null, [['owner', null]], true],
    ['of a merchant, alone', 'one', [], false],
    ['of a merchant, beside its operator', 'one', [['operator', 'one']], false],
    ['of a merchant, beside an operator of everything', 'one', [['operator', null]], false],
    ['of a merchant, beside another merchant’s', 'one', [['owner', 'two']], false],
    ['of a merchant, beside another of it', 'one', [['owner', 'one']], true],
    ['of a merchant, beside one of everything', 'one', [['owner', null]], true],
    [
      'of a merchant, beside several',
      'one',
      [
        ['support', 'one'],
        ['owner', null],
      ],
      true,
    ],
  ])('%s', async (_, entityId, others, mayGo) => {
    for (const end of ENDS) {
      await db.deleteFrom('administrators').execute();
      await addToConsole('Olga', 'owner', entityId);
      for (const [n, [role, of]] of others.entries()) await addToConsole(`Other ${n}`, role, of);
      const ended = changeAdministrator(db, 'Olga', end);
      if (mayGo) {
        await ended;
        expect((await findAdministrator(db, 'Olga'))?.role).not.toBe('owner');
      } else {
        const last = 'Olga is the last owner: make another one first';
        await expect(ended).rejects.toThrow(new AccessError(last));
        expect(await findAdministrator(db, 'Olga')).toMatchObject({ role: 'owner', password: 'p' });
      }
    }
  });

  it('who was removed stands in for none', async () => {
    for (const name of ['Olga', 'Oskar']) await addAdministrator(db, name, 'owner');
    await changeAdministrator(db, 'Oskar', { removed: true });
    for (const end of ENDS)
      await expect(changeAdministrator(db, 'Olga', end)).rejects.toThrow('last');
  });

  it('is needed only where an owner goes: all others may go', async () => {
    await addToConsole('Mo', 'owner', 'another merchant');
    for (const end of ENDS) {
      await addToConsole('Opal', 'support', 'merchant');
      await changeAdministrator(db, 'Opal', end);
      await db.deleteFrom('administrators').where('name', '=', 'Opal').execute();
    }
    expect(await names()).toEqual(['Mo']);
  });

  it('who is the last may get another key and stay owner, and others may go', async () => {
    await addAdministrator(db, 'Olga', 'owner');
    await addAdministrator(db, 'Rob', 'support');
    await changeAdministrator(db, 'Olga', { role: 'owner' });
    expect(await administratorOf(db, await renewKey(db, 'Olga'))).toMatchObject({ name: 'Olga' });
    await changeAdministrator(db, 'Rob', { role: 'operator' });
    await changeAdministrator(db, 'Rob', { removed: true });
    expect(await names()).toEqual(['Olga']);
  });

  it('who ends another while that one ends them leaves one', async () => {
    for (let round = 0; round < 8; round += 1) {
      await db.deleteFrom('administrators').execute();
      const both = ['Olga', 'Oskar'];
      for (const name of both) await addAdministrator(db, name, 'owner');
      const ends = await Promise.allSettled(
        both.map((name) => changeAdministrator(db, name, { removed: true })),
      );
      expect(ends.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
      expect(await listAdministrators(db)).toHaveLength(1);
    }
  });
});

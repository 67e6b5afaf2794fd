/** Administrators with their roles, tokens with their terms, and the log of what they did. */
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../config.ts';
import { openStore, openVaultOf } from '../open-store.ts';
import { closeDatabase } from '../store/database.ts';
import { runScript } from '../tests/support/gateway-process.ts';
import { createTestDatabase } from '../tests/support/test-database.ts';
import type { CommandOptions } from './admin-command.ts';
import { COMMANDS, USAGE } from './commands.ts';
import { NAMED_COMMANDS, perform, roleFor } from './permissions.ts';

const { location, drop } = await createTestDatabase();
const data: Record<string, string> = {
  DATA_DIR: location.dataDir,
  ...(location.databaseUrl && { DATABASE_URL: location.databaseUrl }),
};
const config = readConfig(data);
const db = await openStore(config);
afterAll(async () => {
  await closeDatabase(db);
  await drop();
});

interface Done {
  // biome-ignore lint/suspicious/noExplicitAny: each command prints its own
  readonly answer?: any;
  readonly refused?: string;
}

/** A command as `npm run admin` runs it. */
const adminAs = async (
  key: string | undefined,
  command: string,
  words: string[] = [],
  options: CommandOptions = {},
): Promise<Done> => {
  const tools = { db, vault: () => openVaultOf(db, config) };
  try {
    const run = async () => COMMANDS[command]?.(db, words, options, config, 'machine');
    return { answer: await perform(tools, key, { command, words, options }, run) };
  } catch (error) {
    return { refused: (error as Error).message };
  }
};
const keys: Record<string, string> = {};
const as = (name: string, command: string, words: string[] = [], options: CommandOptions = {}) =>
  adminAs(keys[name], command, words, options);

describe('administrators', () => {
  let channel: string;
  beforeAll(async () => {
    // As long as there is none, the user of the machine is the owner.
    const merchant = (await adminAs(undefined, 'entity create', ['merchant', 'Shop'])).answer.id;
    const made = await adminAs(undefined, 'entity create', ['channel', 'Web'], {
      parent: merchant,
    });
    channel = made.answer.id;
  });

  it('begin with an owner, and from then on all but migrate needs a key', async () => {
    expect(await adminAs(undefined, 'administrator add', ['Rita'], { role: 'support' })).toEqual({
      refused: 'the first administrator has to be an owner',
    });
    const olga = await adminAs(undefined, 'administrator add', ['Olga'], { role: 'owner' });
    expect(olga.answer).toMatchObject({ name: 'Olga', role: 'owner' });
    keys['Olga'] = olga.answer.key;
    const refused = 'ADMIN_KEY must be the key of an administrator';
    for (const key of [undefined, '', 'wrong']) {
      expect(await adminAs(key, 'entity list')).toEqual({ refused });
    }
    const { code, stderr } = await runScript('server/admin/admin.ts', ['entity', 'list'], data);
    expect([code, stderr]).toEqual([2, `${refused}\n`]);
    const migrated = await runScript('server/admin/admin.ts', ['migrate'], data);
    expect(migrated).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/"migration": "\d{4}-/),
    });
    const ADMIN_KEY = keys['Olga'] ?? '';
    const own = await runScript('server/admin/admin.ts', ['entity', 'list'], {
      ...data,
      ADMIN_KEY,
    });
    expect(own.code, own.stderr).toBe(0);
    for (const [name, role] of [
      ['Oskar', 'operator'],
      ['Sue', 'support'],
      ['Rob', 'read-only'],
    ] as const) {
      keys[name] = (await as('Olga', 'administrator add', [name], { role })).answer.key;
    }
  });

  it.each([
    ['Rob', 'entity show', true],
    ['Rob', 'webhook test', false],
    ['Rob', 'channel set', false],
    ['Sue', 'channel set', false],
    ['Sue', 'administrator add', false],
    ['Oskar', 'channel set', true],
    ['Oskar', 'vault rotate', false],
    ['Oskar', 'audit export', false],
    ['Olga', 'vault rotate', true],
  ])('%s and %s: %s', async (name, command, isAllowed) => {
    const words = [channel, ...(command === 'channel set' ? ['country="DE"'] : [])];
    const { refused } = await as(name, command, words);
    const rule = `${command} is for the role ${roleFor(command)}; administrator ${name} is not`;
    expect(refused).toBe(isAllowed ? undefined : rule);
  });

  it('every command that a role is named for is one that there is', () => {
    for (const command of Object.keys(COMMANDS)) {
      expect(['read-only', 'support', 'operator', 'owner']).toContain(roleFor(command));
      expect(USAGE).toContain(`  ${command}`);
    }
    const lesser = NAMED_COMMANDS.filter((command) => COMMANDS[command] === undefined);
    expect(lesser).toEqual([]);
  });

  it('keep an owner', async () => {
    const last = { refused: 'Olga is the last owner: make another one first' };
    expect(await as('Olga', 'administrator remove', ['Olga'])).toEqual(last);
    const toOperator = { role: 'operator' };
    expect(await as('Olga', 'administrator role', ['Olga'], toOperator)).toEqual(last);
    expect(await as('Olga', 'administrator role', ['Olga'], { role: 'king' })).toEqual({
      refused: '--role is one of read-only, support, operator, owner; it is king',
    });
  });

  it('lose what they may with their key, their role or their name', async () => {
    const renewed = (await as('Olga', 'administrator key', ['Sue'])).answer.key;
    expect((await as('Sue', 'entity list')).refused).toBeDefined();
    keys['Sue'] = renewed;
    expect((await as('Sue', 'entity list')).refused).toBeUndefined();
    await as('Olga', 'administrator remove', ['Sue']);
    expect((await as('Sue', 'entity list')).refused).toBeDefined();
    const listed = (await as('Rob', 'administrator list')).answer;
    expect(listed.map(({ name }: { name: string }) => name)).toEqual(['Olga', 'Oskar', 'Rob']);
    expect(JSON.stringify(listed)).not.toMatch(/key|hash/);
  });

  it('an owner whose key is lost gets another with the vault’s keys', async () => {
    const other = { ...data, VAULT_KEYS: `x:${Buffer.alloc(32, 1).toString('base64')}` };
    const args = ['administrator', 'recover', 'Olga'];
    expect((await runScript('server/admin/admin.ts', args, other)).code).toBe(2);
    keys['Olga'] = (await adminAs(undefined, 'administrator recover', ['Olga'])).answer.key;
    expect((await as('Olga', 'entity list')).refused).toBeUndefined();
    expect(await adminAs(undefined, 'administrator recover', ['Rob'])).toEqual({
      refused: 'there is no owner Rob',
    });
  });

  it('who paste a card number leave none in the audit log', async () => {
    const number = '4200000000000000';
    await as('Oskar', 'risk unlock', [channel, `bin=${number}`]);
    await as('Oskar', 'channel set', [channel, `country=${number}`], { label: number });
    const log = JSON.stringify((await as('Rob', 'audit list')).answer);
    expect(log).toContain('bin=');
    expect(log).not.toContain(number);
  });

  it('who unlock a shopper leave no address of theirs in the audit log, however they write it', async () => {
    const words = ['email=jane@example.com', 'address=203.0.113.7', 'network=203.0.113.0/24'];
    await as('Oskar', 'risk unlock', [channel, ...words, 'checkout=abc']);
    for (const word of ['emial=jane@example.com', 'jane@example.com']) {
      await as('Oskar', 'risk unlock', [channel, word]);
    }
    const log = JSON.stringify((await as('Rob', 'audit list')).answer);
    for (const word of ['email=given', 'address=given', 'network=given', 'checkout=abc']) {
      expect(log).toContain(word);
    }
    expect(log).not.toMatch(/jane@example|203\.0\.113/);
  });

  it('are in the audit log with all that they did, tried and failed at', async () => {
    await as('Oskar', 'channel set', [channel, 'country="Narnia"']);
    await as('Oskar', 'entity key', [channel], { key: 'ab'.repeat(32) });
    const { answer } = await as('Rob', 'audit list');
    const acts: string[] = answer.map(
      ({ actor, action }: { actor: string; action: string }) => `${actor}: ${action}`,
    );
    expect(acts).toContain('machine: admin administrator add');
    expect(acts).toContain('machine: admin administrator recover');
    expect(acts).toContain('administrator Oskar: admin channel set');
    expect(acts).toContain('administrator Rob: refused: admin channel set');
    expect(acts).toContain('administrator Sue: refused: admin administrator add');
    expect(acts).toContain('administrator Oskar: failed: admin channel set');
    expect(acts.filter((act) => act.includes('list'))).toEqual([]);
    const issued = await as('Oskar', 'token issue', [channel], { label: 'till' });
    const value = 'typed-as-a-word';
    expect(await as('Oskar', 'connector secret', [channel, 'token', value])).toEqual({
      refused: 'the value is read from the standard input',
    });
    const text = JSON.stringify((await as('Rob', 'audit list')).answer);
    expect(text).toContain(`"answer":{"id":"${issued.answer.id}"}`);
    expect(text).toContain('"action":"done: admin token issue"');
    expect(text).not.toContain(issued.answer.token);
    expect(text).not.toContain(value);
    for (const secret of ['ab'.repeat(32), ...Object.values(keys)]) {
      expect(text).not.toContain(secret);
    }
  });
});

describe('the audit log', () => {
  it('is verified, exported whole, and a script stops where it was cut', async () => {
    expect((await as('Rob', 'audit verify')).answer.faults).toEqual([]);
    const file = join(location.dataDir, 'audit.jsonl');
    const { answer: exported } = await as('Olga', 'audit export', [file]);
    const lines = (await readFile(file, 'utf8')).trim().split('\n');
    expect(lines).toHaveLength(exported.entries);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ position: 1, actor: 'machine' });
    const again = await as('Olga', 'audit export', [file]);
    expect(again.refused).toContain('cannot be written: EEXIST');
    expect((await as('Rob', 'audit verify', [], { head: exported.head })).answer.faults).toEqual(
      [],
    );

    const { position } = await db
      .selectFrom('audit_head')
      .select('position')
      .executeTakeFirstOrThrow();
    await db
      .updateTable('audit_head')
      .set({ position: position + 1 })
      .execute();
    const cut = await runScript('server/admin/admin.ts', ['audit', 'verify'], {
      ...data,
      ADMIN_KEY: keys['Rob'] ?? '',
    });
    expect(cut.code).toBe(1);
    expect(JSON.parse(cut.stdout).faults).toEqual([
      `entries ${position + 1} to ${position + 1} are missing`,
    ]);
  });

  it.each([
    ['audit list', ['0'], {}, 'audit list shows 1 to 1000 entries; it is 0'],
    ['audit list', ['all'], {}, 'audit list shows 1 to 1000 entries; it is all'],
    [
      'audit verify',
      [],
      { head: '7' },
      '--head is POSITION:HASH, as audit verify prints it; it is 7',
    ],
    ['audit export', [], {}, 'audit export needs the name of a new file'],
  ])('%s %o %o is refused', async (command, words, options, rule) => {
    expect(await as('Olga', command, words, options)).toEqual({ refused: rule });
  });
});

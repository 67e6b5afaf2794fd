/** What is refused before a command is begun: by the list of commands, and nothing is half done. */
import { afterAll, describe, expect, it } from 'vitest';
import { runAdmin } from '../tests/support/run-admin.ts';
import { createTestDatabase } from '../tests/support/test-database.ts';
import { formsOf } from './command-list.ts';
import { COMMANDS, USAGE } from './commands.ts';

const { location, drop } = await createTestDatabase();
const data: Record<string, string> = {
  DATA_DIR: location.dataDir,
  ...(location.databaseUrl && { DATABASE_URL: location.databaseUrl }),
};
afterAll(() => drop());

const admin = (...args: string[]) => runAdmin(args, data);
const entities = async () => JSON.parse((await admin('entity', 'list')).stdout) as object[];
const merchant = JSON.parse((await admin('entity', 'create', 'merchant', 'Shop')).stdout).id;
const channel = JSON.parse(
  (await admin('entity', 'create', 'channel', 'Web', '--parent', merchant)).stdout,
).id;

it('has every command, and no other', () => {
  const listed = formsOf(USAGE, (name) => Object.hasOwn(COMMANDS, name)).map(
    ({ command }) => command,
  );
  expect([...new Set(listed)].toSorted()).toEqual(Object.keys(COMMANDS).toSorted());
});

describe('help', () => {
  it.each([[['--help']], [['-h']], [['help']]])('%j lists all commands', async (args) => {
    const { code, stdout } = await admin(...args);
    expect(code).toBe(0);
    expect(stdout).toBe(USAGE);
  });

  it.each([[['help', 'token']], [['token', '--help']], [['token', '-h']]])(
    '%j lists those of tokens',
    async (args) => {
      const { code, stdout } = await admin(...args);
      expect(code).toBe(0);
      expect(stdout).toMatch(
        /^ {2}token issue ENTITY .*\n {6}\[--scopes .*\n {2}token list\n {2}token/,
      );
      expect(stdout).not.toContain('entity');
    },
  );

  it('says how one command is written, whatever else is wrong with it', async () => {
    const { code, stdout } = await admin('token', 'issue', 'nobody', '--colour', '--help');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^ {2}token issue ENTITY .*\n {6}\[--scopes .*\n$/);
  });

  it('of a command that there is not is refused', async () => {
    const { code, stderr } = await admin('help', 'tokn');
    expect(code).toBe(2);
    expect(stderr).toContain('There is no command "tokn".');
  });
});

describe('a command is refused, with how it is written', () => {
  it.each<[args: string[], why: string]>([
    [['entity', 'show'], 'entity show needs ID'],
    [['entity', 'show', ''], 'entity show needs ID'],
    [['entity', 'create'], 'entity create needs merchant or division or channel'],
    [
      ['entity', 'create', 'shop', 'X'],
      'entity create takes merchant or division or channel here, and not "shop"',
    ],
    [
      ['entity', 'create', 'merchant', 'Book', 'Shop'],
      'entity create does not take the word "Shop": a name of several words is put in quotes',
    ],
    [['channel', 'set', channel], 'channel set needs NAME=JSON...'],
    [['token', 'issue', channel, '--type', 'x'], 'token issue has no option --type here'],
    [
      ['token', 'issue', channel, '--lable', 'x'],
      'token issue has no option --lable here. Did you mean --label?',
    ],
    [['token', 'issue', channel, '--label'], '--label has no value'],
    [['token', 'issue', channel, '--label', '--scopes', 'reports'], '--label has no value'],
    [['token', 'issue', channel, '--label', 'a', '--label', 'b'], '--label is there twice'],
    [
      ['webhook', 'create', channel, 'notifications', 'https://a.example', '--type', 'RISK'],
      'webhook create has no option --type here. Did you mean --types?',
    ],
    [['webhook', 'replay'], 'webhook replay needs ID'],
    [
      ['webhook', 'replay', 'a', 'b', '--since', '2026-01-01'],
      'webhook replay has no option --since here',
    ],
    [['connector', 'manual', 'failed'], 'connector manual needs PAYMENT or REFUND'],
    [
      ['connector', 'manual', 'recieved', 'x'],
      'connector manual takes list or received or sent or failed here, and not "recieved"',
    ],
    [['release', 'roll', 'on'], 'release roll takes back or forward here, and not "on"'],
    [['demo', 'x'], 'demo does not take the word "x": a name of several words is put in quotes'],
  ])('%j', async (args, why) => {
    const before = await entities();
    const { code, stdout, stderr } = await admin(...args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    const [first, ...lines] = stderr.trimEnd().split('\n');
    expect(first).toBe(why);
    expect(lines[0]).toContain(`  ${args[0]}`);
    expect(await entities()).toEqual(before);
  });

  it('without a secret that was typed in the place of its name, or behind it', async () => {
    for (const words of [['s3cret-of-the-processor'], ['token', 's3cret-of-the-processor']]) {
      const { code, stderr } = await admin('connector', 'secret', channel, ...words);
      expect(code).toBe(2);
      expect(stderr).toContain('standard input');
      expect(stderr).not.toContain('s3cret');
    }
  });

  it.each(['constructor', 'toString', '__proto__'])('%s is none', async (name) => {
    const { code, stderr } = await admin(name);
    expect(code).toBe(2);
    expect(stderr).toContain(`There is no command "${name}".`);
  });
});

describe('what is made is as it has to be, or nothing is made', () => {
  it.each<[args: string[], why: RegExp]>([
    [['merchant', ' '], /^entity create needs NAME\n/],
    [
      ['merchant', 'X', '--id', 'shop'],
      /^the id must be 32 lowercase hexadecimal characters: shop$/m,
    ],
    [
      ['merchant', 'X', '--id', merchant],
      new RegExp(`^there is an entity ${merchant} already$`, 'm'),
    ],
    [
      ['merchant', 'X', '--set', 'mode=live'],
      /^a merchant has no settings, those of a channel count: mode$/m,
    ],
    [
      ['channel', 'X', '--parent', merchant, '--set', 'brands={"VISAA":["DB"]}'],
      /^brands has VISAA, which is no brand: did you mean VISA\?$/m,
    ],
  ])('entity create %j', async (args, why) => {
    const before = await entities();
    const { code, stderr } = await admin('entity', 'create', ...args);
    expect(code).toBe(2);
    expect(stderr).toMatch(why);
    expect(await entities()).toEqual(before);
  });

  it('a value that the API would refuse is named with the rule', async () => {
    const { code, stderr } = await admin('notification-url', 'deliveries', channel, '--limit', '0');
    expect(code).toBe(2);
    expect(stderr).toMatch(/limit must match .*; it is 0$/m);
  });

  it.skipIf(location.databaseUrl)('a backup says why it cannot be written', async () => {
    const { code, stderr } = await admin('backup', '/dev/null/backup.db');
    expect(code).toBe(2);
    expect(stderr).toMatch(/^\/dev\/null\/backup\.db cannot be written: /);
  });
});

/**
 * Administration while the server runs: `npm run admin -- <command>`. Works on the same database, so
 * it takes the same environment as the server.
 */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ConfigError, readConfig } from '../config.ts';
import {
  changeSettings,
  createEntity,
  EntityError,
  findEntity,
  issueToken,
  listEntities,
  listTokens,
  revokeToken,
} from '../gateway/entities/index.ts';
import { changeEntityKey } from '../gateway/events/index.ts';
import { ApiError } from '../gateway/requests/index.ts';
import { openStore } from '../open-store.ts';
import { StartError } from '../start-error.ts';
import { closeDatabase, type Database } from '../store/database.ts';
import { isPostgres } from '../store/dialect.ts';
import { backUpSqlite } from '../store/sqlite-backup.ts';
import { type Command, UsageError } from './admin-command.ts';
import { CONNECTOR_COMMANDS, CONNECTOR_USAGE } from './admin-connectors.ts';
import { VAULT_COMMANDS, VAULT_USAGE } from './admin-vault.ts';
import { WEBHOOK_COMMANDS, WEBHOOK_USAGE, webhookTools } from './admin-webhooks.ts';

const USAGE = `npm run admin -- <command>

  entity list
  entity create merchant|division|channel NAME [--parent ID] [--id ID] [--set NAME=JSON]...
  entity show ID
  channel set ID NAME=JSON...       mode="live"  origins='["https://shop.example"]'
  entity key ID [--key HEX]         new key for the notificationUrl of its requests, shown once
${WEBHOOK_USAGE}${CONNECTOR_USAGE}  token issue ENTITY [--label TEXT]
  token list
  token revoke TOKEN_ID
${VAULT_USAGE}  backup FILE                       of SQLite, while the server runs, without any CVV
`;

const COMMANDS: Readonly<Record<string, Command>> = {
  'entity list': async (db) =>
    (await listEntities(db)).map(({ id, kind, parent_id, name }) => ({
      id,
      kind,
      parent: parent_id,
      name,
    })),
  'entity create': async (db, [kind, name], { parent, id, set }) => {
    if (!(kind === 'merchant' || kind === 'division' || kind === 'channel') || !name) {
      throw new UsageError('entity create needs a kind (merchant, division, channel) and a name');
    }
    return createEntity(db, {
      kind,
      name,
      ...(parent && { parentId: parent }),
      ...(id && { id }),
      ...(set && { settings: settingsFrom(set) }),
    });
  },
  'entity show': async (db, [id = '']) => existing(db, id),
  'channel set': async (db, [id = '', ...changes]) => changeSettings(db, id, settingsFrom(changes)),
  'entity key': async (db, [id = ''], { key }, config) => {
    const entity = await existing(db, id);
    return { entity: id, key: await changeEntityKey(await webhookTools(db, config), entity, key) };
  },
  ...WEBHOOK_COMMANDS,
  ...CONNECTOR_COMMANDS,
  ...VAULT_COMMANDS,
  'token issue': async (db, [entityId = ''], { label = '' }) => {
    await existing(db, entityId);
    return issueToken(db, { entityId, label });
  },
  'token list': async (db) =>
    (await listTokens(db)).map((token) => ({
      ...token,
      created_at: new Date(token.created_at).toISOString(),
      revoked_at: token.revoked_at && new Date(token.revoked_at).toISOString(),
    })),
  'token revoke': async (db, [id = '']) => {
    if (!(await revokeToken(db, id))) throw new UsageError(`there is no active token ${id}`);
    return { revoked: id };
  },
  backup: async (db, [file = '']) => {
    if (file === '') throw new UsageError('backup needs the name of a new file');
    if (isPostgres(db))
      throw new UsageError('PostgreSQL is backed up by pg_dump: docs/operations.md');
    if (existsSync(file)) throw new UsageError(`${file} exists already`);
    await backUpSqlite(db, resolve(file));
    return { backup: resolve(file) };
  },
};

async function existing(db: Database, id: string) {
  const entity = await findEntity(db, id);
  if (!entity) throw new UsageError(`there is no entity ${id}`);
  return entity;
}

/** `NAME=JSON`; what is no JSON is taken as a text. */
function settingsFrom(assignments: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    assignments.map((assignment) => {
      const [, name, value] = /^(\w+)=(.*)$/s.exec(assignment) ?? [];
      if (name === undefined || value === undefined) {
        throw new UsageError(`${assignment} is not NAME=JSON`);
      }
      return [name, asJson(value)];
    }),
  );
}

function asJson(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

/** What is wrong with each word of the command. */
const parametersOf = ({ result }: ApiError): string =>
  (result.parameterErrors ?? []).map(({ name, message }) => `\n  ${name} ${message}`).join('');

async function main(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      parent: { type: 'string' },
      id: { type: 'string' },
      label: { type: 'string' },
      set: { type: 'string', multiple: true },
      key: { type: 'string' },
      types: { type: 'string' },
      wrapper: { type: 'string' },
      fields: { type: 'string' },
    },
  });
  const [noun = '', verb = '', ...more] = positionals;
  const isOneWord = COMMANDS[noun] !== undefined;
  const command = COMMANDS[isOneWord ? noun : `${noun} ${verb}`];
  const words = isOneWord ? positionals.slice(1) : more;
  if (!command) throw new UsageError(USAGE);
  const config = readConfig(process.env);
  const db = await openStore(config);
  try {
    const answer = await command(db, words, values, config);
    process.stdout.write(`${JSON.stringify(answer, null, 2)}\n`);
  } finally {
    await closeDatabase(db);
  }
}

main().catch((error: unknown) => {
  const expected =
    error instanceof UsageError ||
    error instanceof EntityError ||
    error instanceof ApiError ||
    error instanceof ConfigError ||
    error instanceof StartError ||
    (error instanceof TypeError && 'code' in error);
  if (!expected) throw error;
  const named = error instanceof ApiError ? parametersOf(error) : '';
  process.stderr.write(`${error.message}${named}\n`);
  process.exitCode = 2;
});

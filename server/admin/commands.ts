/** Every command of the administration, and how it is written. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { demoLines } from '../demo-merchant.ts';
import {
  changeSettings,
  createEntity,
  findEntity,
  listEntities,
} from '../gateway/entities/index.ts';
import { changeEntityKey } from '../gateway/events/index.ts';
import { eraseShopper } from '../gateway/retention/index.ts';
import { openVaultOf } from '../open-store.ts';
import { existingDemo } from '../show-demo-merchant.ts';
import type { Database } from '../store/database.ts';
import { isPostgres } from '../store/dialect.ts';
import { MIGRATIONS } from '../store/migrations/index.ts';
import { backUpSqlite } from '../store/sqlite/backup.ts';
import { ADMINISTRATOR_COMMANDS, ADMINISTRATOR_USAGE } from './admin-administrators.ts';
import { ARCHIVE_COMMANDS, ARCHIVE_USAGE } from './admin-archive.ts';
import { AUDIT_COMMANDS, AUDIT_USAGE } from './admin-audit.ts';
import { BIN_COMMANDS, BIN_USAGE } from './admin-bins.ts';
import { type Command, UsageError } from './admin-command.ts';
import { CONNECTOR_COMMANDS, CONNECTOR_USAGE } from './admin-connectors.ts';
import { FONT_COMMANDS, FONT_USAGE } from './admin-fonts.ts';
import { LANGUAGE_COMMANDS, LANGUAGE_USAGE } from './admin-languages.ts';
import { PAGE_WATCH_COMMANDS, PAGE_WATCH_USAGE } from './admin-page-watch.ts';
import { RELEASE_COMMANDS, RELEASE_USAGE } from './admin-releases.ts';
import { RISK_COMMANDS, RISK_USAGE } from './admin-risk.ts';
import { TOKEN_COMMANDS, TOKEN_USAGE } from './admin-tokens.ts';
import { VAULT_COMMANDS, VAULT_USAGE } from './admin-vault.ts';
import { WALLET_COMMANDS, WALLET_USAGE } from './admin-wallets.ts';
import { WEBHOOK_COMMANDS, WEBHOOK_USAGE } from './admin-webhooks.ts';
import { webhookTools } from './webhook-tools.ts';

export const USAGE = `npm run admin -- <command>

  entity list
  entity create merchant|division|channel NAME [--parent ID] [--id ID] [--set NAME=JSON]...
  entity show ID
  channel set ID NAME=JSON...       mode="live"  origins='["https://shop.example"]'
  entity key ID [--key HEX]         new key for the notificationUrl of its requests, shown once
${WEBHOOK_USAGE}${CONNECTOR_USAGE}${WALLET_USAGE}${RISK_USAGE}${PAGE_WATCH_USAGE}${TOKEN_USAGE}${RELEASE_USAGE}${LANGUAGE_USAGE}${FONT_USAGE}${BIN_USAGE}${ADMINISTRATOR_USAGE}${AUDIT_USAGE}${VAULT_USAGE}${ARCHIVE_USAGE}  erase ENTITY --shopper E-MAIL|ID  who the shopper of its payments was; their sums stay
  demo                              the demo merchant's ids, tokens and key, as the start prints them
  migrate                           brings the tables up to date, as each start does
  backup FILE                       of SQLite, while the server runs, without any CVV
`;

export const COMMANDS: Readonly<Record<string, Command>> = {
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
    if (id && (await findEntity(db, id))) {
      throw new UsageError(`there is an entity ${id} already`);
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
  ...WALLET_COMMANDS,
  ...RISK_COMMANDS,
  ...PAGE_WATCH_COMMANDS,
  ...VAULT_COMMANDS,
  ...TOKEN_COMMANDS,
  ...RELEASE_COMMANDS,
  ...LANGUAGE_COMMANDS,
  ...FONT_COMMANDS,
  ...BIN_COMMANDS,
  ...ADMINISTRATOR_COMMANDS,
  ...AUDIT_COMMANDS,
  ...ARCHIVE_COMMANDS,
  erase: async (db, [id = ''], { shopper = '' }) => {
    if (shopper.trim() === '') throw new UsageError('erase needs --shopper');
    return eraseShopper(db, (await existing(db, id)).id, shopper);
  },
  demo: async (db, _words, _options, config) => {
    const demo = await existingDemo({ db, vault: await openVaultOf(db, config) }, config);
    return `${demoLines(demo).join('\n')}\n`;
  },
  migrate: async () => ({ migration: MIGRATIONS.at(-1)?.name }),
  backup: async (db, [file = '']) => {
    if (file === '') throw new UsageError('backup needs the name of a new file');
    if (isPostgres(db))
      throw new UsageError('PostgreSQL is backed up by pg_dump: docs/operations.md');
    if (existsSync(file)) throw new UsageError(`${file} exists already`);
    await backUpSqlite(db, resolve(file)).catch((error: Error) => {
      throw new UsageError(`${file} cannot be written: ${error.message}`);
    });
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

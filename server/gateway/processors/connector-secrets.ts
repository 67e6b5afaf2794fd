/** Secrets of a channel's connector: in the database only in envelopes of the vault, never shown. */
import type { Database } from '../../store/database.ts';
import type { EnvelopeColumn } from '../../store/envelope-column.ts';
import type { Vault } from '../../vault/vault.ts';
import { EntityError, findChannel } from '../entities/entities.ts';

/** What each secret has to look like, and what to say where it does not. */
const FORMATS = {
  /** Our access token at the upstream. */
  token: { pattern: /^[\x21-\x7e]{16,512}$/, rule: '16 to 512 printable characters, no spaces' },
  /** Key of the upstream's notifications (AES-256). */
  notificationKey: { pattern: /^[0-9a-fA-F]{64}$/, rule: '64 hexadecimal characters' },
} as const;

export type SecretName = keyof typeof FORMATS;
export const SECRET_NAMES = Object.keys(FORMATS) as SecretName[];

const contextOf = (channelId: string, name: string) => ({
  recordId: channelId,
  entityId: channelId,
  purpose: `connector ${name}`,
});

export const CONNECTOR_ENVELOPES: EnvelopeColumn = {
  holds: 'secrets of connectors',
  table: 'connector_secrets',
  column: 'envelope',
  key: ['channel_id', 'name'],
  placeOf: ({ channel_id = '', name = '' }) => contextOf(channel_id, name),
};

/** @throws EntityError naming the rule; the value stands in no message */
export async function setConnectorSecret(
  db: Database,
  vault: Pick<Vault, 'wrapText'>,
  channelId: string,
  name: string,
  value: string,
): Promise<void> {
  if (!isSecretName(name)) throw new EntityError(`a secret is ${SECRET_NAMES.join(' or ')}`);
  if (!(await findChannel(db, channelId)))
    throw new EntityError(`there is no channel ${channelId}`);
  const { pattern, rule } = FORMATS[name];
  if (!pattern.test(value)) throw new EntityError(`${name} must be ${rule}`);
  const envelope = vault.wrapText(value, contextOf(channelId, name));
  await db
    .insertInto('connector_secrets')
    .values({ channel_id: channelId, name, envelope })
    .onConflict((conflict) => conflict.columns(['channel_id', 'name']).doUpdateSet({ envelope }))
    .execute();
}

/** Names of the secrets that the channel has. */
export async function secretsSet(db: Database, channelId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('connector_secrets')
    .select('name')
    .where('channel_id', '=', channelId)
    .orderBy('name')
    .execute();
  return rows.map(({ name }) => name);
}

export async function connectorSecret(
  db: Database,
  vault: Pick<Vault, 'unwrapText'>,
  channelId: string,
  name: SecretName,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('connector_secrets')
    .select('envelope')
    .where('channel_id', '=', channelId)
    .where('name', '=', name)
    .executeTakeFirst();
  return row && vault.unwrapText(row.envelope, contextOf(channelId, name));
}

const isSecretName = (name: string): name is SecretName => Object.hasOwn(FORMATS, name);

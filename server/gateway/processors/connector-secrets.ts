/** Secrets of a channel's connector: in the database only in envelopes of the vault, never shown. */
import type { SecretFormat } from '../../connectors/connector.ts';
import { CONNECTORS, definitionOf } from '../../connectors/registry.ts';
import type { Database } from '../../store/database.ts';
import type { EnvelopeColumn } from '../../store/envelope-column.ts';
import type { Vault } from '../../vault/vault.ts';
import { type Channel, EntityError, findChannel } from '../entities/index.ts';

/** Of all connectors: a secret may be set before the channel has its connector. */
const FORMATS = CONNECTORS.map(({ secrets = {} }) => secrets);
export const SECRET_NAMES = [...new Set(FORMATS.flatMap((secrets) => Object.keys(secrets)))];

/** That of the channel's own connector first: another one may have a secret of the same name. */
const formatOf = ({ settings: { connector } }: Channel, name: string): SecretFormat | undefined =>
  (connector && definitionOf(connector).secrets?.[name]) ??
  FORMATS.find((secrets) => Object.hasOwn(secrets, name))?.[name];

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
  if (!SECRET_NAMES.includes(name))
    throw new EntityError(`a secret is ${SECRET_NAMES.join(' or ')}`);
  const channel = await findChannel(db, channelId);
  const format = channel && formatOf(channel, name);
  if (!format) throw new EntityError(`there is no channel ${channelId}`);
  const { pattern, rule } = format;
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
  name: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('connector_secrets')
    .select('envelope')
    .where('channel_id', '=', channelId)
    .where('name', '=', name)
    .executeTakeFirst();
  return row && vault.unwrapText(row.envelope, contextOf(channelId, name));
}

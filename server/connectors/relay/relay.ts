/**
 * The relay: the connector to another gateway that speaks this same API. Its stored name is older than
 * its present one, and stays: channels and payments are kept with it.
 */
import type { Connector, ConnectorContext, ConnectorDefinition } from '../connector.ts';
import { createRelayClient, type RelayConfig } from './client.ts';
import { handleNotification } from './inbound-notification.ts';
import { openRequestAt } from './ledger.ts';
import { createOperatorTools } from './operator-tools.ts';
import { createRelay, type RelayTiming } from './relay-connector.ts';
import { type RelaySettings, RelaySettingsSchema } from './settings.ts';

type Context = ConnectorContext<RelaySettings>;

/** A payment with a full cart, in hexadecimal. */
const NOTIFICATION_LIMIT = 1024 * 1024;

/** @param more `timing`: other time limits than in life, for tests that wait for them */
export function openRelay(
  context: Context,
  more: { readonly timing?: RelayTiming } = {},
): Connector {
  const { db, outgoing, own } = context;
  const configOf = (channelId: string) => configIn(context, channelId);
  return {
    ...createRelay({ ...context, configOf, ...more }),
    handleNotification: (channel, sent) => handleNotification(context, channel, sent),
    operator: createOperatorTools(db, createRelayClient(outgoing, own), configOf),
  };
}

/** Undefined where the channel has another connector, or no token for this one. */
async function configIn(context: Context, channelId: string): Promise<RelayConfig | undefined> {
  const settings = await context.settingsOf(channelId);
  if (!settings) return undefined;
  const token = await context.secretOf(channelId, 'token');
  return token === undefined ? undefined : { settings, token };
}

export const relay: ConnectorDefinition<RelaySettings> = {
  name: 'upstream',
  settings: RelaySettingsSchema,
  example: '{"kind":"upstream","address":"https://…","entityId":"…"}',
  // It declares them in its settings: what another gateway can do depends on the processor behind it.
  capabilities: (settings) => settings,
  secrets: {
    /** Our access token at the processor. */
    token: { pattern: /^[\x21-\x7e]{16,512}$/, rule: '16 to 512 printable characters, no spaces' },
    /** Key of the processor's notifications (AES-256). */
    notificationKey: { pattern: /^[0-9a-fA-F]{64}$/, rule: '64 hexadecimal characters' },
  },
  notifications: {
    path: 'upstreams',
    contentTypes: ['text/plain', 'application/json'],
    bodyLimit: NOTIFICATION_LIMIT,
  },
  isSameAccount: (before, after) =>
    before.address === after.address && before.entityId === after.entityId,
  openRequestAt,
  open: (context) => openRelay(context),
};

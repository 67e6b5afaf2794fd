/** `npm run admin -- connector …`: what a channel's processor needs beside its settings. */
import { text } from 'node:stream/consumers';
import { EntityError, findChannel } from '../gateway/entities/entities.ts';
import {
  SECRET_NAMES,
  secretsSet,
  setConnectorSecret,
} from '../gateway/processors/connector-secrets.ts';
import {
  checkUpstream,
  decideUncertain,
  upstreamTroubles,
} from '../gateway/processors/upstream-gateway.ts';
import { openVaultOf } from '../open-store.ts';
import { createOutgoing } from '../outgoing/guarded-client.ts';
import type { Command } from './admin-command.ts';

export const CONNECTOR_USAGE = `  channel set ID connector='{"kind":"upstream","address":"https://…","entityId":"…"}'
  connector secret CHANNEL ${SECRET_NAMES.join('|')}     the value is read from the standard input
  connector show CHANNEL
  connector check CHANNEL           asks the processor something harmless
  connector troubles                what waits to be undone, could not be, or is not known
  connector decide PAYMENT made|not-made    what the processor says of one that is not known
`;

export const CONNECTOR_COMMANDS: Readonly<Record<string, Command>> = {
  'connector secret': async (db, [channelId = '', name = ''], _options, config) => {
    const value = (await text(process.stdin)).trim();
    await setConnectorSecret(db, await openVaultOf(db, config), channelId, name, value);
    return { channel: channelId, set: name };
  },
  'connector show': async (db, [channelId = ''], _options, { publicUrl }) => {
    const channel = await findChannel(db, channelId);
    if (!channel) throw new EntityError(`there is no channel ${channelId}`);
    const { mode, connector } = channel.settings;
    return {
      mode,
      connector,
      secrets: await secretsSet(db, channelId),
      notifications: `${publicUrl ?? ''}/v1/upstreams/${channelId}/notifications`,
    };
  },
  'connector check': async (db, [channelId = ''], _options, config) => {
    const outgoing = createOutgoing({ allowPrivate: config.webhookAllowPrivate });
    const publicUrl = () => config.publicUrl ?? '';
    const vault = await openVaultOf(db, config);
    const why = await checkUpstream({ db, vault, outgoing, publicUrl }, channelId);
    if (why !== undefined)
      throw new EntityError(`the processor does not answer as it should: ${why}`);
    return { channel: channelId, processor: 'answers, and knows us' };
  },
  'connector troubles': (db) => upstreamTroubles(db),
  'connector decide': (db, [paymentId = '', told = '']) => decideUncertain(db, paymentId, told),
};

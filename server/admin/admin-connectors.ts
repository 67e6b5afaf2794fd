/** `npm run admin -- connector …`: what a channel's processor needs beside its settings. */
import { text } from 'node:stream/consumers';
import type { Config } from '../config.ts';
import { OperatorError } from '../connectors/connector.ts';
import { CONNECTORS } from '../connectors/registry.ts';
import { EntityError, findChannel } from '../gateway/entities/index.ts';
import {
  checkConnector,
  connectorContext,
  connectorTroubles,
  decideUnknownOutcome,
  notificationPath,
  openAllConnectors,
  SECRET_NAMES,
  secretsSet,
  setConnectorSecret,
} from '../gateway/processors/index.ts';
import { openVaultOf } from '../open-store.ts';
import { createOutgoing } from '../outgoing/guarded-client.ts';
import type { Database } from '../store/database.ts';
import { type Command, UsageError } from './admin-command.ts';

/** The commands that each connector brings with it, by connector. */
const OWN = CONNECTORS.flatMap((definition) =>
  definition.commands ? [{ name: definition.name, commands: definition.commands }] : [],
);

const usageOf = ({ name, commands }: (typeof OWN)[number]): string =>
  Object.entries(commands)
    .map(([command, { words, does }]) =>
      `  connector ${name} ${command} ${words}`.padEnd(56).concat(does, '\n'),
    )
    .join('');

const EXAMPLES = CONNECTORS.flatMap(({ example }) =>
  example === undefined ? [] : [`  channel set ID connector='${example}'\n`],
).join('');

export const CONNECTOR_USAGE = `${EXAMPLES}  connector secret CHANNEL ${SECRET_NAMES.join('|')}     the value is read from the standard input
  connector show CHANNEL
  connector check CHANNEL           asks the processor something harmless
  connector troubles                what is to be compensated, reviewed, or is not known
  connector decide PAYMENT made|not-made    what the processor says of one that is not known
${OWN.map(usageOf).join('')}`;

async function partsOf(db: Database, config: Config) {
  return {
    db,
    vault: await openVaultOf(db, config),
    outgoing: createOutgoing({ allowPrivate: config.webhookAllowPrivate }),
    publicUrl: () => config.publicUrl ?? '',
  };
}

async function opened(db: Database, config: Config) {
  return { db, connectors: openAllConnectors(await partsOf(db, config)) };
}

/** A connector's own commands: the word after its name says which. */
const ownCommand =
  ({ name, commands }: (typeof OWN)[number]): Command =>
  async (db, [word = '', ...words], _options, config) => {
    const command = Object.hasOwn(commands, word) ? commands[word] : undefined;
    if (!command) throw new UsageError(usageOf({ name, commands }));
    return command
      .run(connectorContext(await partsOf(db, config), name), words)
      .catch((error: unknown) => {
        throw error instanceof OperatorError ? new UsageError(error.message) : error;
      });
  };

export const CONNECTOR_COMMANDS: Readonly<Record<string, Command>> = {
  'connector secret': async (db, [channelId = '', name = '', ...more], _options, config) => {
    if (more.length > 0) throw new UsageError('the value is read from the standard input');
    const value = (await text(process.stdin)).trim();
    await setConnectorSecret(db, await openVaultOf(db, config), channelId, name, value);
    return { channel: channelId, set: name };
  },
  'connector show': async (db, [channelId = ''], _options, { publicUrl }) => {
    const channel = await findChannel(db, channelId);
    if (!channel) throw new EntityError(`there is no channel ${channelId}`);
    const { mode, connector } = channel.settings;
    const path = notificationPath(connector?.kind, channelId);
    return {
      mode,
      connector,
      secrets: await secretsSet(db, channelId),
      notifications: path === undefined ? null : `${publicUrl ?? ''}${path}`,
    };
  },
  'connector check': async (db, [channelId = ''], _options, config) => {
    const why = await checkConnector(await opened(db, config), channelId);
    if (why !== undefined)
      throw new EntityError(`the processor does not answer as it should: ${why}`);
    return { channel: channelId, processor: 'answers, and knows us' };
  },
  'connector troubles': async (db, _words, _options, config) =>
    connectorTroubles(await opened(db, config)),
  'connector decide': async (db, [paymentId = '', decision = ''], _options, config) =>
    decideUnknownOutcome(await opened(db, config), paymentId, decision),
  ...Object.fromEntries(OWN.map((own) => [`connector ${own.name}`, ownCommand(own)])),
};

/** The administration's commands for webhooks: what the API does, without an access token. */

import {
  changeSecret,
  changeWebhook,
  deleteWebhook,
  listFailing,
  listWebhooks,
  pauseWebhook,
  presentInFull,
  presentTest,
  presentWebhook,
  progressOf,
  resumeWebhook,
  subscribe,
  testWebhook,
} from '../gateway/events/index.ts';
import { newId } from '../gateway/ids.ts';
import { type Command, UsageError } from './admin-command.ts';
import { DELIVERY_COMMANDS, DELIVERY_USAGE } from './admin-deliveries.ts';
import { existing, on, pairsOf, rootsOf, webhookTools } from './webhook-tools.ts';

export const WEBHOOK_USAGE = `  webhook create ENTITY notifications|events URL
      [--types A,B] [--wrapper JSON] [--fields NON_CUSTOMER_DATA]     the secret is shown once
  webhook list [ENTITY]
  webhook show ID                   with its latest deliveries: what was answered, what comes next
  webhook failing [ENTITY]          whose receivers fail now, the longest first
  webhook change ID [--url URL] [--types A,B|ALL] [--wrapper JSON|NONE] [--fields ALL|…]
  webhook pause ID                  sends nothing, and keeps everything
  webhook resume ID                 sends what was kept
  webhook test ID [--type TYPE]     a test call, or a sample; an acknowledged one makes it active
  webhook secret ID [--overlap SECONDS]      another secret; the one before stays valid for a day
  webhook delete ID
${DELIVERY_USAGE}`;

export const WEBHOOK_COMMANDS: Readonly<Record<string, Command>> = {
  'webhook create': async (db, [entityId, kind, url], options, config) => {
    if (!entityId || !kind || !url) {
      throw new UsageError('webhook create needs an entity, notifications or events, and a URL');
    }
    const { types, wrapper, fields } = options;
    const pairs = pairsOf({ kind, url, types, wrapper, fields });
    const entity = await existing(db, entityId);
    const { webhook, secret, test } = await subscribe(
      await webhookTools(db, config),
      entity,
      pairs,
      newId(),
    );
    return { ...presentWebhook(webhook), secret, test: presentTest(test) };
  },
  'webhook list': async (db, [entityId], _options, config) => {
    const tools = await webhookTools(db, config);
    const roots = await rootsOf(db, entityId);
    const found = await Promise.all(roots.map(({ id }) => listWebhooks(tools, id)));
    return found.flat().map(presentWebhook);
  },
  'webhook show': on(async (tools, webhook) =>
    presentInFull(webhook, await progressOf(tools, webhook)),
  ),
  'webhook failing': async (db, [entityId], _options, config) => {
    const tools = await webhookTools(db, config);
    const found = await Promise.all(
      (await rootsOf(db, entityId)).map(({ id }) => listFailing(tools, id)),
    );
    return found.flat().map(presentWebhook);
  },
  'webhook change': on(async (tools, webhook, _words, { url, types, wrapper, fields }) => {
    const changes = pairsOf({ url, types, wrapper, fields });
    const { webhook: changed, test } = await changeWebhook(tools, webhook, changes);
    return { ...presentWebhook(changed), ...(test && { test: presentTest(test) }) };
  }),
  'webhook pause': on(async (tools, webhook) => presentWebhook(await pauseWebhook(tools, webhook))),
  'webhook resume': on(async (tools, webhook) =>
    presentWebhook(await resumeWebhook(tools, webhook)),
  ),
  'webhook test': on(async (tools, webhook, _words, { type }) => {
    const tested = await testWebhook(tools, webhook, pairsOf({ type }));
    return { ...presentWebhook(tested.webhook), test: presentTest(tested.test) };
  }),
  'webhook secret': on(async (tools, webhook, _words, { overlap }) => {
    const { secret } = await changeSecret(tools, webhook, pairsOf({ overlap }));
    return { id: webhook.id, secret };
  }),
  'webhook delete': on(async (tools, webhook) => {
    await deleteWebhook(tools, webhook);
    return { deleted: webhook.id };
  }),
  ...DELIVERY_COMMANDS,
};

/** `/v1/webhooks`: who is told of what happens (docs/webhooks.md). */

import { RESULT } from '../../contract/result-by-name.ts';
import {
  changeSecret,
  changeWebhook,
  deleteWebhook,
  listWebhooks,
  ownWebhook,
  pauseWebhook,
  presentInFull,
  presentTest,
  presentWebhook,
  progressOf,
  resultOf,
  resumeWebhook,
  rotateEntityKey,
  subscribe,
  testWebhook,
} from '../gateway/events/index.ts';
import type { Context } from './context.ts';
import { type MerchantApi, type MerchantCall, WEBHOOKS } from './merchant-api.ts';

export function webhookRoutes(api: MerchantApi, { gateway, envelope }: Context): void {
  const answer = (body: object) => ({
    body: {
      ...body,
      ...envelope(resultOf(RESULT.requestSucceeded)),
    },
  });
  const own = async ({ id, entity }: MerchantCall) => ownWebhook(gateway, await entity(), id);

  api.post('/v1/webhooks', WEBHOOKS, async ({ entity, pairs, subjectId }) => {
    const made = await subscribe(gateway, await entity(), pairs, subjectId);
    const { webhook, secret, test, ignored } = made;
    const body = { ...presentWebhook(webhook), secret, test: presentTest(test) };
    return { ...answer(body), ignored };
  });

  api.post('/v1/webhooks/key', WEBHOOKS, async ({ entity, pairs }) => {
    const own = await entity();
    const { key, ignored } = await rotateEntityKey(gateway, own, pairs);
    return { ...answer({ entityId: own.id, key }), ignored };
  });

  api.get('/v1/webhooks', WEBHOOKS, async ({ entity }) => {
    const webhooks = await listWebhooks(gateway, (await entity()).id);
    return answer({ webhooks: webhooks.map(presentWebhook) });
  });

  api.get('/v1/webhooks/:id', WEBHOOKS, async (call) => {
    const webhook = await own(call);
    return answer(presentInFull(webhook, await progressOf(gateway, webhook)));
  });

  api.post('/v1/webhooks/:id', WEBHOOKS, async (call) => {
    const { webhook, test, ignored } = await changeWebhook(gateway, await own(call), call.pairs);
    const body = { ...presentWebhook(webhook), ...(test && { test: presentTest(test) }) };
    return { ...answer(body), ignored };
  });

  api.delete('/v1/webhooks/:id', WEBHOOKS, async (call) => {
    const webhook = await own(call);
    await deleteWebhook(gateway, webhook);
    return answer({ id: webhook.id });
  });

  api.post('/v1/webhooks/:id/pause', WEBHOOKS, async (call) =>
    answer(presentWebhook(await pauseWebhook(gateway, await own(call)))),
  );

  api.post('/v1/webhooks/:id/resume', WEBHOOKS, async (call) =>
    answer(presentWebhook(await resumeWebhook(gateway, await own(call)))),
  );

  api.post('/v1/webhooks/:id/test', WEBHOOKS, async (call) => {
    const { webhook, test, ignored } = await testWebhook(gateway, await own(call), call.pairs);
    return { ...answer({ ...presentWebhook(webhook), test: presentTest(test) }), ignored };
  });

  api.post('/v1/webhooks/:id/secret', WEBHOOKS, async (call) => {
    const { webhook, secret, ignored } = await changeSecret(gateway, await own(call), call.pairs);
    return { ...answer({ ...presentWebhook(webhook), secret }), ignored };
  });
}

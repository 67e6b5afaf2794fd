/** `/v1/webhooks`: who is told of what happens (docs/webhooks.md). */

import { RESULT } from '../../contract/result-by-name.ts';
import {
  changeEntityKey,
  changeSecret,
  deleteWebhook,
  listWebhooks,
  ownWebhook,
  presentDelivery,
  presentInFull,
  presentTest,
  presentWebhook,
  progressOf,
  replayDelivery,
  resultOf,
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

  api.post('/v1/webhooks/key', WEBHOOKS, async ({ entity }) => {
    const own = await entity();
    return answer({ entityId: own.id, key: await changeEntityKey(gateway, own) });
  });

  api.get('/v1/webhooks', WEBHOOKS, async ({ entity }) => {
    const webhooks = await listWebhooks(gateway, (await entity()).id);
    return answer({ webhooks: webhooks.map(presentWebhook) });
  });

  api.get('/v1/webhooks/:id', WEBHOOKS, async (call) => {
    const webhook = await own(call);
    return answer(presentInFull(webhook, await progressOf(gateway, webhook)));
  });

  api.delete('/v1/webhooks/:id', WEBHOOKS, async (call) => {
    const webhook = await own(call);
    await deleteWebhook(gateway, webhook);
    return answer({ id: webhook.id });
  });

  api.post('/v1/webhooks/:id/test', WEBHOOKS, async (call) => {
    const { webhook, test } = await testWebhook(gateway, await own(call));
    return answer({ ...presentWebhook(webhook), test: presentTest(test) });
  });

  api.post('/v1/webhooks/:id/secret', WEBHOOKS, async (call) => {
    const { webhook, secret } = await changeSecret(gateway, await own(call));
    return answer({ ...presentWebhook(webhook), secret });
  });

  api.post('/v1/webhooks/:id/deliveries/:delivery/replay', WEBHOOKS, async (call) => {
    const webhook = await own(call);
    const delivery = await replayDelivery(gateway, webhook, call.params['delivery'] ?? '');
    return answer(presentDelivery(delivery));
  });
}

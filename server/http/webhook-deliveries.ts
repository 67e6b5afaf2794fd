/**
 * What was told, and how often it was tried: of a subscription (`/v1/webhooks/{id}/deliveries`), and of the
 * `notificationUrl` of requests (`/v1/notification-urls/deliveries`); docs/webhooks.md.
 */
import { RESULT } from '../../contract/result-by-name.ts';
import {
  findDeliveries,
  ownWebhook,
  presentDelivery,
  presentWholeDelivery,
  readDelivery,
  replayDeliveries,
  replayDelivery,
  resultOf,
  scopeOfRequests,
  scopeOfWebhook,
} from '../gateway/events/index.ts';
import type { Context } from './context.ts';
import { type MerchantApi, type MerchantCall, WEBHOOKS } from './merchant-api.ts';
import { queryPairs } from './request-values.ts';

type Scope = ReturnType<typeof scopeOfWebhook>;

export function deliveryRoutes(api: MerchantApi, context: Context): void {
  const { gateway } = context;
  routesAt(api, context, '/v1/webhooks/:id', async ({ id, entity }) =>
    scopeOfWebhook(await ownWebhook(gateway, await entity(), id)),
  );
  routesAt(api, context, '/v1/notification-urls', async ({ entity }) =>
    scopeOfRequests(gateway, await entity()),
  );
}

function routesAt(
  api: MerchantApi,
  { gateway, envelope }: Context,
  path: string,
  scopeOf: (call: MerchantCall) => Promise<Scope>,
): void {
  const done = () => envelope(resultOf(RESULT.requestSucceeded));
  const idOf = ({ params }: MerchantCall) => params['delivery'] ?? '';

  api.get(`${path}/deliveries`, WEBHOOKS, async (call) => {
    const scope = await scopeOf(call);
    const { deliveries, hasMore, ignored } = await findDeliveries(
      gateway,
      scope,
      queryPairs(call.query),
    );
    const body = { deliveries: deliveries.map(presentDelivery), more: hasMore, ...done() };
    return { body, ignored };
  });

  api.get(`${path}/deliveries/:delivery`, WEBHOOKS, async (call) => {
    const whole = await readDelivery(gateway, await scopeOf(call), idOf(call));
    return { body: { ...presentWholeDelivery(whole), ...done() } };
  });

  api.post(`${path}/deliveries/:delivery/replay`, WEBHOOKS, async (call) => {
    const scope = await scopeOf(call);
    const { delivery, ignored } = await replayDelivery(
      gateway,
      await call.entity(),
      scope,
      idOf(call),
      call.pairs,
    );
    return { body: { ...presentDelivery(delivery), ...done() }, ignored };
  });

  api.post(`${path}/replay`, WEBHOOKS, async (call) => {
    const scope = await scopeOf(call);
    const { ids, hasMore, ignored } = await replayDeliveries(
      gateway,
      await call.entity(),
      scope,
      call.pairs,
    );
    return { body: { replayed: ids.length, more: hasMore, ...done() }, ignored };
  });
}

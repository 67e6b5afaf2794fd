/** `GET /v1/events`: what happened, for who prefers to ask (docs/events.md). */
import { RESULT } from '../../contract/result-by-name.ts';
import { findEvents, presentEvent, resultOf } from '../gateway/events/index.ts';
import type { Context } from './context.ts';
import { type MerchantApi, WEBHOOKS } from './merchant-api.ts';
import { queryPairs } from './request-values.ts';

export function eventRoutes(api: MerchantApi, { gateway, envelope }: Context): void {
  api.get('/v1/events', WEBHOOKS, async ({ entity, query }) => {
    const own = await entity();
    const { events, hasMore, fields, ignored } = await findEvents(gateway, own, queryPairs(query));
    return {
      body: {
        events: events.map((event) => presentEvent(event, fields)),
        more: hasMore,
        ...envelope(resultOf(RESULT.requestSucceeded)),
      },
      ignored,
    };
  });
}

/** `/admin/v1/checkouts` and `/admin/v1/funnel`: what was not paid, and how far shoppers have come. */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { CheckoutItem, Funnel, Page } from '../../../contract/admin-api.ts';
import { FUNNEL_PARTS, type FunnelGroup, stepCounts } from '../../reporting/funnel.ts';
import { funnelOf } from '../../reporting/funnel-days.ts';
import { CHECKOUT_FILTER, findCheckouts } from '../checkouts/find-checkouts.ts';
import { type ConsoleContext, wantedChannels } from '../console-context.ts';
import { boundedPeriod, moment } from '../period.ts';
import { endpoint } from '../reference/endpoint.ts';

const QUERY = CHECKOUT_FILTER.extend({ cursor: z.string().max(96).optional() });
const PERIOD = z.strictObject({
  from: moment.optional(),
  until: moment.optional(),
  channel: z.string().max(64).optional(),
});
/** Checkouts are kept for 90 days, where a channel says no more. */
const MOST_DAYS = 92;
const USUAL_DAYS = 30;

export function checkoutRoutes(app: FastifyInstance, context: ConsoleContext): void {
  const { reader } = context;

  app.get(
    '/admin/v1/checkouts',
    endpoint({
      id: 'list-checkouts',
      group: 'Checkouts',
      title: 'Checkouts that were not paid',
      needs: 'payments.read',
      query: { schema: QUERY, type: 'CheckoutQuery' },
      answer: 'Page<CheckoutItem>',
    }),
    async (request): Promise<Page<CheckoutItem>> => {
      const session = context.signedIn(request);
      const { cursor, ...filter } = QUERY.parse(request.query);
      const channels = await wantedChannels(context, session, filter.channel);
      // A filter that nothing fits reads all checkouts of a channel: payments do not wait for it.
      return reader.read('now', (copy) => findCheckouts(copy, channels, filter, cursor));
    },
  );

  app.get(
    '/admin/v1/funnel',
    endpoint({
      id: 'get-funnel',
      group: 'Checkouts',
      title: 'How far checkouts have come',
      needs: 'payments.read',
      query: { schema: PERIOD },
      answer: 'Funnel',
    }),
    async (request): Promise<Funnel> => {
      const session = context.signedIn(request);
      const { channel, ...wanted } = PERIOD.parse(request.query);
      const period = boundedPeriod(wanted, { usual: USUAL_DAYS, most: MOST_DAYS });
      const channels = await wantedChannels(context, session, channel);
      const groups = await reader.read('now', async (copy) => {
        const found: FunnelGroup[] = [];
        for (const one of channels) found.push(...(await funnelOf(copy, one, period)));
        return found;
      });
      const by = FUNNEL_PARTS.map((part) => ({
        part,
        rows: [...Map.groupBy(groups, (group) => group[part])]
          .map(([value, own]) => ({ value, steps: stepCounts(own) }))
          .sort((one, other) => other.steps.made - one.steps.made),
      }));
      return { steps: stepCounts(groups), by };
    },
  );
}

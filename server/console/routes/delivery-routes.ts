/** `/admin/v1/webhooks`, and sending a message again. */
import type { FastifyInstance } from 'fastify';
import type { WebhookInfo } from '../../../contract/admin-api.ts';
import { appendAudit } from '../../gateway/access/index.ts';
import { replayDelivery } from '../../gateway/events/index.ts';
import type { Transaction } from '../../store/database.ts';
import { AdminFailure, notFound, throughGateway } from '../admin-failure.ts';
import { actorOf, type ConsoleContext, channelsInSight } from '../console-context.ts';
import { need } from '../permissions.ts';
import { webhooksInSight } from '../webhooks-in-sight.ts';

interface OfDelivery {
  Params: { subscription: string; delivery: string };
}

export function deliveryRoutes(app: FastifyInstance, context: ConsoleContext): void {
  const { gateway } = context;
  const { vault } = gateway;

  app.get('/admin/v1/webhooks', async (request): Promise<WebhookInfo[]> => {
    const session = context.signedIn(request);
    need(session, 'payments.read');
    const all = await webhooksInSight(context, session);
    return all.map(({ isFailing: _, ...webhook }) => webhook);
  });

  app.post<OfDelivery>(
    '/admin/v1/deliveries/:subscription/:delivery/resend',
    async (request, reply) => {
      const session = context.signedIn(request);
      need(session, 'deliveries.resend');
      const { subscription, delivery } = request.params;
      const channels = await channelsInSight(context, session);
      const [entity] = channels;
      if (!entity) throw notFound('delivery');
      // The delivery may be of any subscription; its message has to concern a channel in sight.
      const scope = { webhookIds: [subscription], channelIds: channels.map(({ id }) => id) };
      const note = (trx: Transaction) =>
        appendAudit(vault, trx, {
          actor: actorOf(session),
          action: 'message resent',
          subject: delivery,
          detail: { subscription },
        });
      await throughGateway(replayDelivery(gateway, entity, scope, delivery, [], note)).catch(
        (error: unknown) => {
          throw error instanceof AdminFailure ? notFound('delivery') : error;
        },
      );
      return reply.code(202).send({});
    },
  );
}

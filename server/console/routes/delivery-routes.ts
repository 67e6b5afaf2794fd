/** `/admin/v1/webhooks`, and sending a message again. */
import type { FastifyInstance } from 'fastify';
import type { WebhookInfo } from '../../../contract/admin-api.ts';
import { audit } from '../../gateway/access/index.ts';
import { findEntity } from '../../gateway/entities/index.ts';
import { ownWebhook, replayDelivery } from '../../gateway/events/index.ts';
import { notFound, throughGateway } from '../admin-failure.ts';
import { actorOf, type ConsoleContext } from '../console-context.ts';
import { need } from '../permissions.ts';
import { webhooksInSight } from '../webhooks-in-sight.ts';

interface OfDelivery {
  Params: { subscription: string; delivery: string };
}

export function deliveryRoutes(app: FastifyInstance, context: ConsoleContext): void {
  const { gateway } = context;
  const { db, vault } = gateway;

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
      const own = await webhooksInSight(context, session);
      const known = own.find(({ id }) => id === subscription);
      const entity = known && (await findEntity(db, known.entityId));
      if (!entity) throw notFound('subscription');
      const webhook = await throughGateway(ownWebhook(gateway, entity, subscription));
      await throughGateway(replayDelivery(gateway, webhook, delivery));
      await audit(vault, db, {
        actor: actorOf(session),
        action: 'message resent',
        subject: delivery,
        detail: { subscription },
      });
      return reply.code(202).send({});
    },
  );
}

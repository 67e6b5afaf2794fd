/** `/admin/v1/webhooks`: who is told what, what came of it, and what is done about it. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type {
  DeliveryDetail,
  DeliveryItem,
  NewSecret,
  Page,
  Resent,
  SampleSent,
  WebhookDetail,
  WebhookInfo,
} from '../../../contract/admin-api.ts';
import { ApiError } from '../../gateway/requests/index.ts';
import { AdminFailure, notFound, throughGateway } from '../admin-failure.ts';
import type { ConsoleContext } from '../console-context.ts';
import { onceForRequest } from '../keyed.ts';
import { endpoint } from '../reference/endpoint.ts';
import {
  pauseOrResume,
  RESEND,
  resend,
  rotateSecret,
  SAMPLE,
  SECRET,
  sendSample,
} from '../webhooks/change-webhook.ts';
import { DELIVERY_QUERY, pageOfDeliveries, wholeDelivery } from '../webhooks/find-deliveries.ts';
import { presentSeen, webhookInSight, webhooksInSight } from '../webhooks/webhooks-in-sight.ts';

interface OfWebhook {
  Params: { id: string };
}
interface OfDelivery {
  Params: { id: string; delivery: string };
}

export function webhookRoutes(app: FastifyInstance, context: ConsoleContext): void {
  const { db } = context.gateway;

  async function seenBy(request: FastifyRequest<OfWebhook>) {
    const session = context.signedIn(request);
    return { context, session, seen: await webhookInSight(context, session, request.params.id) };
  }

  /** One that this administrator may also pause, resume and so on. */
  async function changeableBy(request: FastifyRequest<OfWebhook>) {
    const doing = await seenBy(request);
    if (doing.seen.canChange) return doing;
    throw new AdminFailure('refused', 'only a subscription of an entity in sight can be changed');
  }

  type Doing = Awaited<ReturnType<typeof seenBy>>;

  /** Once for the request's key. */
  const keyed = <Answer extends object>(
    request: FastifyRequest<OfWebhook>,
    { session }: Doing,
    body: object,
    run: () => Promise<Answer>,
  ) => onceForRequest(context, session, request, body, run);

  app.get(
    '/admin/v1/webhooks',
    endpoint({
      id: 'list-webhooks',
      group: 'Developers',
      title: 'Webhooks of the entities in sight',
      needs: 'payments.read',
      answer: 'WebhookInfo[]',
    }),
    async (request): Promise<WebhookInfo[]> => {
      const session = context.signedIn(request);
      return webhooksInSight(context, session);
    },
  );

  app.get<OfWebhook>(
    '/admin/v1/webhooks/:id',
    endpoint({
      id: 'get-webhook',
      group: 'Developers',
      title: 'One webhook',
      needs: 'payments.read',
      answer: 'WebhookDetail',
    }),
    async (request): Promise<WebhookDetail> => {
      const { seen } = await seenBy(request);
      return presentSeen(context, seen);
    },
  );

  app.get<OfWebhook>(
    '/admin/v1/webhooks/:id/deliveries',
    endpoint({
      id: 'list-deliveries',
      group: 'Developers',
      title: 'What a webhook was told, or will be',
      needs: 'payments.read',
      query: { schema: DELIVERY_QUERY, type: 'DeliveryQuery' },
      answer: 'Page<DeliveryItem>',
    }),
    async (request): Promise<Page<DeliveryItem>> => {
      const { seen } = await seenBy(request);
      const query = DELIVERY_QUERY.parse(request.query);
      return throughGateway(pageOfDeliveries(db, seen, query));
    },
  );

  app.get<OfDelivery>(
    '/admin/v1/webhooks/:id/deliveries/:delivery',
    endpoint({
      id: 'get-delivery',
      group: 'Developers',
      title: 'One delivery with every attempt',
      needs: 'payments.read',
      answer: 'DeliveryDetail',
    }),
    async (request): Promise<DeliveryDetail> => {
      const { seen } = await seenBy(request);
      return wholeDelivery(db, seen, request.params.delivery).catch((error: unknown) => {
        throw error instanceof ApiError ? notFound('delivery') : error;
      });
    },
  );

  app.post<OfWebhook>(
    '/admin/v1/webhooks/:id/resend',
    endpoint({
      id: 'resend-deliveries',
      group: 'Developers',
      title: 'Sends deliveries again',
      needs: 'deliveries.resend',
      body: { schema: RESEND, type: 'Resend' },
      isKeyed: true,
      answer: 'Resent',
      status: 202,
    }),
    async (request, reply): Promise<Resent> => {
      const doing = await seenBy(request);
      const wanted = RESEND.parse(request.body);
      reply.code(202);
      return keyed(request, doing, wanted, () => resend(doing, wanted));
    },
  );

  for (const name of ['pause', 'resume'] as const) {
    app.post<OfWebhook>(
      `/admin/v1/webhooks/:id/${name}`,
      endpoint({
        id: `${name}-webhook`,
        group: 'Developers',
        title:
          name === 'pause'
            ? 'Sends nothing to a webhook until it is resumed'
            : 'Sends to a webhook again',
        needs: 'webhooks.manage',
        isKeyed: true,
        answer: 'WebhookDetail',
      }),
      async (request): Promise<WebhookDetail> => {
        const doing = await changeableBy(request);
        return keyed(request, doing, {}, async () => {
          await pauseOrResume(doing, name);
          const { session, seen } = doing;
          return presentSeen(context, await webhookInSight(context, session, seen.webhook.id));
        });
      },
    );
  }

  app.post<OfWebhook>(
    '/admin/v1/webhooks/:id/secret',
    endpoint({
      id: 'rotate-webhook-secret',
      group: 'Developers',
      title: 'Gives a webhook another secret',
      needs: 'webhooks.manage',
      body: { schema: SECRET, type: 'RotateSecret' },
      isKeyed: true,
      answer: 'NewSecret',
    }),
    async (request): Promise<NewSecret> => {
      const doing = await changeableBy(request);
      const wanted = SECRET.parse(request.body ?? {});
      return keyed(request, doing, wanted, () => rotateSecret(doing, wanted));
    },
  );

  app.post<OfWebhook>(
    '/admin/v1/webhooks/:id/test',
    endpoint({
      id: 'send-sample',
      group: 'Developers',
      title: 'Sends a sample to a webhook',
      needs: 'webhooks.manage',
      body: { schema: SAMPLE, type: 'SendSample' },
      isKeyed: true,
      answer: 'SampleSent',
    }),
    async (request): Promise<SampleSent> => {
      const doing = await changeableBy(request);
      const wanted = SAMPLE.parse(request.body ?? {});
      return keyed(request, doing, wanted, () => sendSample(doing, wanted));
    },
  );
}

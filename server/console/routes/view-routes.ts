/** `/admin/v1/views`: filters that an administrator keeps under a name. */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { SavedView } from '../../../contract/admin-api.ts';
import { invalid, notFound } from '../admin-failure.ts';
import type { ConsoleContext } from '../console-context.ts';
import { PAYMENT_FILTER } from '../payments/filter.ts';
import { keepView, removeView, viewsOf } from '../payments/saved-views.ts';
import { endpoint } from '../reference/endpoint.ts';

const MOST_VIEWS = 50;
/** What says who a shopper is would stay here when the shopper is forgotten (`npm run admin -- erase`). */
const PERSONAL = ['holder', 'email'] as const;
const NAME = z.string().trim().min(1).max(64);

interface Named {
  Params: { name: string };
}

export function viewRoutes(app: FastifyInstance, context: ConsoleContext): void {
  const { db } = context.gateway;

  app.get(
    '/admin/v1/views',
    endpoint({
      id: 'list-views',
      group: 'Payments',
      title: 'Filters that you have kept',
      needs: 'session',
      answer: 'SavedView[]',
    }),
    async (request): Promise<SavedView[]> => {
      return viewsOf(db, context.signedIn(request).name);
    },
  );

  app.put<Named>(
    '/admin/v1/views/:name',
    endpoint({
      id: 'keep-view',
      group: 'Payments',
      title: 'Keeps a filter under a name',
      needs: 'session',
      body: { schema: PAYMENT_FILTER, type: 'PaymentFilter' },
      answer: 'SavedView',
    }),
    async (request): Promise<SavedView> => {
      const owner = context.signedIn(request).name;
      const name = NAME.parse(request.params.name);
      const filter = PAYMENT_FILTER.parse(request.body);
      const personal = PERSONAL.find((each) => filter[each] !== undefined);
      if (personal) throw invalid(personal, 'is of a shopper, and is not kept in a view');
      const others = (await viewsOf(db, owner)).filter((view) => view.name !== name);
      if (others.length >= MOST_VIEWS) {
        throw invalid('name', `is one too many: an administrator has ${MOST_VIEWS} views`);
      }
      return keepView(db, owner, name, filter);
    },
  );

  app.delete<Named>(
    '/admin/v1/views/:name',
    endpoint({
      id: 'remove-view',
      group: 'Payments',
      title: 'Removes a filter that you have kept',
      needs: 'session',
      answer: 'nothing',
    }),
    async (request): Promise<object> => {
      const owner = context.signedIn(request).name;
      if (!(await removeView(db, owner, request.params.name))) throw notFound('view');
      return {};
    },
  );
}

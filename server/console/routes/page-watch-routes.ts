/** `/admin/v1/channels/{id}/page-watch`: scripts and headers of a channel's payment pages. */
import type { FastifyInstance } from 'fastify';
import type { ChannelPageWatch } from '../../../contract/admin-api.ts';
import {
  DECIDE,
  decideScripts,
  PAGE,
  readPagesNow,
  unwatch,
  watch,
} from '../channels/change-page-watch.ts';
import {
  answering,
  type Changing,
  change,
  changeOnce,
  changingOf,
  type OfChannel,
} from '../channels/changing.ts';
import { presentPageWatch } from '../channels/channel-in-sight.ts';
import type { ConsoleContext } from '../console-context.ts';
import { endpoint } from '../reference/endpoint.ts';

const GROUP = 'Channels';

export function pageWatchRoutes(app: FastifyInstance, context: ConsoleContext): void {
  const now = ({ channel }: Changing): Promise<ChannelPageWatch> =>
    presentPageWatch(context, channel);
  const then = answering(now);

  app.get<OfChannel>(
    '/admin/v1/channels/:id/page-watch',
    endpoint({
      ...{ id: 'get-page-watch', group: GROUP },
      title: 'Scripts and headers of a channel’s payment pages',
      ...{ needs: 'payments.read', answer: 'ChannelPageWatch' },
    }),
    async (request) => now(await changingOf(context, request)),
  );

  app.post<OfChannel>(
    '/admin/v1/channels/:id/page-watch/decisions',
    endpoint({
      ...{ id: 'decide-scripts', group: GROUP, title: 'Approves or rejects scripts' },
      ...{ needs: 'channels.change', body: { schema: DECIDE, type: 'DecideScripts' } },
      ...{ isKeyed: true, answer: 'ChannelPageWatch' },
    }),
    (request) => changeOnce(context, request, DECIDE, then(decideScripts)),
  );

  app.post<OfChannel>(
    '/admin/v1/channels/:id/page-watch/pages',
    endpoint({
      ...{ id: 'watch-page', group: GROUP, title: 'Begins to read the headers of a page' },
      ...{ needs: 'channels.change', body: { schema: PAGE, type: 'WatchPage' } },
      ...{ isKeyed: true, answer: 'ChannelPageWatch' },
    }),
    (request) => changeOnce(context, request, PAGE, then(watch)),
  );

  app.delete<OfChannel>(
    '/admin/v1/channels/:id/page-watch/pages',
    endpoint({
      ...{ id: 'unwatch-page', group: GROUP, title: 'Ends reading the headers of a page' },
      ...{ needs: 'channels.change', query: { schema: PAGE, type: 'WatchPage' } },
      answer: 'ChannelPageWatch',
    }),
    (request) => change(context, request, PAGE.parse(request.query), then(unwatch)),
  );

  app.post<OfChannel>(
    '/admin/v1/channels/:id/page-watch/check',
    endpoint({
      ...{ id: 'check-pages', group: GROUP, title: 'Reads the headers of all pages now' },
      ...{ needs: 'pages.check', answer: 'ChannelPageWatch' },
    }),
    (request) => change(context, request, {}, then(readPagesNow)),
  );
}

/** `/admin/v1/channels`: how a channel is set up, and what is changed of it. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ZodType } from 'zod';
import type {
  ChannelDetail,
  ChannelPageWatch,
  FontInfo,
  NewKey,
} from '../../../contract/admin-api.ts';
import { throughGateway } from '../admin-failure.ts';
import {
  ADD_FONT,
  ADVANCE,
  addOwnFont,
  advanceClock,
  BEHAVIOUR,
  behave,
  type Changing,
  changeOptions,
  DECIDE,
  decideScripts,
  OPTIONS,
  PAGE,
  PIN,
  pin,
  ROTATE_KEY,
  readPagesNow,
  refusedInWords,
  removeOwnFont,
  rotateKey,
  unwatch,
  watch,
} from '../channels/change-channel.ts';
import { channelInSight, presentChannel, presentPageWatch } from '../channels/channel-in-sight.ts';
import type { ConsoleContext } from '../console-context.ts';
import { onceForRequest } from '../keyed.ts';
import { endpoint } from '../reference/endpoint.ts';

/** A font of 1 MiB in base64, and its family. */
const FONT_BODY_LIMIT = 1_500_000;
const GROUP = 'Channels';

interface OfChannel {
  Params: { id: string };
}
interface OfFont {
  Params: { id: string; family: string; weight: string };
}

export function channelRoutes(app: FastifyInstance, context: ConsoleContext): void {
  async function doingOf(request: FastifyRequest<OfChannel>): Promise<Changing> {
    const session = context.signedIn(request);
    return { context, session, channel: await channelInSight(context, session, request.params.id) };
  }

  /** Each change answers how things are after it. */
  const channelNow = async ({ session, channel: { id } }: Changing): Promise<ChannelDetail> =>
    presentChannel(context, await channelInSight(context, session, id));
  const pagesNow = ({ channel }: Changing): Promise<ChannelPageWatch> =>
    presentPageWatch(context, channel);

  /** Changes something as the body says; the same again is the same. */
  async function change<Wanted>(
    request: FastifyRequest<OfChannel>,
    schema: ZodType<Wanted>,
    work: (doing: Changing, wanted: Wanted) => Promise<unknown>,
  ): Promise<Changing> {
    const wanted = schema.parse(request.body ?? {});
    const doing = await doingOf(request);
    await throughGateway(refusedInWords(work(doing, wanted)));
    return doing;
  }

  /** Once for the request's key. */
  async function keyed<Wanted extends object, Answer extends object>(
    request: FastifyRequest<OfChannel>,
    schema: ZodType<Wanted>,
    work: (doing: Changing, wanted: Wanted) => Promise<Answer>,
  ): Promise<Answer> {
    const wanted = schema.parse(request.body ?? {});
    const doing = await doingOf(request);
    return onceForRequest(context, doing.session, request, wanted, () =>
      refusedInWords(work(doing, wanted)),
    );
  }

  app.get<OfChannel>(
    '/admin/v1/channels/:id',
    endpoint({
      ...{ id: 'get-channel', group: GROUP, title: 'How a channel is set up' },
      ...{ needs: 'payments.read', answer: 'ChannelDetail' },
    }),
    async (request) => channelNow(await doingOf(request)),
  );

  app.patch<OfChannel>(
    '/admin/v1/channels/:id',
    endpoint({
      ...{ id: 'change-channel', group: GROUP, title: 'Changes options of a channel' },
      description: 'Those that are sent are replaced, all others stay.',
      ...{ needs: 'channels.change', body: { schema: OPTIONS, type: 'ChannelOptions' } },
      answer: 'ChannelDetail',
    }),
    async (request) => channelNow(await change(request, OPTIONS, changeOptions)),
  );

  app.post<OfChannel>(
    '/admin/v1/channels/:id/notification-key',
    endpoint({
      ...{ id: 'rotate-notification-key', group: GROUP },
      title: 'Draws another key for the notificationUrl of a channel’s requests',
      ...{ needs: 'channels.change', body: { schema: ROTATE_KEY, type: 'RotateKey' } },
      ...{ isKeyed: true, answer: 'NewKey' },
    }),
    (request): Promise<NewKey> => keyed(request, ROTATE_KEY, rotateKey),
  );

  app.post<OfChannel>(
    '/admin/v1/channels/:id/fonts',
    {
      bodyLimit: FONT_BODY_LIMIT,
      ...endpoint({
        ...{ id: 'add-font', group: GROUP, title: 'Gives a channel a font' },
        description: 'It is read and checked first; a refusal says what is wrong with the file.',
        ...{ needs: 'channels.change', body: { schema: ADD_FONT, type: 'AddFont' } },
        ...{ isKeyed: true, answer: 'FontInfo' },
      }),
    },
    (request): Promise<FontInfo> => keyed(request, ADD_FONT, addOwnFont),
  );

  app.delete<OfFont>(
    '/admin/v1/channels/:id/fonts/:family/:weight',
    endpoint({
      ...{ id: 'remove-font', group: GROUP, title: 'Takes a font from a channel' },
      ...{ needs: 'channels.change', answer: 'ChannelDetail' },
    }),
    async (request) => {
      const doing = await doingOf(request);
      const { family, weight } = request.params;
      await throughGateway(refusedInWords(removeOwnFont(doing, family, Number(weight))));
      return channelNow(doing);
    },
  );

  app.put<OfChannel>(
    '/admin/v1/channels/:id/release',
    endpoint({
      ...{ id: 'pin-release', group: GROUP, title: 'Pins a channel to a release of the form' },
      ...{ needs: 'channels.change', body: { schema: PIN, type: 'PinRelease' } },
      answer: 'ChannelDetail',
    }),
    async (request) => channelNow(await change(request, PIN, pin)),
  );

  app.post<OfChannel>(
    '/admin/v1/channels/:id/clock',
    endpoint({
      ...{ id: 'move-clock', group: GROUP, title: 'Moves the clock of a test channel forward' },
      ...{ needs: 'channels.change', body: { schema: ADVANCE, type: 'MoveClock' } },
      ...{ isKeyed: true, answer: 'ChannelDetail' },
    }),
    (request) =>
      keyed(request, ADVANCE, async (doing, wanted) => {
        await advanceClock(doing, wanted);
        return channelNow(doing);
      }),
  );

  app.put<OfChannel>(
    '/admin/v1/channels/:id/simulator',
    endpoint({
      ...{ id: 'change-simulator', group: GROUP },
      title: 'Says how the simulated bank of a test channel behaves',
      ...{ needs: 'channels.change', body: { schema: BEHAVIOUR, type: 'ChangeSimulator' } },
      answer: 'ChannelDetail',
    }),
    async (request) => channelNow(await change(request, BEHAVIOUR, behave)),
  );

  app.get<OfChannel>(
    '/admin/v1/channels/:id/page-watch',
    endpoint({
      ...{ id: 'get-page-watch', group: GROUP },
      title: 'Scripts and headers of a channel’s payment pages',
      ...{ needs: 'payments.read', answer: 'ChannelPageWatch' },
    }),
    async (request) => pagesNow(await doingOf(request)),
  );

  app.post<OfChannel>(
    '/admin/v1/channels/:id/page-watch/decisions',
    endpoint({
      ...{ id: 'decide-scripts', group: GROUP, title: 'Approves or rejects scripts' },
      ...{ needs: 'channels.change', body: { schema: DECIDE, type: 'DecideScripts' } },
      ...{ isKeyed: true, answer: 'ChannelPageWatch' },
    }),
    (request) =>
      keyed(request, DECIDE, async (doing, wanted) => {
        await decideScripts(doing, wanted);
        return pagesNow(doing);
      }),
  );

  app.post<OfChannel>(
    '/admin/v1/channels/:id/page-watch/pages',
    endpoint({
      ...{ id: 'watch-page', group: GROUP, title: 'Begins to read the headers of a page' },
      ...{ needs: 'channels.change', body: { schema: PAGE, type: 'WatchPage' } },
      ...{ isKeyed: true, answer: 'ChannelPageWatch' },
    }),
    (request) =>
      keyed(request, PAGE, async (doing, wanted) => {
        await watch(doing, wanted);
        return pagesNow(doing);
      }),
  );

  app.delete<OfChannel>(
    '/admin/v1/channels/:id/page-watch/pages',
    endpoint({
      ...{ id: 'unwatch-page', group: GROUP, title: 'Ends reading the headers of a page' },
      ...{ needs: 'channels.change', query: { schema: PAGE, type: 'WatchPage' } },
      answer: 'ChannelPageWatch',
    }),
    async (request) => {
      const wanted = PAGE.parse(request.query);
      const doing = await doingOf(request);
      await throughGateway(refusedInWords(unwatch(doing, wanted)));
      return pagesNow(doing);
    },
  );

  app.post<OfChannel>(
    '/admin/v1/channels/:id/page-watch/check',
    endpoint({
      ...{ id: 'check-pages', group: GROUP, title: 'Reads the headers of all pages now' },
      ...{ needs: 'pages.check', answer: 'ChannelPageWatch' },
    }),
    async (request) => {
      const doing = await doingOf(request);
      await readPagesNow(doing);
      return pagesNow(doing);
    },
  );
}

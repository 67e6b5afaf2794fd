/** `/admin/v1/channels`: how a channel is set up, and what is changed of it. */
import type { FastifyInstance } from 'fastify';
import type { ChannelDetail, FontInfo, NewKey } from '../../../contract/admin-api.ts';
import {
  ADD_FONT,
  ADVANCE,
  addOwnFont,
  advanceClock,
  BEHAVIOUR,
  behave,
  changeOptions,
  FONT_STYLE,
  OPTIONS,
  PIN,
  pin,
  ROTATE_KEY,
  removeOwnFont,
  rotateKey,
} from '../channels/change-channel.ts';
import {
  answering,
  type Changing,
  change,
  changeOnce,
  changingOf,
  type OfChannel,
} from '../channels/changing.ts';
import { channelInSight, presentChannel } from '../channels/channel-in-sight.ts';
import type { ConsoleContext } from '../console-context.ts';
import { endpoint } from '../reference/endpoint.ts';

/** A font of 1 MiB in base64, and its family. */
const FONT_BODY_LIMIT = 1_500_000;
const GROUP = 'Channels';

interface OfFont {
  Params: { id: string; family: string; weight: string };
}

export function channelRoutes(app: FastifyInstance, context: ConsoleContext): void {
  const now = async ({ session, channel: { id } }: Changing): Promise<ChannelDetail> =>
    presentChannel(context, await channelInSight(context, session, id));
  const then = answering(now);

  app.get<OfChannel>(
    '/admin/v1/channels/:id',
    endpoint({
      ...{ id: 'get-channel', group: GROUP, title: 'How a channel is set up' },
      ...{ needs: 'payments.read', answer: 'ChannelDetail' },
    }),
    async (request) => now(await changingOf(context, request)),
  );

  app.patch<OfChannel>(
    '/admin/v1/channels/:id',
    endpoint({
      ...{ id: 'change-channel', group: GROUP, title: 'Changes options of a channel' },
      description:
        'Those that are sent are replaced, all others stay. With `shown`, only where these are as they were read.',
      ...{ needs: 'channels.change', body: { schema: OPTIONS, type: 'ChangeChannel' } },
      answer: 'ChannelDetail',
    }),
    (request) => {
      // No secret is among them: what is wrong is said with its value.
      const wanted = OPTIONS.parse(request.body ?? {}, { reportInput: true });
      return change(context, request, wanted, then(changeOptions));
    },
  );

  app.post<OfChannel>(
    '/admin/v1/channels/:id/notification-key',
    endpoint({
      ...{ id: 'rotate-notification-key', group: GROUP },
      title: 'Draws another key for the notificationUrl of a channel’s requests',
      ...{ needs: 'channels.change', body: { schema: ROTATE_KEY, type: 'RotateKey' } },
      ...{ isKeyed: true, answer: 'NewKey' },
    }),
    (request): Promise<NewKey> => changeOnce(context, request, ROTATE_KEY, rotateKey),
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
    (request): Promise<FontInfo> => changeOnce(context, request, ADD_FONT, addOwnFont),
  );

  app.delete<OfFont>(
    '/admin/v1/channels/:id/fonts/:family/:weight',
    endpoint({
      ...{ id: 'remove-font', group: GROUP, title: 'Takes a font from a channel' },
      ...{ needs: 'channels.change', query: { schema: FONT_STYLE }, answer: 'ChannelDetail' },
    }),
    (request) => {
      const wanted = { ...request.params, ...FONT_STYLE.parse(request.query) };
      return change(context, request, wanted, then(removeOwnFont));
    },
  );

  app.put<OfChannel>(
    '/admin/v1/channels/:id/release',
    endpoint({
      ...{ id: 'pin-release', group: GROUP, title: 'Pins a channel to a release of the form' },
      ...{ needs: 'channels.change', body: { schema: PIN, type: 'PinRelease' } },
      answer: 'ChannelDetail',
    }),
    (request) => change(context, request, PIN.parse(request.body ?? {}), then(pin)),
  );

  app.post<OfChannel>(
    '/admin/v1/channels/:id/clock',
    endpoint({
      ...{ id: 'move-clock', group: GROUP, title: 'Moves the clock of a test channel forward' },
      ...{ needs: 'channels.change', body: { schema: ADVANCE, type: 'MoveClock' } },
      ...{ isKeyed: true, answer: 'ChannelDetail' },
    }),
    (request) => changeOnce(context, request, ADVANCE, then(advanceClock)),
  );

  app.put<OfChannel>(
    '/admin/v1/channels/:id/simulator',
    endpoint({
      ...{ id: 'change-simulator', group: GROUP },
      title: 'Says how the simulated bank of a test channel behaves',
      ...{ needs: 'channels.change', body: { schema: BEHAVIOUR, type: 'ChangeSimulator' } },
      answer: 'ChannelDetail',
    }),
    (request) => change(context, request, BEHAVIOUR.parse(request.body ?? {}), then(behave)),
  );
}

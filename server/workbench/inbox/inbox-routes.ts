/** `/inbox`: the page, and where the gateway's calls arrive. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendPage } from '../pages/send-page.ts';
import { livePagePolicy } from '../security-headers.ts';
import { formValue } from '../shop/form-value.ts';
import { visitOf } from '../shop/visit.ts';
import { GatewayError } from '../shop-server.ts';
import { type Inbox, KINDS } from './inbox.ts';
import { inboxPage } from './inbox-page.ts';
import { addInboxStream } from './inbox-stream.ts';

/** Larger than any message. */
const BODY_LIMIT = 256 * 1024;

export async function addInboxRoutes(app: FastifyInstance, inbox: Inbox): Promise<void> {
  const page = (request: FastifyRequest, trouble?: string) =>
    inboxPage(visitOf(request), inbox.groups(), {
      isConnected: inbox.isConnected(),
      version: inbox.version(),
      capacity: inbox.capacity,
      ...(trouble !== undefined && { trouble }),
    });
  /** What the gateway says against it is shown on the page. */
  const troubleOf = async (work: Promise<void>): Promise<string | undefined> => {
    try {
      await work;
      return undefined;
    } catch (error) {
      if (error instanceof GatewayError) return error.message;
      throw error;
    }
  };

  const send = async (reply: FastifyReply, source: string, status = 200) => {
    await reply.helmet({ contentSecurityPolicy: livePagePolicy });
    return sendPage(reply, source, status);
  };

  addInboxStream(app, inbox);
  app.get('/inbox', (request, reply) => send(reply, page(request)));

  app.post('/inbox', async (request, reply) => {
    const trouble = await troubleOf(inbox.connect());
    return trouble === undefined
      ? reply.redirect('/inbox', 303)
      : send(reply, page(request, trouble), 502);
  });

  app.post('/inbox/replay', async (request, reply) => {
    const { body } = request;
    const kind = KINDS.find((each) => each === formValue(body, 'kind'));
    if (!kind) return reply.callNotFound();
    const replayed = inbox.replay(kind, formValue(body, 'delivery') ?? '');
    const trouble = await troubleOf(replayed);
    return trouble === undefined
      ? reply.redirect('/inbox', 303)
      : send(reply, page(request, trouble), 502);
  });

  await app.register(async (receiving) => {
    // Signed and encrypted is the body as it arrived.
    receiving.removeAllContentTypeParsers();
    receiving.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) =>
      done(null, body),
    );
    for (const kind of KINDS) {
      receiving.post(`/inbox/${kind}`, { bodyLimit: BODY_LIMIT }, async ({ headers, body }) => {
        inbox.receive({ kind, at: Date.now(), headers, body: String(body ?? '') });
        return { received: true };
      });
    }
  });
}

/** `listen --forward-to URL`: what the gateway tells, on the developer's machine. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { constructEvent, InvalidRequestError } from '@payment-widgets/server';
import { type Access, refuseLive } from './settings.ts';
import { NotDoneError, UsageError } from './usage.ts';

export interface ListenOptions {
  readonly forwardTo: string;
  readonly kind: string;
  readonly types?: string | undefined;
  readonly secret?: string | undefined;
  readonly port?: string | undefined;
  readonly host?: string | undefined;
  readonly publicUrl?: string | undefined;
}

const BODY_LIMIT = 1024 * 1024;
const FORWARD_WITHIN_MS = 30_000;
/** How often a server that has not acknowledged yet is asked again. */
const AGAIN_MS = 2_000;
/** For what is under way when the person has enough. */
const LAST_MESSAGE_MS = 10_000;
/** Of the connection, not of the message. */
const OWN_HEADERS = new Set(
  'connection content-length host keep-alive transfer-encoding upgrade expect'.split(' '),
);

/**
 * Subscribes, forwards until `signal`, and ends its subscription.
 * @param print takes a line
 */
export async function listen(
  access: Access,
  options: ListenOptions,
  print: (line: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const { kind } = checked(options);
  const { forwardTo } = options;
  await refuseLive(access);
  let secret = '';
  const server = createServer(async (request, response) => {
    const began = performance.now();
    // A caller that breaks off in the middle of its message sends it again, or does not.
    const body = await text(request).catch(() => undefined);
    if (body === undefined) return void response.destroy();
    const what = () => nameOf(body, request.headers, secret);
    if (body.length > BODY_LIMIT) return void response.writeHead(413).end();
    const answer = await forward(forwardTo, body, request.headers);
    if (response.destroyed) return;
    const ms = Math.round(performance.now() - began);
    print(`${clock()}  ${what()}  → ${answer.words}, ${ms} ms`);
    response.writeHead(answer.status).end(answer.body);
  });
  const address = await listening(server, options);
  let subscription: Subscription | undefined;
  try {
    subscription = await subscribe(access, kind, options, address);
    secret = subscription.secret;
    print(`Listening at ${address}, forwarding to ${forwardTo}`);
    print(`Secret     ${secret}   (your server verifies with it)`);
    print(`Subscribed ${subscription.id}, until you press Ctrl+C`);
    if (!subscription.isActive) await activated(access, subscription, print, signal);
    if (!signal.aborted) await once(signal, 'abort');
  } finally {
    try {
      if (subscription) await access.client.webhooks.delete(subscription.id);
    } finally {
      await closed(server);
    }
    if (subscription) print('The subscription has ended.');
  }
}

interface Subscription {
  readonly id: string;
  readonly secret: string;
  /** Whether the server has acknowledged the test message: before, it is told nothing else. */
  readonly isActive: boolean;
}

/** Sends the test message until the server acknowledges it; it may be started after this. */
async function activated(
  { client }: Access,
  { id }: Subscription,
  print: (line: string) => void,
  signal: AbortSignal,
): Promise<void> {
  print(
    'Waiting    until your server answers the test message with 2xx, which it has not: start it with that secret (WEBHOOK_SECRET in the shops of the guides)',
  );
  while (!signal.aborted) {
    await setTimeout(AGAIN_MS, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return;
    // The gateway may be started anew meanwhile.
    const isActive = await client.webhooks.test(id).then(
      ({ test }) => test.acknowledged,
      () => false,
    );
    if (isActive) return print('Active     what has happened meanwhile is told now');
  }
}

/** Resolves once the last message was sent on, or was given up. */
async function closed(server: Server): Promise<void> {
  const end = once(server, 'close');
  server.close();
  const patience = globalThis.setTimeout(() => server.closeAllConnections(), LAST_MESSAGE_MS);
  await end;
  clearTimeout(patience);
}

function checked({ forwardTo, kind, port }: ListenOptions): { kind: 'events' | 'notifications' } {
  if (!/^https?:/.test(forwardTo) || !URL.canParse(forwardTo)) {
    throw new UsageError(
      `--forward-to is an address, such as http://localhost:3000/hook, or a path of the port in PORT; it is ${forwardTo}`,
    );
  }
  if (kind !== 'events' && kind !== 'notifications') {
    throw new UsageError(`--kind is events or notifications; it is ${kind}`);
  }
  if (port !== undefined && !(Number(port) >= 0 && Number(port) < 65_536)) {
    throw new UsageError(`--port is a number from 0 to 65535; it is ${port}`);
  }
  return { kind };
}

async function listening(
  server: Server,
  { port, host, publicUrl }: ListenOptions,
): Promise<string> {
  server.listen(Number(port ?? 0), host ?? '127.0.0.1');
  await once(server, 'listening').catch((error: Error) => {
    throw new NotDoneError(`it cannot listen at port ${port}: ${error.message}`);
  });
  const bound = server.address() as AddressInfo;
  const name = bound.family === 'IPv6' ? `[${bound.address}]` : bound.address;
  return publicUrl ?? `http://${name}:${bound.port}/`;
}

async function subscribe(
  { client, url: gateway }: Access,
  kind: 'events' | 'notifications',
  { types, secret, publicUrl }: ListenOptions,
  url: string,
): Promise<Subscription> {
  try {
    const {
      id,
      secret: drawn,
      test,
    } = await client.webhooks.create({
      url,
      kind,
      ...(types !== undefined && { types }),
      ...(secret !== undefined && { secret }),
    });
    if (!test.acknowledged && test.status === null) {
      await client.webhooks.delete(id);
      throw new NotDoneError(`${gateway} does not reach ${url}: ${test.answer}`);
    }
    return { id, secret: drawn, isActive: test.acknowledged };
  } catch (error) {
    if (!(error instanceof InvalidRequestError) || publicUrl !== undefined) throw error;
    const [wrong] = error.parameterErrors;
    if (wrong?.name !== 'url') throw error;
    throw new NotDoneError(
      `${gateway} does not call ${url}, a private address (${wrong.message}).\n` +
        'Start the gateway with WEBHOOK_ALLOW_PRIVATE=1, or give --public-url: where a tunnel of yours leads to --port.',
    );
  }
}

interface Forwarded {
  readonly status: number;
  readonly words: string;
  readonly body: string;
}

/** With the headers that came, so that signatures stay good. What answers nothing is told again later. */
async function forward(
  url: string,
  body: string,
  headers: IncomingHttpHeaders,
): Promise<Forwarded> {
  const kept = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    OWN_HEADERS.has(name) || value === undefined ? [] : [[name, [value].flat().join(', ')]],
  );
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: kept,
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(FORWARD_WITHIN_MS),
    });
    return { status: response.status, words: String(response.status), body: await response.text() };
  } catch (error) {
    const { cause, message } = error as Error;
    const why = cause instanceof Error && cause.message ? cause.message : message;
    return { status: 502, words: `no answer (${why}); the gateway will try again`, body: why };
  }
}

const clock = () => new Date().toTimeString().slice(0, 8);

/** What the message tells of; its id where it is a secret to this program. */
function nameOf(body: string, headers: IncomingHttpHeaders, secret: string): string {
  try {
    const message = constructEvent(body, headers, { secret, key: secret });
    if (message.kind === 'event') return message.type;
    const { action = '', payload } = message.notification;
    return [message.type, action, payload?.result?.code ?? ''].filter(Boolean).join(' ');
  } catch {
    return `message ${headers['webhook-id'] ?? ''}`;
  }
}

/**
 * A receiver for tests: keeps what it is sent, and answers as a test wishes. Whatever the test is about,
 * it fails when an event is not as its published schema has it.
 */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { mistakesOf } from './event-validity.ts';

export interface Received {
  /** Place in the order of arrival, from 0. */
  readonly n: number;
  readonly at: number;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Answers, or leaves it. The default is 200. */
export type Answering = (response: ServerResponse, received: Received) => void;

export interface TestReceiver extends AsyncDisposable {
  readonly url: string;
  readonly received: readonly Received[];
  /** How it answers from now on. */
  answer(how: Answering): void;
  /** Waits for as many calls in all; fails after ten seconds. */
  until(count: number): Promise<readonly Received[]>;
}

export const status =
  (code: number, headers: Record<string, string> = {}, body = ''): Answering =>
  (response) =>
    void response.writeHead(code, headers).end(body);

const PATIENCE_MS = 10_000;

export async function startReceiver(
  first: Answering = status(200),
  port = 0,
): Promise<TestReceiver> {
  const received: Received[] = [];
  const mistakes: string[] = [];
  let answering = first;
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const { url: path = '', headers } = request;
    const call = { n: received.length, at: Date.now(), path, headers, body };
    received.push(call);
    mistakes.push(...mistakesIn(call));
    answering(response, call);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    answer(how) {
      answering = how;
    },
    async until(count) {
      const giveUpAt = Date.now() + PATIENCE_MS;
      while (received.length < count) {
        if (Date.now() > giveUpAt) {
          throw new Error(`${received.length} of ${count} calls have arrived`);
        }
        await sleep(10);
      }
      return received;
    },
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close').catch(() => undefined);
      if (mistakes.length > 0) throw new Error(`events were not valid: ${mistakes.join('; ')}`);
    },
  };
}

/** Only events are signed. */
function mistakesIn({ headers, body }: Received): string[] {
  if (headers['webhook-signature'] === undefined) return [];
  const event = JSON.parse(body);
  return event.type === 'TEST' ? [] : mistakesOf(event);
}

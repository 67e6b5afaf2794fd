import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Seen {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: URLSearchParams;
}

type Answer = readonly [status: number, body: unknown];

/** For tests: a real HTTP server in the gateway's place, which answers what the test tells it to. */
export async function startGatewayStandIn() {
  const seen: Seen[] = [];
  let answer: (request: Seen) => Answer = () => [404, {}];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = new URLSearchParams(Buffer.concat(chunks).toString());
    const { method = '', url: path = '', headers } = request;
    const asSeen = { method, path, headers, body };
    seen.push(asSeen);
    const [status, content] = answer(asSeen);
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(typeof content === 'string' ? content : JSON.stringify(content));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    answers(next: (request: Seen) => Answer) {
      answer = next;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

export type GatewayStandIn = Awaited<ReturnType<typeof startGatewayStandIn>>;

/** Everything that can go wrong between two gateways, on demand: a proxy in front of the processor. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RelayTiming } from '../../connectors/relay/relay-connector.ts';
import { type Connection, connectRelay } from './processor-gateway.ts';
import { startAlone, type TestGateway } from './test-gateway.ts';

export const FAULTS = [
  'none',
  /** Closed before anything was passed on. */
  'break',
  /** Answers late, but in time. */
  'slow',
  /** Not passed on, and never answered. */
  'hang',
  /** Passed on after the caller has given up. */
  'deliver-late',
  /** Done, and the connection breaks before the answer. */
  'lose-answer',
  /** Done, and never answered. */
  'hang-after',
  /** Half of the answer. */
  'cut-answer',
  /** 502 of a proxy, with nothing done. */
  'fail',
  /** 502 of a proxy, with everything done. */
  'fail-after',
  /** Done, and answered with a page of another server. */
  'garbage',
  /** Done, and answered with JSON that says nothing. */
  'empty-json',
  /** Done, and answered with a success for another amount, currency or payment. */
  'other-amount',
  'other-currency',
  'other-payment',
] as const;
export type Fault = (typeof FAULTS)[number];

export interface FaultyProxy extends AsyncDisposable {
  readonly url: string;
  /** The faults of the next requests that ask for money; `none` after them. */
  next(...faults: Fault[]): void;
  /** What becomes of everything else: questions, and what closes or undoes. */
  questions: Fault;
  /** Whether the processor is one that takes no notice of idempotency keys. */
  forgetsKeys: boolean;
  /** Bodies of the requests that asked for money and were, or could have been, passed on. */
  readonly charges: readonly URLSearchParams[];
  /** Resolves when nothing is passed on any more. */
  quiet(): Promise<void>;
}

/** How long a late request is late. */
const LATE_MS = 4_000;
const SLOW_MS = 300;

/** Short enough to wait for, and long enough for a machine that does three other things. */
const TIMING: RelayTiming = { chargeMs: 1_500, askMs: 1_500, giveUpMs: 3_000, marginMs: -8_000 };

/** A request that asks for money: neither a question nor what follows from a doubt. */
const asksForMoney = (method: string, path: string, body: URLSearchParams) =>
  method === 'POST' &&
  /^\/v1\/(payments|registrations)/.test(path) &&
  !/-R[VF]$/.test(body.get('merchantTransactionId') ?? '');

export async function startFaultyProxy(target: string, lateMs = LATE_MS): Promise<FaultyProxy> {
  const faults: Fault[] = [];
  const charges: URLSearchParams[] = [];
  const underWay = new Set<Promise<unknown>>();

  const pass = async (request: IncomingMessage, body: string) => {
    const { host: _, connection: __, 'content-length': ___, ...headers } = request.headers;
    if (proxy.forgetsKeys) delete headers['idempotency-key'];
    const answer = await fetch(target + request.url, {
      method: request.method ?? 'GET',
      headers: headers as Record<string, string>,
      ...(body !== '' && { body }),
    });
    return { status: answer.status, text: await answer.text() };
  };

  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const fields = new URLSearchParams(body);
    const isCharge = asksForMoney(request.method ?? '', request.url ?? '', fields);
    if (isCharge) charges.push(fields);
    const fault = isCharge ? (faults.shift() ?? 'none') : proxy.questions;
    const send = (status: number, text: string, type = 'application/json') =>
      response.writeHead(status, { 'content-type': type }).end(text);
    const gone = () => request.socket.destroy();

    if (fault === 'break') return gone();
    if (fault === 'hang') return;
    if (fault === 'fail') return send(502, '<h1>Bad Gateway</h1>', 'text/html');
    if (fault === 'deliver-late') await sleep(lateMs);
    const { status, text } = await pass(request, body);
    switch (fault) {
      case 'lose-answer':
        return gone();
      case 'hang-after':
      case 'deliver-late':
        return;
      case 'fail-after':
        return send(502, '<h1>Bad Gateway</h1>', 'text/html');
      case 'garbage':
        return send(200, '<!doctype html><title>Welcome</title>', 'text/html');
      case 'empty-json':
        return send(200, '{"result":{},"card":{"number":"4200000000000000"}}');
      case 'cut-answer':
        response.writeHead(status, { 'content-length': String(text.length) });
        response.write(text.slice(0, text.length / 2));
        await sleep(20);
        return gone();
      case 'slow':
        await sleep(SLOW_MS);
        return send(status, text);
      case 'other-amount':
        return send(status, text.replace(/"amount":"[^"]+"/, '"amount":"1.00"'));
      case 'other-currency':
        return send(status, text.replace(/"currency":"[A-Z]{3}"/, '"currency":"USD"'));
      case 'other-payment':
        return send(
          status,
          text.replace(/"merchantTransactionId":"[^"]+"/, '"merchantTransactionId":"another-one"'),
        );
      default:
        return send(status, text);
    }
  };

  const server = createServer((request, response) => {
    const work = handle(request, response).catch(() => request.socket.destroy());
    underWay.add(work);
    void work.finally(() => underWay.delete(work));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const proxy: FaultyProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    next: (...coming) => void faults.splice(0, faults.length, ...coming),
    questions: 'none',
    forgetsKeys: false,
    charges,
    async quiet() {
      while (underWay.size > 0) await Promise.all(underWay);
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return proxy;
}

export interface BehindProxy extends AsyncDisposable {
  readonly ours: TestGateway;
  readonly proxy: FaultyProxy;
  readonly processor: TestGateway;
}

/** A gateway whose processor is a second one, with a faulty proxy on the way. */
export async function startBehindProxy({
  timing = TIMING,
  lateMs,
  ...connection
}: {
  readonly timing?: RelayTiming;
  readonly lateMs?: number;
} & Pick<Connection, 'through'> = {}): Promise<BehindProxy> {
  const processor = await startAlone();
  const proxy = await startFaultyProxy(processor.url, lateMs);
  const ours = await startAlone({ timing });
  await connectRelay(ours, processor, { ...connection, address: proxy.url });
  return {
    ours,
    proxy,
    processor,
    async [Symbol.asyncDispose]() {
      await proxy[Symbol.asyncDispose]();
      await ours[Symbol.asyncDispose]();
      await processor[Symbol.asyncDispose]();
    },
  };
}

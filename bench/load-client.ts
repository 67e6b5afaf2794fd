/**
 * A small HTTP/1.1 client on bare sockets: one request at a time on each connection, kept alive. It
 * takes so little of a processor that the server is what is measured.
 */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface ApiResponse {
  readonly status: number;
  /** Valid until the next request on the same connection. */
  readonly body: Buffer;
  /** Seconds after which it may be sent again, where the server says so. */
  readonly retryAfter: number;
}

const HEAD_END = Buffer.from('\r\n\r\n');
const LENGTH = 'ontent-length: ';
const RETRY_AFTER = 'etry-after: ';
const SILENCE_MS = 30_000;
const READ_BYTES = 64 * 1024;
const NOTHING: Buffer = Buffer.alloc(0);

export class Connection {
  readonly #socket: Socket;
  /** The beginning of an answer that did not come at once. */
  #begun = NOTHING;
  #waiting: PromiseWithResolvers<ApiResponse> | undefined;

  private constructor(url: string) {
    const { hostname, port } = new URL(url);
    const buffer = Buffer.alloc(READ_BYTES);
    const callback = (bytes: number) => {
      this.#take(buffer.subarray(0, bytes));
      return true;
    };
    // One buffer for all that is read: streams would allocate one for every read.
    const socket = connect({ host: hostname, port: Number(port), onread: { buffer, callback } });
    socket.setNoDelay().setTimeout(SILENCE_MS, () => {
      if (this.#waiting) socket.destroy(new Error('no answer'));
    });
    socket.on('error', (error) => this.#waiting?.reject(error));
    socket.on('close', () => this.#waiting?.reject(new Error('the server closed the connection')));
    this.#socket = socket;
  }

  static async open(url: string): Promise<Connection> {
    const connection = new Connection(url);
    await once(connection.#socket, 'connect');
    return connection;
  }

  /** @param request head and body, as they go over the wire */
  send(request: string): Promise<ApiResponse> {
    this.#waiting = Promise.withResolvers();
    this.#socket.write(request, 'latin1');
    return this.#waiting.promise;
  }

  close(): void {
    this.#waiting = undefined;
    this.#socket.destroy();
  }

  #take(bytes: Buffer): void {
    const received = this.#begun.length === 0 ? bytes : Buffer.concat([this.#begun, bytes]);
    const headEnd = received.indexOf(HEAD_END);
    const bodyStart = headEnd + HEAD_END.length;
    const end = bodyStart + headerIn(received, headEnd, LENGTH);
    if (headEnd === -1 || received.length < end) {
      this.#begun = Buffer.from(received);
      return;
    }
    this.#begun = NOTHING;
    const status = Number(received.toString('latin1', 9, 12));
    const retryAfter = status === 503 ? headerIn(received, headEnd, RETRY_AFTER) : 0;
    const waiting = this.#waiting;
    this.#waiting = undefined;
    waiting?.resolve({ status, retryAfter, body: received.subarray(bodyStart, end) });
  }
}

function headerIn(received: Buffer, headEnd: number, header: string): number {
  const name = received.indexOf(header, 0, 'latin1');
  if (name === -1 || name > headEnd) return 0;
  const value = name + header.length;
  return Number.parseInt(received.toString('latin1', value, value + 12), 10);
}

const HOST = 'host: 127.0.0.1\r\n';

export const get = (path: string, headers = ''): string =>
  `GET ${path} HTTP/1.1\r\n${HOST}${headers}\r\n`;

export function post(path: string, fields: Readonly<Record<string, string>>, headers = ''): string {
  const body = new URLSearchParams(fields).toString();
  return (
    `POST ${path} HTTP/1.1\r\n${HOST}${headers}` +
    `content-type: application/x-www-form-urlencoded\r\ncontent-length: ${body.length}\r\n\r\n${body}`
  );
}

export interface Load {
  /** Answered each second. */
  readonly rate: number;
  /** Of one processor, that this client took: near 1 it is what is measured. */
  readonly clientShare: number;
}

/** How fast `count` pieces of work are done, `workers` at a time. */
export async function rateOf(
  count: number,
  workers: number,
  work: (index: number, worker: number) => Promise<unknown>,
): Promise<Load> {
  let next = 0;
  const run = async (worker: number) => {
    while (next < count) {
      const index = next;
      next += 1;
      await work(index, worker);
    }
  };
  const cpu = process.cpuUsage();
  const start = performance.now();
  await Promise.all(Array.from({ length: workers }, (_, worker) => run(worker)));
  const seconds = (performance.now() - start) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  return { rate: count / seconds, clientShare: (user + system) / 1e6 / seconds };
}

/**
 * The same over HTTP: opens the connections, sends, and expects the status of every answer.
 * @param request of the work with this index
 */
export async function requestRate(
  url: string,
  { count, connections, status = 200 }: { count: number; connections: number; status?: number },
  request: (index: number) => string,
): Promise<Load> {
  const open = await Promise.all(Array.from({ length: connections }, () => Connection.open(url)));
  try {
    return await rateOf(count, connections, async (index, worker) => {
      const answer = await open[worker]?.send(request(index));
      if (answer?.status !== status) {
        throw new Error(`answer ${answer?.status}: ${answer?.body.toString().slice(0, 500)}`);
      }
    });
  } finally {
    for (const connection of open) connection.close();
  }
}

/** A server of this machine as if it were far away, for a browser that cannot slow its own line down. */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface DistantServer {
  readonly origin: string;
  close(): void;
}

/**
 * @param roundTripMs a byte takes half of it; a new connection costs one more, as its handshake does
 */
export async function startDistantServer(
  host: 'localhost' | '127.0.0.1',
  port: number,
  roundTripMs: number,
): Promise<DistantServer> {
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const openFrom = performance.now() + roundTripMs;
    const far = connect(port, host);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.setNoDelay();
      // In their order, whichever timer ends first.
      const arrivals: (() => void)[] = [];
      const later = (arrive: () => void) => {
        arrivals.push(arrive);
        const handshakeMs = Math.max(0, openFrom - performance.now());
        setTimeout(() => arrivals.shift()?.(), handshakeMs + roundTripMs / 2);
      };
      from.on('data', (bytes) => later(() => to.write(bytes)));
      from.on('end', () => later(() => to.end()));
      from.on('error', () => to.destroy());
      from.on('close', () => sockets.delete(from));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  return {
    origin: `http://${host}:${(server.address() as AddressInfo).port}`,
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

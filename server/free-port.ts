import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below those that systems give away by themselves: nobody gets it before it is listened on. */
const [FIRST, END] = [20_000, 32_000];
const MOST_TRIES = 100;
/** By this process: two may be asked for before one is listened on. */
const given = new Set<number>();

/** A port of this machine that no process listens on. @throws where a hundred are taken or forbidden */
export async function freePort(): Promise<number> {
  for (let left = MOST_TRIES; ; left -= 1) {
    const port = randomInt(FIRST, END);
    const probe = createServer().listen(port, '127.0.0.1');
    try {
      await once(probe, 'listening');
    } catch (error) {
      if (left > 1) continue;
      throw error;
    }
    probe.close();
    await once(probe, 'close');
    if (given.has(port) && left > 1) continue;
    given.add(port);
    return port;
  }
}

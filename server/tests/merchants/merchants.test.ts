/**
 * A merchant's server that asks for anything at all, several things at the same moment too: what the gateway
 * answers, keeps, reports and tells is what a small model of it says.
 *
 * `MERCHANT_RUNS` says how many merchants there are, `SEED` brings them back.
 */
import fc from 'fast-check';
import { afterAll, it } from 'vitest';
import { IS_NIGHT } from '../../../.ci/is-night.ts';
import { withinOneDay } from '../support/one-window.ts';
import { startReceiver } from '../support/receiver.ts';
import { startTestGateway } from '../support/test-gateway.ts';
import { act, type Kept } from './act.ts';
import { audit } from './audit.ts';
import { SEQUENCE, type Sequence } from './sequence.ts';
import { openShop } from './shop.ts';
import { newWorld } from './world.ts';

const RUNS = Number(process.env['MERCHANT_RUNS'] ?? (IS_NIGHT ? 200 : 6));
/** By day the same merchants each time. */
const SEED = Number(process.env['SEED'] ?? (IS_NIGHT ? Date.now() % 2 ** 31 : 28));

const gateway = await startTestGateway({ delivers: true });
afterAll(() => gateway[Symbol.asyncDispose]());
const strangerReceiver = await startReceiver();
afterAll(() => strangerReceiver[Symbol.asyncDispose]());
const stranger = await openShop(gateway, strangerReceiver);

async function serve({ steps, limit }: Sequence): Promise<void> {
  // A report is of days.
  await withinOneDay();
  const beganAt = Date.now();
  await using receiver = await startReceiver();
  const shop = await openShop(gateway, receiver);
  let world = newWorld();
  const kept: Kept[] = [];
  try {
    for (const step of steps) world = await act(shop, world, step, kept);
    await audit(shop, stranger, world, beganAt, limit);
  } catch (error) {
    throw new Error(`${String(error)}\n${shop.asked.join('\n')}`, { cause: error });
  }
}

it('answers, records, reports and messages are what the model says', {
  timeout: 60 * 60_000,
}, async () => {
  await fc.assert(fc.asyncProperty(SEQUENCE, serve), {
    ...{ numRuns: RUNS, seed: SEED, endOnFailure: process.env['SHRINK'] === '0' },
  });
});

/** The rounds of the sweeper: what fails in one holds up no other. */
import { afterAll, expect, it, vi } from 'vitest';
import type { Connector } from '../connectors/connector.ts';
import { realNow } from '../store/clock.ts';
import { CVV_KEY_TABLES } from '../store/tables/vault-tables.ts';
import { startAlone } from '../tests/support/test-gateway.ts';
import { startSweeper } from './sweeper.ts';

/**
 * Its rounds take as long as the machine's other work lets them, and leave a table alone that is read: so it
 * is not read all the time.
 */
const PATIENCE = { timeout: 60_000, interval: 1_000 };
const test = await startAlone();
afterAll(() => test[Symbol.asyncDispose]());

it('takes spent keys of CVVs off the disk, though a connector cannot purge', async () => {
  const { db } = test.gateway;
  const spent = { record_id: 'spent', wrapped_key: 'wrapped', purge_at: realNow() - 1 };
  for (const table of CVV_KEY_TABLES) await db.insertInto(table).values(spent).execute();
  const broken: Partial<Connector> = { purge: () => Promise.reject(new Error('no purge')) };
  const connectors = new Map([['broken', broken as Connector]]);
  const errors: unknown[] = [];
  const sweeper = startSweeper({ ...test.gateway, connectors }, (error) => errors.push(error));
  try {
    await vi.waitFor(async () => {
      const counts = CVV_KEY_TABLES.map(async (table) => {
        const rows = await db.selectFrom(table).select('record_id').execute();
        return rows.length;
      });
      // The epoch that lasts keeps its own; the test may see it change.
      expect((await Promise.all(counts)).reduce((sum, count) => sum + count)).toBeLessThan(2);
      expect(String(errors)).toContain('no purge');
    }, PATIENCE);
  } finally {
    await sweeper.stop();
  }
});

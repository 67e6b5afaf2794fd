/** A short drill of what docs/operations.md tells to type; a longer one with figures is `bench/restore-drill.ts`. */
import { expect, it } from 'vitest';
import { postgresPrograms } from '../support/postgres-cluster.ts';
import { restoreDrill } from '../support/restore-drill.ts';
import { isTestedOnPostgres } from '../support/test-database.ts';

it.runIf(isTestedOnPostgres && postgresPrograms)(
  'a PostgreSQL whose disk is gone is restored to its end and to a time, and no answered payment is lost',
  async () => {
    const figures = await restoreDrill(1_000);
    expect(figures).toMatchObject({ lost: 0, lostBefore: 0, tooMany: 0 });
    expect(figures.answeredBefore).toBeGreaterThan(0);
    expect(figures.answered).toBeGreaterThan(figures.answeredBefore);
  },
  300_000,
);

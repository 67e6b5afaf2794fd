/** The tests that `.ci/mutate.ts` runs against each change. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    environment: 'node',
    // A machine that has other work to do is no failure of the run without a change, which comes first.
    testTimeout: 60_000,
    include: process.env['MUTATION_TESTS']?.split(' ') ?? [],
    // What is written a second later is seen no sooner.
    expect: { poll: { timeout: 10_000 } },
  },
});

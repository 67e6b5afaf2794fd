/** The tests that `.ci/mutate.ts` runs against each change. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { environment: 'node', include: process.env['MUTATION_TESTS']?.split(' ') ?? [] },
});

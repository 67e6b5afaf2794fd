/** Some of what `bench/processor-faults.ts` runs five hundred of. */
import { afterAll, describe, expect, it } from 'vitest';
import { startSequences } from './random-sequences.ts';

describe.each(['EXTERNAL', 'LIVE'] as const)('through %s', async (through) => {
  const sequences = await startSequences(through);
  afterAll(() => sequences[Symbol.asyncDispose]());

  it.each(Array.from({ length: 6 }, (_, n) => n + 1))('sequence of the seed %i', async (seed) => {
    const { steps, wrong } = await sequences.run(seed);
    expect(wrong, steps.join('\n')).toEqual([]);
  });
});

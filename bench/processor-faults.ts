/**
 * Random sequences of payments through a processor, with faults on the way; after each the ledgers of
 * both sides are compared: `node bench/processor-faults.ts [sequences] [first seed] [at once]`.
 * The same seed is the same sequence.
 */
import { startSequences } from '../server/tests/connectors/random-sequences.ts';
import { countArgument } from './measure.ts';

const SEQUENCES = countArgument(0, 500);
const FIRST_SEED = countArgument(1, 1);
const AT_ONCE = countArgument(2, 4);

const startedAt = performance.now();
let next = FIRST_SEED;
const totals = { sequences: 0, steps: 0, faults: 0, wrong: 0 };
const codes = new Map<string, number>();

await Promise.all(
  Array.from({ length: AT_ONCE }, async (_, n) => {
    await using sequences = await startSequences(n % 2 === 0 ? 'EXTERNAL' : 'LIVE');
    while (next < FIRST_SEED + SEQUENCES) {
      const seed = next;
      next += 1;
      const { steps, wrong, faults } = await sequences.run(seed);
      totals.sequences += 1;
      totals.steps += steps.length;
      totals.faults += faults;
      for (const step of steps) {
        const code = step.split(': ')[1] ?? '';
        codes.set(code, (codes.get(code) ?? 0) + 1);
      }
      if (wrong.length === 0) continue;
      totals.wrong += 1;
      console.log(`seed ${seed}:\n  ${[...steps, ...wrong].join('\n  ')}`);
    }
  }),
);

const seconds = (performance.now() - startedAt) / 1000;
console.table([...codes].sort(([, a], [, b]) => b - a).map(([code, count]) => ({ code, count })));
console.log(
  `${totals.sequences} sequences, ${totals.steps} steps, ${totals.faults} faults, ` +
    `${totals.wrong} with different ledgers, ${seconds.toFixed(0)} s`,
);
process.exitCode = totals.wrong === 0 ? 0 : 1;

/**
 * Loses the disk of a PostgreSQL under load and restores it: `node bench/restore-drill.ts [seconds]` of
 * payments before and after the time that is restored to. Says what was lost, and how long it took.
 */
import { restoreDrill } from '../server/tests/support/restore-drill.ts';
import { countArgument, printTable } from './measure.ts';

const { backupMs, restoreMs, restoreToTimeMs, ...counts } = await restoreDrill(
  countArgument(0, 20) * 1_000,
);
const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;
printTable(
  ['', 'answered', 'lost', 'too many', 'until ready'],
  [
    ['restored to the end', `${counts.answered}`, `${counts.lost}`, '', seconds(restoreMs)],
    [
      'restored to a time',
      ...[counts.answeredBefore, counts.lostBefore, counts.tooMany].map(String),
      seconds(restoreToTimeMs),
    ],
  ],
);
process.stdout.write(`\nthe base backup took ${seconds(backupMs)}, under load\n`);
process.exitCode = counts.lost + counts.lostBefore + counts.tooMany > 0 ? 1 : 0;

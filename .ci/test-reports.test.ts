import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { readPlaywright, readVitest } from './test-reports.ts';

const folder = mkdtempSync(join(tmpdir(), 'reports-'));
afterAll(() => rmSync(folder, { recursive: true }));

const write = (report: object) => {
  const path = join(folder, 'report.json');
  writeFileSync(path, JSON.stringify(report));
  return path;
};

it('reads what Vitest has counted, without what was left out', () => {
  const path = write({
    testResults: [
      {
        name: '/shop/server/money.test.ts',
        assertionResults: [
          { fullName: 'money adds up', status: 'passed', duration: 12 },
          { fullName: 'money divides', status: 'failed', duration: 3 },
          { fullName: 'on PostgreSQL', status: 'skipped' },
        ],
      },
    ],
  });
  expect(readVitest(path)).toEqual([
    { name: 'money.test.ts › money adds up', isPassed: true, ms: 12 },
    { name: 'money.test.ts › money divides', isPassed: false, ms: 3 },
  ]);
});

it('reads what Playwright has counted, in describe blocks and projects', () => {
  const spec = (title: string, projectName: string, status: string) => ({
    title,
    tests: [{ projectName, status, results: [{ duration: 5 }] }],
  });
  const path = write({
    suites: [
      {
        title: 'pay.test.ts',
        specs: [spec('pays', 'phone', 'expected'), spec('later', 'desktop', 'skipped')],
        suites: [{ title: 'declined', specs: [spec('says why', 'desktop', 'unexpected')] }],
      },
    ],
  });
  expect(readPlaywright(path)).toEqual([
    { name: 'pay.test.ts › pays › phone', isPassed: true, ms: 5 },
    { name: 'pay.test.ts › declined › says why › desktop', isPassed: false, ms: 5 },
  ]);
});

it('finds nothing where a runner has written no report', () => {
  expect(readVitest(join(folder, 'none.json'))).toEqual([]);
});

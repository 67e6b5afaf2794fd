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
          {
            fullName: 'money divides',
            status: 'failed',
            duration: 3,
            failureMessages: ['\u001B[31mexpected 3\u001B[39m', `at\n${'line\n'.repeat(99)}`],
          },
          { fullName: 'on PostgreSQL', status: 'skipped' },
        ],
      },
    ],
  });
  expect(readVitest(path)).toEqual([
    { name: 'money.test.ts › money adds up', isPassed: true, ms: 12 },
    {
      name: 'money.test.ts › money divides',
      isPassed: false,
      ms: 3,
      failure: `expected 3\nat${'\nline'.repeat(29)}`,
    },
  ]);
});

it('reads what Playwright has counted, in describe blocks and projects, and what a page showed', () => {
  const about = join(folder, 'about');
  writeFileSync(about, '# Page snapshot\n\n```yaml\n- button "Pay"\n```\n\n# Test source\n');
  const spec = (title: string, projectName: string, status: string, failing: object = {}) => ({
    title,
    tests: [{ projectName, status, results: [{ duration: 5, ...failing }] }],
  });
  const failing = {
    errors: [{ message: 'no result page' }],
    attachments: [{ name: 'error-context', path: about }, { name: 'screenshot' }],
  };
  const path = write({
    suites: [
      {
        title: 'pay.test.ts',
        specs: [spec('pays', 'phone', 'expected'), spec('later', 'desktop', 'skipped')],
        suites: [
          { title: 'declined', specs: [spec('says why', 'desktop', 'unexpected', failing)] },
        ],
      },
    ],
  });
  expect(readPlaywright(path)).toEqual([
    { name: 'pay.test.ts › pays › phone', isPassed: true, ms: 5 },
    {
      name: 'pay.test.ts › declined › says why › desktop',
      isPassed: false,
      ms: 5,
      failure: 'no result page\n- button "Pay"\n',
    },
  ]);
});

it('finds nothing where a runner has written no report', () => {
  expect(readVitest(join(folder, 'none.json'))).toEqual([]);
});

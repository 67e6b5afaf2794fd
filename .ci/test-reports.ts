/** What Vitest and Playwright write of a run as JSON, read as one thing. */
import { readFileSync } from 'node:fs';

export interface TestResult {
  /** The file's name and the titles down to the test. */
  readonly name: string;
  readonly isPassed: boolean;
  readonly ms: number;
}

interface VitestReport {
  readonly testResults: readonly {
    readonly name: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly duration?: number;
    }[];
  }[];
}

interface PlaywrightSuite {
  readonly title: string;
  readonly suites?: readonly PlaywrightSuite[];
  readonly specs: readonly {
    readonly title: string;
    readonly tests: readonly {
      readonly projectName: string;
      readonly status: string;
      readonly results: readonly { readonly duration: number }[];
    }[];
  }[];
}

const SEPARATOR = ' › ';

/** Tests that were left out are not among them; nor is anything where there is no report. */
export function readVitest(path: string): readonly TestResult[] {
  const { testResults = [] }: Partial<VitestReport> = readJson(path);
  return testResults.flatMap(({ name: file, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'passed' || status === 'failed')
      .map(({ fullName, status, duration = 0 }) => ({
        name: [file.split('/').at(-1), fullName].join(SEPARATOR),
        isPassed: status === 'passed',
        ms: duration,
      })),
  );
}

/** As `readVitest`. */
export function readPlaywright(path: string): readonly TestResult[] {
  const { suites = [] }: { readonly suites?: readonly PlaywrightSuite[] } = readJson(path);
  return suites.flatMap((suite) => [...testsIn(suite, [])]);
}

function* testsIn(suite: PlaywrightSuite, above: readonly string[]): Generator<TestResult> {
  const titles = [...above, suite.title];
  for (const { title, tests } of suite.specs) {
    for (const { projectName, status, results } of tests) {
      if (status === 'skipped') continue;
      yield {
        name: [...titles, title, projectName].join(SEPARATOR),
        isPassed: status === 'expected',
        ms: results.reduce((sum, { duration }) => sum + duration, 0),
      };
    }
  }
  for (const inner of suite.suites ?? []) yield* testsIn(inner, titles);
}

function readJson(path: string): object {
  try {
    return Object(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return {};
  }
}

/** What Vitest and Playwright write of a run as JSON, read as one thing. */
import { existsSync, readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

export interface TestResult {
  /** The file's name and the titles down to the test. */
  readonly name: string;
  readonly isPassed: boolean;
  readonly ms: number;
  /** What was wrong, and what the page showed then. Shortened: it is for a log that is cut off. */
  readonly failure?: string;
}

interface VitestReport {
  readonly testResults: readonly {
    readonly name: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly duration?: number;
      readonly failureMessages?: readonly string[];
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
      readonly results: readonly {
        readonly duration: number;
        readonly errors?: readonly { readonly message?: string }[];
        readonly attachments?: readonly { readonly name: string; readonly path?: string }[];
      }[];
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
      .map(({ fullName, status, duration = 0, failureMessages = [] }) => ({
        name: [file.split('/').at(-1), fullName].join(SEPARATOR),
        isPassed: status === 'passed',
        ms: duration,
        ...(failureMessages.length > 0 && { failure: shortened(failureMessages) }),
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
      const said = results.flatMap(({ errors = [] }) => errors.map(({ message = '' }) => message));
      const shown = results.flatMap(({ attachments = [] }) => attachments.flatMap(pageIn));
      yield {
        name: [...titles, title, projectName].join(SEPARATOR),
        isPassed: status === 'expected',
        ms: results.reduce((sum, { duration }) => sum + duration, 0),
        ...(status !== 'expected' && { failure: shortened([...said, ...shown]) }),
      };
    }
  }
  for (const inner of suite.suites ?? []) yield* testsIn(inner, titles);
}

const LINES = 30;

const shortened = (texts: readonly string[]) =>
  texts
    .map((text) => stripVTControlCharacters(text).split('\n').slice(0, LINES).join('\n'))
    .join('\n');

/** The roles, names and texts of the page, from the file that Playwright writes about a failure. */
function pageIn({ name, path }: { readonly name: string; readonly path?: string }): string[] {
  if (name !== 'error-context' || !path || !existsSync(path)) return [];
  const [, page] = /```yaml\n(.*?)```/s.exec(readFileSync(path, 'utf8')) ?? [];
  return page ? [page] : [];
}

function readJson(path: string): object {
  try {
    return Object(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return {};
  }
}

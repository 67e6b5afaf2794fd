/** `doctor URL`: looks at a merchant's payment page in a browser, and says what to change. */
import { EXIT, UsageError } from '../usage.ts';
import { openBrowser } from './browser.ts';
import { checkBrands, checkForm, checkFrames } from './check-form.ts';
import { checkAccessibility, checkHeaders, checkMixedContent, checkPolicy } from './check-page.ts';
import { checkDuplicates, checkIntegrity, checkScript, checkSpeed } from './check-script.ts';
import { CHECKS, type Facts, type Finding } from './facts.ts';
import { look } from './look.ts';

export interface DoctorOptions {
  /** Path of the browser. */
  readonly browser?: string | undefined;
  /** Seconds that the form may take to come. */
  readonly wait: string;
  /** Whether warnings count. */
  readonly strict: boolean;
  readonly json: boolean;
}

const ALL: readonly ((facts: Facts) => Finding[])[] = [
  checkScript,
  checkDuplicates,
  checkIntegrity,
  checkPolicy,
  checkHeaders,
  checkForm,
  checkBrands,
  checkFrames,
  checkMixedContent,
  checkSpeed,
  checkAccessibility,
];

/**
 * @returns the exit code: whether there is something to change
 * @throws NotDoneError where the page cannot be looked at
 */
export async function doctor(
  url: string,
  { browser: path, wait, strict, json }: DoctorOptions,
  print: (line: string) => void,
): Promise<number> {
  if (!/^https?:/.test(url) || !URL.canParse(url)) {
    throw new UsageError(
      `doctor looks at an address, such as https://shop.example/pay; not ${url}`,
    );
  }
  const seconds = Number(wait);
  if (!(seconds > 0 && seconds <= 120)) {
    throw new UsageError(`--wait is a number of seconds, up to 120; it is ${wait}`);
  }
  const browser = await openBrowser(path);
  try {
    const facts = await look(browser, url, seconds * 1000);
    const findings = ALL.flatMap((check) => check(facts));
    for (const line of json ? [JSON.stringify(findings, null, 2)] : report(findings)) print(line);
    const counted = findings.filter(({ level }) => strict || level === 'error');
    return counted.length > 0 ? EXIT.found : EXIT.fine;
  } finally {
    await browser.close();
  }
}

const SIGNS = { error: '✗', warning: '!' } as const;

function report(findings: readonly Finding[]): string[] {
  const width = Math.max(...CHECKS.map(({ length }) => length));
  const lines = CHECKS.flatMap((check) => {
    const own = findings.filter((each) => each.check === check);
    if (own.length === 0) return [`✓ ${check}`];
    return own.flatMap(({ level, message, change }) => [
      `${SIGNS[level]} ${check.padEnd(width)}  ${message}`,
      `  ${' '.repeat(width)}  → ${change}`,
    ]);
  });
  const count = (level: Finding['level']) => findings.filter((each) => each.level === level).length;
  return [...lines, `${count('error')} to change, ${count('warning')} to look at`];
}

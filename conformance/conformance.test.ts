import { describe, expect, it } from 'vitest';
import {
  conformanceFile,
  disagreements,
  MAPPINGS,
  missingTest,
  writtenFile,
} from './conformance.ts';
import { shown, testsIn } from './shown-by.ts';
import { fingerprint, readStatements } from './statements.ts';
import { titlesOf } from './test-titles.ts';

const NAMES = ['gateway-api', 'event-notifications'] as const;
const PARAMETERS = testsIn('server/tests/api/parameters.test.ts');
const SELF = testsIn('conformance/conformance.test.ts');

describe('the statements', () => {
  it.each(NAMES)('of %s have tests that are there, or a reason', (name) => {
    expect(disagreements(name, MAPPINGS[name])).toEqual([]);
  });

  it('are told with their tests in the file that is written', () => {
    expect(writtenFile()).toBe(conformanceFile());
  });

  it('are the rows and sentences that the documents have', () => {
    const count = (name: (typeof NAMES)[number]) =>
      readStatements(name).flatMap(({ statements }) => statements).length;
    expect(NAMES.map(count)).toEqual([271, 107]);
  });
});

describe('a statement', () => {
  const [section] = readStatements('event-notifications');
  const [first, ...others] = section?.statements ?? [];
  const text = first?.text ?? '';
  const right = shown(fingerprint(text), SELF('a statement › that no one has looked at is named'));
  const wrong = (key: string, value = right) =>
    disagreements('event-notifications', { [key]: value }).filter((line) => line.startsWith(key));

  it('that no one has looked at is named', () => {
    const lines = disagreements('event-notifications', { '0-1': right });
    expect(lines).toHaveLength(106);
    expect(lines[0]).toBe(`0-2 of event-notifications.md has no test: "${others[0]?.text}"`);
  });

  it('that has changed since its tests were chosen is named', () => {
    expect(wrong('0-1')).toEqual([]);
    expect(wrong('0-1 This document')).toEqual([]);
    expect(wrong('0-1 That document')).toEqual([expect.stringContaining('has other words now')]);
    expect(wrong('0-1', { ...right, read: '000000' })).toEqual([
      expect.stringContaining(`put '${fingerprint(text)}' there`),
    ]);
  });

  it('that is gone is named, and one without a test or a reason', () => {
    expect(wrong('0-9')).toEqual(['0-9 is no statement of event-notifications.md']);
    expect(wrong('0-1', { read: fingerprint(text) })).toEqual([
      '0-1 has neither a test nor a reason',
    ]);
  });
});

describe('a test', () => {
  it('has its title as it stands in the source, and shows nothing where it is left out', () => {
    const source = `
      describe.each(TABLES)('in $title', () => {
        it.each([[1]] as const)('%s is one', () => test.skip(SLOW, 'too slow'));
        it.skip('later', () => {});
      });
      test.describe.skip('a group', () => test('in it', () => {}));
      test(\`by \${name}\`, async () => call('/v1/payments', test.call('not a title')));`;
    expect(titlesOf(source)).toEqual([['in $title'], ['in $title', '%s is one'], ['by ${name}']]);
  });

  it('is found by as many titles as it takes, and by a row of its table', () => {
    expect(
      missingTest(
        SELF('a test › is found by as many titles as it takes, and by a row of its table'),
      ),
    ).toBeUndefined();
    expect(
      missingTest(SELF('of %s have tests that are there, or a reason', 'gateway-api')),
    ).toBeUndefined();
    expect(missingTest(PARAMETERS('$rule', 'the identification needs its type'))).toBeUndefined();
  });

  it.each([
    [testsIn('conformance/nothing.test.ts')('a test'), 'is no file'],
    [SELF('a test that there is not'), 'is no test'],
    [SELF('a statement › is gone'), 'is no test'],
    [PARAMETERS('$rule', 'a row that there is not'), 'has no row'],
    [testsIn('server/tests/api/checkouts.test.ts')('%s'), 'is more than one test'],
  ])('%o is none', (test, why) => {
    expect(missingTest(test)).toContain(why);
  });
});

/**
 * Every statement of the requirements with what shows it: `npm run conformance` writes
 * docs/spec/conformance.md; `conformance.test.ts` fails where a statement or a test has gone missing.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EVENT_NOTIFICATIONS } from './event-notifications.ts';
import { GATEWAY_API } from './gateway-api.ts';
import { KINDS, type Kind, type Mapping, type NamedTest, type Shown } from './shown-by.ts';
import { type DocumentName, fingerprint, readStatements, type Statement } from './statements.ts';
import { ROOT, readTestFile } from './test-titles.ts';

const FILE = join(ROOT, 'docs', 'spec', 'conformance.md');

export const MAPPINGS: Readonly<Record<DocumentName, Mapping>> = {
  'gateway-api': GATEWAY_API,
  'event-notifications': EVENT_NOTIFICATIONS,
};
const DOCUMENTS = Object.keys(MAPPINGS) as DocumentName[];

const statementsOf = (name: DocumentName): Statement[] =>
  readStatements(name).flatMap(({ statements }) => statements);
const numberOf = (key: string) => key.split(' ')[0] ?? '';

const shownOf = (mapping: Mapping): ReadonlyMap<string, Shown> =>
  new Map(Object.entries(mapping).map(([key, shown]) => [numberOf(key), shown]));

const nameOf = ({ file, title }: NamedTest) => `${file} › ${title}`;

/** @returns what is wrong with the name of a test, in words; `undefined` where it is one */
export function missingTest(test: NamedTest): string | undefined {
  const found = readTestFile(test.file);
  if (!found) return `${test.file} is no file`;
  const wanted = test.title.split(' › ');
  const ends = found.titles.filter(
    (titles) => titles.slice(-wanted.length).join(' › ') === test.title,
  );
  if (ends.length === 0) return `${nameOf(test)} is no test`;
  if (ends.length > 1) return `${nameOf(test)} is more than one test: name its group`;
  if (test.row !== undefined && !found.has(test.row)) {
    return `${nameOf(test)} has no row "${test.row}"`;
  }
  return undefined;
}

/** @returns what a document and its mapping do not agree about, a line each */
export function disagreements(name: DocumentName, mapping: Mapping): string[] {
  const statements = statementsOf(name);
  const known = new Map(statements.map((statement) => [statement.number, statement]));
  const mapped = shownOf(mapping);
  const keys = Object.entries(mapping).flatMap(([key, { read, tests, untested, kind }]) => {
    const statement = known.get(numberOf(key));
    if (!statement) return [`${key} is no statement of ${name}.md`];
    const words = key.slice(statement.number.length + 1);
    const isRead = read === fingerprint(statement.text) && statement.text.startsWith(words);
    return [
      ...(isRead
        ? []
        : [
            `${key} has other words now: see that its tests show "${statement.text}", then put ` +
              `'${fingerprint(statement.text)}' there`,
          ]),
      ...(tests?.length || untested || kind ? [] : [`${key} has neither a test nor a reason`]),
      ...(tests ?? []).map(missingTest).flatMap((wrong) => (wrong ? [`${key}: ${wrong}`] : [])),
    ];
  });
  return [
    ...statements
      .filter(({ number }) => !mapped.has(number))
      .map(({ number, text }) => `${number} of ${name}.md has no test: "${text}"`),
    ...keys,
  ];
}

type Outcome = 'tested' | 'in part' | 'untested' | Kind;

const outcomeOf = ({ tests, untested, kind }: Shown): Outcome =>
  kind ?? (tests ? (untested ? 'in part' : 'tested') : 'untested');

const COLUMNS: Readonly<Record<Outcome, string>> = {
  tested: 'shown by tests',
  'in part': 'shown by tests in part',
  untested: 'cannot be tested here',
  ...KINDS,
};

const escaped = (text: string) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;');

/** Tests by their files, each file once. */
function inWords({ tests = [], untested, kind }: Shown): string {
  const files = [...new Set(tests.map(({ file }) => file))];
  const lines = files.map((file) => {
    const titles = tests
      .filter((test) => test.file === file)
      .map(({ title, row }) => (row === undefined ? title : `${title}: “${row}”`));
    return `\`${file}\`: ${titles.join('; ')}`;
  });
  const reason =
    untested &&
    `${tests.length > 0 ? 'Not tested here' : 'Cannot be tested here'}, because ${untested}`;
  return [...lines, reason, kind && `It ${KINDS[kind]}`]
    .filter((line) => line !== undefined)
    .map(escaped)
    .join('<br>');
}

function documentInWords(name: DocumentName): string[] {
  const mapped = shownOf(MAPPINGS[name]);
  return [
    `## ${name}.md`,
    ...readStatements(name)
      .filter(({ statements }) => statements.length > 0)
      .flatMap(({ number, title, statements }) => [
        `### ${name === 'gateway-api' ? 'G' : 'E'}${number} ${title}`,
        [
          '| Number | Statement | Shown by |',
          '| --- | --- | --- |',
          ...statements.map((statement) => {
            const shown = mapped.get(statement.number);
            return `| ${statement.number} | ${escaped(statement.text)} | ${shown ? inWords(shown) : ''} |`;
          }),
        ].join('\n'),
      ]),
  ];
}

/** How many statements of a document are shown so. */
const count = (name: DocumentName, outcome: Outcome): number =>
  Object.values(MAPPINGS[name]).filter((shown) => outcomeOf(shown) === outcome).length;

export function conformanceFile(): string {
  const rows = (Object.entries(COLUMNS) as [Outcome, string][]).map(([outcome, words]) =>
    [words, ...DOCUMENTS.map((name) => count(name, outcome))].join(' | '),
  );
  const all = DOCUMENTS.map((name) => statementsOf(name).length);
  return `${[
    '# Each statement of the requirements, and what shows it',
    'Written by `npm run conformance` from the documents and from `conformance/`, where the tests of each statement are chosen. A statement is a row of a table or a sentence; it is numbered by its section and in it. A test is named by its file and its titles as they stand in the source, a row of its table in quotes behind them. `conformance/conformance.test.ts` fails where a statement has no test, where its words have changed, and where a test that is named is gone.',
    [
      `| Statements | ${DOCUMENTS.map((name) => `${name}.md`).join(' | ')} |`,
      `| --- | ${DOCUMENTS.map(() => '---').join(' | ')} |`,
      ...rows.map((row) => `| ${row} |`),
      `| all | ${all.join(' | ')} |`,
    ].join('\n'),
    ...DOCUMENTS.flatMap(documentInWords),
  ].join('\n\n')}\n`;
}

export const writtenFile = () => readFileSync(FILE, 'utf8');

if (import.meta.main) {
  const wrong = DOCUMENTS.flatMap((name) => disagreements(name, MAPPINGS[name]));
  if (wrong.length > 0) {
    process.stderr.write(`${wrong.join('\n')}\n`);
    process.exitCode = 1;
  } else {
    writeFileSync(FILE, conformanceFile());
  }
}

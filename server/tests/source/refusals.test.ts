/**
 * What the admin API refuses is said in each language of the console: of all that these files say, whether or
 * not a test comes upon it. Those that a test does come upon are held by `console-client.ts`.
 */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { inOtherWords, type Refusals } from '../../../console/words/refusals.ts';
import { codeOf, isTest, sourceFiles } from './source-files.ts';

/** Where routes of the console find what they refuse. */
const FILES = [
  'server/console',
  'server/gateway/access/administrators.ts',
  'server/gateway/checkout/releases.ts',
  'server/gateway/entities/channel-settings.ts',
  'server/gateway/entities/origins.ts',
  'server/gateway/events/change-webhook.ts',
  'server/gateway/events/deliveries.ts',
  'server/gateway/events/webhooks.ts',
  'server/gateway/fonts',
  'server/gateway/operations/capture-reverse-refund.ts',
  'server/gateway/page-watch/pages.ts',
  'server/gateway/page-watch/script-decisions.ts',
  'server/gateway/requests/idempotency.ts',
  'server/gateway/sandbox/sandbox.ts',
];

/** Not said to the console, or said as part of a sentence that a test comes upon. */
const ELSEWHERE = [
  /^7must be some of/,
  // Put together of what is a literal elsewhere, or a value.
  /^(7 7|7 7: 7|channel 7|the page 7 7|a decision 7|7 %|7 others wait to be read)$/,
  // Told as a file that is broken off.
  /^a size of more than five bytes$/,
  // Of the command line, and of the API.
  /ADMIN_KEY|first administrator|earlier release to go back|was not rolled back/,
  /up to 7 webhooks|cannot be called|such (delivery|webhook)|accept or decline/,
  /is with its processor|payment is not pending|the key is one of/,
  // Settings that the console does not change.
  /2-letter country|card brand|first digits|merchant\.com|merchant's id|gateway at Google|personalData/,
  /the id of a release/,
];

const CALL =
  /(?:\b(?:invalid|invalidParameter|fontError|refuse)|new (?:ApiError|\w+Error|AdminFailure))\(/g;
/** In which the console says itself what is wrong. */
const OWN_WORDS =
  /^\(\s*'(?:signed-out|wrong-credentials|code-needed|password-needed|locked|link-over|csrf|forbidden|not-found)'/;
const LITERAL = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g;

/** From its opening bracket on. */
function argumentsAt(code: string, start: number): string {
  let depth = 0;
  for (let at = start; at < code.length; at++) {
    if (code[at] === '(') depth++;
    if (code[at] === ')' && --depth === 0) return code.slice(start, at + 1);
  }
  return '';
}

/** With a value in each place. */
const said = (literal: string) =>
  literal
    .slice(1, -1)
    .replaceAll(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, '7')
    .replaceAll(/\\(.)/g, '$1');

function sentencesIn(code: string): string[] {
  const calls = [...code.matchAll(CALL)]
    .map(({ index, 0: head }) => argumentsAt(code, index + head.length - 1))
    .filter((call) => !OWN_WORDS.test(call));
  const literals = calls.flatMap((call) => call.match(LITERAL) ?? []);
  const rules = (code.match(LITERAL) ?? []).filter((literal) => /^.must /.test(literal));
  return [...literals, ...rules].map(said).filter((sentence) => /\w \S/.test(sentence));
}

const languages = ['de', 'ar'].map((language): [string, Refusals] => [
  language,
  JSON.parse(readFileSync(`console/texts/refusals/${language}.json`, 'utf8')),
]);
const sentences = [
  ...new Set(
    sourceFiles(...FILES)
      .filter((file) => !isTest(file))
      .flatMap((file) => sentencesIn(codeOf(file))),
  ),
].filter((sentence) => !ELSEWHERE.some((pattern) => pattern.test(sentence)));

it.each(languages)('every refusal of the console has its words in %s', (_, refusals) => {
  expect(sentences.length).toBeGreaterThan(90);
  const untold = sentences.filter((sentence) =>
    // Rules of fonts and of pages are said with what broke them.
    [sentence, `file ${sentence}: 7`, `the page x ${sentence}`].every(
      (whole) => inOtherWords(whole, refusals) === undefined,
    ),
  );
  expect(untold).toEqual([]);
});

it('each language has the same sentences, with the same values', () => {
  const [[, german], [, arabic]] = languages as [[string, Refusals], [string, Refusals]];
  expect(Object.keys(arabic)).toEqual(Object.keys(german));
  const placesOf = (text: string) => new Set(text.match(/\{\{\w+\}\}/g));
  for (const [, refusals] of languages) {
    const odd = Object.entries(refusals).filter(
      ([english, words]) => !placesOf(words).isSubsetOf(placesOf(english)) || words.trim() === '',
    );
    expect(odd).toEqual([]);
  }
});

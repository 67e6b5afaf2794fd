/** What translators and those who change texts use: `npm run texts -- status | export | import | done`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { withoutPluralForm } from '../../contract/text-keys.ts';
import { importTexts, requireLanguage, TextsError, TRANSLATED } from './import-texts.ts';
import { ownTexts, tagOf } from './locale-files.ts';
import { faultsIn } from './rules.ts';
import { recordOrigins } from './translated-from.ts';
import { unitsOf } from './units.ts';
import { writeXliff, XliffError } from './xliff.ts';

const USAGE = `npm run texts -- status [language]
    which texts are missing, older than their English, or wrong
npm run texts -- export <language> [file]
    writes XLIFF 1.2 for a translator, {language}.xlf where no file is named
npm run texts -- import <file>
    takes over what the translator has sent back, or says what is wrong with it
npm run texts -- done <language | all> <key…>
    notes that texts translated by hand are as new as their English`;

const COLUMNS = ['language', 'texts', 'missing', 'older than English', 'wrong'] as const;

const row = (cells: readonly (string | number)[]): string =>
  cells.map((cell, at) => `${cell}`.padStart(COLUMNS[at]?.length ?? 0)).join('  ');

function status(only?: string): string[] {
  if (only !== undefined) requireLanguage(only);
  const found = (only === undefined ? TRANSLATED : [only]).map((code) => {
    const units = unitsOf(code);
    const missing = units.filter(({ target }) => target === undefined);
    const older = units.filter(({ older }) => older.length > 0);
    const wrong = faultsIn(code, ownTexts(code));
    return {
      counts: [code, units.length, missing.length, older.length, wrong.length],
      lines: [
        ...missing.map(({ key }) => `${key} is missing`),
        ...older.map(
          ({ key, source, older: was }) =>
            `${key} is older. English was "${was.join('", "')}", and is "${source}"`,
        ),
        ...wrong,
      ].map((line) => `${code}: ${line}`),
    };
  });
  return [
    row(COLUMNS),
    ...found.map(({ counts }) => row(counts)),
    ...found.flatMap(({ lines }) => lines),
  ];
}

function exportTexts(code = '', file = `${code}.xlf`): string[] {
  requireLanguage(code);
  const units = unitsOf(code);
  writeFileSync(file, writeXliff(code, tagOf(code), units));
  return [`${units.length} texts are in ${file}`];
}

function takeOver(file?: string): string[] {
  if (file === undefined) throw new TextsError(USAGE);
  const { code, changed, unfinished } = importTexts(readFileSync(file, 'utf8'));
  return [`${code}: ${changed} texts changed, ${unfinished} not confirmed by their translator`];
}

function done(code = '', ...keys: readonly string[]): string[] {
  if (code !== 'all') requireLanguage(code);
  const english = Object.entries(ownTexts('en'));
  const known = new Set(english.map(([key]) => withoutPluralForm(key)));
  const wanted = new Set(keys.map(withoutPluralForm));
  const unknown = [...wanted.difference(known)];
  if (unknown.length > 0) throw new TextsError(`${unknown.join(', ')}: no key of locales/en.json`);
  const noted = english.filter(([key]) => wanted.has(withoutPluralForm(key)));
  recordOrigins(code === 'all' ? TRANSLATED : [code], Object.fromEntries(noted));
  return [`${code}: ${wanted.size} keys are as new as their English`];
}

const COMMANDS: Readonly<Record<string, (...words: string[]) => string[]>> = {
  status,
  export: exportTexts,
  import: takeOver,
  done,
};

function main([command = '', ...words]: readonly string[]): void {
  try {
    const perform = Object.hasOwn(COMMANDS, command) && COMMANDS[command];
    if (!perform) throw new TextsError(USAGE);
    console.log(perform(...words).join('\n'));
  } catch (error) {
    const isExpected = [TextsError, XliffError].some((kind) => error instanceof kind);
    if (!isExpected && (error as NodeJS.ErrnoException).syscall === undefined) throw error;
    console.error((error as Error).message);
    process.exitCode = 1;
  }
}

main(process.argv.slice(2));

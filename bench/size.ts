/**
 * What a shopper's browser downloads to see the form, in gzip, against the budgets and the README; and what
 * packages add.
 */
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import file from '@size-limit/file';
import sizeLimit from 'size-limit';
import { firstLoad } from '../console/build.ts';
import { rulesOf } from '../contract/card-brands.ts';
import { LANGUAGES } from '../contract/languages.ts';
import { playgroundFirstLoad } from '../playground/build.ts';
import { parseLogo } from '../server/http/brand-logos.ts';
import { FORM_STYLES } from '../server/http/form-fields/field-styles.ts';
import { dictionaryFor } from '../server/http/languages.ts';
import { packageSize } from './package-sizes.ts';

const KILOBYTE = 1000;
/** What a shop usually offers; their logos come with the form's data. */
const BRANDS = ['VISA', 'MASTER', 'AMEX', 'MADA'];

const gzipSize = async (files: readonly string[]): Promise<number> => {
  const results = await sizeLimit([file], { checks: [{ files: [...files], gzip: true }] });
  const [{ size }] = results as [{ size: number }];
  return size;
};

/** Where the README says a size, in kB: it may promise what is measured, and nothing smaller. */
const README_CLAIMS: Readonly<Record<string, RegExp>> = {
  script: /one script of ([\d.]+) kB \(gzip\)/,
  'first render': /first render downloads ([\d.]+) kB gzip/,
};

/** What the README says too little of, in a line each; a sentence that is gone counts as well. */
function untrueClaims(measured: Readonly<Record<string, number>>): string[] {
  const readme = readFileSync('README.md', 'utf8');
  return Object.entries(README_CLAIMS).flatMap(([what, sentence]) => {
    const said = Number(sentence.exec(readme)?.[1]);
    const actual = (measured[what] ?? 0) / KILOBYTE;
    if (said >= actual) return [];
    return [`README.md says ${said} kB of the ${what}, which has ${actual.toFixed(2)} kB`];
  });
}

/** The paths of a brand's drawing, as the form's data carry them. */
const logoOf = (brand: string) =>
  parseLogo(brand, readFileSync(`public/brands/${brand}.svg`, 'utf8'));

/** The answer of `GET /v1/checkouts/{id}/form` in one language, written to a file. */
const writeFormData = (directory: string, language: string): string => {
  const data = {
    checkoutId: `${'0123456789ABCDEF'.repeat(2)}.uat01-vm-tx03`,
    now: 1_795_171_333_460,
    expiresAt: 1_795_173_133_460,
    amount: '92.00',
    currency: 'EUR',
    paymentType: 'DB',
    mode: 'live',
    paid: false,
    brands: Object.fromEntries(BRANDS.map((code) => [code, { name: code, logo: logoOf(code) }])),
    styles: FORM_STYLES,
    ...dictionaryFor(language, ['card', 'coBadged']),
  };
  const path = join(directory, `${language}.json`);
  writeFileSync(path, JSON.stringify(data));
  return path;
};

/** A key as the gateway writes it into a frame, and the same each time: a size is no throw of dice. */
const sealingKey = (): string => {
  const coordinate = (name: string) => createHash('sha256').update(name).digest('base64url');
  const [x, y] = [coordinate('x'), coordinate('y')];
  return JSON.stringify({ kid: '0123456789abcdef', kty: 'EC', x, y, crv: 'P-256' });
};

/** A frame's document as it is sent: with the brands' rules and a key in it. */
const writeFrame = (directory: string, name: string): string => {
  const path = join(directory, name);
  const document = readFileSync(join('dist', name), 'utf8')
    .replace('__BRAND_RULES__', JSON.stringify(rulesOf(BRANDS)))
    .replace('__SEALING_KEY__', sealingKey())
    .replace('__WORDS__', '');
  writeFileSync(path, document);
  return path;
};

const directory = mkdtempSync(join(tmpdir(), 'size-'));
try {
  const sizes = await Promise.all(
    Object.keys(LANGUAGES).map(async (language) => {
      const path = join(directory, `texts-${language}.json`);
      writeFileSync(path, JSON.stringify(dictionaryFor(language).texts));
      return { language, size: await gzipSize([path]) };
    }),
  );
  const [largest] = sizes.sort((a, b) => b.size - a.size);
  if (!largest) throw new Error('There are no languages');

  const frames = ['number.html', 'cvv.html'].map((name) => writeFrame(directory, name));
  const formData = writeFormData(directory, largest.language);
  const first = ['dist/paymentWidgets.js', ...frames, formData];
  const script = await gzipSize(['dist/paymentWidgets.js']);
  const firstRender = await gzipSize(first);
  const rows: [what: string, size: number, limit: number][] = [
    ['script with style', script, 35.2],
    ['both frames', await gzipSize(frames), 10.65],
    ['the frame of an IBAN', await gzipSize([writeFrame(directory, 'iban.html')]), 5.4],
    ['form data with one language', await gzipSize([formData]), 4],
    [`one language (${largest.language}, the largest)`, largest.size, 2],
    ['first render: script, frames, form data', firstRender, 49.5],
    ['package loader', await packageSize('loader'), 1.5],
    ['package react, with the loader', await packageSize('react'), 3.1],
    ['package vue, with the loader', await packageSize('vue'), 3.9],
    ['package element, with the loader', await packageSize('element'), 3.9],
  ];

  const consoleFiles = await Promise.all(
    ['en', 'de', 'ar'].map((language) => gzipSize(firstLoad('.', language))),
  );
  rows.push(['the console, first load', Math.max(...consoleFiles), 120]);
  rows.push(['the playground, first load', await gzipSize(playgroundFirstLoad('.')), 250]);

  let failed = 0;
  for (const [what, size, limit] of rows) {
    const isOver = size > limit * KILOBYTE;
    if (isOver) failed++;
    const measured = (size / KILOBYTE).toFixed(2).padStart(6);
    console.log(
      `${isOver ? 'OVER' : '  ok'}  ${measured} kB of ${String(limit).padStart(2)}  ${what}`,
    );
  }
  for (const claim of untrueClaims({ script, 'first render': firstRender })) {
    failed++;
    console.log(`OVER  ${claim}`);
  }
  console.log(
    `${Object.keys(README_CLAIMS).length + rows.length - failed} passed, ${failed} failed`,
  );
  process.exitCode = failed > 0 ? 1 : 0;
} finally {
  rmSync(directory, { recursive: true });
}

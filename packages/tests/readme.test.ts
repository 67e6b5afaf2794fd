/** What READMEs and the guide show is right: it compiles, or stands in an example that the browser tests build. */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, it } from 'vitest';
import { compileScript, compileTemplate, parse } from 'vue/compiler-sfc';
import { PACKAGES } from '../workspaces.ts';

const run = promisify(execFile);
const ROOT = join(PACKAGES, '..');
const DOCUMENTS = [
  ...['loader', 'react', 'vue', 'element', 'server', 'php'].map((id) => `packages/${id}/README.md`),
  'docs/packages.md',
];

interface Block {
  readonly name: string;
  /** Of the example that has it, where the line before says so: `examples/next/app/pay/page.tsx`: */
  readonly file: string | undefined;
  readonly language: string;
  readonly code: string;
}

const BLOCK = /(?:`(examples\/[^`]+)`:\n\n)?^```(\w+)\n(.*?)^```$/gms;

const blocksOf = (path: string): Block[] =>
  [...readFileSync(join(ROOT, path), 'utf8').matchAll(BLOCK)].map(
    ([, file, language = '', code = ''], index) => ({
      name: `${path}, block ${index + 1}`,
      ...{ file, language, code },
    }),
  );

const BLOCKS = DOCUMENTS.flatMap(blocksOf);
const copied = BLOCKS.filter(({ file }) => file);
const own = BLOCKS.filter(({ file }) => !file);
const typed = own.filter(({ language }) => ['ts', 'tsx'].includes(language));
const vue = own.filter(({ language }) => language === 'vue');

// Within the project, so that frameworks are found.
mkdirSync(join(ROOT, 'test-results'), { recursive: true });
const directory = mkdtempSync(join(ROOT, 'test-results', 'readme-'));
afterAll(() => rmSync(directory, { recursive: true }));

it.each(copied)('$name is $file', ({ file = '', code }) => {
  expect(code).toBe(readFileSync(join(ROOT, file), 'utf8'));
});

it('every example in TypeScript has the right types', async () => {
  for (const [index, { language, code }] of typed.entries()) {
    writeFileSync(join(directory, `${index}.${language}`), code);
  }
  const config = {
    extends: '../../tsconfig.json',
    compilerOptions: { jsxImportSource: 'react', types: [], noUnusedLocals: false },
    include: ['*.ts', '*.tsx'],
  };
  writeFileSync(join(directory, 'tsconfig.json'), JSON.stringify(config));
  expect(typed.length).toBeGreaterThan(3);
  const said = await run('tsc', ['--project', directory]).then(
    () => '',
    ({ stdout }) => stdout,
  );
  expect(said).toBe('');
});

it.each(vue)('$name is a component', ({ code }) => {
  const { descriptor, errors } = parse(code);
  expect(errors).toEqual([]);
  const { bindings = {} } = compileScript(descriptor, { id: 'readme' });
  const template = compileTemplate({
    id: 'readme',
    filename: 'readme.vue',
    source: descriptor.template?.content ?? '',
    compilerOptions: { bindingMetadata: bindings },
  });
  expect(template.errors).toEqual([]);
  // Whatever the template names is in the script.
  expect(template.code).not.toMatch(/_ctx\.\w/);
});

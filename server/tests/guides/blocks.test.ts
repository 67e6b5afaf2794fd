/** Every block of code in a guide or README is done by a test: this table says which, and a new block fails. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { workspaces } from '../../../packages/workspaces.ts';
import { ROOT } from './guide-code.ts';

const GUIDES = 'server/tests/guides/guides.test.ts';
const OPERATOR = 'server/tests/guides/operator-commands.test.ts';
const SNIPPETS = 'e2e/form-snippets.test.ts';
const PACKAGES = 'packages/tests/readme.test.ts';
const UNTIL_NPM = 'packages/tests/until-npm.test.ts';
const CLI = 'packages/cli/tests';
const RECEIVERS = 'server/tests/webhooks/receiver-files.test.ts';
const THEME = `${CLI}/theme.test.ts`;
const DOCTOR = `${CLI}/doctor.test.ts`;
const PACKED = 'packages/server/tests/packed.test.ts';
const PHP = 'packages/php/tests/php.test.ts';
/** What needs Docker, a cluster of Kubernetes, systemd as init: the files that are named are checked. */
const OPS = 'ops/ops.test.ts';
/** An answer, or a header, to be read: below it is parsed at least. */
const SHOWN = 'shown';

/** By document and what stands behind the block's fence. */
const DONE_BY: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'README.md': { sh: GUIDES, html: SNIPPETS },
  'docs/accessibility.md': {
    html: 'e2e/guides.test.ts',
    css: THEME,
    'sh theme': THEME,
    'sh doctor': DOCTOR,
  },
  'docs/asynchronous-payments.md': { sh: GUIDES, json: SHOWN },
  'docs/cards-on-file.md': { sh: GUIDES, html: SNIPPETS },
  'docs/console.md': { sh: OPERATOR, 'sh bins': OPERATOR, csv: OPERATOR },
  'docs/events.md': { sh: GUIDES, js: RECEIVERS },
  'docs/form.md': { html: SNIPPETS, js: SNIPPETS, sh: OPERATOR },
  'docs/going-live.md': { sh: GUIDES },
  'docs/marketplace.md': { sh: GUIDES },
  'docs/moving.md': { sh: GUIDES },
  'docs/operations.md': {
    ...Object.fromEntries(
      ['', ' sqlite', ' postgresql', ' request', ' administrators', ' retention', ' months'].map(
        (mark) => [`sh${mark}`, GUIDES],
      ),
    ),
    ...Object.fromEntries(
      [' rotate', ' upgrade', ' releases'].map((mark) => [`sh${mark}`, GUIDES]),
    ),
    ...Object.fromEntries(
      [' compose', ' image', ' kubernetes', ' systemd'].map((mark) => [`sh${mark}`, OPS]),
    ),
    'sh archive': 'server/tests/operation/restore-drill.test.ts',
    'sh card-testing': 'server/tests/payments/card-testing-told.test.ts',
    'sh fonts': 'server/admin/admin-fonts.test.ts',
    'sh page-watch': 'server/tests/api/page-watch-admin.test.ts',
    json: SHOWN,
    http: SHOWN,
  },
  'docs/packages.md': {
    ts: PACKAGES,
    tsx: PACKAGES,
    vue: PACKAGES,
    svelte: PACKAGES,
    html: SNIPPETS,
    'sh tarballs': UNTIL_NPM,
    'sh built': UNTIL_NPM,
    'sh composer': 'packages/php/tests/php-project.ts',
    'sh theme': THEME,
    'sh examples': 'e2e/packages/examples.test.ts',
  },
  'docs/pci.md': { sh: GUIDES, 'sh doctor': DOCTOR },
  'docs/processors.md': { sh: OPERATOR },
  // The three variables are those that every other test of it is given.
  'docs/quick-start.md': {
    ...{ sh: GUIDES, js: GUIDES, php: GUIDES, python: GUIDES },
    'sh shop': `${CLI}/create-shop.test.ts`,
  },
  'docs/reports.md': { sh: GUIDES, json: SHOWN },
  'docs/sandbox.md': { sh: GUIDES },
  'docs/server-to-server.md': { sh: GUIDES },
  'docs/subscriptions.md': { sh: GUIDES },
  'docs/wallets.md': { html: SNIPPETS, sh: OPERATOR },
  'docs/ways-to-pay.md': { sh: GUIDES },
  'docs/webhooks.md': {
    ...{ js: RECEIVERS, php: RECEIVERS, python: RECEIVERS },
    ...{ sh: GUIDES, json: SHOWN },
  },
  'docs/what-can-go-wrong.md': { sh: GUIDES },
  'packages/cli/README.md': {
    // Help, the variables of every other command, and a file that the test above it writes.
    sh: UNTIL_NPM,
    'sh run=create-shop': `${CLI}/create-shop.test.ts`,
    'sh run=listen': `${CLI}/commands.test.ts`,
    'sh run=trigger': `${CLI}/commands.test.ts`,
    'sh run=doctor': DOCTOR,
    'sh run=theme': THEME,
  },
  'packages/element/README.md': {
    html: 'e2e/packages/element.test.ts',
    ts: PACKAGES,
    sh: UNTIL_NPM,
  },
  'packages/loader/README.md': { ts: PACKAGES, sh: UNTIL_NPM },
  'packages/php/README.md': {
    // The whole shop is examples/php, which e2e/packages/servers.test.ts drives.
    php: PACKAGES,
    ...{ 'php run=payment': PHP, 'php run=mistake': PHP, 'php run=list': PHP },
    ...{ 'sh run=secret': PHP, 'php run=subscribe': PHP },
    sh: UNTIL_NPM,
  },
  'packages/react/README.md': { tsx: PACKAGES, sh: UNTIL_NPM },
  'packages/server/README.md': {
    js: PACKED,
    ...Object.fromEntries(
      ['pay', 'result', 'hook'].map((name) => [`js file=${name}/route.mjs`, PACKED]),
    ),
    sh: UNTIL_NPM,
  },
  'packages/vue/README.md': { vue: PACKAGES, sh: UNTIL_NPM },
};

const DOCUMENTS = [
  'README.md',
  ...readdirSync(join(ROOT, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
  ...[...workspaces().map(({ id }) => id), 'php'].map((id) => `packages/${id}/README.md`),
];

interface Block {
  readonly mark: string;
  readonly code: string;
}

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
/** Blocks that say what they are: one that does not is output, or a policy. */
const blocksIn = (path: string): Block[] =>
  [...read(path).matchAll(/^```(\S[^\n]*)\n([\s\S]*?)^```$/gm)].map(([, mark = '', code = '']) => ({
    mark,
    code,
  }));

describe.each(DOCUMENTS.filter((path) => blocksIn(path).length > 0))('%s', (path) => {
  it('has no block that no test does, and none that is gone', () => {
    const marks = new Set(blocksIn(path).map(({ mark }) => mark));
    expect([...marks].sort()).toEqual(Object.keys(DONE_BY[path] ?? {}).sort());
  });

  it('is named by the tests that do its blocks', () => {
    const tests = new Set(Object.values(DONE_BY[path] ?? {}).filter((test) => test !== SHOWN));
    // A package by its folder, in a list or in that of all of them.
    const name = path.startsWith('packages/') ? (path.split('/')[1] ?? '') : basename(path);
    for (const test of tests)
      expect(read(test), test).toMatch(new RegExp(`${name}|workspaces\\(\\)`));
  });

  it('shows no answer that is no JSON', () => {
    for (const { mark, code } of blocksIn(path)) {
      if (mark === 'json') expect(() => JSON.parse(code), code).not.toThrow();
    }
  });
});

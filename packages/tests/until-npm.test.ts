/** Nothing is on npm yet: every document that installs or runs a package from there says so, and how it is done. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { blocksOf, runShell } from '../../server/tests/guides/guide-code.ts';
import { packInto } from '../pack.ts';
import { PACKAGES, workspaces } from '../workspaces.ts';

const ROOT = join(PACKAGES, '..');
const DOCUMENTS = [
  'README.md',
  ...readdirSync(join(ROOT, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
  ...[...workspaces().map(({ id }) => id), 'php'].map((id) => `packages/${id}/README.md`),
].map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }));

const FROM_REGISTRY = /(?:(?:npx|npm install) (?:--\S+ )*@|composer require )payment-widgets\//;
const naming = DOCUMENTS.filter(({ text }) => FROM_REGISTRY.test(text));

it('there are such documents', () => expect(naming.length).toBeGreaterThan(8));

it.each(naming)(
  '$path says that there is nothing yet, and where it is said what to do',
  ({ path, text }) => {
    const where = path.startsWith('docs/') ? '#until-they-are-on-npm' : '`docs/packages.md`';
    expect(text).toMatch(new RegExp(`not on (npm|Packagist) yet.*${where}`, 'i'));
  },
);

const place = mkdtempSync(join(tmpdir(), 'until-npm-'));
afterAll(() => rmSync(place, { recursive: true }));

it('packages.md: with the tarballs, a project runs the commands of the guides as they stand', async () => {
  const [make, enter, ...steps] = blocksOf('docs/packages.md', 'sh tarballs').join('').split('\n');
  expect([make, enter]).toEqual(['npm run packages -- examples/tarballs', 'cd ../my-project']);
  const tarballs = join(place, 'tarballs');
  packInto(tarballs);
  writeFileSync(join(place, 'package.json'), '{"private":true}');
  const script = steps.join('\n').replaceAll('../payment-widgets/examples/tarballs', tarballs);
  // Nothing is asked of a registry but what the packages need besides each other.
  const { code, stdout, stderr } = await runShell(
    script,
    { npm_config_prefer_offline: 'true' },
    place,
  );
  expect(code, stderr).toBe(0);
  expect(stdout).toContain('payment-widgets COMMAND');
});

it('packages.md: the command line runs where it was built', async () => {
  const [, command = ''] = blocksOf('docs/packages.md', 'sh built').join('').split('\n');
  const { code, stdout } = await runShell(command, {}, ROOT);
  expect(code).toBe(0);
  expect(stdout).toContain('payment-widgets COMMAND');
});

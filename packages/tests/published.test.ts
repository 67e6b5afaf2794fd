/** What npm would publish: looked at as the tools that merchants' builds are look at it. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { afterAll, describe, expect, it } from 'vitest';
import { type Packed, packInto } from '../pack.ts';
import { isDual, PACKAGES, workspaces } from '../workspaces.ts';

const directory = mkdtempSync(join(tmpdir(), 'packed-'));
afterAll(() => rmSync(directory, { recursive: true }));

const ROOT = join(PACKAGES, '..');
const packed = new Map(packInto(directory).map((one) => [one.name, one]));
const CASES = workspaces().map((workspace) => ({
  ...workspace,
  tarball: packed.get(workspace.name) as Packed,
}));

const read = (...path: readonly string[]) => readFileSync(join(...path), 'utf8');
const bytesOf = ({ file }: Packed) => new Uint8Array(readFileSync(file));

/** `.` is the entry `index`. */
const entryNamed = (entrypoint: string) => (entrypoint === '.' ? 'index' : basename(entrypoint));

/** Beside what is built. */
const BUILT = /^dist\/[\w./-]+\.(d\.ts|d\.cts|js|cjs)$/;
const PAPERS = ['CHANGELOG.md', 'LICENSE', 'README.md', 'package.json'];

describe.each(CASES)('$name', ({ tarball, ...workspace }) => {
  const { folder, id, exports, name, version, dependencies = {} } = workspace;
  it('brings what is built, its papers, and nothing else: no sources, no tests, no maps', () => {
    const others = tarball.contents.filter((path) => !BUILT.test(path));
    // For resolutions that do not know `exports`, a folder for each entry.
    const folders = Object.keys(exports).map((entry) => `${entry.slice(2)}/package.json`);
    expect(others).toEqual(expect.arrayContaining(PAPERS));
    expect([...PAPERS, ...folders]).toEqual(expect.arrayContaining(others));
    expect(tarball.size).toBeLessThan(100_000);
  });

  it('has no mistakes that publint knows', async () => {
    const { messages } = await publint({ pack: { tarball: bytesOf(tarball).buffer } });
    expect(messages).toEqual([]);
  });

  it('has types under node16 (ES modules and CommonJS), bundler and node10', async () => {
    const checked = await checkPackage(createPackageFromTarballData(bytesOf(tarball)));
    // What is only run from a terminal has nothing to import.
    expect(Boolean(checked.types)).toBe('.' in exports);
    const problems = 'problems' in checked ? checked.problems : [];
    // What is only for browsers or for a Node.js that can `require` ES modules has no CommonJS, on purpose.
    const found = problems.filter(
      (one) => one.kind !== 'CJSResolvesToESM' || isDual(workspace, entryNamed(one.entrypoint)),
    );
    expect(found).toEqual([]);
  });

  it('carries our licence, and a changelog that begins with its version', () => {
    expect(read(folder, 'LICENSE')).toBe(read(ROOT, 'LICENSE'));
    expect(read(folder, 'CHANGELOG.md')).toMatch(new RegExp(`^# Changelog\n\n## ${version}\n`));
    expect(read(folder, 'README.md')).toMatch(new RegExp(`^(npm install|npx) ${name}\\b`, 'm'));
  });

  it('asks for the versions of our other packages that are here', () => {
    for (const other of workspaces()) {
      const wanted = dependencies[other.name];
      if (wanted) expect(wanted, `${id} needs ${other.name}`).toBe(other.version);
    }
  });
});

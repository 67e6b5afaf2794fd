/**
 * Packs the packages as they are published: `node packages/pack.ts DIRECTORY` writes a tarball of each
 * into it. They have to be built before (`npm run packages`).
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Workspace, workspaces } from './workspaces.ts';

export interface Packed {
  /** `@payment-widgets/loader`. */
  readonly name: string;
  readonly version: string;
  /** Path of the tarball. */
  readonly file: string;
  /** What is in it, by its path in the package: `dist/index.js`. */
  readonly contents: readonly string[];
  /** Bytes of the tarball. */
  readonly size: number;
}

/** npm's own description of a tarball. */
interface Described {
  readonly name: string;
  readonly version: string;
  readonly filename: string;
  readonly size: number;
  readonly files: readonly { readonly path: string }[];
}

/**
 * @param directory where the tarballs go; it is made where it is missing
 * @param all the packages to pack
 * @throws where one is not built
 */
export function packInto(directory: string, all: readonly Workspace[] = workspaces()): Packed[] {
  const unbuilt = all.find(({ folder }) => !existsSync(join(folder, 'dist')));
  if (unbuilt) throw new Error(`${unbuilt.name} is not built: npm run packages`);
  mkdirSync(directory, { recursive: true });
  const out = execFileSync(
    'npm',
    ['pack', '--json', '--loglevel=error', '--pack-destination', resolve(directory)].concat(
      all.map(({ folder }) => folder),
    ),
    { encoding: 'utf8', shell: process.platform === 'win32' },
  );
  const described: Described[] = Object.values(JSON.parse(out));
  return described.map(({ name, version, filename, size, files }) => ({
    ...{ name, version, size },
    file: join(resolve(directory), filename),
    contents: files.map(({ path }) => path).sort(),
  }));
}

if (import.meta.main) {
  const [directory] = process.argv.slice(2);
  if (!directory) throw new Error('Where to? node packages/pack.ts DIRECTORY');
  for (const { file } of packInto(directory)) process.stdout.write(`${file}\n`);
}

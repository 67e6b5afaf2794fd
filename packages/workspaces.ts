/** The packages that are published to npm, as their folders and their `package.json` describe them. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const PACKAGES = import.meta.dirname;

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  /** By what is imported: `.`, `./pure`; a file, or by `import` and `require`. */
  readonly exports: Readonly<Record<string, unknown>>;
}

export interface Workspace extends Manifest {
  /** Name of its folder: `loader`. */
  readonly id: string;
  readonly folder: string;
}

/** All of them, in alphabetical order. A folder without a `package.json` (PHP) is none. */
export const workspaces = (): Workspace[] =>
  readdirSync(PACKAGES)
    .map((id) => ({ id, folder: join(PACKAGES, id) }))
    .filter(({ folder }) => existsSync(join(folder, 'package.json')))
    .map((place) => ({ ...place, ...manifestOf(place.folder) }));

const manifestOf = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

/** What a package is built from: `src/NAME.ts` for each `dist/NAME.js` that it exports or runs. */
export function entriesOf(manifest: object): string[] {
  const named = JSON.stringify(manifest).matchAll(/"(?:\.\/)?dist\/([\w./-]+)\.js"/g);
  return [...new Set([...named].map(([, name = '']) => name))];
}

/** Whether code that says `require` may load an entry, too. */
export const isDual = (manifest: object, entry: string): boolean =>
  JSON.stringify(manifest).includes(`dist/${entry}.cjs"`);

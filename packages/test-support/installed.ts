/** Packages as a merchant has them: packed, and unpacked where npm would have put them. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Packed, packInto } from '../pack.ts';
import { PACKAGES, workspaces } from '../workspaces.ts';

export interface Installed {
  /** A directory of its own, outside of this repository. */
  readonly directory: string;
  readonly packed: Packed;
  /** Writes a file into the directory; answers its path. */
  write(path: string, text: string): string;
  remove(): void;
}

/**
 * @param id of the package: `cli`
 * @param own other packages of this repository that it needs: `server`
 * @param beside packages of this repository's `node_modules` that the merchant has installed, too
 */
export function installPacked(
  id: string,
  {
    own = [],
    beside = [],
  }: { readonly own?: readonly string[]; readonly beside?: readonly string[] },
): Installed {
  const directory = mkdtempSync(join(tmpdir(), `installed-${id}-`));
  const all = workspaces().filter((each) => each.id === id || own.includes(each.id));
  const tarballs = packInto(join(directory, 'tarballs'), all);
  for (const { name, file } of tarballs) {
    const place = join(directory, 'node_modules', name);
    mkdirSync(place, { recursive: true });
    execFileSync('tar', ['-xzf', file, '-C', place, '--strip-components=1']);
  }
  const packed = tarballs[all.findIndex((each) => each.id === id)];
  if (!packed) throw new Error(`there is no package ${id}`);
  for (const name of beside) {
    const link = join(directory, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(PACKAGES, '..', 'node_modules', name), link, 'dir');
  }
  return {
    directory,
    packed,
    write(path, text) {
      const file = join(directory, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
      return file;
    },
    remove: () => rmSync(directory, { recursive: true, force: true }),
  };
}

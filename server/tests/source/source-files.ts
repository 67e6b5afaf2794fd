/** The files that git has of this repository, for tests of what holds for the source itself. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '..', '..', '..');

export interface SourceFile {
  /** From the root of the repository, with `/`. */
  readonly path: string;
  readonly text: string;
}

/** @param folders from the root; untracked files count too, ignored ones do not */
export function sourceFiles(...folders: readonly string[]): SourceFile[] {
  const list = ['ls-files', '--cached', '--others', '--exclude-standard', '--', ...folders];
  return execFileSync('git', list, { cwd: ROOT, encoding: 'utf8' })
    .split('\n')
    .filter((path) => /\.tsx?$/.test(path))
    .flatMap((path) => {
      try {
        return [{ path, text: readFileSync(join(ROOT, path), 'utf8') }];
      } catch {
        // Deleted, and not committed yet.
        return [];
      }
    });
}

/** Tests, and what only they use. */
export const isTest = ({ path }: SourceFile): boolean =>
  path.includes('.test.') || path.startsWith('server/tests/') || path.startsWith('e2e/');

/** The text without its comments, so that they may say what code must not. */
export const codeOf = ({ text }: SourceFile): string =>
  text.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '');

/** The examples of a README, so that a test does what they say. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGES } from '../workspaces.ts';

export interface Example {
  /** `js`, `sh`, `php`. */
  readonly language: string;
  /** Where the README says that it goes: ```js file=shop.mjs */
  readonly file: string | undefined;
  /** What a test calls it: ```sh run=listen */
  readonly run: string | undefined;
  readonly code: string;
}

export function examplesOf(id: string): Example[] {
  const text = readFileSync(join(PACKAGES, id, 'README.md'), 'utf8');
  return [...text.matchAll(/^```(\w+)(?: file=(\S+))?(?: run=(\S+))?\n([\s\S]*?)^```$/gm)].map(
    ([, language = '', file, run, code = '']) => ({ language, file, run, code }),
  );
}

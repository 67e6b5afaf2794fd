/** The style of the blocks, sent with them: what every form needs is part of the script. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FormData } from '../../../contract/form-data.ts';

const read = (file: string) =>
  readFileSync(join(import.meta.dirname, file), 'utf8')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,]) ?/g, '$1')
    .trim();

export const BLOCK_STYLES: NonNullable<FormData['styles']> = [
  read('blocks-base.css'),
  read('blocks.css'),
];

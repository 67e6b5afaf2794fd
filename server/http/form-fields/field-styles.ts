/** The style of the blocks, sent with them: what every form needs is part of the script. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CheckoutFormData } from '../../../contract/form-data.ts';

type Styles = NonNullable<CheckoutFormData['styles']>;

const read = (file: string) =>
  readFileSync(join(import.meta.dirname, file), 'utf8')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,]) ?/g, '$1')
    .trim();

/** Only that a card may be of two brands. */
export const CHOICE_STYLES: Styles = ['', read('choices.css')];

export const BLOCK_STYLES: Styles = [
  read('fields-base.css'),
  CHOICE_STYLES[1] + read('fields.css'),
];

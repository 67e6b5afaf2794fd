/** The style that comes with a form's data: what stands in the page before them is part of the script. */
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

/** What a form with its data shows, and a choice of two brands. */
export const FORM_STYLES: Styles = ['', read('states.css') + read('choices.css')];

const BLOCK_STYLES: Styles = [read('fields-base.css'), FORM_STYLES[1] + read('fields.css')];
const INSIDE = read('inside.css');

/** @param isInside whether labels stand inside of their fields (`labelPosition`, `density`) */
export function stylesFor(hasBlocks: boolean, isInside: boolean): Styles {
  const [base, theme] = hasBlocks ? BLOCK_STYLES : FORM_STYLES;
  return [base, isInside ? theme + INSIDE : theme];
}

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
/** What a form has only where its page asks for it (`labelPosition`, `density`, `icons`). */
const WANTED = new Map([
  ['inside', read('inside.css')],
  ['icons', read('icons.css')],
]);

/** @param wanted names of what the page asks for, among others */
export function stylesFor(hasBlocks: boolean, wanted: readonly string[]): Styles {
  const [base, theme] = hasBlocks ? BLOCK_STYLES : FORM_STYLES;
  const more = [...WANTED].filter(([name]) => wanted.includes(name)).map(([, style]) => style);
  return [base, theme + more.join('')];
}

/** The names that `wpwlOptions` may have, as the published types list them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const TYPES = join(import.meta.dirname, '..', 'public', 'paymentWidgets.d.ts');

/** A test of the widget holds the types to the options that the script knows. */
export function publishedOptions(): readonly string[] {
  const types = readFileSync(TYPES, 'utf8');
  const [, options = ''] = /^interface WpwlOptions \{\n([\s\S]*?)^\}/m.exec(types) ?? [];
  const names = [...options.matchAll(/^ {2}(\w+)\??[:(]/gm)].map(([, name = '']) => name);
  if (names.length === 0) throw new Error(`${TYPES} names no options`);
  return names;
}

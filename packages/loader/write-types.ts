/**
 * The types of `wpwl` and `wpwlOptions` as a module, made from the file that the gateway serves
 * (`/v1/paymentWidgets.d.ts`): `node packages/loader/write-types.ts`. There they are global, because a page
 * with a script tag has no modules; here each is exported.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const SERVED = join(import.meta.dirname, '..', '..', 'public', 'paymentWidgets.d.ts');
export const WRITTEN = join(import.meta.dirname, 'src', 'widget-types.ts');

const HEAD = `/**
 * Types of the payment form. Made from \`public/paymentWidgets.d.ts\` by \`packages/loader/write-types.ts\`.
 *
 * Booleans may be written as strings, too: \`'true'\`, \`'false'\`.
 */
`;

/** The module's text. */
export function widgetTypes(): string {
  const served = readFileSync(SERVED, 'utf8').replaceAll('\r\n', '\n');
  const body = served
    .slice(served.indexOf('*/') + '*/\n'.length)
    .replace(/^(interface|type) /gm, 'export $1 ')
    .replace(/^declare var .*\n/gm, '');
  return HEAD + body.trimEnd().concat('\n');
}

if (import.meta.main) writeFileSync(WRITTEN, widgetTypes());

/**
 * What the packages know of `wpwl` and `wpwlOptions`, made from the file that the gateway serves
 * (`/v1/paymentWidgets.d.ts`): `node packages/loader/write-types.ts`. There the types are global, because a
 * page with a script tag has no modules; here each is exported. Names of options are known at run time, too:
 * attributes of an element and props of Vue need them.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const SERVED = join(import.meta.dirname, '..', '..', 'public', 'paymentWidgets.d.ts');
const SOURCE = join(import.meta.dirname, 'src');

const served = () => readFileSync(SERVED, 'utf8').replaceAll('\r\n', '\n');

const TYPES_HEAD = `/**
 * Types of the payment form. Made from \`public/paymentWidgets.d.ts\` by \`packages/loader/write-types.ts\`.
 *
 * Booleans may be written as strings, too: \`'true'\`, \`'false'\`.
 */
`;

function types(): string {
  const text = served();
  const body = text
    .slice(text.indexOf('*/') + '*/\n'.length)
    .replace(/^(interface|type) /gm, 'export $1 ')
    .replace(/^declare var .*\n/gm, '');
  return TYPES_HEAD + body.trimEnd().concat('\n');
}

const NAMES_HEAD = `/** Names of \`wpwlOptions\`. Made from its types by \`packages/loader/write-types.ts\`. */
`;

/** Is of one line: `showLabels?: WpwlBoolean;`. */
const OPTION = /^ {2}(\w+)\?(: ([^;\n]+);|\(|: \{)/gm;

function names(): string {
  const [, options = ''] = /\ninterface WpwlOptions \{\n(.*?)\n\}\n/s.exec(served()) ?? [];
  const kinds = { SWITCHES: [], TEXTS: [], TABLES: [], CALLBACKS: [] } as Record<string, string[]>;
  for (const [, name = '', rest = '', type = ''] of options.matchAll(OPTION)) {
    kinds[rest === '(' ? 'CALLBACKS' : kindOf(type)]?.push(name);
  }
  const comments: Readonly<Record<string, string>> = {
    SWITCHES: 'On or off.',
    TEXTS: 'One word or one line.',
    TABLES: 'Objects and lists; those that may be a switch as well are among them.',
    CALLBACKS: 'Functions.',
  };
  return (
    NAMES_HEAD +
    Object.entries(kinds)
      .map(([kind, all]) => {
        const list = all.map((name) => `  '${name}',\n`).join('');
        return `\n/** ${comments[kind]} */\nexport const ${kind} = [\n${list}] as const;\n`;
      })
      .join('')
  );
}

function kindOf(type: string): string {
  if (type === 'WpwlBoolean') return 'SWITCHES';
  return /^(string|'[^|]*'( \| '[^|]*')*)$/.test(type) ? 'TEXTS' : 'TABLES';
}

/** Text of each file that is made, by its path. */
export const madeFiles = (): ReadonlyMap<string, string> =>
  new Map([
    [join(SOURCE, 'widget-types.ts'), types()],
    [join(SOURCE, 'option-names.ts'), names()],
  ]);

if (import.meta.main) for (const [path, text] of madeFiles()) writeFileSync(path, text);

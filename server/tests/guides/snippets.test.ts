/** The script tag that we hand out, wherever we do: it loads fast, and it is checked. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from './guide-code.ts';

/** Where merchants copy from, with how many snippets each has. */
const HANDED_OUT = [
  ['README.md', 1],
  ['docs/quick-start.md', 3],
  ['docs/form.md', 1],
  ['docs/packages.md', 1],
  ['packages/server/README.md', 2],
  ['packages/php/README.md', 1],
  ['server/workbench/pages/checkout.ts', 1],
] as const;

/** As it stands in the source of any language: quotes of strings are escaped in some. */
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8').replaceAll('\\"', '"');

it.each(HANDED_OUT)(
  '%s lets the page paint first, connects early and checks the hash',
  (path, count) => {
    const source = read(path);
    const tags = [...source.matchAll(/<script [^<]*\/v1\/paymentWidgets\.js[^<]*<\/script>/g)];
    expect(tags).toHaveLength(count);
    for (const [tag] of tags) {
      expect(tag).toMatch(/\sasync>/);
      expect(tag).toMatch(/\sintegrity="/);
      expect(tag).toMatch(/\scrossorigin="anonymous"/);
    }
    // Of the same kind as the script's own connection, or the browser opens another one.
    const connections = [...source.matchAll(/<link rel="preconnect" href="[^"]+" crossorigin>/g)];
    expect(connections).toHaveLength(count);
  },
);

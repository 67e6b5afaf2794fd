/** What docs/design.md says of tokens, states and designs is what there is. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { checkContrast, focusLikeError } from '../contract/token-contrast.ts';
import { TOKENS, tokenProperty } from '../contract/tokens.ts';
import { DESIGNS } from '../e2e/playground/designs.ts';
import { readAddress } from '../playground/design/address.ts';
import { CALM } from '../playground/design/themes.ts';

const GUIDE = readFileSync(join(import.meta.dirname, 'design.md'), 'utf8');
const FORM = readFileSync(join(import.meta.dirname, 'form.md'), 'utf8');

it('the table has each token with its kind, and the default that docs/form.md tells', () => {
  const rows = [...GUIDE.matchAll(/^\| `(\w+)` \| (\w+) \| ([^|]+) \|/gm)];
  expect(Object.fromEntries(rows.map(([, name, kind]) => [name, kind]))).toEqual(TOKENS);
  for (const [, name = '', , told = ''] of rows) {
    expect(FORM, name).toContain(`| \`${tokenProperty(name)}\` | ${told} |`);
  }
});

it.each(DESIGNS)('the design $id is a link without problems, with contrast', ({ id, link }) => {
  const { view, problems } = readAddress(`v=1&${link}`);
  expect(problems).toEqual([]);
  expect(GUIDE).toContain(`(design/${id}.jpg)`);
  for (const { over, behind, scheme, ratio, least } of checkContrast(
    view.design.tokens,
    CALM.tokens,
  )) {
    expect(ratio, `${over} on ${behind}, ${scheme}`).toBeGreaterThanOrEqual(least);
  }
  expect(focusLikeError(view.design.tokens, CALM.tokens)).toEqual([]);
});

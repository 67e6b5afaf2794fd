/** What docs/design.md says of tokens, states and designs is what there is. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, wcagContrast } from 'culori';
import { expect, it } from 'vitest';
import { bySchemes, PAIRS } from '../contract/token-pairs.ts';
import { TOKENS, tokenProperty } from '../contract/tokens.ts';
import { DESIGNS } from '../e2e/playground/designs.ts';
import { readAddress } from '../playground/design/address.ts';

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
  const values = new Map<string, string>(
    Object.entries(view.design.tokens).map(([name, value]) => [tokenProperty(name), value]),
  );
  for (const [over, behind, least] of PAIRS) {
    const [overs, behinds] = [over, behind].map((name) =>
      bySchemes(
        values.get(name) ?? (name === '--wpwl-focus' ? values.get('--wpwl-accent') : '') ?? '',
      ),
    );
    for (const scheme of [0, 1]) {
      const [first, second] = [overs, behinds].map((each) => parse(each?.[scheme] ?? ''));
      if (!first || !second) throw new Error(`${over} or ${behind} is missing`);
      expect(wcagContrast(first, second), `${over} on ${behind}`).toBeGreaterThanOrEqual(least);
    }
  }
});

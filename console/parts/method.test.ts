/** The brands among which a list is filtered. */
import { expect, it } from 'vitest';
import { BRAND_OPTIONS } from './method.tsx';

it('each brand can be told from all others by its name', () => {
  const names = BRAND_OPTIONS.map(([, name]) => name);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  const nameOf = new Map(BRAND_OPTIONS);
  expect(['BCMC', 'BANCONTACT', 'VISA'].map((code) => nameOf.get(code))).toEqual([
    'Bancontact (BCMC)',
    'Bancontact (BANCONTACT)',
    'Visa',
  ]);
});

import { describe, expect, it } from 'vitest';
import { type Component, differences, refusedLicences } from './sbom.ts';

const component = (name: string, more: Partial<Component> = {}): Component => ({
  'bom-ref': `${name}@1.0.0`,
  name,
  version: '1.0.0',
  licenses: [{ license: { id: 'MIT' } }],
  hashes: [{ content: name }],
  ...more,
});
const bill = (...components: Component[]) => ({ components });
const tool = { properties: [{ name: 'cdx:npm:package:development', value: 'true' }] };

describe('the packages', () => {
  it('that are new, gone or changed are named', () => {
    const agreed = bill(component('a'), component('b'), component('c'));
    const today = bill(
      component('a'),
      component('c', { hashes: [{ content: 'other' }] }),
      component('d'),
    );
    expect(differences(agreed, today)).toEqual([
      'b@1.0.0 is gone',
      'c@1.0.0 has other contents',
      'd@1.0.0 is new',
    ]);
    expect(differences(agreed, agreed)).toEqual([]);
  });
});

describe('a licence', () => {
  it.each([
    ['of what is shipped', component('a'), []],
    ['one of several', component('a', { licenses: [{ expression: '(GPL-3.0 OR MIT)' }] }), []],
    ['MPL of a tool', component('a', { ...tool, licenses: [{ license: { id: 'MPL-2.0' } }] }), []],
    [
      'MPL of what is shipped',
      component('a', { licenses: [{ license: { id: 'MPL-2.0' } }] }),
      ['a@1.0.0 has the licence MPL-2.0'],
    ],
    [
      'two that hold together',
      component('a', { licenses: [{ expression: 'MIT AND GPL-3.0' }] }),
      ['a@1.0.0 has the licence MIT AND GPL-3.0'],
    ],
    ['none', component('a', { licenses: [] }), ['a@1.0.0 has the licence unknown']],
  ])('%s', (_, one, refused) => {
    expect(refusedLicences(bill(one))).toEqual(refused);
  });
});

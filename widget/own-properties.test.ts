import { expect, test } from 'vitest';
import { inheritNothing } from './own-properties.ts';

test.each([
  ['f({a:1})', 'f({__proto__:null,a:1})'],
  ['x={}', 'x={__proto__:null}'],
  ['({a:{b:{}}})', '({__proto__:null,a:{__proto__:null,b:{__proto__:null}}})'],
  ['({...a,get b(){return {}}})', '({__proto__:null,...a,get b(){return {__proto__:null}}})'],
  ['({__proto__:null,a})', '({__proto__:null,a})'],
  [
    'const {a,b:{c}={}}=d;for(const {e} of f){}',
    'const {a,b:{c}={__proto__:null}}=d;for(const {e} of f){}',
  ],
  ['class A{b={c:1}}', 'class A{b={__proto__:null,c:1}}'],
])('%s', (script, expected) => {
  expect(inheritNothing(script)).toBe(expected);
});

import { expect, it } from 'vitest';
import { suggestionsAt, unknownNames } from './names-of-ours.ts';

it('names that are none of ours are told with the nearest, each once; brands and errors have theirs', () => {
  const css = `.wpwl-buton:hover, .wpwl-buton.wpwl-brand-VISA { --wpwl-acent: red }
    .wpwl-hint-cvvError, .mine, .wpwl-container-virtualAccount-PAYPAL { --mine: 1; --wpwl-accent: red }
    /* .wpwl-comment */ .wpwl-somethingelse { color: var(--wpwl-text) }`;
  expect(unknownNames(css)).toEqual([
    { name: 'wpwl-buton', nearest: 'wpwl-button' },
    { name: 'wpwl-somethingelse', nearest: undefined },
    { name: '--wpwl-acent', nearest: '--wpwl-accent' },
  ]);
});

it('suggests what goes on from the caret: classes after a dot, properties after two hyphens', () => {
  const at = (css: string) => suggestionsAt(css, css.length);
  expect(at('a { }\n.wpwl-button-p')).toEqual({ from: 6, names: ['.wpwl-button-pay'] });
  expect(at('.cvv')?.names).toContain('.wpwl-control-cvv');
  expect(at('.wpwl-form { --wpwl-card-r')).toEqual({ from: 13, names: ['--wpwl-card-radius'] });
  expect(at('.wpwl-form { --radius')?.names).toContain('--wpwl-field-radius');
  expect(at('.wpwl-form { color: red')).toBeUndefined();
  expect(at('.nothing-of-ours')).toBeUndefined();
});

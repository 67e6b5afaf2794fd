/** Check digits as banks count them (ISO 7064), on numbers that standards publish. */
import { expect, it } from 'vitest';
import { remainderOf, transferReference } from './transfer-reference.ts';

it.each(['RF18539007547034', 'GB82WEST12345698765432', 'DE89370400440532013000'])(
  '%s has the right check digits',
  (text) => {
    expect(remainderOf(text)).toBe(1);
  },
);

it.each(['RF18539007547035', 'GB82WEST12345698765423', 'DE98370400440532013000'])(
  '%s has wrong ones',
  (text) => {
    expect(remainderOf(text)).not.toBe(1);
  },
);

it('a payment has its own reference, which a bank accepts', () => {
  const references = ['0', '1', 'f'].map((digit) =>
    transferReference(digit.padStart(16, '0').padEnd(32, '7')),
  );
  expect(new Set(references).size).toBe(3);
  for (const reference of references) {
    expect(reference).toMatch(/^RF\d\d[0-9A-F]{16}$/);
    expect(remainderOf(reference)).toBe(1);
  }
});

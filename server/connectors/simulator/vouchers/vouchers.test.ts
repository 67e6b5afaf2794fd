/** Numbers that were printed elsewhere, and what their check digits catch. */
import { describe, expect, it } from 'vitest';
import { boletoOf, checkOfField, checkOfWhole, dueFactor } from './boleto.ts';
import { multibancoReference, oxxoReference } from './check-digits.ts';
import { crc16, pixCode } from './pix.ts';

describe('a boleto', () => {
  // A published example: 00190.50095 40144.816069 06809.350314 3 37370000000100.
  it.each([
    ['001905009', 5],
    ['4014481606', 9],
    ['0680935031', 4],
  ])('the field %s has the check digit %i', (field, check) => {
    expect(checkOfField(field)).toBe(check);
  });

  it('has the check digit of the whole that is published with it', () => {
    expect(checkOfWhole('0019373700000001000500940144816060680935031')).toBe(3);
  });

  it.each([
    ['2000-07-03', 1000],
    ['2025-02-21', 9999],
    ['2025-02-22', 1000],
    ['2026-11-26', 1642],
  ])('due on %s has the factor %i', (day, factor) => {
    expect(dueFactor(Date.parse(`${day}T23:59:59Z`))).toBe(factor);
  });

  it('has line and barcode of the same digits, with amount and day at the end', () => {
    const slip = '1234567890123456789012345';
    const { barcode, line } = boletoOf(9_200, Date.parse('2026-11-26'), slip);
    expect(line).toMatch(/^\d{5}\.\d{5} \d{5}\.\d{6} \d{5}\.\d{6} \d 16420000009200$/);
    expect(barcode).toMatch(/^\d{44}$/);
    const [one = '', two = '', three = '', check, end] = line.replaceAll('.', '').split(' ');
    const free = one.slice(4, 9) + two.slice(0, 10) + three.slice(0, 10);
    expect(barcode).toBe(`${one.slice(0, 4)}${check}${end}${free}`);
    expect(free).toBe(slip);
  });
});

describe('a Pix code', () => {
  it('has the checksum of the standard', () => {
    expect(crc16('123456789')).toBe('29B1');
  });

  it('has its parts with their lengths, amount and name among them, and ends with its checksum', () => {
    const code = pixCode({
      amount: '92.00',
      merchant: 'Livraria São João & Filhos do Porto Alegre',
      city: 'São Paulo',
      address: 'pix.example/v2/7d9f',
    });
    const parts = new Map<string, string>();
    for (let rest = code; rest; ) {
      const length = Number(rest.slice(2, 4));
      parts.set(rest.slice(0, 2), rest.slice(4, 4 + length));
      rest = rest.slice(4 + length);
    }
    expect(Object.fromEntries(parts)).toMatchObject({
      '01': '12',
      26: '0014br.gov.bcb.pix2519pix.example/v2/7d9f',
      53: '986',
      54: '92.00',
      59: 'Livraria Sao Joao  Filhos',
      60: 'Sao Paulo',
      63: crc16(code.slice(0, -4)),
    });
  });
});

describe('a reference', () => {
  const ENTITY = '11604';
  const REFERENCE = multibancoReference(ENTITY, '1234567', 9_200);
  /** As a cash machine reads them together. */
  const rest = (reference: string, amount: number) =>
    BigInt(
      `${ENTITY}${reference.slice(0, 7)}${String(amount).padStart(8, '0')}${reference.slice(7)}`,
    ) % 97n;

  it('of Multibanco fits its amount, and no other', () => {
    expect(REFERENCE).toMatch(/^1234567\d\d$/);
    expect(rest(REFERENCE, 9_200)).toBe(1n);
    expect(rest(REFERENCE, 9_300)).not.toBe(1n);
    expect(rest(REFERENCE.replace('123', '132'), 9_200)).not.toBe(1n);
  });

  it('of OXXO has a check digit that catches a wrong digit', () => {
    expect(oxxoReference('1234567890123')).toMatch(/^1234567890123\d$/);
    expect(oxxoReference('1234567890123')).not.toBe(oxxoReference('1234567890223').slice(0, 13));
    expect(oxxoReference('1234567890123').at(-1)).not.toBe(oxxoReference('1234567890124').at(-1));
  });
});

import { describe, expect, test } from 'vitest';
import { lookFor } from './look-for.ts';

const CASES: readonly (readonly [typed: string, found: object])[] = [
  ['5454', { last4: '5454' }],
  ['•••• 5454', { last4: '5454' }],
  ['٥٤٥٤', { last4: '5454' }],
  ['545454', { bin: '545454' }],
  ['54545454', { bin: '545454' }],
  ['8AC7A4A17F4C0D2E017F4C1B2C3D4E5F', { id: '8ac7a4a17f4c0d2e017f4c1b2c3d4e5f' }],
  ['jane@shop.example', { email: 'jane@shop.example' }],
  ['800.100.153', { resultCode: '800.100.153' }],
  ['92.00', { amountMin: '92.00', amountMax: '92.00' }],
  ['92,00', { amountMin: '92.00', amountMax: '92.00' }],
  ['€92', { amountMin: '92.00', amountMax: '92.00', currency: 'EUR' }],
  ['92 eur', { amountMin: '92.00', amountMax: '92.00', currency: 'EUR' }],
  ['1.092,50 EUR', { amountMin: '1092.50', amountMax: '1092.50', currency: 'EUR' }],
  ['KWD 1.005', { amountMin: '1.005', amountMax: '1.005', currency: 'KWD' }],
  ['Jane Jones', { holder: 'Jane Jones' }],
  ['أمينة حداد', { holder: 'أمينة حداد' }],
  ['order-4711', { reference: 'order-4711' }],
  ['<script>alert(1)</script>', { reference: '<script>alert(1)</script>' }],
  ['   ', {}],
];

describe('the search box', () => {
  test.each(CASES)('understands "%s"', (typed, found) => {
    expect(lookFor(typed)).toEqual(found);
  });
});

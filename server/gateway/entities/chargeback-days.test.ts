/** Until when a chargeback is to be answered (docs/console.md). */
import { expect, it } from 'vitest';
import { ChannelSettingsSchema } from './channel-settings.ts';
import { chargebackDeadline } from './chargeback-days.ts';

const DAY_MS = 24 * 60 * 60_000;
const BOOKED = Date.parse('2026-03-01T10:00:00.000Z');

it.each([
  // as the networks have it, less a week
  ...(['VISA', 'VISADEBIT', 'VISAELECTRON', 'VPAY'] as const).map((brand) => [{}, brand, 23]),
  ...(['MASTER', 'MASTERDEBIT', 'MAESTRO'] as const).map((brand) => [{}, brand, 38]),
  [{}, 'AMEX', 13],
  [{}, 'MADA', 13],
  [{}, 'APPLEPAY', 13],
  // a returned debit is not disputed
  [{}, 'DIRECTDEBIT_SEPA', null],
  [{}, 'PAYPAL', null],
  [{}, 'constructor', null],
  // as the channel says
  [{ VISA: 18 }, 'VISA', 18],
  [{ VISA: 18 }, 'VISADEBIT', 23],
  [{ VISA: null }, 'VISA', null],
  [{ PAYPAL: 10 }, 'PAYPAL', 10],
] as [object, string, number | null][])(
  'with %j a chargeback of %s can be answered for %s days',
  (chargebackDays, brand, days) => {
    const settings = ChannelSettingsSchema.parse({ chargebackDays });
    const expected = days === null ? null : BOOKED + days * DAY_MS;
    expect(chargebackDeadline(settings, brand, BOOKED)).toBe(expected);
  },
);

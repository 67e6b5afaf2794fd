import { expect, test } from 'vitest';
import { translationFor } from '../../../locales/translations.ts';
import type { Payment } from '../../store/records/payment.ts';
import { voucherView } from './voucher-view.ts';

test.each([
  ['HUF', 123_450, 'HUF 1,234.50', '1234.50'],
  ['HUF', 123_400, 'HUF 1,234', '1234.00'],
  ['EUR', 123_450, '€1,234.50', '1234.50'],
])(
  'a voucher in %s asks for what is due, to the last decimal',
  (currency, amount, value, copied) => {
    const payment = { brand: 'PREPAYMENT', currency, amount, captured: 0, resultDetails: {} };
    const { rows } = voucherView(payment as unknown as Payment, translationFor('en'));
    const [first] = rows.map((row) => ({ ...row, value: row.value.replaceAll('\u00a0', ' ') }));
    expect(first).toEqual({ label: 'voucherAmount', value, copied });
  },
);

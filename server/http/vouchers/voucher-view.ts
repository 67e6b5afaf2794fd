/** An open voucher as its shopper sees it: for the form, and for a page of its own. */

import { toAmount } from '../../../contract/currency.ts';
import { directionOf } from '../../../contract/languages.ts';
import { moneyFormat } from '../../../contract/money-format.ts';
import { OTHER_BRANDS } from '../../../contract/other-brands.ts';
import { VOUCHER_DETAILS, type VoucherDetail } from '../../../contract/voucher-details.ts';
import type { Translation } from '../../../locales/translations.ts';
import type { Payment } from '../../store/records/payment.ts';
import { interleavedCode, qrCode, type ScannedCode } from './bar-code.ts';

export interface VoucherRow {
  /** Key of a text, or a name that is the same in each language. */
  readonly label: string;
  readonly value: string;
  /** Written from left to right in each language. */
  readonly isNumber?: boolean;
  /** What a banking app takes; absent where there is nothing to copy. */
  readonly copied?: string;
}

export interface VoucherView {
  readonly brand: string;
  /** As shoppers know it. */
  readonly name: string;
  /** Key of the text that says how it is paid. */
  readonly how: string;
  readonly rows: readonly VoucherRow[];
  readonly code?: ScannedCode;
}

/** How each is paid, and by which clock its shoppers live. */
const WAYS: Readonly<Record<string, { readonly how: string; readonly timeZone: string }>> = {
  BOLETO: { how: 'voucherHowBoleto', timeZone: 'America/Sao_Paulo' },
  OXXO: { how: 'voucherHowOxxo', timeZone: 'America/Mexico_City' },
  PIX: { how: 'voucherHowPix', timeZone: 'America/Sao_Paulo' },
  SIBS_MULTIBANCO: { how: 'voucherHowMultibanco', timeZone: 'Europe/Lisbon' },
};
const TRANSFER = { how: 'voucherHowTransfer', timeZone: 'UTC' };

/** In groups, as they are printed; copied without. */
const GROUPS: Partial<Record<VoucherDetail, number>> = {
  MultibancoReference: 3,
  OxxoReference: 4,
  TransferIban: 4,
};

export function voucherView(
  payment: Payment,
  { language, word }: Pick<Translation, 'language' | 'word'>,
): VoucherView {
  const { brand, amount, captured, currency, resultDetails } = payment;
  const { name = brand, nameKey } = OTHER_BRANDS.get(brand) ?? {};
  const { how, timeZone } = WAYS[brand] ?? TRANSFER;
  const { PixCode: pix, BoletoBarcode: barcode } = resultDetails;
  const code = pix ? qrCode(pix) : barcode ? interleavedCode(barcode) : undefined;
  const left = toAmount(amount - captured, currency);
  const money = moneyFormat(left, currency, language);
  // Isolated, or "R$" is "$R" where one reads from right to left.
  const written = money
    .formatToParts(Number(left))
    .map(({ type, value }) =>
      type === 'currency' && directionOf(language) === 'rtl' ? `\u2068${value}\u2069` : value,
    )
    .join('');
  // A processor may write it as it likes.
  const payableUntil = Date.parse(resultDetails['PayableUntil'] ?? '');
  const until = new Date(Number.isNaN(payableUntil) ? (payment.dueAt ?? 0) : payableUntil);
  const day = new Intl.DateTimeFormat(language, {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone,
    timeZoneName: 'short',
  });
  return {
    brand,
    name: nameKey ? word(nameKey) : name,
    how,
    ...(code && { code }),
    rows: [
      { label: 'voucherAmount', value: written, copied: left },
      ...Object.entries(VOUCHER_DETAILS).flatMap(([name, label]) => {
        const value = resultDetails[name];
        return label && value ? [rowOf(name as VoucherDetail, label, value)] : [];
      }),
      { label: 'voucherUntil', value: day.format(until) },
    ],
  };
}

function rowOf(name: VoucherDetail, label: string, value: string): VoucherRow {
  const length = GROUPS[name];
  const grouped = length ? value.match(new RegExp(`.{1,${length}}`, 'g'))?.join(' ') : undefined;
  // A banking app takes the digits of a boleto without what parts them.
  const copied = name === 'BoletoLine' ? value.replace(/\D/g, '') : value;
  const isNumber = /^[\x20-\x7e]*$/.test(value) && /\d/.test(value);
  return { label, value: grouped ?? value, copied, isNumber };
}

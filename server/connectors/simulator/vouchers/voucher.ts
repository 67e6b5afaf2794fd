/** What the simulator gives a shopper to pay with, by brand: `resultDetails` of the payment. */
import { toAmount } from '../../../../contract/currency.ts';
import type { VoucherDetail } from '../../../../contract/voucher-details.ts';
import type { AuthoriseRequest } from '../../connector.ts';
import { transferReference } from '../../transfer-reference.ts';
import { boletoOf } from './boleto.ts';
import { multibancoReference, oxxoReference } from './check-digits.ts';
import { pixCode } from './pix.ts';

type Details = Partial<Record<VoucherDetail, string>>;

/** Of the sandbox: banks know neither. */
const ENTITY = '11604';
const ACCOUNT: Details = {
  TransferHolder: 'Sandbox Payments',
  TransferIban: 'DE89370400440532013000',
  TransferBic: 'COBADEFFXXX',
};

/** Digits that this payment always gets, and no other one in practice. */
const digitsOf = (reference: string, length: number): string =>
  BigInt(`0x${reference}`).toString().slice(-length).padStart(length, '0');

const VOUCHERS: Readonly<Record<string, (request: AuthoriseRequest) => Details>> = {
  BOLETO({ reference, amount, payableUntil = 0 }) {
    const { line, barcode } = boletoOf(amount, payableUntil, digitsOf(reference, 25));
    return { BoletoLine: line, BoletoBarcode: barcode };
  },
  PIX: ({ reference, amount, currency, merchantName, parameters }) => ({
    PixCode: pixCode({
      amount: toAmount(amount, currency),
      merchant: merchantName,
      city: parameters['merchant.city'] ?? 'Sao Paulo',
      address: `pix.example/v2/${reference}`,
    }),
  }),
  SIBS_MULTIBANCO: ({ reference, amount }) => ({
    MultibancoEntity: ENTITY,
    MultibancoReference: multibancoReference(ENTITY, digitsOf(reference, 7), amount),
  }),
  OXXO: ({ reference }) => ({ OxxoReference: oxxoReference(digitsOf(reference, 13)) }),
  PREPAYMENT: ({ reference }) => ({
    ...ACCOUNT,
    TransferReference: transferReference(reference),
  }),
};

export const voucherOf = (request: AuthoriseRequest): Details => ({
  ...VOUCHERS[request.paymentBrand]?.(request),
  PayableUntil: new Date(request.payableUntil ?? 0).toISOString(),
});

/**
 * What a shopper needs to pay a voucher, as `resultDetails` of its payment name it, in the order in which
 * it is shown, each with its label, the key of a text or a name that is the same
 * everywhere; '' for what is drawn or shown in another way.
 */
export const VOUCHER_DETAILS = {
  BoletoLine: 'boletoLine',
  BoletoBarcode: '',
  PixCode: 'pixCode',
  MultibancoEntity: 'voucherEntity',
  MultibancoReference: 'voucherReference',
  OxxoReference: 'voucherReference',
  TransferHolder: 'voucherHolder',
  TransferIban: 'IBAN',
  TransferBic: 'BIC',
  TransferBank: 'voucherBank',
  TransferReference: 'voucherReference',
  /** A moment, ISO 8601; of the channel's clock. */
  PayableUntil: '',
} as const;

export type VoucherDetail = keyof typeof VOUCHER_DETAILS;

export const isVoucherDetail = (name: string): name is VoucherDetail =>
  Object.hasOwn(VOUCHER_DETAILS, name);

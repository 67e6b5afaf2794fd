/** The account that shoppers transfer to. */
import { z } from 'zod';
import { CURRENCY_CODES } from '../../../contract/currency.ts';
import { isPrepayment, OTHER_BRANDS } from '../../../contract/other-brands.ts';
import type { Capabilities } from '../connector.ts';
import { remainderOf } from '../transfer-reference.ts';

/** Ways to pay in which the shopper is led elsewhere, to a bank, or transfers with a reference. */
const takesTransfers = (brand: string): boolean =>
  OTHER_BRANDS.get(brand)?.inPlace === false || brand === 'PREPAYMENT';

export const ManualSettingsSchema = z.strictObject({
  kind: z.literal('manual'),
  account: z.strictObject({
    holder: z.string().min(4).max(128),
    iban: z
      .string()
      .transform((iban) => iban.replaceAll(' ', '').toUpperCase())
      .refine(
        (iban) => /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(iban) && remainderOf(iban) === 1,
        'must be an IBAN',
      ),
    bic: z
      .string()
      .regex(/^[A-Z0-9]{8}([A-Z0-9]{3})?$/, 'must be a BIC of 8 or 11 characters')
      .optional(),
    bank: z.string().min(1).max(128).optional(),
  }),
  /** What the way to pay is called in requests and forms: the bank transfer among the known brands. */
  brands: z
    .array(z.string().refine(takesTransfers, 'must be a brand without card data'))
    .min(1)
    .default(['SOFORTUEBERWEISUNG']),
  /** Currencies that the account takes; `null`: any. */
  currencies: z.array(z.enum(CURRENCY_CODES)).min(1).nullable().default(null),
});

export type ManualSettings = z.infer<typeof ManualSettingsSchema>;

/**
 * A transfer reserves nothing, so there is no CP, and no PA but that of a voucher; it is not ours to take back, so there is no
 * RV; and a credit would need the shopper's account, which no request names, so there is no CD. A refund
 * is a transfer to the account that the money came from.
 */
export const capabilitiesOf = ({ brands, currencies }: ManualSettings): Capabilities => ({
  brands,
  currencies,
  // A voucher is issued by PA, and what comes for it is received.
  paymentTypes: [
    ...(brands.some(isPrepayment) ? (['PA'] as const) : []),
    ...(brands.every(isPrepayment) ? [] : (['DB'] as const)),
  ],
  reversal: false,
  refund: true,
  partialCapture: false,
  installments: false,
  threeDSecure: false,
});

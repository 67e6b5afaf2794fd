/** What was paid with: "Instrument details", told apart by `type`. Never a full card number. */
import { z } from 'zod';
import { flag, int32, oneOf, text } from './values.ts';

const variant = <const Type extends string, Shape extends z.ZodRawShape>(
  type: Type,
  details: Shape,
) =>
  z.object({
    id: text('Payment instrument id'),
    type: z.literal(type),
    details: z.object(details).exactOptional(),
  });

export const Instrument = z
  .discriminatedUnion('type', [
    variant('SCHEMEA_ACCOUNT', {
      bin: text(),
      last4Digits: text(),
      expiryMonth: int32(),
      expiryYear: int32(),
      panAlias: text(),
      iban: text(),
      swiftCode: text(),
    }),
    variant('BANK_ACCOUNT', {
      accountNumber: text(),
      holderName: text(),
      iban: text(),
      swiftCode: text(),
      bankName: text(),
      bankCode: text(),
      debitMandateId: text(),
      debitMandateIdMigrated: flag('The merchant brought it along from another provider'),
      country: text(),
    }),
    variant('SCHEMEB_ACCOUNT', { authorizedPaymentMethod: text(), billingCategory: text() }),
    z.object({
      id: text('Payment instrument id'),
      type: z.literal('MOCK'),
      details: z.record(z.string(), z.looseObject({})).exactOptional(),
    }),
    variant('SCHEMED_AUTOPAY', { uniqueMandateNumber: text() }),
    z.object({ id: text('Payment instrument id'), type: z.literal('SCHEMEC_WALLET') }),
    variant('SCHEMEE_PAY', { consumerEmail: text() }),
    variant('CARD_VAULTED', {
      brand: text(),
      bin: text(),
      last4Digits: text(),
      expiryMonth: int32(),
      expiryYear: int32(),
      holderName: text(),
      panAlias: text(),
      cvvAlias: text(),
    }),
    variant('CARD_NETWORK_TOKEN', {
      brand: text(),
      holderName: text(),
      expiryMonth: int32(),
      expiryYear: int32(),
      tokenNumber: text('Network token number'),
      eci: text('Electronic commerce indicator'),
    }),
    variant('PASSTHROUGH_WALLET', {
      fingerprint: text('Hashed identity of the provider'),
      paymentReference: text(),
      displayIdentifier: text(),
      country: text(),
      fundingType: oneOf(['CREDIT', 'DEBIT']),
    }),
  ])
  .meta({ id: 'InstrumentDetails' });
export type Instrument = z.infer<typeof Instrument>;

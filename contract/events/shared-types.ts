/** What events have in common: money, people and failures. */
import { z } from 'zod';
import { country, currency, int32, int64, oneOf, text } from './values.ts';

export const Money = z
  .object({ value: int64('In the smallest unit of the currency'), currency: currency() })
  .meta({ id: 'Money' });
export type Money = z.infer<typeof Money>;

export const Address = z
  .object({
    firstName: text(),
    lastName: text(),
    phoneNumber: text(),
    street: text(),
    postalCode: text(),
    city: text(),
    region: text(),
    country: country(),
  })
  .meta({ id: 'Address' });
export type Address = z.infer<typeof Address>;

export const Consumer = z
  .object({
    name: text('Full name'),
    email: text(),
    phone: text(),
    country: country(),
    locale: text('Language and country, for example ll-CC'),
    taxIdentification: text("Tax identifier in the consumer's country"),
    merchantConsumerReference: text(),
    billingAddress: Address.exactOptional(),
  })
  .meta({ id: 'Consumer' });
export type Consumer = z.infer<typeof Consumer>;

export const Frequency = z
  .object({ type: oneOf(['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY']), interval: int32() })
  .meta({ id: 'Frequency' });
export type Frequency = z.infer<typeof Frequency>;

export const ProcessingFailure = z
  .object({
    failureType: oneOf([
      'INTERNAL_ERROR',
      'INTERNAL_DECLINE',
      'PROVIDER_ERROR',
      'PROVIDER_DECLINE',
    ]),
    failureCode: text(),
    providerFailureCode: text("In the words of the payment's provider"),
    failureMessage: text(),
  })
  .meta({ id: 'ProcessingFailure' });
export type ProcessingFailure = z.infer<typeof ProcessingFailure>;

/** An authentication that the merchant did elsewhere: the settings of EXTERNAL_3DS. */
import { z } from 'zod';
import { oneOf, text, uuid } from './values.ts';

export const External3ds = z
  .object({
    authenticationStatus: oneOf([
      'SUCCESS',
      'ATTEMPT_ACKNOWLEDGED',
      'FAILED',
      'AUTHENTICATION_UNAVAILABLE',
    ]),
    authenticationStatusReason: oneOf([
      'CARD_AUTHENTICATION_FAILED',
      'UNKNOWN_DEVICE',
      'UNSUPPORTED_DEVICE',
      'EXCEEDS_AUTHENTICATION_FREQUENCY_LIMIT',
      'EXPIRED_CARD',
      'INVALID_CARD_NUMBER',
      'INVALID_TRANSACTION',
      'NO_CARD_RECORD',
      'SECURITY_FAILURE',
      'STOLEN_CARD',
      'SUSPECTED_FRAUD',
      'TRANSACTION_NOT_PERMITTED_TO_CARDHOLDER',
      'CARDHOLDER_NOT_ENROLLED_IN_SERVICE',
      'TRANSACTION_TIMED_OUT_AT_THE_ACS',
      'LOW_CONFIDENCE',
      'MEDIUM_CONFIDENCE',
      'HIGH_CONFIDENCE',
      'VERY_HIGH_CONFIDENCE',
      'EXCEEDS_ACS_MAXIMUM_CHALLENGES',
      'NON_PAYMENT_TRANSACTION_NOT_SUPPORTED',
      'THREE_RI_TRANSACTION_NOT_SUPPORTED',
    ]),
    authenticationValue: text('Cryptogram'),
    authenticationAlgorithm: text(),
    authenticationMode: oneOf(['SCA', 'FRICTIONLESS']),
    eci: text('Electronic commerce indicator'),
    version: text(),
    externalId: text('3-D Secure transaction identifier'),
    externalAcsId: uuid(),
    score: text(),
    challenge: z
      .object({
        preference: oneOf([
          'NO_PREFERENCE',
          'NO_CHALLENGE_REQUESTED',
          'CHALLENGE_REQUESTED',
          'CHALLENGE_MANDATED',
          'DATA_ONLY',
        ]),
        outcome: oneOf(['CHALLENGE', 'FRICTIONLESS', 'DATA_ONLY']),
        exemptionReason: oneOf(['LOW_VALUE', 'LOW_RISK', 'TRUSTED_BENEFICIARY', 'FIXED_RECURRING']),
        cancellationReason: oneOf([
          'CARDHOLDER_CANCELLED',
          'REQUESTOR_CANCELLED',
          'TRANSACTION_ABANDONED',
          'TRANSACTION_TIMEOUT_ACS_OTHER',
          'TRANSACTION_TIMEOUT_ACS_CREQ_NOT_RECEIVED',
          'TRANSACTION_ERROR',
          'UNKNOWN',
        ]),
      })
      .exactOptional(),
    outOfScope: z
      .object({ reason: oneOf(['MIT', 'MOTO', 'ONE_LEG_OUT', 'ANONYMOUS']) })
      .exactOptional(),
  })
  .meta({ id: 'External3ds' });
export type External3ds = z.infer<typeof External3ds>;

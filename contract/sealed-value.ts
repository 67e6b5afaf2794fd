/**
 * A sealed value is what a field frame hands to the merchant's page instead of a card number, a
 * CVV or an IBAN: a compact JWE (`ECDH-ES` on P-256, `A256GCM`) that only the gateway can open. See D8 in
 * `CONTRIBUTING.md`, "How it hangs together".
 */
import { RESULT } from './result-by-name.ts';

export const SEALING_ALGORITHM = 'ECDH-ES';
export const SEALING_ENCRYPTION = 'A256GCM';

/** The oldest sealed value that the gateway accepts, in milliseconds. */
export const SEALED_VALUE_MAX_AGE_MS = 5 * 60_000;
/** How far ahead of the gateway's clock a sealed value may be, in milliseconds. */
export const SEALED_VALUE_MAX_AHEAD_MS = 60_000;

/** A nonce of the gateway for one submission: hexadecimal, the second half authenticates the first. */
export const SEAL_NONCE = /^[\da-f]{64}$/;

/** The fields that are typed into frames. */
export const SEALED_FIELDS = ['card.number', 'card.cvv', 'bankAccount.iban'] as const;
export type SealedField = (typeof SEALED_FIELDS)[number];

/** The name of the request parameter that carries a sealed field. */
export const sealedParameter = (field: SealedField) => `sealed[${field}]` as const;

/** What the JWE's plaintext says, as JSON in UTF-8. */
export interface SealedClaims {
  /** Of the submission: number and CVV of one post carry the same, and it is claimed once. */
  readonly nonce: string;
  readonly checkoutId: string;
  readonly field: SealedField;
  /** Origin of the page that embeds the frame, as the browser told the frame in the handshake. */
  readonly origin: string;
  /** What the frame saw the page do, of one width: see `field-evidence.ts`. */
  readonly evidence: string;
  /** When it was sealed: epoch milliseconds on the gateway's clock (form data's `now` + elapsed). */
  readonly at: number;
  /** Digits only, of an IBAN letters in capitals too; '' for a CVV that may be absent and is. */
  readonly value: string;
}

/** Result codes with which `POST /v1/checkouts/{id}/payment` refuses sealed values. */
export const SEALED_REFUSED = {
  /** Right in everything but its time: seal again with the gateway's current one, and post once more. */
  tooOld: RESULT.ipAddressInvalid,
  /** Damaged, or of another checkout, field, origin or submission, or used in another request before. */
  notAcceptable: RESULT.senderNotAuthorised,
} as const;

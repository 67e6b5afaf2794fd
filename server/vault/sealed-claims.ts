import { FIELD_EVIDENCE } from '../../contract/field-evidence.ts';
import {
  SEAL_NONCE,
  SEALED_FIELDS,
  type SealedClaims,
  type SealedField,
} from '../../contract/sealed-value.ts';

const MAX_CHECKOUT_ID = 64;
const MAX_ORIGIN = 300;
/** A card number has 19 digits at most, an IBAN 34 characters; a CVV may be sealed as absent. */
const VALUES: Readonly<Record<SealedField, RegExp>> = {
  'card.number': /^[0-9]{1,19}$/,
  'card.cvv': /^[0-9]{0,19}$/,
  'bankAccount.iban': /^[0-9A-Z]{1,34}$/,
};
const CLAIMS = 7;

/** Reads what a sealed value says. Exactly the claims of the contract, or undefined. */
export function parseSealedClaims(plaintext: Uint8Array): SealedClaims | undefined {
  const claims = parseJson(plaintext);
  if (typeof claims !== 'object' || claims === null || Object.keys(claims).length !== CLAIMS) {
    return undefined;
  }
  const { nonce, checkoutId, field, origin, at, value, evidence } = claims as Record<
    keyof SealedClaims,
    unknown
  >;
  const knownField = SEALED_FIELDS.find((name) => name === field);
  if (
    knownField === undefined ||
    typeof nonce !== 'string' ||
    !SEAL_NONCE.test(nonce) ||
    !isText(checkoutId, MAX_CHECKOUT_ID) ||
    !isText(origin, MAX_ORIGIN) ||
    typeof value !== 'string' ||
    !VALUES[knownField].test(value) ||
    typeof evidence !== 'string' ||
    !FIELD_EVIDENCE.test(evidence) ||
    typeof at !== 'number' ||
    !Number.isSafeInteger(at) ||
    at < 0
  ) {
    return undefined;
  }
  return { nonce, checkoutId, field: knownField, origin, at, value, evidence };
}

function parseJson(plaintext: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(plaintext));
  } catch {
    // The error's message would quote the plaintext.
    return undefined;
  }
}

const isText = (value: unknown, maxLength: number): value is string =>
  typeof value === 'string' && value !== '' && value.length <= maxLength;

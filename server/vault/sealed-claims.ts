import { SEALED_FIELDS, type SealedClaims } from '../../contract/sealed-value.ts';

const MAX_CHECKOUT_ID = 64;
const MAX_ORIGIN = 300;
/** A card number has 19 digits at most. */
const VALUE = /^[0-9]{1,19}$/;

/** Reads what a sealed value says. Exactly the claims of the contract, or undefined. */
export function parseSealedClaims(plaintext: Uint8Array): SealedClaims | undefined {
  const claims = parseJson(plaintext);
  if (typeof claims !== 'object' || claims === null || Object.keys(claims).length !== 5) {
    return undefined;
  }
  const { checkoutId, field, origin, at, value } = claims as Record<keyof SealedClaims, unknown>;
  const knownField = SEALED_FIELDS.find((name) => name === field);
  if (
    knownField === undefined ||
    !isText(checkoutId, MAX_CHECKOUT_ID) ||
    !isText(origin, MAX_ORIGIN) ||
    typeof value !== 'string' ||
    !VALUE.test(value) ||
    typeof at !== 'number' ||
    !Number.isSafeInteger(at) ||
    at < 0
  ) {
    return undefined;
  }
  return { checkoutId, field: knownField, origin, at, value };
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

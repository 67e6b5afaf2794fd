import type { KeyObject } from 'node:crypto';
import { FIELD_EVIDENCE } from '../../contract/field-evidence.ts';
import {
  SEAL_NONCE,
  SEALED_FIELDS,
  SEALING_ALGORITHM,
  SEALING_ENCRYPTION,
  type SealedClaims,
  type SealedField,
} from '../../contract/sealed-value.ts';
import { type CompactJwe, openJwe, type PublicJwk } from './open-jwe.ts';

/** Longest sealed value that is looked at, in characters. A frame's are about 400 long. */
export const SEALED_VALUE_MAX_LENGTH = 2048;

/** A sealed value that does not open. Says nothing of its content. */
export class SealedValueError extends Error {
  override readonly name = 'SealedValueError';
}

/**
 * Opens what a field frame has sealed. Whether it is of the right checkout, field and origin, and
 * young enough, is for the caller to judge.
 *
 * @param find the private key of a key id, unless it opens nothing any more
 * @throws SealedValueError for anything that is not a sealed value of a key of ours
 */
export async function openSealedValue(
  jwe: string,
  find: (kid: string) => Promise<KeyObject | undefined>,
): Promise<SealedClaims> {
  if (jwe.length > SEALED_VALUE_MAX_LENGTH)
    throw new SealedValueError('a sealed value is too long');
  const parts = jwe.split('.');
  if (!parts.every(isCanonical)) throw new SealedValueError('a sealed value is damaged');
  const header = readHeader(parts[0] ?? '');
  const key = header && (await find(header.kid));
  if (!header || !key) throw new SealedValueError('a sealed value names no key of ours');
  const plaintext = openWith(key, header.epk, parts);
  const claims = parseSealedClaims(plaintext);
  plaintext.fill(0);
  if (claims === undefined) throw new SealedValueError('a sealed value has the wrong content');
  return claims;
}

/**
 * Decoders ignore the last bits of some texts. A sealed value that was used is known by its text, so
 * the same bytes must not come back in another one.
 */
const isCanonical = (part: string): boolean =>
  Buffer.from(part, 'base64url').toString('base64url') === part;

/** Ours are RFC 7638 thumbprints. */
const isThumbprint = (kid: unknown): kid is string =>
  typeof kid === 'string' && /^[A-Za-z0-9_-]{1,64}$/.test(kid);

/** What a frame writes, and nothing else: no compression, no extensions, no names of parties. */
function readHeader(encoded: string): { kid: string; epk: PublicJwk } | undefined {
  const header = parseJson(Buffer.from(encoded, 'base64url'));
  if (typeof header !== 'object' || header === null) return undefined;
  const { alg, enc, kid, epk, ...others } = header as Record<string, unknown>;
  const isOurs = alg === SEALING_ALGORITHM && enc === SEALING_ENCRYPTION;
  if (!isOurs || !isThumbprint(kid) || Object.keys(others).length > 0) return undefined;
  return { kid, epk: epk as PublicJwk };
}

function openWith(key: KeyObject, epk: PublicJwk, parts: readonly string[]): Buffer {
  try {
    return openJwe(parts as CompactJwe, epk, key);
  } catch {
    throw new SealedValueError('a sealed value is damaged');
  }
}

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

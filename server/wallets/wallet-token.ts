/** What is inside of a wallet's token, and why one is not taken. */

export type WalletBrand = 'APPLEPAY' | 'GOOGLEPAY';

export interface OpenedToken {
  /** Digits only: of the card itself, or of the network token in its place. */
  readonly number: string;
  /** 01 to 12. */
  readonly expiryMonth: string;
  /** Four digits. */
  readonly expiryYear: string;
  readonly holder?: string;
  /** Base64. With it the number is a network token, and the wallet has authenticated the shopper. */
  readonly cryptogram?: string;
  readonly eci?: string;
  /** What the shopper agreed to, where the token says so: smallest units, and the ISO 4217 number. */
  readonly agreed?: { readonly amount: number; readonly currencyNumber: string };
  /** SHA-256 of what only this token has: the same each time that it is sent. Hexadecimal. */
  readonly fingerprint: string;
  /** Epoch milliseconds, real clock: from then on the token is refused for its age. */
  readonly endsAt: number;
}

/** A token that is not taken. The message follows the parameter's name and repeats nothing of the token. */
export class WalletTokenError extends Error {
  override readonly name = 'WalletTokenError';
}

/** @throws WalletTokenError for a text that is no JSON object */
export function parseObject(text: string, what: string): Readonly<Record<string, unknown>> {
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) {
      return parsed as Record<string, unknown>;
    }
  } catch {
    // Said below.
  }
  throw new WalletTokenError(`must be the wallet's token: ${what} is no JSON object`);
}

/** @throws WalletTokenError naming what is missing */
export function textIn(from: Readonly<Record<string, unknown>>, name: string): string {
  const { [name]: value } = from;
  if (typeof value === 'string' && value !== '') return value;
  throw new WalletTokenError(`must be the wallet's token: ${name} is missing`);
}

/** The parts of a decrypted token that say which card it is. */
export function cardParts(number: unknown, month: unknown, year: unknown) {
  const parts = {
    number: String(number),
    expiryMonth: String(month).padStart(2, '0'),
    expiryYear: String(year),
  };
  const isCard =
    /^\d{12,19}$/.test(parts.number) &&
    /^(0[1-9]|1[0-2])$/.test(parts.expiryMonth) &&
    /^\d{4}$/.test(parts.expiryYear);
  if (!isCard) throw new WalletTokenError('holds no card');
  return parts;
}

/** Both wallets encrypt under a key of its own each time, so there is nothing to start from. */
export const NO_IV: Uint8Array = new Uint8Array(16);

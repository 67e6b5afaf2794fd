/** Codes of authenticator apps: RFC 6238 with SHA-1, six digits, thirty seconds, as all apps know them. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const STEP_MS = 30_000;
const DIGITS = 6;
/** Clocks of phones are off by less. */
const STEPS_OFF = 1;
const SECRET_BYTES = 20;
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Base32, as apps take it. */
export function newSecret(): string {
  const bits = [...randomBytes(SECRET_BYTES)].map((byte) => byte.toString(2).padStart(8, '0'));
  return bits.join('').replace(/.{5}/g, (five) => BASE32[Number.parseInt(five, 2)] ?? '');
}

function bytesOf(secret: string): Buffer {
  const bits = [...secret].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0'));
  const bytes = bits.join('').match(/.{8}/g) ?? [];
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
}

export const stepAt = (ms: number): number => Math.floor(ms / STEP_MS);

/** The code of a step (RFC 4226, section 5.3). */
export function codeOf(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', bytesOf(secret)).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 15;
  const number = mac.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0');
}

/**
 * The step that the code is of; undefined for a wrong one, and for one that was taken before.
 * @param now epoch milliseconds
 * @param latest the latest step that was taken
 */
export function stepOf(
  secret: string,
  code: string,
  now: number,
  latest: number | null,
): number | undefined {
  const sent = Buffer.from(code.replace(/\s/g, ''));
  const steps = Array.from({ length: 2 * STEPS_OFF + 1 }, (_, n) => stepAt(now) - STEPS_OFF + n);
  return steps.find((step) => {
    const wanted = Buffer.from(codeOf(secret, step));
    const isRight = sent.length === wanted.length && timingSafeEqual(sent, wanted);
    return isRight && step > (latest ?? -1);
  });
}

/** For an app: `otpauth://totp/…`. */
export function uriOf(secret: string, name: string, issuer: string): string {
  const label = encodeURIComponent(`${issuer}:${name}`);
  return `otpauth://totp/${label}?${new URLSearchParams({ secret, issuer })}`;
}

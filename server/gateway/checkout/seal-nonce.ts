/**
 * The nonce of a submission (D8). Both frames seal it, and it is claimed with the attempt. It is known
 * again by its keyed hash, so nothing is written until then.
 */
import { timingSafeEqual } from 'node:crypto';
import type { GatewayContext } from '../context.ts';
import { ID_LENGTH, newId } from '../ids.ts';

type Keys = Pick<GatewayContext, 'vault'>;

const nonceOf = ({ vault }: Keys, checkoutId: string, random: string): string =>
  random + vault.keyedHash('nonce of a submission')(`${checkoutId} ${random}`).slice(0, ID_LENGTH);

/** A new one, bound to the checkout. */
export const newSealNonce = (gateway: Keys, checkoutId: string): string =>
  nonceOf(gateway, checkoutId, newId());

/** Whether it was issued for this checkout, by any instance. */
export function isSealNonce(gateway: Keys, checkoutId: string, nonce: string): boolean {
  const expected = Buffer.from(nonceOf(gateway, checkoutId, nonce.slice(0, ID_LENGTH)));
  const given = Buffer.from(nonce);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

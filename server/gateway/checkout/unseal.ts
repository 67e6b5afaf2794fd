/** The clear value of a field that was typed into a frame (D8). */

import type { ParameterSet } from '../../../contract/parameters.ts';
import {
  SEALED_REFUSED,
  SEALED_VALUE_MAX_AGE_MS,
  type SealedClaims,
  type SealedField,
  sealedParameter,
} from '../../../contract/sealed-value.ts';
import { realNow } from '../../store/clock.ts';
import { SealedValueError } from '../../vault/sealed-value.ts';
import type { GatewayContext } from '../context.ts';
import { allowsOrigin } from '../entities/index.ts';
import type { Checkout } from '../records/index.ts';
import { ApiError, invalidParameter } from '../requests/index.ts';

/**
 * Empty when the field was not sent. In test mode a card can be sent as text, so that a checkout can
 * be paid with `curl`.
 * @throws ApiError when it is not sealed on a live channel, was sealed for something else, or is old
 */
export async function unseal(
  { db, vault }: GatewayContext,
  checkout: Checkout,
  sent: ParameterSet,
  field: SealedField,
): Promise<string> {
  const sealed = sent[sealedParameter(field)];
  if (sealed === undefined) {
    const raw = sent[field] ?? '';
    if (raw === '' || checkout.channel.settings.mode === 'test') return raw;
    throw invalidParameter(field, null, 'must be sealed by the field frame on a live channel');
  }
  const claims = await vault.openSealedValue(db, sealed).catch((error: unknown) => {
    if (!(error instanceof SealedValueError)) throw error;
    throw new ApiError(400, SEALED_REFUSED.notAcceptable, `${field} cannot be opened`);
  });
  refuseForeign(checkout, claims, field);
  if (Math.abs(realNow() - claims.at) > SEALED_VALUE_MAX_AGE_MS) {
    throw new ApiError(400, SEALED_REFUSED.tooOld, `${field} was sealed more than 5 minutes ago`);
  }
  return claims.value;
}

function refuseForeign(
  { id, channel }: Checkout,
  { checkoutId, field, origin }: SealedClaims,
  wanted: SealedField,
): void {
  const wrong =
    (checkoutId !== id && 'another checkout') ||
    (field !== wanted && 'another field') ||
    (!allowsOrigin(channel.settings, origin) && 'an origin that this channel does not list');
  if (!wrong) return;
  throw new ApiError(400, SEALED_REFUSED.notAcceptable, `${wanted} was sealed for ${wrong}`);
}

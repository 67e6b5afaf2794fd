/**
 * The clear values of the fields that were typed into frames (D8), and what the frames saw the page do to
 * them meanwhile.
 */

import {
  FIELD_FACTS,
  type NoticedEvidence,
  readEvidence,
} from '../../../contract/field-evidence.ts';
import type { ParameterSet } from '../../../contract/parameters.ts';
import { RESULT } from '../../../contract/result-by-name.ts';
import {
  SEALED_FIELDS,
  SEALED_REFUSED,
  SEALED_VALUE_MAX_AGE_MS,
  SEALED_VALUE_MAX_AHEAD_MS,
  type SealedClaims,
  type SealedField,
  sealedParameter,
} from '../../../contract/sealed-value.ts';
import { latestNow, realNow } from '../../store/clock.ts';
import { SealedValueError } from '../../vault/sealed-value.ts';
import type { GatewayContext } from '../context.ts';
import { allowsOrigin, type ChannelSettings } from '../entities/index.ts';
import type { Checkout } from '../records/index.ts';
import { ApiError, invalidParameter } from '../requests/index.ts';
import { isSealNonce } from './nonces.ts';

/** What was typed into a field; '' where it was not sent, or sealed as absent. */
export interface Typed {
  readonly value: string;
  /** Of the submission; absent where nothing of it is sealed. */
  readonly nonce?: string;
  /** As its frame has sealed it. */
  readonly evidence?: string;
}

/**
 * Opens the number of a card, or of a bank account. In test mode it can be sent as text, a card all of
 * it, so that a checkout can be paid with `curl`.
 * @throws ApiError when it is not sealed on a live channel, was sealed for something else, or is too old
 */
export async function unsealNumber(
  gateway: GatewayContext,
  checkout: Checkout,
  sent: ParameterSet,
  field: 'card.number' | 'bankAccount.iban' = 'card.number',
): Promise<Typed> {
  refuseText(checkout, sent);
  const sealed = await unseal(gateway, checkout, sent, field);
  return sealed
    ? { value: sealed.value, nonce: sealed.nonce, evidence: sealed.evidence }
    : { value: sent[field] ?? '' };
}

/**
 * Opens the CVV, which the same submission must have sealed as the number.
 * @throws ApiError as for the number, and when they were not sealed together
 */
export async function unsealCvv(
  gateway: GatewayContext,
  checkout: Checkout,
  sent: ParameterSet,
  number: Typed,
): Promise<Typed> {
  const sealed = await unseal(gateway, checkout, sent, 'card.cvv');
  if (number.nonce !== undefined && sealed && sealed.nonce !== number.nonce) {
    throw new ApiError(
      400,
      SEALED_REFUSED.notAcceptable,
      'card.number and card.cvv were sealed for different submissions',
    );
  }
  const nonce = number.nonce ?? sealed?.nonce;
  return {
    value: sealed?.value ?? sent['card.cvv'] ?? '',
    ...(nonce && { nonce }),
    ...(sealed && { evidence: sealed.evidence }),
  };
}

/** Seen before anything is opened, so that no rule which keeps a CVV closed lets its text pass. */
function refuseText({ channel }: Checkout, sent: ParameterSet): void {
  const isSealed = (field: SealedField) => sent[sealedParameter(field)] !== undefined;
  for (const field of SEALED_FIELDS) {
    if (isSealed(field) || !sent[field]) continue;
    if (channel.settings.mode !== 'test') {
      throw invalidParameter(field, null, 'must be sealed by the field frame on a live channel');
    }
    if (SEALED_FIELDS.some(isSealed)) {
      throw invalidParameter(field, null, 'must be sealed like the field beside it');
    }
  }
}

async function unseal(
  gateway: GatewayContext,
  checkout: Checkout,
  sent: ParameterSet,
  field: SealedField,
): Promise<SealedClaims | undefined> {
  const { db, vault } = gateway;
  const sealed = sent[sealedParameter(field)];
  if (sealed === undefined) return undefined;
  const claims = await vault.openSealedValue(db, sealed).catch((error: unknown) => {
    if (!(error instanceof SealedValueError)) throw error;
    throw new ApiError(400, SEALED_REFUSED.notAcceptable, `${field} cannot be opened`);
  });
  refuseForeign(gateway, checkout, claims, field);
  refuseOutOfTime(claims);
  return claims;
}

function refuseForeign(
  gateway: GatewayContext,
  { id, channel }: Checkout,
  { checkoutId, field, origin, nonce }: SealedClaims,
  wanted: SealedField,
): void {
  const wrong =
    (checkoutId !== id && 'another checkout') ||
    (field !== wanted && 'another field') ||
    (!allowsOrigin(channel.settings, origin) && 'an origin that this channel does not list') ||
    (!isSealNonce(gateway, id, nonce) && 'a submission that is none of this checkout');
  if (!wrong) return;
  throw new ApiError(400, SEALED_REFUSED.notAcceptable, `${wanted} was sealed for ${wrong}`);
}

function refuseOutOfTime({ field, at }: SealedClaims): void {
  const wrong =
    (realNow() - at > SEALED_VALUE_MAX_AGE_MS && 'more than 5 minutes ago') ||
    // A form counts from when it was loaded, by a clock that may have been set back since.
    (at - latestNow() > SEALED_VALUE_MAX_AHEAD_MS &&
      'more than 60 seconds ahead of the gateway’s clock');
  if (wrong) throw new ApiError(400, SEALED_REFUSED.tooOld, `${field} was sealed ${wrong}`);
}

/** @param evidence as it was sealed, by field; undefined when every field was left in peace */
export function noticed(
  evidence: Readonly<Partial<Record<SealedField, string | undefined>>>,
): NoticedEvidence | undefined {
  const fields = Object.entries(evidence).flatMap(([field, sealed]) => {
    const counts = readEvidence(sealed ?? '');
    const facts = FIELD_FACTS.filter((fact) => counts[fact] > 0);
    return facts.length > 0
      ? [[field, Object.fromEntries(facts.map((fact) => [fact, counts[fact]]))]]
      : [];
  });
  return fields.length > 0 ? Object.fromEntries(fields) : undefined;
}

/** The result of a payment, or of a card to be stored, that the channel declines for it. */
export const refusalOfEvidence = (
  { fieldEvidence: policy }: ChannelSettings,
  evidence: NoticedEvidence | undefined,
): string | undefined =>
  policy === 'decline' && evidence ? RESULT.declinedByRiskManagement : undefined;

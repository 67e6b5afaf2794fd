/** What the shopper's browser posts: read, unsealed, checked. Nothing is written here. */
import { createHash } from 'node:crypto';
import { detectBrands } from '../../contract/card-brands.ts';
import { findRow, type Parameters, readParameters } from '../../contract/parameters.ts';
import type { ParameterError } from '../../contract/result.ts';
import {
  SEALED_REFUSED,
  SEALED_VALUE_MAX_AGE_MS,
  type SealedField,
  sealedParameter,
} from '../../contract/sealed-value.ts';
import type { CardDetails } from '../connectors/connector.ts';
import { realNow } from '../store/clock.ts';
import { SealedValueError } from '../vault/sealed-value.ts';
import { checkCard } from './card-check.ts';
import { allowsOrigin, offersBrand } from './channel-settings.ts';
import type { Checkout, Pairs } from './checkouts.ts';
import type { Gateway } from './gateway.ts';
import { invalidParameter, invalidParameters, Refusal } from './refusal.ts';
import { checkResultUrl } from './shopper-result-url.ts';

/** The idempotency key of a post with a sealed number, and what it stands for. */
export interface SubmissionMark {
  readonly mark: string;
  readonly requestHash: string;
}

export interface Submission {
  readonly card: CardDetails;
  readonly brand: string;
  readonly paymentType: string;
  /** The merchant's parameters, and the shopper's where the merchant set none. */
  readonly parameters: Parameters;
  readonly shopperResultUrl: string;
}

const sha256 = (value: string) => createHash('sha256').update(value).digest('hex');

/** The mark of a post; `undefined` when its card number came as text (test mode). */
export function markOf(pairs: Pairs): SubmissionMark | undefined {
  const all = [...pairs];
  const sealed = all.find(([name]) => name === sealedParameter('card.number'))?.[1];
  return sealed ? { mark: sha256(sealed), requestHash: sha256(JSON.stringify(all)) } : undefined;
}

/**
 * Reads a post of the form.
 * @param ip address of the shopper, for `customer.ip` where the merchant did not send one
 * @returns the submission, and the names that were ignored (D12)
 * @throws Refusal naming everything that is wrong
 */
export async function readSubmission(
  gateway: Gateway,
  checkout: Checkout,
  pairs: Pairs,
  ip: string,
): Promise<{ submission: Submission; ignored: readonly string[] }> {
  const { channel } = checkout;
  const { parameters: sent, errors, ignored } = readParameters(pairs, 'checkout.payment');
  if (errors.length > 0) throw invalidParameters(errors);
  if (sent['registrationId']) {
    throw invalidParameter('registrationId', sent['registrationId'], 'is not of this checkout');
  }

  const parameters: Parameters = { 'customer.ip': ip, ...sent, ...checkout.parameters };
  const overruled = Object.keys(sent).filter((name) => parameters[name] !== sent[name]);
  const { shopperResultUrl } = parameters;
  if (!shopperResultUrl) throw invalidParameter('shopperResultUrl', null, 'is required');
  checkResultUrl(channel, shopperResultUrl);

  const number = await unseal(gateway, checkout, sent, 'card.number');
  const cvv = await unseal(gateway, checkout, sent, 'card.cvv');
  const card = cardOf(sent, number, cvv);
  const brand = parameters['paymentBrand'] ?? detectBrands(number)[0];
  if (!brand) {
    throw invalidParameter('paymentBrand', null, 'is required: the card number does not tell it');
  }
  const paymentType =
    parameters[`overridePaymentType[${brand}]`] ?? parameters['paymentType'] ?? '';
  if (!offersBrand(channel.settings, brand, paymentType)) {
    throw new Refusal(400, '600.200.500', '', [
      { name: 'paymentBrand', value: brand, message: `is not offered for ${paymentType} here` },
    ]);
  }
  checkCard(card, brand, checkout);
  return {
    submission: {
      card,
      brand,
      paymentType,
      parameters: echoed(parameters),
      shopperResultUrl,
    },
    ignored: [...ignored, ...overruled],
  };
}

/** Everything of the parameters that answers may repeat. */
const echoed = (parameters: Parameters): Parameters =>
  Object.fromEntries(
    Object.entries(parameters).filter(([name]) => {
      const row = findRow(name)?.row;
      return row && !row.control && !row.secret && !name.startsWith('card.');
    }),
  );

function cardOf(sent: Parameters, number: string, cvv: string): CardDetails {
  const required = ['card.holder', 'card.expiryMonth', 'card.expiryYear'] as const;
  const errors: ParameterError[] = required
    .filter((name) => sent[name] === undefined && name !== 'card.holder')
    .map((name) => ({ name, value: null, message: 'is required' }));
  if (number === '') {
    errors.unshift({ name: 'card.number', value: null, message: 'is required' });
  }
  if (errors.length > 0) throw invalidParameters(errors);
  const { 'card.holder': holder, 'card.expiryMonth': month, 'card.expiryYear': year } = sent;
  return {
    number,
    expiryMonth: month ?? '',
    expiryYear: year ?? '',
    ...(holder !== undefined && { holder }),
    ...(cvv !== '' && { cvv }),
  };
}

/**
 * The clear value of a field; empty when it was not sent. In test mode a card can be sent as text,
 * so that a checkout can be paid with `curl`.
 */
async function unseal(
  { db, vault }: Gateway,
  { id, channel }: Checkout,
  sent: Parameters,
  field: SealedField,
): Promise<string> {
  const sealed = sent[sealedParameter(field)];
  if (sealed === undefined) {
    const raw = sent[field] ?? '';
    if (raw === '' || channel.settings.mode === 'test') return raw;
    throw invalidParameter(field, null, 'must be sealed by the field frame on a live channel');
  }
  const claims = await vault.openSealedValue(db, sealed).catch((error: unknown) => {
    throw error instanceof SealedValueError
      ? new Refusal(400, SEALED_REFUSED.notAcceptable, `${field} cannot be opened`)
      : error;
  });
  const wrong =
    (claims.checkoutId !== id && 'another checkout') ||
    (claims.field !== field && 'another field') ||
    (!allowsOrigin(channel.settings, claims.origin) && 'an origin that this channel does not list');
  if (wrong) {
    throw new Refusal(400, SEALED_REFUSED.notAcceptable, `${field} was sealed for ${wrong}`);
  }
  if (Math.abs(realNow() - claims.at) > SEALED_VALUE_MAX_AGE_MS) {
    throw new Refusal(400, SEALED_REFUSED.tooOld, `${field} was sealed more than 5 minutes ago`);
  }
  return claims.value;
}

/** How the shopper is authenticated: what is asked of them, and what the merchant wished for or did. */

import type { AuthenticationMethod } from '../../../contract/events/authentication-method.ts';
import type { AuthenticationSettings } from '../../../contract/events/authentication-settings.ts';
import { isCardless } from '../../../contract/other-brands.ts';
import type { Redirect } from '../../../contract/payment-answer.ts';
import type { Payment } from '../../store/records/payment.ts';
import { exemptionOf, external3dsOf, isExternal } from './external-3ds-of.ts';
import { initiatorOf, mediumOf } from './initiation-of.ts';

/** Where the shopper is sent, while a payment is pending. */
export function authenticationMethodsOf(
  payment: Payment,
  redirect: Redirect | undefined,
): AuthenticationMethod[] | undefined {
  if (!redirect) return undefined;
  const { url: requestUrl, method: requestMethod = 'GET' } = redirect;
  const type = isCardless(payment) ? 'REDIRECT' : '3DS';
  return [{ type, details: { requestUrl, requestMethod } }];
}

/** Undefined where no shopper can be asked, and none was asked elsewhere. */
export function authenticationSettingsOf(payment: Payment): AuthenticationSettings[] | undefined {
  const parameters = payment.parameters;
  const { resultUrl: returnUrl } = payment;
  if (isCardless(payment)) {
    return returnUrl === null ? undefined : [{ type: 'REDIRECT', settings: { returnUrl } }];
  }
  if (isExternal(parameters)) {
    return [{ type: 'EXTERNAL_3DS', settings: external3dsOf(parameters) }];
  }
  const isOnline = initiatorOf(parameters) === 'CONSUMER' && mediumOf(parameters) === 'ECOMMERCE';
  if (!isOnline) return undefined;
  const challenge = exemptionOf(parameters);
  const settings: AuthenticationSettings[] = [
    ...(returnUrl === null
      ? []
      : [{ type: '3DS', settings: { returnUrl, preference: preferenceOf(parameters) } } as const]),
    // Nothing else in the document has a field for its reason.
    ...(challenge ? [{ type: 'EXTERNAL_3DS', settings: { challenge } } as const] : []),
  ];
  return settings.length > 0 ? settings : undefined;
}

/** By the challenge indicator of EMV 3-D Secure. */
const PREFERENCES: Readonly<Record<string, 'CHALLENGE' | 'FRICTIONLESS'>> = {
  '2': 'FRICTIONLESS',
  '3': 'CHALLENGE',
  '4': 'CHALLENGE',
  '5': 'FRICTIONLESS',
  '6': 'FRICTIONLESS',
  '7': 'FRICTIONLESS',
  '8': 'FRICTIONLESS',
  '9': 'CHALLENGE',
};

const preferenceOf = (parameters: Readonly<Record<string, string>>) =>
  PREFERENCES[parameters['threeDSecure.challengeIndicator']?.replace(/^0/, '') ?? ''] ??
  (parameters['threeDSecure.exemptionFlag'] === undefined ? 'BLANK' : 'FRICTIONLESS');

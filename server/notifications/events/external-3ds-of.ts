/** An authentication that the merchant did itself: from `threeDSecure.*` of the request. */
import type { External3ds } from '../../../contract/events/external-3ds.ts';
import type { ParameterSet } from '../../../contract/parameters.ts';
import { initiatorOf, mediumOf } from './initiation-of.ts';
import { present } from './shared-fields.ts';

type Of<Name extends keyof External3ds> = NonNullable<External3ds[Name]>;

/** It came with a proof or with an indicator: what the connector goes by too. */
export const isExternal = (parameters: ParameterSet): boolean =>
  parameters['threeDSecure.verificationId'] !== undefined ||
  parameters['threeDSecure.eci'] !== undefined;

/** 05 and 02 say that the cardholder was authenticated, 06 and 01 that it was tried. */
const STATUSES: Readonly<Record<string, Of<'authenticationStatus'>>> = {
  '05': 'SUCCESS',
  '02': 'SUCCESS',
  '06': 'ATTEMPT_ACKNOWLEDGED',
  '01': 'ATTEMPT_ACKNOWLEDGED',
  '07': 'AUTHENTICATION_UNAVAILABLE',
  '00': 'AUTHENTICATION_UNAVAILABLE',
};

/** By the challenge indicator of EMV 3-D Secure. */
const CHALLENGES: Readonly<Record<string, Of<'challenge'>>> = {
  '1': { preference: 'NO_PREFERENCE' },
  '2': { preference: 'NO_CHALLENGE_REQUESTED' },
  '3': { preference: 'CHALLENGE_REQUESTED' },
  '4': { preference: 'CHALLENGE_MANDATED' },
  '5': { preference: 'NO_CHALLENGE_REQUESTED', exemptionReason: 'LOW_RISK' },
  '6': { preference: 'DATA_ONLY' },
  '7': { preference: 'NO_CHALLENGE_REQUESTED' },
  '8': { preference: 'NO_CHALLENGE_REQUESTED', exemptionReason: 'TRUSTED_BENEFICIARY' },
  '9': { preference: 'CHALLENGE_REQUESTED' },
};

/** By `threeDSecure.exemptionFlag`; the document has no word for that of corporate cards. */
const EXEMPTIONS: Readonly<Record<string, Of<'challenge'>['exemptionReason']>> = {
  '1': 'LOW_VALUE',
  '2': 'LOW_RISK',
  '3': 'TRUSTED_BENEFICIARY',
};

/** The exemption that the merchant asks for; undefined for none, or one without a word. */
export function exemptionOf(parameters: ParameterSet): Of<'challenge'> | undefined {
  const flag = parameters['threeDSecure.exemptionFlag']?.replace(/^0/, '');
  const exemptionReason = EXEMPTIONS[flag ?? ''];
  return exemptionReason && { preference: 'NO_CHALLENGE_REQUESTED', exemptionReason };
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function external3dsOf(parameters: ParameterSet): External3ds {
  const eci = parameters['threeDSecure.eci'];
  const acsId = parameters['threeDSecure.acsTransactionId'];
  const challenge = parameters['threeDSecure.challengeIndicator']?.replace(/^0/, '');
  const exemption = exemptionOf(parameters);
  const reason = outOfScopeReasonOf(parameters);
  return {
    ...present({
      authenticationStatus: STATUSES[eci ?? ''],
      authenticationValue: parameters['threeDSecure.verificationId'],
      eci,
      version: parameters['threeDSecure.version'],
      externalId: parameters['threeDSecure.dsTransactionId'] ?? parameters['threeDSecure.xid'],
      // The field is for a UUID; an id of another form has no place in it.
      externalAcsId: acsId !== undefined && UUID.test(acsId) ? acsId : undefined,
      challenge: exemption ?? CHALLENGES[challenge ?? ''],
      outOfScope: reason && { reason },
    }),
  };
}

function outOfScopeReasonOf(parameters: ParameterSet): 'MIT' | 'MOTO' | undefined {
  if (mediumOf(parameters) === 'MOTO') return 'MOTO';
  return initiatorOf(parameters) === 'MERCHANT' ? 'MIT' : undefined;
}

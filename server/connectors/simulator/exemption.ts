/** What the simulated issuer says to an exemption that the merchant asks for (docs/test-cards.md). */
import { toAmount } from '../../../contract/currency.ts';
import { isShopperPresent } from '../../../contract/parameter-rules.ts';
import { SOFT_DECLINE_CARDS } from '../../../contract/test-cards.ts';
import type { AuthoriseRequest, ConnectorChecks } from '../connector.ts';
import { asksForChallenge, isAuthenticatedElsewhere } from './authentication.ts';

/** Highest amounts of low value (01) and of low risk (02), in whole units of any currency. */
const LIMITS: Readonly<Record<string, number>> = { '1': 30, '2': 500 };
const REFUSING = new Set(SOFT_DECLINE_CARDS.map(({ number }) => number));

/** Undefined where there is nothing to be exempt from. */
export function exemptionOf({
  card,
  paymentType,
  parameters,
  amount,
  currency,
}: AuthoriseRequest): ConnectorChecks['exemption'] {
  const flag = parameters['threeDSecure.exemptionFlag']?.replace(/^0/, '');
  const isPurchase = card !== undefined && paymentType !== 'CD' && isShopperPresent(parameters);
  if (flag === undefined || !isPurchase) return undefined;
  if (isAuthenticatedElsewhere(parameters) || asksForChallenge(parameters)) return undefined;
  const isWithinLimit = Number(toAmount(amount, currency)) <= (LIMITS[flag] ?? Infinity);
  return isWithinLimit && !REFUSING.has(card.number) ? 'granted' : 'refused';
}

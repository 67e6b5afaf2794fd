/** What the form's data say beyond the card: stored cards and installments, of an open checkout. */
import { isExpired } from '../../contract/card-expiry.ts';
import { toAmount, toMinorUnits } from '../../contract/currency.ts';
import type { InstallmentPlan, StoredCard } from '../../contract/form-data.ts';
import { installmentCounts, installmentPlan } from '../../contract/installments.ts';
import { type Checkout, offeredRegistrations } from '../gateway/checkouts.ts';
import type { Gateway } from '../gateway/gateway.ts';
import { ownRegistration } from '../gateway/registrations.ts';
import { channelNow } from '../store/clock.ts';

/** The stored cards that the merchant's server named, without those deleted since. */
export async function storedCards(
  { db }: Gateway,
  { channel, parameters, paid_id }: Checkout,
): Promise<StoredCard[]> {
  if (paid_id !== null) return [];
  const now = channelNow(channel.clockOffsetMs);
  const found = await Promise.all(
    offeredRegistrations(parameters).map(([, id]) =>
      ownRegistration(db, channel.id, id).catch(() => undefined),
    ),
  );
  return found
    .filter((registration) => registration !== undefined)
    .map(({ id, brand, card: { last4Digits, expiryMonth, expiryYear, holder } }) => ({
      id,
      brand,
      last4Digits,
      expiryMonth,
      expiryYear,
      ...(holder !== undefined && { holder }),
      expired: isExpired({ month: expiryMonth, year: expiryYear }, now),
    }));
}

/**
 * The plans that the shopper may choose from: where paying in parts is a custom of the channel's
 * country, and the merchant's server has not decided already.
 */
export function installmentPlans({ channel, parameters }: Checkout): InstallmentPlan[] {
  const { amount: sent, currency, paymentType = '' } = parameters;
  const amount = sent && currency ? toMinorUnits(sent, currency) : undefined;
  if (parameters['recurring.numberOfInstallments'] !== undefined || !amount || !currency) return [];
  const { country, maxInstallments: maximum } = channel.settings;
  return installmentCounts({ amount, currency, paymentType, country, maximum }).map((count) => {
    const [first = 0, part = first] = installmentPlan(amount, count);
    return { count, first: toAmount(first, currency), amount: toAmount(part, currency) };
  });
}

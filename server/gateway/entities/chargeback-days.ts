/** How many days a merchant has to answer a chargeback. */
import { isCardBrand } from '../../../contract/card-brands.ts';
import { WALLETS } from '../../../contract/wallets.ts';
import type { ChannelSettings } from './channel-settings.ts';

/**
 * What the networks give the acquirer (Visa 30 days, Mastercard 45, American Express 20), less the week that
 * processors take of it. Of other cards the least of these: a date that is too early does no harm.
 */
const USUAL_DAYS: Readonly<Record<string, number>> = {
  ...{ VISA: 23, VISAELECTRON: 23, VISADEBIT: 23, VPAY: 23 },
  ...{ MASTER: 38, MASTERDEBIT: 38, MAESTRO: 38 },
};
const LEAST_DAYS = 13;
const DAY_MS = 24 * 60 * 60_000;

/**
 * As the channel says for the brand, else as usual.
 * @returns undefined where there is nothing to answer: a direct debit that its bank has returned, say
 */
function chargebackDays(
  { chargebackDays: own }: ChannelSettings,
  brand: string,
): number | undefined {
  const days = Object.hasOwn(own, brand) ? own[brand] : undefined;
  if (days !== undefined) return days ?? undefined;
  return isCardBrand(brand) || WALLETS.has(brand) ? (USUAL_DAYS[brand] ?? LEAST_DAYS) : undefined;
}

/**
 * Until when a chargeback is to be answered; null where there is nothing to answer.
 * @param bookedAt epoch milliseconds, channel clock, as the answer
 */
export function chargebackDeadline(
  settings: ChannelSettings,
  brand: string,
  bookedAt: number,
): number | null {
  const days = chargebackDays(settings, brand);
  return days === undefined ? null : bookedAt + days * DAY_MS;
}

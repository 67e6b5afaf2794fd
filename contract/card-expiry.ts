/**
 * Expiry dates of cards. The caller names the moment that counts, because a shopper's clock may be
 * wrong and the clock of a test channel can be moved.
 */
export interface CardExpiry {
  /** `01` to `12`. */
  readonly month: string;
  /** Four digits. */
  readonly year: string;
}

/** Cards are not issued for longer than this. */
const MAX_YEARS_AHEAD = 20;
/** The last place on earth where a month ends, behind UTC. */
const LAST_TIME_ZONE_MS = 12 * 60 * 60 * 1000;

/** Reads `MMYY` or `MMYYYY`, digits only. */
export function parseExpiry(digits: string): CardExpiry | undefined {
  const [, month, century = '20', year] = /^(0[1-9]|1[0-2])(20)?(\d\d)$/.exec(digits) ?? [];
  return month && year ? { month, year: century + year } : undefined;
}

/** Whether the card's last month is over everywhere. `now` is in epoch milliseconds. */
export const isExpired = ({ month, year }: CardExpiry, now: number): boolean =>
  Date.UTC(Number(year), Number(month)) + LAST_TIME_ZONE_MS <= now;

/** Whether the date lies so far ahead that it must be a slip. */
export const isTooFarAhead = ({ year }: CardExpiry, now: number): boolean =>
  Number(year) > new Date(now).getUTCFullYear() + MAX_YEARS_AHEAD;

/** A card that ends this soon is said to. */
const SOON_MS = 60 * 24 * 3_600_000;

/** What a shopper is told of a stored card, as a key of the form's texts. */
export function storedCardText(expiry: CardExpiry, now: number) {
  if (isExpired(expiry, now)) return 'storedCardExpired';
  return isExpired(expiry, now + SOON_MS) ? 'storedCardExpiresSoon' : 'storedCardExpires';
}

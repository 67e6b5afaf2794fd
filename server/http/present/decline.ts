/** What a decline means for the shopper: the text that says it (locales/). */

/** Declines of the issuer, and refusals before it was asked. All else may still be in doubt. */
const DECLINE =
  /^(800\.([17]00|800\.[123]|[32]|1[123456]0)|100\.(1|2|380|390|400\.[0-3]|55|7|8|9))/;

/** The reasons that a shopper can do something about. */
const REASONS: Readonly<Record<string, string>> = {
  '100.100.303': 'declinedExpired',
  '100.380.401': 'declinedAuthentication',
  '800.100.153': 'declinedCvv',
  '800.100.155': 'declinedFunds',
  '800.100.157': 'declinedExpired',
  '800.100.162': 'declinedLimit',
  '800.100.163': 'declinedLimit',
  '800.100.168': 'declinedRestricted',
  '800.100.170': 'declinedRestricted',
  '800.100.176': 'declinedUnavailable',
  '800.100.192': 'declinedCvv',
  '800.100.203': 'declinedFunds',
};

/**
 * Key of the text; undefined for a result that is not certainly a decline, since "you have not been
 * charged" must be true.
 */
export const declineKey = (code: string): string | undefined =>
  DECLINE.test(code) ? (REASONS[code] ?? 'declined') : undefined;

/** As an answer to the form carries it. */
export function presentDecline({ result_code: code }: { readonly result_code: string }) {
  const decline = declineKey(code);
  return decline ? { decline } : {};
}

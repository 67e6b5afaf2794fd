/**
 * Of tests that are run at phone size too, those that are by night alone: rows of a table whose other
 * rows look the same on a phone. By file and title; at desktop size each runs by day.
 */
const ROWS: readonly RegExp[] = [
  // The bank's page is answered in one place, and what comes of it is told on the shop's page.
  /three-d-secure\.test\.ts .*answered with [^Y],/,
  /three-d-secure\.test\.ts .*asks nothing: (?!authenticated)/,
  /wallets\.test\.ts .*the shopper can (?!accept)/,
  /ways-to-pay\.test\.ts .*the shopper chooses (?!accept)/,
  // In Arabic the same is on the screen, from right to left.
  /authentication-screens\.test\.ts .*, en @phone/,
  /co-badged\.test\.ts .*, en, /,
  /device-wallets\.test\.ts .* in (?!ar)\w+ @phone/,
  /direct-debit\.test\.ts .*, (?!ar)\w+ @phone/,
  /other-ways\.test\.ts .*, en @phone/,
];

export const PHONE_BY_NIGHT = new RegExp(ROWS.map(({ source }) => source).join('|'));

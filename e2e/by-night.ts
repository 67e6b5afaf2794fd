/**
 * Tests that are run by night alone, by file and title: rows of a table whose other rows prove the same, and
 * what takes long and no shopper meets. Of each table every row and every column comes by day.
 */
import { IS_NIGHT } from '../.ci/is-night.ts';
import { IS_SHORT } from '../.ci/is-short.ts';

const oneOf = (rows: readonly RegExp[]) => new RegExp(rows.map(({ source }) => source).join('|'));

const AT_PHONE_SIZE: readonly RegExp[] = [
  // The bank's page is answered in one place, and what comes of it is told on the shop's page.
  /three-d-secure\.test\.ts .*answered with [^Y],/,
  /three-d-secure\.test\.ts .*asks nothing: (?!authenticated)/,
  // In Arabic the same is on the screen, from right to left.
  /authentication-screens\.test\.ts .*, en @phone/,
  /co-badged\.test\.ts .*, en, /,
  // What differs at this size is the frame in the page; which card the bank declines first does not.
  /three-d-secure\.test\.ts .*in the whole tab, (answered|the issuer)/,
  /three-d-secure\.test\.ts .*in the page, the issuer (asks|is content)/,
  /soft-decline\.test\.ts .*(in the whole tab|4200000000001123)/,
  /stored-cards\.test\.ts .*gives way to the card form, with \{registrations/,
  // Each field's Enter is pressed at desktop size.
  /keyboard\.test\.ts .*Enter in the (CVV|expiry date|card holder) /,
  /demo-shop\.test\.ts .*(keeps the card, and pays the next|whose bank asks)/,
  /own-languages\.test\.ts .*in (Persian|Serbian),/,
  /authentication-without-shop\.test\.ts .*, in en @phone/,
  /authentication-trouble\.test\.ts .*(when the shopper pays|in the whole tab)/,
  /statement\.test\.ts .*dark @phone/,
  /perception\.test\.ts .*in en @phone/,
  /long-press\.test\.ts .*in tr @phone/,
  /direct-debit\.test\.ts .*, (?!ar)\w+ @phone/,
  /other-ways\.test\.ts .*, en @phone/,
];

const AT_DESKTOP_SIZE: readonly RegExp[] = [
  // No row of a table: an install is hundreds of megabytes, and a build takes a minute.
  /packages\/frameworks\.test\.ts /,
  // Nor these: what judges and draws a design looks at twenty forms. No shopper meets it.
  /playground\/(focus|keyboard|pictures|score|style-sheet)\.test\.ts /,
  // By day at phone size: what is judged there is how it looks, from right to left.
  /authentication-screens\.test\.ts .*, ar @phone/,
  /co-badged\.test\.ts .*, ar, /,
  /direct-debit\.test\.ts .*, ar @phone/,
  /other-ways\.test\.ts .*, ar @phone/,
  // What an answer comes to is the same in the page, where all are given.
  /three-d-secure\.test\.ts .*in the whole tab, answered with [DUX],/,
  /three-d-secure\.test\.ts .*in the whole tab, the issuer asks nothing: (unavailable|not |a tech)/,
  // Judged in `everyone.test.ts`, one after the other.
  /accessibility\.test\.ts .*in English, light (empty|nothing filled|declined|expired|filled|a wrong|an expired)/,
  // At 320 pixels, or with another outcome, each of these is bought by day.
  /bought\.test\.ts .*1280 wide (BCMC|DIRECTDEBIT|KLARNA_PAYMENTS_ONE|GOOGLEPAY|APPLEPAY .*: (refused|back|left))/,
  // Each value by day as every property that the script reads; two of them in each place.
  /prototype-pollution\.test\.ts .*with (a function|true|the text false|a table) as (every (option|property(,| changes))|a property|such)/,
  /playground\/states\.test\.ts .*(every state of the board comes about: (ja|de),|each way to pay: [DK])/,
  /servers\.test\.ts .*fail for a custom property/,
  /console\.test\.ts axe finds nothing in "ar"/,
  /shopping\.test\.ts .*and once: [3-6]/,
  /placeholders\.test\.ts .*: (list, above|classic, hidden)/,
  /global-styles\.test\.ts .*a page that (?!resets).*, classic/,
  /layout-shift\.test\.ts .*, de, 375 px/,
  /reference\.test\.ts .*\/reference\/.* at any width, dark/,
];

/** What a slow machine leaves out, too: two fifths of the work. */
const SHORT_AT_PHONE_SIZE: readonly RegExp[] = [
  /(authentication-\S+|soft-decline|errors|keyboard|own-languages|stored-cards|method-list\S*)\.test\.ts /,
  /(reference|guides|statement|inbox|perception|long-press|layouts|installments|other-ways)\.test\.ts /,
];
const SHORT_AT_DESKTOP_SIZE: readonly RegExp[] = [
  // Of designers, the console's smaller pages, what documentation looks like, examples of packages.
  /playground\/(?!playground)\S+ /,
  /console\/(?!console|sign-in)\S+ /,
  /(reference|guides|inbox|statement)\.test\.ts /,
  /packages\/(servers|components|element)\.test\.ts /,
  // Judged with other states in `everyone.test.ts`.
  /accessibility\.test\.ts .*axe finds/,
  /method-list\.test\.ts .*is accessible in/,
  // Rows that differ in place or size.
  /three-d-secure\.test\.ts .*in the whole tab,/,
  /bought\.test\.ts .*1280 wide/,
  /layout-shift\.test\.ts .*, de, 1280 px/,
  /field-places\.test\.ts .*(one frame is round|logos stand)/,
  /prototype-pollution\.test\.ts .*with (?!the address)/,
  /field-evidence\.test\.ts .*leaves none/,
  /typing\/autofill\.test\.ts /,
];

/** What a project of Playwright leaves out by day, and where there is less time than that. */
const leavingOut = (byDay: readonly RegExp[], short: readonly RegExp[]) =>
  IS_NIGHT ? {} : { grepInvert: oneOf(IS_SHORT ? [...byDay, ...short] : byDay) };
export const DESKTOP_BY_DAY = leavingOut(AT_DESKTOP_SIZE, SHORT_AT_DESKTOP_SIZE);
export const PHONE_BY_DAY = leavingOut(AT_PHONE_SIZE, SHORT_AT_PHONE_SIZE);

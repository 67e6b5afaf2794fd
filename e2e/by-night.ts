/**
 * Tests that are run by night alone, by file and title: rows of a table whose other rows prove the same.
 * Of each table every row and every column comes by day.
 */
import { IS_NIGHT } from '../.ci/is-night.ts';

const oneOf = (rows: readonly RegExp[]) => new RegExp(rows.map(({ source }) => source).join('|'));

const AT_PHONE_SIZE: readonly RegExp[] = [
  // The bank's page is answered in one place, and what comes of it is told on the shop's page.
  /three-d-secure\.test\.ts .*answered with [^Y],/,
  /three-d-secure\.test\.ts .*asks nothing: (?!authenticated)/,
  // In Arabic the same is on the screen, from right to left.
  /authentication-screens\.test\.ts .*, en @phone/,
  /co-badged\.test\.ts .*, en, /,
  /direct-debit\.test\.ts .*, (?!ar)\w+ @phone/,
  /other-ways\.test\.ts .*, en @phone/,
];

const AT_DESKTOP_SIZE: readonly RegExp[] = [
  // No row of a table: an install is hundreds of megabytes, and a build takes a minute.
  /packages\/frameworks\.test\.ts /,
  // By day at phone size: what is judged there is how it looks, from right to left.
  /authentication-screens\.test\.ts .*, ar @phone/,
  /co-badged\.test\.ts .*, ar, /,
  /direct-debit\.test\.ts .*, ar @phone/,
  /other-ways\.test\.ts .*, ar @phone/,
  // What an answer comes to is the same in the page, where all are given.
  /three-d-secure\.test\.ts .*in the whole tab, answered with [DUX],/,
  /three-d-secure\.test\.ts .*in the whole tab, the issuer asks nothing: (unavailable|not |a tech)/,
  // Judged in `everyone.test.ts`, one after the other.
  /accessibility\.test\.ts .*in English, light (empty|nothing filled|declined|expired)/,
];

/** What a project of Playwright leaves out by day. */
const leavingOut = (rows: readonly RegExp[]) => (IS_NIGHT ? {} : { grepInvert: oneOf(rows) });
export const DESKTOP_BY_DAY = leavingOut(AT_DESKTOP_SIZE);
export const PHONE_BY_DAY = leavingOut(AT_PHONE_SIZE);

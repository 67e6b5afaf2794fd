/** When a message that was not acknowledged is sent again. */
import type { WebhookRow } from '../store/tables.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** compatibility.md, section 6: then once a day. */
const NOTIFICATION_DELAYS = [1, 2, 4, 8, 15, 30, 60].map((minutes) => minutes * MINUTE);
/** How long a notification is tried, milliseconds. */
export const NOTIFICATION_LIFE_MS = 30 * DAY;
/** Standard Webhooks, "Retry schedule": ten attempts in three days. */
const EVENT_DELAYS = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
];
/** Up to this part of a delay is taken away by chance: what failed together does not come together. */
const JITTER = 0.1;
/**
 * The shortest time between two attempts of a notification, milliseconds: the interval of which
 * compatibility.md, section 6, says that retries pause when everything in it has failed.
 */
export const RETRY_INTERVAL_MS = MINUTE * (1 - JITTER);
/** A receiver that wants to wait longer is asked again all the same. */
const LONGEST_WAIT = DAY;

/** How long a receiver is left alone when it asks for it, milliseconds. */
export const boundedWait = (retryAfter: number): number => Math.min(retryAfter, LONGEST_WAIT);

/**
 * Milliseconds until the next attempt; undefined when there is none.
 * @param attempts that have been made, 1 or more
 * @param age milliseconds since the message was made
 * @param retryAfter milliseconds that the receiver wants to be left alone
 */
export function nextDelay(
  kind: WebhookRow['kind'],
  { attempts, age, retryAfter = 0 }: { attempts: number; age: number; retryAfter?: number },
  random: () => number = Math.random,
): number | undefined {
  const planned =
    kind === 'events' ? EVENT_DELAYS[attempts - 1] : (NOTIFICATION_DELAYS[attempts - 1] ?? DAY);
  if (planned === undefined) return undefined;
  const delay = Math.max(Math.round(planned * (1 - JITTER * random())), boundedWait(retryAfter));
  const isTooOld = kind === 'notifications' && age + delay > NOTIFICATION_LIFE_MS;
  return isTooOld ? undefined : delay;
}

/** RFC 9110, 5.6.7: the form that is sent today, and the two of old; the last has no zone. */
const HTTP_DATE = /^[a-z]+,? .*\d\d:\d\d:\d\d( GMT| \d{4})$/i;

/**
 * The `Retry-After` of an answer in milliseconds: seconds or a date (RFC 9110, 10.2.3).
 * @returns undefined where there is none that can be read
 */
export function retryAfterOf(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  if (/^\d+$/.test(header)) return Number(header) * SECOND;
  // `Date.parse` finds a date in `-1` and `12.5` too.
  if (!HTTP_DATE.test(header)) return undefined;
  const date = Date.parse(header.endsWith('GMT') ? header : `${header} GMT`);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/** Money, counts and times, as readers of the language write them where they are. Digits are European in all of them. */
import { moneyFormat } from '../../contract/money-format.ts';
import { language, locale } from './language.ts';

const kept = new Map<string, Intl.NumberFormat | Intl.DateTimeFormat>();

function numberFormat(options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${locale.value}${JSON.stringify(options)}`;
  const known = kept.get(key);
  if (known instanceof Intl.NumberFormat) return known;
  const format = new Intl.NumberFormat(locale.value, options);
  kept.set(key, format);
  return format;
}

function dateFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale.value}${JSON.stringify(options)}`;
  const known = kept.get(key);
  if (known instanceof Intl.DateTimeFormat) return known;
  const format = new Intl.DateTimeFormat(locale.value, options);
  kept.set(key, format);
  return format;
}

/** In Arabic, marks keep an amount or a time from mixing with the text around it. */
const isolate = (text: string) => (language.value === 'ar' ? `\u2068${text}\u2069` : text);

/** What reads from left to right in each language, such as a card's last digits. */
export const fromTheLeft = (text: string) =>
  language.value === 'ar' ? `\u2066${text}\u2069` : text;

/**
 * An amount as its readers write it.
 * @param amount a decimal as the API writes it, "92.00"
 * @param currency ISO 4217
 */
export function money(amount: string, currency: string): string {
  // A string keeps all digits, where a number would round large sums.
  const exact = amount as Intl.StringNumericLiteral;
  return isolate(moneyFormat(amount, currency, locale.value, numberFormat).format(exact));
}

export const count = (value: number) => numberFormat({}).format(value);

/** @param share from 0 to 1 */
export const percent = (share: number) =>
  numberFormat({ style: 'percent', maximumFractionDigits: 1 }).format(share);

/** Digits with their unit: `120 ms`. */
export const milliseconds = (value: number) =>
  isolate(numberFormat({ style: 'unit', unit: 'millisecond' }).format(Math.round(value)));

/** @param at epoch milliseconds, or as ISO 8601 */
export const dateTime = (at: number | string) =>
  isolate(
    dateFormat({
      year: 'numeric',
      month: 'short',
      day: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      timeZoneName: 'short',
    }).format(new Date(at)),
  );

/** The time of a day at which an hour begins. */
export const hour = (at: number | string) =>
  isolate(dateFormat({ hour: 'numeric', minute: '2-digit' }).format(new Date(at)));

/** Without seconds and without the year where it is this one. */
export function shortTime(at: number | string): string {
  const date = new Date(at);
  const isThisYear = date.getFullYear() === new Date().getFullYear();
  return isolate(
    dateFormat({
      ...(isThisYear ? {} : { year: 'numeric' }),
      month: 'short',
      day: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
    }).format(date),
  );
}

export const clockTime = (at: number | string) =>
  isolate(
    dateFormat({ hour: '2-digit', minute: '2-digit', second: '2-digit' }).format(new Date(at)),
  );

export const day = (at: number | string) =>
  isolate(dateFormat({ year: 'numeric', month: 'short', day: 'numeric' }).format(new Date(at)));

/** A day of the calendar, which is the same wherever the reader is: `2026-11-24`. */
export const calendarDay = (date: string) =>
  isolate(
    dateFormat({ year: 'numeric', month: 'short', day: 'numeric', timeZone: 'UTC' }).format(
      new Date(date),
    ),
  );

const STEPS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** How long ago something was, or in how long it will be: "3 hours ago". */
export function ago(at: number | string, now = Date.now()): string {
  const distance = new Date(at).getTime() - now;
  const format = new Intl.RelativeTimeFormat(locale.value, { numeric: 'auto' });
  const [unit, size] = STEPS.find(([, step]) => Math.abs(distance) >= step) ?? ['minute', 60_000];
  return format.format(Math.round(distance / size), unit);
}

/** @param country ISO 3166-1 alpha-2; the code itself where no country has it */
export const countryName = (country: string): string =>
  (/^[A-Z]{2}$/.test(country) &&
    new Intl.DisplayNames(locale.value, { type: 'region' }).of(country)) ||
  country;

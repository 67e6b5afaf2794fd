/** What is typed into the search box, as the filters of the list of payments. */
import { CURRENCY_CODES, currencyDecimals } from '../../contract/currency.ts';

/** Names are those of the list's filters; the address has them, too. */
export type Found = Readonly<Record<string, string>>;

const RESULT_CODE = /^\d{3}\.\d{3}\.\d{3}$/;
const ID = /^[0-9a-f]{32}$/i;
const LAST_FOUR = /^(?:[•*xX. ]*)(\d{4})$/;
const BIN = /^\d{6,8}$/;
const EMAIL = /^\S+@\S+$/;
/** "92.00", "€92", "1.092,50 EUR": digits with marks between them, and a sign or a currency. */
const AMOUNT = /^(?:([A-Z]{3}|[€$£])\s?)?(\d+(?:[.,' ]\d+)*)(?:\s?([A-Z]{3}|[€$£]))?$/i;
const SIGNS: Readonly<Record<string, string>> = { '€': 'EUR', $: 'USD', '£': 'GBP' };

/** Digits in Arabic and Persian writing are digits. */
const withPlainDigits = (text: string) =>
  text.replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) =>
    String((digit.codePointAt(0) ?? 0) & 15),
  );

/** Three digits behind the last mark are thousands, but in a currency of three decimals. */
function asDecimal(digits: string, decimals: number): string {
  const [, whole = digits, fraction = ''] = /^(.+)[.,](\d{1,3})$/.exec(digits) ?? [];
  if (fraction.length === 3 && decimals !== 3) return `${digits.replace(/\D/g, '')}.00`;
  return `${whole.replace(/\D/g, '')}.${fraction.padEnd(2, '0')}`;
}

function asAmount(text: string): Found | undefined {
  const [, before, digits = '', after] = AMOUNT.exec(text) ?? [];
  const named = before ?? after;
  if (!digits || !(named || /\D/.test(digits))) return undefined;
  const currency = named && (SIGNS[named] ?? named.toUpperCase());
  if (currency && !CURRENCY_CODES.includes(currency)) return undefined;
  const amount = asDecimal(digits, currency ? currencyDecimals(currency) : 2);
  return { amountMin: amount, amountMax: amount, ...(currency && { currency }) };
}

/**
 * "5454" is a card's end, 6 to 8 digits its beginning; ids, e-mail addresses, result codes and amounts
 * are known by their form. A name of two words is a holder's, all else a reference of the merchant.
 */
export function lookFor(typed: string): Found {
  const text = withPlainDigits(typed.trim());
  if (text === '') return {};
  if (ID.test(text)) return { id: text.toLowerCase() };
  if (EMAIL.test(text)) return { email: text };
  if (RESULT_CODE.test(text)) return { resultCode: text };
  const [, last4] = LAST_FOUR.exec(text) ?? [];
  if (last4) return { last4 };
  // The first six are kept of a card, and shown in the filter.
  if (BIN.test(text)) return { bin: text.slice(0, 6) };
  const amount = asAmount(text);
  if (amount) return amount;
  return /^\p{L}[\p{L}'’.-]*(?: [\p{L}'’.-]+)+$/u.test(text)
    ? { holder: text }
    : { reference: text };
}

/**
 * A script of a payment page, as the form reports it and the inventory names it. Nothing in it is of the
 * shopper: an address has no query, fragment or credentials, an inline script is its hash.
 */
import { createHash } from 'node:crypto';
import { maskedText } from '../../../contract/card-numbers-in-text.ts';
import { looksLikeCardNumber } from '../../../contract/free-text.ts';
import { MAX_SCRIPT_ADDRESS } from '../../../contract/page-report.ts';
import { invalidParameter } from '../requests/index.ts';

export interface PageScript {
  /**
   * `https://shop.example/app.js`, with `?` at its end where there is a query; `sha256-…` of an inline
   * script, `data:sha256-…`, or `blob:`, whose address says nothing.
   */
  readonly source: string;
  /** The attribute; '' where there is none. */
  readonly integrity: string;
}

const HASHED = /^(?:data:)?sha256-[A-Za-z0-9+/]{43}=$/;
const INTEGRITY = /^sha(?:256|384|512)-[A-Za-z0-9+/]{43,86}={0,2}$/;
/** Characters of an address that are looked at, for card numbers too: a longer one takes no more time. */
const MOST_READ = 4 * MAX_SCRIPT_ADDRESS;
/** Hashes of one attribute that are kept. */
const MOST_HASHES = 4;

/**
 * @param text source, then the integrity attribute where there is one, separated by a space
 * @throws ApiError (400) naming what is wrong
 */
export function readScript(text: string): PageScript {
  const [reported = '', ...hashes] = text.split(' ');
  const integrity = hashes.filter((hash) => INTEGRITY.test(hash)).slice(0, MOST_HASHES);
  const source = sourceOf(reported);
  if (source !== undefined) return { source, integrity: integrity.join(' ') };
  const shown = looksLikeCardNumber(reported.slice(0, MOST_READ)) ? null : reported.slice(0, 100);
  const rule = 'must be an http address, the SHA-256 of an inline script as sha256-…, or blob:';
  throw invalidParameter('script', shown, rule);
}

/** Undefined for what is none. What the form has left out is left out again: anybody can post. */
export function sourceOf(reported: string): string | undefined {
  if (reported === 'blob:' || HASHED.test(reported)) return reported;
  if (!/^https?:\/\//i.test(reported) || !URL.canParse(reported)) return undefined;
  const { origin, pathname, search } = new URL(reported);
  const address = plain(maskedText(`${origin}${pathname}`.slice(0, MOST_READ)));
  const cut = address.length > MAX_SCRIPT_ADDRESS ? `${address.slice(0, MAX_SCRIPT_ADDRESS)}…` : '';
  return `${cut || address}${search === '' && !reported.endsWith('?') ? '' : '?'}`;
}

/**
 * One line, and no pattern. A star may stand in an address; what is masked comes decoded, with line
 * ends, queries and all else that was written as `%0A`.
 */
const plain = (address: string): string =>
  address.replaceAll(/[^!-~…]|[*?#]/gu, (sign) =>
    sign === '*' ? '%2A' : encodeURIComponent(sign),
  );

/** External scripts and inline ones are counted apart: many of one kind hide none of the other. */
export const isInline = (source: string): boolean => HASHED.test(source);

/** The name of a script in the commands of the administration. */
export const scriptId = (channelId: string, { source, integrity }: PageScript): string =>
  createHash('sha256')
    .update(JSON.stringify([channelId, source, integrity]))
    .digest('hex')
    .slice(0, 16);

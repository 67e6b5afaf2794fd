import { randomBytes } from 'node:crypto';
import { cookieOf, keptCookie } from './cookie.ts';
import type { Delivery } from './delivery.ts';
import type { DemoShopper } from './demo-shoppers.ts';

const COOKIE = 'shop-shopper';
const MONTH_SECONDS = 30 * 24 * 3600;
/** Of one account; the oldest make room. */
const MOST_CARDS = 5;

export interface KeptCard {
  readonly registrationId: string;
  readonly lastUsed: Date;
}

/** What the shop keeps of a shopper: of each demo shopper, and of the guest, in each browser. */
export interface Account {
  /** Absent for the guest. */
  readonly shopper?: DemoShopper;
  /** The one used last comes first. */
  cards: readonly KeptCard[];
  /** As it was typed last, right or wrong. */
  delivery?: Delivery;
}

/**
 * Who buys. A real shop has accounts with a password; here a shopper is a browser with an unguessable
 * cookie, kept in memory, so that no visitor sees what another one has stored.
 */
export interface Shoppers {
  /** The account of a request's `Cookie` header; `undefined` before there is anything to keep. */
  find(cookieHeader: string | undefined): Account | undefined;
  /** The same, made where it is missing, and the `Set-Cookie` header by which it is found again. */
  open(cookieHeader: string | undefined): { readonly account: Account; readonly cookie: string };
  /** @param shopper absent to sign out */
  signIn(cookieHeader: string | undefined, shopper?: DemoShopper): { readonly cookie: string };
}

/** The accounts of a browser, by shopper; the last one is signed in. */
type Browser = Account[];

export function createShoppers(capacity = 1000): Shoppers {
  const browsers = new Map<string, Browser>();
  const signedIn = (browser: Browser | undefined) => browser?.at(-1);

  function find(cookieHeader: string | undefined) {
    return signedIn(browsers.get(cookieOf(cookieHeader, COOKIE) ?? ''));
  }

  function browserOf(cookieHeader: string | undefined) {
    const known = cookieOf(cookieHeader, COOKIE) ?? '';
    const browser = browsers.get(known) ?? [{ cards: [] }];
    const id = browsers.has(known) ? known : randomBytes(18).toString('base64url');
    // The one that comes last is the last to make room.
    browsers.delete(id);
    browsers.set(id, browser);
    const [oldest] = browsers.keys();
    if (browsers.size > capacity && oldest !== undefined) browsers.delete(oldest);
    return { browser, cookie: keptCookie(COOKIE, id, MONTH_SECONDS) };
  }

  return {
    find,
    open(cookieHeader) {
      const { browser, cookie } = browserOf(cookieHeader);
      return { account: signedIn(browser) ?? { cards: [] }, cookie };
    },
    signIn(cookieHeader, shopper) {
      const { browser, cookie } = browserOf(cookieHeader);
      const at = browser.findIndex((account) => account.shopper === shopper);
      const [account] = at < 0 ? [] : browser.splice(at, 1);
      browser.push(account ?? { ...(shopper && { shopper }), cards: [] });
      return { cookie };
    },
  };
}

export function keepCard(account: Account, registrationId: string, lastUsed: Date): void {
  forgetCard(account, registrationId);
  account.cards = [{ registrationId, lastUsed }, ...account.cards].slice(0, MOST_CARDS);
}

export function forgetCard(account: Account, registrationId: string): void {
  account.cards = account.cards.filter((card) => card.registrationId !== registrationId);
}

import { randomBytes } from 'node:crypto';
import { cookieOf } from './cookie.ts';

const COOKIE = 'shop-shopper';
/** Of one shopper; the oldest make room. */
const MOST_CARDS = 5;

/**
 * Who has stored which cards. A real shop has accounts with a password; here a shopper is a browser
 * with an unguessable cookie, kept in memory.
 */
export interface Shoppers {
  /** Registration ids of the cards that the shopper of a request's `Cookie` header has stored. */
  storedCards(cookieHeader: string | undefined): readonly string[];
  /** Keeps a card, and answers the `Set-Cookie` header by which the shopper is known again. */
  keepCard(cookieHeader: string | undefined, registrationId: string): string;
}

export function createShoppers(capacity = 1000): Shoppers {
  const cards = new Map<string, readonly string[]>();
  const known = (cookieHeader: string | undefined) => {
    const id = cookieOf(cookieHeader, COOKIE);
    return id !== undefined && cards.has(id) ? id : undefined;
  };
  return {
    storedCards: (cookieHeader) => cards.get(known(cookieHeader) ?? '') ?? [],
    keepCard(cookieHeader, registrationId) {
      const id = known(cookieHeader) ?? randomBytes(18).toString('base64url');
      const before = (cards.get(id) ?? []).filter((each) => each !== registrationId);
      cards.delete(id);
      cards.set(id, [registrationId, ...before].slice(0, MOST_CARDS));
      const [oldest] = cards.keys();
      if (cards.size > capacity && oldest !== undefined) cards.delete(oldest);
      return `${COOKIE}=${id}; Path=/; Max-Age=${30 * 24 * 3600}; HttpOnly; SameSite=Lax`;
    },
  };
}

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { pieces, readCart } from './cart.ts';
import { cookieOf, keptCookie } from './cookie.ts';
import { formValue } from './form-value.ts';
import { findLanguage, type Language, languageOfBrowser } from './languages.ts';

const COOKIE = 'shop-language';
const YEAR_SECONDS = 365 * 24 * 3600;

/** What every page needs to know of the request that asks for it. */
export interface Visit {
  readonly language: Language;
  /** Pieces in the cart. */
  readonly inCart: number;
  /** Of this page, in another language. */
  inLanguage(language: Language): string;
}

/** The language is the one chosen here, else before, else one that the browser asks for. */
export function visitOf(request: FastifyRequest): Visit {
  const { cookie } = request.headers;
  return {
    language:
      chosenLanguage(request) ??
      findLanguage(cookieOf(cookie, COOKIE)) ??
      languageOfBrowser(request.languages()),
    inCart: pieces(readCart(cookie)),
    inLanguage: ({ code }) => addressIn(request, code),
  };
}

function addressIn({ url }: FastifyRequest, code: string): string {
  const [path = '', query] = url.split('?');
  const parameters = new URLSearchParams(query);
  parameters.set('lang', code);
  // One slash: with two of them it would be the address of another host.
  return `${path.replace(/^[/\\]+/, '/')}?${parameters}`;
}

const chosenLanguage = ({ query }: FastifyRequest) => findLanguage(formValue(query, 'lang'));

/** A language that an address asks for holds for the pages after it. */
export function keepChosenLanguage(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    const chosen = chosenLanguage(request);
    if (chosen) reply.header('set-cookie', keptCookie(COOKIE, chosen.code, YEAR_SECONDS));
  });
}

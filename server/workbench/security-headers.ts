import type { FastifyHelmetOptions } from '@fastify/helmet';
import { takesHsts } from '../secure-transport.ts';

type Directives = Readonly<Record<string, readonly string[]>>;

/** For pages that run no script at all. */
const QUIET: Directives = {
  'default-src': ["'none'"],
  'style-src': ["'self'"],
  'img-src': ["'self'"],
  'form-action': ["'self'"],
  'base-uri': ["'none'"],
  'frame-ancestors': ["'none'"],
  'require-trusted-types-for': ["'script'"],
};

/**
 * The page with the payment form: the lines that a merchant adds for the gateway, which is known by
 * its origin in four places. `nonce` is for the page's own `wpwlOptions`.
 */
export function paymentPagePolicy(gatewayUrl: string, nonce: string) {
  const gateway = new URL(gatewayUrl).origin;
  return asHelmetTakesIt({
    ...QUIET,
    'script-src': [`'nonce-${nonce}'`, gateway],
    'frame-src': [gateway],
    'connect-src': [gateway],
    // Those that the channel was given.
    'font-src': [gateway],
  });
}

/** The API reference: one script of its own, which copies code. */
export const referencePolicy = asHelmetTakesIt({ ...QUIET, 'script-src': ["'self'"] });

/** Inspector and inbox: a script of their own, which asks its own server. */
export const livePagePolicy = asHelmetTakesIt({
  ...QUIET,
  'script-src': ["'self'"],
  'connect-src': ["'self'"],
});

/** The playground, whose frames are pages of the workbench; they hold its result page, too. */
export const playgroundPolicy = asHelmetTakesIt({
  ...QUIET,
  'script-src': ["'self'"],
  'connect-src': ["'self'"],
  'frame-src': ["'self'"],
  'frame-ancestors': ["'self'"],
});

/**
 * A page of a simulated bank. A frame of the gateway holds an issuer's, wherever the merchant's page
 * is; a wallet's takes the whole tab.
 * @param ancestors origins that may show it in a frame; undefined: any, a sandbox and a file too,
 * which no directive could name
 */
export const bankPagePolicy = (ancestors: readonly string[] | undefined) => {
  const { 'frame-ancestors': _, ...unframed } = QUIET;
  return asHelmetTakesIt({
    ...unframed,
    // Its answer is led on to the gateway and from there to the merchant; browsers check every step.
    'form-action': ["'self'", 'http:', 'https:'],
    ...(ancestors && { 'frame-ancestors': ancestors }),
  });
};

function asHelmetTakesIt(directives: Directives) {
  return {
    useDefaults: false,
    directives: Object.fromEntries(
      Object.entries(directives).map(([name, sources]) => [name, [...sources]]),
    ),
  };
}

/** @param shopUrl the workbench's own address */
export const securityHeaders = (shopUrl: string): FastifyHelmetOptions => ({
  contentSecurityPolicy: asHelmetTakesIt(QUIET),
  // The gateway's frames and the form post need to know which shop they are in, not which page.
  referrerPolicy: { policy: 'strict-origin' },
  strictTransportSecurity: takesHsts(shopUrl),
});

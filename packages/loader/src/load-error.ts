/** Why the form could not be loaded. */
export type LoadErrorCode =
  /** There is no page: on a server, in a worker. */
  | 'no-window'
  /** An option is missing or not what it has to be. */
  | 'bad-option'
  /** The page is not served over https, and is not on localhost. */
  | 'insecure-page'
  /** The page's Content-Security-Policy or Trusted Types keep the script out. */
  | 'blocked-by-policy'
  /** What is at the gateway's address is not the script of the payment form. */
  | 'wrong-host'
  /** The script is not the one that `integrity` describes. */
  | 'hash-mismatch'
  /** The script could not be downloaded, after all tries. */
  | 'network'
  /** The form's data could not be downloaded, or the gateway has none for this page or its brands. */
  | 'no-form'
  /** The page has the script of another gateway, or `window.wpwl` is of another script. */
  | 'other-script'
  /** The script, or another copy of this package in the page, is of another major version. */
  | 'other-version';

/** Codes can be compared by machines; messages are for the developer, in English, and name the remedy. */
export interface LoadError extends Error {
  readonly name: 'PaymentWidgetsError';
  readonly code: LoadErrorCode;
}

/**
 * Whether something that was thrown says why the form could not be loaded. Not by `instanceof`: a page
 * may have two copies of this package.
 */
export const isLoadError = (error: unknown): error is LoadError =>
  error instanceof Error && error.name === 'PaymentWidgetsError';

/** @internal */
export const loadError = (code: LoadErrorCode, message: string): LoadError =>
  Object.assign(new Error(message), { name: 'PaymentWidgetsError' as const, code });

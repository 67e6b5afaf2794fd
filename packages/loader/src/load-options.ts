import { loadError } from './load-error.ts';

export interface LoadOptions {
  /** Address of the gateway: `https://gateway.example`. */
  gateway: string;
  /**
   * Id of a checkout, for `wpwl.checkout` and forms that are mounted without one. `wpwl.mount()` takes one
   * for each form, so a page that mounts needs none here.
   */
  checkoutId?: string | undefined;
  /** Hash of the script, as the checkout has it with `integrity=true`: `sha384-…`. */
  integrity?: string | undefined;
  /** Of the page's Content-Security-Policy, where that names scripts by a nonce. */
  nonce?: string | undefined;
}

/**
 * @internal
 * @returns origin of the gateway
 * @throws LoadError `bad-option`
 */
export function originOf({ gateway, integrity }: LoadOptions): string {
  let origin = '';
  try {
    ({ origin } = new URL(gateway));
  } catch {
    // URL.canParse is younger than the oldest browsers that the form is for.
  }
  // Of another kind of address it is "null".
  if (!origin.startsWith('http')) {
    throw loadError('bad-option', `gateway is "${gateway}", not https://…`);
  }
  // A browser ignores what it cannot read, and the script with it is any script.
  if (integrity && !/^sha\d+-/.test(integrity)) {
    throw loadError('bad-option', `integrity is "${integrity}", not sha384-…`);
  }
  return origin;
}

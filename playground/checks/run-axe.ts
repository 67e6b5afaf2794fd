/** Axe in a preview: it is brought into the merchant's page there, when it is asked for. */
import type Axe from 'axe-core';
import address from 'axe-core/axe.min.js?url';

export interface AxeFault {
  readonly rule: string;
  readonly help: string;
  /** Selectors of where it is. */
  readonly places: readonly string[];
}

interface PageWindow {
  readonly axe?: typeof Axe;
  readonly trustedTypes?: {
    createPolicy(
      name: string,
      rules: { createScriptURL: (url: string) => string },
    ): { createScriptURL(url: string): string };
  };
}

/** The page around the form is made up, and has no landmarks: beside ours they would be one main too many. */
const OF_THE_PAGE = { region: { enabled: false }, 'landmark-one-main': { enabled: false } };

/** By the page's own leave: its policy lets scripts run that have its nonce. */
function bring(page: Document, merchant: PageWindow): Promise<void> {
  const script = page.createElement('script');
  script.nonce = page.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? '';
  const trusted = merchant.trustedTypes?.createPolicy('playground', {
    createScriptURL: (url) => url,
  });
  const url = new URL(address, location.href).href;
  return new Promise((resolve, reject) => {
    script.onload = () => resolve();
    script.onerror = () => reject(new Error('axe could not be loaded'));
    script.src = trusted ? trusted.createScriptURL(url) : url;
    page.head.append(script);
  });
}

/**
 * What axe finds in the page of a preview. The frames of number and CVV are the gateway's: no script of
 * another page gets there.
 */
export async function axeFaults(frame: HTMLIFrameElement): Promise<AxeFault[]> {
  const { contentDocument: page, contentWindow } = frame;
  const merchant = contentWindow as PageWindow | null;
  if (!page || !merchant) return [];
  const left = Promise.withResolvers<undefined>();
  const leave = () => left.resolve(undefined);
  frame.addEventListener('load', leave, { once: true });
  const look = async () => {
    if (!merchant.axe) await bring(page, merchant);
    return merchant.axe?.run(page, {
      iframes: false,
      resultTypes: ['violations'],
      rules: OF_THE_PAGE,
    });
  };
  // A payment may be over meanwhile, and its form gone: nothing answers there any more.
  const results = await Promise.race([look(), left.promise]);
  frame.removeEventListener('load', leave);
  return (results?.violations ?? []).map(({ id, help, nodes }) => ({
    rule: id,
    help,
    places: nodes.map(({ target }) => target.join(' ')),
  }));
}

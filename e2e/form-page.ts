/** A merchant's page around a form. */
import type { Fields } from './gateway.ts';

export interface FormPage {
  readonly checkout?: Fields;
  /** What the page assigns to `wpwlOptions`: JavaScript. */
  readonly options?: string;
  readonly brands?: string;
  /** Attributes of the `<html>` element. */
  readonly html?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** More of the head, before the options and the script. */
  readonly head?: string;
  /** More of the page, before and after the form. */
  readonly before?: string;
  readonly after?: string;
  /** The form element; `action` and brands as the merchant writes them. */
  readonly form?: string;
  readonly scriptAttributes?: string;
}

/** A merchant's page, as the quick start shows it. */
export function formPage(
  gatewayUrl: string,
  merchantOrigin: string,
  checkoutId: string,
  page: FormPage = {},
): { html: string; headers?: Readonly<Record<string, string>> } {
  const {
    options,
    brands = 'VISA MASTER AMEX',
    html = 'lang="en"',
    head = '',
    before = '',
    after = '',
    form = `<form class="paymentWidgets" action="${merchantOrigin}/result">${brands}</form>`,
    scriptAttributes = '',
    headers,
  } = page;
  const nonce = /nonce="[^"]+"/.exec(scriptAttributes)?.[0] ?? '';
  const src = `${gatewayUrl}/v1/paymentWidgets.js?checkoutId=${checkoutId}`;
  return {
    html: `<!doctype html><html ${html}><head><meta charset="utf-8"><title>Checkout</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
${head}
${options ? `<script ${nonce}>var wpwlOptions = ${options}</script>` : ''}
<script src="${src}" ${scriptAttributes}></script></head>
<body><main><h1>Checkout</h1>${before}${form}${after}</main></body></html>`,
    ...(headers && { headers }),
  };
}

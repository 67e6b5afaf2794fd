/** A merchant's page around the real form: what the playground shows in its frames. */
import { z } from 'zod';
import { directionOf, LANGUAGES } from '../../../contract/languages.ts';
import { type Html, html, scriptValue } from '../../html.ts';

const word = z.string().max(40);
export const CHECKOUT_ID = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9.-]{31,47}$/);

/** What the address of a preview may say. */
export const PREVIEW = z.strictObject({
  checkout: CHECKOUT_ID,
  /** What the page brings once that one is over. */
  renewal: CHECKOUT_ID.or(z.literal('')),
  brands: z.string().regex(/^[A-Z0-9_ ]{0,400}$/),
  locale: z.string().regex(/^[a-z]{2}$/),
  scheme: z.enum(['light', 'dark']),
  /** Percent. */
  text: z.coerce.number().int().min(100).max(200),
  layout: word,
  labelPosition: word,
  density: word,
  tokens: z.string().max(8_000),
  /** What the page's policy keeps from the form, or its network: its data, all answers from its payment on. */
  block: z.enum(['', 'frames', 'calls', 'data', 'answers']),
  billing: z.enum(['', 'shown']),
});
export type Preview = z.infer<typeof PREVIEW>;

export interface PreviewPage {
  readonly preview: Preview;
  readonly gatewayUrl: string;
  readonly shopUrl: string;
  /** Of the page's Content-Security-Policy. */
  readonly nonce: string;
}

/** What a network does, done by the page: its own `fetch` is the form's. */
const NETWORKS: Readonly<Partial<Record<Preview['block'], Html>>> = {
  data: html`window.fetch = function () { return new Promise(function () {}); };`,
  answers: html`(function (send) {
  var isLost = false;
  window.fetch = function (address, init) {
    isLost = isLost || Boolean(init && init.method);
    return send(address, init).then(function (answer) {
      if (isLost) throw new TypeError('The answer was lost.');
      return answer;
    });
  };
})(window.fetch);`,
};

const tokensOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
};

export function previewPage({ preview, gatewayUrl, shopUrl, nonce }: PreviewPage): string {
  const { checkout, brands, locale, scheme, text, layout, labelPosition, density } = preview;
  const tag = LANGUAGES[locale] ?? 'en';
  const options = {
    locale,
    layout,
    labelPosition,
    density,
    stayOnDecline: true,
    tokens: tokensOf(preview.tokens),
    ...(preview.billing && { billingAddress: true }),
  };
  return html`<!doctype html>
<html lang="${tag}" dir="${directionOf(tag)}" data-scheme="${scheme}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Preview of the payment form</title>
<link rel="stylesheet" href="/assets/playground/preview.css">
<script nonce="${nonce}">
document.documentElement.style.fontSize = '${text}%';
var wpwlOptions = ${scriptValue(options)};
wpwlOptions.onDeleteRegistration = function () {};
${preview.renewal && html`wpwlOptions.getCheckoutId = function () { return ${scriptValue(preview.renewal)}; };`}
${NETWORKS[preview.block]}
// Words and rules of the design are too long for what a server reads of an address.
var given = JSON.parse(decodeURIComponent(location.hash.slice(1)) || '{}');
wpwlOptions.languages = given.languages;
var designSheet = new CSSStyleSheet();
designSheet.replaceSync(given.styleSheet || '');
document.adoptedStyleSheets = [designSheet];
wpwlOptions.onReady = function () { document.documentElement.dataset.ready = ''; };
</script>
<script nonce="${nonce}" src="${gatewayUrl}/v1/paymentWidgets.js?checkoutId=${checkout}" async></script>
</head>
<body>
<div class="page">
<h1 class="hidden-text">Checkout</h1>
<form class="paymentWidgets" action="${shopUrl}/playground/result" data-brands="${brands}"></form>
</div>
</body>
</html>
`.source;
}

/** Where a payment of a preview ends. */
export const previewResultPage = (): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Your result page</title>
<link rel="stylesheet" href="/assets/playground/preview.css">
</head>
<body class="result">
<div class="page">
<h1>Your result page</h1>
<p>The payment is over. Your server reads what came of it, and this page says so.</p>
</div>
</body>
</html>
`.source;

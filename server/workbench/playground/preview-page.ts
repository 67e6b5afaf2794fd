/** A merchant's page around the real form: what the playground shows in its frames. */
import { z } from 'zod';
import {
  DENSITIES,
  FIELDS_RULE,
  fieldOption,
  ICONS,
  LABEL_POSITIONS,
  LAYOUTS,
  LINK_VERSION,
  readFields,
  SCHEMES,
  shortened,
  TEXT_SIZES,
} from '../../../contract/design-options.ts';
import { directionOf, LANGUAGES } from '../../../contract/languages.ts';
import { type Html, html, scriptValue } from '../../html.ts';

const oneOf = <const T extends readonly string[]>(names: T) =>
  z.enum(names, `must be one of ${names.map((name) => name || 'nothing').join(', ')}`);
const ID = /^[A-Za-z0-9][A-Za-z0-9.-]{31,47}$/;
const IS_ID = 'must be the id of a checkout';
export const CHECKOUT_ID = z.string(IS_ID).regex(ID, IS_ID);
const ARE_BRANDS = 'must be codes of brands, 400 characters at most';
const IS_SIZE = `must be a whole number from ${TEXT_SIZES.least} to ${TEXT_SIZES.most}`;

/**
 * What the address of a preview may say: where it is, and what a form takes at its beginning. The
 * design's own tokens, words and rules it is given by the frame that it is in.
 */
export const PREVIEW = z.strictObject({
  v: z.literal(LINK_VERSION, `must be ${LINK_VERSION}, as this playground reads it`),
  checkout: CHECKOUT_ID,
  /** What the page brings once that one is over. */
  renewal: z.string(IS_ID).regex(new RegExp(`^$|${ID.source}`), IS_ID),
  brands: z.string(ARE_BRANDS).regex(/^[A-Z0-9_ ]{0,400}$/, ARE_BRANDS),
  locale: oneOf(Object.keys(LANGUAGES)),
  scheme: oneOf(SCHEMES),
  /** Percent. */
  text: z.coerce.number(IS_SIZE).int(IS_SIZE).min(100, IS_SIZE).max(200, IS_SIZE),
  layout: oneOf(LAYOUTS),
  labelPosition: oneOf(LABEL_POSITIONS),
  density: oneOf(DENSITIES),
  icons: oneOf(ICONS),
  fields: z.string(FIELDS_RULE).refine((text) => readFields(text) !== undefined, FIELDS_RULE),
  /** What the page's policy keeps from the form, or its network: all that it asks, its data, all answers from its payment on. */
  block: oneOf(['', 'frames', 'calls', 'data', 'answers']),
  billing: oneOf(['', 'shown']),
});
export type Preview = z.infer<typeof PREVIEW>;

/** What is wrong with an address, a sentence each: parameter, rule and value. */
export function problemsOf({ issues }: z.ZodError, address: unknown): string[] {
  const fields = new Map(Object.entries(Object(address)));
  const told = (name: string) =>
    fields.has(name) ? shortened(String(fields.get(name))) : 'not given';
  return issues.flatMap((issue) => {
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((name) => `${shortened(name)} is no parameter: ${told(name)}`);
    }
    const name = issue.path.join('.');
    return [`${name} ${issue.message}: ${told(name)}`];
  });
}

export interface PreviewPage {
  readonly preview: Preview;
  readonly gatewayUrl: string;
  readonly shopUrl: string;
  /** Of the page's Content-Security-Policy. */
  readonly nonce: string;
}

/** What a network does, done by the page: its own `fetch` is the form's. */
const NETWORKS: Readonly<Partial<Record<Preview['block'], Html>>> = {
  calls: html`window.fetch = function () { return Promise.reject(new TypeError('No network.')); };`,
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

export function previewPage({ preview, gatewayUrl, shopUrl, nonce }: PreviewPage): string {
  const { checkout, brands, locale, scheme, text, layout, labelPosition, density, icons } = preview;
  const fields = fieldOption(readFields(preview.fields) ?? []);
  const tag = LANGUAGES[locale] ?? 'en';
  const options = {
    locale,
    layout,
    labelPosition,
    density,
    icons,
    ...(fields.length > 0 && { fields }),
    stayOnDecline: true,
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
// Of the playground around it: alone, in a window of its own, it is the form without a design.
var given = JSON.parse((window.frameElement && frameElement.dataset.given) || '{}');
wpwlOptions.tokens = given.tokens;
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

const plainPage = (heading: string, content: Html): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${heading}</title>
<link rel="stylesheet" href="/assets/playground/preview.css">
</head>
<body class="result">
<div class="page">
<h1>${heading}</h1>
${content}
</div>
</body>
</html>
`.source;

/** Where a payment of a preview ends. */
export const previewResultPage = (): string =>
  plainPage(
    'Your result page',
    html`<p>The payment is over. Your server reads what came of it, and this page says so.</p>`,
  );

/** @param problems a sentence each */
export const refusedPreviewPage = (problems: readonly string[]): string =>
  plainPage(
    'This address is no preview',
    html`<p>Not all of it could be read:</p>
<ul>${problems.map((problem) => html`<li>${problem}</li>`)}</ul>
<p><a href="/playground" target="_top">To the playground</a></p>`,
  );

import { type Html, html } from '../../html.ts';
import { DEFAULT_LANGUAGE, type Language } from '../shop/languages.ts';

export interface Page {
  readonly title: string;
  /** Pieces in the cart. */
  readonly inCart: number;
  readonly main: Html;
  readonly language?: Language;
  /** Goes into the `<head>`. */
  readonly head?: Html;
}

/** The whole document. Header and footer are English on every page, and say so. */
export function layout({ title, inCart, main, language = DEFAULT_LANGUAGE, head }: Page): string {
  return html`<!doctype html>
<html lang="${language.tag}" dir="${language.direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Kiln &amp; Linen</title>
<link rel="icon" href="/assets/shop/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/assets/shop/shop.css">
<link rel="stylesheet" href="/assets/shop/goods.css">
<link rel="stylesheet" href="/assets/shop/checkout.css">
<link rel="stylesheet" href="/assets/shop/result.css">
<link rel="stylesheet" href="/assets/shop/behind.css">
<link rel="stylesheet" href="/assets/shop/print.css" media="print">
${head}
</head>
<body>
<a class="skip" href="#main" lang="en">Skip to content</a>
<header class="site-header" lang="en">
<a class="wordmark" href="/"><img src="/assets/shop/favicon.svg" alt="" width="28" height="28">Kiln &amp; Linen</a>
<nav aria-label="Shop">
<a href="/">Shop</a>
<a href="/cart">Cart <span class="count">${inCart}</span></a>
</nav>
</header>
<main id="main" tabindex="-1">
${main}
</main>
<footer class="site-footer" lang="en">
<p dir="ltr">This is a demo shop. Nothing is shipped and no money moves.
<a href="/reference">API reference</a> · <a href="/inbox">Webhook inbox</a> · <a href="/accessibility">Accessibility</a></p>
</footer>
</body>
</html>
`.source;
}

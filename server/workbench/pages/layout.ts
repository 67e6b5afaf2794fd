import { type Html, html } from '../../html.ts';
import { LANGUAGES } from '../shop/languages.ts';
import type { Visit } from '../shop/visit.ts';
import { BAG, GLOBE, PERSON } from './icons.ts';

export interface Page {
  readonly visit: Visit;
  readonly title: string;
  readonly main: Html;
  /** Goes into the `<head>`. */
  readonly head?: Html;
}

/** The whole document. What is for developers is English on every page, and says so. */
export function layout({ visit, title, main, head }: Page): string {
  const { tag, direction, text } = visit.language;
  return html`<!doctype html>
<html lang="${tag}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Kiln &amp; Linen</title>
<link rel="icon" href="/assets/shop/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/assets/shop/shop.css">
<link rel="stylesheet" href="/assets/shop/goods.css">
<link rel="stylesheet" href="/assets/shop/checkout.css">
<link rel="stylesheet" href="/assets/shop/account.css">
<link rel="stylesheet" href="/assets/shop/result.css">
<link rel="stylesheet" href="/assets/shop/behind.css">
<link rel="stylesheet" href="/assets/shop/print.css" media="print">
${head}
</head>
<body>
<a class="skip" href="#main">${text('skip')}</a>
<header class="site-header">
<a class="wordmark" href="/" lang="en"><img src="/assets/shop/favicon.svg" alt="" width="28" height="28">Kiln &amp; Linen</a>
<nav aria-label="${text('shop')}">
<a class="nav-shop" href="/">${text('shop')}</a>
<a href="/account">${PERSON}<span class="nav-label">${text('account')}</span></a>
<a href="/cart">${BAG}<span class="nav-label">${text('cart')}</span> <span class="count">${visit.inCart}</span></a>
</nav>
${languagePicker(visit)}
</header>
<main id="main" tabindex="-1">
${main}
</main>
<footer class="site-footer">
<p>${text('demo')}</p>
<p lang="en" dir="ltr"><a href="/docs">Guides</a> · <a href="/reference">API reference</a> · <a href="/inbox">Webhook inbox</a> · <a href="/playground">Playground</a> · <a href="/accessibility">Accessibility</a></p>
</footer>
</body>
</html>
`.source;
}

const languagePicker = ({ language, inLanguage }: Visit) => html`
<details class="languages">
<summary>${GLOBE}<span class="hidden-text">${language.text('language')}: </span><span class="nav-label" lang="${language.tag}">${language.name}</span></summary>
<nav aria-label="${language.text('language')}">
<ul>${LANGUAGES.map(
  (each) => html`
<li><a href="${inLanguage(each)}" lang="${each.tag}" hreflang="${each.tag}"${
    each === language && html` aria-current="true"`
  }>${each.name}</a></li>`,
)}</ul>
</nav>
</details>`;

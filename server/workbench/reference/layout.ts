/** The frame of every page of the reference and of the guides. Its look is in public/reference. */
import { type Html, html } from '../../html.ts';

const PAGES = [
  ['/docs', 'Guides'],
  ['/reference', 'Endpoints'],
  ['/reference/parameters', 'Parameters'],
  ['/reference/result-codes', 'Result codes'],
  ['/reference/ways-to-pay', 'Ways to pay'],
  ['/reference/test-cards', 'Test cards'],
] as const;

const SEARCH = '/reference/search';

export interface ReferencePage {
  readonly title: string;
  /** Which of the two it is part of; the reference, if nothing is said. */
  readonly site?: 'Guides' | 'API reference';
  /** Its own address, for the mark in the navigation. */
  readonly path: string;
  /** What was looked for, on the page that answers it. */
  readonly sought?: string;
  /** Scripts of `public/reference` besides the one that copies. */
  readonly scripts?: readonly string[];
  readonly main: Html;
}

/** Of a page that is in no list itself: a guide, or an endpoint. */
function aroundOf(path: string, site: ReferencePage['site']): string | undefined {
  if (site === 'Guides') return '/docs';
  const isListed = path === SEARCH || PAGES.some(([address]) => address === path);
  return isListed ? undefined : '/reference';
}

export const referenceLayout = ({
  title,
  path,
  site = 'API reference',
  sought = '',
  scripts = [],
  main,
}: ReferencePage): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}${title !== site && ` · ${site}`}</title>
<link rel="icon" href="/assets/shop/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/assets/shop/shop.css">
<link rel="stylesheet" href="/assets/shop/print.css" media="print">
<link rel="stylesheet" href="/assets/reference/reference.css">
<link rel="stylesheet" href="/assets/reference/guides.css">
${['copy.js', ...scripts].map(
  (name) => html`<script src="/assets/reference/${name}" type="module"></script>
`,
)}</head>
<body class="reference">
<a class="skip" href="#main">Skip to content</a>
<header class="site-header">
<a class="wordmark" href="${site === 'Guides' ? '/docs' : '/reference'}">${site}</a>
<nav aria-label="Guides and reference">
${PAGES.map(
  ([address, name]) =>
    html`<a href="${address}"${address === path ? html` aria-current="page"` : address === aroundOf(path, site) && html` aria-current="true"`}>${name}</a>`,
)}
</nav>
<form class="search" role="search" action="/reference/search">
<input type="search" name="q" value="${sought}" aria-label="Search guides and reference" placeholder="Search" maxlength="100" spellcheck="false" autocomplete="off">
<button class="button">Search</button>
</form>
</header>
<main id="main" tabindex="-1">
${main}
</main>
<footer class="site-footer">
<p><a href="/docs">Guides</a> · <a href="/reference">API reference</a> · <a href="/openapi.json">OpenAPI 3.1</a> · <a href="/">Demo shop</a> · <a href="/accessibility">Accessibility</a></p>
</footer>
</body>
</html>
`.source;

/** The inspector's page; public/inspector/inspector.js fills it. */
import { html } from '../../html.ts';

export const inspectorPage = (): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Inspector of the payment form</title>
<link rel="icon" href="/assets/shop/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/assets/shop/shop.css">
<link rel="stylesheet" href="/assets/inspector/inspector.css">
<script src="/assets/inspector/inspector.js" type="module"></script>
</head>
<body class="inspector">
<main id="main">
<h1>Inspector</h1>
<p id="about" role="status">Waiting for a page. Open this from the page with the form: run <code>wpwl.inspect()</code> in its console, and again after it was loaded anew.</p>
<section aria-labelledby="advice-title" hidden>
<h2 id="advice-title">What to change</h2>
<ul id="advice"></ul>
</section>
<section aria-labelledby="brands-title" hidden>
<h2 id="brands-title">Brands on offer</h2>
<p id="brands"></p>
<details id="more-brands" hidden><summary></summary><p></p></details>
</section>
<section aria-labelledby="log-title" hidden>
<h2 id="log-title">What happened</h2>
<ol id="log"></ol>
</section>
</main>
</body>
</html>
`.source;

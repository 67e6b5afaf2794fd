const ENTITIES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
export const escaped = (text) => String(text).replace(/[&<>"]/g, (sign) => ENTITIES[sign]);

const page = (title, head, body) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} – My shop</title>
${head}
</head>
<body>
<main>
<h1>${title}</h1>
${body}
</main>
</body>
</html>`;

export const homePage = () =>
  page(
    'My shop',
    '',
    '<form method="post" action="/checkout"><p>Stoneware mug, 24.00 EUR</p><button>Buy</button></form>',
  );

/** With `preconnect` and `async` the page paints as if the form were not there. */
export const paymentPage = ({ gatewayUrl, checkout, result }) =>
  page(
    'Payment',
    `<link rel="preconnect" href="${escaped(gatewayUrl)}" crossorigin>
<script>var wpwlOptions = { layout: 'list' };</script>
<script src="${escaped(gatewayUrl)}/v1/paymentWidgets.js?checkoutId=${escaped(checkout.id)}"
  integrity="${escaped(checkout.integrity)}" crossorigin="anonymous" async></script>`,
    `<form action="${escaped(result)}" class="paymentWidgets" data-brands="VISA MASTER AMEX"></form>`,
  );

const WORDS = {
  paid: 'Thank you. Your order is paid.',
  failed: 'The payment did not go through. You have not been charged.',
  pending: 'We are checking your payment. Do not pay again.',
  open: 'You have not paid yet.',
  expired: 'The time to pay is over. You have not been charged.',
};

export const resultPage = ({ status }) =>
  page(WORDS[status], '', '<p><a href="/">Back to the shop</a></p>');

export const notFoundPage = () =>
  page('There is no such page', '', '<p><a href="/">Back to the shop</a></p>');

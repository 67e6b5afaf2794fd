/** A payment of a server that names no page of a shop: the gateway's own page is the shopper's last. */

import { DEMO } from '../server/tests/support/gateway-process.ts';
import { accessibilityProblems } from './axe.ts';
import { expect, type Gateway, test } from './fixtures.ts';
import { bankIn, press } from './waiting-payment.ts';

async function begin({ url }: Gateway) {
  const answer = await fetch(`${url}/v1/payments`, {
    method: 'POST',
    headers: { authorization: `Bearer ${DEMO.DEMO_ACCESS_TOKEN}` },
    body: new URLSearchParams({
      amount: '92.00',
      currency: 'EUR',
      paymentType: 'DB',
      paymentBrand: 'VISA',
      'card.number': '4200000000000018',
      'card.holder': 'Jane Jones',
      'card.expiryMonth': '05',
      'card.expiryYear': '2034',
      'card.cvv': '123',
    }),
  });
  return (await answer.json()) as { redirect: { url: string } };
}

for (const [outcome, locale, words] of [
  ['Y', 'en', 'Thank you. Your payment was successful.'],
  ['N', 'en', /^Your bank could not confirm that it is you\./],
  ['Y', 'ar', /\p{Script=Arabic}/u],
] as const) {
  test(`after ${outcome} it says in its place what came of it, in ${locale} @phone`, async ({
    page,
    gateway,
  }) => {
    const { redirect } = await begin(gateway);
    await page.goto(`${redirect.url}?locale=${locale}`);
    await expect(page.locator('.hold')).toBeVisible();
    await bankIn(page).locator('select[name=transStatus]').selectOption(outcome);
    await press(bankIn(page).getByRole('button'));
    await expect(page.getByRole('status')).toHaveText(words);
    await expect(page.locator('html')).toHaveAttribute('lang', locale);
    await expect(page.locator('iframe, .hold, form, button')).toHaveCount(0);
    expect(await accessibilityProblems(page)).toEqual([]);
  });
}

/** Issuers that never answer the browser: the gateway's page does not wait for ever. */
import { expect, test } from './fixtures.ts';
import {
  bankIn,
  CHALLENGE_WITH_METHOD_CALL,
  press,
  resultOf,
  startPayment,
} from './waiting-payment.ts';

const PAID = '000.100.110';
const silence = () => {};

test('one that never has done looking at the browser asks after ten seconds', async ({
  page,
  gateway,
  merchant,
}) => {
  await page.route('**/bank/method**', silence);
  await page.clock.install();
  const { id, url } = await startPayment(gateway, {
    'card.number': CHALLENGE_WITH_METHOD_CALL,
    shopperResultUrl: `${merchant.origin}/result`,
  });
  // The page waits from then on, and not from when its first words are seen.
  const asked = page.waitForRequest('**/bank/method**');
  await page.goto(url, { waitUntil: 'commit' });
  await asked;
  await expect(page.getByRole('status')).toBeVisible();
  await page.clock.fastForward(11_000);
  await press(bankIn(page).getByRole('button'));
  await page.waitForURL('**/result?**');
  expect(await resultOf(gateway, id)).toBe(PAID);
});

test('one whose question does not come can be asked again after twenty seconds', async ({
  page,
  gateway,
  merchant,
}) => {
  await page.route('**/bank/challenge**', silence, { times: 1 });
  await page.clock.install();
  const { id, url } = await startPayment(gateway, {
    shopperResultUrl: `${merchant.origin}/result`,
  });
  const asked = page.waitForRequest('**/bank/challenge**');
  await page.goto(url, { waitUntil: 'commit' });
  await asked;
  await expect(page.getByRole('heading')).toBeVisible();
  await expect(page.getByRole('alert')).toBeHidden();
  await page.clock.fastForward(21_000);
  await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click();
  await press(bankIn(page).getByRole('button'));
  await page.waitForURL('**/result?**');
  expect(await resultOf(gateway, id)).toBe(PAID);
});

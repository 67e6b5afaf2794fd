/** The guide for merchants without our form, followed with curl and a browser. */

import { blocksOf, hasProgram, runShell } from '../server/tests/guides/guide-code.ts';
import { DEMO } from '../server/tests/support/gateway-process.ts';
import { expect, type Gateway, inWholeBrowser as test } from './fixtures.ts';
import { bankIn, press } from './waiting-payment.ts';

const GUIDE = blocksOf('docs/asynchronous-payments.md', 'sh');
const blockWith = (text: string): string => {
  const found = GUIDE.find((block) => block.includes(text));
  if (!found) throw new Error(`the guide has no ${text}`);
  return found;
};
/** A reader who follows the guide against the gateway of the test; its first block sets the address. */
const readerOf = ({ url }: Gateway) => ({
  // biome-ignore lint/suspicious/noExplicitAny: answers are looked at as untyped code does
  async run(block: string, variables: Readonly<Record<string, string>> = {}): Promise<any> {
    const setUp = GUIDE[0]?.replace(/^G=.*$/m, `G=${url}`);
    const { stdout, stderr } = await runShell(`${setUp}\n${block}`, {
      ACCESS_TOKEN: DEMO.DEMO_ACCESS_TOKEN,
      ENTITY_ID: DEMO.DEMO_ENTITY_ID,
      ...variables,
    });
    expect(stdout, stderr).not.toBe('');
    return JSON.parse(stdout);
  },
});
const READ = blockWith('/v1/payments/$PAYMENT_ID');

test.skip(!hasProgram('curl'), 'the guide is for readers with curl');

test.beforeEach(async ({ page }) => {
  // The guide's shop, which is nowhere.
  await page.route('https://shop.example/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Result</title>' }),
  );
});

test('a card: pay, meet the preconditions, visit the bank, read the result', async ({
  page,
  gateway,
}) => {
  const reader = readerOf(gateway);
  const begun = await reader.run(blockWith('card.number=4200000000000042'));
  expect(begun.result.code).toBe('000.200.000');
  const before = await reader.run(READ, { PAYMENT_ID: begun.id });
  expect(before.result.code).toBe('000.200.000');

  // Step 2, as the merchant's page does it: each in a hidden frame.
  const [precondition] = begun.redirect.preconditions;
  const met = await page.request.post(precondition.url, {
    form: Object.fromEntries(
      precondition.parameters.map(({ name, value }: { name: string; value: string }) => [
        name,
        value,
      ]),
    ),
  });
  expect(met.ok()).toBe(true);

  // Step 3: no second look at the browser.
  await page.goto(begun.redirect.url);
  await press(bankIn(page).getByRole('button'));
  await page.waitForURL('https://shop.example/result?**');
  const { searchParams } = new URL(page.url());
  expect(searchParams.get('id')).toBe(begun.id);
  expect(searchParams.get('resourcePath')).toBe(`/v1/payments/${begun.id}`);
  const after = await reader.run(READ, { PAYMENT_ID: begun.id });
  expect(after).toMatchObject({ result: { code: '000.100.110' }, threeDSecure: { eci: '05' } });
});

test('a card whose preconditions are left out: the redirect meets them', async ({
  page,
  gateway,
}) => {
  const reader = readerOf(gateway);
  const begun = await reader.run(blockWith('card.number=4200000000000042'));
  await page.goto(begun.redirect.url);
  await bankIn(page).locator('select[name=transStatus]').selectOption('N');
  await press(bankIn(page).getByRole('button'));
  await page.waitForURL('https://shop.example/result?**');
  const after = await reader.run(READ, { PAYMENT_ID: begun.id });
  expect(after.result.code).toBe('100.380.401');
});

test('a form that posts the parameters of the redirect works as well', async ({
  page,
  gateway,
  merchant,
}) => {
  const { redirect } = await readerOf(gateway).run(blockWith('card.number=4200000000000042'));
  const inputs = redirect.parameters.map(
    ({ name, value }: { name: string; value: string }) =>
      `<input type="hidden" name="${name}" value="${value}">`,
  );
  const html = `<!doctype html><title>Shop</title>
    <form method="post" action="${redirect.url}">${inputs.join('')}<button>Go on</button></form>`;
  await page.goto(merchant.publish({ html }));
  await page.getByRole('button').click();
  await press(bankIn(page).getByRole('button'));
  await page.waitForURL('https://shop.example/result?**');
});

test('a wallet: pay, visit it, read the result', async ({ page, gateway }) => {
  const reader = readerOf(gateway);
  const begun = await reader.run(blockWith('paymentBrand=PAYPAL'));
  await page.goto(begun.redirect.url);
  await page.locator('button[value="accept"]').click();
  await page.waitForURL('https://shop.example/result?**');
  const after = await reader.run(READ, { PAYMENT_ID: begun.id });
  expect(after.result.code).toBe('000.100.110');
});

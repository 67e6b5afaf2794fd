/** Where the bank's question and the result come up, how large, and what the bank is told of that. */
import { expect, test } from './fixtures.ts';
import { bankIn, CHALLENGE, challengeIn, press } from './waiting-payment.ts';

test.describe('browser.threeDChallengeWindow', () => {
  for (const [window, width, height] of [
    [1, 250, 400],
    [2, 390, 400],
    [3, 500, 600],
    [4, 600, 400],
  ] as const) {
    test(`${window}: ${width} by ${height}, and the bank is told`, async ({
      page,
      openForm,
      gateway,
    }) => {
      const { form, checkoutId } = await openForm({
        options: `{browser: {threeDChallengeWindow: ${window}}}`,
      });
      await form.isReady();
      await form.pay({ number: CHALLENGE });
      await expect(bankIn(challengeIn(page)).getByRole('button')).toBeVisible();
      const frame = page.locator('iframe.wpwl-target');
      expect(await frame.boundingBox()).toMatchObject({ width, height });
      const { customer } = await gateway.status(checkoutId);
      expect(customer.browser).toMatchObject({
        challengeWindow: String(window),
        javascriptEnabled: 'true',
        language: await page.evaluate('navigator.language'),
        screenWidth: String(await page.evaluate('screen.width')),
        userAgent: await page.evaluate('navigator.userAgent'),
      });
    });
  }
});

test.describe('shopperResultTarget', () => {
  const FRAMES = `<iframe name="own" title="Bank" width="400" height="600"></iframe>
    <iframe name="shop" title="Result" width="400" height="200"></iframe>`;
  const options = '{paymentTarget: "own", shopperResultTarget: "shop"}';

  test('takes the result of a payment that the bank was asked about', async ({
    page,
    openForm,
    gateway,
  }) => {
    const { form, checkoutId } = await openForm({ options, after: FRAMES });
    await form.isReady();
    const before = page.url();
    await form.pay({ number: CHALLENGE });
    await press(bankIn(page.frameLocator('iframe[name="own"]')).getByRole('button'));
    await expect.poll(() => page.frame('shop')?.url()).toContain(`/result?id=${checkoutId}`);
    expect(page.url()).toBe(before);
    expect((await gateway.status(checkoutId)).result.code).toBe('000.100.110');
  });

  test('takes that of a payment without a question', async ({ page, openForm }) => {
    const { form, checkoutId } = await openForm({ options, after: FRAMES });
    await form.isReady();
    await form.pay();
    await expect.poll(() => page.frame('shop')?.url()).toContain(`/result?id=${checkoutId}`);
  });

  test('means nothing without paymentTarget', async ({ page, openForm }) => {
    const { form } = await openForm({ options: '{shopperResultTarget: "shop"}', after: FRAMES });
    await form.isReady();
    await form.pay();
    await page.waitForURL('**/result?**');
  });
});

test.describe('on a dark device the bank’s question has the colours of the shop:', () => {
  test.use({ colorScheme: 'dark' });
  const WHITE = 'rgb(255, 255, 255)';
  for (const [what, style, isLight] of [
    ['light where the page says nothing', '', true],
    ['dark in a dark page', ':root { color-scheme: dark }', false],
    ['dark in a page that follows the device', ':root { color-scheme: light dark }', false],
  ] as const) {
    test(what, async ({ page, openForm }) => {
      const { form } = await openForm({ head: `<style>${style}</style>` });
      await form.isReady();
      await form.pay({ number: CHALLENGE });
      const hold = challengeIn(page);
      for (const document of [hold, bankIn(hold)]) {
        await expect(document.getByRole('button')).toBeVisible();
        const body = document.locator('body');
        // Its style may be on the way.
        const state = () => body.evaluate(({ ownerDocument }) => ownerDocument.readyState);
        await expect.poll(state).toBe('complete');
        const background = await body.evaluate((it) => getComputedStyle(it).backgroundColor);
        expect(background === WHITE).toBe(isLight);
      }
    });
  }
});

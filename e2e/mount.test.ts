/** Forms that come and go: in single-page shops, in shadow roots, and by the older recipe. */
import type { CDPSession, Page } from '@playwright/test';
import { expect, test, untraced } from './fixtures.ts';

const mountPage = (script: string) => `<!doctype html><html lang="en"><title>Shop</title>
<script>var wpwlOptions = { locale: 'en' }</script>
<script src="${script}"></script><main><div id="pay"></div></main>`;

const MOUNT = `window.mounted = wpwl.mount(document.querySelector('#pay'), {
  brands: ['VISA', 'MASTER'], shopperResultUrl: RESULT, style: 'plain', layout: 'classic',
})`;

const mountWith = (page: Page, result: string) =>
  page.evaluate(`${MOUNT.replace('RESULT', JSON.stringify(result))}; mounted.ready`);

test('a form is mounted, paid, and gone again', async ({ page, openPage, merchant, gateway }) => {
  const { form, checkoutId } = await openPage(({ script }) => mountPage(script));
  await mountWith(page, `${merchant.origin}/result`);
  await form.isReady();
  await expect(page.locator('#pay .wpwl-container-card')).toHaveAttribute('data-style', 'plain');
  await page.evaluate('mounted.unmount()');
  await expect(page.locator('#pay')).toBeEmpty();
  await mountWith(page, `${merchant.origin}/result`);
  await form.isReady();
  await form.pay();
  await page.waitForURL('**/result?**');
  expect((await gateway.status(checkoutId)).result.code).toBe('000.100.110');
});

test('a page that takes the form away once it is paid hears of no error', async ({
  page,
  openPage,
  merchant,
  consoleMessages,
}) => {
  const { form } = await openPage(({ script }) => mountPage(script));
  // As frameworks do: a moment after they were told.
  await page.evaluate(`wpwlOptions.onResult = () => {
    Promise.resolve().then(() => {
      mounted.unmount();
      document.querySelector('#pay').textContent = 'Thank you';
    });
    return false;
  }`);
  const list = MOUNT.replace('classic', 'list').replace('RESULT', `'${merchant.origin}/result'`);
  await page.evaluate(`${list}; mounted.ready`);
  await form.isReady();
  await form.pay();
  await expect(page.getByText('Thank you')).toBeVisible();
  // What is left of the attempt has run by then.
  await page.evaluate(() => new Promise((done) => setTimeout(done, 100)));
  expect(consoleMessages).toEqual([]);
});

test('an element that is not there is named, and not a property of null', async ({
  page,
  openPage,
}) => {
  await openPage(({ script }) => mountPage(script));
  const mounted = page.evaluate(`wpwl.mount(document.querySelector('#payment'), {})`);
  await expect(mounted).rejects.toThrow('wpwl.mount(): there is no element to draw the form in');
});

test('a form of the page that was unmounted stays as it was, until it is mounted again', async ({
  page,
  openPage,
  merchant,
}) => {
  const { form } = await openPage(({ script }) =>
    mountPage(script).replace(
      '<div id="pay"></div>',
      `<form id="pay" action="${merchant.origin}/result">VISA</form>`,
    ),
  );
  const mount = () =>
    page.evaluate(`window.mounted = wpwl.mount(document.querySelector('#pay')); mounted.ready`);
  const isUnmounted = async () => {
    await page.evaluate('mounted.unmount()');
    // The class that the script looks for, given to it now: it is not found anew.
    await page.evaluate(`document.querySelector('#pay').className = 'paymentWidgets';
      document.body.append(document.createElement('hr'))`);
    await expect(page.locator('#pay')).toBeVisible();
    await expect(page.locator('.wpwl-container')).toHaveCount(0);
  };
  await page.evaluate(`window.mounted = wpwl.mount(document.querySelector('#pay'))`);
  await isUnmounted();
  await mount();
  await expect(page.locator('.wpwl-list')).toBeVisible();
  await isUnmounted();
  await mount();
  await form.pay();
  await page.waitForURL('**/result?**');
});

test('what is mounted is one list of the ways to pay, if the page says nothing else', async ({
  page,
  openPage,
  merchant,
}) => {
  const { form } = await openPage(({ script }) =>
    mountPage(script).replace('</main>', '</main><form class="paymentWidgets">VISA</form>'),
  );
  await page.evaluate(
    MOUNT.replace('RESULT', JSON.stringify(`${merchant.origin}/result`))
      .replace("'MASTER'", "'IDEAL'")
      .replace(", layout: 'classic'", ''),
  );
  const mounted = page.locator('#pay');
  await expect(mounted.getByRole('radio')).toHaveCount(2);
  await expect(mounted.getByRole('button')).toHaveText('Pay €92.00');
  // The form in the page stays what it was.
  const classic = form.root.and(page.locator('main ~ * form'));
  await expect(classic.getByRole('button')).toHaveText('Pay now');
  await page.evaluate('wpwl.refresh()');
  await expect(classic.getByRole('button')).toHaveText('Pay now');
  await expect(classic.getByText('Card Number')).toBeVisible();
});

test('a form of another checkout than the script’s is mounted in a shadow root', async ({
  page,
  openPage,
  merchant,
  gateway,
}) => {
  const other = await gateway.createCheckout({ amount: '7.00' });
  const { form } = await openPage(({ script }) => mountPage(script));
  await page.evaluate(
    ([checkoutId, shopperResultUrl]) => {
      const root = document.querySelector('#pay')?.attachShadow({ mode: 'open' });
      const place = document.createElement('section');
      root?.append(place);
      const { wpwl } = window as unknown as { wpwl: { mount(...args: unknown[]): unknown } };
      wpwl.mount(place, { checkoutId, shopperResultUrl, brands: 'VISA', showAmount: true });
    },
    [other, `${merchant.origin}/result`],
  );
  await form.isReady();
  await expect(form.payButton).toContainText('7.00');
  await expect(form.payButton).toHaveCSS('min-height', '48px');
  await form.pay();
  await page.waitForURL('**/result?**');
  expect((await gateway.status(other)).result.code).toBe('000.100.110');
});

async function metrics(client: CDPSession): Promise<Record<string, number>> {
  await client.send('HeapProfiler.collectGarbage');
  const { metrics: all } = await client.send('Performance.getMetrics');
  return Object.fromEntries(all.map(({ name, value }) => [name, value]));
}

// A trace keeps hold of every frame that was ever in the page: the leak would be the test's own.
untraced(
  'a hundred rounds of mounting leave nothing behind',
  async ({ page, openPage, merchant }) => {
    test.setTimeout(180_000);
    await openPage(({ script }) => mountPage(script));
    const client = await page.context().newCDPSession(page);
    await client.send('Performance.enable');
    const result = `${merchant.origin}/result`;
    const rounds = (count: number) =>
      page.evaluate(
        async ([n, shopperResultUrl]) => {
          const { wpwl } = window as unknown as {
            wpwl: {
              mount(...args: unknown[]): { ready: Promise<void>; unmount(): void };
            };
          };
          for (let round = 0; round < Number(n); round++) {
            const handle = wpwl.mount(document.querySelector('#pay') as Element, {
              brands: 'VISA',
              shopperResultUrl,
            });
            // Half of them go before they are ready.
            if (round % 2 === 0) await handle.ready;
            handle.unmount();
            // A page between two rounds: what a form puts off to its next tasks is tried as well.
            await new Promise((resolve) => setTimeout(resolve, 20));
          }
        },
        [count, result] as const,
      );
    await rounds(10);
    // The last requests are still on their way, of forms that are gone.
    await page.waitForTimeout(1500);
    const before = await metrics(client);
    await rounds(100);
    await expect(page.locator('#pay')).toBeEmpty();
    expect(page.frames()).toHaveLength(1);
    // What is still on its way holds on to its form: a leak is what stays.
    await expect(async () => {
      const after = await metrics(client);
      const grown = (name: string) => (after[name] ?? 0) - (before[name] ?? 0);
      expect(grown('Nodes'), 'nodes').toBeLessThan(100);
      expect(grown('JSEventListeners'), 'listeners').toBeLessThan(50);
      expect(grown('Frames'), 'frames').toBeLessThanOrEqual(0);
      expect(grown('JSHeapUsedSize'), 'heap').toBeLessThan(1_000_000);
    }).toPass();
  },
);

test('the older recipe: unload, remove the script tags, load again', async ({
  page,
  openPage,
  gateway,
}) => {
  const { form } = await openPage(
    ({ script, result }) => `<!doctype html><title>Shop</title>
<script src="${script}"></script><form class="paymentWidgets" action="${result}">VISA</form>`,
  );
  await form.isReady();
  const next = await gateway.createCheckout();
  await page.evaluate((src) => {
    const page = window as unknown as { wpwl?: { unload?(): void } };
    if (page.wpwl !== undefined && page.wpwl.unload !== undefined) {
      page.wpwl.unload();
      for (const tag of [...document.querySelectorAll('script')]) {
        if (tag.src.indexOf('static.min.js') !== -1) tag.remove();
        if (tag.src.indexOf('paymentWidgets.js') !== -1) tag.remove();
      }
    }
    const script = document.createElement('script');
    script.src = src;
    document.head.append(script);
  }, `${gateway.url}/v1/paymentWidgets.js?checkoutId=${next}`);
  await expect.poll(() => page.evaluate('window.wpwl?.checkout.id')).toBe(next);
  await form.isReady();
  await expect(form.root).toHaveCount(1);
  await form.pay();
  await page.waitForURL('**/result?**');
  expect((await gateway.status(next)).result.code).toBe('000.100.110');
});

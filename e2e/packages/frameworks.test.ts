/**
 * Examples for frameworks whose shops have servers of their own, installed from the packed packages. By night
 * alone (`e2e/by-night.ts`): an install is hundreds of megabytes, and a build takes up to a minute.
 */
import { randomBytes } from 'node:crypto';
import { createClient } from '../../packages/server/src/index.ts';
import { DEMO } from '../../server/tests/support/gateway-process.ts';
import { CardForm } from '../card-form.ts';
import { test as base, expect } from '../fixtures.ts';
import {
  type ExampleShops,
  STRANGE_QUERIES,
  startExampleShops,
  undecidedCheckout,
} from './example-shops.ts';

base.describe.configure({ mode: 'default' });

const WEBHOOK_SECRET = `whsec_${randomBytes(32).toString('base64')}`;

const FRAMEWORKS = ['next', 'nuxt', 'angular'];

const test = base.extend<object, { shops: ExampleShops }>({
  shops: [
    async ({ gateway }, use) => {
      const variants = Object.fromEntries(FRAMEWORKS.map((name) => [name, { of: name }]));
      const shops = await startExampleShops(gateway.url, variants, WEBHOOK_SECRET);
      await use(shops);
      await shops.close();
    },
    { scope: 'worker', timeout: 900_000 },
  ],
});

const FAULT = /error|warn|hydrat|no match/i;

for (const name of FRAMEWORKS) {
  test(`the shopper pays in the example for ${name}, and its server is told`, async ({
    page,
    shops,
    gateway,
    consoleMessages,
  }) => {
    const client = createClient({
      url: gateway.url,
      accessToken: DEMO.DEMO_ACCESS_TOKEN,
      entityId: DEMO.DEMO_ENTITY_ID,
    });
    const hook = `${shops.address(name)}/hook`;
    await client.webhooks.create({ url: hook, kind: 'events', secret: WEBHOOK_SECRET });
    // From the address alone: where pages are rendered on a server, this one is.
    await page.goto(`${shops.address(name)}/pay`);
    const form = new CardForm(page);
    await form.isReady();
    await expect(form.root).toHaveCount(1);
    await form.type();
    await form.payButton.click();
    await expect(page.getByRole('heading')).toHaveText('Thank you. 92.00 EUR are paid.');
    await expect.poll(() => shops.output(name)).toMatch(/stored \S+ PAYMENT_CHARGE_CREATED/);
    const forged = await fetch(hook, {
      method: 'POST',
      headers: {
        'webhook-id': 'forged',
        'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
        'webhook-signature': `v1,${Buffer.alloc(32).toString('base64')}`,
      },
      body: '{"type":"TEST"}',
    });
    expect(forged.status).toBe(400);
    expect(consoleMessages).toEqual([]);
    expect(shops.output(name)).not.toMatch(FAULT);
  });

  test(`in the example for ${name} the form comes and goes with the routes`, async ({
    page,
    shops,
    consoleMessages,
  }) => {
    await page.goto(shops.address(name));
    const go = (link: string) => page.getByRole('link', { name: link, exact: true }).click();
    for (const _ of [1, 2]) {
      await go('Pay');
      await new CardForm(page).isReady();
      await go('Cart');
      await expect(page.getByRole('heading')).toHaveText('A mug, €92.00');
      await expect(page.locator('[class*=wpwl]')).toHaveCount(0);
    }
    expect(consoleMessages).toEqual([]);
    expect(shops.output(name)).not.toMatch(FAULT);
  });

  test(`the result page of the example for ${name} says of what is not decided yet not to pay again`, async ({
    page,
    shops,
    gateway,
  }) => {
    await page.goto(`${shops.address(name)}/result?id=${await undecidedCheckout(gateway.url)}`);
    await expect(page.getByRole('heading')).toHaveText(
      'We are checking your payment. Do not pay again.',
    );
    expect(shops.output(name)).not.toMatch(FAULT);
  });

  for (const query of STRANGE_QUERIES) {
    test(`the result page of the example for ${name} says that there is nothing at ${query}`, async ({
      page,
      shops,
    }) => {
      await page.goto(`${shops.address(name)}/result${query}`);
      await expect(page.getByRole('heading')).toHaveText('There is nothing to see here.');
      expect(shops.output(name)).not.toMatch(FAULT);
    });
  }
}

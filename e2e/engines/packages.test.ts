/** The packages in a merchant's page: what the loader says of a failure, and a form of the custom element. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bundle } from '../packages/bundle.ts';
import { useShop } from './shop.ts';

const shop = useShop();
const program = await bundle('loader.ts');
const ELEMENT = join(import.meta.dirname, '../../packages/element/dist/standalone.js');

interface Failure {
  readonly title: string;
  readonly policy?: (gateway: string) => string;
  readonly integrity?: string;
  /** Where it is none of the shop's. */
  readonly gateway?: (shopOrigin: string) => string;
  readonly code: string;
}

const FAILURES: readonly Failure[] = [
  {
    title: 'a policy that keeps the script out',
    policy: () => "script-src 'nonce-bm9uY2U'",
    code: 'blocked-by-policy',
  },
  {
    title: 'Trusted Types that know only others, or a policy where there are none',
    policy: () => "script-src 'nonce-bm9uY2U'; require-trusted-types-for 'script'; trusted-types a",
    code: 'blocked-by-policy',
  },
  {
    title: 'another hash',
    integrity: `sha384-${'A'.repeat(64)}`,
    code: 'hash-mismatch',
  },
  {
    title: 'a host that is no gateway',
    gateway: (shopOrigin) => shopOrigin,
    code: 'wrong-host',
  },
];

for (const { title, policy, integrity, gateway, code } of FAILURES) {
  test(`the loader tells ${title}`, async () => {
    const { tab, merchant } = shop;
    const headers = policy && { 'content-security-policy': policy(shop.gateway.url) };
    const html = `<!doctype html><html lang="en"><title>Shop</title>
<script type="module" nonce="bm9uY2U">${program}</script>`;
    await tab.open(merchant.publish({ html, ...(headers && { headers }) }));
    const options = {
      gateway: gateway?.(merchant.origin) ?? shop.gateway.url,
      ...(integrity && { integrity }),
    };
    await tab.run((given) => {
      Object(window)
        .paymentPackages.load(given)
        .then((outcome: { code?: string }) => {
          Object.assign(window, { outcome: outcome.code ?? 'loaded' });
        });
    }, options);
    await expect.poll(() => tab.run(() => Reflect.get(window, 'outcome'))).toBe(code);
  });
}

test('a shopper pays in the custom element', async () => {
  const { tab, merchant, gateway } = shop;
  const checkoutId = await gateway.createCheckout();
  const program = readFileSync(ELEMENT, 'utf8').replaceAll('</script', '<\\/script');
  await tab.open(
    merchant.publish({
      html: `<!doctype html><html lang="en"><title>Shop</title>
<payment-widgets gateway="${gateway.url}" checkout-id="${checkoutId}" layout="classic"
  brands="VISA MASTER" shopper-result-url="${merchant.origin}/result">One moment</payment-widgets>
<script type="module">${program}</script>`,
    }),
  );
  await shop.isReady();
  await shop.pay();
  await shop.landed();
  expect(await shop.resultOf(checkoutId)).toBe('000.100.110');
});

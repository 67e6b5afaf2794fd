/**
 * Wallets and banks that a shopper keeps without paying: asked at their page, charged by the server. By day
 * a sample, in the night all of them (`.ci/is-night.ts`).
 */

import { IS_NIGHT } from '../.ci/is-night.ts';
import { isAgreedElsewhere, OTHER_BRANDS } from '../contract/other-brands.ts';
import { translationFor } from '../locales/translations.ts';
import { DEMO } from '../server/tests/support/gateway-process.ts';
import { accessibilityProblems } from './axe.ts';
import { fillIn } from './buying/purchase.ts';
import { sampleOf } from './buying/sample.ts';
import { containerOf, currencyOf, PLACES, type Way } from './buying/ways.ts';
import { expect, formPage, test } from './fixtures.ts';
import { call } from './waiting-payment.ts';

const KEPT = '000.100.110';
const PENDING = '000.200.000';

const ENDS = [
  ['accept', KEPT],
  ['decline', '100.397.102'],
  ['cancel', '100.396.101'],
  ['pend', PENDING],
] as const;

const ALL = [...OTHER_BRANDS.keys()]
  .filter(isAgreedElsewhere)
  .flatMap((brand) =>
    PLACES.flatMap((place) => ENDS.map(([choice, code]) => ({ brand, choice, code, ...place }))),
  );
const BY_DAY = sampleOf(ALL, ({ choice, locale, width }) => [choice, locale, `${width}`]);

for (const { brand, locale, width, choice, code } of IS_NIGHT ? ALL : BY_DAY) {
  test(`${brand} is to be kept, ${locale}, ${width}, the shopper chooses ${choice}`, async ({
    page,
    gateway,
    merchant,
  }) => {
    const entityId = DEMO.DEMO_ENTITY_ID;
    await page.setViewportSize({ width, height: 800 });
    const { id } = await call(gateway, '/v1/checkouts', { entityId, createRegistration: 'true' });
    const open = async () => {
      const shop = { brands: `${brand} EPS`, options: `{ locale: '${locale}' }` };
      await page.goto(
        merchant.publish(formPage(gateway.url, merchant.origin, `${id}/registration`, shop)),
      );
    };
    await open();
    const way: Way = { brand, kind: 'elsewhere' };
    const form = page.locator(containerOf(way));
    const button = form.locator('.wpwl-button-brand');
    await expect(button).toBeVisible();
    // What cannot be kept is not offered.
    await expect(page.locator('form.wpwl-form-virtualAccount-EPS')).toBeHidden();
    expect(await accessibilityProblems(page)).toEqual([]);
    await fillIn(form, brand);
    await button.click();
    await page.waitForURL('**/bank/wallet?**');
    // Nothing is paid: the page names no amount.
    await expect(page.locator('.prompt')).not.toContainText(/\d|{{/);
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    await page.locator(`button[value="${choice}"]`).click();
    await page.waitForURL('**/result?**');
    const path = new URL(page.url()).searchParams.get('resourcePath') ?? '';
    expect(path).toBe(`/v1/checkouts/${id}/registration`);
    const stored = await gateway.read(path);
    expect([stored.paymentBrand, stored.result.code]).toEqual([brand, code]);
    if (code === PENDING) {
      await call(gateway, `/sandbox/registrations/${stored.id}/settle`, {
        entityId,
        result: 'accept',
      });
    }
    const charge = await call(gateway, `/v1/registrations/${stored.id}/payments`, {
      entityId,
      amount: '92.00',
      currency: currencyOf(way),
      paymentType: 'DB',
      recurringType: 'REPEATED',
    });
    const isKept = choice === 'accept' || choice === 'pend';
    expect(charge.result.code).toBe(isKept ? KEPT : '100.150.200');
    // A shopper who comes back may try again, or hears that it is kept.
    await open();
    const again = isKept
      ? page.getByRole('heading', { name: translationFor(locale).word('registeredAccount') })
      : button;
    await expect(again).toBeVisible();
  });
}

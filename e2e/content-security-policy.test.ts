import type { Page } from '@playwright/test';
import type { CardForm } from './card-form.ts';
import { expect, test } from './fixtures.ts';

/** D15: all that a merchant has to allow. */
const policy = (scripts: string, gateway: string) => ({
  'content-security-policy': [
    "default-src 'none'",
    `script-src ${scripts}`,
    `frame-src ${gateway}`,
    `connect-src ${gateway}`,
    "require-trusted-types-for 'script'",
  ].join('; '),
});

/** Violations in the page and in its frames. */
async function watchViolations(page: Page): Promise<string[]> {
  const violations: string[] = [];
  await page.exposeBinding('reportViolation', (_, text: string) => violations.push(text));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const { reportViolation } = window as unknown as { reportViolation(text: string): void };
      reportViolation(`${event.effectiveDirective}: ${event.blockedURI} in ${location.pathname}`);
    });
  });
  return violations;
}

/** A policy that is not there would let every test pass. */
async function expectPolicyInForce(page: Page, violations: string[]): Promise<void> {
  const isBlocked = await page.evaluate(() => {
    try {
      document.createElement('div').innerHTML = '<b>';
      return false;
    } catch {
      return true;
    }
  });
  expect(isBlocked).toBe(true);
  await expect.poll(() => violations).toHaveLength(1);
  violations.length = 0;
}

async function expectStyled(form: CardForm): Promise<void> {
  await expect(form.payButton).toHaveCSS('min-height', '48px');
  await expect(form.payButton).toHaveCSS('background-color', 'rgb(17, 85, 221)');
  await expect(form.number).toHaveCSS('border-top-width', '0px');
  await expect(form.number).toHaveCSS('font-size', '16px');
}

interface Variant {
  readonly title: string;
  /** Source expressions of `script-src`. */
  readonly scripts: (gateway: string, integrity: string) => string;
  readonly scriptAttributes: (integrity: string) => string;
  readonly options?: string;
}

const VARIANTS: readonly Variant[] = [
  {
    title: 'names the script by a nonce',
    scripts: () => "'nonce-bm9uY2U'",
    scriptAttributes: () => 'nonce="bm9uY2U"',
    options: '{style: "card"}',
  },
  {
    title: 'names the script by a nonce and trusts what it loads',
    scripts: () => "'nonce-bm9uY2U' 'strict-dynamic'",
    scriptAttributes: () => 'nonce="bm9uY2U"',
    options: '{style: "card"}',
  },
  {
    title: 'names the gateway as a host',
    scripts: (gateway) => gateway,
    scriptAttributes: () => '',
  },
  {
    title: 'names the script by its hash',
    scripts: (_, integrity) => `'${integrity}'`,
    scriptAttributes: (integrity) => `integrity="${integrity}" crossorigin="anonymous"`,
  },
];

test.describe("under a merchant's strict policy with Trusted Types, a shopper pays", () => {
  for (const { title, scripts, scriptAttributes, options } of VARIANTS) {
    test(`where the policy ${title}`, async ({ page, openForm, gateway, consoleMessages }) => {
      const { integrity = '' } = await gateway.create({ integrity: 'true' });
      const violations = await watchViolations(page);
      const { form, checkoutId } = await openForm({
        headers: policy(scripts(gateway.url, integrity), gateway.url),
        scriptAttributes: scriptAttributes(integrity),
        ...(options && { options }),
      });
      await form.isReady();
      await expectPolicyInForce(page, violations);
      consoleMessages.length = 0;
      await expectStyled(form);
      // Every state that writes into the page: errors at the fields, then a payment.
      await form.payButton.click();
      await expect(form.hint('cardNumberError')).toBeVisible();
      await form.pay();
      await page.waitForURL('**/result?**');
      expect((await gateway.status(checkoutId)).result.code).toBe('000.100.110');
      expect(violations).toEqual([]);
      expect(consoleMessages).toEqual([]);
    });
  }

  test('with a script of another hash nothing runs', async ({ page, openForm, gateway }) => {
    const wrong = `sha384-${'A'.repeat(64)}`;
    const { form } = await openForm({
      headers: policy(`'${wrong}'`, gateway.url),
      scriptAttributes: `integrity="${wrong}" crossorigin="anonymous"`,
    });
    await page.waitForLoadState('load');
    await expect(form.root).toHaveCount(0);
  });
});

test('the script has no way to write markup, nor to run a text', async ({ gateway }) => {
  const response = await fetch(`${gateway.url}/v1/paymentWidgets.js`);
  expect(await response.text()).not.toMatch(
    /innerHTML|outerHTML|insertAdjacentHTML|\beval\(|Function\(/,
  );
});

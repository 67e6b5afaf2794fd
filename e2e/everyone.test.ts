/** The main states by language, checked by axe; each state in full is in accessibility.test.ts. */
import { directionOf, LANGUAGES } from '../contract/languages.ts';
import { accessibilityProblems } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { TESTED_LANGUAGES } from './tested-languages.ts';

for (const code of TESTED_LANGUAGES) {
  test(`axe finds nothing in ${code}: empty, errors with the focus, declined, expired`, async ({
    page,
    openForm,
    gateway,
  }) => {
    // Four times every rule, page and frames: no matter of seconds on a busy machine.
    test.slow();
    const problems: string[] = [];
    const check = async (state: string) => {
      for (const problem of await accessibilityProblems(page))
        problems.push(`${state}: ${problem}`);
    };
    const { form, checkoutId } = await openForm({
      html: `lang="${LANGUAGES[code]}" dir="${directionOf(code)}"`,
      options: `{locale: '${code}', stayOnDecline: true}`,
    });
    await form.isReady();
    await check('empty');

    await form.payButton.click();
    await expect(form.root.locator('.wpwl-hint')).toHaveCount(4);
    await expect(form.number).toBeFocused();
    await check('errors, the first one focused');

    await form.pay({ number: '4200000000001016' });
    await expect(form.message).toBeVisible();
    await check('declined');

    await gateway.expire(checkoutId);
    await form.cvv.pressSequentially('123');
    await form.payButton.click();
    await expect(form.payButton).toBeHidden();
    await check('expired');

    expect(problems).toEqual([]);
  });
}

/** What the form does meanwhile, and what a field does not take: cases that were wrong once. */
import { expect, test } from '../fixtures.ts';
import { holdTasks } from './held-tasks.ts';

for (const isJudged of [true, false]) {
  const before = isJudged ? 'after' : 'before';
  test(`a wrong date that is selected and typed again ${before} it was judged is replaced`, async ({
    page,
    openReady,
  }) => {
    const { hold, release, hurry } = await holdTasks(page);
    const { form } = await openReady();
    await form.expiry.pressSequentially('0120');
    // However long a busy machine takes to come back.
    if (!isJudged) await hold();
    await form.holder.focus();
    if (isJudged) await hurry();
    await form.expiry.focus();
    await form.expiry.selectText();
    await release();
    await hurry();
    // One who is typing in it again is not told meanwhile.
    await expect(form.hint('expiryMonthError')).toHaveCount(isJudged ? 1 : 0);
    await page.keyboard.press('Delete');
    await page.keyboard.type('1234');
    await expect(form.expiry).toHaveValue('12 / 34');
  });
}

test('a digit too many is not taken, also where the year could have had four', async ({
  page,
  openReady,
}) => {
  const { form } = await openReady();
  await form.expiry.pressSequentially('1120');
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.type('2');
  await expect(form.expiry).toHaveValue('11 / 20');
});

test('a date that is being composed is not written before it is done', async ({
  page,
  openReady,
}) => {
  const { hurry } = await holdTasks(page);
  const { form } = await openReady();
  const browser = await page.context().newCDPSession(page);
  const compose = (text: string) =>
    browser.send('Input.imeSetComposition', { text, selectionStart: 1, selectionEnd: 1 });
  await form.expiry.focus();
  await compose('5');
  await form.expiry.evaluate((input) => input.dispatchEvent(new FocusEvent('blur')));
  await hurry();
  await expect(form.expiry).toHaveValue('5');
  await browser.send('Input.insertText', { text: '5' });
  await expect(form.expiry).toHaveValue('05');
});

/** What judges all forms sees what is wrong, in frames of another origin too. */
import { accessibilityProblems } from './axe.ts';
import { expect, test } from './fixtures.ts';

test('axe finds what is wrong in the page and in each frame, and nothing more once it is right', async ({
  page,
  openReady,
}) => {
  const { form } = await openReady();
  const inputs = [form.number, form.cvv, form.holder];
  for (const input of inputs) {
    await input.evaluate((element) => {
      element.setAttribute('role', 'nothing');
    });
  }
  const problems = await accessibilityProblems(page);
  expect(problems.filter((problem) => problem.startsWith('aria-roles'))).toHaveLength(3);
  for (const place of ['(.wpwl-control-cardNumber,input)', '(.wpwl-control-cvv,input)']) {
    expect(problems.join()).toContain(place);
  }
  for (const input of inputs) await input.evaluate((element) => element.removeAttribute('role'));
  expect(await accessibilityProblems(page)).toEqual([]);
});

/** Chargebacks and settlement in the console. */
import { readFile } from 'node:fs/promises';
import { accessibilityProblems } from '../axe.ts';
import { expect, test } from './fixtures.ts';

test('a chargeback says why, and leads to its payment by keyboard alone', async ({
  desk,
  office,
}) => {
  await desk.goto('/chargebacks');
  const row = desk.getByRole('row').filter({ hasText: '€310.00' });
  await expect(row).toContainText('merchandise did not arrive');
  await expect(row).toContainText('American Express');
  await desk.keyboard.press('j');
  await desk.keyboard.press('Enter');
  await expect(desk).toHaveURL(new RegExp(`/payments/${office.chargedBack}$`));
  await desk.goBack();
  await desk.getByLabel('Reason').selectOption({ label: 'chargeback, no reason given' });
  await expect(desk.getByText('No chargebacks match.')).toBeVisible();
});

test('a list without filters says that there is nothing yet, and not that nothing matches', async ({
  desk,
}) => {
  await desk.route('**/admin/v1/schedules*', (route) =>
    route.fulfill({ json: { items: [], next: null } }),
  );
  await desk.goto('/schedules');
  await expect(desk.getByText('No schedules yet.')).toBeVisible();
  await desk.getByLabel('State').selectOption({ label: 'Active' });
  await expect(desk.getByText('No schedules match.')).toBeVisible();
});

test('a chargeback says until when it is to be answered, and those are found that it is time for', async ({
  desk,
  office,
}) => {
  const inDays = (days: number) => {
    const day = new Date(office.soldAt + days * 24 * 60 * 60_000);
    return day.toLocaleDateString('en-GB', { dateStyle: 'medium' });
  };
  await desk.goto(`/chargebacks?id=${office.chargedBack}`);
  const row = desk.getByRole('row').filter({ hasText: '€310.00' });
  await expect(row).toContainText(inDays(13));
  await expect(row).not.toContainText('Overdue');
  await desk.getByLabel('Deadline').selectOption({ label: 'Not over yet' });
  await expect(desk).toHaveURL(/due=open/);
  await expect(row).toBeVisible();
  await desk.getByLabel('Deadline').selectOption({ label: 'Over' });
  await expect(desk.getByText('No chargebacks match.')).toBeVisible();
});

test('an agent notes that a chargeback was answered, by keyboard alone, and takes it back', async ({
  agent,
  office,
}) => {
  await agent.goto(`/chargebacks?due=open&id=${office.chargedBack}`);
  const row = agent.getByRole('row').filter({ hasText: '€310.00' });
  await row.getByRole('button', { name: 'Note an answer' }).focus();
  await agent.keyboard.press('Enter');
  const dialog = agent.getByRole('dialog', { name: 'Note an answer' });
  await expect(dialog).toContainText('€310.00');
  expect(await accessibilityProblems(agent)).toEqual([]);
  await agent.keyboard.press('Tab');
  await dialog.getByLabel('Reference or note').focus();
  await agent.keyboard.type('4200 0000 0000 0000');
  await agent.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toContainText('must not hold a card number');
  await dialog.getByLabel('Reference or note').fill('case <b>4711</b>');
  await agent.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(agent.getByText('No chargebacks match.')).toBeVisible();
  await agent.getByLabel('Deadline').selectOption({ label: 'Answered' });
  await expect(row).toContainText('Answered');
  await expect(row).toContainText('case <b>4711</b>');
  expect(await accessibilityProblems(agent)).toEqual([]);
  await row.getByRole('button', { name: 'Take the note back' }).click();
  await agent.getByRole('dialog').getByRole('button', { name: 'Take the note back' }).click();
  await expect(agent.getByText('No chargebacks match.')).toBeVisible();
  await agent.goto(`/chargebacks?due=open&id=${office.chargedBack}`);
  await expect(row.getByRole('button', { name: 'Note an answer' })).toBeVisible();
});

test('a note that another agent has made meanwhile is not taken back', async ({
  agent,
  desk,
  office,
}) => {
  const path = `/chargebacks?id=${office.chargedBack}`;
  const press = async (page: typeof agent, name: string, note?: string) => {
    await page.getByRole('button', { name }).click();
    const dialog = page.getByRole('dialog', { name });
    if (note) await dialog.getByLabel('Reference or note').fill(note);
    await dialog.getByRole('button', { name }).click();
    return dialog;
  };
  await desk.goto(path);
  await press(desk, 'Note an answer', 'case 1');
  await expect(desk.getByRole('row')).toContainText(['', 'case 1']);
  await agent.goto(path);
  await expect(agent.getByRole('row')).toContainText(['', 'case 1']);
  await press(desk, 'Take the note back');
  await press(desk, 'Note an answer', 'case 2');
  await expect(desk.getByRole('row')).toContainText(['', 'case 2']);
  const refused = await press(agent, 'Take the note back');
  await expect(refused.getByRole('alert')).toContainText('another administrator has changed');
  expect(await accessibilityProblems(agent)).toEqual([]);
  await refused.getByRole('button', { name: 'Load the page again' }).click();
  await expect(agent.getByRole('row')).toContainText(['', 'case 2']);
  await press(agent, 'Take the note back');
  await expect(agent.getByRole('button', { name: 'Note an answer' })).toBeVisible();
});

test('what is paid out is shown by day and currency, and exported', async ({ desk, office }) => {
  await office.sell('777.00', 'DKK');
  await desk.goto('/settlement');
  await expect(desk.getByRole('table', { name: 'By day' })).toBeVisible();
  await desk.keyboard.press('f');
  await expect(desk.getByLabel('Period')).toBeFocused();
  await desk.getByLabel('Currency').selectOption('DKK');
  await expect(desk).toHaveURL(/currency=DKK/);
  const table = desk.getByRole('table', { name: 'By day' });
  await expect(table.getByRole('row')).toHaveCount(2);
  await expect(table).toContainText('DKK 777.00');
  await expect(desk.getByText('Payout, DKK')).toBeVisible();
  const download = desk.waitForEvent('download');
  await desk.getByRole('link', { name: 'Export as CSV' }).click();
  const file = await readFile(await (await download).path(), 'utf8');
  expect(file.trim().split('\r\n')).toHaveLength(2);
  expect(file).toContain(',DKK,INTERNAL,1,777.00,');
});

/** Saved cards and schedules in the console: found, looked at, ended, by keyboard alone. */
import { expect, test } from './fixtures.ts';

test('a saved card is found by its last digits, and says what was paid with it and what will be', async ({
  desk,
  office,
}) => {
  await desk.goto('/registrations');
  await desk.getByRole('textbox', { name: 'Last four digits' }).fill('0000');
  await desk.keyboard.press('Enter');
  await expect(desk).toHaveURL(/last4=0000/);
  await expect(desk.locator('a.row')).toHaveCount(1);
  await desk.keyboard.press('j');
  await desk.keyboard.press('Enter');
  await expect(desk).toHaveURL(new RegExp(`/registrations/${office.registration}$`));
  await expect(desk.getByRole('heading', { level: 1, name: 'Visa •••• 0000' })).toBeFocused();
  await expect(desk.getByRole('table', { name: 'Payments with it' })).toContainText('€9.90');
  const schedule = desk.getByRole('table', { name: 'Schedules' }).getByRole('row').nth(1);
  await expect(schedule).toContainText('Active');
  await expect(schedule).toContainText('€9.90');
  await desk.getByRole('table', { name: 'Payments with it' }).getByRole('link').click();
  await desk
    .getByRole('region', { name: 'Details' })
    .getByRole('link', { name: office.registration })
    .click();
  await expect(desk).toHaveURL(/\/registrations\//);
});

test('a schedule is cancelled, and a saved card is removed: each asks once', async ({
  desk,
  agent,
  office,
}) => {
  await agent.goto('/schedules');
  await expect(agent.getByRole('row').filter({ hasText: 'order-6002' })).toContainText('Active');
  await expect(agent.getByRole('button', { name: 'Cancel schedule' })).toHaveCount(0);
  await desk.goto('/schedules');
  const row = desk.getByRole('row').filter({ hasText: 'order-6002' });
  const other = await desk.context().newPage();
  await other.goto('/schedules');
  const otherRow = other.getByRole('row').filter({ hasText: 'order-6002' });
  await otherRow.getByRole('button', { name: 'Cancel schedule' }).press('Enter');
  await row.getByRole('button', { name: 'Cancel schedule' }).press('Enter');
  const dialog = desk.getByRole('dialog');
  await expect(dialog).toContainText('€9.90 is not paid again.');
  await dialog.getByRole('button', { name: 'Cancel schedule' }).press('Enter');
  await expect(row).toContainText('Cancelled');
  // Another administrator, who still sees it, is told why, and sees it as it is.
  const late = other.getByRole('dialog');
  await late.getByRole('button', { name: 'Cancel schedule' }).press('Enter');
  await expect(late.getByRole('alert')).toContainText('this schedule has ended: descheduled');
  await expect(otherRow).toContainText('Cancelled');
  await other.close();
  await desk.goto(`/registrations/${office.registration}`);
  await desk.getByRole('button', { name: 'Remove' }).press('Enter');
  await expect(dialog).toContainText('Visa •••• 0000 pays nothing any more');
  await dialog.getByRole('button', { name: 'Remove' }).press('Enter');
  await expect(desk.getByText('Removed.', { exact: true })).toBeVisible();
  await expect(desk.getByRole('button', { name: 'Remove' })).toHaveCount(0);
  await desk.goto('/registrations?state=removed');
  await expect(desk.locator('a.row')).toHaveCount(1);
});

/** The log of the API in the console: found, filtered, opened, and reached from a payment. */
import { expectNoProblems } from './at-any-width.ts';
import { expect, test } from './fixtures.ts';

test('a refused request is found by its status, and leads to all that is kept of it', async ({
  desk,
  office,
}) => {
  await desk.goto('/');
  await desk.getByRole('link', { name: 'API log' }).click();
  await expect(desk.getByText('without bodies and query values')).toBeVisible();
  const rows = desk.locator('a.row');
  await expect(rows.first()).toBeVisible();
  await desk.getByLabel('HTTP method').selectOption('POST');
  await desk.getByLabel('Status').selectOption('4xx');
  await expect(desk).toHaveURL(/method=POST&status=4xx/);
  const declined = desk.getByRole('row').filter({ hasText: '/v1/payments' }).first();
  await expect(declined).toContainText('800.100.155');
  await desk.keyboard.press('j');
  await expect(rows.first()).toBeFocused();
  await desk.keyboard.press('Enter');
  await expect(desk).toHaveURL(/requestId=/);
  const facts = desk.getByRole('region', { name: 'POST /v1/payments' });
  // Those of the list before stay until the answer is there.
  await expect(facts).toHaveCount(1);
  await expect(facts).toContainText('Demo shop');
  await expect(facts.getByRole('button', { name: 'Copy: Request id' })).toBeVisible();
  await desk.goto(`/requests?payment=${office.declined}`);
  await expect(rows).toHaveCount(1);
});

test('the payment’s page shows the requests that made and changed it', async ({ desk, office }) => {
  await desk.goto(`/payments/${office.refunded}`);
  const story = desk.getByRole('region', { name: 'Timeline' });
  await expect(story).toContainText('POST /v1/payments → 200');
  const changed = story
    .getByRole('listitem')
    .filter({ hasText: `POST /v1/payments/${office.refunded} → 200` });
  const id = await changed.getByRole('link').textContent();
  await changed.getByRole('link').click();
  await expect(desk).toHaveURL(`/requests?requestId=${id}`);
  const facts = desk.getByRole('region', { name: `POST /v1/payments/${office.refunded}` });
  await expect(facts).toContainText(id ?? 'no id');
  await facts.getByRole('link').last().click();
  await expect(desk).toHaveURL(/\/payments\//);
});

for (const language of ['en', 'ar'] as const) {
  test(`axe finds nothing in "${language}", and nothing overflows at 320 pixels`, async ({
    desk,
    office,
  }) => {
    await desk.goto(`/requests?payment=${office.refunded}`);
    const opened = await desk.locator('a.row').first().getAttribute('href');
    await expectNoProblems(desk, language, ['/requests', opened ?? '']);
  });
}

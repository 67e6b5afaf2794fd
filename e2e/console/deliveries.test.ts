/** Webhooks in the console: what a receiver was told, what it answered, and what is done about it. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { MARKUP } from './a-day.ts';
import { expectNoProblems } from './at-any-width.ts';
import { expect, test } from './fixtures.ts';

/** A list that is asked for slowly, as it is of a large shop. */
const SLOW_MS = 600;
const messages = (page: Page) => page.getByRole('table', { name: 'Messages' }).locator('tbody tr');

test('a failing receiver leads from the day to what it was told, and what it answered', async ({
  desk,
  office,
}) => {
  const asked: string[] = [];
  desk.on('request', (request) => asked.push(request.url()));
  await desk.goto('/');
  await desk.getByRole('link', { name: 'An endpoint does not answer as it should' }).click();
  await expect(desk).toHaveURL(`/webhooks/${office.subscription}`);
  await expect(desk.getByRole('heading', { level: 1 })).toContainText('/hook');
  await expect(desk.getByText('Failing', { exact: true })).toBeVisible();
  await expect(desk.getByText('It has acknowledged nothing since')).toBeVisible();
  await desk.getByLabel('About').fill(office.declined);
  await desk.getByLabel('About').press('Enter');
  await expect(desk).toHaveURL(new RegExp(`payment=${office.declined}`));
  const rows = messages(desk);
  await expect(rows.first()).toContainText(office.declined);
  await expect(rows.first()).toContainText('500');
  await rows.first().getByRole('link').first().click();
  const attempts = desk.getByRole('region', { name: 'Attempts' });
  await expect(attempts).toContainText('answered 500');
  // What a receiver answers is text.
  await expect(attempts).toContainText(MARKUP);
  await expect(desk.getByRole('region', { name: 'Content' })).toContainText(office.declined);
  await expect(desk.getByRole('region', { name: 'Headers' })).toContainText('webhook-sequence-of');
  await desk.getByRole('link', { name: office.declined }).click();
  await desk.getByRole('link', { name: 'Open the message' }).first().click();
  await expect(attempts).toContainText('answered 500');
  expect(asked.filter((url) => new URL(url).pathname.endsWith('/x'))).toEqual([]);
});

test('what is typed into a filter stays while the list comes', async ({ desk, office }) => {
  await desk.route(/\/deliveries/, async (route) => {
    await sleep(SLOW_MS);
    await route.continue();
  });
  await desk.goto(`/webhooks/${office.subscription}`);
  await desk.getByLabel('About').fill(office.declined);
  await expect(messages(desk).first()).toBeVisible();
  await expect(desk.getByLabel('About')).toHaveValue(office.declined);
});

test('messages are chosen and sent again by keyboard alone', async ({ desk, office }) => {
  await desk.goto(`/webhooks/${office.subscription}?payment=${office.refunded}`);
  const rows = messages(desk);
  await expect(rows.first()).toBeVisible();
  await desk.keyboard.press('j');
  await desk.keyboard.press('Shift+Tab');
  await desk.keyboard.press('Space');
  await expect(rows.first().getByRole('checkbox')).toBeChecked();
  await desk.getByRole('checkbox', { name: 'Choose all on this page' }).press('Space');
  const count = await rows.count();
  const send = desk.getByRole('button', { name: `Send ${count} messages again` });
  let sent = 0;
  desk.on('request', (request) => {
    if (request.url().endsWith('/resend')) sent += 1;
  });
  await send.press('Enter');
  const dialog = desk.getByRole('dialog');
  await expect(dialog).toContainText('each as it was');
  await desk.keyboard.press('Escape');
  await expect(send).toBeFocused();
  await desk.keyboard.press('Enter');
  await dialog.getByRole('button', { name: `Send ${count} messages again` }).press('Enter');
  await expect(desk.getByText(`${count} messages are on their way.`)).toBeVisible();
  expect(sent).toBe(1);
  await expect(rows.first().getByRole('checkbox')).not.toBeChecked();
});

/** Tells a page that some were given up: until the gateway does so, days go by. */
const giveUpSome = (page: Page) =>
  page.addInitScript(() => {
    const { fetch } = window;
    window.fetch = async (...asked) => {
      const response = await fetch(...asked);
      if (!/\/webhooks\/\w+$/.test(response.url)) return response;
      return new Response(JSON.stringify({ ...(await response.json()), givenUp: 2 }), response);
    };
  });

test('the list of webhooks says how one is added', async ({ desk }) => {
  await desk.goto('/webhooks');
  const adding = desk.getByRole('region', { name: 'Add a webhook' });
  await expect(adding).toContainText('POST /v1/webhooks');
  await expect(adding).toContainText('npm run admin -- webhook create');
});

test('where nothing was given up, nothing that was is sent again', async ({ desk, office }) => {
  await desk.goto(`/webhooks/${office.subscription}`);
  await expect(desk.getByText('0 were given up.')).toBeVisible();
  await expect(messages(desk).first()).toBeVisible();
  await expect(desk.getByRole('button', { name: 'Send those given up again' })).toHaveCount(0);
});

test('all that were given up since a time are sent again', async ({ desk, office }) => {
  await giveUpSome(desk);
  await desk.goto(`/webhooks/${office.subscription}`);
  await desk.getByRole('button', { name: 'Send those given up again' }).click();
  const dialog = desk.getByRole('dialog');
  await dialog.getByLabel('Given up since').fill('2026-01-01T00:00');
  const answer = desk.waitForResponse((response) => response.url().endsWith('/resend'));
  await dialog.getByRole('button', { name: 'Send those given up again' }).click();
  const request = (await answer).request().postDataJSON();
  expect(request).toEqual({ givenUpSince: expect.stringMatching(/^20\d\d-.*Z$/) });
  await expect(desk.getByText(/messages? (is|are) on (its|their) way\./)).toBeVisible();
});

test('on a phone the list of receivers says which it is and what waits, without a cut', async ({
  desk,
}) => {
  await desk.setViewportSize({ width: 320, height: 640 });
  await desk.goto('/webhooks');
  const row = desk.getByRole('row').filter({ hasText: '/hook' });
  await expect(row.getByText(/messages? waits?\. \d+ (was|were) given up\./)).toBeVisible();
  const lines = await row
    .getByRole('link')
    .evaluate((link) => new Set([...link.getClientRects()].map(({ top }) => top)).size);
  expect(lines).toBeLessThanOrEqual(2);
  const isCut = await desk
    .getByRole('table')
    .evaluate((table) => table.scrollWidth > (table.parentElement?.clientWidth ?? 0));
  expect(isCut).toBe(false);
});

test('a webhook is paused and resumed, gets a sample and another secret', async ({
  desk,
  agent,
  office,
}) => {
  const dialog = desk.getByRole('dialog');
  const act = async (name: string) => {
    await desk.getByRole('button', { name, exact: true }).click();
    await dialog.getByRole('button', { name, exact: true }).click();
  };
  await desk.goto(`/webhooks/${office.subscription}`);
  await act('Pause');
  await expect(desk.getByText('Paused since')).toBeVisible();
  await expect(desk.getByText('Paused', { exact: true })).toBeVisible();
  await expect(desk.getByRole('button', { name: 'Resume', exact: true })).toBeFocused();
  await act('Resume');
  await expect(desk.getByText('Resumed. What was kept is on its way.')).toBeVisible();
  await expect(desk.getByRole('button', { name: 'Pause', exact: true })).toBeVisible();

  await desk.getByRole('button', { name: 'Send a sample' }).click();
  await dialog.getByLabel('Type').selectOption('PAYMENT_CHARGE_CREATED');
  await dialog.getByRole('button', { name: 'Send a sample' }).click();
  await expect(dialog).toContainText('Not acknowledged: answered 500');
  await expect(dialog).toContainText(MARKUP);
  await dialog.getByRole('button', { name: 'Close' }).click();

  await desk.getByRole('button', { name: 'Rotate the secret' }).click();
  await dialog.getByLabel('Take the one before').selectOption({ label: 'one more hour' });
  await dialog.getByRole('button', { name: 'Rotate the secret' }).click();
  await expect(dialog).toContainText('It is not shown again.');
  await expect(dialog.locator('bdi').last()).toHaveText(/^whsec_/);
  await dialog.getByRole('button', { name: 'Close' }).click();

  // A support agent sends again, and does nothing else.
  await giveUpSome(agent);
  await agent.goto(`${office.consoleUrl}/webhooks/${office.subscription}`);
  await expect(agent.getByRole('button', { name: 'Send those given up again' })).toBeVisible();
  for (const name of ['Pause', 'Send a sample', 'Rotate the secret']) {
    await expect(agent.getByRole('button', { name, exact: true })).toHaveCount(0);
  }
});

for (const language of ['en', 'ar'] as const) {
  test(`axe finds nothing in "${language}", and nothing overflows at 320 pixels`, async ({
    desk,
    office,
  }) => {
    await desk.goto(`/webhooks/${office.subscription}?payment=${office.declined}`);
    const opened = await messages(desk).first().getByRole('link').first().getAttribute('href');
    await expectNoProblems(desk, language, [opened ?? '', `/webhooks/${office.subscription}`]);
  });
}

/** What administrators do in the console: each page and action, against the real server. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Locator, Page } from '@playwright/test';
import type { Today } from '../../contract/admin-api.ts';
import { DEMO } from '../../server/tests/support/gateway-process.ts';
import { MARKUP } from './a-day.ts';
import { expectNoProblems } from './at-any-width.ts';
import { expect, PASSWORD, test } from './fixtures.ts';

const inShell = promisify(execFile);
const heading = (name: string | RegExp) => ['heading', { level: 1, name }] as const;

test('a support agent finds the card ending 5454 that was charged twice, and refunds one part', async ({
  desk,
  office,
}) => {
  await desk.goto('/');
  await expect(desk.getByRole(...heading('Today'))).toBeVisible();
  await desk.keyboard.press('/');
  await desk.keyboard.type('5454');
  await desk.keyboard.press('Enter');
  await expect(desk).toHaveURL(/\/payments\?last4=5454$/);
  const twice = desk.getByRole('row').filter({ hasText: 'order-3001' });
  await expect(twice).toHaveCount(2);
  await twice.first().getByRole('link').click();
  await expect(desk.getByRole(...heading('Debit · €92.00'))).toBeFocused();
  await desk.getByRole('button', { name: 'Refund', exact: true }).click();
  await desk.getByLabel('Amount in EUR').fill('20');
  await expect(desk.getByRole('dialog')).toContainText(
    '€20.00 of €92.00 goes back to Mastercard •••• 5454; €72.00 is left.',
  );
  let sent = 0;
  desk.on('request', (request) => {
    if (request.url().endsWith('/refund')) sent += 1;
  });
  await desk.getByRole('button', { name: 'Refund €20.00' }).dblclick();
  await expect(desk.getByText('€20.00 refunded.')).toBeVisible();
  expect(sent).toBe(1);
  await expect(desk.getByRole('region', { name: 'Money' })).toContainText('€72.00');
  await expect(desk.getByRole('region', { name: 'Timeline' })).toContainText('Olga');
  expect(office.twice).toContain(new URL(desk.url()).pathname.split('/').at(-1));
});

/** How many pixels of the chart have the colour that the legend gives a name. */
const drawnAs = (page: Page, name: string): Promise<number> =>
  page.locator('.chart').evaluate((chart, wanted) => {
    const entry = [...chart.querySelectorAll('p > span')].find(
      ({ textContent }) => textContent?.trim() === wanted,
    );
    const swatch = entry?.querySelector('rect');
    const canvas = chart.querySelector('canvas');
    const pixels = canvas?.getContext('2d');
    const [red, green, blue] = swatch ? (getComputedStyle(swatch).fill.match(/\d+/g) ?? []) : [];
    if (!canvas || !pixels || blue === undefined) return 0;
    const { data } = pixels.getImageData(0, 0, canvas.width, canvas.height);
    let count = 0;
    for (let at = 0; at < data.length; at += 4) {
      const is = (offset: number, value?: string) => data[at + offset] === Number(value);
      if (is(0, red) && is(1, green) && is(2, blue) && is(3, '255')) count += 1;
    }
    return count;
  }, name);

test('attempts of the last day are drawn by the hour, in light and dark, and stand in a table', async ({
  desk,
}) => {
  const answers = desk.waitForResponse(/\/admin\/v1\/today/);
  await desk.goto('/');
  const { attempts, approved }: Today = await (await answers).json();
  for (const colorScheme of ['light', 'dark'] as const) {
    await desk.emulateMedia({ colorScheme });
    const chart = async () => {
      const [good, bad] = [await drawnAs(desk, 'Approved'), await drawnAs(desk, 'Declined')];
      return bad > 0 && Math.abs(good / bad - approved / (attempts - approved)) < 0.3;
    };
    await expect.poll(chart, colorScheme).toBe(true);
  }
  const hours = desk.getByRole('region', { name: 'Attempts by hour' });
  await hours.getByText('As a table').click();
  const cells = hours.getByRole('row').getByRole('cell');
  const counts = (await cells.allInnerTexts()).map(Number);
  expect(counts).toHaveLength(50);
  expect(counts.reduce((sum, one) => sum + one, 0)).toBe(attempts);
});

test('what is seen can be used at once: the search by its key, and a dialog is the one thing to use', async ({
  desk,
}) => {
  // In the same task in which it comes into the page.
  await desk.addInitScript(() => {
    const seen: Record<string, boolean> = {};
    Object.assign(window, { seen });
    new MutationObserver(() => {
      const search = document.querySelector('input[name="search"]');
      if (search && seen['search'] === undefined) {
        dispatchEvent(new KeyboardEvent('keydown', { key: '/', bubbles: true }));
        seen['search'] = document.activeElement === search;
      }
      const dialog = document.querySelector('dialog');
      if (dialog) seen['dialog'] ??= dialog.matches(':modal');
    }).observe(document, { childList: true, subtree: true });
  });
  await desk.goto('/administrators');
  await expect(desk.getByLabel('Search payments')).toBeFocused();
  await desk.getByRole('button', { name: 'Invite' }).click();
  await expect(desk.getByRole('dialog')).toBeVisible();
  expect(await desk.evaluate('seen')).toEqual({ search: true, dialog: true });
});

test('an authorisation is captured in part, and another one is given up', async ({
  desk,
  office,
}) => {
  await desk.goto(`/payments/${office.preauthorised}`);
  await desk.getByRole('button', { name: 'Capture', exact: true }).click();
  await desk.getByLabel('Amount in EUR').fill('70,01');
  await expect(desk.getByRole('dialog')).toContainText('€70.00 at most.');
  await desk.getByLabel('Amount in EUR').fill('30');
  await desk.getByRole('button', { name: 'Capture €30.00' }).click();
  await expect(desk.getByText('€30.00 captured.')).toBeVisible();
  await desk.goto(`/payments/${office.untouched}`);
  await desk.getByRole('button', { name: 'Reverse', exact: true }).click();
  await desk.getByRole('button', { name: 'Reverse €75.00' }).click();
  await expect(desk.getByText('Reversed.', { exact: true })).toBeVisible();
  await expect(desk.getByRole('button', { name: 'Reverse', exact: true })).toHaveCount(0);
});

test('what is copied as curl does in a shell what the console does', async ({ desk, office }) => {
  const id = await office.sell('33.00', 'EUR');
  await desk.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await desk.goto(`/payments/${id}`);
  const runCopied = async () => {
    const command = await desk.evaluate(() => navigator.clipboard.readText());
    const env = { GATEWAY: office.gatewayUrl, ACCESS_TOKEN: DEMO.DEMO_ACCESS_TOKEN };
    const { stdout } = await inShell('sh', ['-c', command], { env: { ...process.env, ...env } });
    return JSON.parse(stdout);
  };
  await desk.getByRole('button', { name: 'Copy as curl' }).click();
  expect(await runCopied()).toMatchObject({ id, amount: '33.00', paymentType: 'DB' });
  await desk.getByRole('button', { name: 'Refund', exact: true }).click();
  const dialog = desk.getByRole('dialog');
  await dialog.getByLabel('Amount in EUR').fill('3');
  await dialog.getByRole('button', { name: 'Copy as curl' }).click();
  expect(await runCopied()).toMatchObject({
    ...{ referencedId: id, amount: '3.00', paymentType: 'RF' },
    result: { code: '000.100.110' },
  });
  await desk.reload();
  await expect(desk.getByText('€30.00').first()).toBeVisible();
});

test('the list is used by keyboard alone, and its filters are its address', async ({ desk }) => {
  await desk.goto('/payments?state=failed');
  const rows = desk.locator('a.row');
  await expect(rows).toHaveCount(5);
  await desk.keyboard.press('j');
  await desk.keyboard.press('ArrowDown');
  await expect(rows.nth(1)).toBeFocused();
  await desk.keyboard.press('k');
  await expect(rows.first()).toBeFocused();
  await desk.keyboard.press('Enter');
  await expect(desk.getByRole(...heading(/^Debit/))).toBeFocused();
  await desk.goBack();
  await expect(desk.getByLabel('State')).toHaveValue('failed');
  await desk.keyboard.press('?');
  await expect(desk.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await desk.keyboard.press('Escape');
  await expect(desk.getByRole('dialog')).toHaveCount(0);
});

test('a view is saved under a name and opened again, and what is filtered is exported', async ({
  desk,
}) => {
  await desk.goto('/payments?brand=AMEX');
  await desk.getByRole('button', { name: 'Save view' }).click();
  await desk.getByLabel('Name of the view').fill('Amex');
  await desk.getByRole('button', { name: 'Save', exact: true }).click();
  await desk.getByRole('link', { name: 'All payments' }).click();
  await desk.getByRole('link', { name: 'Amex', exact: true }).click();
  await expect(desk).toHaveURL(/brand=AMEX/);
  const download = desk.waitForEvent('download');
  await desk.getByRole('link', { name: 'Export as CSV' }).click();
  expect((await download).url()).toContain('brand=AMEX');
  expect((await download).suggestedFilename()).toMatch(/^payments-to-20\d\d-\d\d-\d\d\.csv$/);
});

test('markup of a merchant or a receiver is text', async ({ desk, office }) => {
  const asked: string[] = [];
  desk.on('request', (request) => asked.push(request.url()));
  await desk.goto(`/payments/${office.odd}`);
  await expect(desk.getByRole('region', { name: 'Details' })).toContainText(MARKUP);
  await desk.goto(`/payments?reference=${encodeURIComponent(MARKUP)}`);
  await expect(desk.getByRole('cell', { name: MARKUP })).toBeVisible();
  expect(asked.filter((url) => new URL(url).pathname === '/x')).toEqual([]);
});

/** From now on, until it is told otherwise. */
const bankBehaves = (gatewayUrl: string, behaviour: string): Promise<Response> =>
  fetch(`${gatewayUrl}/sandbox/connector`, {
    method: 'POST',
    headers: { authorization: `Bearer ${DEMO.DEMO_ACCESS_TOKEN}` },
    body: new URLSearchParams({ entityId: DEMO.DEMO_ENTITY_ID, behaviour }),
  });

test('a refund that was declined stands in the story, and the same dialog asks again', async ({
  desk,
  office,
}) => {
  await desk.goto(`/payments/${await office.sell('92.00', 'EUR')}`);
  const dialog = desk.getByRole('dialog');
  const story = desk.getByRole('region', { name: 'Timeline' });
  await desk.getByRole('button', { name: 'Refund', exact: true }).click();
  await dialog.getByLabel('Amount in EUR').fill('20');
  await bankBehaves(office.gatewayUrl, 'fail');
  try {
    await dialog.getByRole('button', { name: 'Refund €20.00' }).click();
    await expect(dialog.getByRole('alert')).toContainText('The gateway refused');
  } finally {
    await bankBehaves(office.gatewayUrl, 'normal');
  }
  await expect(story).toContainText('Refund was asked for');
  await expect(dialog.getByRole('alert')).toContainText('The gateway refused');
  await dialog.getByRole('button', { name: 'Refund €20.00' }).click();
  await expect(desk.getByText('€20.00 refunded.')).toBeVisible();
  await expect(desk.getByRole('region', { name: 'Money' })).toContainText('€72.00');
});

test('a refund whose answer was lost, or an error of the server, is asked for under the same key', async ({
  desk,
  office,
}) => {
  const id = await office.sell('92.00', 'EUR');
  await desk.goto(`/payments/${id}`);
  const keys: (string | undefined)[] = [];
  await desk.route(`**/admin/v1/payments/${id}/refund`, async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    if (keys.length === 1) return route.abort();
    if (keys.length > 2) return route.continue();
    const json = { reason: 'refused', description: 'the console has failed' };
    return route.fulfill({ status: 500, json });
  });
  const dialog = desk.getByRole('dialog');
  await desk.getByRole('button', { name: 'Refund', exact: true }).click();
  await dialog.getByLabel('Amount in EUR').fill('20');
  const refund = dialog.getByRole('button', { name: 'Refund €20.00' });
  await refund.click();
  await expect(dialog.getByRole('alert')).toContainText('No connection.');
  await refund.click();
  await expect(dialog.getByRole('alert')).toContainText('Something went wrong.');
  await refund.click();
  await expect(desk.getByText('€20.00 refunded.')).toBeVisible();
  expect(new Set(keys).size).toBe(1);
  expect(keys).toHaveLength(3);
  await expect(desk.getByRole('region', { name: 'Money' })).toContainText('€72.00');
});

test('on a phone it is said whose an access token is', async ({ desk }) => {
  await desk.setViewportSize({ width: 320, height: 640 });
  await desk.goto('/tokens');
  const names = desk.getByRole('rowheader').filter({ hasText: 'demo shop' });
  await expect(names.filter({ hasText: 'Demo shop, Brazil' })).toHaveCount(1);
  await expect(names.filter({ hasText: 'Demo shop, Mexico' }).getByText('Mexico')).toBeVisible();
});

test('a token is issued, shown once, and revoked', async ({ desk }) => {
  await desk.goto('/tokens');
  await desk.getByRole('button', { name: 'New access token' }).click();
  await desk.getByLabel('Label').fill('reports only');
  for (const scope of ['Take payments', 'Refund', 'Manage webhooks']) {
    await desk.getByLabel(scope, { exact: true }).uncheck();
  }
  const dialog = desk.getByRole('dialog');
  await dialog.getByRole('button', { name: 'New access token' }).click();
  await expect(dialog).toContainText('It is not shown again.');
  await dialog.getByRole('button', { name: 'Close' }).click();
  const row = desk.getByRole('row').filter({ hasText: 'reports only' });
  await row.getByRole('button', { name: 'Revoke' }).click();
  await dialog.getByRole('button', { name: 'Revoke' }).click();
  await expect(row.getByText('Revoked')).toBeVisible();
});

test('an invited agent asks for a large refund, and the owner approves it', async ({
  desk,
  browser,
  office,
}) => {
  await desk.goto('/administrators');
  await desk.getByRole('button', { name: 'Invite' }).click();
  const dialog = desk.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Sam');
  await dialog.getByRole('button', { name: 'Invite' }).click();
  const link = await dialog.locator('bdi').textContent();
  const context = await browser.newContext({ locale: 'en-GB' });
  const agent = await context.newPage();
  await agent.goto(link ?? '');
  await agent.getByLabel('New password').fill(PASSWORD);
  await agent.getByRole('button', { name: 'Set the password' }).click();
  await expect(agent.getByRole(...heading('Today'))).toBeVisible();
  await expect(agent.getByRole('link', { name: 'Administrators' })).toHaveCount(0);
  await agent.goto(`${office.consoleUrl}/payments/${office.refunded}`);
  await agent.getByRole('button', { name: 'Refund', exact: true }).click();
  await agent.getByLabel('Amount in EUR').fill('150');
  await agent.getByRole('button', { name: 'Ask to refund €150.00' }).click();
  await expect(agent.getByText('Sam has asked to refund €150.00.')).toBeVisible();
  await agent.getByRole('button', { name: 'Sam' }).click();
  await agent.getByRole('button', { name: 'Sign out' }).click();
  await expect(agent.getByRole(...heading('Sign in'))).toBeVisible();
  await context.close();
  await desk.goto('/approvals');
  const column = await desk.getByRole('columnheader', { name: 'Refund' }).boundingBox();
  const amount = await desk.getByRole('link', { name: '€150.00' }).boundingBox();
  expect((amount?.x ?? 0) - (column?.x ?? 0)).toBeLessThan(20);
  await desk.getByRole('button', { name: 'Approve' }).click();
  await dialog.getByRole('button', { name: 'Approve' }).click();
  await expect(desk.getByText('No refund waits for approval.')).toBeVisible();
});

test('the longest name of a brand stays within the details of a payment', async ({
  desk,
  office,
}) => {
  await desk.goto(`/payments/${office.chargedBack}`);
  const details = desk.getByRole('region', { name: 'Details' });
  for (const width of [1024, 1280, 1440]) {
    await desk.setViewportSize({ width, height: 800 });
    const [card, method] = await Promise.all([
      details.boundingBox(),
      details.getByText('American Express •••• 7770').boundingBox(),
    ]);
    if (!card || !method) throw new Error('the details are not in sight');
    expect(method.x + method.width).toBeLessThan(card.x + card.width);
  }
});

test('why it was declined is said in the row, and what failed yesterday is a link', async ({
  desk,
  office,
}) => {
  await desk.goto('/payments?reference=order-2001');
  await expect(desk.getByRole('row').filter({ hasText: 'order-2001' })).toContainText(
    'exceeds the available credit',
  );
  await desk.goto('/payments');
  await desk.getByLabel('Period').selectOption({ label: 'Yesterday' });
  await desk.getByLabel('State').selectOption({ label: 'Failed' });
  await expect(desk).toHaveURL(/period=yesterday&state=failed/);
  // Unless midnight has passed since the office began.
  const isSameDay = new Date(office.soldAt).toDateString() === new Date().toDateString();
  if (isSameDay) await expect(desk.getByText('No payments match.')).toBeVisible();
});

for (const [language, words, asked] of [
  ['de', 'Karte oder Konto ist nicht gedeckt', 'Belastung wurde angefordert'],
  ['ar', 'الرصيد غير كافٍ', 'طُلب: خصم'],
] as const) {
  test(`why it was declined is said in "${language}", with the code and the English beside it`, async ({
    desk,
    office,
  }) => {
    await desk.addInitScript((tag) => localStorage.setItem('console.language', tag), language);
    await desk.goto('/payments?reference=order-2001');
    const row = desk.getByRole('row').filter({ hasText: 'order-2001' });
    await expect(row).toContainText(words);
    await expect(row).toContainText('800.100.155');
    await expect(row).toContainText('exceeds the available credit');
    await desk.goto(`/payments/${office.declined}`);
    await expect(desk.locator('.timeline')).toContainText(words);
    await expect(desk.locator('.timeline')).toContainText(asked);
    await expect(desk.locator('.timeline')).not.toContainText('was asked for');
    await desk.goto('/');
    await expect(desk.getByRole('row').filter({ hasText: '800.100.155' })).toContainText(words);
  });
}

test('where cards were issued is said of a payment, found, and parts the approvals of the day', async ({
  desk,
  office,
}) => {
  await desk.goto('/');
  const table = desk.getByRole('table', { name: 'Approval by issuer country and brand' });
  await expect(table.getByRole('rowheader', { name: 'Germany' })).toBeVisible();
  await expect(table.getByRole('rowheader', { name: 'United States' })).toBeVisible();
  await table.getByRole('link', { name: 'Germany' }).click();
  await expect(desk).toHaveURL(/issuerCountry=DE/);
  await expect(desk.getByLabel('Issuer country')).toHaveValue('DE');
  await expect(desk.getByRole('row').filter({ hasText: 'order-3001' })).toHaveCount(2);
  await desk.goto(`/payments/${office.refunded}`);
  await expect(desk.getByRole('link', { name: 'United States' })).toBeVisible();
});

test('a message that a receiver refused is sent again', async ({ desk, office }) => {
  await desk.goto(`/payments/${office.declined}`);
  const story = desk.getByRole('region', { name: 'Timeline' });
  await story.getByRole('button', { name: 'Send again' }).first().click();
  await desk.getByRole('dialog').getByRole('button', { name: 'Send again' }).click();
  await expect(desk.getByText('On its way.')).toBeVisible();
});

const PAGES = [
  '/',
  '/payments',
  '/checkouts',
  '/checkouts/funnel',
  '/registrations',
  '/schedules',
  '/chargebacks',
  '/settlement',
  '/approvals',
  '/tokens',
  '/webhooks',
  '/administrators',
  '/account',
];

for (const language of ['en', 'ar'] as const) {
  test(`axe finds nothing in "${language}" on any page, and nothing overflows at 320 pixels`, async ({
    desk,
    office,
  }) => {
    // Thirty pages are opened and read.
    test.slow();
    const paths = [
      ...PAGES,
      `/payments/${office.chargedBack}`,
      `/registrations/${office.registration}`,
    ];
    await expectNoProblems(desk, language, paths);
  });
}

test('the list is turned page by page, and back', async ({ desk, office }) => {
  await Promise.all(Array.from({ length: 60 }, () => office.sell('10.00', 'NOK')));
  await desk.goto('/payments?currency=NOK');
  const rows = desk.locator('a.row');
  const pages = desk.getByRole('navigation', { name: 'Pages' });
  await expect(rows).toHaveCount(50);
  const first = await rows.first().getAttribute('href');
  await pages.getByRole('button', { name: 'Next' }).click();
  await expect(rows).toHaveCount(10);
  await expect(pages.getByRole('button', { name: 'Next' })).toBeDisabled();
  expect(await rows.first().getAttribute('href')).not.toBe(first);
  await pages.getByRole('button', { name: 'Previous' }).click();
  await expect(rows).toHaveCount(50);
  await expect(rows.first()).toHaveAttribute('href', first ?? '');
});

test('a refund that an agent asks for is rejected, and moves nothing', async ({
  desk,
  agent,
  office,
}) => {
  await agent.goto(`/payments/${await office.sell('500.00', 'EUR')}`);
  await agent.getByRole('button', { name: 'Refund', exact: true }).click();
  await agent.getByLabel('Amount in EUR').fill('120');
  await agent.getByRole('button', { name: 'Ask to refund €120.00' }).click();
  await expect(agent.getByText('has asked to refund €120.00.')).toBeVisible();
  await desk.goto('/approvals');
  const row = desk.getByRole('row').filter({ hasText: '€120.00' });
  await row.getByRole('button', { name: 'Reject' }).click();
  await desk.getByRole('dialog').getByRole('button', { name: 'Reject' }).click();
  await expect(
    desk.getByText(/The refund of €120.00, asked for by .*, is rejected\./),
  ).toBeVisible();
  await expect(row).toHaveCount(0);
  // The button that had the focus has gone with its row.
  await expect(desk.getByRole(...heading('Approvals'))).toBeFocused();
  await agent.reload();
  await expect(agent.getByText('has asked to refund €120.00.')).toHaveCount(0);
  await expect(agent.getByRole('region', { name: 'Timeline' })).toContainText('refund rejected');
});

test('a refund that is no longer possible says so where it waits, and is dismissed', async ({
  desk,
  agent,
  office,
}) => {
  const id = await office.sell('500.00', 'EUR');
  await agent.goto(`/payments/${id}`);
  await agent.getByRole('button', { name: 'Refund', exact: true }).click();
  await agent.getByLabel('Amount in EUR').fill('125');
  await agent.getByRole('button', { name: 'Ask to refund €125.00' }).click();
  await expect(agent.getByText('has asked to refund €125.00.')).toBeVisible();
  await desk.goto(`/payments/${id}`);
  await desk.getByRole('button', { name: 'Reverse', exact: true }).click();
  await desk.getByRole('dialog').getByRole('button', { name: 'Reverse €500.00' }).click();
  const why = 'No longer possible: the payment was reversed.';
  await expect(desk.getByText(why)).toBeVisible();
  // "Reverse" is not offered any longer.
  await expect(desk.getByRole(...heading('Debit · €500.00'))).toBeFocused();
  await desk.goto('/approvals');
  const row = desk.getByRole('row').filter({ hasText: '€125.00' });
  await expect(row.getByText(why)).toBeVisible();
  await expect(row.getByRole('button')).toHaveText(['Dismiss']);
  await row.getByRole('button', { name: 'Dismiss' }).click();
  await desk.getByRole('dialog').getByRole('button', { name: 'Dismiss' }).click();
  await expect(desk.getByText(/The request of .* to refund €125.00 has ended\./)).toBeVisible();
  await expect(row).toHaveCount(0);
});

test('on a phone what is decided of a large refund is in sight', async ({ desk }) => {
  const waits = {
    ...{ id: '0'.repeat(32), paymentId: '1'.repeat(32), amount: '1234567.00', currency: 'EUR' },
    ...{ askedBy: 'Sam', askedAt: '2026-01-02T03:04:05.000Z', state: 'waiting', decidedBy: null },
  };
  const impossible = { ...waits, id: '2'.repeat(32), obstacle: 'too-little-left' };
  await desk.route('**/admin/v1/approvals', (route) =>
    route.fulfill({ json: [waits, impossible] }),
  );
  await desk.addInitScript(() => localStorage.setItem('console.language', 'de'));
  await desk.setViewportSize({ width: 320, height: 640 });
  await desk.goto('/approvals');
  await expect(desk.getByRole('rowheader').first()).toContainText('Sam');
  const table = desk.getByRole('table');
  const ends = await table.evaluate(
    (element) => element.parentElement?.getBoundingClientRect().right,
  );
  for (const name of ['Freigeben', 'Ablehnen', 'Verwerfen']) {
    const box = await desk.getByRole('button', { name }).boundingBox();
    expect((box?.x ?? 1_000) + (box?.width ?? 0), name).toBeLessThan(ends ?? 0);
  }
});

test('a refund whose outcome is not known is not said to be refunded, whoever asks for it', async ({
  desk,
  agent,
  office,
}) => {
  const id = await office.sell('500.00', 'EUR');
  const unknown = { json: { payment: { id, state: 'in_doubt' } } };
  await desk.route('**/refund', (route) => route.fulfill(unknown));
  await desk.goto(`/payments/${id}`);
  const dialog = desk.getByRole('dialog');
  const said = desk.locator('.toasts .notice');
  await desk.getByRole('button', { name: 'Refund', exact: true }).click();
  await dialog.getByLabel('Amount in EUR').fill('20');
  await dialog.getByRole('button', { name: 'Refund €20.00' }).click();
  await expect(said).toHaveText('Asked for; what comes of it is not known yet.');
  await expect(said).toHaveClass(/wait/);
  await agent.goto(`/payments/${id}`);
  await agent.getByRole('button', { name: 'Refund', exact: true }).click();
  await agent.getByLabel('Amount in EUR').fill('130');
  await agent.getByRole('button', { name: 'Ask to refund €130.00' }).click();
  await expect(agent.getByText('has asked to refund €130.00.')).toBeVisible();
  await desk.route('**/approve', (route) => route.fulfill(unknown));
  await desk.goto('/approvals');
  const row = desk.getByRole('row').filter({ hasText: '€130.00' });
  await row.getByRole('button', { name: 'Approve' }).click();
  await dialog.getByRole('button', { name: 'Approve' }).click();
  await expect(said).toHaveText('Asked for; what comes of it is not known yet.');
  await row.getByRole('button', { name: 'Reject' }).click();
  await dialog.getByRole('button', { name: 'Reject' }).click();
  await expect(row).toHaveCount(0);
});

test('an agent’s small refunds are one: above the limit together, the next one is asked for', async ({
  agent,
  office,
}) => {
  const id = await office.sell('500.00', 'EUR');
  await agent.goto(`/payments/${id}`);
  await agent.getByRole('button', { name: 'Refund', exact: true }).click();
  await agent.getByLabel('Amount in EUR').fill('60');
  // The page reads the payment again, and its answer comes when the next dialog is open.
  const { promise: isOpen, resolve: opened } = Promise.withResolvers<void>();
  await agent.route(`**/admin/v1/payments/${id}`, async (route) => {
    await isOpen;
    await route.continue();
  });
  await agent.getByRole('button', { name: 'Refund €60.00' }).click();
  await expect(agent.getByText('€60.00 refunded.')).toBeVisible();
  await agent.getByRole('button', { name: 'Refund', exact: true }).click();
  await agent.getByLabel('Amount in EUR').fill('60');
  await expect(agent.getByRole('dialog')).toContainText('€500.00 at most');
  opened();
  await expect(agent.getByRole('dialog')).toContainText('€440.00 at most');
  await expect(agent.getByRole('dialog')).toContainText('Above €40.00 another administrator');
  await expect(agent.getByRole('button', { name: 'Ask to refund €60.00' })).toBeVisible();
});

test('a token is rotated: another one is shown, and the one before ends when it was said', async ({
  desk,
}) => {
  await desk.goto('/tokens');
  const dialog = desk.getByRole('dialog');
  await desk.getByRole('button', { name: 'New access token' }).click();
  await desk.getByLabel('Label').fill('to rotate');
  await dialog.getByRole('button', { name: 'New access token' }).click();
  const first = await dialog.locator('bdi').first().textContent();
  await dialog.getByRole('button', { name: 'Close' }).click();
  const rows = desk.getByRole('row').filter({ hasText: 'to rotate' });
  await rows.getByRole('button', { name: 'Rotate' }).click();
  await dialog.getByRole('button', { name: 'Rotate' }).click();
  await expect(dialog).toContainText('It is not shown again.');
  expect(await dialog.locator('bdi').first().textContent()).not.toBe(first);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(rows).toHaveCount(2);
  await expect(rows.filter({ hasText: 'Revoked' })).toHaveCount(1);
  await rows.getByRole('button', { name: 'Rotate' }).click();
  await dialog.getByLabel('Take the one before').selectOption({ label: 'one more hour' });
  await dialog.getByRole('button', { name: 'Rotate' }).click();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(rows).toHaveCount(3);
  await expect(rows.filter({ hasText: 'Revoked' })).toHaveCount(1);
  await expect(rows.getByRole('button', { name: 'Revoke', exact: true })).toHaveCount(2);
  await expect(rows.getByRole('button', { name: 'Rotate' })).toHaveCount(1);
});

const linesOf = (text: Locator): Promise<number> =>
  text.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return new Set([...range.getClientRects()].map(({ top }) => top)).size;
  });

test('large amounts and expiry dates stand in one line, beside long names too', async ({
  desk,
}) => {
  await desk.goto('/');
  const ask = (path: string) =>
    desk.evaluate(async (address) => (await fetch(address)).json(), `/admin/v1${path}`);
  const [today, registrations] = [await ask('/today'), await ask('/registrations')];
  const money = ['EUR', 'HUF', 'IDR'].map((currency) => ({
    currency,
    in: '1234567890.49',
    out: '0.00',
  }));
  await desk.route('**/admin/v1/today*', (route) => route.fulfill({ json: { ...today, money } }));
  await desk.reload();
  await expect(desk.getByText('HUF 1,234,567,890.49', { exact: true })).toBeVisible();
  for (const width of [1280, 375]) {
    await desk.setViewportSize({ width, height: 720 });
    const amount = desk.getByText('HUF 1,234,567,890.49', { exact: true });
    expect(await linesOf(amount), `at ${width}`).toBe(1);
  }
  const saved = {
    ...registrations.items[0],
    ...{ brand: 'AMEX', expiry: '12/2031', last4: '7770' },
    holder: 'Wolfeschlegelsteinhausenbergerdorff Hubert Blaine',
  };
  await desk.route('**/admin/v1/registrations*', (route) =>
    route.fulfill({ json: { ...registrations, items: [saved] } }),
  );
  await desk.setViewportSize({ width: 1280, height: 720 });
  await desk.goto('/registrations');
  const expiry = desk.getByText('12/2031', { exact: true });
  await expect(expiry).toBeVisible();
  expect(await linesOf(expiry)).toBe(1);
});

test('names of a result’s details and of parameters stand in one line', async ({
  desk,
  office,
}) => {
  await desk.goto(`/payments/${office.refunded}`);
  for (const title of ['Result in detail', 'Parameters']) {
    const list = desk.locator('details').filter({ hasText: title });
    await list.locator('summary').click();
    const names = await list.locator('dt').all();
    expect(names.length, title).toBeGreaterThan(0);
    for (const name of names) {
      expect(await linesOf(name), (await name.textContent()) ?? title).toBe(1);
    }
  }
});

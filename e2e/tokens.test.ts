/** `wpwlOptions.tokens`: the look by name, in the page and in the frames. */
import { expect, test } from './fixtures.ts';

const OPTIONS = `{
  tokens: {
    text: 'light-dark(rgb(1 2 3), red)', fieldRadius: '20px', buttonRadius: 'var(--pill)',
    accent: 'oklch(45% 0.2 300)', surface: 'url(//evil.example/x)', font: 'monospace',
  },
}`;

test('tokens reach the page and the frames, later changes too', async ({
  openReady,
  page,
  consoleMessages,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await openReady({ head: '<style>:root { --pill: 30px }</style>', options: OPTIONS });
  const frame = page.locator('iframe[name="card.number"]');
  const input = frame.contentFrame().locator('input');
  await expect(input).toHaveCSS('color', 'rgb(1, 2, 3)');
  await expect(input).toHaveCSS('font-family', 'monospace');
  await expect(frame).toHaveCSS('border-radius', '20px');
  await expect(page.locator('.wpwl-button-pay')).toHaveCSS('border-radius', '30px');
  await expect(page.locator('.wpwl-button-pay')).toHaveCSS(
    'background-color',
    'oklch(0.45 0.2 300)',
  );
  await expect(page.locator('.wpwl-form-card')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  await expect.poll(() => consoleMessages.join()).toContain('left out');
  expect(asked.filter((url) => url.includes('evil'))).toEqual([]);

  await page.evaluate(async () => {
    Object.assign(window, { wpwlOptions: { tokens: { text: 'rgb(9 8 7)' } } });
    await (window as unknown as { wpwl: { refresh(): Promise<void> } }).wpwl.refresh();
  });
  await expect(input).toHaveCSS('color', 'rgb(9, 8, 7)');
  await expect(frame).toHaveCSS('border-radius', '8px');
});

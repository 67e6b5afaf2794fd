/** A shopper's own few colours, in Firefox alone: Chromium's are in `perception.test.ts`. */
import { expect, test } from 'vitest';
import { useShop } from './shop.ts';

const USE_OWN_COLORS = { 'browser.display.document_color_use': 2 };

const shop = useShop(USE_OWN_COLORS);

test('forced colours: all controls have one kind of border', async () => {
  await shop.openForm();
  expect(await shop.tab.run(() => matchMedia('(forced-colors: active)').matches)).toBe(true);
  const borders = await shop.tab.run(() =>
    [...document.querySelectorAll('.wpwl-control')].map((control) => {
      const { borderTopColor, borderTopStyle, borderTopWidth } = getComputedStyle(control);
      return [borderTopWidth, borderTopStyle, borderTopColor].join(' ');
    }),
  );
  expect(borders).toHaveLength(5);
  expect(new Set(borders).size, borders.join(', ')).toBe(1);
});

/** A page that turns its theme, and the fields' frames, which must not stay behind. */
import { expect } from '@playwright/test';
import { test } from './fixtures.ts';

test('the fields end in the page’s theme, however it is turned to and fro', async ({
  page,
  openReady,
}) => {
  const { form } = await openReady({ html: 'lang="en" style="color-scheme: light"' });

  // What the widget looks at when it is told of the dark theme is light again, and begins a transition.
  // That one is turned back before it is drawn, and so it never ends.
  await page.evaluate(async () => {
    const { style } = document.documentElement;
    const isFrame = ({ target }: Event) => target instanceof HTMLIFrameElement;
    // Two colours of each frame change in a transition.
    let left = 2 * document.querySelectorAll('iframe').length;
    const turnBack = () => {
      style.colorScheme = 'light';
    };
    addEventListener('transitionend', turnBack, { capture: true, once: true });
    await new Promise<void>((resolve) => {
      addEventListener('transitionend', (event) => {
        if (isFrame(event)) left -= 1;
        if (left > 0) return;
        style.colorScheme = 'dark';
        resolve();
      });
      style.colorScheme = 'dark';
    });
  });

  for (const field of [form.number, form.cvv])
    await expect(field).toHaveCSS('color-scheme', 'dark');
});

test('the fields follow a theme that is turned while they are hidden', async ({
  page,
  openReady,
}) => {
  const { form } = await openReady({ html: 'lang="en" style="color-scheme: light"' });
  const hide = (isHidden: boolean) =>
    form.root.evaluate((root, value) => root.toggleAttribute('hidden', value), isHidden);

  await hide(true);
  await page.evaluate(() => {
    document.documentElement.style.colorScheme = 'dark';
  });
  await hide(false);

  for (const field of [form.number, form.cvv])
    await expect(field).toHaveCSS('color-scheme', 'dark');
});

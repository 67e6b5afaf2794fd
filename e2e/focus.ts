/** Where the keys go, in the page and in the frames of other processes. */
import { expect, type Page } from '@playwright/test';

/** Of a document that the browser takes for focused: the name of its control, or what it is. */
const nameIn = (): string => {
  const { activeElement: element } = document;
  if (!document.hasFocus() || !element) return 'nothing';
  return element.getAttribute('name') || element.id || element.tagName;
};

/** What has the focus: `card.holder`, `frame card.number`; `BODY` or `nothing` where no control has. */
export async function focused(page: Page): Promise<string> {
  const name = await page.evaluate(nameIn);
  const frame = page.frame({ name });
  return frame ? `frame ${await frame.evaluate(nameIn)}` : name;
}

/**
 * Presses a key that moves the focus, and waits until it has arrived. Chromium hands it over from
 * process to process when it crosses the edge of a frame, within some milliseconds that grow with the
 * load; until then keys go to neither side. No person types that fast, and no page can help it.
 */
export async function moveFocus(page: Page, key: string, expected: string): Promise<void> {
  await page.keyboard.press(key);
  await expect.poll(() => focused(page)).toBe(expected);
}

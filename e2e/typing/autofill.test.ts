/** The browser's own autofill: a card that the shopper has saved in Chromium. */
import type { Page } from '@playwright/test';
import { expect, inWholeBrowser as test } from '../fixtures.ts';
import { holdTasks } from './held-tasks.ts';

const SAVED = {
  number: '4200000000000000',
  name: 'Jane Jones',
  expiryMonth: '12',
  expiryYear: '2034',
  cvc: '123',
};

/** Chooses the saved card at a field, as in the browser's list below it. */
async function chooseSavedCard(page: Page, selector: string, frame?: string): Promise<void> {
  const target = frame === undefined ? page : (page.frame({ name: frame }) ?? page);
  const browser = await page.context().newCDPSession(target);
  const { frameTree } = await browser.send('Page.getFrameTree');
  const { root } = await browser.send('DOM.getDocument', { depth: -1 });
  const { nodeId } = await browser.send('DOM.querySelector', { nodeId: root.nodeId, selector });
  const { node } = await browser.send('DOM.describeNode', { nodeId });
  const filled = { fieldId: node.backendNodeId, frameId: frameTree.frame.id, card: SAVED };
  // The browser reads the form by itself, some time after it was drawn.
  await expect(() => browser.send('Autofill.trigger', filled)).toPass();
}

for (const [at, selector, frame] of [
  ['the card number', 'input', 'card.number'],
  ['the CVV', 'input', 'card.cvv'],
] as const) {
  for (const areHeld of [false, true]) {
    const when = areHeld ? ', while the form is slow' : '';
    test(`a saved card that is chosen at ${at} fills all fields${when}`, async ({
      page,
      openReady,
    }) => {
      const tasks = await holdTasks(page);
      const { form } = await openReady();
      await (frame === 'card.cvv' ? form.cvv : form.number).focus();
      if (areHeld) await tasks.hold();
      await chooseSavedCard(page, selector, frame);
      await expect(form.number).toHaveValue('4200 0000 0000 0000');
      await expect(form.expiry).toHaveValue('12 / 34');
      await expect(form.holder).toHaveValue('Jane Jones');
      await expect(form.cvv).toHaveValue('123');
      await tasks.release();
      await form.payButton.click();
      await page.waitForURL('**/result?**');
    });
  }
}

/** A page that wants the card: nothing of it may leave the frames in clear. */
import { CVV, NUMBER, SPIES, secretsIn } from './card-spies.ts';
import { expect, type Page, test } from './fixtures.ts';

/**
 * Resolves when the page and each of its frames have heard what was posted to them before: messages
 * from a window to another keep their order. So what a frame answers at once is heard as well.
 */
async function allIsHeard(page: Page): Promise<void> {
  const echo = () =>
    addEventListener('message', ({ data, source }) => {
      if (data === 'are you there?') source?.postMessage('I am', { targetOrigin: '*' });
    });
  await Promise.all(page.frames().map((frame) => frame.evaluate(echo)));
  await page.evaluate(async () => {
    const windows = [window, ...Array.from({ length: frames.length }, (_, at) => frames[at])];
    for (const each of windows) {
      const answer = new Promise<void>((resolve) => {
        addEventListener('message', ({ data, source }) => {
          if (data === 'I am' && source === each) resolve();
        });
      });
      each?.postMessage('are you there?', '*');
      await answer;
    }
  });
}

test('a page that has replaced what scripts send through sees no card', async ({
  openForm,
  page,
  gateway,
}) => {
  const { form, checkoutId } = await openForm({
    head: SPIES,
    options: '{ onResult: () => false, brandDetection: true }',
  });
  await form.isReady();
  await form.pay({ number: NUMBER, cvv: CVV });
  await expect(form.message).toContainText('already been paid');
  expect((await gateway.status(checkoutId)).result.code).toBe('000.100.110');
  const stolen = (await page.evaluate('stopSpying(), window.stolen')) as string[];
  expect(stolen.length, 'the spies were there').toBeGreaterThan(20);
  expect(stolen.join()).toContain('sealed');
  expect(secretsIn(stolen)).toEqual([]);
});

test('a frame obeys its parent only, and only messages that it knows', async ({
  openForm,
  page,
}) => {
  const { form } = await openForm({ head: SPIES });
  await form.isReady();
  await form.number.pressSequentially(NUMBER);
  await page.evaluate(() => {
    const { ports } = window as unknown as { ports: MessagePort[] };
    const styles = { base: { 'background-color': 'url(https://evil.example/?)' } };
    const forged: unknown[] = [
      null,
      'text',
      [],
      { type: 'read' },
      { type: 'value', value: '1' },
      { type: 'seal' },
      { type: 'seal', request: -1, now: 0, nonce: 'a'.repeat(64) },
      { type: 'seal', request: 1, now: 0 },
      { type: 'seal', request: 1, now: 0, nonce: 'a'.repeat(64), origin: 'https://evil.example' },
      { type: 'clear', extra: true },
      { type: 'error', text: 'x'.repeat(10_000) },
      { type: 'brand', offered: Array(10_000).fill('VISA'), chosen: '', rules: {} },
      { type: '__proto__' },
      { type: 'constructor' },
      { type: 'configure', language: 'en', direction: 'ltr', label: '', placeholder: '', styles },
    ];
    for (const port of ports) for (const message of forged) port.postMessage(message);
    // A port that is passed twice: in one message, and again after it went.
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => {
      (window as unknown as { answered: unknown }).answered = data;
    };
    for (const ports of [[port2, port2], [port2], [port2]]) {
      try {
        document.querySelector('iframe')?.contentWindow?.postMessage({ type: 'init' }, '*', ports);
      } catch {
        // The browser refuses it.
      }
    }
    // A second handshake, and one that is out of order.
    for (const frame of document.querySelectorAll('iframe')) {
      for (const type of ['init', 'seal', 'configure']) {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = ({ data }) => {
          (window as unknown as { answered: unknown }).answered = data;
        };
        frame.contentWindow?.postMessage({ type, checkoutId: 'OTHER' }, '*', [port2]);
      }
    }
  });
  await allIsHeard(page);
  expect(await page.evaluate('window.answered')).toBeUndefined();
  await expect(form.number).toHaveValue('5386 0241 9262 5914');
  await expect(form.number).toHaveAttribute('aria-label', 'Card Number');
  await expect(form.number).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
});

test('the page takes no message that is not from its frames, and of those none that is wrong', async ({
  openForm,
  page,
}) => {
  const { form } = await openForm({
    options: '{ onBlurCardNumber(valid) { window.told = valid } }',
    after: `<iframe id="other" srcdoc="<script>
      for (const type of ['ready', 'state', 'submit', 'sealed'])
        parent.postMessage({ type, field: 'card.number', event: 'blur', empty: false, length: 16, valid: true, request: 1, value: 'x' }, '*');
    </script>"></iframe>`,
  });
  await form.isReady();
  await page.evaluate(() => {
    const messages = [
      { type: 'submit' },
      { type: 'state', event: 'blur', empty: false, length: 16, valid: true },
      { type: 'sealed', request: 1, value: '4200000000000000' },
    ];
    for (const message of messages) window.postMessage(message, '*');
  });
  await allIsHeard(page);
  expect(await page.evaluate('window.told')).toBeUndefined();
  await expect(form.root).toHaveAttribute('data-phase', 'ready');
  await expect(form.root.locator('.wpwl-hint')).toHaveCount(0);
  await form.pay();
  await page.waitForURL('**/result?**');
});

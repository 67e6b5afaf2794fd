/** A page that wants the card: nothing of it may leave the frames in clear. */
import { expect, test } from './fixtures.ts';

const NUMBER = '5386024192625914';
const CVV = '987';

/** Every way out of a script that the page can replace, each telling what goes through it. */
const SPIES = `<script>(() => {
  const stolen = (window.stolen = []);
  const { push } = Array.prototype;
  const { stringify, parse } = JSON;
  let isTelling = false;
  window.stopSpying = () => { isTelling = true; };
  const quietly = (values) => {
    if (isTelling || stolen.length > 20000) return;
    isTelling = true;
    for (let n = 0; n < values.length; n++) {
      try { Reflect.apply(push, stolen, [typeof values[n] === 'string' ? values[n] : stringify(values[n]) ?? '']); } catch {}
    }
    isTelling = false;
  };
  const spyOn = (owner, name) => {
    const own = owner[name];
    owner[name] = function (...args) { quietly(args); return Reflect.apply(own, this, args); };
  };
  for (const name of ['map', 'filter', 'join', 'includes', 'push', 'flatMap', 'every', 'some']) {
    const own = Array.prototype[name];
    Array.prototype[name] = function (...args) { if (this.length < 200) quietly([this]); return Reflect.apply(own, this, args); };
  }
  JSON.parse = (text, ...rest) => { quietly([text]); return parse(text, ...rest); };
  spyOn(window, 'fetch');
  spyOn(URLSearchParams.prototype, 'append');
  spyOn(window, 'postMessage');
  const { postMessage } = MessagePort.prototype;
  MessagePort.prototype.postMessage = function (...args) { quietly(args); return Reflect.apply(postMessage, this, args); };
  const Own = window.MessageChannel;
  window.MessageChannel = function () {
    const channel = new Own();
    channel.port1.addEventListener('message', ({ data }) => quietly([data]));
    window.ports = (window.ports ?? []).concat(channel.port1);
    return channel;
  };
  addEventListener('message', ({ data }) => quietly([data]), true);
})()</script>`;

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
  const all = stolen.join('\n');
  expect(stolen.length, 'the spies were there').toBeGreaterThan(20);
  expect(all).toContain('sealed');
  const clear = all.replaceAll(/[\w-]{40,}/g, '');
  // The first eight digits are the issuer's, which a page may know.
  for (const part of [NUMBER, NUMBER.slice(0, 9), NUMBER.slice(-6), '5386 0241 9']) {
    expect(clear.includes(part), `${part} is among what the page saw`).toBe(false);
  }
  expect(clear, 'the CVV is among what the page saw').not.toMatch(/(^|\D)987(\D|$)/);
});

test('a frame obeys nobody but its parent, and nothing but what it knows', async ({
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
  await page.waitForTimeout(500);
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
  await page.waitForTimeout(300);
  expect(await page.evaluate('window.told')).toBeUndefined();
  await expect(form.root).toHaveAttribute('data-phase', 'ready');
  await expect(form.root.locator('.wpwl-hint')).toHaveCount(0);
  await form.pay();
  await page.waitForURL('**/result?**');
});

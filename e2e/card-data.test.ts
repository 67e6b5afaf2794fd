import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { spyInPage } from './page-spy.ts';
import { loseAnswer, PAYMENT_REQUESTS } from './payment-requests.ts';

const NUMBER = '376680816376961';
/** What the page may know (D9). */
const BIN = NUMBER.slice(0, 8);
/** What only the frame and the gateway may know. */
const REST = NUMBER.slice(8);
const CVV = '7391';

const base64 = (text: string) =>
  Buffer.from(text).toString('base64').replace(/=*$/, '').slice(1, -1);

/** The secret part of the number however it is written, and the CVV as a whole value. */
const SECRETS = [
  new RegExp([...REST].join('[\\s-]?')),
  new RegExp([...REST].toReversed().join('')),
  new RegExp(Buffer.from(REST).toString('hex')),
  ...[REST, ` ${REST}`, `  ${REST}`].map((text) => new RegExp(base64(text).slice(2))),
  new RegExp(`(?<![\\w.-])${CVV}(?![\\w.-])`),
];

/** What is random or counts by itself: digits that are sought may stand in it by chance. */
const CHANCE = /(?<![\da-z])[\da-f]{32}(?![\da-z])|"(?:time|pid)":\d+/gi;

const withSecrets = (texts: readonly string[]) =>
  texts
    .map((text) => text.replaceAll(CHANCE, ''))
    .flatMap((text) =>
      SECRETS.flatMap((secret) => {
        const at = text.search(secret);
        return at < 0 ? [] : [`${secret}: …${text.slice(Math.max(0, at - 60), at + 40)}`];
      }),
    );

/** Addresses, headers and bodies of all that the page and its frames ask for. */
function recordRequests(page: Page): () => Promise<string[]> {
  const asked: Promise<string[]>[] = [];
  page.context().on('request', (request) => {
    const { url, body } = { url: decodeURIComponent(request.url()), body: request.postData() };
    const text = body ? decodeURIComponent(body.replaceAll('+', ' ')) : '';
    asked.push(
      request.allHeaders().then(
        (headers) => [url, text, JSON.stringify(headers)],
        () => [url, text],
      ),
    );
  });
  return async () => (await Promise.all(asked)).flat();
}

test.describe('card number and CVV', () => {
  test('are in nothing that leaves the page and in nothing that the page can reach', async ({
    page,
    openForm,
    gateway,
  }) => {
    const requests = recordRequests(page);
    const spy = await spyInPage(page);
    await page.route(PAYMENT_REQUESTS, loseAnswer, { times: 1 });
    const { form, checkoutId } = await openForm();
    await form.isReady();
    // A mistake first, so that errors have been shown and told.
    await form.type({ number: NUMBER, cvv: '73' });
    await form.payButton.click();
    await expect(form.hint('cvvError')).toBeVisible();
    await form.cvv.press('End');
    await form.cvv.pressSequentially(CVV.slice(2));
    await form.payButton.click();
    await expect(form.retryButton).toBeVisible();
    const reached = await spy.reach();
    await form.retryButton.click();
    await page.waitForURL('**/result?**');
    expect((await gateway.status(checkoutId)).card.last4Digits).toBe(NUMBER.slice(-4));

    const sent = await requests();
    const reachedAfterwards = await spy.reach();
    // The net holds: what may be known is in it.
    expect(spy.heard.some((text) => text.includes(`"bin":"${BIN}"`))).toBe(true);
    expect(
      spy.heard.some((text) => text.startsWith('fetched') && text.includes('000.100.110')),
    ).toBe(true);
    expect(sent.some((text) => text.includes('card.holder=Jane Jones'))).toBe(true);
    expect(reached).toContain('Jane Jones');
    expect(reached).toContain(checkoutId);

    expect(withSecrets(spy.heard)).toEqual([]);
    expect(withSecrets(sent)).toEqual([]);
    expect(withSecrets(reached)).toEqual([]);
    expect(withSecrets(reachedAfterwards)).toEqual([]);
    expect(withSecrets([gateway.output()])).toEqual([]);
    for (const name of await readdir(gateway.dataDir)) {
      const content = await readFile(join(gateway.dataDir, name), 'latin1');
      expect(content.replaceAll(CHANCE, '').includes(REST), name).toBe(false);
    }
  });

  test('cannot be read out of the frames', async ({ page, openForm }) => {
    const { form } = await openForm();
    await form.type({ number: NUMBER, cvv: CVV });
    const tries = await page.evaluate(() =>
      [...document.querySelectorAll('iframe')].flatMap((iframe) => {
        const attempt = (read: () => unknown) => {
          try {
            return String(read());
          } catch (error) {
            return (error as Error).name;
          }
        };
        return [
          attempt(() => iframe.contentDocument),
          attempt(() => iframe.contentWindow?.document),
          attempt(() => Reflect.get(iframe.contentWindow ?? {}, 'digits')),
        ];
      }),
    );
    expect(new Set(tries)).toEqual(new Set(['null', 'SecurityError']));
  });
});

/** Nothing of this is a message, or it asks for what no message may do. */
const FORGED: readonly unknown[] = [
  null,
  42,
  'value',
  [],
  { type: '__proto__' },
  { type: 'constructor' },
  { type: 'value', value: '4111111111111111' },
  { type: 'set', value: '4111111111111111' },
  { type: 'read' },
  { type: 'state', event: 'input', empty: false, length: 16 },
  { type: 'focus', value: '4111111111111111' },
  { type: 'clear', value: '' },
  { type: 'error', text: 'x'.repeat(301) },
  { type: 'error', text: '<input name="card.number" value="4111111111111111">' },
  { type: 'seal', request: 1, now: 'now', nonce: 'a'.repeat(64) },
  { type: 'seal', request: 1, now: 0 },
  { type: 'seal', request: 1, now: 0, nonce: 'of the page' },
  { type: 'seal', request: 1, now: 0, nonce: 'a'.repeat(64), url: 'https://evil.example/' },
  { type: 'brand', offered: ['VISA'], chosen: 'visa', rules: {} },
  { type: 'configure', label: '<img src=x onerror=alert(1)>', styles: {} },
];

/** A message as it should be, with styles that must not enter. */
const CONFIGURE = {
  type: 'configure',
  language: 'en',
  direction: 'ltr',
  label: '<img src=x onerror=alert(1)>',
  placeholder: '',
  required: false,
  masked: false,
  grouped: true,
  disabled: false,
  colorScheme: 'light',
  styles: {
    base: { 'background-image': 'url(https://evil.example/)', color: 'url(//evil.example)' },
    'base, *': { color: 'red' },
  },
};

test.describe('a hostile page', () => {
  test('that embeds the field itself can neither set nor read it', async ({ page, openForm }) => {
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    const { form } = await openForm();
    await form.isReady();
    await page.evaluate(
      async ({ forged, configure }) => {
        const iframe = document.createElement('iframe');
        const heard: unknown[] = [];
        Object.assign(window, { heard });
        iframe.name = 'hostile';
        iframe.src = document.querySelector('iframe')?.src ?? '';
        document.body.append(iframe);
        await new Promise((resolve) => iframe.addEventListener('load', resolve));
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = ({ data }) => {
          heard.push(data);
          for (const message of forged) port1.postMessage(message);
        };
        iframe.contentWindow?.postMessage({ type: 'init' }, '*', [port2]);
        port1.postMessage(configure);
      },
      { forged: FORGED, configure: CONFIGURE },
    );
    const heard = () =>
      page.evaluate(() => Reflect.get(window, 'heard') as Record<string, unknown>[]);
    await expect.poll(async () => (await heard()).length).toBe(4);
    const field = page.frameLocator('iframe[name="hostile"]').locator('input');
    await expect(page.frameLocator('iframe[name="hostile"]').locator('input')).toHaveCount(1);
    await expect(field).toHaveValue('');
    await field.pressSequentially(NUMBER);
    await expect(field).toHaveValue('3766 808163 76961');
    await form.holder.focus();
    await expect.poll(async () => (await heard()).at(-1)?.['event']).toBe('blur');
    const messages = await heard();
    expect(withSecrets([JSON.stringify(messages)])).toEqual([]);
    expect(new Set(messages.map(({ type }) => type))).toEqual(
      new Set(['ready', 'refused', 'state']),
    );
    const whileTyping = messages.filter(({ event }) => event === 'input');
    expect(whileTyping).toHaveLength(NUMBER.length);
    expect(whileTyping.filter((message) => 'valid' in message)).toEqual([]);
    expect(requests.filter((url) => url.includes('evil'))).toEqual([]);
  });

  test('that offers a second port, or an advertisement that offers the first, gets no answer', async ({
    page,
    openForm,
    gateway,
  }) => {
    /** Offers ports to every frame of the page from the first moment on. */
    const advertisement = `<script>
      setInterval(() => {
        for (let n = 0; n < parent.frames.length; n++) {
          if (parent.frames[n] === window) continue;
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = ({ data }) => parent.postMessage({ stolen: data }, '*');
          parent.frames[n].postMessage({ type: 'init', checkoutId: 'x' }, '*', [port2]);
        }
        parent.postMessage({ type: 'ready', field: 'card.number' }, '*');
        parent.postMessage({ type: 'sealed', request: 1, value: '' }, '*');
      }, 5)
    </script>`;
    const { form, checkoutId } = await openForm({
      head: `<script>
        var stolen = [], offers = 0;
        addEventListener('message', ({ data }) => {
          if (data && data.stolen) stolen.push(data.stolen); else offers++;
        });
      </script>`,
      before: `<iframe title="Advertisement" srcdoc="${advertisement.replaceAll('"', '&quot;')}"></iframe>`,
    });
    await form.isReady();
    await page.evaluate(() => {
      for (const iframe of document.querySelectorAll<HTMLIFrameElement>('iframe[name]')) {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = ({ data }) => Reflect.get(window, 'stolen').push(data);
        iframe.contentWindow?.postMessage({ type: 'init', checkoutId: 'x' }, '*', [port2]);
        iframe.contentWindow?.postMessage({ type: 'clear' }, '*');
      }
    });
    await form.type();
    const [stolen, offers] = await page.evaluate(() => [
      Reflect.get(window, 'stolen'),
      Reflect.get(window, 'offers'),
    ]);
    expect(offers).toBeGreaterThan(10);
    expect(stolen).toEqual([]);
    await expect(form.number).toHaveValue('4200 0000 0000 0000');
    await form.payButton.click();
    await page.waitForURL('**/result?**');
    expect((await gateway.status(checkoutId)).result.code).toBe('000.100.110');
  });

  test('that puts a value into the form does not pay with it', async ({
    page,
    openForm,
    gateway,
  }) => {
    const { form, checkoutId } = await openForm();
    await form.type();
    await page.evaluate(() => {
      const names = ['sealed[card.number]', 'card.number', 'card.cvv', 'amount', 'paymentType'];
      for (const name of names) {
        const input = Object.assign(document.createElement('input'), {
          name,
          value: '4111111111111111',
        });
        document.querySelector('.wpwl-form')?.prepend(input);
      }
    });
    await form.payButton.click();
    await page.waitForURL('**/result?**');
    expect(await gateway.status(checkoutId)).toMatchObject({
      amount: '92.00',
      paymentType: 'DB',
      card: { last4Digits: '0000' },
    });
  });
});

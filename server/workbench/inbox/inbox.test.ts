/** The inbox of a running server: it subscribes, shows what is told, and has it sent again. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { afterAll, expect, it } from 'vitest';
import { DEMO, startServer, temporaryDataDir } from '../../tests/support/gateway-process.ts';

const { dataDir, remove } = await temporaryDataDir();
// Private addresses are not allowed here: the workbench's own is.
const server = await startServer({ DATA_DIR: dataDir, SHOP_PORT: 'any' });
afterAll(async () => {
  await server.stop();
  await remove();
});

const page = async () => (await fetch(`${server.shopUrl}/inbox`)).text();
const post = (path: string, fields: Record<string, string> = {}) =>
  fetch(`${server.shopUrl}${path}`, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { 'sec-fetch-site': 'same-origin' },
  });
const messagesIn = (shown: string): { type?: unknown }[] =>
  [...shown.matchAll(/<pre[^>]*>([^<]+)</g)].map(([, text = '']) =>
    JSON.parse(text.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&')),
  );
/** By the schema that is published. */
async function mistakesOf(event: { type?: unknown }): Promise<unknown> {
  const schema = await fetch(`${server.url}/schemas/events/v1/${event.type}.json`);
  const ajv = addFormats.default(new Ajv2020({ strict: true }));
  const validate = ajv.compile((await schema.json()) as object);
  validate(event);
  return validate.errors ?? null;
}
const soon = (check: () => unknown) => expect.poll(check, { interval: 200 });

it('shows what happens, decrypted, has it sent again, and reads it with its next key too', async () => {
  const empty = await page();
  expect(empty).toContain('First subscribe.');
  expect(empty).not.toContain('Show what has come since');
  expect((await post('/inbox')).status).toBe(200);
  await soon(async () => (await page()).match(/<span>TEST<\/span>/g)?.length).toBe(2);
  const subscribed = await page();
  expect(subscribed).toContain('Nothing has happened yet.');
  expect(subscribed).toContain('Show what has come since');
  const paid = await fetch(`${server.url}/v1/payments`, {
    method: 'POST',
    headers: { authorization: `Bearer ${DEMO.DEMO_ACCESS_TOKEN}` },
    body: new URLSearchParams({
      amount: '92.00',
      currency: 'EUR',
      paymentType: 'DB',
      paymentBrand: 'VISA',
      'card.number': '4200000000000000',
      'card.holder': '<script>alert(1)</script>'.replaceAll(/[^a-z]/g, ' ').trim(),
      'card.expiryMonth': '05',
      'card.expiryYear': '2034',
      'card.cvv': '123',
      'customParameters[note]': '<script>alert(1)</script>',
    }),
  });
  const { id } = (await paid.json()) as { id: string };
  await soon(page).toContain('PAYMENT CREATED DB 92.00 EUR 000.100.110');
  await soon(page).toContain('PAYMENT_CHARGE_CAPTURE_SUCCEEDED CAPTURED 92.00 EUR');
  const shown = await page();
  expect(shown).not.toContain('Nothing has happened yet.');
  expect(shown).toContain(id);
  expect(shown).not.toContain('<script>');

  const events = messagesIn(shown).filter(({ type }) => /^PAYMENT_/.test(String(type)));
  expect(events).toHaveLength(3);
  for (const event of events) expect(await mistakesOf(event)).toBeNull();

  const delivery = /PAYMENT CREATED[\s\S]*?name="delivery" value="([0-9a-f]{32})"/.exec(shown)?.[1];
  expect(
    (await post('/inbox/replay', { kind: 'notifications', delivery: delivery ?? '' })).status,
  ).toBe(200);
  await soon(page).toContain('came 2 times');
  expect(
    (await post('/inbox/replay', { kind: 'notifications', delivery: 'f'.repeat(32) })).status,
  ).toBe(502);

  // Subscribing again is another secret for the same subscription: nothing comes twice.
  expect((await post('/inbox')).status).toBe(200);
  const { webhooks } = (await (
    await fetch(`${server.url}/v1/webhooks`, {
      headers: { authorization: `Bearer ${DEMO.DEMO_ACCESS_TOKEN}` },
    })
  ).json()) as { webhooks: { active: boolean }[] };
  expect(webhooks).toMatchObject([{ active: true }, { active: true }]);
  await soon(async () => (await page()).match(/<span>TEST<\/span>/g)?.length).toBe(4);
  expect(await page()).not.toContain('Cannot be read');

  // Another merchant's message is not read, and does no harm.
  await post('/inbox/notifications', { a: 'b' });
  expect(await page()).toContain('Cannot be read');
});

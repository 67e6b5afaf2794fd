/** Sets the demo channel up as a shop has it, by the admin API, so that each section of its page shows something. */
import type { Page } from '@playwright/test';
import { DEMO } from '../../server/tests/support/gateway-process.ts';
import { testFont } from '../../server/tests/support/test-fonts.ts';

const SCRIPTS = ['https://cdn.example/analytics.js', 'https://shop.example/cart.js'];

type Step = readonly [method: string, path: string, body: object];

/** @param page of the console, with a session that may change channels */
export async function setUpChannel(page: Page, gatewayUrl: string): Promise<void> {
  const brands = { VISA: ['PA', 'DB'], MASTER: ['PA', 'DB'], PAYPAL: ['DB'] };
  const origins = ['https://shop.example', 'https://checkout.shop.example'];
  const pageWatch = { share: 100, headersEveryHours: 24 };
  const file = testFont().toString('base64');
  await send(page, [
    ['PATCH', '', { brands, origins, pageWatch, descriptor: 'SHOP EXAMPLE' }],
    ['POST', '/fonts', { family: 'Shop Sans', file }],
    ['POST', '/page-watch/pages', { url: 'https://localhost:1/checkout' }],
    ['POST', '/page-watch/check', {}],
  ]);
  await reportScripts(gatewayUrl, SCRIPTS);
  const decision = { decision: 'approved', scripts: [SCRIPTS[1]], justification: 'Our cart.' };
  await send(page, [['POST', '/page-watch/decisions', decision]]);
}

/** From the console's own page: this process does not know the name of its origin. */
const send = (page: Page, steps: readonly Step[]): Promise<void> =>
  page.evaluate(
    async ([channel, todo]) => {
      const { csrfToken } = await (await fetch('/admin/v1/session')).json();
      for (const [method, path, body] of todo) {
        const answer = await fetch(`/admin/v1/channels/${channel}${path}`, {
          method,
          headers: {
            ...{ 'content-type': 'application/json', 'x-csrf-token': csrfToken },
            'idempotency-key': crypto.randomUUID(),
          },
          body: JSON.stringify(body),
        });
        if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
      }
    },
    [DEMO.DEMO_ENTITY_ID, steps] as const,
  );

/** As the form of a page of the shop does. */
export async function reportScripts(gatewayUrl: string, scripts: readonly string[]): Promise<void> {
  const made = await fetch(`${gatewayUrl}/v1/checkouts`, {
    method: 'POST',
    headers: { authorization: `Bearer ${DEMO.DEMO_ACCESS_TOKEN}` },
    body: new URLSearchParams({
      ...{ entityId: DEMO.DEMO_ENTITY_ID, amount: '1.00', currency: 'EUR', paymentType: 'DB' },
    }),
  });
  const { id } = await made.json();
  const told = await fetch(`${gatewayUrl}/v1/checkouts/${id}/scripts`, {
    method: 'POST',
    headers: { origin: 'https://shop.example' },
    body: new URLSearchParams(scripts.map((script) => ['script', script])),
  });
  if (!told.ok) throw new Error(`the report was answered ${told.status}: ${await told.text()}`);
}

/** What the workbench serves for the playground, and what it refuses. */
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { freePort } from '../../free-port.ts';
import { type GatewayStandIn, startGatewayStandIn } from '../gateway-stand-in.ts';
import { createWorkbench } from '../workbench.ts';

const TOKEN = 'OGFjN2E0Yzg_secret_of_the_shop';
const SHOP_URL = `http://localhost:${await freePort()}`;
const CHECKOUT = `${'A'.repeat(32)}.demo-01`;

const BRAZIL = {
  entityId: '8a8294174b7ecb28014b9699220015cb',
  accessToken: 'the token of the Brazilian channel',
  fields: { entityId: '8a8294174b7ecb28014b9699220015cb' },
};

let gateway: GatewayStandIn;
let workbench: FastifyInstance;
beforeAll(async () => {
  gateway = await startGatewayStandIn();
  workbench = await createWorkbench({
    gatewayUrl: gateway.url,
    shopUrl: SHOP_URL,
    entityId: '8a8294174b7ecb28014b9699220015ca',
    accessToken: TOKEN,
    installments: { BR: BRAZIL },
  });
  await workbench.listen({ host: 'localhost', port: Number(new URL(SHOP_URL).port) });
});
afterAll(async () => {
  await workbench.close();
  await gateway.close();
});
beforeEach(() => {
  gateway.seen.length = 0;
  gateway.answers(() => [200, { id: CHECKOUT }]);
});

const PREVIEW = {
  v: '1',
  checkout: CHECKOUT,
  brands: 'VISA MASTER',
  locale: 'ar',
  scheme: 'dark',
  text: '150',
  layout: 'list',
  labelPosition: 'above',
  density: 'spaced',
  icons: 'inside',
  fields: '',
  block: '',
  billing: '',
  renewal: '',
};
const preview = (changes: Readonly<Record<string, string>> = {}) =>
  fetch(`${SHOP_URL}/playground/preview?${new URLSearchParams({ ...PREVIEW, ...changes })}`);

const order = (body: unknown, headers: Readonly<Record<string, string>> = {}) =>
  fetch(`${SHOP_URL}/playground/checkouts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', ...headers },
    body: JSON.stringify(body),
  });

describe('a preview', () => {
  it('is a page of its language with the real script, which no other site may frame', async () => {
    const answer = await preview();
    const page = await answer.text();
    expect(page).toContain('<html lang="ar" dir="rtl" data-scheme="dark">');
    expect(page).toContain(`${gateway.url}/v1/paymentWidgets.js?checkoutId=${CHECKOUT}`);
    const policy = answer.headers.get('content-security-policy');
    expect(policy).toContain("frame-ancestors 'self'");
    expect(policy).toContain(`connect-src ${gateway.url}`);
    expect(policy).toContain(`font-src ${gateway.url}`);
    expect(page).not.toContain(TOKEN);
  });

  it('may keep frames from the form', async () => {
    const { headers } = await preview({ block: 'frames' });
    expect(headers.get('content-security-policy')).toContain("frame-src 'none'");
  });

  it('may have no network, be slow with data, lose answers, ask for an address and renew its checkout', async () => {
    const page = async (changes: Readonly<Record<string, string>>) =>
      (await preview(changes)).text();
    expect(await page({})).not.toMatch(/window\.fetch|getCheckoutId|billingAddress/);
    expect(await page({ block: 'calls' })).toContain('No network.');
    expect(await page({ block: 'data' })).toContain('new Promise(function () {})');
    expect(await page({ block: 'answers' })).toContain('The answer was lost.');
    expect(await page({ billing: 'shown' })).toContain('"billingAddress":true');
    expect(await page({ renewal: CHECKOUT })).toContain(`return "${CHECKOUT}"`);
  });

  it('has the fields and logos of the card where the design has them', async () => {
    const page = await (await preview({ icons: 'above', fields: 'cardHolder cvv.half' })).text();
    expect(page).toContain('"icons":"above","fields":["cardHolder",{"name":"cvv","width":"half"}]');
  });

  it('lets nothing of its address become markup', async () => {
    const page = await (await preview({ '<b>': '</script><b>', locale: '<b>' })).text();
    expect(page).not.toContain('<b>');
  });

  it.each([
    ['v', '2', 'must be 1, as this playground reads it'],
    ['checkout', 'x y', 'must be the id of a checkout'],
    ['brands', 'visa', 'must be codes of brands, 400 characters at most'],
    ['locale', 'xx', /must be one of en, de, .*/],
    ['scheme', 'sepia', 'must be one of light, dark'],
    ['text', '900', 'must be a whole number from 100 to 200'],
    ['text', 'large', 'must be a whole number from 100 to 200'],
    ['layout', 'grid', 'must be one of list, tabs, card, classic'],
    ['labelPosition', 'left', 'must be one of above, floating, hidden'],
    ['density', 'dense', 'must be one of spaced, condensed'],
    ['icons', 'left', 'must be one of inside, above, below, hidden'],
    ['fields', 'cvv cvv', /must be some of brand, .*, each once.*/],
    ['fields', 'cvv.third', /must be some of brand, .*, each once.*/],
    ['block', 'all', 'must be one of nothing, frames, calls, data, answers'],
    ['renewal', 'x', 'must be the id of a checkout'],
    ['billing', 'yes', 'must be one of nothing, shown'],
    // What links of the version before had.
    ['tokens', 'accent', 'is no parameter'],
    ['baseUrl', 'https://evil.example/', 'is no parameter'],
  ])('is refused where %s is %s: parameter, rule and value', async (name, value, rule) => {
    const answer = await preview({ [name]: value });
    expect(answer.status).toBe(400);
    expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'self'");
    const problems = [...(await answer.text()).matchAll(/<li>(.*?)<\/li>/g)].map(
      ([, said]) => said,
    );
    const words = typeof rule === 'string' ? rule : rule.source;
    expect(problems).toEqual([expect.stringMatching(new RegExp(`^${name} ${words}: ${value}$`))]);
  });

  it('is refused with each parameter that it has not', async () => {
    const page = await (await fetch(`${SHOP_URL}/playground/preview`)).text();
    for (const name of Object.keys(PREVIEW))
      expect(page).toMatch(new RegExp(`${name} must.*: not given`));
  });
});

describe('a checkout for a preview', () => {
  it('has what its state needs: stored cards, each stored once, and a forced result', async () => {
    const wanted = { cards: ['approved'], result: '800.100.152' };
    expect(await (await order(wanted)).json()).toEqual({ id: CHECKOUT });
    await order(wanted);
    expect(gateway.seen.map(({ path }) => path)).toEqual([
      '/v1/registrations',
      '/v1/checkouts',
      '/v1/checkouts',
    ]);
    expect(Object.fromEntries(gateway.seen[1]?.body ?? [])).toMatchObject({
      'registrations[0].id': CHECKOUT,
      'customParameters[simulator.result]': '800.100.152',
    });
  });

  it('is of another channel where shoppers pay in installments', async () => {
    expect(await (await order({ cards: [], country: 'BR' })).json()).toEqual({ id: CHECKOUT });
    const [{ body, headers } = {}] = gateway.seen;
    expect(Object.fromEntries(body ?? [])).toMatchObject({ ...BRAZIL.fields, currency: 'BRL' });
    expect(headers?.authorization).toBe(`Bearer ${BRAZIL.accessToken}`);
  });

  it('is ended for a state that comes after it, and only by its id', async () => {
    gateway.answers(() => [200, { id: CHECKOUT }]);
    const end = (id: string, site = 'same-origin') =>
      fetch(`${SHOP_URL}/playground/checkouts/${id}`, {
        method: 'DELETE',
        headers: { 'sec-fetch-site': site },
      });
    expect((await end(CHECKOUT)).status).toBe(200);
    expect(gateway.seen).toMatchObject([{ method: 'DELETE' }]);
    expect(gateway.seen[0]?.path).toContain(`/v1/checkouts/${CHECKOUT}?entityId=`);
    expect((await end('..%2Fpayments')).status).toBe(400);
    expect((await end(CHECKOUT, 'cross-site')).status).toBe(403);
    gateway.answers(() => [404, { result: { code: '200.300.404', description: 'no' } }]);
    expect((await end(CHECKOUT)).status).toBe(502);
  });

  it.each([
    [{ cards: ['stolen'] }, 'cards[0]'],
    [{ cards: [], country: 'DE' }, 'country'],
    [{ cards: [], result: 'declined' }, 'result'],
    [{ cards: [], amount: '1.00' }, 'amount'],
  ])('is refused where it says %j', async (body, name) => {
    const answer = await order(body);
    expect(answer.status).toBe(400);
    expect(((await answer.json()) as { error: string }).error).toContain(name);
    expect(gateway.seen).toEqual([]);
  });

  it('is for the pages of the workbench only', async () => {
    expect((await order({ cards: [] }, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  });

  it('is told as missing where the gateway refuses, without the token', async () => {
    gateway.answers(() => [401, { result: { code: '800.900.300', description: 'no' } }]);
    const answer = await order({ cards: [] });
    expect(answer.status).toBe(502);
    expect(await answer.text()).not.toContain(TOKEN);
  });
});

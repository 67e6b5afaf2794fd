/** The reference, as a merchant's developer reads and uses it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CATALOGUE } from '../../../contract/catalogue.ts';
import { OTHER_BRANDS } from '../../../contract/other-brands.ts';
import { RESULT_CODES } from '../../../contract/result-codes.ts';
import { ALL_TEST_CARDS } from '../../../contract/test-cards.ts';
import { TEST_IBANS } from '../../../contract/test-ibans.ts';
import { THREE_D_SECURE_CARDS } from '../../../contract/three-d-secure-cards.ts';
import { freePort } from '../../free-port.ts';
import { ENDPOINTS } from '../../reference/endpoints.ts';
import { createWorkbench } from '../../workbench/workbench.ts';
import { withinOneDay } from '../support/one-window.ts';
import { startReceiver } from '../support/receiver.ts';
import { startTestGateway } from '../support/test-gateway.ts';
import { runShell } from './guide-code.ts';

const gateway = await startTestGateway();
const origin = `http://localhost:${await freePort()}`;
const workbench = await createWorkbench({
  gatewayUrl: gateway.url,
  shopUrl: origin,
  entityId: gateway.entityId,
  accessToken: gateway.token,
});
await workbench.listen({ host: 'localhost', port: Number(new URL(origin).port) });
// The samples ask of today.
beforeAll(() => withinOneDay(), 90_000);
afterAll(async () => {
  await workbench.close();
  await gateway[Symbol.asyncDispose]();
});

async function open(path: string, options: RequestInit = {}) {
  const response = await fetch(origin + path, options);
  const source = await response.text();
  expect(source).not.toContain(gateway.token);
  return { status: response.status, source, headers: response.headers, text: textOf(source) };
}

const textOf = (source: string): string =>
  source
    .replace(/<[^>]+>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');

const attempt = (id: string, fields: Record<string, string>, site = 'same-origin') =>
  open(`/reference/${id}/try`, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { 'sec-fetch-site': site },
  });

const PAGES = [
  '/reference',
  '/reference/parameters',
  '/reference/result-codes',
  '/reference/ways-to-pay',
  '/reference/test-cards',
  '/reference/search?q=card',
  ...ENDPOINTS.map(({ id }) => `/reference/${id}`),
];

describe('the reference', () => {
  it('leads to a page for every endpoint, which names its parameters', async () => {
    const { source } = await open('/reference');
    for (const { id, method, path, title, own = [] } of ENDPOINTS) {
      expect(source).toContain(`<a href="/reference/${id}">${title}</a>`);
      const { status, text } = await open(`/reference/${id}`);
      expect(status).toBe(200);
      expect(text).toContain(`${method} ${path}`);
      for (const { name } of own) expect(text).toContain(name);
    }
  });

  it('tells of every parameter on the page of what reads it, with its format', async () => {
    for (const { id, operation } of ENDPOINTS) {
      if (!operation) continue;
      const { text } = await open(`/reference/${id}`);
      for (const { name, on, format, formatOn } of CATALOGUE) {
        if (!on.includes(operation)) continue;
        expect(text, id).toContain(name);
        expect(text, `${id} ${name}`).toContain((formatOn?.[operation] ?? format).words);
      }
    }
  });

  it('has samples of every endpoint, of what was tried too', async () => {
    for (const { id } of ENDPOINTS) {
      const { source } = await open(`/reference/${id}`);
      for (const language of ['curl', 'Node', 'PHP', 'Python']) {
        expect(source, id).toContain(`aria-label="Sample in ${language}"`);
      }
    }
    const { text } = await attempt('create-checkout', { 'p:amount': '7.77', 'p:currency': 'EUR' });
    expect(text).toContain(`amount: '7.77'`);
  });

  it('names each field of an answer once', async () => {
    for (const { id } of ENDPOINTS) {
      const { source } = await open(`/reference/${id}`);
      const answer = source.slice(source.indexOf('<h2 id="fields">'));
      const names = [...answer.matchAll(/<dt><code>([^<]+)</g)].map(([, name]) => name);
      expect(names, id).toEqual([...new Set(names)]);
    }
  });

  it('has all parameters, result codes, ways to pay and test cards', async () => {
    const [parameters, codes, ways, cards] = await Promise.all(
      PAGES.slice(1, 5).map(async (path) => (await open(path)).text),
    );
    for (const { name } of CATALOGUE) expect(parameters).toContain(name);
    for (const [code, words] of RESULT_CODES) expect(codes).toContain(`${code}${words}`);
    for (const [code, { name }] of OTHER_BRANDS) expect(ways).toContain(`${code} ${name}`);
    for (const { number } of [...ALL_TEST_CARDS, ...THREE_D_SECURE_CARDS]) {
      expect(cards).toContain(number);
    }
    for (const { iban } of TEST_IBANS) expect(cards).toContain(iban);
  });

  it.each(PAGES)('%s names no other host and runs nothing inline', async (path) => {
    const { source, headers } = await open(path);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).not.toContain('unsafe');
    const loaded = [
      ...source.matchAll(/<(?:script|link|img|form)\b[^>]*?(?:src|href|action)="([^"]+)"/g),
    ];
    expect(loaded.map(([, address]) => address).filter((a) => !a?.startsWith('/'))).toEqual([]);
    expect(source).not.toMatch(/<script(?![^>]* src=)|<style|\sstyle=|\son[a-z]+=/);
    const hosts = [...source.matchAll(/href="(https?:[^"]+)"/g)];
    expect(hosts).toEqual([]);
  });

  it.each([
    [
      'create-payment',
      '/v1/payments',
      ['/reference/create-payment', '/reference/refer-to-payment'],
    ],
    ['a parameter', 'merchantTransactionId', ['merchantTransactionId', '8 to 255 characters']],
    ['a code', '800.100.152', ['800.100.152', 'transaction declined']],
    ['the words of a code, in any order', 'SYSTEM declined', ['800.100.152']],
    ['a card', '4200000000001016', ['800.100.152']],
  ])('is searched for %s', async (_, sought, shown) => {
    const { status, source } = await open(`/reference/search?q=${encodeURIComponent(sought)}`);
    expect(status).toBe(200);
    for (const each of shown) expect(source).toContain(each);
    expect(source).not.toContain('Nothing found');
    expect(source).toContain(`value="${sought}"`);
  });

  it('marks where a page belongs, and folds what is read nearly everywhere', async () => {
    const current = async (path: string) =>
      /aria-current="(\w+)">([^<]+)/.exec((await open(path)).source)?.slice(1);
    expect(await current('/reference/create-checkout')).toEqual(['true', 'Endpoints']);
    expect(await current('/reference/parameters')).toEqual(['page', 'Parameters']);
    expect(await current('/reference/search?q=x')).toBeUndefined();
    const { source } = await open('/reference/parameters');
    expect(source).toMatch(/<summary>Read by \d+ endpoints<\/summary>Create a checkout; /);
  });

  it('says when it has nothing, shows only so many, and takes what is typed as text', async () => {
    const nothing = await open('/reference/search?q=%3Cscript%3Ealert(1)%3C/script%3E&q=x');
    expect(nothing.source).not.toContain('<script>alert');
    const unknown = (await open('/reference/search?q=xyzzy')).text;
    expect(unknown).toContain('Nothing found for “xyzzy”. Type a part of a path');
    expect((await open('/reference/search')).text).toContain('Type a part of a path');
    const many = await open('/reference/search?q=0');
    expect(many.text).toMatch(/And \d+ more: add a word/);
    expect(many.source.match(/<dt>/g)?.length).toBeLessThanOrEqual(120);
  });

  it('has a 404 for an endpoint that there is not', async () => {
    expect((await open('/reference/nothing')).status).toBe(404);
    expect((await attempt('nothing', {})).status).toBe(404);
  });
});

describe('/openapi.json', () => {
  it('is the committed document, for this gateway', async () => {
    const { headers, source } = await open('/openapi.json');
    expect(headers.get('content-type')).toContain('application/json');
    const file = join(import.meta.dirname, '..', '..', '..', 'docs', 'openapi.json');
    const committed = JSON.parse(readFileSync(file, 'utf8'));
    expect(JSON.parse(source)).toEqual({ ...committed, servers: [{ url: gateway.url }] });
  });
});

describe('a request that is tried', () => {
  it('reaches the sandbox with what was filled in, and its answer is shown', async () => {
    const { text } = await attempt('create-payment', {
      'p:amount': '12.00',
      'p:currency': 'EUR',
      'p:paymentType': 'DB',
      'p:paymentBrand': 'VISA',
      'p:card.number': '4200000000000000',
      'p:card.holder': 'Jane Jones',
      'p:card.expiryMonth': '05',
      'p:card.expiryYear': '2034',
      'p:descriptor': '',
      more: 'merchantTransactionId = order-0815\nmerchantTransactionId=order-0815\nno line',
    });
    expect(text).toContain('Answered with HTTP 200');
    expect(text).toContain('"amount": "12.00"');
    expect(text).toContain('order-0815');
    expect(text).not.toContain('descriptor=');
    const id = /"id": "([0-9a-f]{32})"/.exec(text)?.[1] ?? '';
    expect(
      (await gateway.call(`/v1/payments/${id}?entityId=${gateway.entityId}`)).body.amount,
    ).toBe('12.00');
    const read = await attempt('read-payment', { id });
    expect(read.text).toContain('Answered with HTTP 200');
  });

  it('is shown as curl would send it, with the token as a variable', async () => {
    const { text } = await attempt('create-checkout', {
      'p:amount': '5.00',
      'p:currency': 'EUR',
      'p:paymentType': 'DB',
      more: "customParameters[SHOPPER_x]=it's",
    });
    expect(text).toContain('curl "$G/v1/checkouts"');
    expect(text).toContain('-H "Authorization: Bearer $ACCESS_TOKEN"');
    expect(text).toContain(`--data-urlencode 'customParameters[SHOPPER_x]=it'\\''s'`);
    expect(text).toContain('000.200.100');
  });

  it.each(['create-registration', 'move-clock', 'list-aggregations', 'list-result-codes'])(
    'of %s can be pasted into a shell',
    async (id) => {
      const { sample = {} } = ENDPOINTS.find((endpoint) => endpoint.id === id) ?? {};
      const today = new Date().toISOString().slice(0, 10);
      const fields = Object.entries(sample).map(([name, value]) => [
        `p:${name}`,
        value.replace('{today}', today),
      ]);
      const { source } = await attempt(id, Object.fromEntries(fields));
      const [, shown = ''] = /aria-label="Request sent">([\s\S]*?)<\/pre>/.exec(source) ?? [];
      const variables = { G: gateway.url, ACCESS_TOKEN: gateway.token };
      const { code, statuses, stderr } = await runShell(textOf(shown), variables);
      expect({ code, statuses }, stderr).toEqual({ code: 0, statuses: [200] });
    },
  );

  it('is filled with what works: the inbox for webhooks, a file that there is', async () => {
    const { source } = await open('/reference/create-webhook');
    expect(source).toContain(`value="${origin}/inbox/events"`);
    expect((await open('/reference/read-event-schema')).source).toContain(
      'value="PAYMENT_CHARGE_CREATED.json"',
    );
    const file = 'PAYMENT_CHARGE_PROVIDER_CONFIRMATION_PENDING.json';
    const { text } = await attempt('read-event-schema', { file });
    expect(text).toContain('Answered with HTTP 200');
    expect(text).toContain(`"$id": "/schemas/events/v1/${file}"`);
  });

  it('of a subscription leads to what can be done with it, and of its end to nothing', async () => {
    await using receiver = await startReceiver();
    const made = await attempt('create-webhook', { 'p:kind': 'events', 'p:url': receiver.url });
    expect(made.text).toContain('Answered with HTTP 200');
    const [, id = ''] =
      /href="\/reference\/test-webhook\?id=([0-9a-f]{32})#try"/.exec(made.source) ?? [];
    const listed = await attempt('list-webhooks', {});
    expect(listed.source).toContain(`/reference/read-webhook?id=${id}#try`);
    expect((await attempt('test-webhook', { id })).text).toContain('"acknowledged": true');
    expect(receiver.received).toHaveLength(2);
    const ended = await attempt('delete-webhook', { id });
    expect(ended.text).toContain('Answered with HTTP 200');
    expect(ended.text).not.toContain('Go on with this id');
  });

  it('tells of a refusal as of any answer', async () => {
    const { status, text } = await attempt('create-payment', { 'p:amount': 'much' });
    expect(status).toBe(200);
    expect(text).toContain('Answered with HTTP 400');
    expect(text).toContain('parameterErrors');
  });

  it('is not made for another site', async () => {
    const { status } = await attempt('create-checkout', { 'p:amount': '5.00' }, 'cross-site');
    expect(status).toBe(403);
  });

  it.each(['../../sandbox/clock', 'a/b', '%2e%2e', '..', '.', '?x=1', ''])(
    'cannot leave its path with the id %o',
    async (id) => {
      expect((await attempt('read-payment', { id })).status).toBe(404);
    },
  );

  it('shows what was typed as text', async () => {
    const { source } = await attempt('query-by-reference', {
      'p:merchantTransactionId': '"><script>alert(1)</script>',
    });
    expect(source).not.toContain('<script>alert');
  });
});

/** What the gateway's own pages say to a shopper, by what became of the payment. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { endOverduePayments } from '../../gateway/undecided/recovery.ts';
import {
  CARD,
  type Fields,
  startTestGateway,
  type TestGateway,
} from '../../tests/support/test-gateway.ts';

let test: TestGateway;
beforeAll(async () => {
  test = await startTestGateway();
});
afterAll(() => test[Symbol.asyncDispose]());

const RESULT = 'https://shop.example/result';
const CHALLENGED: Fields = { ...CARD, 'card.number': '4200000000000018' };

const browse = (url: string, body?: string, headers: Record<string, string> = {}) =>
  test.call(url.replace(test.url, ''), body, { headers: { authorization: '', ...headers } });

async function challenge(fields: Fields = {}) {
  const { body } = await test.call('/v1/payments', {
    entityId: test.entityId,
    amount: '92.00',
    currency: 'EUR',
    paymentType: 'DB',
    ...CHALLENGED,
    ...fields,
  });
  return { id: String(body.id), url: String(body.redirect.url) };
}
const settle = (id: string, result: string) =>
  test.call(`/sandbox/payments/${id}/settle`, { entityId: test.entityId, result });
const text = (page: { body: string }) => /<p role="status">([^<]*)</.exec(page.body)?.[1];
const step = (page: { body: string }) => /data-step="(\w+)"/.exec(page.body)?.[1];

describe('a shopper who opens the address of a confirmation that is over', () => {
  it('goes on to the shop when it was decided', async () => {
    const { id, url } = await challenge();
    await settle(id, 'accept');
    const page = await browse(url);
    expect(step(page)).toBe('done');
    expect(page.body).toContain(`href="${RESULT}?id=${id}&amp;resourcePath=`);
  });

  it('an hour later reads why, and goes on by a link', async () => {
    const { id, url } = await challenge();
    await test.call('/sandbox/clock', { entityId: test.entityId, advance: '3600' });
    await endOverduePayments(test.gateway);
    const page = await browse(url);
    expect(step(page)).toBe('over');
    expect(text(page)).toBe(
      'The confirmation took too long. You have not been charged. Try again.',
    );
    expect(page.body).toContain(`href="${RESULT}?id=${id}&amp;resourcePath=`);
    expect(page.body).toContain('>Back to the shop</a>');
  });

  it('reads it in Arabic, from right to left', async () => {
    const { url } = await challenge();
    await test.call('/sandbox/clock', { entityId: test.entityId, advance: '3600' });
    await endOverduePayments(test.gateway);
    for (const page of [
      await browse(`${url}?locale=ar`),
      await browse(url, undefined, { 'accept-language': 'ar,en;q=0.5' }),
    ]) {
      expect(page.body).toContain('<html lang="ar" dir="rtl">');
      expect(text(page)).toMatch(/\p{Script=Arabic}/u);
    }
  });

  it('reads that the shop has cancelled it', async () => {
    const checkoutId = await test.createCheckout();
    const { body } = await test.pay(checkoutId, CHALLENGED);
    await test.call(`/v1/checkouts/${checkoutId}?entityId=${test.entityId}`, undefined, {
      method: 'DELETE',
    });
    const page = await browse(body.redirect.url);
    expect(step(page)).toBe('over');
    expect(text(page)).toBe('The payment was cancelled. You have not been charged.');
  });
});

describe('without a page of the shop to go to', () => {
  const NOWHERE: Fields = { shopperResultUrl: undefined };
  it.each([
    ['accept', 'Thank you. Your payment was successful.'],
    ['decline', 'Your bank declined the payment. You have not been charged.'],
  ])('the outcome is said: %s', async (result, expected) => {
    const { id, url } = await challenge(NOWHERE);
    await settle(id, result);
    const page = await browse(url);
    expect(text(page)).toContain(expected);
    expect(page.body).not.toContain('<a ');
  });

  it('the shopper who gave it up reads so', async () => {
    const { url } = await challenge(NOWHERE);
    const page = await browse(url.replace('/start/', '/cancel/'), '');
    expect(text(page)).toContain('You cancelled the confirmation.');
  });
});

describe('the page that holds the bank’s', () => {
  it('offers to ask the bank again, and a way out', async () => {
    const { url } = await challenge();
    const { body, headers } = await browse(url);
    expect(body).toContain('Your bank’s page could not be loaded.');
    expect(body).toContain('>Try again</button>');
    expect(body).toContain('>Cancel the confirmation</button>');
    expect(headers.get('content-security-policy')).toContain(
      "default-src 'none'; script-src 'sha256-",
    );
  });

  it('has the colours of the shop, and hands them on to the bank', async () => {
    const { url } = await challenge();
    const dark = await browse(`${url}?scheme=dark`);
    expect(dark.body).toContain('<html lang="en" dir="ltr" data-scheme="dark">');
    expect(dark.body).toMatch(/\/bank\/challenge\?locale=en&amp;scheme=dark"/);
    expect((await browse(`${url}?scheme=normal`)).body).toContain('data-scheme="light"');
    expect((await browse(url)).body).toContain('<html lang="en" dir="ltr">');
  });

  it('may be shown by the origins of the channel only', async () => {
    const { url } = await challenge();
    const policyOf = async () => (await browse(url)).headers.get('content-security-policy');
    expect(await policyOf()).toContain('frame-ancestors *;');
    await test.set({ origins: ['https://shop.example'] });
    expect(await policyOf()).toContain("frame-ancestors 'self' https://shop.example;");
    const later = await challenge();
    const page = await browse(later.url);
    const creq = /name="creq" value="([^"]+)"/.exec(page.body)?.[1]?.split('.')[0] ?? '';
    expect(JSON.parse(decodeURIComponent(atob(creq))).ancestors).toEqual([
      test.url,
      'https://shop.example',
    ]);
    await test.set({ origins: [] });
  });
});

describe('a bank’s question on a channel that lists no origins', () => {
  const holdersOf = (page: { body: string }) => / data-holders="([^"]*)"/.exec(page.body)?.[1];
  const paidFrom = async (headers: Record<string, string>) => {
    const { body } = await test.pay(await test.createCheckout(), CHALLENGED, { headers });
    return browse(body.redirect.url);
  };

  it.each([
    ['of a form comes up', 'in its page', { origin: 'https://pay.shop.example' }],
    ['of a post without a page comes up', 'in the shop that was named', {}],
    ['of a plain form without an origin', 'in the shop that was named', { origin: 'null' }],
  ])('%s %s', async (_, __, headers: Record<string, string>) => {
    const { origin } = headers;
    const expected = origin && origin !== 'null' ? origin : 'https://shop.example';
    expect(holdersOf(await paidFrom(headers))).toBe(expected);
  });

  it('of a server’s payment comes up in the shop that was named', async () => {
    const { url } = await challenge();
    expect(holdersOf(await browse(url))).toBe('https://shop.example');
  });

  it('of a payment without a shop comes up in no frame', async () => {
    const { url } = await challenge({ shopperResultUrl: undefined });
    expect(holdersOf(await browse(url))).toBe('none');
  });

  it('leads a shopper who is elsewhere to the whole tab', async () => {
    const { url } = await challenge();
    const page = await browse(`${url}?locale=ar&scheme=dark`);
    const link = /<a class="button" id="elsewhere" href="([^"]+)" target="_top" hidden>/;
    expect(link.exec(page.body)?.[1]).toBe(`${url}?locale=ar&amp;scheme=dark`);
  });

  it('is a matter of the list where there is one', async () => {
    await test.set({ origins: ['https://shop.example'] });
    const page = await paidFrom({ origin: 'https://shop.example' });
    await test.set({ origins: [] });
    expect(holdersOf(page)).toBeUndefined();
  });
});

describe('the form that asks what became of a confirmation', () => {
  const ask = (url: string) => browse(url, undefined, { accept: 'application/json' });

  it.each([
    ['cancelled', 'authenticationCancelled'],
    ['expired', 'authenticationExpired'],
  ])('is told why nothing was paid: %s', async (what, expected) => {
    const checkoutId = await test.createCheckout();
    const { url } = (await test.pay(checkoutId, CHALLENGED)).body.redirect;
    if (what === 'cancelled') await browse(url.replace('/start/', '/cancel/'), '');
    else {
      await test.call('/sandbox/clock', { entityId: test.entityId, advance: '3600' });
      await endOverduePayments(test.gateway);
    }
    const { status, body } = await ask(url);
    expect(status).toBe(400);
    expect(body.decline).toBe(expected);
  });

  it('is told nothing of the kind when another tab goes on', async () => {
    const checkoutId = await test.createCheckout();
    const { url } = (await test.pay(checkoutId, CHALLENGED)).body.redirect;
    await test.pay(checkoutId);
    const { body } = await ask(url);
    expect(body.result.code).toBe('100.396.101');
    expect(body.decline).toBeUndefined();
    expect(body.redirect.url).toContain(RESULT);
  });
});

describe('the page that holds the bank’s, in a page without an origin', () => {
  it('may be shown by any, and tells the page around whichever it is', async () => {
    await test.set({ origins: ['https://shop.example', 'null'] });
    const id = await test.createCheckout();
    const headers = { origin: 'null' };
    const { body } = await test.pay(id, { 'card.number': '4200000000000018' }, { headers });
    const page = await browse(body.redirect.url);
    await test.set({ origins: [] });
    expect(page.headers.get('content-security-policy')).not.toContain('frame-ancestors');
    expect(page.body).toContain('data-embedder="*"');
    const creq = /name="creq" value="([^"]+)"/.exec(page.body)?.[1]?.split('.')[0] ?? '';
    expect(JSON.parse(decodeURIComponent(atob(creq)))).not.toHaveProperty('ancestors');
  });
});

it('the page that holds the bank’s asks what has become of it when its time is over', async () => {
  const { url } = await challenge();
  const { body } = await browse(url);
  const endsIn = Number(/ data-ends-in="(\d+)"/.exec(body)?.[1]);
  expect(endsIn).toBeGreaterThan(29 * 60_000);
  expect(endsIn).toBeLessThanOrEqual(30 * 60_000);
});

it('leads on under the address that browsers know, behind any proxy', async () => {
  const address = vi.spyOn(test.gateway, 'publicUrl').mockReturnValue('https://pay.example/folder');
  const { url } = await challenge();
  const { body } = await browse(url.replace('https://pay.example/folder', test.url));
  address.mockRestore();
  expect(body).toMatch(/action="https:\/\/pay\.example\/folder\/v1\/threeDSecure\/\w+\/cancel\//);
});

describe('an address with a token', () => {
  const WITH_METHOD_CALL = { 'card.number': '4200000000000042' };
  const wrong = (url: string) => url.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
  const PAGES: readonly (readonly [
    string,
    string,
    () => Promise<{ url: string; body?: string }>,
  ])[] = [
    ['hold', 'that holds the bank’s page', challenge],
    ['method', 'where the issuer looks at the browser', () => challenge(WITH_METHOD_CALL)],
    ['stop', 'that was made up', async () => ({ url: wrong((await challenge()).url) })],
    [
      'done',
      'where the shopper gave it up',
      async () => ({ url: (await challenge()).url.replace('/start/', '/cancel/'), body: '' }),
    ],
    [
      'done',
      'that is over',
      async () => {
        const { id, url } = await challenge();
        await settle(id, 'accept');
        return { url };
      },
    ],
  ];
  it.each(PAGES)(
    '%s: %s: stays in no cache, and is told to no page that follows',
    async (...row) => {
      const [expected, , open] = row;
      const { url, body } = await open();
      const page = await browse(url, body);
      expect(step(page)).toBe(expected);
      expect(page.headers.get('cache-control')).toBe('no-store');
      expect(page.headers.get('referrer-policy')).toBe('no-referrer');
      expect(page.headers.get('x-content-type-options')).toBe('nosniff');
    },
  );

  it('of a wallet leads on without being kept', async () => {
    const { url } = await challenge({ paymentBrand: 'PAYPAL', 'card.number': undefined });
    const { status, headers } = await browse(url);
    expect([status, headers.get('cache-control')]).toEqual([303, 'no-store']);
  });
});

it('what a merchant wrote is text in the page, never a part of it', async () => {
  const shopperResultUrl = `${RESULT}?"><script>alert(1)</script><b a='`;
  const { id, url } = await challenge({ shopperResultUrl });
  await settle(id, 'accept');
  const { body } = await browse(url);
  expect(body.match(/<script>/g)).toHaveLength(1);
  expect(body).toContain('?&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&lt;b a=&#39;&amp;id=');
  expect(body).not.toContain('<b ');
});

it('no token, bank’s answer or card number gets into the log', async () => {
  const { id, url } = await challenge();
  await browse(url);
  await browse(`${url.replace('/start/', '/return/')}?cres=a-bank-said-so`);
  await test.call(`/v1/checkouts/${id}/bins/4200000000000018`);
  await test.call('/v1/payments/4200000000000018');
  const lines = test.log.join('');
  expect(lines).toContain(`/v1/threeDSecure/${id}/start/…`);
  for (const secret of [url.split('/').at(-1) ?? '-', 'a-bank-said-so', '4200000000000018']) {
    expect(lines).not.toContain(secret);
  }
});

it.each(['start', 'return', 'method', 'cancel'])(
  'a wrong token at %s: out of date, and nothing happens',
  async (use) => {
    const { id } = await challenge();
    const address = `${test.url}/v1/threeDSecure/${id}/${use}/${'0'.repeat(64)}`;
    const page = await browse(address, '');
    expect(page.status).toBe(404);
    expect(text(page)).toContain('This page is no longer valid.');
    expect((await test.call(`/v1/payments/${id}`)).body.result.code).toBe('000.200.000');
  },
);

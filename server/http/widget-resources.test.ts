import { createHash } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { OTHER_BRANDS } from '../../contract/other-brands.ts';
import { findRelease } from '../gateway/checkout/index.ts';
import { startTestGateway } from '../tests/support/test-gateway.ts';

const gateway = await startTestGateway();
afterAll(() => gateway[Symbol.asyncDispose]());
const { call, createCheckout, pay, url } = gateway;
const checkoutId = await createCheckout();
const script = `/v1/paymentWidgets.js?checkoutId=${checkoutId}`;

/** The body as it is sent: `fetch` would have decompressed it. */
async function raw(path: string, acceptEncoding: string) {
  const { request } = await import('node:http');
  return new Promise<{ coding: string | undefined; body: Buffer }>((resolve, reject) => {
    request(url + path, { headers: { 'accept-encoding': acceptEncoding } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ coding: response.headers['content-encoding'], body: Buffer.concat(chunks) }),
      );
    })
      .on('error', reject)
      .end();
  });
}

describe('the script', () => {
  it('can be loaded from anywhere, is checked again every time, and is one for all checkouts', async () => {
    const first = await call(script);
    expect(first.status).toBe(200);
    expect(Object.fromEntries(first.headers)).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'no-cache',
      'no-vary-search': 'params=("checkoutId")',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
    });
    const other = await call(`/v1/paymentWidgets.js?checkoutId=${await createCheckout()}`);
    const unknown = await call('/v1/paymentWidgets.js?checkoutId=unknown');
    const none = await call('/v1/paymentWidgets.js');
    expect(new Set([first, other, unknown, none].map(({ body }) => body)).size).toBe(1);
    const etag = first.headers.get('etag') ?? '';
    const again = await call(script, undefined, { headers: { 'if-none-match': etag } });
    expect([again.status, again.body]).toEqual([304, '']);
  });

  it.each([
    ['br', 'gzip, deflate, br', brotliDecompressSync],
    ['gzip', 'gzip, br;q=0', gunzipSync],
    [undefined, 'identity', (body: Buffer) => body],
    [undefined, '', (body: Buffer) => body],
  ])('is sent as %s for "%s"', async (coding, accept, decode) => {
    const sent = await raw(script, accept);
    expect(sent.coding).toBe(coding);
    expect(decode(sent.body).toString()).toBe((await call(script)).body);
  });

  it('stays the one that the checkout began with when a new release has come', async () => {
    const { db } = gateway.gateway;
    const old = { id: 'old-release', integrity: 'sha384-x', script: '/* the old one */' };
    const frame = '<html data-generation="5">';
    await db
      .insertInto('releases')
      .values({ ...old, number_frame: frame, cvv_frame: frame, created_at: 0 })
      .execute();
    const id = await createCheckout();
    await db.updateTable('checkouts').set({ release: old.id }).where('id', '=', id).execute();
    const { body, headers } = await call(`/v1/paymentWidgets.js?checkoutId=${id}`);
    expect([body, headers.get('etag')]).toEqual([old.script, '"old-release"']);
  });
});

describe('the frames', () => {
  const release = /"([^"]+)"/;
  it.each(['number', 'cvv', 'iban'])('%s.html runs nothing but its own script', async (field) => {
    const id = release.exec((await call(script)).headers.get('etag') ?? '')?.[1];
    const { status, headers, body } = await call(`/v1/frames/${id}/${checkoutId}/${field}.html`);
    expect(status).toBe(200);
    expect(body).not.toMatch(/__SEALING_KEY__|__BRAND_RULES__/);
    const hash = createHash('sha256')
      .update(/<script[^>]*>([\s\S]*?)<\/script>/.exec(body)?.[1] ?? '')
      .digest('base64');
    expect(headers.get('content-security-policy')).toBe(
      `default-src 'none'; script-src 'sha256-${hash}'; connect-src 'self'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'`,
    );
    expect(headers.get('cross-origin-embedder-policy')).toBe('require-corp');
    expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    expect(headers.get('cache-control')).toBe('private, no-store');
    expect(headers.has('x-frame-options')).toBe(false);
  });

  it('of an unknown release are not there', async () => {
    expect((await call(`/v1/frames/unknown/${checkoutId}/number.html`)).status).toBe(404);
  });

  it('of this build are of the generation that is served', async () => {
    const { db, release } = { db: gateway.gateway.db, release: await currentRelease() };
    expect((await findRelease(db, release))?.id).toBe(release);
  });

  const currentRelease = async () => (await call('/v1/scripts.json')).body.release;
  const rulesIn = (html: string) => JSON.parse(/data-rules='([^']*)'/.exec(html)?.[1] ?? '');
  const numberFrame = async (query = '') => {
    const { body } = await call(
      `/v1/frames/${await currentRelease()}/${checkoutId}/number.html${query}`,
    );
    return rulesIn(body);
  };

  describe('bring the words that a form says before its data', () => {
    const documentOf = async (field: string, locale?: string) => {
      const query = locale === undefined ? '' : `?${new URLSearchParams({ locale })}`;
      const path = `/v1/frames/${await currentRelease()}/${checkoutId}/${field}.html${query}`;
      return (await call(path)).body as string;
    };
    const wordsIn = (html: string) => /data-words='([^']*)'/.exec(html)?.[1];

    it.each([
      ['de', 'de', 'ltr', 'Erneut versuchen'],
      ['ar-EG', 'ar-EG-u-nu-latn', 'rtl', 'حاول مرة أخرى'],
      ['zh-TW', 'zh-TW', 'ltr', '再試一次'],
    ])('in %s', async (locale, language, direction, tryAgain) => {
      const words = JSON.parse(wordsIn(await documentOf('number', locale)) ?? '');
      expect(words).toMatchObject({ language, direction, tryAgain });
      expect(Object.keys(words)).toHaveLength(11);
    });

    it.each([
      ['English, which the form has', 'number', 'en-GB'],
      ['no language', 'number', undefined],
      ['one that is none', 'number', `'><script>alert(1)</script>`],
      ['the CVV', 'cvv', 'de'],
    ])('none of %s', async (_, field, locale) => {
      const html = await documentOf(field, locale);
      expect(wordsIn(html) ?? '').toBe('');
      expect(html).not.toMatch(/__WORDS__|alert/);
    });
  });

  it('of a release of before direct debits have no IBAN', async () => {
    const frame = '<html data-generation="5">';
    const old = { id: 'before-debits', integrity: 'sha384-x', script: '/* old */' };
    await gateway.gateway.db
      .insertInto('releases')
      .values({ ...old, number_frame: frame, cvv_frame: frame, created_at: 0 })
      .execute();
    const path = `/v1/frames/${old.id}/${checkoutId}`;
    expect((await call(`${path}/number.html`)).status).toBe(200);
    expect((await call(`${path}/iban.html`)).status).toBe(404);
    const { scripts } = (await call(`/v1/scripts.json?release=${old.id}`)).body;
    expect(scripts).toHaveLength(4);
  });

  it('of an IBAN have the lengths of the countries that take part, and no other rules', async () => {
    const { body } = await call(`/v1/frames/${await currentRelease()}/${checkoutId}/iban.html`);
    const lengths = rulesIn(body);
    expect(lengths).toMatchObject({ DE: 22, NL: 18, MT: 31, NO: 15 });
    expect(Object.keys(lengths)).toEqual(OTHER_BRANDS.get('DIRECTDEBIT_SEPA')?.countries);
    expect(Math.min(...(Object.values(lengths) as number[]))).toBeGreaterThan(14);
  });

  it('of an unknown checkout are not there, nor where they stood without a checkout', async () => {
    const id = await currentRelease();
    for (const path of ['unknown/number.html', 'unknown/cvv.html', 'number.html', 'cvv.html']) {
      expect((await call(`/v1/frames/${id}/${path}`)).status, path).toBe(404);
    }
  });

  it.each([
    ['takes rules from the page', '<html>', '<html>'],
    ['a page can empty while it is typed in', '<html data-rules="__BRAND_RULES__">', '<html>'],
    ['is half of another', '<html data-generation="5">', '<html data-generation="2">'],
  ])('of a release that %s are not served, nor is its script', async (title, number, cvv) => {
    const { db } = gateway.gateway;
    const old = { id: title, integrity: 'sha384-x', script: '/* leaky */' };
    await db
      .insertInto('releases')
      .values({ ...old, number_frame: number, cvv_frame: cvv, created_at: 0 })
      .execute();
    const id = await createCheckout();
    await db.updateTable('checkouts').set({ release: old.id }).where('id', '=', id).execute();
    for (const name of ['number', 'cvv']) {
      expect(
        (await call(`/v1/frames/${encodeURIComponent(old.id)}/${id}/${name}.html`)).status,
      ).toBe(404);
    }
    const { body } = await call(`/v1/paymentWidgets.js?checkoutId=${id}`);
    expect(body).toBe((await call(script)).body);
  });

  it('have the rules of the brands that the page names and the channel offers', async () => {
    const all = Object.keys(await numberFrame());
    expect(all).toEqual(expect.arrayContaining(['VISA', 'MASTER', 'AMEX', 'MADA']));
    expect(Object.keys(await numberFrame('?brands=VISA,NONSENSE,PAYPAL'))).toEqual(['VISA']);
    await gateway.set({ brands: { MASTER: ['DB'] }, binRanges: { MASTER: '99990000-99990099' } });
    const offered = await numberFrame('?brands=VISA,MASTER');
    await gateway.set({ brands: null, binRanges: {} });
    expect(Object.keys(offered)).toEqual(['MASTER']);
    expect(offered.MASTER.ranges).toContain('99990000-99990099');
  });

  it('have the finer ranges of the BIN table where they are asked for', async () => {
    const few = await numberFrame('?brands=MADA,VISA');
    const many = await numberFrame('?brands=MADA,VISA&ranges=all');
    expect(many.MADA.ranges.length).toBeGreaterThan(few.MADA.ranges.length);
    expect(few.MADA.ranges).not.toBe('');
  });

  it('may be embedded by the origins of the channel alone, where it lists some', async () => {
    const id = await currentRelease();
    const { db } = gateway.gateway;
    const channel = db.selectFrom('entities').select('settings').where('id', '=', gateway.entityId);
    // As a release before may have kept them: settings take only plain ones now.
    const policyWith = async (origins: string[]) => {
      const { settings } = await channel.executeTakeFirstOrThrow();
      const keep = (kept: object) =>
        db
          .updateTable('entities')
          .set({ settings: JSON.stringify(kept) })
          .where('id', '=', gateway.entityId)
          .execute();
      await keep({ ...JSON.parse(settings), origins });
      const { headers } = await call(`/v1/frames/${id}/${checkoutId}/cvv.html`);
      await keep(JSON.parse(settings));
      return headers.get('content-security-policy');
    };
    const [two, opaque, odd] = [
      await policyWith(['https://shop.example', 'https://pay.shop.example:8443']),
      await policyWith(['https://shop.example', 'null']),
      await policyWith(['https://*.shop.example', 'https://a;sandbox', 'https://b.example']),
    ];
    expect(two).toMatch(
      /; frame-ancestors https:\/\/shop\.example https:\/\/pay\.shop\.example:8443$/,
    );
    expect(opaque).not.toContain('frame-ancestors');
    expect(odd).toMatch(/; frame-ancestors https:\/\/b\.example$/);
  });
});

describe('the form data', () => {
  const form = (query = '', headers: Record<string, string> = {}) =>
    call(`/v1/checkouts/${checkoutId}/form${query}`, undefined, {
      headers: { authorization: '', ...headers },
    });

  it('has what the form needs, and nothing that is secret', async () => {
    const { status, headers, body } = await form('?brands=MASTER,VISA,NONSENSE&locale=de-AT');
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(body).toMatchObject({
      checkoutId,
      amount: '92.00',
      currency: 'EUR',
      paymentType: 'DB',
      mode: 'test',
      paid: false,
      locale: 'de',
      language: 'de-AT',
      direction: 'ltr',
    });
    expect(Object.keys(body.brands)).toEqual(['MASTER', 'VISA']);
    expect(body.expiresAt - body.now).toBeGreaterThan(29 * 60_000);
    expect(body.texts.cardNumber).toBe('Kartennummer');
    expect(JSON.stringify(body)).not.toContain(gateway.entityId);
  });

  it.each([
    ['ar', 'ar', 'ar', 'rtl'],
    ['ar-SA', 'ar', 'ar-SA-u-nu-latn', 'rtl'],
    ['en-US', 'en', 'en-US', 'ltr'],
    ['de_CH', 'de', 'de-CH', 'ltr'],
    ['xx', 'en', 'en', 'ltr'],
    ['', 'en', 'en', 'ltr'],
    ['../../package', 'en', 'en', 'ltr'],
    ['constructor', 'en', 'en', 'ltr'],
  ])('speaks for "%s" %s', async (wanted, locale, language, direction) => {
    const { body } = await form(`?locale=${encodeURIComponent(wanted)}`);
    expect(body).toMatchObject({ locale, language, direction });
    expect(body.texts.submit).toBeTruthy();
  });

  it('goes by the tag of a language that the page has itself', async () => {
    const { body } = await form('?locale=fa-IR&languages=sr,fa&blocks=billing');
    expect(body).toMatchObject({
      own: 'fa',
      language: 'fa-IR-u-nu-latn',
      direction: 'rtl',
      locale: 'en',
      textsLanguage: 'en',
      texts: { submit: 'Pay now' },
    });
    expect(body.ownKeys).toEqual(
      expect.arrayContaining([
        'submit',
        'billingAddress',
        'errorSummary_one',
        'errorSummary_other',
      ]),
    );
    expect(body.ownKeys).not.toContain('storedCards');
    expect(JSON.stringify(body.extras)).toContain('آلمان');
  });

  it('goes by it, too, where it says that a checkout is over', async () => {
    const { status, body } = await call('/v1/checkouts/unknown/form?locale=he&languages=he');
    expect(status).toBe(404);
    expect(body).toMatchObject({ own: 'he', language: 'he', direction: 'rtl' });
  });

  it('names what is no name of a language', async () => {
    const { body } = await form('?locale=sr&languages=sr,serbian,<b>');
    expect(body.notes).toEqual([
      'languages: "serbian" is no language tag (BCP 47), such as sr or sr-Latn.',
      'languages: "<b>" is no language tag (BCP 47), such as sr or sr-Latn.',
    ]);
  });

  it('names options that there are not: twenty, of as many as a form lists, and none that is cut off', async () => {
    const { body } = await form('?names=locle,labels.submt,labels.submit,onReady');
    expect(body.notes).toEqual([
      'wpwlOptions.locle is no option. Did you mean locale?',
      'wpwlOptions.labels.submt is no text. Did you mean submit?',
    ]);
    const { body: many } = await form(`?names=${'labels.submtt,'.repeat(600)}`);
    expect(many.notes).toHaveLength(20);
    // Names that the form does not send: a stranger's, who has the gateway compare them.
    const { body: behind } = await form(
      `?names=${'onReady,'.repeat(499)}locale,${'labl,'.repeat(500)}`,
    );
    expect(behind).not.toHaveProperty('notes.0');
  });

  it('tells shoppers of a live channel nothing of keys and options', async () => {
    await gateway.set({ mode: 'live' });
    const { body } = await form('?locale=sr&languages=sr,serbian&names=locle');
    await gateway.set({ mode: 'test' });
    expect(body.own).toBe('sr');
    expect(body).not.toHaveProperty('ownKeys');
    expect(body).not.toHaveProperty('notes');
  });

  it('is refused, readably, to a page on an origin that the channel does not list', async () => {
    await gateway.set({ origins: ['https://shop.example'] });
    const refused = await form('', { origin: 'https://evil.example' });
    const opaque = await form('', { origin: 'null' });
    const allowed = await form('', { origin: 'https://shop.example' });
    await gateway.set({ origins: [] });
    expect([refused.status, opaque.status, allowed.status]).toEqual([403, 403, 200]);
    expect(refused.headers.get('access-control-allow-origin')).toBe('*');
    expect(refused.body.result.description).toContain('https://evil.example');
  });

  it('says in the shopper’s language that a checkout is over', async () => {
    const { status, body } = await call('/v1/checkouts/unknown/form?locale=ar');
    expect(status).toBe(404);
    expect(body).toMatchObject({
      result: { code: '200.300.404' },
      language: 'ar',
      direction: 'rtl',
      texts: { sessionExpired: expect.stringMatching(/[؀-ۿ]/) },
    });
  });

  it('says that a checkout is paid, and leads where its payment led', async () => {
    const id = await createCheckout();
    await pay(id);
    const { body } = await call(`/v1/checkouts/${id}/form`);
    expect(body).toMatchObject({ paid: false, insteadOf: 'card' });
    const result = new URL(body.instead[1][1].href);
    expect(`${result.origin}${result.pathname}`).toBe('https://shop.example/result');
    expect(result.searchParams.get('resourcePath')).toBe(`/v1/checkouts/${id}/payment`);
  });
});

describe('answers of the API', () => {
  it('cannot be framed, sniffed or cached where they tell of payments', async () => {
    const { headers } = await call(`/v1/checkouts/${checkoutId}/payment`);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-security-policy': "default-src 'none';frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
    expect(headers.has('access-control-allow-origin')).toBe(false);
  });
});

import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, describe, expect, it } from 'vitest';
import { asSubmitted, CARD, type Fields, startTestGateway } from '../support/test-gateway.ts';

const gateway = await startTestGateway();
afterAll(() => gateway[Symbol.asyncDispose]());
const { call, entityId } = gateway;

const valid: Fields = { entityId, amount: '92.00', currency: 'EUR', paymentType: 'DB' };
const create = (fields: Fields = {}, options?: RequestInit) =>
  call('/v1/checkouts', { ...valid, ...fields }, options);

const formOf = (fields: Fields) =>
  new URLSearchParams(
    Object.entries(fields).map(([name, value]) => [name, value ?? '']),
  ).toString();

/** Bytes that say nothing of their type, or what is given; `fetch` would say it of a text. */
async function postBytes(path: string, body: string, type?: string) {
  const headers = {
    authorization: `Bearer ${gateway.token}`,
    'content-length': Buffer.byteLength(body),
    ...(type !== undefined && { 'content-type': type }),
  };
  const sent = request(gateway.url + path, { method: 'POST', headers }).end(body);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: answer.statusCode, body: JSON.parse(await text(answer)) };
}

describe('a checkout is created', () => {
  it('answers as existing clients expect', async () => {
    const { status, body } = await create();
    expect(status).toBe(200);
    expect(body).toEqual({
      result: { code: '000.200.100', description: expect.stringContaining('created checkout') },
      buildNumber: expect.stringMatching(/^[0-9a-f]{40}@\d{4}-\d\d-\d\d \d\d:\d\d:\d\d \+0000$/),
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\+0000$/),
      ndc: body.id,
      id: expect.stringMatching(/^[0-9A-F]{32}\.[a-z0-9-]{1,15}$/),
    });
  });

  it('tells no integrity for 0', async () => {
    expect((await create({ integrity: '0' })).body).not.toHaveProperty('integrity');
  });

  it.each(['true', '1'])(
    'tells the integrity of the script when asked by %s',
    async (integrity) => {
      const { body } = await create({ integrity });
      const script = await fetch(`${gateway.url}/v1/paymentWidgets.js?checkoutId=${body.id}`);
      const digest = await crypto.subtle.digest('SHA-384', await script.arrayBuffer());
      expect(body.integrity).toBe(`sha384-${Buffer.from(digest).toString('base64')}`);
    },
  );

  it.each([
    ['with authentication.entityId', { entityId: undefined, 'authentication.entityId': entityId }],
    ['without an entity: the token is for one channel', { entityId: undefined }],
    ['with empty values, which count as not sent', { descriptor: '', 'customer.email': '' }],
    ['with a whole amount', { amount: '92' }],
    ['with the longest amount', { amount: '9999999999.99' }],
    ['with a merchant reference of 255 characters', { merchantTransactionId: 'x'.repeat(255) }],
    ['with letters of any script', { 'shipping.city': 'Αθήνα', 'billing.street1': '東京都港区' }],
  ])('%s', async (_name, fields) => {
    expect((await create(fields)).status).toBe(200);
  });

  it('goes on without parameters that it does not know, and names them', async () => {
    const { status, headers } = await create({ 'shipping.givenName': 'Jane', nonsense: '1' });
    expect(status).toBe(200);
    expect(headers.get('x-ignored-parameters')).toBe('shipping.givenName, nonsense');
  });

  it('tolerates a doubled slash, and slashes at the end', async () => {
    expect((await call('//v1/checkouts', valid)).status).toBe(200);
    expect((await call('/v1/checkouts/', valid)).status).toBe(200);
    const id = await gateway.createCheckout();
    const [plain, slashed] = [
      await call(`/v1/checkouts/${id}/payment?entityId=${entityId}`),
      await call(`/v1/checkouts/${id}/payment/?entityId=${entityId}`),
    ];
    expect([slashed.status, slashed.body.result]).toEqual([plain.status, plain.body.result]);
    const headers = { 'Idempotency-Key': `slashes ${id}` };
    const once = await call('/v1/checkouts', valid, { headers });
    const again = await call('/v1/checkouts/', valid, { headers });
    expect([again.status, again.body.id]).toEqual([200, once.body.id]);
  });

  it.each([
    ['without a content type', undefined],
    ['with an empty one', ''],
  ])('reads a body %s as urlencoded', async (_how, type) => {
    const answer = await postBytes('/v1/checkouts', formOf(valid), type);
    expect(answer).toMatchObject({ status: 200, body: { result: { code: '000.200.100' } } });
    const refused = await postBytes('/v1/checkouts', 'amount=1.5&currency=EUR', type);
    expect(refused.status).toBe(400);
    expect(refused.body.result.parameterErrors).toContainEqual(
      expect.objectContaining({ name: 'amount', value: '1.5' }),
    );
  });

  it('reads the post of a shopper without a content type, too', async () => {
    const id = await gateway.createCheckout();
    const post = formOf(await asSubmitted(gateway, id, CARD));
    const answer = await postBytes(`/v1/checkouts/${id}/payment`, post);
    expect(answer.status).toBe(200);
  });
});

describe('a checkout is refused: 400 with 200.300.404, naming', () => {
  it.each<[parameter: string, value: string | undefined]>([
    ['amount', undefined],
    ['amount', '10.5'],
    ['amount', '1e3'],
    ['amount', '-1.00'],
    ['amount', '٣.00'],
    ['amount', '12345678901'],
    ['amount', '10.123'],
    ['amount', '0.00'],
    ['amount', ' 1.00'],
    ['currency', undefined],
    ['currency', 'eur'],
    ['currency', 'XYZ'],
    ['paymentType', undefined],
    ['paymentType', 'CP'],
    ['paymentType', 'db'],
    ['testMode', 'LIVE'],
    ['descriptor', 'x'.repeat(128)],
    ['merchantTransactionId', '1234567'],
    ['merchantTransactionId', 'x'.repeat(256)],
    ['merchantInvoiceId', 'short'],
    ['transactionCategory', 'XX'],
    ['customer.middleName', 'X'],
    ['customer.birthDate', '1980-02-30'],
    ['customer.birthDate', '01.02.1980'],
    ['customer.phone', 'call me'],
    ['customer.email', 'a@b.d'],
    ['customer.companyName', 'x'.repeat(61)],
    ['customer.identificationDocType', 'LICENCE'],
    ['customer.status', 'OLD'],
    ['billing.country', 'de'],
    ['billing.country', 'DEU'],
    ['billing.state', 'a_b'],
    ['billing.postcode', '10115!'],
    ['billing.houseNumber2', 'b'],
    ['shipping.city', 'Berlin 1'],
    ['shipping.method', 'PIGEON'],
    ['shipping.expectedDate', 'soon'],
    ['cart.items[0].quantity', '1.5'],
    ['cart.items[0].quantity', '123456'],
    ['cart.items[0].price', '1.5'],
    ['cart.items[0].tax', '100.01'],
    ['cart.items[0].tax', '19.999'],
    ['cart.items[0].currency', 'Euro'],
    ['customParameters[ab]', 'a name of two characters'],
    ['customParameters[a b c]', 'a name with spaces'],
    ['customParameters[long]', 'x'.repeat(2049)],
    ['shopperResultUrl', 'javascript:alert(1)'],
    ['shopperResultUrl', '/result'],
    ['shopperResultUrl', 'https://user@shop.example/'],
  ])('%s: %s', async (name, value) => {
    const { status, body } = await create({ [name]: value });
    expect(status).toBe(400);
    expect(body.result.code).toBe('200.300.404');
    const named = name === 'billing.houseNumber2' ? 'billing.houseNumber1' : name;
    const error = body.result.parameterErrors.find((each: Fields) => each['name'] === named);
    expect(error.message).toMatch(/^(must|is required|name in brackets must)/);
    if (named === name) expect(error.value).toBe(value ?? null);
    expect(body).toMatchObject({ buildNumber: expect.any(String), ndc: expect.any(String) });
  });

  it('shopperResultUrl, without the password in it', async () => {
    const { status, body } = await create({ shopperResultUrl: 'https://user:pass@shop.example/' });
    expect(status).toBe(400);
    expect(body.result.parameterErrors).toMatchObject([
      { name: 'shopperResultUrl', value: 'https://user:…@shop.example/' },
    ]);
  });

  it('all of them at once', async () => {
    const { body } = await create({ amount: 'much', currency: 'euro', 'customer.status': 'OLD' });
    const names = body.result.parameterErrors.map(({ name }: { name: string }) => name);
    expect(names).toEqual(['amount', 'currency', 'customer.status']);
  });

  it.each([
    ['JPY', '92.50'],
    ['KRW', '0.01'],
  ])('a fraction that %s cannot have', async (currency, amount) => {
    const { status, body } = await create({ currency, amount });
    expect(status).toBe(400);
    expect(body.result.parameterErrors).toEqual([
      { name: 'amount', value: amount, message: expect.stringContaining(currency) },
    ]);
  });

  it.each(['card.number', 'card.cvv'])('%s, without repeating or logging it', async (name) => {
    const { status, body } = await create({ [name]: '4200000000000000' });
    expect(status).toBe(400);
    expect(body.result.parameterErrors).toEqual([
      { name, value: null, message: 'is not an allowed parameter' },
    ]);
    expect(JSON.stringify(body) + gateway.log.join('')).not.toContain('4200000000000000');
  });

  it('an entity outside of the tree of the token', async () => {
    const { status, body } = await create({ entityId: 'f'.repeat(32) });
    expect(status).toBe(400);
    expect(body.result.parameterErrors[0]).toMatchObject({ name: 'entityId' });
  });

  it('the customer name, where the channel is strict', async () => {
    await gateway.set({ strictCustomerData: true });
    const { status, body } = await create({ 'customer.email': 'jane@shop.example' });
    await gateway.set({ strictCustomerData: false });
    expect(status).toBe(400);
    expect(body.result.parameterErrors.map(({ name }: { name: string }) => name)).toEqual([
      'customer.givenName',
      'customer.surname',
    ]);
  });

  it('the result address, where the channel lists origins and it is on another', async () => {
    await gateway.set({ origins: ['https://shop.example'] });
    const elsewhere = await create({ shopperResultUrl: 'https://evil.example/result' });
    const here = await create({ shopperResultUrl: 'https://shop.example/result' });
    await gateway.set({ origins: [] });
    expect(elsewhere.body.result.parameterErrors[0]).toMatchObject({ name: 'shopperResultUrl' });
    expect(here.status).toBe(200);
  });
});

describe('a body that cannot be read is refused, naming the parameter', () => {
  it.each([
    ['the same name with different values', 'amount=1.00&amount=2.00', 'amount'],
    ['broken percent-encoding', 'amount=%zz', 'amount'],
    ['percent-encoding that is no UTF-8', 'descriptor=%ff%fe', 'descriptor'],
    ['a NUL', 'descriptor=a%00b', 'descriptor'],
  ])('%s', async (_name, body, parameter) => {
    const answer = await call('/v1/checkouts', body);
    expect(answer.status).toBe(400);
    expect(answer.body.result.code).toBe('200.300.404');
    expect(answer.body.result.parameterErrors.map(({ name }: { name: string }) => name)).toContain(
      parameter,
    );
  });

  it('takes the same name twice with the same value', async () => {
    const body = 'amount=1.00&amount=1.00&currency=EUR&paymentType=DB';
    expect((await call('/v1/checkouts', body)).status).toBe(200);
  });

  it('takes the entity twice in an address, and no two of them', async () => {
    const path = `/v1/checkouts/${await gateway.createCheckout()}/payment?entityId=${entityId}`;
    expect((await call(`${path}&entityId=${entityId}`)).body.result.code).toBe('000.200.000');
    const { status, body } = await call(`${path}&entityId=${'f'.repeat(32)}`);
    expect([status, body.result.parameterErrors[0].name]).toEqual([400, 'entityId']);
  });

  it.each([
    ['JSON', 'application/json', '{"amount":"1.00"}', 415],
    ['multipart', 'multipart/form-data; boundary=x', '--x--', 415],
    ['65 kB', 'application/x-www-form-urlencoded', `descriptor=${'x'.repeat(65_536)}`, 413],
  ])('in %s', async (_name, type, body, status) => {
    const answer = await call('/v1/checkouts', body, { headers: { 'content-type': type } });
    expect(answer.status).toBe(status);
    expect(answer.body.result).toEqual({
      code: '200.300.404',
      description: expect.any(String),
    });
    expect(answer.body.timestamp).toBeTruthy();
  });
});

describe('who is asking', () => {
  it.each([
    ['no header', '', 401],
    ['a header without a scheme', gateway.token, 401],
    ['Basic instead of Bearer', 'Basic dTpw', 401],
    ['an empty token', 'Bearer ', 401],
    ['an unknown token', `Bearer ${'x'.repeat(43)}`, 403],
  ])('%s', async (_name, authorization, status) => {
    const answer = await create({}, { headers: { authorization } });
    expect(answer.status).toBe(status);
    expect(answer.body.result.code).toBe('800.900.300');
    // Some HTTP clients give up on a 401 that does not say what it asks for.
    expect(answer.headers.get('www-authenticate')).toBe(status === 401 ? 'Bearer' : null);
  });

  it('is known by a token behind any number of spaces, as HTTP has it', async () => {
    const { status } = await create(
      {},
      { headers: { authorization: `Bearer   ${gateway.token}` } },
    );
    expect(status).toBe(200);
  });

  it.each([
    ['an unknown path', '/v1/nothing', {}, 404, '200.300.406'],
    ['a version that there is not', '/v2/payments', {}, 404, '200.300.406'],
    ['no version', '/payments', {}, 404, '200.300.406'],
    ['the root', '/', undefined, 404, '200.300.406'],
  ])('%s is not found', async (_name, path, body, status, code) => {
    const answer = await call(path, body);
    expect(answer.status).toBe(status);
    expect(answer.body.result.code).toBe(code);
  });

  it('a wrong method is told as such', async () => {
    const { status, body } = await call('/v1/checkouts');
    expect([status, body.result.code]).toEqual([405, '200.300.403']);
  });

  it.each([
    ['/v1/payments', 'GET /v1/payments/{id}'],
    ['/v1/payments/', 'GET /v3/query'],
    ['/v1/checkouts', 'GET /v1/checkouts/{id}/payment'],
  ])('a GET on %s is answered by what is there instead', async (path, instead) => {
    const { status, headers, body } = await call(path);
    expect([status, headers.get('allow')]).toEqual([405, 'POST']);
    expect(body.result.description).toContain('this path takes POST; ');
    expect(body.result.description).toContain(instead);
  });

  it.each([
    ['an unknown checkout', `${'A'.repeat(32)}.uat01-gw01`],
    ['nonsense', "'; drop table checkouts; --"],
    ['an id of more than a hundred characters', 'A'.repeat(101)],
  ])('%s is no checkout', async (_name, id) => {
    const path = `/v1/checkouts/${encodeURIComponent(id)}/payment`;
    for (const answer of [await call(path), await call(path, {})]) {
      expect(answer.status).toBe(404);
      expect(answer.body.result.code).toBe('200.300.404');
    }
  });
});

describe('a checkout is updated until it is paid', () => {
  it('and is paid with the new amount', async () => {
    const id = await gateway.createCheckout();
    const updated = await call(`/v1/checkouts/${id}`, { entityId, amount: '10.00' });
    expect(updated.status).toBe(200);
    expect(updated.body).toMatchObject({ id, ndc: id, result: { code: '000.200.101' } });
    await gateway.pay(id);
    const { body } = await call(`/v1/checkouts/${id}/payment?entityId=${entityId}`);
    expect(body).toMatchObject({ amount: '10.00', currency: 'EUR' });
    const late = await call(`/v1/checkouts/${id}`, { amount: '1.00' });
    expect(late.status).toBe(400);
    expect(late.body.result.description).toContain('already paid');
  });

  it('also once a card that it offers is gone; none that is gone can be offered by it', async () => {
    const { body: card } = await call('/v1/registrations', { entityId, ...CARD });
    const offer = { 'registrations[0].id': card.id };
    const id = await gateway.createCheckout(offer);
    await call(`/v1/registrations/${card.id}?entityId=${entityId}`, undefined, {
      method: 'DELETE',
    });
    const { status, body } = await call(`/v1/checkouts/${id}`, { entityId, amount: '10.00' });
    expect([status, body.result.code]).toEqual([200, '000.200.101']);
    const again = await call(`/v1/checkouts/${id}`, { entityId, ...offer });
    expect(again.status).toBe(400);
    expect(again.body.result.parameterErrors).toMatchObject([{ name: 'registrations[0].id' }]);
  });

  it('and a second line of its street counts for nothing beside a house number, whoever sends it', async () => {
    const id = await gateway.createCheckout({
      ...{ 'billing.street1': 'High Street', 'billing.street2': 'Back yard' },
    });
    const updated = await call(`/v1/checkouts/${id}`, { entityId, 'billing.houseNumber1': '1' });
    expect(updated.headers.get('x-ignored-parameters')).toBe('billing.street2');
    // Of the shopper's the same holds, and the second number leans on the first.
    const paid = await gateway.pay(id, {
      ...{ 'billing.street2': 'Attic', 'billing.houseNumber2': 'b' },
    });
    expect(paid.status, JSON.stringify(paid.body)).toBe(200);
    const { body } = await call(`/v1/checkouts/${id}/payment?entityId=${entityId}`);
    expect(body.billing).toEqual({
      ...{ street1: 'High Street', houseNumber1: '1', houseNumber2: 'b' },
    });
  });

  it('or given up, and the name of a parameter that there is not is said', async () => {
    const id = await gateway.createCheckout();
    const query = `entityId=${entityId}&merchantTransactionID=order-4711`;
    const gone = await call(`/v1/checkouts/${id}?${query}`, undefined, { method: 'DELETE' });
    expect(gone.status).toBe(200);
    expect(gone.headers.get('x-ignored-parameters')).toBe('merchantTransactionID');
  });

  it('and keeps the rules of its channel', async () => {
    await gateway.set({ riskScreening: true });
    const id = await gateway.createCheckout();
    const { status, body } = await call(`/v1/checkouts/${id}`, {
      'risk.channelId': '1234567890123',
    });
    await gateway.set({ riskScreening: false });
    expect(status).toBe(400);
    expect(body.result.parameterErrors).toMatchObject([{ name: 'risk.channelId' }]);
  });
});

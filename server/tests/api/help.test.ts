/** What a developer is told of a mistake on a test channel, and that a live one is answered as ever. */
import { afterAll, describe, expect, it } from 'vitest';
import { issueToken } from '../../gateway/access/access-tokens.ts';
import { changeSettings, createEntity } from '../../gateway/entities/entities.ts';
import { newId } from '../../gateway/ids.ts';
import { createWorkbench } from '../../workbench/workbench.ts';
import { CARD, ignoredIn, inShort, namesOf, PAYMENT } from '../support/merchant.ts';
import { CHECKOUT, startAlone } from '../support/test-gateway.ts';

const WORKBENCH = 'http://workbench.localhost';
/** In the sandbox a workbench runs beside the gateway; the other one has none. */
const sandbox = await startAlone({ workbenchUrl: WORKBENCH });
const plain = await startAlone();
const workbench = await createWorkbench({
  gatewayUrl: sandbox.url,
  shopUrl: WORKBENCH,
  entityId: sandbox.entityId,
  accessToken: sandbox.token,
});
afterAll(async () => {
  await workbench.close();
  await sandbox[Symbol.asyncDispose]();
  await plain[Symbol.asyncDispose]();
});
const { call, entityId, createCheckout, pay, gateway } = sandbox;
const { db } = gateway;

async function channelOf(mode: 'test' | 'live') {
  const { id: parentId } = await createEntity(db, { kind: 'merchant', name: `A ${mode} merchant` });
  const { id } = await createEntity(db, { kind: 'channel', name: mode, parentId });
  const { token } = await issueToken(db, { entityId: id, label: mode });
  if (mode === 'live') await changeSettings(db, id, { mode, origins: ['any'] });
  return { id, as: { headers: { authorization: `Bearer ${token}` } } };
}
const live = await channelOf('live');
const other = await channelOf('test');

const paymentId = async () => (await call('/v1/payments', { entityId, ...PAYMENT })).body.id;
const registrationId = async () => (await call('/v1/registrations', { entityId, ...CARD })).body.id;
const read = (path: string, options?: RequestInit) =>
  call(`${path}${path.includes('?') ? '&' : '?'}entityId=${entityId}`, undefined, options);

describe('a parameter that there is not', () => {
  it.each([
    ['ammount', 'amount'],
    ['Currency', 'currency'],
    ['customer.Email', 'customer.email'],
    ['customerEmail', 'customer.email'],
    ['cart.item[3].name', 'cart.items[3].name'],
    ['customParameter[shop_id]', 'customParameters[shop_id]'],
    ['merchantTransactionid', 'merchantTransactionId'],
  ])('%s is answered with %s', async (name, nearest) => {
    const answer = await call('/v1/checkouts', { entityId, ...CHECKOUT, [name]: '1' });
    expect(inShort(answer)).toEqual({ status: 200, code: '000.200.100' });
    expect(ignoredIn(answer).map(decodeURIComponent)).toEqual([name]);
    expect(answer.body.parameterHints).toEqual([
      { name, nearest, message: `is not a parameter: did you mean ${nearest}?` },
    ]);
  });

  it.each(['', 'customParameters', 'cart.items'])(
    'is one of brackets without an end: %s[[[…',
    async (name) => {
      // Who looks from each of them to the name's end keeps the gateway busy for hours.
      const long = `${name}${'['.repeat(18_000)}0`;
      const answer = await call('/v1/checkouts', { entityId, ...CHECKOUT, [long]: '1' });
      expect(inShort(answer)).toEqual({ status: 200, code: '000.200.100' });
      expect(answer.body.parameterHints).toMatchObject([
        { message: 'is not a parameter of this request' },
      ]);
    },
  );

  it.each([
    ['cardNumber', 'card.number'],
    ['Card.Number', 'card.number'],
  ])('is named where it is why another one is missing: %s', async (wrong, right) => {
    const { 'card.number': number, ...rest } = PAYMENT;
    const answer = await call('/v1/payments', { entityId, ...rest, [wrong]: number });
    expect(inShort(answer)).toEqual({ status: 400, code: '200.300.404' });
    expect(namesOf(answer)).toEqual([right]);
    expect(answer.body.parameterHints).toMatchObject([{ name: wrong, nearest: right }]);
    expect(JSON.stringify(answer.body)).not.toContain(number);
  });

  it('is named to who pays a checkout without a browser', async () => {
    const answer = await pay(await createCheckout(), { 'card.cvc': '123', 'card.cvv': undefined });
    expect(answer.body.parameterHints).toMatchObject([{ name: 'card.cvc', nearest: 'card.cvv' }]);
  });

  it('is told from one that is read elsewhere, and from one that is near to none', async () => {
    const { body } = await call('/v1/checkouts', {
      entityId,
      ...CHECKOUT,
      ...{ includeLinkedTransactions: 'true', nonsense: '1', x4200000000000000: '1' },
    });
    expect(body.parameterHints).toEqual([
      { name: 'includeLinkedTransactions', message: 'is not read by this request' },
      { name: 'nonsense', message: 'is not a parameter of this request' },
      { name: 'x…', message: 'is not a parameter of this request' },
    ]);
  });

  it('is answered the same when the request is made again under its key', async () => {
    const again = () =>
      call(
        '/v1/checkouts',
        { entityId, ...CHECKOUT, ammount: '1' },
        { headers: { 'idempotency-key': 'hinted-1' } },
      );
    const [first, second] = [await again(), await again()];
    expect(first.body.parameterHints).toHaveLength(1);
    expect(second.body).toEqual(first.body);
  });

  it('gets at most twenty hints', async () => {
    const many = Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`no${n}`, '1']));
    const { body } = await call('/v1/checkouts', { entityId, ...CHECKOUT, ...many });
    expect(body.parameterHints).toHaveLength(20);
  });

  it('is nothing to talk about where all are known', async () => {
    const { body } = await call('/v1/checkouts', { entityId, ...CHECKOUT });
    expect(Object.keys(body).sort()).toEqual(['buildNumber', 'id', 'ndc', 'result', 'timestamp']);
  });
});

describe('a filter that a query does not have', () => {
  const day = 'date.from=2024-05-01%2000:00:00&date.to=2024-05-01%2023:59:59';

  it.each([
    ['customer.email', 'filters are merchantTransactionId, '],
    ['merchantTransactionID', 'did you mean merchantTransactionId?'],
    ['paymentType', 'did you mean paymentTypes?'],
    ['dateFrom', 'did you mean date.from?'],
    ['amount', 'filters are merchantTransactionId, '],
  ])('%s is refused: %s', async (name, advice) => {
    const answer = await read(`/v3/query?${day}&${name}=1`);
    expect(inShort(answer)).toEqual({ status: 400, code: '200.300.404' });
    const [error] = answer.body.result.parameterErrors;
    expect(error).toMatchObject({ name, value: null });
    expect(error.message).toContain(advice);
  });

  it('but what only steers a request is not', async () => {
    const { status } = await read(`/v3/query?${day}&sortOrder=ASC&testMode=INTERNAL&sortBy=x`);
    expect(status).toBe(200);
  });
});

describe('an id of another kind', () => {
  it.each<[string, () => Promise<string>, (id: string) => string, number, string, string]>([
    [
      'a payment given as a checkout',
      paymentId,
      (id) => `/v1/checkouts/${id}/payment`,
      ...[404, '200.300.404', 'a payment: GET /v1/payments/{id} reads it'],
    ] as const,
    [
      'a registration given as a payment',
      registrationId,
      (id) => `/v1/payments/${id}`,
      ...[404, '700.400.580', 'a registration: GET /v1/registrations/{id} reads it'],
    ] as const,
    [
      'a checkout given as a payment',
      () => createCheckout(),
      (id) => `/v1/query/${id}`,
      ...[404, '700.400.580', 'a checkout: GET /v1/checkouts/{id}/payment reads it'],
    ] as const,
    [
      'a payment given as a registration',
      paymentId,
      (id) => `/v1/registrations/${id}`,
      ...[404, '100.150.200', 'a payment: GET /v1/payments/{id} reads it'],
    ] as const,
    [
      'the entity given as a schedule',
      async () => entityId,
      (id) => `/scheduling/v1/schedules/${id}`,
      ...[404, '200.300.406', 'an entity'],
    ] as const,
  ])('is told as what it is: %s', async (_, make, path, status, code, words) => {
    const answer = await read(path(await make()));
    expect(answer.status).toBe(status);
    const { code: ownCode, description } = (await read(path(newId()))).body.result;
    expect(ownCode).toBe(code);
    expect(answer.body.result).toEqual({
      code,
      description: `${description}; this is the id of ${words}`,
    });
  });

  it('is told by a POST under its key, too, again and again', async () => {
    const id = await registrationId();
    const refund = () =>
      call(
        `/v1/payments/${id}`,
        { entityId, paymentType: 'RF', amount: '1.00', currency: 'EUR' },
        { headers: { 'idempotency-key': `refund-${id}` } },
      );
    const first = await refund();
    expect(first.status).toBe(404);
    expect(first.body.result.description).toContain('this is the id of a registration');
    expect((await refund()).body).toEqual(first.body);
  });

  it('is unknown where it is another merchant’s', async () => {
    for (const id of [
      await paymentId(),
      await registrationId(),
      await createCheckout(),
      entityId,
    ]) {
      for (const path of [`/v1/checkouts/${id}/payment`, `/v1/payments/${id}`]) {
        const theirs = await call(`${path}?entityId=${other.id}`, undefined, other.as);
        const nobodys = await call(
          `${path.replace(id, newId())}?entityId=${other.id}`,
          undefined,
          other.as,
        );
        expect(theirs.status).toBe(404);
        expect(theirs.body.result).toEqual(nobodys.body.result);
      }
    }
  });
});

describe('the page of the reference', () => {
  it.each<[string, () => Promise<{ body: { docs?: string } }>, string]>([
    ['a parameter', () => call('/v1/checkouts', { entityId }), '/create-checkout'],
    ['an id', () => read(`/v1/payments/${newId()}`), '/result-codes#700.400.580'],
    ['a method', () => read('/v1/checkouts'), '/result-codes#200.300.403'],
    ['a path', () => read('/v1/checkout'), '/create-checkout'],
    ['a path like no other', () => read('/nothing'), ''],
    [
      'a token',
      () => call('/v1/checkouts', {}, { headers: { authorization: 'Bearer unknown-token-1' } }),
      '/result-codes#800.900.300',
    ],
  ])('is named by what refuses %s, and is there', async (_, ask, page) => {
    const { docs = '' } = (await ask()).body;
    expect(docs).toBe(`${WORKBENCH}/reference${page}`);
    const { pathname, hash, host } = new URL(docs);
    const { statusCode, body } = await workbench.inject({ url: pathname, headers: { host } });
    expect(statusCode).toBe(200);
    if (hash) expect(body).toContain(`id="${hash.slice(1)}"`);
  });

  it('is named by no payment that was declined', async () => {
    const { status, body } = await call('/v1/payments', {
      entityId,
      ...PAYMENT,
      'card.number': '4200000000001016',
    });
    expect(status).toBe(400);
    expect(body).not.toHaveProperty('docs');
  });

  it('is nowhere without a workbench', async () => {
    const { body } = await plain.call('/v1/checkouts', { ammount: '1' });
    expect(body.parameterHints).toMatchObject([{ nearest: 'amount' }]);
    expect(body).not.toHaveProperty('docs');
  });
});

describe('a path that there is not', () => {
  it('is readable for a page that misspells the script', async () => {
    const answer = await fetch(`${sandbox.url}/v1/paymentWidget.js`);
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([404, '*']);
  });

  it.each([
    ['/v1/checkout', '/v1/checkouts'],
    ['/v1/Checkouts', '/v1/checkouts'],
    ['/payments', '/v1/payments'],
    ['/v2/payments', '/v1/payments'],
    ['/v1/v1/checkouts', '/v1/checkouts'],
    ['/v1/checkouts/4200000000000000/payments', '/v1/checkouts/{id}/payment'],
    ['/v1/registration/abc', '/v1/registrations/{id}'],
  ])('%s is answered by %s', async (path, nearest) => {
    const answer = await read(path);
    expect(inShort(answer)).toEqual({ status: 404, code: '200.300.406' });
    expect(answer.body.result.description).toBe(`no such path: did you mean ${nearest}?`);
  });

  it.each(['/nothing', '/', '/.git/config', `/v1/${'x'.repeat(400)}`])(
    '%s is like none',
    async (path) => {
      const { body } = await read(path);
      expect(body.result).toEqual({ code: '200.300.406', description: 'no such path' });
    },
  );

  it('is an entity not found where nobody knows who asks, and no workbench runs', async () => {
    const { body } = await plain.call('/v1/checkout', {}, { headers: { authorization: '' } });
    expect(body.result).toEqual({ code: '200.300.406', description: 'entity not found' });
    expect((await plain.call('/v1/checkout', {})).body.result.description).toContain(
      'did you mean',
    );
  });
});

describe('the gateway’s own address', () => {
  const open = (accept: string, url = sandbox.url) =>
    fetch(`${url}/`, { redirect: 'manual', headers: { accept } });

  it('leads a browser to the reference', async () => {
    const { status, headers } = await open('text/html,application/xhtml+xml,*/*;q=0.8');
    expect([status, headers.get('location')]).toEqual([303, `${WORKBENCH}/reference`]);
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  it.each([
    ['a program', 'application/json', sandbox.url],
    ['curl', '*/*', sandbox.url],
    ['a browser where no workbench runs', 'text/html', plain.url],
  ])('is no path for %s', async (_, accept, url) => {
    const answer = await open(accept, url);
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ result: { code: '200.300.406' } });
  });
});

describe('a live channel', () => {
  it.each<[string, string, Record<string, string> | undefined, object]>([
    [
      'an unknown parameter',
      '/v1/checkouts',
      { ammount: '1', currency: 'EUR', paymentType: 'DB' },
      { code: '200.300.404', description: 'invalid or missing parameter' },
    ],
    ['an unknown path', '/v1/checkout', undefined, { description: 'entity not found' }],
    [
      'an unknown id',
      `/v1/payments/${newId()}`,
      undefined,
      { code: '700.400.580', description: expect.not.stringContaining(';') },
    ],
    [
      'the id of something else',
      `/v1/payments/${live.id}`,
      undefined,
      { code: '700.400.580', description: expect.not.stringContaining(';') },
    ],
  ])('hears nothing new of %s', async (_, path, fields, result) => {
    const { body } = await call(
      fields ? path : `${path}?entityId=${live.id}`,
      fields && { entityId: live.id, ...fields },
      live.as,
    );
    expect(body.result).toMatchObject(result);
    expect(Object.keys(body).sort()).toEqual(['buildNumber', 'ndc', 'result', 'timestamp']);
  });

  it('is answered without a filter that there is not, which the header names', async () => {
    const path = `/v3/query?entityId=${live.id}&customer.email=a@b.example`;
    const answer = await call(`${path}&merchantTransactionId=order-1`, undefined, live.as);
    expect(answer.status).toBe(200);
    expect(ignoredIn(answer)).toEqual(['customer.email']);
    expect(answer.body).not.toHaveProperty('parameterHints');
  });

  it('is told nothing in its shoppers’ posts either', async () => {
    const path = `/v1/checkouts/${'A'.repeat(32)}.prod01-gw01/payment`;
    const { body } = await call(path, {}, { headers: { authorization: '' } });
    expect(Object.keys(body).sort()).toEqual(['buildNumber', 'ndc', 'result', 'timestamp']);
  });
});

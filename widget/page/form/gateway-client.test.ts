import { beforeEach, describe, expect, test, vi } from 'vitest';
import { keepLog, logged } from '../interface/inspector-log.ts';
import {
  type CheckoutEndpoint,
  fetchFormData,
  isTestCheckout,
  lookUpBin,
  paymentUrl,
  postForm,
  postScripts,
  readPayment,
} from './gateway-client.ts';

const ORIGIN = 'https://gateway.example';
const gateway: CheckoutEndpoint = {
  origin: ORIGIN,
  base: `${ORIGIN}/pay`,
  checkoutId: 'A1.uat01/..',
  resource: 'payment',
};
const CHECKOUT = `${ORIGIN}/pay/v1/checkouts/A1.uat01%2F..`;

const asked = vi.fn<typeof fetch>();
const limits: number[] = [];
const answerWith = (body: unknown, init: ResponseInit = {}) =>
  asked.mockImplementation(async () => new Response(JSON.stringify(body), init));
/** Address and options of the one request. */
const request = () => asked.mock.calls[0] ?? [];

beforeEach(() => {
  asked.mockReset();
  limits.length = 0;
  answerWith({ texts: {} });
  vi.stubGlobal('fetch', asked);
  vi.stubGlobal('document', new EventTarget());
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    limits.push(ms);
    return new AbortController().signal;
  });
});

describe('a request', () => {
  test('takes no cookies and no header of our own: no preflight comes before it', async () => {
    await postForm(paymentUrl(gateway), 'card.holder=Jane');
    const [address, options] = request();
    expect(address).toBe(`${CHECKOUT}/payment`);
    expect(options).toMatchObject({
      method: 'POST',
      credentials: 'omit',
      headers: { accept: 'application/json' },
    });
    expect(Object.keys(options?.headers ?? {})).toEqual(['accept']);
    expect(String(options?.body)).toBe('card.holder=Jane');
  });

  test('that pays waits longer than the gateway waits for its processor, others do not', async () => {
    await postForm(paymentUrl(gateway), {});
    await readPayment(`${ORIGIN}/v1/threeDSecure/1`);
    await fetchFormData(gateway, {});
    await lookUpBin(gateway, '420000');
    expect(limits).toEqual([75_000, 75_000, 20_000, 20_000]);
  });

  test('goes without a limit where a browser has none', async () => {
    vi.spyOn(AbortSignal, 'timeout').mockRestore();
    const { timeout } = AbortSignal;
    Object.assign(AbortSignal, { timeout: undefined });
    try {
      expect(await fetchFormData(gateway, {})).toMatchObject({ status: 200 });
    } finally {
      Object.assign(AbortSignal, { timeout });
    }
  });

  test('asks for the form with what is known, and leaves out the rest', async () => {
    await fetchFormData(gateway, { locale: 'de', brands: '', blocks: 'customer.email', names: '' });
    expect(request()[0]).toBe(`${CHECKOUT}/form?locale=de&blocks=customer.email`);
  });

  test('stores a card where the form is for that', () => {
    expect(paymentUrl({ ...gateway, resource: 'registration' })).toBe(`${CHECKOUT}/registration`);
  });

  test('asks of which brands a number may be by its first digits', async () => {
    await lookUpBin(gateway, '42000000');
    expect(request()[0]).toBe(`${CHECKOUT}/bins/42000000`);
  });

  test('reads a payment at the very address that it was given', async () => {
    await readPayment(`${ORIGIN}/v1/threeDSecure/1`);
    expect(request()[0]).toBe(`${ORIGIN}/v1/threeDSecure/1`);
    expect(request()[1]?.method).toBeUndefined();
  });

  test('that reports scripts outlives the page, with one value a script', async () => {
    await postScripts(gateway, ['https://a.example/x.js sha384-AAAA', 'https://b.example/?']);
    const [address, options] = request();
    expect(address).toBe(`${CHECKOUT}/scripts`);
    expect(options).toMatchObject({ method: 'POST', keepalive: true });
    expect([...new URLSearchParams(String(options?.body))]).toEqual([
      ['script', 'https://a.example/x.js sha384-AAAA'],
      ['script', 'https://b.example/?'],
    ]);
  });
});

describe('an answer', () => {
  test('is its status, its content, and the parameters that the gateway did not take', async () => {
    answerWith(
      { result: { code: '1' } },
      { status: 400, headers: { 'x-ignored-parameters': 'a' } },
    );
    expect(await postForm(paymentUrl(gateway), '')).toEqual({
      status: 400,
      answer: { result: { code: '1' } },
      ignored: 'a',
    });
    answerWith({});
    expect(await postForm(paymentUrl(gateway), '')).toMatchObject({ status: 200, ignored: '' });
  });

  test.each<[string, () => Promise<Response>]>([
    ['there is no network', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['something in between answers in HTML', async () => new Response('<h1>Sign in</h1>')],
  ])('is none where %s: the outcome is unknown', async (_, answer) => {
    asked.mockImplementation(answer);
    expect(await postForm(paymentUrl(gateway), '')).toBeUndefined();
    expect(await fetchFormData(gateway, {})).toBeUndefined();
  });

  test('without texts is none of this form', async () => {
    answerWith({ result: { code: '1' } });
    expect(await fetchFormData(gateway, {})).toBeUndefined();
  });
});

test.each([
  ['8AC7A4A0.uat01-vm-tx01', true],
  ['8AC7A4A0.prod01-vm-tx01', false],
  ['8AC7A4A0uat01', false],
])('%s is the id of a test checkout: %s', (id, expected) => {
  expect(isTestCheckout(id)).toBe(expected);
});

test('the log of the inspector has no first digits, no query, and the code of each answer', async () => {
  keepLog();
  await lookUpBin(gateway, '42000000');
  answerWith({ texts: {}, result: { code: '000.200.100' } });
  await fetchFormData(gateway, { locale: 'de' });
  asked.mockRejectedValue(new TypeError('Failed to fetch'));
  await readPayment(`${ORIGIN}/v1/threeDSecure/abc`);
  expect(logged()?.map(([, ...entry]) => entry)).toEqual([
    ['answer', `${CHECKOUT}/bins/`, '200 '],
    ['answer', `${CHECKOUT}/form`, '200 000.200.100'],
    ['answer', `${ORIGIN}/v1/threeDSecure/abc`, ''],
  ]);
});

/** What a form knows of its checkout, and what it tells shopper and page when that changes. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { CheckoutFormData, FormDataRefusal } from '../../../contract/form-data.ts';
import { createSession, type FormSession, wantedLocale } from './form-session.ts';
import { createFormState, type FormState } from './form-state.ts';
import type { Environment } from './gateway-client.ts';
import { createScope, type Scope } from './scope.ts';

const ORIGIN = 'https://gateway.example';
const START = Date.parse('2026-01-01T12:00:00Z');
const HOUR = 3_600_000;
const LOGO = { paths: [] };

const DATA: CheckoutFormData = {
  checkoutId: 'A1.uat01',
  now: START + HOUR,
  nonce: 'n1',
  expiresAt: START + HOUR + 1_800_000,
  mode: 'test',
  paid: false,
  brands: { VISA: { name: 'Visa', logo: LOGO }, MASTER: { name: 'Mastercard', logo: LOGO } },
  locale: 'en',
  language: 'en',
  direction: 'ltr',
  texts: { submit: 'Pay now' },
};
const refusal = (description: string): FormDataRefusal => ({
  result: { code: '200.300.404', description },
  language: 'de',
  direction: 'ltr',
  texts: { submit: 'Bezahlen' },
});

const page: { wpwlOptions: Record<string, unknown> } = { wpwlOptions: {} };
let ownDocument: EventTarget;
/** Answers in the order of the questions; the last one for all that come after. */
let answers: (() => Promise<Response>)[];
/** The query of each question. */
let asked: URLSearchParams[];
/** Each callback of the page with what it was told. */
let told: [name: string, ...args: unknown[]][];
let state: FormState;
let scope: Scope;
let environment: Environment;
let session: FormSession;
let retries: number;
let renewals: number;
let back: number;
let warnings: string[];

const json =
  (body: unknown, status = 200) =>
  async () =>
    new Response(JSON.stringify(body), { status });
const offline = () => Promise.reject(new TypeError('Failed to fetch'));

function begin(brands: readonly string[] = []) {
  state = createFormState(brands, false);
  session = createSession({
    ...{ scope, state, environment, brands },
    form: () => ({ parentElement: null, lang: '' }) as unknown as HTMLFormElement,
    wantedFields: () => 'customer.email',
    onRetry: () => {
      retries += 1;
    },
    onRenew: () => {
      renewals += 1;
    },
  });
}
/** Waits for it, with all that the form puts off into tasks of their own. */
async function through(work: Promise<void>) {
  let isOver = false;
  const end = work.finally(() => {
    isOver = true;
  });
  await vi.advanceTimersByTimeAsync(0);
  // A task that was put off by another is due a millisecond later.
  while (!isOver) await vi.advanceTimersByTimeAsync(1);
  await end;
}
const load = () => through(session.load());

beforeEach(() => {
  vi.useFakeTimers({ now: START, toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
  [answers, asked, told, warnings] = [[json(DATA)], [], [], []];
  [retries, renewals, back] = [0, 0, 0];
  const tell =
    (name: string) =>
    (...args: unknown[]) =>
      void told.push([name, ...args]);
  page.wpwlOptions = { onError: tell('onError'), onExpire: tell('onExpire') };
  ownDocument = Object.assign(new EventTarget(), { documentElement: { lang: 'en' }, scripts: [] });
  vi.stubGlobal('window', page);
  vi.stubGlobal('document', ownDocument);
  vi.stubGlobal('navigator', { language: 'sv' });
  vi.stubGlobal('location', { href: 'https://shop.example/', assign: vi.fn() });
  vi.stubGlobal('history', {
    length: 1,
    back: () => {
      back += 1;
    },
  });
  vi.stubGlobal('fetch', (address: string) => {
    asked.push(new URL(address).searchParams);
    return (answers.length > 1 ? answers.shift() : answers[0])?.();
  });
  vi.spyOn(console, 'warn').mockImplementation((text: string) => void warnings.push(text));
  scope = createScope();
  environment = {
    ...{ origin: ORIGIN, base: ORIGIN, checkoutId: 'A1.uat01', resource: 'payment', release: 'r' },
    onData: () => undefined,
  };
  begin();
});
afterEach(() => {
  scope.end();
  vi.useRealTimers();
});

describe('the language that is wanted', () => {
  const around = (lang: string) =>
    ({ parentElement: { closest: () => (lang ? { lang } : null) } }) as unknown as HTMLElement;

  test.each([
    ['is the merchant’s option', { locale: 'de' }, 'fr', 'en', 'de'],
    ['is that of the page around the form', {}, 'fr', 'en', 'fr'],
    ['is that of the document', {}, '', 'en', 'en'],
    ['is the browser’s', {}, '', '', 'sv'],
  ])('%s', (_, options, form, whole, expected) => {
    page.wpwlOptions = options;
    Object.assign(ownDocument, { documentElement: { lang: whole } });
    expect(wantedLocale(around(form))).toBe(expected);
  });
});

describe('the form asks', () => {
  test('for its language, its brands, its fields, and the languages of the page', async () => {
    Object.assign(page.wpwlOptions, { languages: { sr: {}, bs: {} }, locale: 'sr' });
    begin(['VISA', 'MASTER']);
    await load();
    expect(Object.fromEntries(asked[0] ?? [])).toMatchObject({
      locale: 'sr',
      brands: 'VISA,MASTER',
      blocks: 'customer.email',
      languages: 'sr,bs',
    });
  });

  test.each([
    ['A1.uat01', true],
    ['A1.prod01', false],
  ])('what %s thinks of the names of its options: %s', async (checkoutId, isAsked) => {
    environment.checkoutId = checkoutId;
    await load();
    expect(asked[0]?.has('names')).toBe(isAsked);
  });

  test('with no more names than an address may have', async () => {
    page.wpwlOptions['x'.repeat(5_000)] = 1;
    await load();
    expect(asked[0]?.get('names')).toHaveLength(4_000);
  });
});

describe('the data', () => {
  test('make the form ready, with the cards in the merchant’s order, the first in force', async () => {
    begin(['MASTER', 'AMEX', 'PAYPAL', 'VISA']);
    answers = [
      json({ ...DATA, brands: { ...DATA.brands, PAYPAL: { name: 'PayPal', logo: LOGO } } }),
    ];
    await load();
    expect(state.phase.value).toBe('ready');
    expect(state.offered.value).toEqual(['MASTER', 'VISA']);
    expect(state.brand.value).toBe('MASTER');
    expect(state.language.value?.language).toBe('en');
    expect(told).toEqual([]);
  });

  test('have all cards of the channel where the form names none', async () => {
    await load();
    expect(state.offered.value).toEqual(['VISA', 'MASTER']);
    expect(state.brand.value).toBe('VISA');
  });

  test('leave the brand in force that is still offered', async () => {
    begin(['VISA', 'MASTER']);
    state.brand.value = 'MASTER';
    await load();
    expect(state.brand.value).toBe('MASTER');
  });

  test('that offer nothing of what the form asks for end it, and the page is told why', async () => {
    begin(['AMEX', 'JCB']);
    await load();
    expect(state.message.value?.key).toBe('formUnavailable');
    expect(state.phase.value).toBe('ended');
    expect(told).toEqual([
      ['onError', { name: 'WidgetError', message: 'Not offered here: AMEX JCB' }],
    ]);
  });

  test('of a checkout that is paid say so', async () => {
    answers = [json({ ...DATA, paid: true })];
    await load();
    expect(state.phase.value).toBe('ended');
    expect(state.message.value).toEqual({ key: 'alreadyPaid', isInfo: true });
    expect(state.terms.value).toBeUndefined();
  });

  test('with a voucher in the form’s place end it, and the form is there again without', async () => {
    answers = [json({ ...DATA, instead: [] }), json(DATA)];
    await load();
    expect(state.phase.value).toBe('ended');
    await session.refresh();
    expect(state.phase.value).toBe('ready');
  });

  const CHECKED: CheckoutFormData = {
    ...{ ...DATA, instead: [['div', {}, { key: 'checkingPayment' }]] },
    ...{ texts: { checkingPayment: 'Wait' }, expiresAt: DATA.now + 5_000 },
  };

  test('with the word that a payment is checked bring it, in the language that the form speaks', async () => {
    answers = [json(DATA), json(CHECKED)];
    await load();
    await session.refresh();
    expect(state.phase.value).toBe('ended');
    expect(state.text({ key: 'checkingPayment' })).toBe('Wait');
  });

  test('with that word leave a form that is paying, and are asked for again', async () => {
    answers = [json(DATA), json(CHECKED)];
    await load();
    state.phase.value = 'busy';
    await session.refresh();
    expect(state.phase.value).toBe('busy');
    expect(state.terms.value).not.toHaveProperty('instead');
    state.phase.value = 'ready';
    await vi.advanceTimersByTimeAsync(7_000);
    expect(state.phase.value).toBe('ended');
  });

  test('with the voucher that was asked for end the form that asks', async () => {
    answers = [json(DATA), json({ ...CHECKED, insteadOf: 'prepayment-PIX' })];
    await load();
    state.phase.value = 'busy';
    await session.refresh();
    expect(state.phase.value).toBe('ended');
  });

  test('bring notes for developers, and which texts the page’s language lacks', async () => {
    const noteTexts = { language: 'missing:' };
    const lacking = { own: 'sr', ownKeys: ['submit'], noteTexts, notes: ['baseUrl is not needed'] };
    answers = [json({ ...DATA, ...lacking })];
    await load();
    expect(warnings).toEqual([
      '[paymentWidgets] baseUrl is not needed',
      '[paymentWidgets] missing: submit',
    ]);
  });

  test('bring the nonce of the next payment, and are told to whoever else needs them', async () => {
    const onData = vi.fn();
    environment = { ...environment, onData, renewal: Promise.resolve() };
    begin();
    await load();
    expect(environment.nonce).toBe('n1');
    expect(onData.mock.calls).toEqual([[expect.objectContaining({ nonce: 'n1' })]]);
    // This checkout works: another may be asked for when it is over.
    expect(environment.renewal).toBeUndefined();
  });

  test('of a form that has gone meanwhile change nothing', async () => {
    const loading = session.load();
    scope.end();
    await through(loading);
    expect(state.phase.value).toBe('loading');
    await session.refresh();
    expect(state.terms.value).toBeUndefined();
  });
});

describe('the gateway watches the page', () => {
  test('where it says so, by one watch for all forms', async () => {
    answers = [json({ ...DATA, pageWatch: true })];
    await load();
    const { look } = environment;
    expect(look).toBeTypeOf('function');
    await session.refresh();
    expect(environment.look).toBe(look);
  });

  test('nowhere else', async () => {
    await load();
    expect(environment.look).toBeUndefined();
  });
});

describe('the time', () => {
  test('is the gateway’s: that of the shopper’s device may be wrong', async () => {
    expect(session.now()).toBe(START);
    await load();
    expect(session.now()).toBe(DATA.now);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(session.now()).toBe(DATA.now + 5_000);
  });

  test('at which a checkout ends is asked about a second later, when the gateway agrees', async () => {
    await load();
    await vi.advanceTimersByTimeAsync(1_800_000 + 999);
    expect(asked).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(asked).toHaveLength(2);
  });

  test('of an end that is past already is a second from now', async () => {
    answers = [json({ ...DATA, expiresAt: DATA.now - HOUR }), json(DATA)];
    await load();
    await vi.advanceTimersByTimeAsync(999);
    expect(asked).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(asked).toHaveLength(2);
  });

  test('that no timer can wait for is not asked about at once', async () => {
    answers = [json({ ...DATA, expiresAt: DATA.now + 2 ** 40 })];
    await load();
    await vi.advanceTimersByTimeAsync(HOUR);
    expect(asked).toHaveLength(1);
  });

  test('is the gateway’s also in a page that has been open for long', async () => {
    await vi.advanceTimersByTimeAsync(HOUR);
    begin();
    await load();
    expect(session.now()).toBe(DATA.now);
  });

  test('is counted from the latest data, and not once the form is over or gone', async () => {
    answers = [json(DATA), json({ ...DATA, expiresAt: DATA.expiresAt + HOUR }), json(DATA)];
    await load();
    await session.refresh();
    await vi.advanceTimersByTimeAsync(1_800_000 + 2_000);
    expect(asked).toHaveLength(2);
    scope.end();
    await vi.advanceTimersByTimeAsync(2 * HOUR);
    expect(asked).toHaveLength(2);
  });

  test('of a paid checkout does not matter any more', async () => {
    answers = [json({ ...DATA, paid: true })];
    await load();
    await vi.advanceTimersByTimeAsync(HOUR);
    expect(asked).toHaveLength(1);
  });
});

describe('a checkout that is over', () => {
  const over = json(refusal('session not found'), 404);

  test('is told to the page, and to the shopper in their language', async () => {
    answers = [over];
    await load();
    expect(told).toEqual([
      ['onExpire', 'A1.uat01'],
      ['onError', { name: 'InvalidCheckoutIdError', message: 'session not found' }],
    ]);
    expect(state.phase.value).toBe('ended');
    expect(state.language.value?.language).toBe('de');
    expect(state.message.value).toEqual({ key: 'sessionExpired', isInfo: true });
  });

  test('leaves the language that the form already speaks', async () => {
    answers = [json(DATA), over];
    await load();
    await session.refresh();
    expect(state.language.value?.language).toBe('en');
    expect(state.message.value?.key).toBe('sessionExpired');
    expect(state.terms.value).toBeUndefined();
  });

  test('is followed by the one that the page brings', async () => {
    page.wpwlOptions['getCheckoutId'] = () => 'B2.uat01';
    answers = [over, json({ ...DATA, checkoutId: 'B2.uat01' })];
    await load();
    expect(renewals).toBe(1);
    expect(state.phase.value).toBe('ready');
    expect(told.map(([name]) => name)).toEqual(['onExpire']);
  });

  test.each([
    ['to the page before, where there is one', {}, 2, 1, undefined],
    [
      'to the page’s own address',
      { cancelUrl: 'https://shop.example/cart' },
      1,
      0,
      'https://shop.example/cart',
    ],
    [
      'to the page before, where that is no address',
      { cancelUrl: 'javascript:x' },
      1,
      1,
      undefined,
    ],
  ])('leads back %s', async (_, options, length, steps, address) => {
    Object.assign(page.wpwlOptions, options);
    Object.assign(history, { length });
    answers = [over];
    await load();
    expect(state.message.value?.label).toBe('startAgain');
    state.message.value?.retry?.();
    expect(back).toBe(steps);
    const assigned = vi.mocked(location.assign).mock.calls.map(([url]) => String(url));
    expect(assigned).toEqual(address ? [address] : []);
  });
});

describe('a form that may not be shown', () => {
  test('says so to the shopper, and why to the page', async () => {
    const notes = ['Add the origin to the channel'];
    answers = [json({ ...refusal('origin not allowed'), notes }, 403)];
    await load();
    expect(state.message.value).toEqual({ key: 'formUnavailable' });
    expect(state.phase.value).toBe('ended');
    expect(told).toEqual([['onError', { name: 'WidgetError', message: 'origin not allowed' }]]);
    expect(warnings).toEqual(['[paymentWidgets] Add the origin to the channel']);
  });
});

describe('without an answer', () => {
  const violate = (effectiveDirective: string) =>
    ownDocument.dispatchEvent(
      Object.assign(new Event('securitypolicyviolation'), {
        ...{ effectiveDirective, blockedURI: `${ORIGIN}/v1`, disposition: 'enforce' },
      }),
    );

  test('the shopper may try again', async () => {
    answers = [offline, json(DATA)];
    await load();
    expect(state.message.value?.key).toBe('loadFailed');
    expect(state.phase.value).toBe('ended');
    expect(told).toEqual([]);
    state.message.value?.retry?.();
    expect(retries).toBe(1);
    expect(state.message.value).toBeUndefined();
    await vi.advanceTimersByTimeAsync(0);
    expect(state.phase.value).toBe('ready');
  });

  test('because the page’s policy blocks it, trying again is not offered, and the page is told', async () => {
    answers = [offline];
    violate('connect-src');
    violate('img-src');
    await load();
    expect(state.message.value).toEqual({ key: 'formUnavailable' });
    expect(told).toEqual([['onError', { name: 'WidgetError', message: 'Blocked: connect-src' }]]);
    expect(warnings.join()).toContain(`connect-src ${ORIGIN}`);
  });

  test('what else the policy blocks does not matter', async () => {
    answers = [offline];
    violate('img-src');
    await load();
    expect(state.message.value?.key).toBe('loadFailed');
  });

  test('to a later question the form stays as it is', async () => {
    answers = [json(DATA), offline];
    await load();
    await session.refresh();
    expect(state.phase.value).toBe('ready');
    expect(state.message.value).toBeUndefined();
  });

  test.each([
    ['without one', offline],
    ['one that says nothing of the checkout', json({}, 502)],
  ])('%s, what comes of a voucher is asked again', async (_, gap) => {
    const voucher = json({ ...DATA, instead: [], expiresAt: DATA.now + 10_000 });
    answers = [voucher, gap, gap, json({ ...DATA, paid: true })];
    await load();
    await vi.advanceTimersByTimeAsync(11_000);
    expect(asked).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(asked).toHaveLength(4);
    expect(state.message.value).toEqual({ key: 'alreadyPaid', isInfo: true });
    await vi.advanceTimersByTimeAsync(HOUR);
    expect(asked).toHaveLength(4);
  });
});

describe('answers that overtake each other', () => {
  /** Answers when it is told to. */
  function held(answer: () => Promise<Response>) {
    let release = () => {};
    const isReleased = new Promise<void>((resolve) => {
      release = resolve;
    });
    return { late: () => isReleased.then(answer), release: () => release() };
  }

  test('leave the amount that was asked for last', async () => {
    const { late, release } = held(json({ ...DATA, amount: '92.00', nonce: 'n2' }));
    answers = [json(DATA), late, json({ ...DATA, amount: '100.00', nonce: 'n3' })];
    await load();
    const first = session.refresh();
    await session.refresh();
    release();
    await first;
    expect(state.terms.value?.amount).toBe('100.00');
    expect(environment.nonce).toBe('n3');
  });

  test('do not end the checkout that the page has brought meanwhile', async () => {
    page.wpwlOptions['getCheckoutId'] = () => 'B2.uat01';
    const over = json(refusal('session not found'), 404);
    const [old, fresh] = [held(over), held(json({ ...DATA, checkoutId: 'B2.uat01' }))];
    answers = [json(DATA), old.late, over, fresh.late];
    await load();
    const first = session.refresh();
    const second = session.refresh();
    await vi.waitFor(() => expect(asked).toHaveLength(4));
    old.release();
    await first;
    fresh.release();
    await through(second);
    expect(state.phase.value).toBe('ready');
    expect(state.message.value).toBeUndefined();
    expect(renewals).toBe(1);
    expect(told).toEqual([['onExpire', 'A1.uat01']]);
  });
});

test('the language of a form that did not load yet is that of the data that come first', async () => {
  await through(session.refresh());
  expect(state.language.value?.language).toBe('en');
});

describe('a page that changes its language', () => {
  const german = json({ ...DATA, language: 'de' });

  test('has the form in it', async () => {
    answers = [json(DATA), german];
    await load();
    page.wpwlOptions['locale'] = 'de';
    session.followLocale();
    await vi.advanceTimersByTimeAsync(0);
    expect(asked.map((query) => query.get('locale'))).toEqual(['en', 'de']);
    expect(state.language.value?.language).toBe('de');
  });

  test('is not asked about while nothing has changed, or there is no form', async () => {
    page.wpwlOptions['locale'] = 'de';
    session.followLocale();
    expect(asked).toHaveLength(0);
    answers = [german];
    await load();
    session.followLocale();
    expect(asked).toHaveLength(1);
    state.phase.value = 'busy';
    page.wpwlOptions['locale'] = 'fr';
    session.followLocale();
    expect(asked).toHaveLength(2);
  });

  test('twice has it in the last: an answer that was overtaken is wanted no more', async () => {
    let answerFirst: ((response: Response) => void) | undefined;
    const late = () =>
      new Promise<Response>((resolve) => {
        answerFirst = resolve;
      });
    answers = [json(DATA), late, json({ ...DATA, language: 'fr' })];
    await load();
    page.wpwlOptions['locale'] = 'de';
    const first = session.refresh();
    page.wpwlOptions['locale'] = 'fr';
    await session.refresh();
    answerFirst?.(await german());
    await first;
    expect(state.language.value?.language).toBe('fr');
  });
});

/** What the reference says is what the server does: its paths, methods, and the shape of its answers. */
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { readTable } from '../../../conformance/statements.ts';
import type { AnswerName } from '../../reference/answers.ts';
import { type Endpoint, filledPath, filledSample, pathNames } from '../../reference/endpoint.ts';
import { parametersOf } from '../../reference/endpoint-parameters.ts';
import { ENDPOINTS } from '../../reference/endpoints.ts';
import { ajv, endpoint, mistakesIn } from '../support/described-answers.ts';
import { echoOf, PAYMENT, startMerchant } from '../support/merchant.ts';
import { withinOneDay } from '../support/one-window.ts';
import { insertPayments, paymentRows } from '../support/random-payments.ts';
import { startReceiver, status } from '../support/receiver.ts';
import {
  type Answer,
  CARD,
  type Fields,
  startTestGateway,
  type TestGateway,
} from '../support/test-gateway.ts';

const merchant = await startMerchant();
/** It delivers, and takes half of the failed authentications: too many get another answer. */
const second = await startTestGateway({ delivers: true });
const receiver = await startReceiver();
// The samples ask of today.
beforeAll(() => withinOneDay(), 90_000);
afterAll(async () => {
  await merchant[Symbol.asyncDispose]();
  await second[Symbol.asyncDispose]();
  await receiver[Symbol.asyncDispose]();
});
const { call, entityId, createCheckout, pay, paymentId, register, gateway } = merchant;
const paymentRow = await paymentRows(gateway, entityId);

/**
 * Not for merchants: what the form and the shopper's browser load and are led through, and what a
 * processor calls.
 */
const NOT_FOR_MERCHANTS = [
  '/v1/checkouts/:id/form',
  '/v1/checkouts/:id/bins/:bin',
  '/v1/checkouts/:id/scripts',
  '/v1/csp-reports/:channel',
  '/checkouts/:id/payment',
  '/checkouts/:id/registration',
  '/v1/frames/:release/:checkoutId/number.html',
  '/v1/frames/:release/:checkoutId/cvv.html',
  '/v1/frames/:release/:checkoutId/iban.html',
  '/v1/frames/:release/:checkoutId/typed',
  '/v1/fonts/:use/:file',
  '/v1/paymentWidgets.d.ts',
  '/v1/static/:version/img/:file',
  '/v1/checkouts/:id/applePay/session',
  '/v1/checkouts/:id/wallets/:brand',
  '/v1/paymentWidgets/img/:file',
  '/v1/threeDSecure/…',
  '/v1/redirects/…',
  '/v1/inline/:id/return/:token',
  '/v1/inspector',
  '/v1/vouchers/…',
  '/v1/upstreams/:channel/notifications',
];

/** The paths in Fastify's tree, which indents what goes on from a line above. */
function pathsOf(tree: string): string[] {
  const above: string[] = [];
  return tree.split('\n').flatMap((line) => {
    const [, indent = '', rest = ''] = /^([│├└─\s]*)(.*)$/.exec(line) ?? [];
    if (rest === '') return [];
    const depth = indent.length / 4;
    const [, part = '', methods] = /^(\S+)(?: \((.+)\))?/.exec(rest) ?? [];
    above.splice(depth - 1, above.length, part);
    return methods ? [above.join('')] : [];
  });
}

/** A list is there with a slash at its end and without. */
const withoutSlash = (path: string) => path.replace(/(.)\/$/, '$1');

describe('the list of endpoints', () => {
  const known = new Set(
    pathsOf(merchant.routes).map((path) =>
      withoutSlash(path.replace(/^(\/v1\/(threeDSecure|redirects|vouchers)\/):id\/.*/, '$1…')),
    ),
  );
  const listed = ENDPOINTS.map(({ path }) => withoutSlash(path.replace(/\{(\w+)\}/g, ':$1')));

  it('and what is not for merchants are all paths of the server', () => {
    expect([...known].sort()).toEqual([...new Set([...listed, ...NOT_FOR_MERCHANTS])].sort());
  });

  it.each(readTable('gateway-api', 'Endpoints', 'Method'))(
    'has $Method $Path of the document',
    ({ Method, Path = '' }) => {
      const path = Path.replace(/\?.*/, '');
      const isListed = ENDPOINTS.some((each) => each.method === Method && each.path === path);
      expect(isListed || NOT_FOR_MERCHANTS.includes(path.replace('{id}', ':id'))).toBe(true);
    },
  );

  it('has the methods of each path', async () => {
    for (const path of new Set(ENDPOINTS.map((endpoint) => endpoint.path))) {
      const names = Object.fromEntries(pathNames({ path }).map((name) => [name, '0']));
      const { status, headers } = await call(filledPath({ path }, names), undefined, {
        method: 'PUT',
      });
      const taken = headers
        .get('allow')
        ?.split(', ')
        .filter((method) => method !== 'HEAD');
      const written = ENDPOINTS.filter((endpoint) => endpoint.path === path);
      expect({ path, status, taken: taken?.sort() }).toEqual({
        path,
        status: 405,
        taken: written.map(({ method }) => method).sort(),
      });
    }
  });
});

function expectAsDescribed(asked: Endpoint, answer: Answer): void {
  expect(mistakesIn(asked, answer), JSON.stringify(answer.body)).toEqual([]);
}

/** What stands in the path. */
type Names = Readonly<Record<string, string>>;

const askAt =
  (to: Pick<TestGateway, 'call' | 'entityId'>) =>
  (id: string, names: Names = {}, fields: Fields = {}, options: RequestInit = {}) => {
    const each = endpoint(id);
    const { method, caller } = each;
    const today = new Date().toISOString().slice(0, 10);
    const url = filledPath(each, names);
    const all: Fields = {
      ...(caller === 'server' && { entityId: to.entityId }),
      ...Object.fromEntries(filledSample(each, { today, inbox: receiver.url })),
      ...fields,
    };
    if (method === 'POST') return to.call(url, all, options);
    const sent = Object.entries(all).filter(
      (pair): pair is [string, string] => pair[1] !== undefined,
    );
    return to.call(`${url}?${new URLSearchParams(sent)}`, undefined, { method, ...options });
  };
const ask = askAt(merchant);

/** The id of something that the endpoint can be asked about. */
const subjects: Readonly<Record<NonNullable<Endpoint['about']>, () => Promise<string>>> = {
  checkout: () => createCheckout(),
  payment: () => paymentId({ paymentType: 'PA' }),
  authentication: async () => (await ask('authenticate')).body.id,
  registration: async () => (await register()).body.id,
  schedule: async () => (await ask('create-schedule', {}, await ofRegistration())).body.id,
  batch: async () => {
    await paymentId();
    return (await ask('list-aggregations')).body.aggregations[0].id;
  },
  webhook: subscribed,
};

/** What the samples of schedules leave open. */
const ofRegistration = async (): Promise<Fields> => ({
  registrationId: (await register()).body.id,
});
const NEEDS_REGISTRATION = ['create-schedule', 'list-schedules'];

async function subscribed(): Promise<string> {
  const { body } = await ask('create-webhook');
  onTestFinished(async () => void (await ask('delete-webhook', { id: body.id })));
  return body.id;
}

async function deliveryOfWebhook(): Promise<Names> {
  const id = await subscribed();
  await paymentId();
  const { body } = await ask('read-webhook', { id });
  return { id, delivery: body.deliveries[0].id };
}

async function deliveryOfRequest(): Promise<Names> {
  await paymentId({ notificationUrl: receiver.url });
  const { body } = await ask('list-notification-url-deliveries');
  return { delivery: body.deliveries[0].id };
}

/** Where the sample needs more than its kind. */
const special: Readonly<Record<string, () => Promise<Names>>> = {
  'register-in-checkout': async () => ({
    id: await createCheckout({
      ...{ amount: undefined, currency: undefined, paymentType: undefined },
      createRegistration: 'true',
    }),
  }),
  'settle-payment': async () => ({
    id: await paymentId({
      ...PAYMENT,
      'card.number': '4200000000000042',
      shopperResultUrl: CARD['shopperResultUrl'],
    }),
  }),
  'settle-registration': async () => {
    const { body } = await call('/v1/registrations', {
      ...{ entityId, paymentBrand: 'PAYPAL' },
      shopperResultUrl: CARD['shopperResultUrl'],
    });
    return { id: body.id };
  },
  'pay-voucher': async () => {
    const { amount, currency } = PAYMENT;
    const { body } = await call('/v1/payments', {
      ...{ entityId, amount, currency, paymentType: 'PA', paymentBrand: 'PREPAYMENT' },
      shopperResultUrl: CARD['shopperResultUrl'],
    });
    return { id: body.id };
  },
  'charge-back': async () => ({ id: await paymentId() }),
  'read-delivery': deliveryOfWebhook,
  'replay-delivery': deliveryOfWebhook,
  'read-notification-url-delivery': deliveryOfRequest,
  'replay-notification-url-delivery': deliveryOfRequest,
};

async function namesFor({ id, about, pathSample = {} }: Endpoint): Promise<Names> {
  const made = special[id];
  if (made) return made();
  return about ? { id: await subjects[about]() } : pathSample;
}

/** Of nothing that there is. */
const nowhere = (each: Endpoint): Names =>
  Object.fromEntries(pathNames(each).map((name) => [name, '0'.repeat(32)]));

describe('an answer is what OpenAPI says it is', () => {
  const inJson = ENDPOINTS.filter(({ answer }) => answer !== 'Script');

  it.each(inJson.map((each) => [each.id, each] as const))(
    '%s: its sample works',
    async (id, each) => {
      if (id === 'query-by-reference') await paymentId({ merchantTransactionId: 'order-4711' });
      const fields = NEEDS_REGISTRATION.includes(id) ? await ofRegistration() : {};
      const answer = await ask(id, await namesFor(each), fields);
      expect(answer.status, JSON.stringify(answer.body.result)).toBe(200);
      expectAsDescribed(each, answer);
    },
  );

  it.each(
    inJson
      .filter(({ method, caller }) => method === 'GET' && caller === 'server')
      .map((each) => [each.id, each] as const),
  )('%s: demands what it says, and its sample has it', async (_, each) => {
    const required = parametersOf(each).filter((parameter) => parameter.required);
    const names = required.map(({ name }) => name);
    expect(Object.keys(each.sample ?? {})).toEqual(expect.arrayContaining(names));
    const { entityId: own, call: callBare } = merchant;
    const { body } = await callBare(`${filledPath(each, nowhere(each))}?entityId=${own}`);
    const missed: { name: string; message: string }[] = body.result.parameterErrors ?? [];
    expect(
      missed.filter(({ message }) => message === 'is required').map(({ name }) => name),
    ).toEqual(names);
  });

  it.each(inJson.filter(({ csv }) => csv).map((each) => [each.id, each] as const))(
    '%s: as comma-separated values',
    async (id, each) => {
      const accept = { headers: { accept: 'text/csv' } };
      const { status, headers } = await ask(id, await namesFor(each), {}, accept);
      expect(status).toBe(200);
      expect(headers.get('content-type')).toContain('text/csv');
    },
  );

  it.each(
    inJson.filter(({ caller }) => caller === 'server').map((each) => [each.id, each] as const),
  )('%s: refused', async (id, each) => {
    const without = await ask(id, nowhere(each), {}, { headers: { authorization: '' } });
    expect(without.status).toBe(401);
    expectAsDescribed(each, without);
    const wrong = { headers: { authorization: 'Bearer wrong' } };
    const unheard = await askAt(second)(id, nowhere(each), {}, wrong);
    expect(unheard.status).toBe(403);
    expectAsDescribed(each, unheard);
    const notOurs = await ask(id, nowhere(each), { entityId: 'f'.repeat(32) });
    expect(notOurs.status).toBe(400);
    expectAsDescribed(each, notOurs);
    if (!each.about) return;
    const unknown = await ask(id, nowhere(each));
    expect(unknown.status).toBe(404);
    expectAsDescribed(each, unknown);
  });

  it('is also described where a parameter names what is not there', async () => {
    // There is no registration of the sample's id.
    const unknown = await ask('create-schedule');
    expect(unknown.status).toBe(404);
    expectAsDescribed(endpoint('create-schedule'), unknown);
  });

  it('of a declined payment, and of one with everything in it', async () => {
    const declined = await merchant.payment({ 'card.number': '4200000000001016' });
    expect(declined.status).toBe(400);
    expectAsDescribed(endpoint('create-payment'), declined);
    const full = await merchant.payment({
      'customer.givenName': 'Jane',
      'customer.surname': 'Jones',
      'customer.ip': '192.0.2.1',
      'billing.city': 'Berlin',
      'shipping.customer.email': 'jane@shop.example',
      'cart.items[0].name': 'Mug',
      'cart.items[1].name': 'Lamp',
      'customParameters[a.b]': '1',
      'merchant.name': 'Shop*Mug',
      'recurring.numberOfInstallments': '3',
      'risk.parameters[abc]': 'x',
      'standingInstruction.frequency': 'MONTHLY',
      'standingInstruction.interval': '1',
      'standingInstruction.endDate': '2036-12-31',
      'customer.locale': 'de-AT',
      'order.industryData[0].type': 'AIRLINE',
      'order.industryData[0].details.pnr': 'ABC123',
      'order.industryData[0].details.tripSegments[0].flightNumber': 'PW1',
      createRegistration: 'true',
      recurringType: 'INITIAL',
    });
    expect(full.status).toBe(200);
    expectAsDescribed(endpoint('create-payment'), full);
    const pending = await merchant.payment({
      'card.number': '4200000000000042',
      shopperResultUrl: CARD['shopperResultUrl'],
    });
    expect(pending.body.redirect.url).toContain('http');
    expectAsDescribed(endpoint('create-payment'), pending);
  });

  it('of a paid checkout, and of chargebacks in a report', async () => {
    const id = await createCheckout();
    expectAsDescribed(endpoint('pay-checkout'), await pay(id));
    expectAsDescribed(
      endpoint('read-checkout-payment'),
      await ask('read-checkout-payment', { id }),
    );
    expectAsDescribed(endpoint('pay-checkout'), await pay(id));
    const at = Date.now();
    await insertPayments(gateway.db, [
      paymentRow({ entity_id: entityId, created_at: at, type: 'CB', result_code: '000.100.222' }),
      paymentRow({ entity_id: entityId, created_at: at, type: 'CR', result_code: '000.100.222' }),
    ]);
    for (const list of ['list-aggregations', 'query-period']) {
      expectAsDescribed(endpoint(list), await ask(list, {}, { paymentTypes: undefined }));
    }
  });

  it('of a webhook that is told, that never answers, and that is ended by its receiver', async () => {
    const asked = askAt(second);
    await using told = await startReceiver();
    const { body } = await asked('create-webhook', {}, { url: told.url });
    const read = () => asked('read-webhook', { id: body.id });
    await second.call('/v1/payments', { entityId: second.entityId, ...PAYMENT });
    await expect.poll(async () => (await read()).body.deliveries[0]?.status).toBe('delivered');
    expectAsDescribed(endpoint('read-webhook'), await read());

    told.answer((response) => response.destroy());
    const silent = await asked('test-webhook', { id: body.id });
    expect(silent.body.test).toMatchObject({ acknowledged: false, status: null });
    expectAsDescribed(endpoint('test-webhook'), silent);

    told.answer(status(410));
    await second.call('/v1/payments', { entityId: second.entityId, ...PAYMENT });
    await expect.poll(async () => (await read()).body.active).toBe(false);
    const ended = await read();
    expect(ended.body.ended).toBeDefined();
    expectAsDescribed(endpoint('read-webhook'), ended);
    expectAsDescribed(endpoint('list-webhooks'), await asked('list-webhooks'));
  });

  it('of deliveries that were attempted, of a changed webhook that is tested, and of events', async () => {
    const asked = askAt(second);
    await using told = await startReceiver();
    const { body } = await asked('create-webhook', {}, { url: told.url });
    await second.call('/v1/payments', { entityId: second.entityId, ...PAYMENT });
    const list = () => asked('list-deliveries', { id: body.id });
    await expect.poll(async () => (await list()).body.deliveries[0]?.status).toBe('delivered');
    expectAsDescribed(endpoint('list-deliveries'), await list());
    const names = { id: body.id, delivery: (await list()).body.deliveries[0].id };
    const whole = await asked('read-delivery', names);
    expect(whole.body.attemptList).toHaveLength(1);
    expectAsDescribed(endpoint('read-delivery'), whole);
    const moved = await asked('change-webhook', { id: body.id }, { url: `${told.url}/moved` });
    expect(moved.body.test.acknowledged).toBe(true);
    expectAsDescribed(endpoint('change-webhook'), moved);
    const events = await asked('list-events');
    expect(events.body.events.length).toBeGreaterThan(0);
    expectAsDescribed(endpoint('list-events'), events);
  });

  it('of notifications, which are wrapped', async () => {
    const fields = { kind: 'notifications', types: 'PAYMENT', wrapper: 'JSON' };
    const made = await ask('create-webhook', {}, fields);
    onTestFinished(async () => void (await ask('delete-webhook', { id: made.body.id })));
    expect(made.body.wrapper).toBe('JSON');
    expectAsDescribed(endpoint('create-webhook'), made);
  });

  it('of every event’s schema, and of one that there is not', async () => {
    const { body } = await ask('list-event-schemas');
    for (const { schema } of body.events) {
      const file = schema.split('/').at(-1);
      expectAsDescribed(endpoint('read-event-schema'), await ask('read-event-schema', { file }));
    }
    const unknown = await ask('read-event-schema', { file: 'NOTHING.json' });
    expect(unknown.status).toBe(404);
    expectAsDescribed(endpoint('read-event-schema'), unknown);
  });

  it('and says no when something is missing', () => {
    const validate = ajv.getSchema(
      'openapi#/components/schemas/Payment' satisfies `${string}${AnswerName}`,
    );
    expect(validate?.({ id: '0'.repeat(32) })).toBe(false);
  });
});

/** The column Format of the document's tables of answers, as an expression. */
const FORMATS: Readonly<Record<string, RegExp>> = {
  'AN48: letters, digits, dot, hyphen; 32 to 48 characters': /^[A-Za-z\d.-]{32,48}$/,
  'AN32, alphanumeric': /^[A-Za-z\d]{32}$/,
  AN32: /^[A-Za-z\d]{32}$/,
  'N10.N2': /^\d{1,10}(\.\d{2})?$/,
  A3: /^[A-Z]{3}$/,
  AN127: /^.{1,127}$/,
  string: /^.+$/,
  'INITIAL or REPEATED': /^(INITIAL|REPEATED)$/,
  integer: /^\d+$/,
  'AN11: digits and dots, 2 to 11 characters': /^[\d.]{2,11}$/,
  'AN255, up to 255': /^.{1,255}$/,
  A1: /^[A-Z]$/,
  'map of name (AN64) to value (AN2048)': /^\{("[^"]{1,64}":"[^"]{0,2048}",?)+\}$/,
  N6: /^\d{6}$/,
  'AN128, 4 to 128': /^.{4,128}$/,
  'AN64, 3 to 64, alphanumeric': /^[A-Za-z\d]{3,64}$/,
  'AN11: 8 or 11 alphanumeric characters': /^([A-Za-z\d]{8}|[A-Za-z\d]{11})$/,
  AN2: /^[A-Z]{2}$/,
  'AN6: optional sign, 5 digits': /^[+-]?\d{1,5}$/,
  AN255: /^.{1,255}$/,
  'date, yyyy-MM-dd hh:mm:ssZ': /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d[+-]\d{4}$/,
  AN65: /^.{1,65}$/,
  AN2048: /^.{1,2048}$/,
};

const asText = (value: unknown) =>
  typeof value === 'object' ? JSON.stringify(value) : String(value);

describe('an answer has the fields of the document', () => {
  const SENT: Fields = {
    ...PAYMENT,
    merchantTransactionId: 'order-4711',
    descriptor: 'Shop 4711',
    'customer.givenName': 'Jane',
    'billing.street1': 'High Street 1',
    'billing.postcode': '10115',
    'shipping.city': 'Berlin',
    'customParameters[colour]': 'blue',
    'recurring.numberOfInstallments': '3',
    'risk.parameters[score]': '-99999',
    createRegistration: 'true',
    recurringType: 'INITIAL',
  };
  const BANK_ACCOUNT = {
    holder: 'Shop Ltd',
    number: 'DE89370400440532013000',
    bic: 'COBADEFFXXX',
    country: 'DE',
  };
  // biome-ignore lint/suspicious/noExplicitAny: answers are looked at as clients do
  let answers: Record<'checkouts' | 'payments' | 'registrations' | 'refund' | 'redirected', any>;
  beforeAll(async () => {
    await merchant.set({ bankAccount: BANK_ACCOUNT });
    const payments = await merchant.payment(SENT);
    const refund = { amount: '1.00', currency: 'EUR', paymentType: 'RF' };
    answers = {
      payments: payments.body,
      checkouts: (await ask('create-checkout')).body,
      registrations: (await register()).body,
      refund: (await merchant.refer(payments.body.id, refund)).body,
      redirected: (
        await merchant.payment({
          'card.number': '4200000000000042',
          shopperResultUrl: CARD['shopperResultUrl'],
        })
      ).body,
    };
    await merchant.set({ bankAccount: undefined });
  });

  /** The answer that has a field, and the field's name in it. */
  const find = (field: string): readonly [keyof typeof answers, string] => {
    const [, name = field, from] = /^(\w+) \(from \/v1\/(\w+)\)$/.exec(field) ?? [];
    if (from) return [from as keyof typeof answers, name];
    if (field === 'referencedId') return ['refund', field];
    return [field.startsWith('redirect.') ? 'redirected' : 'payments', field.replace('[n]', '[0]')];
  };

  const rows = [
    ...readTable('gateway-api', 'Payment response fields', 'Field'),
    ...readTable('gateway-api', 'Asynchronous payment parameters', 'Field'),
  ].flatMap(({ Field = '', Format = '' }) =>
    Field.split(', ').map((field) => ({ field, format: Format })),
  );

  it.each(rows)('$field: $format', ({ field, format }) => {
    const [from, name] = find(field);
    const value = echoOf(answers[from], name);
    expect(value).toBeDefined();
    if (format === 'as in the request') {
      const isOf = (each: string) => each === name || /^[.[]/.test(each.replace(name, ''));
      const sent = Object.entries(SENT).filter(([each]) => each.startsWith(name) && isOf(each));
      expect(sent).not.toEqual([]);
      for (const [each, text] of sent) expect(echoOf(answers[from], each)).toBe(text);
    } else {
      expect(FORMATS[format], `the format "${format}"`).toBeDefined();
      expect(asText(value)).toMatch(FORMATS[format] ?? /^$/);
    }
  });

  it('says what was sent', () => {
    const { payments } = answers;
    const { amount, currency, descriptor, merchantTransactionId, recurringType } = SENT;
    const sent = { amount, currency, descriptor, merchantTransactionId, recurringType };
    expect(payments).toMatchObject(sent);
    expect(payments.recurring.numberOfInstallments).toBe(3);
    expect(payments.card).toMatchObject({ bin: '420000', last4Digits: '0000' });
    expect(payments.risk.score).toBe('-99999');
    expect(payments.merchant.bankAccount).toEqual(BANK_ACCOUNT);
  });
});

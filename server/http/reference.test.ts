/** What the reference says is what the server does: its paths, methods, and the shape of its answers. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, describe, expect, it } from 'vitest';
import type { AnswerName } from '../reference/answers.ts';
import type { Endpoint } from '../reference/endpoint.ts';
import { ENDPOINTS } from '../reference/endpoints.ts';
import { openApiDocument } from '../reference/openapi.ts';
import { insertPayments, paymentRows } from '../reporting/test-payments.ts';
import { PAYMENT, startMerchant } from './document/merchant.ts';
import { type Answer, CARD, type Fields } from './test-gateway.ts';

const merchant = await startMerchant();
afterAll(() => merchant[Symbol.asyncDispose]());
const { call, entityId, createCheckout, pay, paymentId, register, gateway } = merchant;
const paymentRow = await paymentRows(gateway, entityId);

/** Not for merchants: what the form and the shopper's browser load and are led through. */
const OF_THE_FORM = [
  '/v1/checkouts/:id/form',
  '/checkouts/:id/payment',
  '/checkouts/:id/registration',
  '/v1/frames/:release/number.html',
  '/v1/frames/:release/cvv.html',
  '/v1/paymentWidgets.d.ts',
  '/v1/static/:version/img/:file',
  '/v1/paymentWidgets/img/:file',
  '/v1/threeDSecure/…',
  '/v1/redirects/…',
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

describe('the list of endpoints', () => {
  const known = new Set(
    pathsOf(merchant.routes).map((path) =>
      path.replace(/^(\/v1\/(threeDSecure|redirects)\/).*/, '$1…'),
    ),
  );
  const listed = ENDPOINTS.map(({ path }) => path.replace('{id}', ':id'));

  it('and what belongs to the form are all paths of the server', () => {
    expect([...known].sort()).toEqual([...new Set([...listed, ...OF_THE_FORM])].sort());
  });

  it('has the methods of each path', async () => {
    for (const path of new Set(ENDPOINTS.map((endpoint) => endpoint.path))) {
      const { status, headers } = await call(path.replace('{id}', '0'), undefined, {
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

// biome-ignore lint/suspicious/noExplicitAny: the document is walked as a client's tool does
const document: any = openApiDocument('http://127.0.0.1');
// Formats are told by patterns; the keywords of OpenAPI around the schemas are not for this validator.
const ajv = new Ajv2020({ strict: false, allErrors: true });
ajv.addSchema(document, 'openapi');

const schemaOf = ({ path, method }: Endpoint, status: number) => {
  const pointer = [path, method.toLowerCase(), 'responses', String(status), 'content'];
  const steps = ['paths', ...pointer, 'application/json', 'schema'];
  const escaped = steps.map((step) => step.replaceAll('~', '~0').replaceAll('/', '~1'));
  return `openapi#/${escaped.map(encodeURIComponent).join('/')}`;
};

function expectAsDescribed(endpoint: Endpoint, { status, body }: Answer): void {
  const validate = ajv.getSchema(schemaOf(endpoint, status));
  if (!validate) throw new Error(`${endpoint.id} says nothing of HTTP ${status}`);
  validate(body);
  expect(validate.errors, `${endpoint.id}: ${JSON.stringify(body)}`).toBe(null);
}

const endpoint = (id: string): Endpoint => {
  const found = ENDPOINTS.find((each) => each.id === id);
  if (!found) throw new Error(`no endpoint ${id}`);
  return found;
};

const ask = (id: string, about = '', fields: Fields = {}, options: RequestInit = {}) => {
  const { method, path, sample = {} } = endpoint(id);
  const today = new Date().toISOString().slice(0, 10);
  const values = Object.entries({ ...sample, ...fields }).map(
    ([name, value]) => [name, value?.replace('{today}', today)] as const,
  );
  const url = path.replace('{id}', about);
  const all = {
    ...(endpoint(id).caller === 'server' && { entityId }),
    ...Object.fromEntries(values),
  };
  if (method === 'POST') return call(url, all, options);
  const sent = Object.entries(all).filter(
    (pair): pair is [string, string] => pair[1] !== undefined,
  );
  return call(`${url}?${new URLSearchParams(sent)}`, undefined, { method, ...options });
};

/** The id of something that the endpoint can be asked about. */
const subjects: Readonly<Record<string, () => Promise<string>>> = {
  checkout: () => createCheckout(),
  payment: () => paymentId({ paymentType: 'PA' }),
  registration: async () => (await register()).body.id,
  batch: async () => {
    await paymentId();
    return (await ask('list-aggregations')).body.aggregations[0].id;
  },
};
const subjectOf = ({ id, about }: Endpoint): Promise<string> => {
  if (id === 'register-in-checkout') {
    return createCheckout({
      ...{ amount: undefined, currency: undefined, paymentType: undefined },
      createRegistration: 'true',
    });
  }
  if (id === 'settle-payment') {
    return paymentId({
      ...PAYMENT,
      'card.number': '4200000000000042',
      shopperResultUrl: CARD['shopperResultUrl'],
    });
  }
  return about ? (subjects[about]?.() ?? Promise.resolve('')) : Promise.resolve('');
};

describe('an answer is what OpenAPI says it is', () => {
  const inJson = ENDPOINTS.filter(({ answer }) => answer !== 'Script');

  it.each(inJson.map((each) => [each.id, each] as const))(
    '%s: its sample works',
    async (id, each) => {
      if (id === 'query-by-reference') await paymentId({ merchantTransactionId: 'order-4711' });
      const answer = await ask(id, await subjectOf(each));
      expect(answer.status, JSON.stringify(answer.body.result)).toBe(200);
      expectAsDescribed(each, answer);
    },
  );

  it.each(inJson.filter(({ csv }) => csv).map((each) => [each.id, each] as const))(
    '%s: as comma-separated values',
    async (id, each) => {
      const accept = { headers: { accept: 'text/csv' } };
      const { status, headers } = await ask(id, await subjectOf(each), {}, accept);
      expect(status).toBe(200);
      expect(headers.get('content-type')).toContain('text/csv');
    },
  );

  it.each(
    inJson.filter(({ caller }) => caller === 'server').map((each) => [each.id, each] as const),
  )('%s: refused', async (id, each) => {
    const without = { headers: { authorization: '' } };
    const wrong = { headers: { authorization: 'Bearer wrong' } };
    for (const options of [without, wrong]) {
      const answer = await ask(id, '0'.repeat(32), {}, options);
      expect([401, 403]).toContain(answer.status);
      expectAsDescribed(each, answer);
    }
    const notOurs = await ask(id, '0'.repeat(32), { entityId: 'f'.repeat(32) });
    expect(notOurs.status).toBe(400);
    expectAsDescribed(each, notOurs);
    if (!each.about) return;
    const unknown = await ask(id, '0'.repeat(32));
    expect(unknown.status).toBe(404);
    expectAsDescribed(each, unknown);
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
    expectAsDescribed(endpoint('read-checkout-payment'), await ask('read-checkout-payment', id));
    expectAsDescribed(endpoint('pay-checkout'), await pay(id));
    const at = Date.now();
    await insertPayments(gateway.db, [
      paymentRow({ entity_id: entityId, created_at: at, type: 'CB', result_code: '000.100.222' }),
      paymentRow({ entity_id: entityId, created_at: at, type: 'CR', result_code: '000.100.222' }),
    ]);
    for (const list of ['list-aggregations', 'query-period']) {
      expectAsDescribed(endpoint(list), await ask(list, '', { paymentTypes: undefined }));
    }
  });

  it('and says no when something is missing', () => {
    const validate = ajv.getSchema(
      'openapi#/components/schemas/Payment' satisfies `${string}${AnswerName}`,
    );
    expect(validate?.({ id: '0'.repeat(32) })).toBe(false);
  });
});

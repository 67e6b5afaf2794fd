/**
 * A card number where it does not belong: in every parameter of the catalogue that takes free text, in
 * every spelling. What people type never holds one; a merchant's reference may look like one.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { holdsDigits } from '../../../contract/card-numbers-in-text.ts';
import { CATALOGUE, type Operation, type ParameterRow } from '../../../contract/catalogue.ts';
import { accepts } from '../../../contract/format.ts';
import { type FreeText, freeTextOf, looksLikeCardNumber } from '../../../contract/free-text.ts';
import { INDUSTRY_FIELDS } from '../../../contract/industry-data.ts';
import {
  CARD,
  expectInvalid,
  inShort,
  namesOf,
  SUCCESS,
  startMerchant,
} from '../support/merchant.ts';
import { sealer } from '../support/seal.ts';
import { type Answer, CHECKOUT, type Fields, CARD as FORM } from '../support/test-gateway.ts';

const merchant = await startMerchant();
afterAll(() => merchant[Symbol.asyncDispose]());
const { call, entityId, payment, register, payStored, createCheckout, pay } = merchant;

/** Of no test card, and of no other request here. */
const NUMBER = '5105105105105100';
const SPELLINGS = {
  'in spaces': '5105 1051 0510 5100',
  'in hyphens': '5105-1051-0510-5100',
  'in full-width digits': '５１０５　１０５１　０５１０　５１００',
};
/** As a program sends it that encodes what is encoded. */
const TWICE = encodeURIComponent(encodeURIComponent('5105 1051 0510 5100'));
const TELLS = 'x-possible-card-numbers';

const rows = CATALOGUE.flatMap((row) => {
  const isMap = row.name.endsWith('[name]');
  const keys = !isMap ? [''] : row.browserKey ? ['SHOPPER_note', 'note'] : ['note'];
  return keys.flatMap((key) => {
    const kind = freeTextOf(row, key);
    const name = row.name.replaceAll('[n]', '[0]').replace('[name]', `[${key}]`);
    return kind ? [{ row, name, kind }] : [];
  });
});
const ofKind = (...kinds: FreeText[]) =>
  rows.filter(({ kind }) => kinds.includes(kind)).map((each) => [each.name, each.row] as const);

/** The number as the format of the parameter lets it stand; undefined where it does not at all. */
function valueFor({ format, formatOn }: ParameterRow, spelling: string): string | undefined {
  const candidates = [
    spelling,
    `https://shop.example/${spelling}`,
    `a${spelling}@shop.example`,
    `+${spelling}`,
  ];
  const whole = { ...format, ...formatOn?.checkout };
  return candidates.find((value) => accepts(whole, value));
}

/** What has to be sent along. */
function along({ requires = [] }: ParameterRow, name: string): Fields {
  const [industry] =
    Object.entries(INDUSTRY_FIELDS).find(([, fields]) =>
      Object.keys(fields).some((field) => name.endsWith(`.details.${field.replace('[n]', '[0]')}`)),
    ) ?? [];
  const samples: Fields = {
    houseNumber1: '1',
    identificationDocId: 'AB1234567',
    identificationDocType: 'PASSPORT',
  };
  return {
    ...Object.fromEntries(requires.map((other) => [other, samples[other.split('.').at(-1) ?? '']])),
    ...(name.startsWith('order.industryData') && { 'order.industryData[0].type': industry }),
  };
}

const SENDERS: readonly (readonly [Operation, (fields: Fields) => Promise<Answer>])[] = [
  ['checkout', (fields) => call('/v1/checkouts', { entityId, ...CHECKOUT, ...fields })],
  ['payment', (fields) => payment(fields)],
  ['registration', (fields) => register(fields)],
  ['reference', (fields) => call('/v1/payments/none', { entityId, ...fields })],
  [
    'webhook',
    (fields) =>
      call('/v1/webhooks', { entityId, kind: 'events', url: 'https://shop.example/', ...fields }),
  ],
  [
    'query',
    (fields) => call(`/v3/query?${new URLSearchParams({ entityId, ...(fields as object) })}`),
  ],
];
const send = (row: ParameterRow, name: string, value: string) => {
  const [, sender] = SENDERS.find(([operation]) => row.on.includes(operation)) ?? [];
  if (!sender) throw new Error(`nothing sends ${name}`);
  return sender({ ...along(row, name), [name]: value });
};
const expectRefused = (answer: Answer, name: string) => {
  expectInvalid(answer, name);
  const [error] = answer.body.result.parameterErrors;
  expect(error.value).toBeNull();
  expect(holdsDigits(JSON.stringify([answer.body, [...answer.headers]]), new Set([NUMBER]))).toBe(
    false,
  );
};

it('every parameter that takes free text is of a kind', () => {
  const names = (kind: FreeText) => ofKind(kind).map(([name]) => name);
  expect(names('phone').sort()).toEqual([
    'customer.mobile',
    'customer.phone',
    'customer.workPhone',
    'merchant.phone',
    'order.industryData[0].details.passengerPhone',
    'shipping.customer.mobile',
    'shipping.customer.phone',
    'shipping.customer.workPhone',
  ]);
  expect(names('typed')).toEqual(
    expect.arrayContaining([
      ...['descriptor', 'customer.givenName', 'customer.surname', 'customer.email'],
      ...['billing.street1', 'billing.city', 'shipping.street2', 'shipping.customer.email'],
      ...['merchant.name', 'shipping.comment', 'customParameters[SHOPPER_note]'],
    ]),
  );
  expect(names('reference')).toEqual(
    expect.arrayContaining([
      ...['merchantTransactionId', 'merchantInvoiceId', 'cart.items[0].sku', 'shopperResultUrl'],
      ...['customer.merchantCustomerId', 'customParameters[note]', 'risk.parameters[note]', 'url'],
    ]),
  );
  expect(names('reference')).not.toContain('card.number');
});

describe.each(Object.entries(SPELLINGS))('a card number %s', (_, spelling) => {
  it.each(rows.map(({ name, row }) => [name, row] as const))(
    'is refused in %s',
    async (name, row) => {
      expectRefused(await send(row, name, valueFor(row, spelling) ?? spelling), name);
    },
  );
});

describe('a card number that was encoded more than once', () => {
  it.each([TWICE, `100% ${TWICE}`, '5105%2B1051%2B0510%2B5100'])(
    'is refused as %s',
    async (value) => {
      expectRefused(await payment({ merchantTransactionId: value }), 'merchantTransactionId');
      expectRefused(await payment({ 'customer.givenName': value }), 'customer.givenName');
    },
  );

  it.each([`${TWICE}=1`, `customParameters[${TWICE}]=1`, `${TWICE}=%zz`, '5105+1051+0510+5100%=1'])(
    'is no name that an answer repeats: %s',
    async (pair) => {
      const sent = new URLSearchParams({ entityId, ...CHECKOUT }).toString();
      const { body, headers } = await call('/v1/checkouts', `${sent}&${pair}`);
      const said = JSON.stringify([body, [...headers]]).replaceAll('+', ' ');
      expect(looksLikeCardNumber(said)).toBe(false);
      // Four digits alone may be of an id.
      expect(said).not.toMatch(/5105.{0,7}1051/);
    },
  );

  it('is no brand that an answer repeats', async () => {
    const id = await createCheckout();
    const brands = encodeURIComponent(`${NUMBER},${TWICE}`);
    const { body } = await call(`/v1/checkouts/${id}/form?brands=${brands}`);
    expect(body.notes).toHaveLength(2);
    expect(JSON.stringify(body.notes)).not.toContain('5105');
  });
});

describe('a card number in one piece', () => {
  it.each(ofKind('typed', 'phone'))('is refused in %s', async (name, row) => {
    expectRefused(await send(row, name, valueFor(row, NUMBER) ?? NUMBER), name);
    expectRefused(await send(row, name, valueFor(row, `5105/1051/05/105100`) ?? NUMBER), name);
  });

  const MERCHANTS = ofKind('reference').filter(([, row]) => row.on.includes('checkout'));
  it.each(MERCHANTS)(
    'is taken as a reference in %s, and the merchant is told',
    async (name, row) => {
      const value = valueFor(row, NUMBER) ?? '';
      const answer = await send(row, name, value);
      // A brand that is unknown, for instance, is refused later.
      expect([200, 400]).toContain(answer.status);
      if (answer.status === 400) expect(namesOf(answer)).toEqual([]);
      expect(decodeURIComponent(answer.headers.get(TELLS) ?? '')).toBe(name);
    },
  );

  it('is refused in a reference where it is the card of the request', async () => {
    const own = CARD['card.number'] ?? '';
    const references = ['merchantTransactionId', 'customParameters[note]', 'cart.items[0].sku'];
    for (const name of references) {
      const ways = [payment, register];
      for (const way of ways) {
        const answer = await way({ [name]: `order x${own}` });
        expectInvalid(answer, name);
        expect(JSON.stringify(answer.body)).not.toContain(own);
      }
      expect(inShort(await payment({ [name]: NUMBER }))).toEqual({ status: 200, code: SUCCESS });
    }
  });

  it('is refused where it is the stored card that pays', async () => {
    const { body } = await register();
    const own = CARD['card.number'] ?? '';
    expectInvalid(await payStored(body.id, { merchantInvoiceId: own }), 'merchantInvoiceId');
    expect((await payStored(body.id, { merchantInvoiceId: NUMBER })).status).toBe(200);
  });

  it('is told to a merchant who sends the same request again, too', async () => {
    const again = { headers: { 'idempotency-key': randomUUID() } };
    const first = await payment({ merchantTransactionId: NUMBER }, again);
    const second = await payment({ merchantTransactionId: NUMBER }, again);
    expect(second.body).toEqual(first.body);
    expect([first, second].map(({ headers }) => headers.get(TELLS))).toEqual(
      Array(2).fill('merchantTransactionId'),
    );
    const plain = await payment({ merchantTransactionId: 'SO-2026-0000123456' });
    expect(plain.headers.get(TELLS)).toBeNull();
  });
});

describe('a checkout', () => {
  const { 'card.number': own = '' } = FORM;
  let checkoutId: string;
  beforeAll(async () => {
    checkoutId = await createCheckout();
  });

  it('takes none with an update', async () => {
    const update = (fields: Fields) => call(`/v1/checkouts/${checkoutId}`, { entityId, ...fields });
    expectRefused(await update({ 'billing.street1': `Street ${NUMBER}` }), 'billing.street1');
    const told = await update({ merchantTransactionId: NUMBER });
    expect(told.headers.get(TELLS)).toBe('merchantTransactionId');
  });

  it.each([
    ['customer.surname', NUMBER],
    ['billing.street1', '5105 1051 0510 5100'],
    ['customer.email', `a${NUMBER}@shop.example`],
    ['customParameters[SHOPPER_note]', `my card: ${NUMBER}`],
    ['shipping.trackingNumber', '5105-1051-0510-5100'],
    ['shipping.trackingNumber', `no ${own}`],
  ])('takes none from the form in %s', async (name, value) => {
    const answer = await pay(await createCheckout(), { [name]: value });
    expectInvalid(answer, name);
    expect(holdsDigits(JSON.stringify(answer.body), new Set([NUMBER]))).toBe(false);
  });

  it('is not paid with the card that its reference names, sealed or not', async () => {
    const id = await createCheckout({ merchantTransactionId: own });
    expectInvalid(await pay(id), 'merchantTransactionId');
    const seal = await sealer(merchant, id);
    const { 'card.number': _, 'card.cvv': __, ...rest } = FORM;
    const sealed = async (number: string) => ({
      ...rest,
      'sealed[card.number]': await seal(id, 'card.number', { value: number }),
      'sealed[card.cvv]': await seal(id, 'card.cvv', { value: '123' }),
    });
    const path = `/v1/checkouts/${id}/payment`;
    const headers = { origin: 'https://shop.example' };
    expectInvalid(await call(path, await sealed(own), { headers }), 'merchantTransactionId');
    const other = await call(path, await sealed('4111111111111111'), { headers });
    expect(inShort(other)).toEqual({ status: 200, code: SUCCESS });
  });

  it('stores none with a registration', async () => {
    const storing = await call('/v1/checkouts', {
      entityId,
      createRegistration: 'true',
      merchantTransactionId: own,
    });
    const answer = await call(`/v1/checkouts/${storing.body.id}/registration`, FORM);
    expectInvalid(answer, 'merchantTransactionId');
  });
});

describe('a name', () => {
  it.each(['customParameters', 'risk.parameters'])('of %s holds no card number', async (map) => {
    const answer = await payment({ [`${map}[${NUMBER}]`]: 'x' });
    expect(inShort(answer)).toEqual({ status: 400, code: '200.300.404' });
    expect(namesOf(answer)).toEqual([`${map}[…]`]);
    expect(JSON.stringify(answer.body)).not.toContain(NUMBER);
  });

  it('that is not known is told without the card number in it', async () => {
    const answer = await payment({ [`x${NUMBER}`]: 'y', '5105 1051 0510 5100': 'z' });
    expect(answer.status).toBe(200);
    expect(decodeURIComponent(answer.headers.get('x-ignored-parameters') ?? '')).toBe('x…, …');
  });
});

it('no error repeats one, wherever it was sent', async () => {
  const answers = [
    await call('/v1/payments', { entityId: NUMBER }),
    await call(`/v1/payments/${NUMBER}?entityId=${NUMBER}`),
    await call(`/v1/checkouts/${NUMBER}/form`),
    await call(`/v1/checkouts/5105%201051%200510%205100/form`),
    await payment({ amount: NUMBER, currency: '5105 1051 0510 5100', paymentBrand: NUMBER }),
    await call('/v1/payments', `${NUMBER}=%zz`),
    await call(`/v1/%zz${NUMBER}`),
    await call('/sandbox/clock', { entityId, advance: NUMBER }),
  ];
  for (const { body, headers, status } of answers) {
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
    const told = JSON.stringify([body, [...headers]]);
    expect(holdsDigits(told, new Set([NUMBER])), told).toBe(false);
  }
});

it('what was refused is in no line of the log', () => {
  expect(merchant.log.length).toBeGreaterThan(100);
  expect(merchant.log.filter((line) => holdsDigits(decoded(line), new Set([NUMBER])))).toEqual([]);
});
const decoded = (line: string) =>
  line.replaceAll(/(?:%[0-9A-F]{2})+/gi, (part) => {
    try {
      return decodeURIComponent(part);
    } catch {
      return part;
    }
  });

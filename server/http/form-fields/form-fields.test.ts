/** What the form's data say beyond the card. */
import { afterAll, describe, expect, it } from 'vitest';
import { COUNTRY_ADDRESSES } from '../../../contract/country-addresses.ts';
import { CARD_FIELDS, startTestGateway } from '../../tests/support/test-gateway.ts';

const gateway = await startTestGateway();
afterAll(() => gateway[Symbol.asyncDispose]());
const { call, createCheckout, entityId, pay, set } = gateway;

const form = async (id: string, query = '') =>
  (await call(`/v1/checkouts/${id}/form${query}`)).body;

async function storeCard(fields = {}): Promise<string> {
  return (await call('/v1/registrations', { entityId, ...CARD_FIELDS, ...fields })).body.id;
}

describe('stored cards', () => {
  it('are those that the checkout names, in that order, with nothing secret', async () => {
    const first = await storeCard();
    const second = await storeCard({ 'card.number': '5454545454545454', paymentBrand: 'MASTER' });
    const id = await createCheckout({
      'registrations[0].id': first,
      'registrations[1].id': second,
    });
    const { registrations } = await form(id);
    expect(registrations).toEqual([
      {
        id: first,
        brand: 'VISA',
        last4Digits: '0000',
        expiryMonth: '05',
        expiryYear: '2034',
        holder: 'Jane Jones',
        expired: false,
      },
      expect.objectContaining({ id: second, brand: 'MASTER', last4Digits: '5454' }),
    ]);
    expect(JSON.stringify(registrations)).not.toContain('420000');
  });

  it('stand by their number, in whatever order they are sent', async () => {
    const [first, tenth] = [await storeCard(), await storeCard()];
    const id = await createCheckout({
      'registrations[10].id': tenth,
      'registrations[2].id': first,
    });
    const { registrations } = await form(id);
    expect(registrations).toMatchObject([{ id: first }, { id: tenth }]);
  });

  it('are not told once they are deleted, nor once the checkout is paid', async () => {
    const kept = await storeCard();
    const gone = await storeCard();
    const id = await createCheckout({ 'registrations[0].id': gone, 'registrations[1].id': kept });
    await call(`/v1/registrations/${gone}?entityId=${entityId}`, undefined, { method: 'DELETE' });
    expect((await form(id)).registrations).toEqual([expect.objectContaining({ id: kept })]);
    await pay(id);
    expect(await form(id)).not.toHaveProperty('registrations');
  });
});

/** The values and words of the options in the form's extra blocks. */
// biome-ignore lint/suspicious/noExplicitAny: the tests look at answers as untyped code does
const options = (tree: any): any[] =>
  Array.isArray(tree)
    ? [...(tree[0] === 'option' ? [tree.slice(1)] : []), ...tree.flatMap(options)]
    : [];

describe('installments', () => {
  it('are not offered where the country has no such custom', async () => {
    expect(await form(await createCheckout())).not.toHaveProperty('extras');
  });

  it('are the plans of the country, up to the maximum of the channel, and add up', async () => {
    await set({ country: 'MX', maxInstallments: 6 });
    const id = await createCheckout({ currency: 'MXN', amount: '1000.00' });
    const { extras } = await form(id);
    expect(JSON.stringify(extras)).toContain('"name":"recurring.numberOfInstallments"');
    expect(options(extras)).toEqual([
      [{ value: '' }, { key: 'installmentsOnce', values: { amount: 'MX$1,000.00' } }],
      [
        { value: '3' },
        {
          key: 'installmentsPlanFirst',
          values: { count: 3, first: 'MX$333.34', amount: 'MX$333.33' },
        },
      ],
      [
        { value: '6' },
        {
          key: 'installmentsPlanFirst',
          values: { count: 6, first: 'MX$166.65', amount: 'MX$166.67' },
        },
      ],
    ]);
  });

  const fixed = (count: string) => ({
    currency: 'MXN',
    amount: '1000.00',
    'recurring.numberOfInstallments': count,
  });
  const PLAN = {
    key: 'installmentsPlanFirst',
    values: { count: 3, first: 'MX$333.34', amount: 'MX$333.33' },
  };

  it('that the merchant has fixed are shown with their plan, and not chosen', async () => {
    const answer = await form(await createCheckout(fixed('3')));
    const [group] = answer.extras;
    expect(group[1].class).toContain('wpwl-group-installments');
    expect(group.at(-1)).toEqual([
      'div',
      { class: 'wpwl-wrapper wpwl-wrapper-installments' },
      PLAN,
    ]);
    expect(JSON.stringify(answer.extras)).not.toMatch(/"(select|input|option)"/);
    expect(answer.texts).toMatchObject({
      installments: expect.any(String),
      installmentsPlanFirst_other: expect.any(String),
    });
    await set({ country: undefined });
  });

  it('that are fixed are shown in any country, and to the owner of a stored card', async () => {
    const id = await createCheckout({ ...fixed('3'), 'registrations[0].id': await storeCard() });
    const { extras, storedCards } = await form(id);
    expect(JSON.stringify(extras)).toContain(JSON.stringify(PLAN));
    expect(JSON.stringify(storedCards)).toContain(JSON.stringify(PLAN));
  });

  it('that are one only are the whole amount at once', async () => {
    const { extras } = await form(await createCheckout(fixed('1')));
    expect(JSON.stringify(extras)).toContain('"installmentsOnce"');
    expect(JSON.stringify(extras)).not.toContain('installmentsPlan');
  });
});

describe('other brands', () => {
  it('come with what they ask for, in the order asked', async () => {
    const id = await createCheckout();
    const { brands } = await form(id, '?brands=PAYPAL,VISA,PAYSAFECARD,NONE');
    expect(Object.keys(brands)).toEqual(['PAYPAL', 'VISA', 'PAYSAFECARD']);
    expect(brands.PAYPAL.name).toBe('PayPal');
    expect(brands.PAYPAL.logo.paths.length).toBeGreaterThan(1);
    expect(JSON.stringify(brands.PAYPAL.inputs)).not.toContain('"input"');
    const inputs = JSON.stringify(brands.PAYSAFECARD.inputs);
    expect(inputs).toContain('"name":"virtualAccount.accountId"');
    expect(inputs).toContain('"name":"virtualAccount.password"');
    expect(brands.VISA).not.toHaveProperty('inputs');
  });

  it('are not shown on a channel that does not have them', async () => {
    await set({ brands: { VISA: ['DB'] } });
    const { brands } = await form(await createCheckout(), '?brands=PAYPAL,VISA');
    expect(Object.keys(brands)).toEqual(['VISA']);
    await set({ brands: null });
  });
});

describe('the billing address', () => {
  it('comes only to a page that asks', async () => {
    expect(await form(await createCheckout())).not.toHaveProperty('extras');
  });

  it('has every country in the language of the shopper, with its postcode and states', async () => {
    const id = await createCheckout();
    const { extras } = await form(id, '?blocks=billing&locale=de');
    const all = options(extras);
    const country = (code: string) => all.find(([{ value }]) => value === code);
    const fields = 'street1 street2 postcode city';
    expect(country('AT')).toEqual([
      { value: 'AT', 'data-fields': fields, 'data-postcode': '\\d{4}' },
      'Österreich',
    ]);
    expect(all.map(([, name]) => name).indexOf('Österreich')).toBeLessThan(
      all.map(([, name]) => name).indexOf('Polen'),
    );
    expect(all).toContainEqual([{ value: 'CA', label: 'California' }]);
    expect(all.filter(([{ label }, name]) => !label && typeof name === 'string')).toHaveLength(249);
  });
});

describe('a state in a billing address', () => {
  it.each(
    Object.entries(COUNTRY_ADDRESSES).flatMap(([country, { states = {} }]) =>
      Object.keys(states).length > 0 ? [[country, Object.keys(states)] as const] : [],
    ),
  )('of %s is sent as the document has it: letters, digits and dot', (_country, codes) => {
    expect(codes.filter((code) => !/^[A-Za-z0-9.]{1,50}$/.test(code))).toEqual([]);
  });

  it.each([
    ['US', 'CA', 'CA'],
    ['US', 'US-CA', 'CA'],
    ['MX', 'MX-CMX', 'CMX'],
    ['GB', 'Kent', 'Kent'],
    ['KR', 'Gyeonggi-do', 'Gyeonggi-do'],
    ['IT', "L'Aquila", "L'Aquila"],
  ])('%s: %s is %s, whatever has filled it in', async (country, state, kept) => {
    const id = await createCheckout();
    const from = { 'billing.country': country, 'billing.state': state };
    expect((await pay(id, { ...from, 'shipping.state': state })).status).toBe(200);
    const { body } = await call(`/v1/checkouts/${id}/payment?entityId=${entityId}`);
    expect([body.billing.state, body.shipping.state]).toEqual([kept, kept]);
  });

  it('of a merchant’s server is refused with its country in it', async () => {
    const fields = {
      amount: '92.00',
      currency: 'EUR',
      paymentType: 'DB',
      'billing.state': 'US-CA',
    };
    const { status, body } = await call('/v1/checkouts', { entityId, ...fields });
    expect(status).toBe(400);
    expect(body.result.parameterErrors).toMatchObject([{ name: 'billing.state', value: 'US-CA' }]);
  });
});

it('asks for consent to store the card where the page offers it', async () => {
  const { extras } = await form(await createCheckout(), '?blocks=consent');
  const tree = JSON.stringify(extras);
  expect(tree).toContain('"name":"createRegistration"');
  expect(tree).not.toContain('checked');
});

it('speaks of a stored card, not of a payment, where a card is only stored', async () => {
  const id = await createCheckout({
    amount: undefined,
    currency: undefined,
    paymentType: undefined,
    createRegistration: 'true',
  });
  const { texts } = await form(id);
  expect(texts.registerSubmit).toBe('Save card');
  expect(texts.alreadyPaid).toBe('Your card has been saved.');
  const paying = await form(await createCheckout());
  expect(paying.texts.alreadyPaid).toMatch(/^This has already been paid/);
});

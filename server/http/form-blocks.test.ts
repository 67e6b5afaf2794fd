/** What the form's data say beyond the card. */
import { afterAll, describe, expect, it } from 'vitest';
import { CARD, startTestGateway } from './test-gateway.ts';

const gateway = await startTestGateway();
afterAll(() => gateway[Symbol.asyncDispose]());
const { call, createCheckout, entityId, pay, set } = gateway;

const form = async (id: string, query = '') => (await call(`/v1/checkouts/${id}/form${query}`)).body;

async function storeCard(fields = {}): Promise<string> {
  const { shopperResultUrl: _, ...card } = CARD;
  return (await call('/v1/registrations', { entityId, ...card, ...fields })).body.id;
}

describe('stored cards', () => {
  it('are those that the checkout names, in that order, with nothing secret', async () => {
    const first = await storeCard();
    const second = await storeCard({ 'card.number': '5454545454545454', paymentBrand: 'MASTER' });
    const id = await createCheckout({ 'registrations[0].id': first, 'registrations[1].id': second });
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

describe('installments', () => {
  it('are not offered where the country has no such custom', async () => {
    expect(await form(await createCheckout())).not.toHaveProperty('installments');
  });

  it('are the plans of the country, up to the maximum of the channel, and add up', async () => {
    await set({ country: 'MX', maxInstallments: 6 });
    const id = await createCheckout({ currency: 'MXN', amount: '1000.00' });
    expect((await form(id)).installments).toEqual([
      { count: 3, first: '333.34', amount: '333.33' },
      { count: 6, first: '166.65', amount: '166.67' },
    ]);
  });

  it('are not offered where the merchant has fixed the count', async () => {
    await set({ country: 'MX', maxInstallments: 6 });
    const fixed = { 'recurring.numberOfInstallments': '3' };
    const id = await createCheckout({ currency: 'MXN', amount: '1000.00', ...fixed });
    expect(await form(id)).not.toHaveProperty('installments');
  });
});

describe('other brands', () => {
  it('come with what they ask for, in the order asked', async () => {
    const id = await createCheckout();
    const { brands } = await form(id, '?brands=PAYPAL,VISA,PAYSAFECARD,NONE');
    expect(Object.keys(brands)).toEqual(['PAYPAL', 'VISA', 'PAYSAFECARD']);
    expect(brands.PAYPAL).toEqual({ name: 'PayPal', logo: { paths: [] }, inputs: [] });
    expect(brands.PAYSAFECARD.inputs.map(({ name }: { name: string }) => name)).toEqual([
      'virtualAccount.accountId',
      'virtualAccount.password',
    ]);
    expect(brands.VISA).not.toHaveProperty('inputs');
  });

  it('are not shown on a channel that does not have them', async () => {
    await set({ brands: { VISA: ['DB'] } });
    const { brands } = await form(await createCheckout(), '?brands=PAYPAL,VISA');
    expect(Object.keys(brands)).toEqual(['VISA']);
    await set({ brands: null });
  });
});

it('tells what billing addresses look like only to a page that asks', async () => {
  const id = await createCheckout();
  expect(await form(id)).not.toHaveProperty('billing');
  const { billing } = await form(id, '?blocks=billing');
  expect(billing.countries).toContain('DE');
  expect(new Set(billing.countries).size).toBe(249);
  expect(billing.rules.US.states.CA).toBe('California');
  expect('10115').toMatch(new RegExp(`^(?:${billing.rules.DE.postcode})$`));
});

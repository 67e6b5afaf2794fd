/** What the relay tells a processor of each of its calls. */
import { describe, expect, it } from 'vitest';
import type { Outgoing, OutgoingRequest } from '../../outgoing/guarded-client.ts';
import { createRelayClient } from './client.ts';

it('each call of the relay says what it is about', async () => {
  const sent: OutgoingRequest[] = [];
  const outgoing: Outgoing = {
    async call(_url, request) {
      sent.push(request);
      return { status: 200, headers: {}, body: '{"result":{"code":"000.100.110"}}' };
    },
    async check() {},
  };
  const client = createRelayClient(outgoing, { id: 'us', origin: () => 'https://us.example' });
  const config = { settings: { address: 'https://them.example' }, token: 'token' } as Parameters<
    typeof client.get
  >[0];
  await client.post(config, '/v1/payments', {}, { key: 'reference-1', timeLimitMs: 1 });
  await client.get(config, '/v1/query', { merchantTransactionId: 'reference-2' }, 1);
  await client.get(config, '/v1/payments/payment-3', {}, 1);
  await client.remove(config, '/v1/registrations/registration-4', {}, 1);
  expect(sent.map(({ about }) => about)).toEqual([
    'reference-1',
    'reference-2',
    'payment-3',
    'registration-4',
  ]);
});

/** What is read of a processor's answer. */
const answering = (body: object) => {
  const outgoing: Outgoing = {
    call: async () => ({ status: 200, headers: {}, body: JSON.stringify(body) }),
    async check() {},
  };
  const client = createRelayClient(outgoing, { id: 'us', origin: () => 'https://us.example' });
  const config = { settings: { address: 'https://them.example' }, token: 'token' } as Parameters<
    typeof client.get
  >[0];
  return client.get(config, '/v1/payments/payment-3', {}, 1);
};

it.each([
  ['DE', 'DE'],
  ['Germany', undefined],
  [49, undefined],
])(
  'a card’s country of %o is read as %o, and the rest of the card in any case',
  async (told, read) => {
    const card = { bin: '420000', last4Digits: '0000', expiryMonth: '05', expiryYear: '2034' };
    const result = { code: '000.100.110' };
    const answer = await answering({ result, card: { ...card, binCountry: told } });
    expect(answer.body.card).toMatchObject(card);
    expect(answer.body.card?.binCountry).toBe(read);
  },
);

describe('an answer that has more than one can have', () => {
  const result = { code: '000.200.000' };

  it('of payments is none', async () => {
    const listing = (count: number) => answering({ result, payments: Array(count).fill({}) });
    expect((await listing(500)).body.payments).toHaveLength(500);
    await expect(listing(501)).rejects.toThrow('the processor answered HTTP 200 with no result');
  });

  it('of fields sends the shopper nowhere', async () => {
    const field = { name: 'name', value: 'value' };
    const leading = (count: number) =>
      answering({
        result,
        redirect: { url: 'https://bank.example', parameters: Array(count).fill(field) },
      });
    expect((await leading(200)).body.redirect?.parameters).toHaveLength(200);
    expect((await leading(201)).body.redirect).toBeUndefined();
  });
});

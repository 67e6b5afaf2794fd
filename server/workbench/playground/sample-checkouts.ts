/** Checkouts for the playground's previews: real ones, of the sandbox, with stored cards where a state needs one. */
import { z } from 'zod';
import type { ChannelAccess } from '../shop/markets.ts';
import { call, type GatewayAccess, GatewayError, refused } from '../shop-server.ts';

/** Stored cards by what their issuer does (docs/test-cards.md). */
const CARDS = {
  approved: ['VISA', '4200000000000000'],
  second: ['MASTER', '5454545454545454'],
  slow: ['VISA', '4200000000001081'],
  challenge: ['VISA', '4200000000000018'],
} as const;
type CardName = keyof typeof CARDS;

export const SAMPLE = z.strictObject({
  cards: z.array(z.enum(['approved', 'second', 'slow', 'challenge'])).max(4),
  /** What paying comes to, whatever the card: a code of the sandbox. */
  result: z
    .string()
    .regex(/^\d{3}\.\d{3}\.\d{3}$/)
    .optional(),
  /** Of a channel whose shoppers pay in installments. */
  country: z.enum(['BR']).optional(),
});
export type Sample = z.infer<typeof SAMPLE>;

/** Enough for twelve installments. */
const ORDERS = {
  BR: { amount: '552.00', currency: 'BRL' },
  usual: { amount: '92.00', currency: 'EUR' },
} as const;

/**
 * Makes checkouts; each card is stored once, when a preview first needs it.
 * @param channels of the demo merchant, by country, for installments
 */
export function createSamples(
  gateway: GatewayAccess,
  channels: Readonly<Record<string, ChannelAccess>> = {},
) {
  const stored = new Map<CardName, Promise<string>>();

  const post = async (
    path: string,
    fields: Readonly<Record<string, string>>,
    channel: ChannelAccess = gateway,
  ): Promise<string> => {
    const body = new URLSearchParams({ entityId: channel.entityId, ...fields });
    const { status, answer } = await call({ ...gateway, ...channel }, path, {
      method: 'POST',
      body,
    });
    if (status !== 200 || !answer.id) throw refused(status, answer);
    return answer.id;
  };

  const store = (name: CardName): Promise<string> => {
    const known = stored.get(name);
    if (known) return known;
    const [paymentBrand, number] = CARDS[name];
    const asked = post('/v1/registrations', {
      paymentBrand,
      'card.number': number,
      'card.holder': 'Jane Jones',
      'card.expiryMonth': '05',
      'card.expiryYear': String(new Date().getFullYear() + 6),
      'card.cvv': '123',
    });
    stored.set(name, asked);
    // What failed is asked again.
    asked.catch(() => stored.delete(name));
    return asked;
  };

  return {
    /** Answers the checkout's id. Throws GatewayError. */
    async create({ cards, result, country }: Sample): Promise<string> {
      const ids = await Promise.all(cards.map(store));
      const channel = country ? channels[country] : gateway;
      if (!channel) throw new GatewayError(`The demo merchant has no channel for ${country}.`);
      const fields = {
        ...ORDERS[country ?? 'usual'],
        paymentType: 'DB',
        ...Object.fromEntries(ids.map((id, at) => [`registrations[${at}].id`, id])),
        ...(result && { 'customParameters[simulator.result]': result }),
      };
      return post('/v1/checkouts', fields, channel);
    },

    /** Throws GatewayError. */
    async end(id: string): Promise<void> {
      const path = `/v1/checkouts/${id}?${new URLSearchParams({ entityId: gateway.entityId })}`;
      const { status, answer } = await call(gateway, path, { method: 'DELETE' });
      if (status !== 200) throw refused(status, answer);
    },
  };
}

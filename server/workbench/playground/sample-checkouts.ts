/** Checkouts for the playground's previews: real ones, of the sandbox, with stored cards where a state needs one. */
import { z } from 'zod';
import { call, type GatewayAccess, refused } from '../shop-server.ts';

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
});
export type Sample = z.infer<typeof SAMPLE>;

/** Makes checkouts; each card is stored once, when a preview first needs it. */
export function createSamples(gateway: GatewayAccess) {
  const stored = new Map<CardName, Promise<string>>();

  const post = async (path: string, fields: Readonly<Record<string, string>>): Promise<string> => {
    const body = new URLSearchParams({ entityId: gateway.entityId, ...fields });
    const { status, answer } = await call(gateway, path, { method: 'POST', body });
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

  /** Answers the checkout's id. Throws GatewayError. */
  return async ({ cards, result }: Sample): Promise<string> => {
    const ids = await Promise.all(cards.map(store));
    return post('/v1/checkouts', {
      amount: '92.00',
      currency: 'EUR',
      paymentType: 'DB',
      ...Object.fromEntries(ids.map((id, at) => [`registrations[${at}].id`, id])),
      ...(result && { 'customParameters[simulator.result]': result }),
    });
  };
}

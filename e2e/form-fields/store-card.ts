/** A shopper's card that was stored before, as a merchant's server stores it. */
import { DEMO } from '../../server/tests/support/gateway-process.ts';

export interface CardToStore {
  readonly number?: string;
  readonly brand?: string;
  readonly holder?: string;
  readonly expiryMonth?: string;
  readonly expiryYear?: string;
}

export async function storeCard(
  { url }: { readonly url: string },
  {
    number = '4200000000000000',
    brand = 'VISA',
    holder = 'Jane Jones',
    expiryMonth = '05',
    expiryYear = '2034',
  }: CardToStore = {},
): Promise<string> {
  const answer = await fetch(`${url}/v1/registrations`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${DEMO.DEMO_ACCESS_TOKEN}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({
      entityId: DEMO.DEMO_ENTITY_ID,
      paymentBrand: brand,
      'card.number': number,
      'card.holder': holder,
      'card.expiryMonth': expiryMonth,
      'card.expiryYear': expiryYear,
    }),
  });
  const { id, result } = await answer.json();
  if (!id) throw new Error(`not stored: ${JSON.stringify(result)}`);
  return id;
}

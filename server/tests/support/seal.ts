/** Sealing as a field frame does it, for tests of the gateway. */
import { CompactEncrypt, importJWK } from 'jose';
import type { SealedClaims, SealedField } from '../../../contract/sealed-value.ts';
import type { TestGateway } from './test-gateway.ts';

const VALUES: Readonly<Record<SealedField, string>> = {
  'card.number': '4200000000000000',
  'card.cvv': '123',
};
/** The page that embeds the frames. */
export const SHOP_ORIGIN = 'https://shop.example';

export type Seal = (
  checkoutId: string,
  field: SealedField,
  claims?: Partial<SealedClaims>,
) => Promise<string>;

/** Takes the key out of the frame that the gateway serves for a checkout; it seals for others, too. */
export async function sealer(
  { call, gateway }: Pick<TestGateway, 'call' | 'gateway'>,
  ofCheckout: string,
): Promise<Seal> {
  const { id } = await gateway.db.selectFrom('releases').select('id').executeTakeFirstOrThrow();
  const { body } = await call(`/v1/frames/${id}/${ofCheckout}/number.html`);
  const encoded = /data-sealing-key="([^"]+)"/.exec(body)?.[1] ?? '';
  const key = JSON.parse(Buffer.from(encoded, 'base64url').toString());
  return async (checkoutId, field, claims = {}) => {
    const origin = SHOP_ORIGIN;
    const all = { checkoutId, field, origin, at: Date.now(), value: VALUES[field], ...claims };
    return new CompactEncrypt(Buffer.from(JSON.stringify(all)))
      .setProtectedHeader({ alg: 'ECDH-ES', enc: 'A256GCM', kid: key.kid })
      .encrypt(await importJWK(key, 'ECDH-ES'));
  };
}

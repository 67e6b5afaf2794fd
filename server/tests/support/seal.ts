/** Sealing as a field frame does it, for tests of the gateway. */
import { CompactEncrypt, importJWK } from 'jose';
import { NO_EVIDENCE } from '../../../contract/field-evidence.ts';
import type { SealedClaims, SealedField } from '../../../contract/sealed-value.ts';
import { newSealNonce } from '../../gateway/checkout/index.ts';
import type { GatewayContext } from '../../gateway/context.ts';
import type { SealingJwk } from '../../vault/sealing-keys.ts';
import type { TestGateway } from './gateway-under-test.ts';
import { IBAN, NUMBER } from './payment-fields.ts';

const VALUES: Readonly<Record<SealedField, string>> = {
  'card.number': NUMBER,
  'card.cvv': '123',
  'bankAccount.iban': IBAN,
};
/** The page that embeds the frames. */
export const SHOP_ORIGIN = 'https://shop.example';

/** Number and CVV that are sealed one after the other for a checkout are of one submission. */
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
  const encoded = /data-key='([^']+)'/.exec(body)?.[1] ?? '';
  return sealFor(gateway, JSON.parse(encoded));
}

/** Below HTTP, where no frame is served. */
export const sealerBelowHttp = async (gateway: Keys): Promise<Seal> =>
  sealFor(gateway, await gateway.vault.currentSealingKey(gateway.db));

type Keys = Pick<GatewayContext, 'db' | 'vault'>;

async function sealFor(gateway: Keys, key: SealingJwk): Promise<Seal> {
  /** By checkout: the nonce of the last number, for the CVV beside it. */
  const unpaired = new Map<string, string>();
  const nonceFor = (checkoutId: string, field: SealedField): string => {
    const known = field === 'card.cvv' ? unpaired.get(checkoutId) : undefined;
    const nonce = known ?? newSealNonce(gateway, checkoutId);
    if (field === 'card.cvv') unpaired.delete(checkoutId);
    else unpaired.set(checkoutId, nonce);
    return nonce;
  };
  const sealing = await sealWith(key);
  return async (checkoutId, field, claims = {}) => {
    const origin = SHOP_ORIGIN;
    const nonce = claims.nonce ?? nonceFor(checkoutId, field);
    const all = {
      nonce,
      checkoutId,
      field,
      origin,
      at: Date.now(),
      value: VALUES[field],
      evidence: NO_EVIDENCE,
      ...claims,
    };
    return sealing(all);
  };
}

/** Number and CVV of one submission, as the form posts them. */
export const sealedCard = async (
  seal: Seal,
  checkoutId: string,
  ofNumber: Partial<SealedClaims> = {},
) => ({
  'sealed[card.number]': await seal(checkoutId, 'card.number', ofNumber),
  'sealed[card.cvv]': await seal(checkoutId, 'card.cvv'),
});

/** Seals claims to a key of the gateway. */
export async function sealWith(
  key: SealingJwk,
): Promise<(claims: SealedClaims) => Promise<string>> {
  const { kid } = key;
  const imported = await importJWK({ ...key }, 'ECDH-ES');
  return (claims) =>
    new CompactEncrypt(Buffer.from(JSON.stringify(claims)))
      .setProtectedHeader({ alg: 'ECDH-ES', enc: 'A256GCM', kid })
      .encrypt(imported);
}

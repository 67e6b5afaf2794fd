/** Apple and Google in tests: they sign tokens for a channel that has keys of its own. */
import { createHash, createPublicKey } from 'node:crypto';
import { changeSettings } from '../../gateway/entities/entities.ts';
import { issueSandboxToken } from '../../gateway/wallets/index.ts';
import { createWalletKey, privateKeysOf } from '../../gateway/wallets/wallet-keys.ts';
import type { Vault } from '../../vault/vault.ts';
import { openSandboxWallet, type SandboxCard, secretKey } from '../../wallets/sandbox-wallet.ts';
import type { TestGateway } from './test-gateway.ts';

const secretOf = (use: string) => createHash('sha256').update(use).digest('hex');
export const VENDOR = openSandboxWallet(secretOf);
/** What Google signs with. */
export const GOOGLE_SIGNERS = {
  root: secretKey(secretOf, 'root'),
  intermediate: secretKey(secretOf, 'intermediate'),
};

/** What a gateway trusts that trusts these vendors. */
export const vendorRoots = async () => ({
  appleRoot: await VENDOR.appleRoot(Date.now()),
  googleRootKeys: VENDOR.googleRootKeys(Date.now()),
});

export const MERCHANT_IDS = { APPLEPAY: 'merchant.shop.example', GOOGLEPAY: '12345' } as const;
export type VendorBrand = keyof typeof MERCHANT_IDS;

export const WALLET_CARD: SandboxCard = {
  number: '4200000000000000',
  expiryMonth: '05',
  expiryYear: '2034',
};

type Place = Pick<TestGateway, 'gateway' | 'entityId'>;

/** Gives the channel its merchant ids and keys. */
export async function setUpWallets({ gateway, entityId: channelId }: Place): Promise<void> {
  await changeSettings(gateway.db, channelId, {
    applePay: { merchantId: MERCHANT_IDS.APPLEPAY },
    googlePay: { merchantId: MERCHANT_IDS.GOOGLEPAY },
  });
  for (const wallet of ['APPLEPAY', 'GOOGLEPAY']) {
    await createWalletKey(gateway, { channelId, wallet, use: 'payment' });
  }
}

export interface TokenInput {
  readonly card?: Partial<SandboxCard>;
  readonly amount?: number;
  readonly currency?: string;
  readonly merchantId?: string;
  /** Epoch milliseconds. */
  readonly at?: number;
  readonly vendor?: typeof VENDOR;
}

/** As a shopper's device gives it to the page. */
export async function tokenFor(
  { gateway, entityId }: Place,
  brand: VendorBrand,
  { card, amount = 9200, currency = 'EUR', at = Date.now(), ...input }: TokenInput = {},
): Promise<string> {
  const [privateKey] = await privateKeysOf(gateway, entityId, brand, 'payment');
  if (!privateKey) throw new Error('the channel has no key');
  const publicKey = createPublicKey(privateKey);
  const { merchantId = MERCHANT_IDS[brand], vendor = VENDOR } = input;
  const given = { ...WALLET_CARD, ...card };
  return brand === 'APPLEPAY'
    ? vendor.issueApple(given, { id: merchantId, publicKey, amount, currency }, at)
    : vendor.issueGoogle(given, { id: `merchant:${merchantId}`, publicKey }, at);
}

/** As the sandbox's own Google Pay gives it, for a channel that has no keys. */
export function sandboxToken(vault: Vault, channelId: string): Promise<string> {
  const order = { channelId, amount: 9200, currency: 'EUR' };
  return issueSandboxToken(vault, 'GOOGLEPAY', WALLET_CARD, order, Date.now());
}

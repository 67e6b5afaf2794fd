/** The sandbox's wallets of this installation. */
import { createPublicKey } from 'node:crypto';
import type { Vault } from '../../vault/vault.ts';
import {
  openSandboxWallet,
  type SandboxCard,
  type SandboxWallet,
  secretKey,
} from '../../wallets/sandbox-wallet.ts';

const secretsOf = ({ keyedHash }: Pick<Vault, 'keyedHash'>) => keyedHash('sandbox wallet');

/** Their keys follow from the vault's secret, so that every instance has the same and none is kept. */
export const sandboxWalletOf = (vault: Pick<Vault, 'keyedHash'>): SandboxWallet =>
  openSandboxWallet(secretsOf(vault));

/** A test channel as both wallets of the sandbox know it. */
export const sandboxMerchant = (vault: Pick<Vault, 'keyedHash'>, channelId: string) => ({
  appleId: `merchant.sandbox.${channelId}`,
  googleId: `merchant:${channelId}`,
  privateKey: secretKey(secretsOf(vault), `merchant ${channelId}`),
});

/** The token that a shopper of the sandbox gives. @param order `amount` in smallest units */
export async function issueSandboxToken(
  vault: Vault,
  brand: string,
  card: SandboxCard,
  order: { readonly channelId: string; readonly amount: number; readonly currency: string },
  now: number,
): Promise<string> {
  const { channelId, ...agreed } = order;
  const wallet = sandboxWalletOf(vault);
  const { appleId, googleId, privateKey } = sandboxMerchant(vault, channelId);
  const publicKey = createPublicKey(privateKey);
  return brand === 'APPLEPAY'
    ? wallet.issueApple(card, { id: appleId, publicKey, ...agreed }, now)
    : wallet.issueGoogle(card, { id: googleId, publicKey }, now);
}

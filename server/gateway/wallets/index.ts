/** What other rooms and routes use of this room. */
export { claimToken, refuseUsedToken, type TokenMark } from './claim-token.ts';
export { appleSession } from './merchant-session.ts';
export { cardBrandsInWallets, cardInToken, type TokenCard } from './open-token.ts';
export { issueSandboxToken } from './sandbox-tokens.ts';
export {
  createWalletKey,
  googleKeyOf,
  importCertificate,
  listWalletKeys,
  removeWalletKey,
  WALLET_ENVELOPES,
  type WalletKeyUse,
} from './wallet-keys.ts';

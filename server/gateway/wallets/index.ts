/** Keys of a channel's wallets, the card in a token, merchant validation. The door of this room: others enter by it. */
export { claimToken, refuseUsedToken, type TokenFingerprint } from './claim-token.ts';
export { appleSession } from './merchant-session.ts';
export { cardBrandsInWallets, cardInToken, type TokenCard } from './open-token.ts';
export { issueSandboxToken } from './sandbox-tokens.ts';
export {
  createWalletKey,
  type EndingCertificate,
  endingCertificates,
  googleKeyOf,
  importCertificate,
  listWalletKeys,
  removeWalletKey,
  WALLET_ENVELOPES,
  type WalletKeyUse,
} from './wallet-keys.ts';

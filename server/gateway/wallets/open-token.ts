/** The card in a wallet's token, where the token is right for the channel and the order. */
import { CARD_BRANDS, detectBrands } from '../../../contract/card-brands.ts';
import { toMinorUnits } from '../../../contract/currency.ts';
import { PROOFS } from '../../../contract/parameter-rules.ts';
import type { ParameterSet } from '../../../contract/parameters.ts';
import { RESULT } from '../../../contract/result-by-name.ts';
import { tokenParameter, WALLETS, type Wallet } from '../../../contract/wallets.ts';
import type { CardDetails, WalletCard } from '../../connectors/connector.ts';
import { realNow } from '../../store/clock.ts';
import { openAppleToken } from '../../wallets/apple-token.ts';
import { currencyNumber } from '../../wallets/currency-numbers.ts';
import { openGoogleToken } from '../../wallets/google-token.ts';
import { type OpenedToken, WalletTokenError } from '../../wallets/wallet-token.ts';
import type { GatewayContext } from '../context.ts';
import {
  type Channel,
  type ChannelSettings,
  hasSandboxWallet,
  offersBrand,
} from '../entities/index.ts';
import { ApiError, invalidParameter, invalidParameters } from '../requests/index.ts';
import type { TokenFingerprint } from './claim-token.ts';
import { sandboxMerchant, sandboxWalletOf } from './sandbox-tokens.ts';
import { privateKeysOf } from './wallet-keys.ts';

export interface TokenCard {
  readonly card: CardDetails & { readonly wallet: WalletCard };
  readonly token: TokenFingerprint;
  /** What the payment knows of it beside. */
  readonly parameters: ParameterSet;
}

/**
 * @param parameters as read; amount and currency among them
 * @returns undefined where the brand is no wallet's
 * @throws ApiError naming what is wrong
 */
export async function cardInToken(
  gateway: GatewayContext,
  channel: Channel,
  parameters: ParameterSet,
): Promise<TokenCard | undefined> {
  const { paymentBrand: brand = '', amount = '', currency = '' } = parameters;
  const wallet = WALLETS.get(brand);
  if (!wallet) return undefined;
  const name = tokenParameter(wallet);
  const { [name]: text } = parameters;
  if (text === undefined) throw invalidParameter(name, null, 'is required');
  const opened = await open(gateway, channel, wallet, text).catch((error: unknown) => {
    throw error instanceof WalletTokenError ? invalidParameter(name, null, error.message) : error;
  });
  const { agreed, fingerprint, endsAt, number, cryptogram, eci, ...card } = opened;
  const isAgreed =
    !agreed ||
    (agreed.amount === toMinorUnits(amount, currency) &&
      agreed.currencyNumber === currencyNumber(currency));
  if (!isAgreed) {
    throw invalidParameter(name, null, 'is for another amount or currency than the payment');
  }
  const foreign = cryptogram
    ? ['threeDSecure.id', ...PROOFS].filter((other) => parameters[other] !== undefined)
    : [];
  if (foreign.length > 0) {
    const message = `must not be sent: the token of ${brand} brings a proof of its own`;
    throw invalidParameters(foreign.map((other) => ({ name: other, value: null, message })));
  }
  const proof = { ...(cryptogram && { cryptogram }), ...(eci && { eci }) };
  const cardBrand = brandOf(channel, number);
  return {
    card: { ...card, number, wallet: { brand: brand as WalletCard['brand'], cardBrand, ...proof } },
    token: { name, fingerprint, endsAt },
    parameters: eci ? { 'threeDSecure.eci': eci } : {},
  };
}

/** Those that the channel offers; all, where it offers cards in wallets alone. */
export function cardBrandsInWallets(settings: ChannelSettings): readonly string[] {
  const cards = Object.keys(CARD_BRANDS);
  const offered = cards.filter((brand) => offersBrand(settings, brand));
  return offered.length > 0 ? offered : cards;
}

/** The card's own brand: what a token says of it beside is not signed. */
function brandOf({ settings }: Channel, number: string): string {
  const [brand] = detectBrands(number, cardBrandsInWallets(settings));
  if (brand) return brand;
  throw new ApiError(400, RESULT.notConfiguredForPayment, '', [
    {
      name: 'paymentBrand',
      value: null,
      message: 'the card in the wallet is of a brand that is not offered here',
    },
  ]);
}

async function open(
  gateway: GatewayContext,
  { id, settings }: Channel,
  wallet: Wallet,
  text: string,
): Promise<OpenedToken> {
  const now = realNow();
  const { appleRoot, googleRootKeys } = gateway.wallets ?? {};
  if (hasSandboxWallet(settings, wallet)) {
    const sandbox = sandboxWalletOf(gateway.vault);
    const { appleId, googleId, privateKey } = sandboxMerchant(gateway.vault, id);
    const privateKeys = [privateKey];
    if (wallet.key === 'applePay') {
      const root = await sandbox.appleRoot(now);
      return openAppleToken(text, { merchantId: appleId, privateKeys, root }, now);
    }
    const rootKeys = sandbox.googleRootKeys(now);
    return openGoogleToken(text, { id: googleId, privateKeys, rootKeys }, now);
  }
  if (wallet.key === 'applePay') {
    const { merchantId } = settings.applePay ?? notSetUp(wallet, 'setting applePay');
    const root = appleRoot ?? notSetUp(wallet, 'APPLE_PAY_ROOT');
    const privateKeys = await privateKeysOf(gateway, id, 'APPLEPAY', 'payment');
    if (privateKeys.length === 0) notSetUp(wallet, 'key');
    return openAppleToken(text, { merchantId, root, privateKeys }, now);
  }
  const { merchantId, gateway: name } = settings.googlePay ?? notSetUp(wallet, 'setting googlePay');
  const rootKeys = googleRootKeys ?? notSetUp(wallet, 'GOOGLE_PAY_ROOT_KEYS');
  const privateKeys = await privateKeysOf(gateway, id, 'GOOGLEPAY', 'payment');
  if (privateKeys.length === 0) notSetUp(wallet, 'key');
  const recipient = name
    ? { id: `gateway:${name}`, gatewayMerchantId: id }
    : { id: `merchant:${merchantId}` };
  return openGoogleToken(text, { ...recipient, rootKeys, privateKeys }, now);
}

function notSetUp({ name }: Wallet, what: string): never {
  throw new ApiError(
    400,
    RESULT.notConfiguredForPayment,
    `this channel has no ${what} for ${name}: see docs/wallets.md`,
  );
}

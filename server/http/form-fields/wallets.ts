/** What the devices of Apple and Google are asked for: the checkout's amount, the channel's brands. */
import type { FormBrand, FormWallet } from '../../../contract/form-data.ts';
import { WALLETS, type Wallet } from '../../../contract/wallets.ts';
import type { GatewayContext } from '../../gateway/context.ts';
import { type Channel, hasSandboxWallet } from '../../gateway/entities/index.ts';
import type { Checkout } from '../../gateway/records/index.ts';
import { cardBrandsInWallets, googleKeyOf } from '../../gateway/wallets/index.ts';

const GOOGLE_SCRIPT = 'https://pay.google.com/gp/p/js/pay.js';

/** As each vendor calls the brands of cards that it takes. */
const NETWORKS: Readonly<Record<Wallet['key'], Readonly<Record<string, string>>>> = {
  applePay: {
    AMEX: 'amex',
    CARTEBANCAIRE: 'cartesBancaires',
    DANKORT: 'dankort',
    DISCOVER: 'discover',
    ELO: 'elo',
    JCB: 'jcb',
    MADA: 'mada',
    MAESTRO: 'maestro',
    MASTER: 'masterCard',
    MEEZA: 'meeza',
    UNIONPAY: 'chinaUnionPay',
    VISA: 'visa',
    VPAY: 'vPay',
  },
  googlePay: {
    AMEX: 'AMEX',
    DISCOVER: 'DISCOVER',
    ELO: 'ELO',
    JCB: 'JCB',
    MASTER: 'MASTERCARD',
    VISA: 'VISA',
  },
};

/** The brands with what their wallets need; without those whose channel lacks something. */
export async function withWallets(
  gateway: GatewayContext,
  checkout: Checkout,
  brands: Readonly<Record<string, FormBrand>>,
): Promise<Readonly<Record<string, FormBrand>>> {
  const entries = await Promise.all(
    Object.entries(brands).map(async ([code, brand]) => {
      const known = WALLETS.get(code);
      if (!known) return [[code, brand] as const];
      const wallet = await walletOf(gateway, checkout, code, known);
      return wallet ? [[code, { ...brand, wallet }] as const] : [];
    }),
  );
  return Object.fromEntries(entries.flat());
}

async function walletOf(
  gateway: GatewayContext,
  { channel, parameters }: Checkout,
  code: string,
  wallet: Wallet,
): Promise<FormWallet | undefined> {
  const { key } = wallet;
  const { id, name, settings } = channel;
  const { amount = '', currency = '' } = parameters;
  if (hasSandboxWallet(settings, wallet)) return { key, resource: `wallets/${code}` };
  const networks = cardBrandsInWallets(settings).flatMap((brand) => NETWORKS[key][brand] ?? []);
  const { applePay, googlePay, country } = settings;
  if (key === 'applePay') {
    return {
      key,
      resource: 'applePay/session',
      request: {
        ...(country && { countryCode: country }),
        currencyCode: currency,
        merchantCapabilities: ['supports3DS'],
        supportedNetworks: networks,
        total: { label: parameters['merchant.name'] ?? applePay?.displayName ?? name, amount },
      },
    };
  }
  const publicKey = await googleKeyOf(gateway.db, id);
  if (!googlePay || !publicKey) return undefined;
  return {
    key,
    resource: '',
    script: GOOGLE_SCRIPT,
    client: { environment: settings.mode === 'live' ? 'PRODUCTION' : 'TEST' },
    request: {
      apiVersion: 2,
      apiVersionMinor: 0,
      merchantInfo: {
        merchantId: googlePay.merchantId,
        merchantName: parameters['merchant.name'] ?? name,
      },
      allowedPaymentMethods: [
        {
          type: 'CARD',
          parameters: {
            allowedAuthMethods: ['PAN_ONLY', 'CRYPTOGRAM_3DS'],
            allowedCardNetworks: networks,
          },
          tokenizationSpecification: tokenization(channel, publicKey),
        },
      ],
      transactionInfo: {
        totalPriceStatus: 'FINAL',
        totalPrice: amount,
        currencyCode: currency,
        ...(country && { countryCode: country }),
      },
    },
  };
}

const tokenization = ({ id, settings: { googlePay } }: Channel, publicKey: string) =>
  googlePay?.gateway
    ? {
        type: 'PAYMENT_GATEWAY',
        parameters: { gateway: googlePay.gateway, gatewayMerchantId: id },
      }
    : { type: 'DIRECT', parameters: { protocolVersion: 'ECv2', publicKey } };

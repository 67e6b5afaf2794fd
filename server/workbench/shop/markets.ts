/** Where the shop sells to: a channel each, because installments follow the country of the channel. */
import { toAmount } from '../../../contract/currency.ts';
import type { GatewayAccess } from '../shop-server.ts';

export interface Market {
  /** Of the channel, ISO 3166-1; empty for the general one. */
  readonly country: string;
  readonly name: string;
  readonly currency: string;
  /** What a euro costs; made up, and whole, so that lines and total fit. */
  readonly rate: number;
}

export interface OpenMarket extends Market {
  readonly gateway: GatewayAccess;
}

export const HOME_MARKET: Market = { country: '', name: 'Anywhere', currency: 'EUR', rate: 1 };
const INSTALLMENT_MARKETS: readonly Market[] = [
  { country: 'BR', name: 'Brazil, in up to 12 installments', currency: 'BRL', rate: 6 },
  { country: 'MX', name: 'Mexico, in 3, 6, 9 or 12 installments', currency: 'MXN', rate: 20 },
];

/** A channel, and a token that may use it. */
export type ChannelAccess = Pick<GatewayAccess, 'entityId' | 'accessToken'>;

/** The general channel's market, and those that have a channel of their own. */
export const openMarkets = (
  gateway: GatewayAccess,
  channels: Readonly<Record<string, ChannelAccess>> = {},
): readonly [general: OpenMarket, ...others: OpenMarket[]] => [
  { ...HOME_MARKET, gateway },
  ...INSTALLMENT_MARKETS.flatMap((market) => {
    const own = channels[market.country];
    return own ? [{ ...market, gateway: { ...gateway, ...own } }] : [];
  }),
];

/** Cents of the shop as a decimal string in the market's currency. */
export const amountIn = ({ currency, rate }: Market, cents: number): string =>
  toAmount(cents * rate, currency);

import type { OpenMarket } from './markets.ts';
import type { OrderBook } from './orders.ts';
import type { Shoppers } from './shoppers.ts';

/** What the routes of the shop share. Addresses are without a slash at the end. */
export interface ShopContext {
  readonly gatewayUrl: string;
  /** The general one first. */
  readonly markets: readonly [general: OpenMarket, ...others: OpenMarket[]];
  readonly shopUrl: string;
  readonly orders: OrderBook;
  readonly shoppers: Shoppers;
}

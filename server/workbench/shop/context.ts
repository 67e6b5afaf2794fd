import type { Gateway } from '../shop-server.ts';
import type { OrderBook } from './orders.ts';

/** What the routes of the shop share. Addresses are without a slash at the end. */
export interface ShopContext {
  readonly gateway: Gateway;
  readonly shopUrl: string;
  readonly orders: OrderBook;
}

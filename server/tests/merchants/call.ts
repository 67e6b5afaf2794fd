/** What a merchant's server asks, bound to what there is, and how its answer changes the world. */
import type { Answer, Fields } from '../support/test-gateway.ts';
import type { Shop } from './shop.ts';
import type { World } from './world.ts';

/** Numbers that say which of several, how much and in which way; any number is one of them. */
export interface Dice {
  readonly at: number;
  readonly amount: number;
  readonly how: number;
}

export interface Call {
  /** Of the list of endpoints. */
  readonly endpoint: string;
  readonly path: string;
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly fields: Fields;
  /** A shopper's browser asks, without a token. */
  readonly isShoppers?: true;
  /** What the gateway does by itself after it, or the merchant asks besides. */
  readonly afterwards?: (shop: Shop, answer: Answer) => Promise<unknown>;
  /**
   * Takes the answer into the world.
   * @param after what came of `afterwards`
   * @throws AssertionError where the world has it otherwise
   */
  readonly take: (world: World, answer: Answer, after: unknown) => void;
}

/** @returns undefined where there is nothing to do it to */
export type Act = (world: World, dice: Dice) => Call | undefined;

export const oneOf = <T>(several: readonly T[], at: number): T => several[at % several.length] as T;

/** Of which checkouts the form reports the scripts of its page. */
import { createHash } from 'node:crypto';
import { pageWatchOf } from '../entities/index.ts';
import type { Checkout } from '../records/index.ts';

const PERCENT_OF = 2 ** 32 / 100;

/** By the checkout's id: a form that asks twice gets one answer, and no other form is believed. */
export function isSampled({ id, channel }: Pick<Checkout, 'id' | 'channel'>): boolean {
  const { share = 0 } = pageWatchOf(channel.settings) ?? {};
  return createHash('sha256').update(id).digest().readUInt32BE() < share * PERCENT_OF;
}

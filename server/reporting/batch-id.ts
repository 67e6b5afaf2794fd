/** The id of a settlement batch. It says what is in the batch, so batches need no table. */
import { createHash } from 'node:crypto';
import { CURRENCY_CODES } from '../../contract/currency.ts';
import type { PaymentMode } from '../../contract/payment-mode.ts';
import { DAY_MS, dayOf } from './settlement.ts';

/** What a channel is paid out together: one currency, one day, one mode. */
export interface Batch {
  readonly channelId: string;
  readonly currency: string;
  /** `yyyy-MM-dd`, UTC. */
  readonly day: string;
  readonly mode: PaymentMode;
}

const MODES: readonly PaymentMode[] = ['LIVE', 'INTERNAL', 'EXTERNAL'];

const hexOf = (text: string) => Buffer.from(text, 'latin1').toString('hex');

/** 32 lowercase hexadecimal characters: day, currency, mode, and a hash that binds the channel. */
export function batchId({ channelId, currency, day, mode }: Batch): string {
  const subject = `${day.replaceAll('-', '')}${hexOf(currency)}0${MODES.indexOf(mode)}`;
  const hash = createHash('sha256').update(`${channelId} ${subject}`).digest('hex');
  return subject + hash.slice(0, 16);
}

/** The batch of an id; `undefined` for one that is no id of this channel's. */
export function readBatchId(channelId: string, id: string): Batch | undefined {
  const [, year, month, date, letters = '', mode = ''] =
    /^(\d{4})(\d\d)(\d\d)([\da-f]{6})0([0-2])[\da-f]{16}$/.exec(id) ?? [];
  const batch: Batch = {
    channelId,
    currency: Buffer.from(letters, 'hex').toString('latin1'),
    day: `${year}-${month}-${date}`,
    mode: MODES[Number(mode)] ?? 'LIVE',
  };
  const isKnown = CURRENCY_CODES.includes(batch.currency) && isDay(batch.day);
  return isKnown && batchId(batch) === id ? batch : undefined;
}

/** JavaScript takes the 30th of February for a day of March. */
function isDay(day: string): boolean {
  const time = Date.parse(day);
  return !Number.isNaN(time) && dayOf(time / DAY_MS) === day;
}

/** What is filtered, as a file of comma-separated values, written while it is read. */
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { stringify } from 'csv-stringify';
import { CSV } from '../../csv.ts';
import type { Channel } from '../../gateway/entities/index.ts';
import type { Reader } from '../../store/replica.ts';
import { asFirstPayment } from './as-first-payment.ts';
import type { Filter } from './filter.ts';
import { findPayments } from './find-payments.ts';
import { presentItem } from './present.ts';

/** So few that a payment does not wait for them to be written. */
const ROWS_AT_ONCE = 100;
const COLUMNS = [
  ...['id', 'createdAt', 'channelId', 'type', 'brand', 'amount', 'currency', 'state'],
  ...['resultCode', 'resultDescription', 'last4', 'holder', 'reference', 'mode', 'referencedId'],
];

async function* rows(reader: Reader, channels: readonly Channel[], filter: Filter) {
  let cursor: string | null | undefined;
  do {
    const begun = performance.now();
    const { payments, next } = await reader.read('now', async (copy) => {
      const page = await findPayments(copy, channels, filter, cursor ?? undefined, ROWS_AT_ONCE);
      return { ...page, payments: await asFirstPayment(copy, page.payments) };
    });
    const readForMs = performance.now() - begun;
    for (const payment of payments) yield presentItem(payment);
    cursor = next;
    // Half of the time is for payments, and more where the database has much to do.
    await sleep(readForMs);
  } while (cursor !== null);
}

/** Reading ends when the one who asked is gone: the stream is destroyed then. */
export function exported(reader: Reader, channels: readonly Channel[], filter: Filter): Readable {
  const source = Readable.from(rows(reader, channels, filter));
  const csv = stringify({
    ...CSV,
    columns: COLUMNS,
  });
  source.on('error', (error) => csv.destroy(error));
  csv.on('close', () => source.destroy());
  return source.pipe(csv);
}

/** What is filtered, as a file of comma-separated values, written while it is read. */
import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify';
import type { Channel } from '../../gateway/entities/index.ts';
import type { Database } from '../../store/database.ts';
import type { Filter } from './filter.ts';
import { findPayments } from './find-payments.ts';
import { presentItem } from './present.ts';

const ROWS_AT_ONCE = 500;
const COLUMNS = [
  ...['id', 'createdAt', 'channelId', 'type', 'brand', 'amount', 'currency', 'state'],
  ...['resultCode', 'resultDescription', 'last4', 'holder', 'reference', 'mode', 'referencedId'],
];

async function* rows(db: Database, channels: readonly Channel[], filter: Filter) {
  let cursor: string | null | undefined;
  do {
    const page = await findPayments(db, channels, filter, cursor ?? undefined, ROWS_AT_ONCE);
    for (const payment of page.payments) yield presentItem(payment);
    cursor = page.next;
  } while (cursor !== null);
}

/** Reading ends when the one who asked is gone: the stream is destroyed then. */
export function exported(db: Database, channels: readonly Channel[], filter: Filter): Readable {
  const source = Readable.from(rows(db, channels, filter));
  const csv = stringify({
    header: true,
    columns: COLUMNS,
    record_delimiter: '\r\n',
    // A holder called "=cmd()" is no formula of a spreadsheet.
    escape_formulas: true,
  });
  source.on('error', (error) => csv.destroy(error));
  csv.on('close', () => source.destroy());
  return source.pipe(csv);
}

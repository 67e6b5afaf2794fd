/** An answer that is written while it is read: a report may be larger than memory should be. */
import { Readable } from 'node:stream';
import { type ColumnOption, stringify } from 'csv-stringify';

export class StreamedBody {
  readonly type: string;
  readonly source: Readable;

  constructor(type: string, source: Readable) {
    this.type = type;
    this.source = source;
  }
}

export type CsvRow = Readonly<Record<string, string | number | undefined>>;

/**
 * Comma-separated, with a header, lines ended by CR LF (RFC 4180). A value that a spreadsheet would
 * take for a formula gets an apostrophe in front.
 * @param own columns whose values the gateway has made: amounts are numbers, negative ones too
 */
export function csvBody(
  columns: readonly string[],
  rows: AsyncIterable<CsvRow> | Iterable<CsvRow>,
  own: readonly string[] = [],
): StreamedBody {
  const csv = stringify({
    header: true,
    columns: columns.map((key): ColumnOption => ({ key, header: key })),
    record_delimiter: 'windows',
    escape_formulas: true,
    cast: {
      string: (value, { column }) =>
        own.includes(String(column)) ? { value, escape_formulas: false } : value,
    },
  });
  const source = Readable.from(rows);
  source.on('error', (error) => csv.destroy(error));
  csv.on('close', () => source.destroy());
  return new StreamedBody('text/csv; charset=utf-8; header=present', source.pipe(csv));
}

/** A JSON object whose last member is a list of any length. */
export function jsonBody(
  head: object,
  name: string,
  items: AsyncIterable<object> | Iterable<object>,
): StreamedBody {
  async function* parts() {
    yield `${JSON.stringify(head).slice(0, -1)},${JSON.stringify(name)}:[`;
    let separator = '';
    for await (const item of items) {
      yield separator + JSON.stringify(item);
      separator = ',';
    }
    yield ']}';
  }
  return new StreamedBody('application/json; charset=utf-8', Readable.from(parts()));
}

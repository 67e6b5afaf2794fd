/** An answer that is written while it is read: a report may be larger than memory should be. */
import { Readable } from 'node:stream';
import { type ColumnOption, stringify } from 'csv-stringify';
import { CSV, withoutInnerFormulas } from '../csv.ts';

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
 * @param own columns whose values the gateway has made: amounts are numbers, negative ones too
 */
export function csvBody(
  columns: readonly string[],
  rows: AsyncIterable<CsvRow> | Iterable<CsvRow>,
  own: readonly string[] = [],
): StreamedBody {
  const csv = stringify({
    ...CSV,
    columns: columns.map((key): ColumnOption => ({ key, header: key })),
    cast: {
      string: (value, { column }) =>
        own.includes(String(column))
          ? { value, escape_formulas: false }
          : withoutInnerFormulas(value),
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

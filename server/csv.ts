/** How a list is written for spreadsheets: comma-separated, with a header, lines ended by CR LF (RFC 4180). */
import type { Options } from 'csv-stringify';

/**
 * A value that a spreadsheet would take for a formula gets an apostrophe in front; so does what would become
 * a cell of its own where the semicolon separates cells, as in most of Europe.
 */
export const CSV = {
  header: true,
  record_delimiter: 'windows',
  escape_formulas: true,
  cast: { string: (value: string) => withoutInnerFormulas(value) },
} satisfies Options;

export const withoutInnerFormulas = (value: string): string =>
  value.replaceAll(/;(?=[=\x2b\-@])/g, ";'");

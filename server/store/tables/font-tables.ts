/** The table of fonts that merchants give their channels. */

/** A file that browsers load; which channel has which is in the settings of the channel. */
export interface FontFileRow {
  channel_id: string;
  /** SHA-256 of the file, hexadecimal. */
  hash: string;
  /** `digits` were drawn by the gateway, `text` is the merchant's file. */
  use: 'digits' | 'text';
  /** Base64. */
  file: string;
  /** Real clock. */
  created_at: number;
}

export interface FontTables {
  font_files: FontFileRow;
}

/** What `GET /v1/checkouts/{id}/bins/{bin}` answers, and `onDetectBin` is told. */
export interface BinAnswer {
  /** The first 6 to 8 digits that were asked about. */
  readonly bin: string;
  /** Codes, most specific range first; empty for digits that no offered brand has. */
  readonly brands: readonly string[];
}

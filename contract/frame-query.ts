/** Query of `GET /v1/frames/{release}/{checkoutId}/number.html`: it chooses among the gateway's rules. */
export interface FrameQuery {
  /** Comma-separated codes; all card brands of the channel when absent. */
  readonly brands?: string;
  /** Wanted language of the words that come with the frame, as of the form's data. */
  readonly locale?: string;
  /** `all`: the finer ranges of the gateway's BIN table, too (`brandDetectionType: 'binlist'`). */
  readonly ranges?: 'all';
  /** `all`: brands that the form does not offer are told as well (`onDetectBrand`, the list of ways to pay). */
  readonly others?: 'all';
}

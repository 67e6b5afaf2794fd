/** The tables of `server/gateway/page-watch`. Nothing of a shopper or a checkout stands in them. */

/** A script that payment pages of the channel run, as `script.ts` writes it. */
export interface PageScriptRow {
  /** Of channel, source and integrity. */
  id: string;
  channel_id: string;
  /** `https://shop.example/app.js`, `sha256-…` of an inline one, or the pattern that covers it. */
  source: string;
  /** The attribute; '' where there is none. */
  integrity: string;
  /** Database's clock. */
  first_seen: number;
  /** Database's clock, to the hour. */
  last_seen: number;
  /** In how many hours it was reported: one that was made up is reported in few. */
  hours_seen: number;
}

/** What the merchant has decided about a script. */
export interface PageScriptDecisionRow {
  channel_id: string;
  /** As in {@link PageScriptRow}; with `*` at its end all that begins so. */
  source: string;
  /** The attribute that was approved; `*` for any. */
  integrity: string;
  decision: 'approved' | 'rejected';
  justification: string;
  /** As the audit log names who did it. */
  decided_by: string;
  /** Database's clock. */
  decided_at: number;
}

/** A page whose security headers are read. */
export interface WatchedPageRow {
  channel_id: string;
  url: string;
  /** JSON by header name; null before the first reading. */
  headers: string | null;
  /** Why it could not be read; null where it could. */
  problem: string | null;
  /** Database's clock. */
  read_at: number | null;
  /** Database's clock: when the headers were another time different from before. */
  changed_at: number | null;
  /** Database's clock: when it is read next; until then it belongs to the instance that reads it. */
  due_at: number;
}

/** What browsers report of the policies of page and frames, by what was blocked. */
export interface PageViolationRow {
  channel_id: string;
  place: 'page' | 'frame';
  directive: string;
  /** An origin, or a word such as `inline`. */
  blocked: string;
  reports: number;
  /** Database's clock. */
  first_seen: number;
  /** Database's clock. */
  last_seen: number;
}

/** What has changed, for the merchant and for an assessor. */
export interface PageChangeRow {
  channel_id: string;
  /** What keeps it from being written twice. */
  once: string;
  kind: string;
  subject: string;
  /** JSON. */
  detail: string;
  /** Database's clock. */
  at: number;
  /** Database's clock; null until the merchant is told. */
  told_at: number | null;
}

export interface PageWatchTables {
  page_scripts: PageScriptRow;
  page_script_decisions: PageScriptDecisionRow;
  watched_pages: WatchedPageRow;
  page_violations: PageViolationRow;
  page_changes: PageChangeRow;
}

/** The fewest rows of a table that between them have all that is to be had: the day's part of it. */
export function sampleOf<Row>(
  rows: readonly Row[],
  has: (row: Row) => readonly string[],
): readonly Row[] {
  const missing = new Set(rows.flatMap(has));
  const news = (row: Row) => has(row).filter((one) => missing.has(one)).length;
  const chosen: Row[] = [];
  while (missing.size > 0) {
    const best = rows.reduce((first, row) => (news(row) > news(first) ? row : first));
    chosen.push(best);
    for (const one of has(best)) missing.delete(one);
  }
  return chosen;
}

/** Lists that come in pages, one record after the other. */

interface Page<Record> {
  readonly pages: number;
  readonly records: readonly Record[];
}

/**
 * @param read a page, from 1 on
 * @returns each record once; nothing is read before it is needed
 */
export async function* recordsOf<Record>(
  read: (pageNo: string) => Promise<Page<Record>>,
): AsyncGenerator<Record, void, undefined> {
  for (let pageNo = 1; ; pageNo++) {
    const { pages, records } = await read(String(pageNo));
    yield* records;
    if (pageNo >= pages) return;
  }
}

/**
 * Does something for each of what is due, together, and to the end: one that fails stops no other.
 * @returns how many there were
 * @throws AggregateError of everything that failed
 */
export async function forEach<T>(
  due: readonly T[],
  work: (each: T) => Promise<unknown>,
): Promise<number> {
  const done = await Promise.allSettled(due.map(work));
  const failures = done.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
  if (failures.length > 0) {
    throw new AggregateError(failures, `${failures.length} of ${due.length} failed`);
  }
  return due.length;
}

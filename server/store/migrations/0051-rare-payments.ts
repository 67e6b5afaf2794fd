/**
 * Payments of a rare state, result, brand, currency or amount: without an index the console's list looks through
 * all of a channel for them.
 */
import type { LargeIndex } from '../large-indexes.ts';

export async function up(): Promise<void> {
  // Indexes alone.
}

export const largeIndexes: readonly LargeIndex[] = [
  ...['state', 'result_code', 'brand', 'currency', 'amount'].map((column) => ({
    name: `payments_by_${column}`,
    table: 'payments',
    of: `(entity_id, ${column}, created_at, id)`,
  })),
];

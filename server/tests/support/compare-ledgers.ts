/** The ledgers of two gateways side by side: what ours says has happened, and what its processor has. */
import { isPending } from '../../../contract/result-codes.ts';
import { pollConnectors } from '../../gateway/sweeper.ts';
import { recoverPayments } from '../../gateway/undecided/recovery.ts';
import type { PaymentRow } from '../../store/tables.ts';
import type { TestGateway } from './test-gateway.ts';

/**
 * Does at once what sweepers do in time, several times over.
 * @param since real clock: what was asked for before is left alone
 */
export async function sweep({ gateway }: TestGateway, rounds = 3, since = 0): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    await gateway.db
      .updateTable('payments')
      .set({ lease_until: 0 })
      .where('state', '=', 'in_doubt')
      .execute();
    await gateway.db
      .updateTable('upstream_requests')
      .set({ check_at: 0 })
      .where('check_at', 'is not', null)
      .where('created_at', '>=', since)
      .execute();
    await gateway.db
      .updateTable('upstream_registrations')
      .set({ check_at: 0 })
      .where('check_at', 'is not', null)
      .execute();
    await recoverPayments(gateway).catch(() => undefined);
    await pollConnectors(gateway);
  }
}

/** Sweeps until the ledgers agree: a machine that is busy may need more than one go. */
export async function settled(
  ours: TestGateway,
  processor: TestGateway,
  since = 0,
): Promise<string[]> {
  for (let round = 0; round < 8; round += 1) {
    await sweep(ours, 1, since);
    if ((await differences(ours, processor)).length === 0) return [];
  }
  return differences(ours, processor);
}

const COMPARED = [
  'amount',
  'currency',
  'captured',
  'refunded',
  'reversed',
  'charged_back',
] as const;

const payments = ({ gateway }: TestGateway): Promise<PaymentRow[]> =>
  gateway.db.selectFrom('payments').selectAll().orderBy('created_at').execute();

/**
 * Every difference between the two, in words; none means that they agree: what succeeded here stands
 * there once, for the same money, captured and refunded alike; what failed here costs nothing there,
 * and no card is stored there that is not stored here.
 */
export async function differences(ours: TestGateway, processor: TestGateway): Promise<string[]> {
  const [here, there] = [await payments(ours), await payments(processor)];
  const byReference = Map.groupBy(there, (other) => other.merchant_transaction_id);
  const found: string[] = [];
  const known = new Set<string>();
  // What the processor did by itself shows in the ledger of what it did it with.
  const notified = await ours.gateway.db
    .selectFrom('upstream_requests')
    .innerJoin('payments', 'payments.id', 'upstream_requests.reference')
    .select(['payments.id', 'upstream_id'])
    .execute();
  const processorInitiated = new Set(notified.flatMap(({ id, upstream_id }) => [id, upstream_id]));
  const asked = here.filter(
    ({ id, connector }) => connector === 'upstream' && !processorInitiated.has(id),
  );
  for (const payment of asked) {
    const { reference, state, type, amount, currency } = payment;
    const name = `${type} ${amount} ${currency} (${state}, ${payment.result_code})`;
    const same = byReference.get(reference) ?? [];
    for (const suffix of ['', '-RV', '-RF']) known.add(reference + suffix);
    if (same.length > 1) found.push(`${name}: made ${same.length} times`);
    const [other] = same;
    const isUndone = other && other.reversed + other.refunded === other.amount;
    if (state === 'in_doubt') found.push(`${name}: still in doubt`);
    if (state === 'pending' && other?.state !== 'pending') found.push(`${name}: decided there`);
    if (state === 'failed' && other?.state === 'succeeded' && !isUndone) {
      found.push(`${name}: stands there, ${other.amount} ${other.currency}`);
    }
    if (state !== 'succeeded') continue;
    if (other?.state !== 'succeeded') found.push(`${name}: ${other?.state ?? 'nothing'} there`);
    for (const column of COMPARED) {
      if (other && other[column] !== payment[column]) {
        found.push(`${name}: ${column} ${payment[column]} here, ${other[column]} there`);
      }
    }
    if (payment.reserved !== 0) found.push(`${name}: ${payment.reserved} still reserved`);
  }
  found.push(...(await strayCards(ours, processor)));
  for (const { id, merchant_transaction_id, type, amount, result_code } of there) {
    if (processorInitiated.has(id)) continue;
    if (!known.has(merchant_transaction_id ?? '') && !isPending(result_code)) {
      found.push(`${type} ${amount} there, of which nothing is known here`);
    }
  }
  return found;
}

async function strayCards(ours: TestGateway, processor: TestGateway): Promise<string[]> {
  const stored = await processor.gateway.db
    .selectFrom('registrations')
    .select('id')
    .where('deleted_at', 'is', null)
    .execute();
  const inUse = await ours.gateway.db
    .selectFrom('upstream_registrations')
    .innerJoin('registrations', 'registrations.id', 'registration_id')
    .select('upstream_id')
    .where('deleted_at', 'is', null)
    .execute();
  const known = new Set(inUse.map(({ upstream_id }) => upstream_id));
  return stored
    .filter(({ id }) => !known.has(id))
    .map(({ id }) => `the card ${id} is stored there`);
}

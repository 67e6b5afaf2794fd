/**
 * How far a channel's checkouts of a period have come, by what is known of them. Counts only: nothing of a
 * shopper is read.
 */
import { sql } from 'kysely';
import { OTHER_BRANDS } from '../../contract/other-brands.ts';
import { WALLETS } from '../../contract/wallets.ts';
import type { Channel } from '../gateway/entities/index.ts';
import type { Database } from '../store/database.ts';
import { CHECKOUT_STEPS, type CheckoutStep, stepOf } from './checkout-step.ts';

/**
 * Of the rules by which is counted, steps and parts included. One more where a day of before would be counted
 * otherwise: days that a release before has kept are counted anew.
 */
export const FUNNEL_VERSION = 1;

/** How many have come to each step, or further. */
export type StepCounts = Readonly<Record<CheckoutStep, number>>;

export const FUNNEL_PARTS = ['language', 'device', 'method', 'brand'] as const;
export type FunnelPart = (typeof FUNNEL_PARTS)[number];

/** Checkouts that have all of these in common. `null`: not known, as the brand of what was not submitted. */
export interface FunnelGroup extends Readonly<Record<FunnelPart, string | null>> {
  readonly step: CheckoutStep;
  readonly count: number;
}

/** @param period epoch milliseconds of the channel's clock, its end not included */
export async function funnelGroups(
  db: Database,
  { id }: Channel,
  [from, until]: readonly [number, number],
): Promise<FunnelGroup[]> {
  const rows = await db
    .selectFrom('checkouts')
    .leftJoin('form_visits', 'form_visits.checkout_id', 'checkouts.id')
    .leftJoin('payments', (join) =>
      join.on(sql`payments.id`, '=', sql`coalesce(checkouts.paid_id, checkouts.latest_id)`),
    )
    .leftJoin('registrations', 'registrations.id', 'payments.registration_id')
    .where('checkouts.entity_id', '=', id)
    .where('checkouts.created_at', '>=', from)
    .where('checkouts.created_at', '<', until)
    .select([
      // '' of one whose data were not asked for yet: not known either.
      sql<string | null>`nullif(form_visits.language, '')`.as('language'),
      'form_visits.device',
      sql<number>`case when form_visits.typed_at is null then 0 else 1 end`.as('is_typed'),
      'payments.brand',
      'payments.state',
      'payments.result_code',
      sql<number>`case when checkouts.paid_id is null then 0 else 1 end`.as('is_paid'),
      // What was stored by this very payment was typed for it.
      sql<number>`case when registrations.created_at < checkouts.created_at then 1 else 0 end`.as(
        'is_stored',
      ),
      sql<number>`count(*)`.as('count'),
    ])
    .groupBy(['form_visits.language', 'form_visits.device', 'payments.brand', 'payments.state'])
    .groupBy(['payments.result_code', 'is_typed', 'is_paid', 'is_stored'])
    .execute();
  return rows.map(({ language, device, brand, state, result_code, count, ...is }) => ({
    ...{ language, device, brand, count: Number(count) },
    method: methodOf(brand, Number(is.is_stored) === 1, Number(is.is_paid) === 1),
    step: stepOf({
      isPaid: Number(is.is_paid) === 1,
      ...{ state, resultCode: result_code },
      isLoaded: device !== null,
      isTyped: Number(is.is_typed) === 1,
    }),
  }));
}

/** Something typed anew, or what was stored before; without a brand, stored without a payment. */
function methodOf(brand: string | null, isStored: boolean, isPaid: boolean): string | null {
  if (brand === null) return isPaid ? 'storedOnly' : null;
  if (isStored) return 'stored';
  return WALLETS.has(brand) ? 'wallet' : (OTHER_BRANDS.get(brand)?.family ?? 'card');
}

/** The sums of some groups: what has come to a step has come to those before it. */
export function stepCounts(groups: readonly FunnelGroup[]): StepCounts {
  const reached = CHECKOUT_STEPS.map((step, at) => [
    step,
    groups
      .filter((group) => CHECKOUT_STEPS.indexOf(group.step) >= at)
      .reduce((sum, { count }) => sum + count, 0),
  ]);
  return Object.fromEntries(reached);
}

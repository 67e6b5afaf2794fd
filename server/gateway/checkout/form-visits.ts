/**
 * Notes that a checkout's form was drawn: in which language, and on what kind of device. No form and no
 * payment waits for it.
 */
import type { Database } from '../../store/database.ts';
import type { FormVisitRow } from '../../store/tables.ts';
import type { Sweeper } from '../repeat.ts';
import { type Reports, writeSoon } from '../write-soon.ts';

export type Device = FormVisitRow['device'];

export interface FormVisit {
  readonly checkoutId: string;
  /** In which the form was drawn. */
  readonly language: string;
  readonly device: Device;
  /** Channel clock. */
  readonly loadedAt: number;
}

export interface FormVisits extends Sweeper {
  note(visit: FormVisit): void;
}

/** Memory is for payments. */
const MOST_WAITING = 20_000;

export function openFormVisits(db: Database, reports: Reports): FormVisits {
  const write = async (rows: readonly FormVisitRow[]) => {
    const ids = rows.map(({ checkout_id }) => checkout_id);
    const there = await db.selectFrom('checkouts').select('id').where('id', 'in', ids).execute();
    const known = new Set(there.map(({ id }) => id));
    // One whose checkout has gone would hold up all others.
    const left = rows.filter(({ checkout_id }) => known.has(checkout_id));
    if (left.length === 0) return;
    await db
      .insertInto('form_visits')
      .values(left)
      // The first time counts.
      .onConflict((conflict) => conflict.column('checkout_id').doNothing())
      .execute();
  };
  const buffer = writeSoon(write, MOST_WAITING, reports);
  return {
    note: ({ checkoutId, loadedAt, ...visit }) =>
      buffer.add({ checkout_id: checkoutId, loaded_at: loadedAt, ...visit }),
    stop: buffer.stop,
  };
}

const TABLET = /iPad|Tablet|PlayBook|Silk|Android(?!.*Mobile)/i;
const PHONE = /Mobi|iPhone|iPod|Windows Phone/i;
const BROWSER = /^Mozilla\//;

/**
 * What kind of device a browser says that it is on. An iPad that asks for pages as a computer does is one.
 * @param agent the header `user-agent`; it is not kept
 */
export function deviceOf(agent: string | undefined): Device {
  if (agent === undefined || !BROWSER.test(agent)) return 'unknown';
  if (TABLET.test(agent)) return 'tablet';
  return PHONE.test(agent) ? 'phone' : 'computer';
}

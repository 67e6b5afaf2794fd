/**
 * Notes that a checkout's form was drawn, in which language, and on what kind of device; and that a shopper
 * began to fill it in. No form and no payment waits for it.
 */
import { sql } from 'kysely';
import type { Database } from '../../store/database.ts';
import type { FormVisitRow } from '../../store/tables.ts';
import type { Sweeper } from '../repeat.ts';
import { type Reports, writeSoon } from '../write-soon.ts';

export type Device = FormVisitRow['device'];

interface FormEvent {
  readonly checkoutId: string;
  readonly device: Device;
  /** Channel clock. */
  readonly at: number;
}

export interface FormVisit extends FormEvent {
  /** In which the form was drawn. */
  readonly language: string;
}

export interface FormVisits extends Sweeper {
  note(visit: FormVisit): void;
  /** Also before the form's data were asked for: its fields can be typed in by then. */
  noteTyped(event: FormEvent): void;
}

/** Memory is for payments. */
const MOST_WAITING = 20_000;
const NOT_KNOWN_YET = '';

export function openFormVisits(db: Database, reports: Reports): FormVisits {
  const write = async (rows: readonly FormVisitRow[]) => {
    const ids = rows.map(({ checkout_id }) => checkout_id);
    const there = await db.selectFrom('checkouts').select('id').where('id', 'in', ids).execute();
    const known = new Set(there.map(({ id }) => id));
    // One whose checkout has gone would hold up all others.
    const left = mergeVisits(rows.filter(({ checkout_id }) => known.has(checkout_id)));
    if (left.length === 0) return;
    await db
      .insertInto('form_visits')
      .values(left)
      // The first time counts, of each.
      .onConflict((conflict) =>
        conflict
          .column('checkout_id')
          .doUpdateSet({
            language: sql`case when form_visits.language = ${NOT_KNOWN_YET} then excluded.language else form_visits.language end`,
            typed_at: sql`coalesce(form_visits.typed_at, excluded.typed_at)`,
          })
          .where(({ or, and, eb }) =>
            or([
              eb('form_visits.language', '=', NOT_KNOWN_YET),
              and([
                eb('form_visits.typed_at', 'is', null),
                eb(sql.ref('excluded.typed_at'), 'is not', null),
              ]),
            ]),
          ),
      )
      .execute();
  };
  const buffer = writeSoon(write, MOST_WAITING, reports);
  return {
    note: ({ checkoutId, device, language, at }) =>
      buffer.add({ checkout_id: checkoutId, language, device, loaded_at: at, typed_at: null }),
    noteTyped({ checkoutId, device, at }) {
      const language = NOT_KNOWN_YET;
      buffer.add({ checkout_id: checkoutId, language, device, loaded_at: at, typed_at: at });
    },
    stop: buffer.stop,
  };
}

/** One row a checkout: a statement may not change the same row twice. */
function mergeVisits(rows: readonly FormVisitRow[]): FormVisitRow[] {
  const merged = new Map<string, FormVisitRow>();
  for (const row of rows) {
    const before = merged.get(row.checkout_id) ?? row;
    merged.set(row.checkout_id, {
      ...before,
      language: before.language || row.language,
      typed_at: before.typed_at ?? row.typed_at,
    });
  }
  return [...merged.values()];
}

const TABLET = /iPad|Tablet|PlayBook|Silk/i;
const PHONE = /Mobi|iPhone|iPod|Windows Phone/i;
/** Of a phone it comes with "Mobile". */
const ANDROID = /Android/i;
const BROWSER = /^Mozilla\//;

/**
 * What kind of device a browser says that it is on. An iPad that asks for pages as a computer does is one.
 * @param agent the header `user-agent`; it is not kept
 */
export function deviceOf(agent: string | undefined): Device {
  if (agent === undefined || !BROWSER.test(agent)) return 'unknown';
  if (TABLET.test(agent)) return 'tablet';
  if (PHONE.test(agent)) return 'phone';
  return ANDROID.test(agent) ? 'tablet' : 'computer';
}

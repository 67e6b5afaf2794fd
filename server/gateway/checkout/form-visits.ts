/**
 * Notes that a checkout's form was drawn: in which language, and on what kind of device. It is kept in
 * memory and written a moment later, many at once, so that no form and no payment waits for it. What was
 * noted in the moment before an instance was killed is lost.
 */
import type { Database } from '../../store/database.ts';
import type { FormVisitRow } from '../../store/tables.ts';
import { repeat, type Sweeper } from '../repeat.ts';

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

const EVERY_MS = 1_000;
/** So many rows are one statement. */
const ROWS_AT_ONCE = 1_000;
/** More than are written in a moment are not remembered: memory is for payments. */
const MOST = 20_000;

export function openFormVisits(db: Database, onError: (error: unknown) => void): FormVisits {
  let noted = new Map<string, FormVisitRow>();
  const write = async () => {
    const rows = [...noted.values()];
    noted = new Map();
    for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
      await db
        .insertInto('form_visits')
        .values(rows.slice(at, at + ROWS_AT_ONCE))
        // The first time counts.
        .onConflict((conflict) => conflict.column('checkout_id').doNothing())
        .execute();
    }
  };
  const rounds = repeat(write, onError, { pauseMs: EVERY_MS });
  return {
    note({ checkoutId, language, device, loadedAt }) {
      if (noted.has(checkoutId) || noted.size >= MOST) return;
      noted.set(checkoutId, {
        checkout_id: checkoutId,
        ...{ language, device, loaded_at: loadedAt },
      });
    },
    async stop() {
      await rounds.stop();
      await write().catch(onError);
    },
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

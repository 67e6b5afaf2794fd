/** Whether this instance can take requests: what a load balancer asks before it sends any. */
import { setTimeout as delay } from 'node:timers/promises';
import { isOff, measureSkew } from '../store/clock-skew.ts';
import type { Database } from '../store/database.ts';
import { missingMigrations } from '../store/migrate.ts';
import type { Vault } from '../vault/vault.ts';

/** A database that needs longer is of no use to a shopper. */
const ANSWER_WITHIN_MS = 2_000;
/** Anybody may ask, as often as they like: the database is asked once in this time. */
const FRESH_MS = 1_000;

export type Phase = 'starting' | 'serving' | 'draining';

/** `ok` for each, or what is wrong with it: in words, without a secret. */
export interface Checks {
  readonly process: string;
  readonly database: string;
  readonly migrations: string;
  readonly keys: string;
  readonly clock: string;
}

export interface ReadinessReport {
  readonly ready: boolean;
  readonly checks: Checks;
}

export interface Readiness {
  phase: Phase;
  report(): Promise<ReadinessReport>;
}

type Found = Omit<Checks, 'process'>;

const OK = 'ok';
const unanswered = (why: string): Found => ({
  database: why,
  migrations: 'unknown',
  keys: 'unknown',
  clock: 'unknown',
});

/** @param onChange told when what is asked turns out ready or not, unlike the time before */
export function watchReadiness(
  { db, vault }: { readonly db: Database; readonly vault: Vault },
  onChange: (report: ReadinessReport) => void,
): Readiness {
  let asked: Promise<Found> | undefined;
  let wasReady = true;

  const ask = async (): Promise<Found> => {
    const skew = await measureSkew(db);
    const missing = await missingMigrations(db);
    return {
      database: OK,
      migrations: missing.length === 0 ? OK : `${missing.length} missing`,
      keys: (await vault.opens(db)) ? OK : 'not those of the database',
      clock: isOff(skew) ? `off by ${skew.skewMs} ms` : OK,
    };
  };

  /** One question at a time: those that a database leaves without an answer must not fill the pool. */
  const askOnce = (): Promise<Found> => {
    const answer = ask().catch(() => unanswered('failed'));
    void answer.finally(() => {
      setTimeout(() => {
        asked = undefined;
      }, FRESH_MS).unref();
    });
    const late = `no answer within ${ANSWER_WITHIN_MS} ms`;
    return Promise.race([answer, delay(ANSWER_WITHIN_MS, unanswered(late), { ref: false })]);
  };

  return {
    phase: 'starting',
    async report() {
      asked ??= askOnce();
      const found = await asked;
      const checks = { process: this.phase === 'serving' ? OK : this.phase, ...found };
      const ready = Object.values(checks).every((check) => check === OK);
      const report = { ready, checks };
      if (ready !== wasReady) onChange(report);
      wasReady = ready;
      return report;
    },
  };
}

/** What Prometheus reads of an instance. Names and labels are for dashboards: no personal data, no address. */
import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import {
  connectionWaited,
  type DeliveriesGivenUp,
  deliveriesGivenUp,
  type PaymentSettled,
  paymentSettled,
} from '../diagnostics.ts';
import type { Database } from '../store/database.ts';
import { primaryReader, type ReplicaReader } from '../store/replica.ts';
import { failingReceivers, inDoubt, outboxLag, sealingKeyAge, velocityTrips } from './figures.ts';
import type { Readiness } from './readiness.ts';

/** Several scrapes in one moment ask the database once. */
const FRESH_MS = 2_000;
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 30];

export interface MetricsParts {
  readonly db: Database;
  /** For reports, where there is one. */
  readonly replica?: ReplicaReader | undefined;
  readonly readiness: Readiness;
  /** Of requests: see `http/admission.ts`. */
  readonly admission: {
    readonly state: {
      readonly working: number;
      readonly places: number;
      readonly waiting: number;
      readonly held: number;
      readonly refused: number;
    };
  };
}

export interface Metrics {
  /** In the format of Prometheus. */
  text(): Promise<string>;
  readonly contentType: string;
  /** Measures the requests of an application that does not listen yet. */
  watch(app: FastifyInstance): void;
  stop(): void;
}

export function createMetrics({ db, replica, readiness, admission }: MetricsParts): Metrics {
  const registry = new Registry();
  const registers = [registry];
  // Memory, CPU and the delays of the event loop.
  collectDefaultMetrics({ register: registry });

  const requests = new Histogram({
    name: 'gateway_request_seconds',
    help: 'Requests by route, method and status, in seconds',
    labelNames: ['route', 'method', 'status'],
    buckets: SECONDS,
    registers,
  });
  const waits = new Histogram({
    name: 'gateway_database_wait_seconds',
    help: 'Waiting for a connection to PostgreSQL, in seconds',
    buckets: SECONDS,
    registers,
  });
  const settled = new Counter({
    name: 'gateway_payments_settled_total',
    help: 'Payments that this instance has settled, by state and payment type',
    labelNames: ['state', 'type'],
    registers,
  });
  const refused = new Counter({
    name: 'gateway_requests_refused_total',
    help: 'Requests refused because too many were waiting',
    registers,
  });
  const gauge = <L extends string>(name: string, help: string, labelNames: readonly L[] = []) =>
    new Gauge<L>({ name, help, labelNames: [...labelNames], registers });
  const working = gauge('gateway_requests_working', 'Requests that are worked at');
  const places = gauge(
    'gateway_request_places',
    'Requests that may be worked at, fitted to a flood',
  );
  const waiting = gauge('gateway_requests_waiting', 'Requests that wait for their turn');
  const held = gauge(
    'gateway_refusals_held',
    'Requests that are refused, and told so a moment later',
  );
  const ready = gauge('gateway_ready', '1 where the instance takes requests (/ready)');
  const doubts = gauge('gateway_payments_in_doubt', 'Payments whose outcome is not known yet');
  const oldest = gauge('gateway_payments_in_doubt_oldest_seconds', 'Age of the oldest of them');
  const reservations = gauge(
    'gateway_ledger_reservations',
    'Captures, reversals and refunds in doubt, whose money is reserved',
  );
  const lag = gauge(
    'gateway_outbox_lag_seconds',
    'How long the first message that is due has been waiting, by subscription',
    ['subscription'],
  );
  const failing = gauge(
    'gateway_receiver_failing_seconds',
    'For how long a receiver has acknowledged nothing of what it was sent, by subscription',
    ['subscription'],
  );
  const givenUp = new Counter({
    name: 'gateway_deliveries_given_up_total',
    help: 'Messages to receivers that this instance has given up',
    registers,
  });
  const trips = gauge(
    'gateway_velocity_trips',
    'Attempts caught by a rule against card testing in its hour or day, by rule and action',
    ['rule', 'action'],
  );
  const keyAge = gauge(
    'gateway_sealing_key_age_seconds',
    'Age of the key that cards are sealed to',
  );

  const replicaUsed = gauge('gateway_replica_used', '1 where reports are read from the replica');
  const replicaLag = gauge(
    'gateway_replica_lag_seconds',
    'How old the replica is at most; no value where that is not known',
  );
  const reads = gauge('gateway_replica_reads', 'Reads of reports, by who has answered', ['from']);

  const onSettled = (message: unknown) => {
    const { state, paymentType } = message as PaymentSettled;
    settled.inc({ state, type: paymentType });
  };
  const onGivenUp = (message: unknown) => givenUp.inc((message as DeliveriesGivenUp).count);
  const onWaited = (ms: unknown) => waits.observe((ms as number) / 1_000);
  paymentSettled.subscribe(onSettled);
  deliveriesGivenUp.subscribe(onGivenUp);
  connectionWaited.subscribe(onWaited);

  /** Those of the database have no value where it does not answer: `gateway_ready` says so. */
  const readDatabase = async (): Promise<void> => {
    const fromDatabase = [doubts, oldest, reservations, lag, failing, trips, keyAge];
    const isReadable = (await readiness.report()).checks.database === 'ok';
    if (!isReadable) {
      leaveOut(fromDatabase);
      return;
    }
    const reader = replica ?? primaryReader(db);
    const [doubt, lags, failures, caught, age] = await Promise.all([
      reader.read('recent', inDoubt),
      reader.read('recent', outboxLag),
      reader.read('recent', failingReceivers),
      reader.read('recent', velocityTrips),
      sealingKeyAge(db),
    ]);
    doubts.set(doubt.payments);
    oldest.set(doubt.oldestSeconds);
    reservations.set(doubt.operations);
    keyAge.set(age);
    lag.reset();
    for (const [subscription, seconds] of lags) lag.set({ subscription }, seconds);
    failing.reset();
    for (const [subscription, seconds] of failures) failing.set({ subscription }, seconds);
    trips.reset();
    for (const { rule, action, attempts } of caught) trips.set({ rule, action }, Number(attempts));
  };

  /** A gauge that was reset has the value 0, unless it has labels. */
  const leaveOut = (gauges: readonly Gauge<string>[]): void => {
    for (const each of gauges) {
      each.reset();
      each.remove({});
    }
  };

  const readReplica = (): void => {
    leaveOut([replicaUsed, replicaLag, reads]);
    if (!replica) return;
    const { trouble, lagMs, reads: counted } = replica.state;
    replicaUsed.set(trouble === undefined ? 1 : 0);
    if (Number.isFinite(lagMs)) replicaLag.set(lagMs / 1_000);
    for (const [from, count] of Object.entries(counted)) reads.set({ from }, count);
  };

  let fresh: Promise<void> | undefined;
  const refresh = (): Promise<void> => {
    fresh ??= readDatabase().finally(() => {
      setTimeout(() => {
        fresh = undefined;
      }, FRESH_MS).unref();
    });
    return fresh;
  };

  return {
    async text() {
      await refresh();
      readReplica();
      const state = admission.state;
      working.set(state.working);
      places.set(state.places);
      waiting.set(state.waiting);
      held.set(state.held);
      refused.reset();
      refused.inc(state.refused);
      ready.set((await readiness.report()).ready ? 1 : 0);
      return registry.metrics();
    },
    contentType: registry.contentType,
    watch(app) {
      app.addHook('onResponse', ({ routeOptions, method }, reply, done) => {
        const labels = { route: routeOptions.url ?? 'none', method, status: reply.statusCode };
        requests.observe(labels, reply.elapsedTime / 1_000);
        done();
      });
    },
    stop() {
      paymentSettled.unsubscribe(onSettled);
      deliveriesGivenUp.unsubscribe(onGivenUp);
      connectionWaited.unsubscribe(onWaited);
    },
  };
}

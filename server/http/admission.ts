/**
 * Who works and who waits when more is asked than this process can do. Few requests work at once, the
 * others wait in bounded queues, one for each caller; callers take turns, so that one that floods waits
 * for itself. Payments go before reports. What would wait too long is refused at once.
 */
import type { WorkPlace } from '../work-place.ts';

export type Kind = 'payment' | 'report';

export interface AdmissionLimits {
  /** Requests that work at once. */
  readonly atOnce?: number;
  /** Whether this process itself has no time left: then half of them work while more than `atOnce` wait. */
  readonly isBusy?: () => boolean;
  /** Requests that wait, of all callers together. */
  readonly waiting?: number;
  /** Milliseconds after which one that waits is refused: with its work it has its answer in two seconds. */
  readonly patienceMs?: number;
}

const USUAL_LIMITS = { atOnce: 64, isBusy: () => false, waiting: 1_000, patienceMs: 1_000 };
/**
 * Of the places, while a busy process is flooded: more at once would make each of them slower, those of
 * other callers too, and none sooner. With fewer still, too few share a commit of SQLite's.
 */
const SHARE_IN_FLOOD = 1 / 2;
/** Of the places; reports are slow, and would keep payments waiting until they end. */
const SHARE_OF_REPORTS = 1 / 4;

/** A place that is given back for good at the end: later calls change nothing. */
export interface HeldPlace extends WorkPlace {
  end(): void;
}

interface Waiter {
  readonly caller: string;
  readonly kind: Kind;
  readonly timer: NodeJS.Timeout;
  readonly decide: (place: HeldPlace | undefined) => void;
}

/** Those that wait, by caller, in the order of the callers' turns. */
type Queues = Map<string, Set<Waiter>>;

export class Admission {
  readonly #limits: Required<AdmissionLimits>;
  readonly #queues: Readonly<Record<Kind, Queues>> = { payment: new Map(), report: new Map() };
  readonly #working: Record<Kind, number> = { payment: 0, report: 0 };
  #waiting = 0;
  #refused = 0;

  constructor(limits: AdmissionLimits = {}) {
    this.#limits = { ...USUAL_LIMITS, ...limits };
  }

  get state() {
    const { payment, report } = this.#working;
    return { working: payment + report, waiting: this.#waiting, refused: this.#refused };
  }

  /**
   * @param caller whose turn it takes
   * @returns a place to work at; undefined where the request is to be refused
   */
  enter(caller: string, kind: Kind): Promise<HeldPlace | undefined> {
    if (this.#waiting === 0 && this.#hasPlace(kind)) return Promise.resolve(this.#take(kind));
    return new Promise((decide) => {
      const timer = setTimeout(() => this.#refuse(waiter), this.#limits.patienceMs);
      const waiter: Waiter = { caller, kind, timer, decide };
      const queues = this.#queues[kind];
      queues.set(caller, (queues.get(caller) ?? new Set()).add(waiter));
      this.#waiting += 1;
      this.#admitWaiting();
      if (this.#waiting > this.#limits.waiting) this.#refuse(this.#lastOfLongest());
    });
  }

  #hasPlace(kind: Kind): boolean {
    const { atOnce, isBusy } = this.#limits;
    // As many again as there are places may come at once: that is no flood.
    const isFlooded = this.#waiting > atOnce && isBusy();
    const places = isFlooded ? Math.ceil(atOnce * SHARE_IN_FLOOD) : atOnce;
    if (this.state.working >= places) return false;
    return kind === 'payment' || this.#working.report < Math.ceil(places * SHARE_OF_REPORTS);
  }

  #take(kind: Kind): HeldPlace {
    let isOver = false;
    let away = 0;
    const free = () => {
      this.#working[kind] -= 1;
      this.#admitWaiting();
    };
    this.#working[kind] += 1;
    return {
      leave: () => {
        away += 1;
        if (!isOver && away === 1) free();
      },
      // What has begun is finished, wherever there is a place or not.
      comeBack: () => {
        away -= 1;
        if (!isOver && away === 0) this.#working[kind] += 1;
      },
      end: () => {
        if (!isOver && away === 0) free();
        isOver = true;
      },
    };
  }

  #admitWaiting(): void {
    for (const kind of ['payment', 'report'] as const) {
      let next = this.#next(kind);
      while (next && this.#hasPlace(kind)) {
        this.#admit(next);
        next = this.#next(kind);
      }
    }
  }

  /** The first one of the caller whose turn it is. */
  #next(kind: Kind): Waiter | undefined {
    const [queue] = this.#queues[kind].values();
    const [first] = queue ?? [];
    return first;
  }

  #admit(waiter: Waiter): void {
    const { caller, kind, decide } = waiter;
    this.#forget(waiter);
    const queues = this.#queues[kind];
    const others = queues.get(caller);
    // What is set anew stands last: the other callers have their turn before.
    queues.delete(caller);
    if (others) queues.set(caller, others);
    decide(this.#take(kind));
  }

  /** Too many wait: the caller with the most makes room, those of reports first. */
  #lastOfLongest(): Waiter | undefined {
    const { report, payment } = this.#queues;
    const queues = [...(report.size > 0 ? report : payment).values()];
    const longest = queues.reduce((most, queue) => (queue.size > most.size ? queue : most));
    return [...longest].at(-1);
  }

  #refuse(waiter: Waiter | undefined): void {
    if (!waiter) return;
    this.#forget(waiter);
    this.#refused += 1;
    waiter.decide(undefined);
  }

  #forget(waiter: Waiter): void {
    const { kind, caller, timer } = waiter;
    clearTimeout(timer);
    const queue = this.#queues[kind].get(caller);
    queue?.delete(waiter);
    if (queue?.size === 0) this.#queues[kind].delete(caller);
    this.#waiting -= 1;
  }
}

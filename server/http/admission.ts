/**
 * Who works and who waits when more is asked than this process can do. Few requests work at once, the
 * others wait in bounded queues, one for each caller; callers take turns, so that one that floods waits
 * for itself. Payments go before reports. What would wait too long is refused at once.
 */
import type { WorkPlace } from '../work-place.ts';

export type Kind = 'payment' | 'report';

export interface AdmissionLimits {
  /** Requests that work at once; fewer in a flood, where they would only make each other slower. */
  readonly atOnce?: number;
  /** Whether this process itself has no time left. */
  readonly isBusy?: () => boolean;
  /** Requests that wait, of all callers together. */
  readonly waiting?: number;
  /** Milliseconds after which one that waits is refused: with its work it has its answer in two seconds. */
  readonly patienceMs?: number;
  /**
   * Milliseconds until one that cannot wait is told so, and up to twice as many. A client that comes
   * again at once, whatever it was told, takes no more time from the others than one that waits.
   */
  readonly refusalMs?: number;
  /** Requests that are held so; those beyond them are told at once. */
  readonly held?: number;
}

const USUAL_LIMITS = {
  atOnce: 64,
  isBusy: () => false,
  waiting: 1_000,
  patienceMs: 1_000,
  refusalMs: 800,
  held: 2_000,
};
/**
 * Milliseconds that one may take in a flood. More at once would make each of them slower, those of other
 * callers too, and none sooner; with fewer, too few share a commit of SQLite's.
 */
const TIME_IN_FLOOD = 150;
/** One that was twice as quick or as slow as that says enough. */
const MOST_SAID = 2;
const FEWEST_PLACES = 4;
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
  readonly decide: (place?: HeldPlace) => void;
}

/** Those that wait, by caller, in the order of the callers' turns. */
type Queues = Map<string, Set<Waiter>>;

export class Admission {
  readonly #limits: Required<AdmissionLimits>;
  readonly #queues: Readonly<Record<Kind, Queues>> = { payment: new Map(), report: new Map() };
  readonly #working: Record<Kind, number> = { payment: 0, report: 0 };
  /** As many as fit a flood; all of them once no payment waits. */
  #places: number;
  #waiting = 0;
  #held = 0;
  #refused = 0;

  constructor(limits: AdmissionLimits = {}) {
    this.#limits = { ...USUAL_LIMITS, ...limits };
    this.#places = this.#limits.atOnce;
  }

  get state() {
    const { payment, report } = this.#working;
    return {
      working: payment + report,
      places: Math.ceil(this.#places),
      waiting: this.#waiting,
      held: this.#held,
      refused: this.#refused,
    };
  }

  /**
   * @param caller whose turn it takes
   * @returns a place to work at; undefined where the request is to be refused
   */
  enter(caller: string, kind: Kind): Promise<HeldPlace | undefined> {
    if (this.#waiting === 0 && this.#hasPlace(kind)) return Promise.resolve(this.#take(kind));
    return new Promise<HeldPlace | undefined>((decide) => {
      const timer = setTimeout(() => {
        this.#refuse(waiter);
        decide(undefined);
      }, this.#limits.patienceMs);
      const waiter: Waiter = { caller, kind, timer, decide };
      const queues = this.#queues[kind];
      queues.set(caller, (queues.get(caller) ?? new Set()).add(waiter));
      this.#waiting += 1;
      this.#admitWaiting();
      const last = this.#waiting > this.#limits.waiting ? this.#lastOfLongest() : undefined;
      if (!last) return;
      this.#refuse(last);
      this.#tellLater(last);
    });
  }

  #tellLater({ decide }: Waiter): void {
    if (this.#held >= this.#limits.held) {
      decide();
      return;
    }
    this.#held += 1;
    // Those that came at once would keep the process for long, were they all told at once.
    setTimeout(
      () => {
        this.#held -= 1;
        decide();
      },
      this.#limits.refusalMs * (1 + Math.random()),
    );
  }

  #hasPlace(kind: Kind): boolean {
    const places = Math.ceil(this.#places);
    const ofReports = Math.ceil(places * SHARE_OF_REPORTS);
    const { payment, report } = this.#working;
    // Reports that began when there were more places keep no payment from its own.
    if (payment + Math.min(report, ofReports) >= places) return false;
    return kind === 'payment' || report < ofReports;
  }

  /**
   * After one has ended.
   * @param worked milliseconds that it had its place
   */
  #fit(kind: Kind, worked: number): void {
    const { atOnce, isBusy } = this.#limits;
    if (this.#queues.payment.size === 0) {
      this.#places = atOnce;
    } else if (kind === 'payment') {
      const ratio = Math.min(Math.max(TIME_IN_FLOOD / worked, 1 / MOST_SAID), MOST_SAID);
      // One that had its place for a moment, or whose client has gone, says as little.
      const said = ratio ** Math.min(worked / TIME_IN_FLOOD, 1);
      const wanted = this.#places * (isBusy() ? said : MOST_SAID) ** (1 / this.#places);
      this.#places = Math.min(Math.max(wanted, FEWEST_PLACES), atOnce);
    }
  }

  #take(kind: Kind): HeldPlace {
    let isOver = false;
    let away = 0;
    let worked = 0;
    let since = performance.now();
    const pause = () => {
      this.#working[kind] -= 1;
      worked += performance.now() - since;
    };
    this.#working[kind] += 1;
    return {
      leave: () => {
        away += 1;
        if (isOver || away > 1) return;
        pause();
        this.#admitWaiting();
      },
      // What has begun is finished, wherever there is a place or not.
      comeBack: () => {
        away -= 1;
        if (isOver || away > 0) return;
        this.#working[kind] += 1;
        since = performance.now();
      },
      end: () => {
        if (isOver) return;
        isOver = true;
        if (away === 0) pause();
        this.#fit(kind, worked);
        this.#admitWaiting();
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

  #refuse(waiter: Waiter): void {
    this.#forget(waiter);
    this.#refused += 1;
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

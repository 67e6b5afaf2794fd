/**
 * When those that are refused shall come again (`Retry-After`): each caller's one after the other, as
 * fast as it gets places. Were they told to come at once, most would be refused again, and refusing
 * them would take the time that payments need.
 */
import { LRUCache } from 'lru-cache';

export const REMEMBERED_CALLERS = 10_000;
/** A place for each hundredth of a second, until more is known. */
const USUAL_INTERVAL_MS = 10;
/** Of the new in the mean: places come many at a time, as those before them end. */
const WEIGHT = 1 / 64;
/** A caller that has asked for nothing has got nothing: that says nothing about how fast it gets places. */
const LONGEST_INTERVAL_MS = 1_000;
/** Seconds: the longest that a client is told to wait. Those beyond it begin anew. */
const LATEST = 30;

interface Turns {
  /** Milliseconds between two places, the mean. */
  interval: number;
  lastPlace: number;
  /** When all that were refused until now have been here again. */
  allReturned: number;
}

export class ReturnTimes {
  readonly #turns = new LRUCache<string, Turns>({ max: REMEMBERED_CALLERS });
  readonly #now: () => number;

  /** @param now milliseconds that only grow */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  gotPlace(caller: string): void {
    const turns = this.#of(caller);
    const now = this.#now();
    const waited = Math.min(now - turns.lastPlace, LONGEST_INTERVAL_MS);
    turns.interval += (waited - turns.interval) * WEIGHT;
    turns.lastPlace = now;
  }

  /** @returns whole seconds, from 1 to 30, after which one that is refused may find a place */
  afterRefusal(caller: string): number {
    const turns = this.#of(caller);
    const now = this.#now();
    const next = Math.max(turns.allReturned, now) + turns.interval;
    turns.allReturned = next > now + LATEST * 1_000 ? now + turns.interval : next;
    return Math.ceil((turns.allReturned - now) / 1_000);
  }

  #of(caller: string): Turns {
    const known = this.#turns.get(caller);
    if (known) return known;
    const turns = { interval: USUAL_INTERVAL_MS, lastPlace: this.#now(), allReturned: 0 };
    this.#turns.set(caller, turns);
    return turns;
  }
}

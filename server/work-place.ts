/**
 * A request has one of few places while it works. It gives the place away while it waits for others
 * (a processor, a merchant's address, a payment under way), so that slow ones hold no others up.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

export interface WorkPlace {
  leave(): void;
  comeBack(): void;
}

const held = new AsyncLocalStorage<WorkPlace>();

/** Does the work, and all that follows from it, at the place. */
export const atPlace = <T>(place: WorkPlace, work: () => T): T => held.run(place, work);

/** Waits for something that is not this process's work. */
export async function whileAway<T>(waiting: Promise<T>): Promise<T> {
  const place = held.getStore();
  place?.leave();
  try {
    return await waiting;
  } finally {
    place?.comeBack();
  }
}

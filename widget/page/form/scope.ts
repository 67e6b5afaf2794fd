/** Everything that a form has running, ended in one go when the form goes. */
import { effect } from '@preact/signals';

export interface Scope {
  /** Runs now, and again whenever a signal that it read has changed. */
  readonly follow: (run: () => void) => void;
  /** Runs once, at the end. */
  readonly atEnd: (run: () => void) => void;
  /** Hears events until the end. */
  readonly listen: <E extends Event>(
    target: EventTarget,
    type: string,
    hear: (event: E) => void,
  ) => void;
  /**
   * Runs in a task of its own, after those that were put off before it: work that typing does not need
   * must not keep the page from answering. Settles when that is done.
   */
  readonly later: (run?: () => void) => Promise<void>;
  readonly end: () => void;
}

const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve));

export function createScope(): Scope {
  const ends: (() => void)[] = [];
  let isOver = false;
  let last = Promise.resolve();
  return {
    follow(run) {
      const end = effect(() => {
        try {
          run();
        } catch (error) {
          // Of one effect: what changed the signal, and the other effects, go on.
          reportError(error);
        }
      });
      ends.push(end);
    },
    atEnd: (run) => ends.push(run),
    listen(target, type, hear) {
      target.addEventListener(type, hear as EventListener);
      ends.push(() => target.removeEventListener(type, hear as EventListener));
    },
    later(run) {
      last = last.then(nextTask).then(() => (isOver ? undefined : run?.()));
      return last;
    },
    end() {
      isOver = true;
      for (const run of ends.splice(0)) run();
    },
  };
}

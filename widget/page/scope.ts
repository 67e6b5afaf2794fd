/** Everything that a form has running, ended in one go when the form goes. */
import { effect } from './signals.ts';

export interface Scope {
  /** Runs now, and again whenever a signal that it read has changed. */
  readonly follow: (run: () => void) => void;
  /** Runs once, at the end. */
  readonly atEnd: (run: () => void) => void;
  readonly end: () => void;
}

export function createScope(): Scope {
  const ends: (() => void)[] = [];
  return {
    follow: (run) => ends.push(effect(run)),
    atEnd: (run) => ends.push(run),
    end() {
      for (const run of ends.splice(0)) run();
    },
  };
}

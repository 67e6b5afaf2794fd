/**
 * Values that can be followed. Reading `value` inside an effect or a computed signal ties it to that
 * one; writing runs what is tied. The usual library does no more for a form that is drawn once, and
 * would be a tenth of the script's download.
 */

/** Something that runs again when what it read has changed. */
interface Reader {
  /** What it read, with the values that it saw. */
  readonly seen: Map<Signal<unknown>, unknown>;
  readonly invalidate: () => void;
}

export interface ReadonlySignal<T> {
  readonly value: T;
  /** Reads without being tied. */
  readonly peek: () => T;
}

let reader: Reader | undefined;
let depth = 0;
/** Effects to be run when the outermost change is complete. */
const due = new Set<() => void>();

export class Signal<T> implements ReadonlySignal<T>, Reader {
  readonly readers: Set<Reader> = new Set();
  readonly seen: Map<Signal<unknown>, unknown> = new Map();
  declare readonly derive: (() => T) | undefined;
  declare current: T;
  /** What was computed has to be computed again. */
  declare isStale: boolean;

  constructor(initial: T, derive?: () => T) {
    this.current = initial;
    this.derive = derive;
    this.isStale = derive !== undefined;
  }

  get value(): T {
    const value = this.peek();
    if (reader) {
      this.readers.add(reader);
      reader.seen.set(this as Signal<unknown>, value);
    }
    return value;
  }

  set value(next: T) {
    if (next === this.current) return;
    this.current = next;
    batch(() => this.tell());
  }

  peek(): T {
    if (this.isStale && this.derive) {
      this.isStale = false;
      this.current = readAs(this, this.derive);
    }
    return this.current;
  }

  tell(): void {
    for (const each of [...this.readers]) each.invalidate();
  }

  invalidate(): void {
    if (this.isStale) return;
    this.isStale = true;
    this.tell();
  }
}

function untie(self: Reader): void {
  for (const source of self.seen.keys()) source.readers.delete(self);
  self.seen.clear();
}

/** Runs tied to what is read this time, and to nothing from before. */
function readAs<T>(self: Reader, run: () => T): T {
  untie(self);
  const outer = reader;
  reader = self;
  try {
    return run();
  } finally {
    reader = outer;
  }
}

export const signal = <T>(initial: T): Signal<T> => new Signal(initial);

export const computed = <T>(derive: () => T): ReadonlySignal<T> =>
  new Signal<T>(undefined as T, derive);

/** Writes several signals as one change: what follows them runs once, at the end. */
export function batch(write: () => void): void {
  depth++;
  try {
    write();
  } finally {
    depth--;
    for (const run of depth === 0 ? due : []) {
      due.delete(run);
      run();
    }
  }
}

/** Runs now, and again after every change of what it read. Answers what ends that. */
export function effect(run: () => void): () => void {
  const self: Reader = { seen: new Map(), invalidate: () => due.add(rerun) };
  const rerun = () => {
    const isSame = [...self.seen].every(([source, value]) => source.peek() === value);
    if (isSame) return;
    try {
      readAs(self, run);
    } catch (error) {
      // Of one effect; the others still have to run.
      reportError(error);
    }
  };
  readAs(self, run);
  return () => {
    untie(self);
    due.delete(rerun);
  };
}

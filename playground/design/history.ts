/** What is shown, as a signal; the address follows it, and each change can be undone. */
import { computed, effect, signal } from '@preact/signals';
import { readAddress, writeAddress } from './address.ts';
import { type Design, FIRST, type View } from './design.ts';

const past = signal<readonly View[]>([]);
const future = signal<readonly View[]>([]);
const current = signal<View>(FIRST);
/** What was left out of a link or a file, until the next one. */
export const problems = signal<readonly string[]>([]);

export const view = computed(() => current.value);
export const canUndo = computed(() => past.value.length > 0);
export const canRedo = computed(() => future.value.length > 0);

const MOST_STEPS = 200;
/** Of the last change: what is typed or dragged on in one control is one step. */
let lastControl: string | undefined;

/** @param control changes of the same one, one after the other, are undone together */
export function show(changes: Partial<View>, control?: string): void {
  if (control === undefined || control !== lastControl) {
    past.value = [...past.value, current.value].slice(-MOST_STEPS);
  }
  lastControl = control;
  future.value = [];
  current.value = { ...current.value, ...changes };
}

export const redesign = (changes: Partial<Design>, control?: string): void =>
  show({ design: { ...current.value.design, ...changes } }, control);

export function undo(): void {
  const before = past.value.at(-1);
  if (!before) return;
  lastControl = undefined;
  past.value = past.value.slice(0, -1);
  future.value = [current.value, ...future.value];
  current.value = before;
}

export function redo(): void {
  const [next, ...others] = future.value;
  if (!next) return;
  lastControl = undefined;
  past.value = [...past.value, current.value];
  future.value = others;
  current.value = next;
}

function follow(): void {
  const hash = location.hash.slice(1);
  if (hash === writeAddress(current.value)) return;
  const read = readAddress(hash);
  problems.value = read.problems;
  if (hash === '') current.value = read.view;
  else show(read.view);
}

export function followAddress(): void {
  const read = readAddress(location.hash);
  current.value = read.view;
  problems.value = read.problems;
  addEventListener('hashchange', follow);
  effect(() => history.replaceState(null, '', `#${writeAddress(current.value)}`));
}

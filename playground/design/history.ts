/** What is shown, as a signal; each change can be undone. */
import { computed, signal } from '@preact/signals';
import { type Design, FIRST, type View } from './design.ts';

const past = signal<readonly View[]>([]);
const future = signal<readonly View[]>([]);
const current = signal<View>(FIRST);
/** What was left out of a link, until the next one, or until a step leaves what it gave. */
export const problems = signal<readonly string[]>([]);

export const view = computed(() => current.value);
export const canUndo = computed(() => past.value.length > 0);
export const canRedo = computed(() => future.value.length > 0);

/** What was done to the history, to be said; nothing after another change. */
export const lastStep = signal('');
const stepsLeft = (steps: number): string => (steps > 0 ? `${steps} more.` : 'Nothing more.');

const MOST_STEPS = 200;
/** Of the last change: what is typed or dragged on in one control is one step. */
let lastControl: string | undefined;

/** @param control changes of the same one, one after the other, are undone together */
export function show(changes: Partial<View>, control?: string): void {
  if (control === undefined || control !== lastControl) {
    past.value = [...past.value, current.value].slice(-MOST_STEPS);
  }
  lastControl = control;
  lastStep.value = '';
  future.value = [];
  current.value = { ...current.value, ...changes };
}

export const redesign = (changes: Partial<Design>, control?: string): void =>
  show({ design: { ...current.value.design, ...changes } }, control);

function leaveControl(): void {
  lastControl = undefined;
  problems.value = [];
}

export function undo(): void {
  const before = past.value.at(-1);
  if (!before) return;
  leaveControl();
  past.value = past.value.slice(0, -1);
  future.value = [current.value, ...future.value];
  current.value = before;
  lastStep.value = `Undone. ${stepsLeft(past.value.length)}`;
}

export function redo(): void {
  const [next, ...others] = future.value;
  if (!next) return;
  leaveControl();
  past.value = [...past.value, current.value];
  future.value = others;
  current.value = next;
  lastStep.value = `Redone. ${stepsLeft(others.length)}`;
}

/** Where a visit begins: no step of its own, and what was done before can still be undone. */
export function begin(first: View): void {
  current.value = first;
}

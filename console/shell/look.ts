/** Light, dark, or as the system has it: kept in this browser. */
import { signal } from '@preact/signals';

export const LOOKS = ['system', 'light', 'dark'] as const;
export type Look = (typeof LOOKS)[number];
const KEPT_AS = 'console.look';

const isLook = (value: string | null): value is Look => LOOKS.some((look) => look === value);

const kept = localStorage.getItem(KEPT_AS);
export const look = signal<Look>(isLook(kept) ? kept : 'system');

export function applyLook(): void {
  document.documentElement.dataset['look'] = look.value;
}

export function chooseLook(wanted: Look): void {
  look.value = wanted;
  localStorage.setItem(KEPT_AS, wanted);
  applyLook();
}

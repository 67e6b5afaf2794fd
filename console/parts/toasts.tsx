/** What was done, said once at the lower edge and to screen readers. */
import { signal } from '@preact/signals';
import { Notice, type Tone } from './notice.tsx';

interface Toast {
  readonly id: number;
  readonly tone: Tone;
  readonly text: string;
}

const SHOWN_MS = 6_000;
const toasts = signal<readonly Toast[]>([]);
let lastId = 0;

export function say(text: string, tone: Tone = 'good'): void {
  lastId += 1;
  const id = lastId;
  toasts.value = [...toasts.value, { id, tone, text }].slice(-3);
  setTimeout(() => {
    toasts.value = toasts.value.filter((toast) => toast.id !== id);
  }, SHOWN_MS);
}

export const Toasts = () => (
  <div class="toasts" role="status">
    {toasts.value.map(({ id, tone, text }) => (
      <Notice key={id} tone={tone}>
        {text}
      </Notice>
    ))}
  </div>
);

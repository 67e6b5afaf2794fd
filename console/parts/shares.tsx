/** Amounts of one whole as a bar, with its legend, which says the same in words. */
import type { ComponentChildren } from 'preact';

export interface Share {
  readonly name: string;
  /** In any unit; all of a bar in the same one. */
  readonly size: number;
  readonly words: ComponentChildren;
  /** Which colour: 1 to 4. */
  readonly color: 1 | 2 | 3 | 4;
}

export const Swatch = ({ color }: { color: number }) => (
  <svg width="10" height="10" aria-hidden="true">
    <rect width="10" height="10" rx="2" class={`bar-${color}`} />
  </svg>
);

export function SharesBar({ shares }: { shares: readonly Share[] }) {
  const total = shares.reduce((sum, { size }) => sum + size, 0) || 1;
  let from = 0;
  return (
    <>
      <svg class="bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
        {shares.map(({ name, size, color }) => {
          const x = (from / total) * 100;
          from += size;
          return (
            <rect
              key={name}
              x={x}
              width={(size / total) * 100}
              height="10"
              class={`bar-${color}`}
            />
          );
        })}
      </svg>
      <dl class="legend">
        {shares.map(({ name, words, color }) => (
          <div key={name}>
            <dt>
              <Swatch color={color} />
              {name}
            </dt>
            <dd class="number">{words}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

/** A bar of one part of a whole, from 0 to 1. */
export const ShareBar = ({ share, color = 1 }: { share: number; color?: 1 | 2 | 3 | 4 }) => (
  <svg class="bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
    <rect width={Math.max(0, Math.min(1, share)) * 100} height="10" class={`bar-${color}`} />
  </svg>
);

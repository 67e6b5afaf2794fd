/** Keeps the place of what comes with the data, so that nothing moves then: as high as that will be. */
import { signal } from '@preact/signals';
import { drawBefore } from './draw.ts';
import { FieldGroup } from './field-group.tsx';
import type { FormState } from './form-state.ts';
import type { Scope } from './scope.ts';

const noLabel = signal('');

/** Notes and mandates have, in fields.css, the lines that nearly every language needs. */
const NOTE = '1.75lh';
/** Of what is neither a field nor a note. */
const HEIGHTS: Readonly<Record<string, string>> = {
  // A name or title.
  T: '1lh',
  // A box to tick, with a note below it.
  C: `calc(var(--_height) + ${NOTE})`,
  // Where the form is wide, a line less.
  M: 'clamp(6.125lh,(26em - 100cqi)*99,7lh)',
};

/** @param shape a letter for each part, as in `shapeOf` (contract/is-other-brand.ts) and `HEIGHTS` */
export function keepPlaces(
  scope: Scope,
  { data }: FormState,
  message: HTMLElement,
  shape: string,
): void {
  if (!shape) return;
  const [places] = drawBefore(
    scope,
    message,
    <div class="wpwl-group" aria-hidden="true">
      {/* Of its own, so that the style can hide the group where nothing came. */}
      <div style="display:grid;gap:var(--_gap)">
        {[...shape].map((part) =>
          part === 'F' ? (
            <FieldGroup name="" parameter="" label={noLabel}>
              <input class="wpwl-control" disabled />
            </FieldGroup>
          ) : (
            <div style={`block-size:${HEIGHTS[part] ?? NOTE}`} />
          ),
        )}
      </div>
    </div>,
  );
  scope.follow(() => {
    if (data.value) places?.remove();
  });
}

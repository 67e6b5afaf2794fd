/** Keeps a frame up to date with all that it may know of the form, each time anew after it loaded. */

import { type ReadonlySignal, signal } from '@preact/signals';
import type { FrameView } from '../../../../contract/field-evidence.ts';
import { MAX_TEXT_LENGTH, type PageMessage } from '../../../../contract/messages.ts';
import { option } from '../../interface/options.ts';
import { FIELD_LABELS } from '../form-field.ts';
import type { FormState } from '../form-state.ts';
import type { Scope } from '../scope.ts';
import { EARLY_NAMES, type Language, placeholderText } from '../texts.ts';
import type { FrameKind } from './frame-kinds.ts';
import { type FrameLook, merchantStyles, mergeStyles, widthOf } from './frame-look.ts';
import { viewOf } from './frame-visibility.ts';

export interface FrameFacts {
  readonly kind: FrameKind;
  readonly frame: HTMLIFrameElement;
  readonly state: FormState;
  readonly isReady: ReadonlySignal<boolean>;
  readonly look: ReadonlySignal<FrameLook | undefined>;
  readonly takeLook: () => void;
  readonly send: (message: PageMessage) => void;
}

/** A frame takes no message with a longer text, and a merchant's own words may be of any length. */
const short = (text: string) => text.slice(0, MAX_TEXT_LENGTH);

const LOOK_EVERY_MS = 1000;

export function syncFrame({ follow, atEnd }: Scope, facts: FrameFacts): void {
  const { kind, frame, state, isReady, look, takeLook, send } = facts;
  const labelKey = FIELD_LABELS[kind.key];
  const label = state.label(labelKey);
  const name = () => label.value || EARLY_NAMES[labelKey];
  // A label inside of the field is the placeholder itself: nothing of the page may lie over a frame.
  const placeholder = () => {
    const text = short(
      frame.closest('[data-labels="floating"]')
        ? label.value
        : placeholderText(kind.key, label.value),
    );
    const { value: around } = look;
    // What would be cut is said shorter, or not at all.
    const isCut = around && widthOf(text, around.font) > around.width;
    return isCut ? (kind.key === 'cvv' ? EARLY_NAMES.cvv : '') : text;
  };

  follow(() => {
    frame.title = name();
    frame.setAttribute('placeholder', placeholder());
  });

  follow(() => {
    const { value: known } = state.language;
    // Before the language is known there is only a name to be heard: typing need not wait for it.
    const { language = 'en', direction = 'ltr' }: Partial<Language> = state.spoken.value ?? {};
    if (!isReady.value) return;
    // What has come with a language, logos and labels, takes room.
    requestAnimationFrame(takeLook);
    const wanted = merchantStyles(kind.styles);
    // Inside it would end at the padding.
    frame.style.backgroundColor = wanted['base']?.['background-color'] ?? '';
    const inside = frame.style.backgroundColor && { base: { 'background-color': 'transparent' } };
    send({
      type: 'configure',
      language,
      direction,
      label: short(name()),
      placeholder: placeholder(),
      required: kind.key !== 'cvv' || state.terms.value?.cardCvv || !option('allowEmptyCvv'),
      masked: kind.key === 'cvv' && option('maskCvv'),
      grouped: option('numberFormatting'),
      disabled: known !== undefined && state.phase.value !== 'ready',
      colorScheme: look.value?.colorScheme ?? 'light',
      styles: mergeStyles(mergeStyles(look.value?.styles ?? {}, wanted), inside || {}),
    });
  });

  follow(() => {
    const { value: offered } = state.offered;
    let { value: chosen } = state.chosen;
    // A CVV may come before the number: until that names a brand, it may have as many digits as any.
    if (kind.key === 'cvv' && (state.candidates.value.length > 0 || offered.length < 2)) {
      chosen = state.brand.value;
    }
    if (isReady.value) send({ type: 'brand', offered, chosen });
  });

  // What lies over a frame tells no event, nor does a theme that is turned while the frame is hidden.
  const view = signal<FrameView>('clear');
  const looking = setInterval(() => {
    takeLook();
    if (frame.isConnected) view.value = viewOf(frame);
  }, LOOK_EVERY_MS);
  atEnd(() => clearInterval(looking));
  follow(() => {
    if (isReady.value) send({ type: 'view', view: view.value });
  });

  follow(() => {
    const error = state.errors[kind.key].value;
    const text = error ? short(state.text(error)) : '';
    if (isReady.value) send({ type: 'error', text });
  });
}

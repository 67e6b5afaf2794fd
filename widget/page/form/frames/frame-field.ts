/** A field that is typed into a frame of the gateway: the card number, the CVV, or the IBAN. */

import { signal } from '@preact/signals';
import type { FocusMessage, StateMessage } from '../../../../contract/messages.ts';
import type { SealedField } from '../../../../contract/sealed-value.ts';
import { callBack } from '../../interface/callbacks.ts';
import { note } from '../../interface/console-note.ts';
import { pageQuery } from '../../interface/jquery-stand-in.ts';
import { option } from '../../interface/options.ts';
import { afterClick, cardField, emptyVariant, type FormField } from '../form-field.ts';
import { announce, type FormState, hearEarly } from '../form-state.ts';
import type { Environment } from '../gateway-client.ts';
import type { Scope } from '../scope.ts';
import type { TextRef } from '../texts.ts';
import { allowFocus, endFocusLater, focusAgain, focusLater } from './focus-later.ts';
import {
  CVV_FRAME,
  createFrame,
  type FrameKind,
  frameAddress,
  IBAN_FRAME,
  NUMBER_FRAME,
} from './frame-kinds.ts';
import { linkFrame } from './frame-link.ts';
import { type FrameLook, lookAround } from './frame-look.ts';
import { syncFrame } from './sync-frame.ts';

export interface FrameFieldOptions {
  readonly scope: Scope;
  readonly state: FormState;
  readonly environment: Environment;
  readonly wrapper: HTMLElement;
  /** What is wrong with a value whose characters are right, told while it is typed. */
  readonly objection?: () => TextRef | undefined;
  readonly onEdit: () => void;
  readonly onSubmit: () => void;
  readonly onReady: () => void;
  readonly onFailure: (isBlocked: boolean) => boolean;
}

export interface FrameField extends FormField {
  readonly field: SealedField;
  /** The sealed value, of a field left empty that may be, too; undefined when it is not valid. */
  readonly seal: (now: number, nonce: string) => Promise<string | undefined>;
  /** The text that says why the field is not valid. */
  readonly problem: () => TextRef;
  /** @param isMoved it is about to be loaded anew, in another place */
  readonly clear: (isMoved?: true) => void;
  readonly isReady: () => boolean;
  readonly reload: () => void;
}

function createFrameField(kind: FrameKind, options: FrameFieldOptions): FrameField {
  const { scope, state, environment, wrapper, objection, onEdit, onSubmit, onReady, onFailure } =
    options;
  const shared = cardField(state, kind.key);
  const { error } = shared;
  const isReady = signal(false);
  const look = signal<FrameLook | undefined>(undefined);
  const address = () => frameAddress(kind, environment, state, wrapper);
  const frame = createFrame(kind, address());
  const self = {
    get $iframe() {
      return pageQuery([frame]);
    },
    get $form() {
      return pageQuery([frame.closest('form') ?? wrapper]);
    },
  };
  let isEmpty = true;
  let hasEmittedReady = false;

  const problem = (): TextRef => {
    const isOfAmex = kind.key === 'cvv' && state.brand.peek() === 'AMEX';
    const variant =
      emptyVariant(state, kind.key, isEmpty) ?? (isOfAmex ? 'cvvErrorAmex' : undefined);
    return objection?.() ?? { key: shared.hint, variant };
  };

  /**
   * An empty field that was left is not marked invalid, nor is any field after a switch to another
   * window, nor before its rules are there.
   */
  const validate = ({ valid }: StateMessage) => {
    const isWindowLeft = document.activeElement === frame;
    if (!isEmpty && !isWindowLeft && state.data.peek()) error.value = valid ? undefined : problem();
  };

  const handleState = (message: StateMessage) => {
    if (!isReady.peek()) return;
    isEmpty = message.empty;
    frame.toggleAttribute('data-filled', !isEmpty);
    if (kind.key === 'cardNumber') state.bin.value = message.bin ?? '';
    // The same brands again are no change.
    if (message.brands && String(message.brands) !== String(state.candidates.peek())) {
      state.candidates.value = message.brands;
    }
    switch (message.event) {
      case 'input': {
        const found = objection?.();
        if (found && !error.peek()) announce(state, state.text(found));
        error.value = found;
        onEdit();
        break;
      }
      case 'focus':
        frame.dataset['focus'] = '';
        endFocusLater();
        callBack('onFocusIframeCommunication', self);
        break;
      case 'blur':
        delete frame.dataset['focus'];
        afterClick(() => validate(message));
        callBack('onBlurIframeCommunication', self);
        if (kind.onBlur && state.data.peek()) callBack(kind.onBlur, self, message.valid === true);
        break;
      case 'check':
        validate(message);
        break;
    }
  };

  // A frame that a page has taken out for a moment has no look: it keeps the one that it had.
  // Looking may itself begin a transition, and one that is turned back before it is drawn tells no
  // event: what has changed is looked at once more, and all of it each second.
  const takeLook = () => {
    if (!frame.isConnected) return;
    const now = lookAround(frame);
    if (JSON.stringify(now) === JSON.stringify(look.peek())) return;
    look.value = now;
    requestAnimationFrame(takeLook);
  };

  const link = linkFrame({
    scope,
    frame,
    gateway: environment,
    onReady(words) {
      if (words) hearEarly(state, words);
      const isLost = !isEmpty;
      if (isLost) {
        const key = 'fieldsReloaded';
        note(key);
        error.value = { key };
      }
      isEmpty = true;
      delete frame.dataset['filled'];
      if (kind.key === 'cardNumber') state.candidates.value = [];
      takeLook();
      isReady.value = false;
      isReady.value = true;
      onReady();
      return isLost;
    },
    onState: handleState,
    onSubmit,
    onFailure,
  });

  // By the port, because the error that is read with the focus went that way before it.
  const focus = () => {
    const message: FocusMessage = { type: 'focus' };
    link.send(message);
    focusLater(frame, () => {
      // Until the frame listens the window is the page's own empty document, or one that goes.
      if (frame.dataset['ready'] != null)
        frame.contentWindow?.postMessage(message, environment.origin);
    });
  };

  // As soon as can be: the browser takes longest to begin with a frame.
  wrapper.prepend(frame);
  const { follow, atEnd } = scope;
  syncFrame(scope, { kind, frame, state, isReady, look, takeLook, send: link.send });
  follow(() => {
    if (!isReady.value) return;
    frame.dataset['ready'] = '';
    focusAgain();
  });
  follow(() => {
    if (!isReady.value || !state.language.value || hasEmittedReady) return;
    hasEmittedReady = true;
    callBack('onReadyIframeCommunication', self);
    if (option('autofocus') === kind.field) focus();
  });

  // The stylesheet lets these change in a transition, so any change of theme arrives here.
  frame.addEventListener('transitionend', takeLook);
  // Clicks on the padding of the frame element do not reach its document.
  frame.addEventListener('pointerdown', () => {
    allowFocus();
    setTimeout(focus);
  });
  // Nor can a label name what is inside a frame. The focus must not go to the page in between: when
  // it comes from the other frame, the browser may lose it on the way.
  const labelBox = wrapper.previousElementSibling;
  labelBox?.addEventListener('mousedown', (event) => event.preventDefault());
  labelBox?.addEventListener('click', focus);
  atEnd(() => frame.remove());

  return {
    ...shared,
    field: kind.field,
    control: frame,
    focus,
    seal: link.seal,
    problem,
    clear(isMoved) {
      isEmpty = true;
      if (isMoved) {
        error.value = undefined;
        // What it still says of the value before, or that it was left, is not heard.
        isReady.value = false;
        delete frame.dataset['focus'];
      }
      delete frame.dataset['filled'];
      link.send({ type: 'clear' });
    },
    isReady: () => isReady.peek(),
    reload() {
      isReady.value = false;
      delete frame.dataset['ready'];
      frame.src = address();
    },
  };
}

export const createNumberField = (options: FrameFieldOptions): FrameField =>
  createFrameField(NUMBER_FRAME, options);

export const createCvvField = (options: FrameFieldOptions): FrameField =>
  createFrameField(CVV_FRAME, options);

export const createIbanField = (options: FrameFieldOptions): FrameField =>
  createFrameField(IBAN_FRAME, options);

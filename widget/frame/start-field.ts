/**
 * The one input of a field frame: what is typed stays here, the page gets states and sealed values.
 * Everything that a page can observe depends on the first eight digits, the length and, after the
 * field was left, validity (D9); e2e/noninterference.test.ts holds that.
 */
import type { RuleTable } from '../../contract/brand-rules.ts';
import {
  type ConfigureMessage,
  type EarlyWords,
  MAX_TEXT_LENGTH,
  type PageMessage,
  type SealMessage,
  type StateMessage,
} from '../../contract/messages.ts';
import { applyAppearance } from './appearance.ts';
import { type Connection, connect } from './connect.ts';
import { keepEvidence } from './evidence.ts';
import type { BrandChoice, FieldRules } from './field-rules.ts';
import { readSealingKey, seal } from './seal.ts';

/** A shopper who leaves a field that is not complete, and not by a key, has looked up or moved a hand. */
const TYPING_MS = 1000;

/** `/v1/frames/{release}/{checkoutId}/number.html`: the address is the document's own. */
const checkoutOfDocument = (): string => location.pathname.split('/').at(-2) ?? '';

/**
 * @param brandRules those that the gateway wrote into the document of the card number
 * @param words handed on to the page
 */
export function startField(
  rules: FieldRules,
  brandRules: RuleTable = {},
  words?: EarlyWords,
): void {
  const input = document.querySelector('input') as HTMLInputElement;
  const error = document.querySelector('p') as HTMLElement;
  const sealingKey = readSealingKey(document.documentElement.dataset['key'] ?? '');

  let digits = '';
  let choice: BrandChoice = { offered: Object.keys(brandRules), chosen: '', rules: brandRules };
  let look: ConfigureMessage | undefined;
  let isComposing = false;
  /** Since the field was last left, or Enter was pressed in it. */
  let isEdited = false;
  /** When the last key wrote a digit. A key that may leave the field, or changes it otherwise, ends that. */
  let typedAt = Number.NEGATIVE_INFINITY;
  /** The page kept keys from the field: what comes after them is not told as what stands before. */
  let hasLostKeys = false;
  let isToldTyped: boolean | undefined;
  /** A request to seal took the focus. Only the shopper brings it back, or no key would be lost. */
  let isFocusTaken = false;

  const isValid = () =>
    rules.isValid(digits, choice) || (digits === '' && look?.required === false);

  /** A page learns of validity only when the shopper has left the field. */
  const isBeingTyped = () => isEdited && document.hasFocus() && document.activeElement === input;

  const format = (inputType?: string) => {
    const isEdit = inputType !== undefined;
    // It is written when the composition ends.
    if (isComposing && !isEdit) return;
    const { value } = input;
    const edit = rules.write(
      {
        // Browsers undo at places of before it was written in groups: what they make of it is garbled.
        value: inputType?.startsWith('history') ? digits : value,
        caret: Number(input.selectionEnd),
        inputType: inputType ?? '',
        previous: digits,
      },
      choice,
      look?.grouped !== false,
    );
    digits = edit.digits;
    const isSame = value === edit.value;
    if (!isSame) input.value = edit.value;
    // A message that changes nothing must not take a selection away from under the next key.
    if (isSame && !isEdit) return;
    const isCaretRight = input.selectionStart === edit.caret && input.selectionEnd === edit.caret;
    // Setting the caret of an input that is not focused would take the focus in some browsers.
    if (document.activeElement === input && !isCaretRight) {
      input.setSelectionRange(edit.caret, edit.caret);
    }
  };

  const focus = () => {
    if (!isFocusTaken) input.focus();
  };
  // The focus has gone to the page, by the shopper or before the request came: it may be sent back.
  addEventListener('blur', () => {
    isFocusTaken = false;
  });

  const clear = () => {
    input.value = '';
    digits = '';
  };

  connect((page: Connection) => {
    const report = (event: StateMessage['event']) =>
      page.send({
        type: 'state',
        event,
        empty: digits === '',
        ...(!isBeingTyped() && event !== 'input' && event !== 'focus' && { valid: isValid() }),
        ...(!hasLostKeys && rules.reveal(digits, choice)),
      });

    const evidence = keepEvidence(input);

    const answer = async ({ request, now, nonce }: SealMessage) => {
      const received = performance.now();
      if (isBeingTyped()) {
        isFocusTaken = true;
        input.blur();
      }
      const value = digits;
      if (!isValid()) return page.send({ type: 'sealed', request });
      const claims = {
        nonce,
        checkoutId: checkoutOfDocument(),
        field: rules.field,
        origin: page.origin,
        at: Math.round(now + performance.now() - received),
        value,
        evidence: evidence.sealed(),
      };
      return page.send({ type: 'sealed', request, value: await seal(claims, await sealingKey) });
    };

    const edited = (inputType = '') => {
      isEdited = true;
      // For the funnel, once: that there is something, and not what. A browser may have beacons turned off.
      if (!isToldTyped) isToldTyped = navigator.sendBeacon?.('typed');
      typedAt = inputType === 'insertText' ? performance.now() : Number.NEGATIVE_INFINITY;
      if (digits === '') hasLostKeys = false;
      format(inputType);
      report('input');
    };
    input.addEventListener('input', (event) => {
      const { inputType = '' } = event as InputEvent;
      // A browser may end a composition without a word, when the page takes the focus.
      isComposing &&= inputType.includes('Composition');
      if (!isComposing) edited(inputType);
    });
    input.addEventListener('compositionstart', () => {
      isComposing = true;
    });
    input.addEventListener('compositionend', () => {
      isComposing = false;
      edited();
    });
    input.addEventListener('focus', () => {
      isFocusTaken = false;
      report('focus');
    });
    input.addEventListener('blur', () => {
      const isTyping = performance.now() - typedAt < TYPING_MS;
      if (isTyping && rules.isPartial(digits, choice)) evidence.count('focusTaken');
      isEdited = false;
      report('blur');
    });
    input.addEventListener('keydown', (event) => {
      if (event.key.length > 1) typedAt = Number.NEGATIVE_INFINITY;
      else if (input.readOnly) hasLostKeys = true;
      if (event.key !== 'Enter' || event.isComposing) return;
      event.preventDefault();
      if (event.repeat) return;
      isEdited = false;
      page.send({ type: 'submit' });
    });

    const handle = (message: PageMessage): void => {
      switch (message.type) {
        case 'configure':
          look = message;
          for (const style of applyAppearance(input, message)) {
            page.send({ type: 'refused', style: style.slice(0, MAX_TEXT_LENGTH) });
          }
          // Read-only rather than disabled: the focus stays while the payment runs.
          input.readOnly = message.disabled && !(rules.revealsFirstDigits && digits === '');
          format();
          break;
        case 'brand':
          choice = { ...message, rules: brandRules };
          format();
          if (digits) report(document.hasFocus() ? 'input' : 'check');
          break;
        case 'view':
          evidence.view(message.view);
          break;
        case 'error':
          error.textContent = message.text;
          input.setAttribute('aria-invalid', String(message.text !== ''));
          break;
        case 'focus':
          focus();
          break;
        case 'clear':
          if (!rules.revealsFirstDigits) clear();
          break;
        case 'seal':
          void answer(message);
          break;
      }
    };

    // Without its key a field could be filled but never sent: it does not report ready then.
    sealingKey.then(
      () => {
        page.send({ type: 'ready', ...(words && { words }) });
        // The shopper was quicker than the handshake, or the browser filled the field in again.
        if (input.value) edited();
      },
      () => {},
    );
    return handle;
  }, focus);
}

/** What the shopper has stored: a card or wallet is chosen and paid with, a card perhaps with its CVV. */
import { type Signal, signal } from '@preact/signals';
import type { FormContext, FormInstance } from '../form/form-instance.ts';
import {
  announce,
  type FormState,
  showMessage,
  type Terms,
  withOwnMessages,
} from '../form/form-state.ts';
import { createCvvField, type FrameField } from '../form/frames/frame-field.ts';
import { createRenderedForm } from '../form/rendered-form.tsx';
import { mayGoOn } from '../interface/callbacks.ts';
import { isOn, option } from '../interface/options.ts';

/** The button that asks whether a card is to be removed. */
const ASK = '[data-removal=ask]';

/** Whether the card form and all others wait until the shopper asks for them. */
type Collapsed = Signal<boolean>;

export interface StoredCardsForm extends FormInstance {
  /** Around the container. */
  readonly box: HTMLElement;
}

export function createStoredCards(
  context: FormContext,
  shared: FormState,
  isCollapsed: Collapsed,
): StoredCardsForm {
  const { scope } = context;
  const brand = signal('');
  const state: FormState = {
    ...withOwnMessages(shared),
    brand,
    // Who chooses a card chooses its brand.
    chosen: brand,
    errors: { ...shared.errors, cvv: signal(undefined) },
  };
  const data = state.data.peek();
  const rendered = createRenderedForm(context, state, {
    containerKey: 'registration',
    classes: 'wpwl-form-registrations wpwl-form-has-inputs',
    buttonClass: 'wpwl-button-pay',
    submits: 'registration',
    submitText: () => ({ key: 'submit' }),
    beforeSubmit: () => 'onBeforeSubmitOneClickCard',
  });
  const { form, host, nodes, frames, onEdit } = rendered;
  rendered.draw(data?.storedCards ?? []);

  const cvv = form.querySelector<HTMLElement>('.wpwl-group-cvv');
  const wrapper = cvv?.querySelector<HTMLElement>('.wpwl-wrapper');
  let field: FrameField | undefined;
  if (wrapper && (data?.storedCardCvv || isOn('registrations', 'requireCvv'))) {
    field = rendered.addFrame(createCvvField, wrapper);
  }

  const choose = () => {
    const chosen = form.querySelector(':checked')?.closest('.wpwl-group-registration');
    // Expired cards are shown, but there is nothing to pay with.
    nodes.button.hidden = !chosen;
    for (const box of form.querySelectorAll('.wpwl-group-registration')) {
      box.classList.toggle('wpwl-selected', box === chosen);
    }
    state.brand.value = chosen?.querySelector('[data-brand]')?.getAttribute('data-brand') ?? '';
    // The frame is loaded anew where it stands then: a CVV belongs to one card, and a wallet has none.
    const cell = chosen?.querySelector('.wpwl-wrapper-registration-cvv');
    frames.length = 0;
    if (field && cvv && cell) {
      if (cvv.parentNode !== cell) {
        field.clear(true);
        cell.append(cvv);
      }
      frames.push(field);
    } else cvv?.remove();
  };
  form.addEventListener('change', choose);
  // The list of ways to pay has opened or closed it.
  form.addEventListener('toggle', choose);
  form.addEventListener('change', onEdit);
  choose();
  scope.follow(() => {
    for (const box of form.querySelectorAll('.wpwl-group-registration')) {
      const cardId = box.querySelector('input')?.value;
      if (state.terms.value?.registrations?.some(({ id }) => id === cardId)) continue;
      // Nothing can be paid with it any more: the other ways to pay come to the fore, with the focus
      // where it was on what goes.
      const isFocused = form.querySelector(':focus') || nodes.button.matches(':focus');
      box.remove();
      choose();
      isCollapsed.value = false;
      const next =
        form.querySelector<HTMLElement>('.wpwl-group-registration input') ??
        context.frames.find((frame) => frame !== field);
      // What is next may have to open first.
      if (isFocused) queueMicrotask(() => next?.focus());
    }
  });

  const removed = signal<readonly string[]>([]);
  /** While the page is asked, the card is not to be paid with. */
  const remove = async (row: HTMLElement, radio: HTMLInputElement) => {
    const { checked, disabled } = radio;
    const setAway = (isAway: boolean) => {
      // The shopper may have chosen another one meanwhile, which in the list may stand beside the form.
      const isLeft = ![...form.elements].some((it) => it.matches('[name=registrationId]:checked'));
      row.toggleAttribute('data-removing', isAway);
      radio.disabled = isAway || disabled;
      radio.checked = checked && !isAway && isLeft;
      choose();
    };
    setAway(true);
    if (await mayGoOn('onDeleteRegistration', form, radio.value)) {
      // A payment with it that had no answer is not asked for again.
      onEdit();
      removed.value = [...removed.value, radio.value];
      announce(state, state.text({ key: 'removed' }));
    } else {
      setAway(false);
      showMessage(state, { key: 'removeFailed' });
    }
  };
  // In whatever the gateway says later, too: the merchant's server may keep it for other pages.
  scope.follow(() => {
    const { value: terms } = state.terms;
    const registrations = terms?.registrations?.filter(({ id }) => !removed.value.includes(id));
    if (registrations && registrations.length !== terms?.registrations?.length) {
      state.terms.value = { ...terms, registrations } as Terms;
    }
  });
  form.addEventListener('click', ({ target }) => {
    const step = (target as HTMLElement).dataset['removal'];
    const row = (target as Element).closest<HTMLElement>('.wpwl-group-registration');
    const radio = row?.querySelector('input');
    const isReady = state.phase.peek() === 'ready' && !row?.matches('[data-removing]');
    if (!step || !row || !radio || !isReady) return;
    const isAsked = step === 'ask';
    // One question at a time: that of another card closes.
    for (const part of form.querySelectorAll<HTMLElement>(`${ASK},.wpwl-removal-question`)) {
      part.hidden = part.matches(ASK) === (isAsked && row.contains(part));
    }
    row.querySelector<HTMLElement>(isAsked ? '[data-removal=confirm]' : ASK)?.focus();
    if (step === 'confirm') void remove(row, radio);
  });

  const box = document.createElement('div');
  box.id = 'wpwl-registrations';
  box.append(host);
  // What waits for the shopper at the bank is said in the card form.
  isCollapsed.value = isOn('registrations', 'hideInitialPaymentForms') && !data?.unconfirmed;
  // Out of the form: pages look for its one button.
  const others = form.querySelector<HTMLElement>('[data-action="show-initial-forms"]');
  if (others) host.append(others);
  others?.addEventListener('click', () => {
    isCollapsed.value = false;
  });
  scope.follow(() => {
    const isWanted = !option('hideOtherPaymentButton');
    if (!isCollapsed.value || !isWanted) others?.remove();
  });
  scope.atEnd(() => box.remove());
  return { ...rendered, box, isOffered: () => true };
}

/** The form of a brand that is no card: what it asks for, and one button that leads there, or pays. */
import { computed, signal } from '@preact/signals';
import { isPrepayment, shapeOf } from '../../../contract/is-other-brand.ts';
import { drawBefore } from '../form/draw.ts';
import type { FormContext, FormInstance } from '../form/form-instance.ts';
import type { FormState } from '../form/form-state.ts';
import { createIbanField } from '../form/frames/frame-field.ts';
import { checkoutUrl } from '../form/gateway-client.ts';
import { keepPlaces } from '../form/places.tsx';
import { createRenderedForm } from '../form/rendered-form.tsx';
import { note } from '../interface/console-note.ts';
import { isOn, option, rawOption } from '../interface/options.ts';
import { type AskShopper, prepareWallet, type Settle } from './device-wallet.ts';

/** Paid with one touch. */
const EXPRESS = /^((APPLE|GOOGLE)PAY|PAYPAL)$/;

export function createWalletForm(
  context: FormContext,
  state: FormState,
  code: string,
): FormInstance {
  const { scope, environment } = context;
  const family = isPrepayment(code) ? 'prepayment' : 'virtualAccount';
  const containerKey = /^DIRECT/.test(code) ? 'directDebit' : `${family}-${code}`;
  const brand = computed(() => state.data.value?.brands[code]);
  /** False where the shopper's device has no such wallet; in the classic form also until that is known. */
  const isThere = signal(true);
  let ask: AskShopper | undefined;
  let settle: Settle | undefined;
  // With something to choose before, it is a way to pay like others.
  const isExpress = EXPRESS.test(code) && !isOn('registrations', 'offerToStore');
  const isShort = state.isList && isExpress;
  const rendered = createRenderedForm(context, state, {
    containerKey,
    isShort,
    classes: `wpwl-form-${containerKey}`,
    buttonClass: '',
    submits: containerKey,
    submitText() {
      // In the language that the form speaks by now.
      const { name = '' } = state.terms.value?.brands[code] ?? {};
      return { key: 'payWith', values: { brand: name } };
    },
    beforeSubmit: () => `onBeforeSubmit${brand.value?.family ?? 'VirtualAccount'}`,
    async askFirst() {
      if (!brand.value?.wallet) return true;
      const given = await ask?.();
      settle = given?.settle;
      form.querySelector('[name$=Token]')?.setAttribute('value', given?.token ?? '');
      return Boolean(given);
    },
    onOutcome(isPaid) {
      try {
        settle?.(isPaid);
      } catch {
        // The sheet is over; what came of the payment is said all the same.
      }
    },
  });
  const { form, nodes } = rendered;
  const { message } = nodes;
  drawBefore(scope, message, <input type="hidden" name="paymentBrand" value={code} />);

  // In the list its row has the name.
  const heading = state.isList ? '' : 'T';
  const bic = containerKey === 'directDebit' && option('displayBic') ? 'F' : '';
  // Who stays in the page is told nothing of leaving it.
  const staysHere = [rawOption('inlineFlow')].flat().includes(code);
  const shape = heading + bic + shapeOf(code);
  keepPlaces(scope, state, message, staysHere ? shape.replace('N', '') : shape);

  let isDrawn = false;
  scope.follow(() => {
    const { inputs, formClass = '', buttonClass = '', wallet } = brand.value ?? {};
    if (!inputs || isDrawn) return;
    isDrawn = true;
    form.className += ` ${formClass}`;
    nodes.button.className += ` ${buttonClass}`;
    rendered.draw(inputs);
    const iban = form.querySelector<HTMLElement>('.wpwl-wrapper-accountIban');
    if (iban) rendered.frames.push(rendered.addFrame(createIbanField, iban));
    if (isShort || wallet) nodes.button.prepend(...form.querySelectorAll('.wpwl-brand'));
    if (wallet) {
      // In the list its place is kept, so that nothing moves.
      isThere.value = state.isList;
      nodes.button.disabled = true;
      // A refresh may bring another amount.
      const now = () => state.terms.peek()?.brands[code]?.wallet ?? wallet;
      prepareWallet(now, form, () => checkoutUrl(environment, wallet.resource))
        .catch(() => undefined)
        .then((found) => {
          ask = found;
          nodes.button.disabled = false;
          isThere.value = Boolean(found);
          if (!found) note('noWallet', code);
        });
    }
  });

  return {
    ...rendered,
    isExpress,
    isOffered: (data) => data.brands[code] !== undefined && isThere.value,
  };
}

/** The card form: brand, number, expiry date, CVV, holder, and what a page may want besides. */
import { followBin } from '../blocks/bin-look-up.ts';
import { followExtras } from '../blocks/card-extras.tsx';
import { callBack } from '../callbacks.ts';
import { draw } from '../draw.ts';
import { paymentUrl } from '../gateway.ts';
import { option } from '../options.ts';
import { followBrand } from './brand-choice.tsx';
import { CardFields, type CardNodes } from './card-fields.tsx';
import { createExpiryField } from './expiry-field.ts';
import { followError } from './field-hint.ts';
import type { PageField } from './form-field.ts';
import { type FormState, showMessage } from './form-state.ts';
import { createCvvField, createNumberField, type FrameField } from './frame-field.ts';
import { createHolderField } from './holder-field.ts';
import { createHost, type FormContext, type PlacedForm, placeForm } from './placed-form.ts';
import { createSubmitter } from './submit-payment.ts';

export function createCardForm(context: FormContext, state: FormState): PlacedForm {
  const { scope, environment, session, resultUrl } = context;
  const host = createHost('card');
  const submit = environment.resource === 'payment' ? 'submit' : 'registerSubmit';
  const nodes = draw<CardNodes>(scope, host, (keep) => (
    <CardFields
      id={host.id}
      action={paymentUrl(environment)}
      resultUrl={resultUrl}
      submitText={() => ({ key: submit })}
      state={state}
      keep={keep}
    />
  ));
  const { form } = nodes;
  context.place(host);

  const onEdit = () => submitter.forget();
  const frameOptions = frameEvents(context, state, { form, onEdit });
  const frames: FrameField[] = [];
  const add = (field: FrameField) => {
    frames.push(field);
    context.frames.push(field);
    followError(scope, state, field, host.id);
  };
  add(createNumberField({ ...frameOptions, wrapper: nodes.numberWrapper }));
  const inputs: PageField[] = [
    createExpiryField({ state, nodes, now: session.now, onEdit }),
    createHolderField({ state, nodes, onEdit }),
  ];
  const submitter = createSubmitter({ ...session, state, environment, form, frames, inputs });

  const { cvvWrapper: wrapper } = nodes;
  // The browser takes as long to begin with a frame as the script with all else of the form.
  void scope.later(() => {
    if (wrapper) add(createCvvField({ ...frameOptions, wrapper }));
    followBrand(scope, state, nodes);
    followBin(scope, state, environment, form);
    for (const field of inputs) followError(scope, state, field, host.id);
    followExtras(nodes, inputs, { scope, state, id: host.id, onEdit });
  });
  return {
    ...placeForm(context, host, { state, nodes, submitter }),
    containerKey: 'card',
    isOffered: () => state.offered.value.length > 0,
  };
}

/** What the fields in frames ask of the form around them. */
export function frameEvents(
  { scope, environment, frames }: FormContext,
  state: FormState,
  { form, onEdit }: { readonly form: HTMLFormElement; readonly onEdit: () => void },
) {
  const forgetFailure = () => {
    if (state.message.peek()?.key === 'fieldsFailed') state.message.value = undefined;
  };
  return {
    scope,
    state,
    environment,
    onEdit,
    onSubmit: () => !option('disableSubmitOnEnter') && form.requestSubmit(),
    onReady: forgetFailure,
    onFailure() {
      const retry = () => {
        forgetFailure();
        reloadFrames(frames);
      };
      // While the form itself is not there, its own way to try again brings the frames as well.
      if (!state.data.peek()) return;
      showMessage(state, { key: 'fieldsFailed', retry });
      const message = 'A card field did not load';
      callBack('onError', form, { name: 'PciIframeCommunicationError', message });
    },
  };
}

export const reloadFrames = (frames: readonly FrameField[]): void => {
  for (const frame of frames) if (!frame.isReady()) frame.reload();
};

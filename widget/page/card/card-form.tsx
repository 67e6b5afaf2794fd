/** The card form: brand, number, expiry date, CVV, holder, and what a page may want besides. */

import { draw } from '../form/draw.ts';
import { followError } from '../form/field-hint.ts';
import type { PageField } from '../form/form-field.ts';
import {
  attachForm,
  createHost,
  type FormContext,
  type FormInstance,
} from '../form/form-instance.ts';
import type { FormState } from '../form/form-state.ts';
import { frameEvents } from '../form/frames/frame-events.ts';
import { createCvvField, createNumberField, type FrameField } from '../form/frames/frame-field.ts';
import { paymentUrl } from '../form/gateway-client.ts';
import { keepPlaces } from '../form/places.tsx';
import { createSubmitter } from '../form/submit/submit-payment.ts';
import { followBin } from './bin-look-up.ts';
import { brandObjection, followBrand } from './brand-choice.tsx';
import { asksCvv, CardFields, type CardNodes } from './card-fields.tsx';
import { createExpiryField } from './expiry-field.ts';
import { createHolderField } from './holder-field.ts';
import { followOptionalFields, optionalShape } from './optional-fields.tsx';

export function createCardForm(context: FormContext, state: FormState): FormInstance {
  const { scope, environment, session, resultUrl } = context;
  const host = createHost('card', state);
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
  keepPlaces(scope, state, nodes.message, optionalShape());
  context.place(host);

  const onEdit = () => submitter.forget();
  const frameOptions = frameEvents(context, state, { form, onEdit });
  const add = (field: FrameField) => {
    context.frames.push(field);
    followError(scope, state, field, host.id);
    return field;
  };
  const objection = () => brandObjection(state);
  const number = { ...frameOptions, wrapper: nodes.numberWrapper, objection };
  const frames = [add(createNumberField(number))];
  let cvv: FrameField | undefined;
  scope.follow(() => {
    frames.length = 1;
    if (!asksCvv(state)) return;
    cvv ??= add(createCvvField({ ...frameOptions, wrapper: nodes.cvvWrapper }));
    frames.push(cvv);
  });
  const inputs: PageField[] = [
    createExpiryField({ state, nodes, now: session.now, onEdit }),
    createHolderField({ state, nodes, onEdit }),
  ];
  const submitter = createSubmitter({ ...session, state, environment, form, frames, inputs });

  // The browser takes as long to begin with a frame as the script with all else of the form.
  void scope.later(() => {
    followBrand(scope, state, nodes);
    followBin(scope, state, environment, form);
    for (const field of inputs) followError(scope, state, field, host.id);
    followOptionalFields(nodes, inputs, { scope, state, id: host.id, onEdit });
  });
  return {
    ...attachForm(context, host, { state, nodes, submitter }),
    containerKey: 'card',
    isOffered: () => state.offered.value.length > 0,
  };
}

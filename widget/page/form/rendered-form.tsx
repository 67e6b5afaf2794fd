/** A form that is not the card's: stored cards, and brands that are no cards. */
import type { TreeElement } from '../../../contract/form-tree.ts';
import { mayGoOn } from '../interface/callbacks.ts';
import { drawLogos } from './brand-logos.tsx';
import { draw, drawBefore } from './draw.ts';
import { followError } from './field-hint.ts';
import type { PageField } from './form-field.ts';
import { attachForm, createHost, type FormContext, type FormInstance } from './form-instance.ts';
import { FormShell, type ShellNodes, type ShellOptions } from './form-shell.tsx';
import type { FormState } from './form-state.ts';
import { frameEvents } from './frames/frame-events.ts';
import type { FrameField, FrameFieldOptions } from './frames/frame-field.ts';
import { paymentUrl } from './gateway-client.ts';
import { RenderedFields } from './rendered-fields.tsx';
import { renderedInputs } from './rendered-inputs.ts';
import { createSubmitter, type SubmitOptions } from './submit/submit-payment.ts';

export interface RenderedFormOptions extends Omit<ShellOptions, 'action' | 'resultUrl'> {
  readonly containerKey: string;
  /** Asks the page whether the form may be sent. */
  readonly beforeSubmit: () => `onBefore${string}`;
  /** Before that: asks the shopper's device. False where the shopper has cancelled. */
  readonly askFirst?: () => Promise<boolean>;
  readonly onOutcome?: SubmitOptions['onOutcome'];
}

export interface RenderedForm extends Omit<FormInstance, 'isOffered'> {
  readonly nodes: ShellNodes;
  /** Of this form; those that are added are sealed with it. */
  readonly frames: FrameField[];
  /** Puts a field in a frame into the form; {@link RenderedForm.frames} says whether it is sealed. */
  readonly addFrame: (
    create: (options: FrameFieldOptions) => FrameField,
    wrapper: HTMLElement,
  ) => FrameField;
  readonly onEdit: () => void;
  /** Draws what the gateway described. */
  readonly draw: (elements: readonly TreeElement[]) => void;
}

export function createRenderedForm(
  context: FormContext,
  state: FormState,
  options: RenderedFormOptions,
): RenderedForm {
  const { scope, environment, session, resultUrl } = context;
  const { containerKey, beforeSubmit, askFirst, onOutcome, ...shell } = options;
  const host = createHost(containerKey, state);
  const { id } = host;
  const action = paymentUrl(environment);
  const nodes = draw<ShellNodes>(scope, host, (keep) => (
    <FormShell {...shell} action={action} resultUrl={resultUrl} state={state} keep={keep} />
  ));
  const inputs: PageField[] = [];
  const frames: FrameField[] = [];
  const { form } = nodes;
  const submitter = createSubmitter({
    ...session,
    state,
    environment,
    form,
    frames,
    inputs,
    onOutcome,
    async maySubmit(self, event) {
      return (!askFirst || (await askFirst())) && mayGoOn(beforeSubmit(), self, event);
    },
  });
  const onEdit = submitter.forget;

  return {
    ...attachForm(context, host, { state, nodes, submitter }),
    containerKey,
    nodes,
    frames,
    addFrame(create, wrapper) {
      const field = create({ ...frameEvents(context, state, { form, onEdit }), wrapper });
      followError(scope, state, field, id);
      context.frames.push(field);
      return field;
    },
    onEdit,
    draw(elements) {
      const fields = <RenderedFields elements={elements} state={state} id={id} />;
      drawBefore(scope, nodes.message, fields);
      drawLogos(form.querySelectorAll<HTMLElement>('.wpwl-brand'), state.data.peek());
      inputs.push(...renderedInputs(form, { scope, state, id, onEdit }));
    },
  };
}

/** A form that is not the card's: stored cards, and brands that are no cards. */
import type { TreeElement } from '../../../contract/form-tree.ts';
import { type CallbackArguments, mayGoOn } from '../callbacks.ts';
import { BrandLogos } from '../card-form/brand-logos.tsx';
import type { PageField } from '../card-form/form-field.ts';
import { FormShell, type ShellNodes, type ShellOptions } from '../card-form/form-shell.tsx';
import type { FormState } from '../card-form/form-state.ts';
import type { FrameField } from '../card-form/frame-field.ts';
import {
  createHost,
  type FormContext,
  type PlacedForm,
  placeForm,
} from '../card-form/placed-form.ts';
import { createSubmitter } from '../card-form/submit-payment.ts';
import { draw, drawAnew, drawApart } from '../draw.ts';
import { paymentUrl } from '../gateway.ts';
import { RenderedFields } from './rendered-fields.tsx';
import { treeFields } from './tree-fields.ts';

export interface BlockFormOptions extends Omit<ShellOptions, 'action' | 'resultUrl'> {
  readonly containerKey: string;
  /** Asks the page whether the form may be sent. */
  readonly beforeSubmit: Extract<keyof CallbackArguments, `onBefore${string}`>;
}

export interface BlockForm extends Omit<PlacedForm, 'isOffered'> {
  readonly nodes: ShellNodes;
  /** Of this form; those that are added are sealed with it. */
  readonly frames: FrameField[];
  readonly onEdit: () => void;
  /** Draws what the gateway described. */
  readonly draw: (trees: readonly TreeElement[]) => void;
}

export function createBlockForm(
  context: FormContext,
  state: FormState,
  options: BlockFormOptions,
): BlockForm {
  const { scope, environment, session, resultUrl } = context;
  const { containerKey, beforeSubmit, ...shell } = options;
  const host = createHost(containerKey);
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
    maySubmit: (self, event) => mayGoOn(beforeSubmit, self, event),
  });
  const onEdit = submitter.forget;

  return {
    ...placeForm(context, host, { state, nodes, submitter }),
    containerKey,
    nodes,
    frames,
    onEdit,
    draw(trees) {
      const fields = <RenderedFields trees={trees} state={state} id={id} />;
      nodes.message.before(...drawApart(scope, fields));
      for (const picture of form.querySelectorAll<HTMLElement>('.wpwl-brand')) {
        const codes = [picture.dataset['brand'] ?? ''];
        drawAnew(picture, <BrandLogos codes={codes} data={state.data.peek()} />);
      }
      inputs.push(...treeFields(form, { scope, state, id, onEdit }));
    },
  };
}

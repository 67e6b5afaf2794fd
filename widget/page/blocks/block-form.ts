/** A form that is not the card's: stored cards, and brands that are no cards. */
import type { TreeElement } from '../../../contract/form-tree.ts';
import { type CallbackArguments, mayGoOn } from '../callbacks.ts';
import { drawLogos } from '../card-form/brand-logo.ts';
import type { PageField } from '../card-form/form-field.ts';
import { buildShell, type ShellNodes, type ShellOptions } from '../card-form/form-shell.ts';
import type { FormState } from '../card-form/form-state.ts';
import type { FrameField } from '../card-form/frame-field.ts';
import {
  createHost,
  type FormContext,
  type PlacedForm,
  placeForm,
} from '../card-form/placed-form.ts';
import { createSubmitter } from '../card-form/submit-payment.ts';
import { paymentUrl } from '../gateway.ts';
import { treeBuilder } from './build-tree.ts';
import { treeFields } from './tree-fields.ts';

export interface BlockFormOptions extends Omit<ShellOptions, 'id' | 'action'> {
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
  const { scope, environment, session } = context;
  const { containerKey, beforeSubmit } = options;
  const host = createHost(containerKey);
  const { id } = host;
  const nodes = buildShell(scope, state, { ...options, id, action: paymentUrl(environment) });
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
    // A control that is read-only is never invalid, so none is made that while it is sent.
    ...placeForm(context, host, { state, nodes, submitter, controls: [] }),
    containerKey,
    nodes,
    frames,
    onEdit,
    draw(trees) {
      nodes.message.before(...trees.map(treeBuilder(scope, state, id)));
      for (const picture of form.querySelectorAll<HTMLElement>('.wpwl-brand')) {
        picture.append(...drawLogos([picture.dataset['brand'] ?? ''], state.data.peek()));
      }
      inputs.push(...treeFields(form, { scope, state, id, onEdit }));
    },
  };
}

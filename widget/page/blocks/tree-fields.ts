/** The fields of a form among what the gateway described: judged by the browser's own rules. */
import { signal } from '@preact/signals';
import { followError } from '../card-form/field-hint.ts';
import type { PageField } from '../card-form/form-field.ts';
import type { FormState } from '../card-form/form-state.ts';
import { judgeOnBlur } from '../card-form/page-field.ts';
import { isShown } from '../is-shown.ts';
import type { Scope } from '../scope.ts';

export interface TreeFieldOptions {
  readonly scope: Scope;
  readonly state: FormState;
  /** Begins the ids of the form. */
  readonly id: string;
  readonly onEdit: () => void;
}

type Control = HTMLInputElement | HTMLSelectElement;

export const treeFields = (root: HTMLElement, options: TreeFieldOptions): PageField[] =>
  [...root.querySelectorAll<Control>('[data-error]')].map((control) => {
    const { scope, state, id, onEdit } = options;
    const { error: key = '', label = '', brand = '' } = control.dataset;
    const field: PageField = {
      key: control.name,
      label,
      hint: key,
      error: signal(undefined),
      control,
      focus: () => control.focus(),
      // What the page has put away is not asked for.
      check: () =>
        control.checkValidity() || !isShown(control) ? undefined : { key, values: { brand } },
    };
    judgeOnBlur(field, { onEdit });
    followError(scope, state, field, id);
    return field;
  });

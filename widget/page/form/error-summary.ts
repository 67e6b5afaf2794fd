/** Several errors at once: each at its field, all of them said in one sentence, the first one focused. */

import type { FormField } from './form-field.ts';
import { announce, type FormState } from './form-state.ts';
import type { TextRef } from './texts.ts';

/** Pages move the groups about: the place where a field stands now counts. */
const byPlace = ({ control: a }: FormField, { control: b }: FormField) =>
  a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;

export function showErrors(state: FormState, errors: ReadonlyMap<FormField, TextRef>): void {
  for (const [field, error] of errors) field.error.value = error;
  const fields = [...errors.keys()].sort(byPlace);
  const names = fields.map(({ label }) => state.text({ key: label }));
  const list = new Intl.ListFormat(state.language.peek()?.language ?? 'en').format(names);
  const values = { count: fields.length, fields: list };
  announce(state, state.text({ key: 'errorSummary', values }));
  fields.at(0)?.focus();
}

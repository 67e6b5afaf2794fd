import { html } from '../../html.ts';
import {
  ADDRESS_FIELDS,
  type Address,
  type AddressKind,
  DELIVERY_COUNTRIES,
} from '../shop/delivery.ts';
import type { Language, TextKey } from '../shop/languages.ts';

export interface FieldContext {
  readonly language: Language;
  /** By the name of a field, the text that says what is wrong with it. */
  readonly errors: ReadonlyMap<string, TextKey>;
}

export interface Field {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly autocomplete: string;
  readonly type?: 'text' | 'email';
}

/** What is wrong stands beside the field. */
export const field = (
  { name, label, value, autocomplete, type = 'text' }: Field,
  context: FieldContext,
) => html`
<p class="field" data-field="${name.replace(/.*\./, '')}">
<label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="${type}" dir="${type === 'email' ? 'ltr' : 'auto'}" value="${value}" autocomplete="${autocomplete}"${invalid(name, context)}>
${errorLine(name, context)}
</p>`;

/** Where the family's name is said first. */
const SURNAME_FIRST = ['cn', 'hu', 'ja', 'ko'];

function inOrderOf({ code }: Language): readonly (typeof ADDRESS_FIELDS)[number][] {
  const [givenName, surname, ...others] = ADDRESS_FIELDS;
  return SURNAME_FIRST.includes(code) ? [surname, givenName, ...others] : ADDRESS_FIELDS;
}

export const addressFields = (kind: AddressKind, address: Address, context: FieldContext) =>
  inOrderOf(context.language).map(({ name, label, autocomplete }) => {
    const asField = {
      name: `${kind}.${name}`,
      label: context.language.text(label),
      value: address[name],
      autocomplete: `${kind} ${autocomplete}`,
    };
    return name === 'country' ? countryField(asField, context) : field(asField, context);
  });

const countryField = ({ name, label, value, autocomplete }: Field, context: FieldContext) => html`
<p class="field" data-field="country">
<label for="${name}">${label}</label>
<select id="${name}" name="${name}" autocomplete="${autocomplete}"${invalid(name, context)}>
${!DELIVERY_COUNTRIES.includes(value) && html`<option value="">${context.language.text('billingCountryPlaceholder')}</option>`}
${countriesIn(context.language).map(
  ([code, country]) =>
    html`<option value="${code}"${code === value && html` selected`}>${country}</option>`,
)}
</select>
${errorLine(name, context)}
</p>`;

/** The first field that is wrong has the focus. */
const invalid = (name: string, { errors }: FieldContext) =>
  errors.has(name) &&
  html` aria-invalid="true" aria-describedby="${name}.error"${[...errors.keys()][0] === name && html` autofocus`}`;

function errorLine(name: string, { errors, language }: FieldContext) {
  const key = errors.get(name);
  return key && html`<span class="field-error" id="${name}.error">${language.text(key)}</span>`;
}

/** In the order of the language. */
function countriesIn({ tag }: Language): readonly (readonly [code: string, name: string])[] {
  const names = new Intl.DisplayNames([tag], { type: 'region' });
  const order = new Intl.Collator(tag);
  return DELIVERY_COUNTRIES.map((code) => [code, names.of(code) ?? code] as const).sort(
    ([, one], [, other]) => order.compare(one, other),
  );
}

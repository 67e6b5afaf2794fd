/** Which fields of the card stand where, and how wide. */
import { CARD_FIELDS, FIELD_WIDTHS, type PlacedField } from '../../contract/design-options.ts';
import { redesign, view } from '../design/history.ts';

type Name = PlacedField['name'];

/** Without these nothing can be paid: they are there, named or not. */
const NEEDED: readonly Name[] = ['brand', 'cardNumber', 'expiryDate'];
const USUAL: readonly PlacedField[] = CARD_FIELDS.map((name) => ({ name }));

const place = (fields: readonly PlacedField[]): void => redesign({ fields });

function earlier(fields: readonly PlacedField[], at: number): void {
  const [field] = fields.slice(at, at + 1);
  const [before] = fields.slice(at - 1, at);
  if (field && before) place([...fields.slice(0, at - 1), field, before, ...fields.slice(at + 1)]);
}

function toggle(fields: readonly PlacedField[], name: Name): void {
  const others = fields.filter((each) => each.name !== name);
  place(others.length < fields.length ? others : [...fields, { name }]);
}

export function CardFields() {
  const own = view.value.design.fields;
  const unnamed = USUAL.filter(({ name }) => !own.some((each) => each.name === name));
  // As the form has it: what is needed and not named stands first.
  const needed = unnamed.filter(({ name }) => NEEDED.includes(name));
  const fields = own.length > 0 ? [...needed, ...own] : USUAL;
  const missing = USUAL.filter(({ name }) => !fields.some((each) => each.name === name));
  return (
    <details class="card-fields">
      <summary>Fields</summary>
      <ul class="brands">
        {[...fields, ...missing].map((field, at) => {
          const { name, width } = field;
          const isShown = at < fields.length;
          return (
            <li key={name}>
              <label>
                <input
                  type="checkbox"
                  checked={isShown}
                  disabled={NEEDED.includes(name)}
                  onChange={() => toggle(fields, name)}
                />{' '}
                {name}
              </label>
              {isShown && (
                <select
                  aria-label={`Width of ${name}`}
                  value={width ?? ''}
                  onChange={({ currentTarget }) => {
                    const wanted = FIELD_WIDTHS.find((each) => each === currentTarget.value);
                    const changed = { name, ...(wanted && { width: wanted }) };
                    place(fields.map((each) => (each.name === name ? changed : each)));
                  }}
                >
                  <option value="">usual</option>
                  {FIELD_WIDTHS.map((each) => (
                    <option key={each}>{each}</option>
                  ))}
                </select>
              )}
              {isShown && at > 0 && (
                <button
                  type="button"
                  aria-label={`${name} earlier`}
                  onClick={() => earlier(fields, at)}
                >
                  ↑
                </button>
              )}
            </li>
          );
        })}
      </ul>
      <button type="button" disabled={own.length === 0} onClick={() => place([])}>
        As usual
      </button>
    </details>
  );
}

/** Which fields of the card stand where, and how wide. */
import { useState } from 'preact/hooks';
import { CARD_FIELDS, FIELD_WIDTHS, type PlacedField } from '../../contract/design-options.ts';
import { redesign, view } from '../design/history.ts';
import { Button, Earlier } from './button.tsx';

type Name = PlacedField['name'];

/** Without these nothing can be paid: they are there, named or not. */
const NEEDED: readonly Name[] = ['brand', 'cardNumber', 'expiryDate'];
const USUAL: readonly PlacedField[] = CARD_FIELDS.map((name) => ({ name }));

const put = (fields: readonly PlacedField[]): void => redesign({ fields });

function earlier(fields: readonly PlacedField[], at: number): void {
  const [field] = fields.slice(at, at + 1);
  const [before] = fields.slice(at - 1, at);
  if (field && before) put([...fields.slice(0, at - 1), field, before, ...fields.slice(at + 1)]);
}

function toggle(fields: readonly PlacedField[], name: Name): void {
  const others = fields.filter((each) => each.name !== name);
  put(others.length < fields.length ? others : [...fields, { name }]);
}

export function CardFields() {
  const [moved, setMoved] = useState<Name>();
  const own = view.value.design.fields;
  const unnamed = USUAL.filter(({ name }) => !own.some((each) => each.name === name));
  // As the form has it: what is needed and not named stands first.
  const needed = unnamed.filter(({ name }) => NEEDED.includes(name));
  const fields = own.length > 0 ? [...needed, ...own] : USUAL;
  const missing = USUAL.filter(({ name }) => !fields.some((each) => each.name === name));
  const place = fields.findIndex(({ name }) => name === moved) + 1;
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
                    put(fields.map((each) => (each.name === name ? changed : each)));
                  }}
                >
                  <option value="">usual</option>
                  {FIELD_WIDTHS.map((each) => (
                    <option key={each}>{each}</option>
                  ))}
                </select>
              )}
              {isShown && (
                <Earlier
                  name={name}
                  at={at}
                  onPress={() => {
                    earlier(fields, at);
                    setMoved(name);
                  }}
                />
              )}
            </li>
          );
        })}
      </ul>
      <p class="hidden-text" role="status">
        {place > 0 && `${moved} is ${place} of ${fields.length}.`}
      </p>
      <Button isOff={own.length === 0} onPress={() => put([])} label="Fields as usual">
        As usual
      </Button>
    </details>
  );
}

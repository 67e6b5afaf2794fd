/**
 * A card of two brands: the shopper decides (Regulation (EU) 2015/751, article 8), between radio
 * buttons that show both alike. They stand after the number, wherever the page has moved that.
 */
import { computed, type ReadonlySignal } from '@preact/signals';
import { BrandLogos } from '../form/brand-logos.tsx';
import { drawAnew } from '../form/draw.ts';
import { announce, type FormState } from '../form/form-state.ts';
import type { Scope } from '../form/scope.ts';
import type { CardNodes } from './card-fields.tsx';

interface Choice {
  /** Brands that the number may be of, the one that goes first first. */
  readonly detected: ReadonlySignal<readonly string[]>;
  /** '' lets the number decide again. */
  readonly choose: (code: string) => void;
}

interface BrandChoicesProps extends Pick<Choice, 'choose'> {
  readonly state: FormState;
  readonly codes: readonly string[];
  readonly label: ReadonlySignal<string>;
  /** Of the radio buttons. */
  readonly name: string;
}

function BrandChoices({ state, codes, label, name, choose }: BrandChoicesProps) {
  const data = state.data.peek();
  return (
    <div class="wpwl-choices" role="radiogroup" aria-label={label}>
      {codes.map((code) => (
        <label key={code} class="wpwl-choice">
          <input
            type="radio"
            name={name}
            // The select is what is sent: these belong to no form.
            form=""
            value={code}
            checked={computed(() => state.brand.value === code)}
            onChange={() => choose(code)}
          />
          <BrandLogos codes={[code]} data={data} />
          {data?.brands[code]?.name ?? code}
        </label>
      ))}
    </div>
  );
}

export function offerChoice(
  scope: Scope,
  state: FormState,
  { select, numberWrapper }: Pick<CardNodes, 'select' | 'numberWrapper'>,
  { detected, choose }: Choice,
): void {
  const label = state.label('chooseBrand');
  /** Whatever is drawn here stands after the number, or nowhere. */
  const root = document.createElement('div');
  let offered = '';
  scope.atEnd(() => drawAnew(root, null));

  scope.follow(() => {
    const { value: codes } = detected;
    const open = state.bin.value && codes.length > 1 ? codes : [];
    if (String(open) === offered) return;
    // What was chosen for another card says nothing of this one.
    if (offered && state.chosen.peek()) choose('');
    offered = String(open);
    const choices = { state, codes: open, label, name: `${select.id}s`, choose };
    drawAnew(root, offered ? <BrandChoices {...choices} /> : null);
    numberWrapper.parentElement?.after(...root.childNodes);
    if (offered) announce(state, label.peek());
  });
}

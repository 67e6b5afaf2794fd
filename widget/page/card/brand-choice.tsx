/**
 * Which brand is in force: the first one offered, then the one that the number names, and from the
 * moment that the shopper uses the select, that one.
 */
import { computed } from '@preact/signals';
import type { CheckoutFormData } from '../../../contract/form-data.ts';
import { BrandLogos } from '../form/brand-logos.tsx';
import { drawAnew } from '../form/draw.ts';
import type { FormState } from '../form/form-state.ts';
import type { Scope } from '../form/scope.ts';
import type { TextRef } from '../form/texts.ts';
import { callBack } from '../interface/callbacks.ts';
import { rawOption } from '../interface/options.ts';
import type { CardNodes } from './card-fields.tsx';
import { offerChoice } from './co-badged.tsx';

type Nodes = Pick<CardNodes, 'form' | 'select' | 'brand' | 'brands' | 'numberWrapper'>;

/** The brands whose logos stand in the number field: all offered, until the number names some. */
export const shownBrands = (
  offered: readonly string[],
  candidates: readonly string[],
  chosen: string,
): readonly string[] => {
  if (chosen) return [chosen];
  return candidates.length > 0 ? candidates : offered;
};

/**
 * `brandDetectionPriority`: what the merchant wants first stands first; the rest keeps its order.
 */
export function byPriority(codes: readonly string[]): readonly string[] {
  const wanted = rawOption('brandDetectionPriority');
  if (!Array.isArray(wanted)) return codes;
  const rank = (code: string) => (wanted.includes(code) ? wanted.indexOf(code) : wanted.length);
  return [...codes].sort((a, b) => rank(a) - rank(b));
}

/** In the list of ways to pay: the number is of a brand that is not offered, so its digits may be right. */
export function brandObjection({ bin, candidates, offered, data }: FormState): TextRef | undefined {
  const { brands = {}, otherNames = {}, language } = data.peek() ?? {};
  const codes = offered.peek();
  const [code = ''] = candidates.peek();
  const name = otherNames[code];
  // Fewer digits than six name a brand that further ones may unsay.
  const isCertain = bin.peek() && !candidates.peek().some((other) => codes.includes(other));
  if (!name || !isCertain) return undefined;
  const names = codes.map((offeredCode) => brands[offeredCode]?.name ?? offeredCode);
  const list = new Intl.ListFormat(language, { type: 'disjunction' }).format(names);
  const values = { brand: name, brands: list };
  return { key: 'cardNumberError', variant: 'brandNotAccepted', values };
}

/** Three things to press have room in the number's field on any phone. */
const MOST_LOGOS = 3;

function fillSelect({ select }: Nodes, codes: readonly string[], data?: CheckoutFormData): void {
  const { value } = select;
  select.replaceChildren(
    ...codes.map((code) => new Option(data?.brands[code]?.name ?? code, code)),
  );
  if (codes.includes(value)) select.value = value;
}

/** Keeps the select, the logos and the state in step. */
export function followBrand(scope: Scope, state: FormState, nodes: Nodes): void {
  const { follow } = scope;
  const { select, brand: box, brands } = nodes;
  const { candidates, offered } = state;
  const detected = computed(() =>
    byPriority(candidates.value.filter((code) => offered.value.includes(code))),
  );
  let boxClass = '';

  const choose = () => {
    state.chosen.value = select.value;
    state.brand.value = select.value;
  };
  select.addEventListener('change', choose);

  follow(() => fillSelect(nodes, offered.value, state.data.value));

  follow(() => {
    const [first] = detected.value;
    const { isList, bin, chosen } = state;
    // A logo is soon pressed by mistake; six digits know better.
    if (isList && bin.value && first && !detected.value.includes(chosen.value)) chosen.value = '';
    if (!first || chosen.value) return;
    select.value = first;
    state.brand.value = first;
  });

  follow(() => {
    const code = state.brand.value || 'GENERIC';
    if (boxClass) box.classList.remove(boxClass);
    boxClass = `wpwl-brand-${code}`;
    box.classList.add(boxClass);
    drawAnew(box, <BrandLogos codes={[code]} data={state.data.value} />);
  });

  follow(() => {
    const { bin, isList, chosen, data } = state;
    const all = shownBrands(offered.value, detected.value, isList ? '' : chosen.value);
    // A number of another brand has the room for itself. Logos, and what holds them in their place,
    // come with the data.
    const shown = data.value && !(isList && bin.value && brandObjection(state)) ? all : [];
    const isCut = isList && shown.length > MOST_LOGOS;
    const first = isCut ? shown.slice(0, MOST_LOGOS - 1) : shown;
    drawAnew(
      brands,
      <>
        {isList ? (
          first.map((code) => (
            <span
              key={code}
              data-brand={code}
              data-faded={chosen.value && code !== chosen.value ? '' : undefined}
            >
              <BrandLogos codes={[code]} data={data.value} />
            </span>
          ))
        ) : (
          <BrandLogos codes={first} data={data.value} />
        )}
        {isCut && <b dir="ltr">+{shown.length - first.length}</b>}
      </>,
    );
  });
  if (state.isList) {
    // Not a tab stop more: the keyboard, and who hears the page, have the select before the number.
    brands.addEventListener('mousedown', (event) => event.preventDefault());
    brands.addEventListener('click', ({ target }) => {
      const code = (target as Element).closest('span')?.dataset['brand'];
      if (!code) return select.focus();
      select.value = code;
      choose();
    });
  }

  follow(() => {
    if (state.data.value) callBack('onChangeBrand', nodes.form, state.brand.value);
  });

  offerChoice(scope, state, nodes, {
    detected,
    choose(code) {
      select.value = code;
      if (code) choose();
      else state.chosen.value = '';
    },
  });

  follow(() => {
    const codes = new Set([...detected.value, ...candidates.value]);
    if (state.data.value) callBack('onDetectBrand', nodes.form, [...codes], state.brand.peek());
  });
}

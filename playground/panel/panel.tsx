/** All that can be changed of a design, and of how it is looked at. */
import {
  DENSITIES,
  ICONS,
  LABEL_POSITIONS,
  LAYOUTS,
  SCHEMES,
  TEXT_SIZES,
} from '../../contract/design-options.ts';
import type { Theme } from '../../contract/design-tokens.ts';
import { LANGUAGE_CODES, WIDTHS } from '../design/design.ts';
import { redesign, show, view } from '../design/history.ts';
import { nameOfLanguage } from '../design/language-names.ts';
import { THEMES } from '../design/themes.ts';
import { STATES, stateOf } from '../previews/states.ts';
import { StyleSheetField } from '../style-sheet/style-sheet-field.tsx';
import { WordFields } from '../words/word-fields.tsx';
import { BrandFields } from './brand-fields.tsx';
import { CardFields } from './card-fields.tsx';
import { Choice, Range } from './controls.tsx';
import { Copy } from './copy.tsx';
import { TokenFields } from './token-fields.tsx';

const LANGUAGES_BY_NAME = LANGUAGE_CODES.map((code): readonly [string, string] => [
  code,
  nameOfLanguage(code),
]).sort(([, one], [, other]) => one.localeCompare(other));

const OWN = 'Own';
/** No tokens at all: the look that the form has by itself. */
const NONE: Theme = { name: 'None', tokens: {} };
const CHOICES = [...THEMES, NONE];

function ThemeChoice() {
  const { name, tokens } = view.value.design;
  const theme = CHOICES.find((each) => JSON.stringify(each.tokens) === JSON.stringify(tokens));
  return (
    <>
      <Choice
        label="Theme"
        value={theme?.name ?? OWN}
        of={[...CHOICES.map((each) => each.name), ...(theme ? [] : [OWN])]}
        onChange={(chosen) => {
          const found = CHOICES.find((each) => each.name === chosen);
          if (found) redesign({ name: found.name, tokens: found.tokens });
        }}
      />
      <label class="row">
        <span>Name</span>
        <input
          value={name}
          maxLength={60}
          onInput={({ currentTarget }) => redesign({ name: currentTarget.value }, 'name')}
        />
      </label>
    </>
  );
}

function StateChoice() {
  const state = stateOf(view.value.state);
  const number = state.byHand?.number;
  return (
    <>
      <Choice
        label="State"
        value={state.id}
        of={STATES.map(
          ({ id, name, byHand }) => [id, byHand ? `${name} (by hand)` : name] as const,
        )}
        onChange={(id) => show({ state: id })}
      />
      {state.note && <p class="quiet">{state.note}</p>}
      {state.byHand && (
        <p class="hand">
          This state needs your hand.{' '}
          {number && 'The card number is a frame of the gateway, and no page can type into it.'}{' '}
          {state.byHand.words} {number && <code>{number}</code>}{' '}
          {number && <Copy text={number} name={`number ${number}`} />}
        </p>
      )}
    </>
  );
}

export function Panel() {
  const { design, scheme, width, text } = view.value;
  return (
    <section class="panel" aria-labelledby="panel">
      <h2 id="panel" tabIndex={-1}>
        Design
      </h2>
      <ThemeChoice />
      <Choice
        label="Layout"
        value={design.layout}
        of={LAYOUTS}
        onChange={(layout) => redesign({ layout })}
      />
      <Choice
        label="Labels"
        value={design.labelPosition}
        of={LABEL_POSITIONS}
        onChange={(labelPosition) => redesign({ labelPosition })}
      />
      <Choice
        label="Density"
        value={design.density}
        of={DENSITIES}
        onChange={(density) => redesign({ density })}
      />
      <Choice
        label="Logos"
        value={design.icons}
        of={ICONS}
        onChange={(icons) => redesign({ icons })}
      />
      <Choice
        label="Language"
        value={design.locale}
        of={LANGUAGES_BY_NAME}
        onChange={(locale) => redesign({ locale })}
      />
      <BrandFields />
      <CardFields />
      <TokenFields />
      <WordFields />
      <StyleSheetField />
      <h2>Looked at</h2>
      <StateChoice />
      <Choice
        label="Scheme"
        value={scheme}
        of={SCHEMES}
        onChange={(chosen) => show({ scheme: chosen })}
      />
      <Range
        label="Width"
        unit="px"
        value={width}
        within={WIDTHS}
        step={10}
        onChange={(chosen) => show({ width: chosen }, 'width')}
      />
      <Range
        label="Text size"
        unit="%"
        value={text}
        within={TEXT_SIZES}
        step={10}
        onChange={(chosen) => show({ text: chosen }, 'text')}
      />
    </section>
  );
}

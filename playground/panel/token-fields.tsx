/** A field for each token; a colour has a swatch for the scheme that is shown, too. */
import { formatHex } from 'culori';
import { useLayoutEffect, useState } from 'preact/hooks';
import { TOKEN_NAMES, tokenProblem } from '../../contract/design-tokens.ts';
import { readColour } from '../../contract/token-rules.ts';
import { TOKENS, type TokenKind, type TokenName } from '../../contract/tokens.ts';
import { tokensOf } from '../design/design.ts';
import { redesign, view } from '../design/history.ts';
import { isBelowFloor } from './size-floor.ts';
import { colourIn } from './token-colours.ts';
import { defaultOf } from './token-defaults.ts';

const WORDS: Readonly<Record<TokenKind, string>> = {
  color: 'Colours',
  dimension: 'Sizes',
  duration: 'Motion',
  fontFamily: 'Text',
  fontWeight: 'Text',
  number: 'Text',
  shadow: 'Shadows',
};
const GROUPS = [...new Set(Object.values(WORDS))].map((title) => ({
  title,
  names: TOKEN_NAMES.filter((name) => WORDS[TOKENS[name]] === title),
}));

function change(name: TokenName, value: string): void {
  const { [name]: _, ...rest } = view.value.design.tokens;
  redesign({ tokens: value === '' ? rest : { ...rest, [name]: value } }, `token ${name}`);
}

const shownAt = (): 0 | 1 => (view.value.scheme === 'light' ? 0 : 1);
const colourAt = (name: TokenName, at: 0 | 1) => colourIn(name, at, tokensOf(view.value.design));

/** Changes a colour where it is shown, and leaves the other scheme as it is. */
function changeShown(name: TokenName, color: string): void {
  const both = shownAt() === 0 ? [color, colourAt(name, 1)] : [colourAt(name, 0), color];
  change(name, both[0] === both[1] ? color : `light-dark(${both.join(', ')})`);
}

function Swatch({ name }: { name: TokenName }) {
  const color = readColour(colourAt(name, shownAt()));
  return (
    <input
      type="color"
      aria-label={`${name}, ${view.value.scheme}`}
      value={color ? formatHex(color) : '#000000'}
      onInput={({ currentTarget }) => changeShown(name, currentTarget.value)}
    />
  );
}

const problemOf = (name: TokenName, value: string) =>
  value === '' ? undefined : tokenProblem(name, value);

function TokenField({ name }: { name: TokenName }) {
  const value = view.value.design.tokens[name] ?? '';
  /** What is typed and wrong: the design keeps what was right before. */
  const [draft, setDraft] = useState<string>();
  useLayoutEffect(() => setDraft(undefined), [value]);
  const id = `token-${name}`;
  const shown = draft ?? value;
  const problem = problemOf(name, shown);
  const isBelow = problem === undefined && isBelowFloor(name, shown);

  function handleInput(typed: string): void {
    const isWrong = problemOf(name, typed) !== undefined;
    setDraft(isWrong ? typed : undefined);
    if (!isWrong) change(name, typed);
  }

  return (
    <div class="row token">
      <label for={id}>{name}</label>
      {TOKENS[name] === 'color' && <Swatch name={name} />}
      <input
        id={id}
        value={shown}
        placeholder={defaultOf(name)}
        spellcheck={false}
        autocomplete="off"
        aria-invalid={problem !== undefined}
        aria-describedby={problem || isBelow ? `${id}-about` : undefined}
        onInput={({ currentTarget }) => handleInput(currentTarget.value)}
      />
      {problem && (
        <p class="error" id={`${id}-about`}>
          Left out: {name} {problem}; it is <q>{shown.trim()}</q>.
          {draft !== undefined && value !== '' && (
            <>
              {' '}
              The form keeps <q>{value.trim()}</q>.
            </>
          )}
        </p>
      )}
      {isBelow && (
        <p class="quiet" id={`${id}-about`}>
          The form stays at 16 px: below that, phones zoom in.
        </p>
      )}
    </div>
  );
}

export const TokenFields = () => (
  <>
    {GROUPS.map(({ title, names }) => (
      <details key={title} open={title === 'Colours'}>
        <summary>{title}</summary>
        {names.map((name) => (
          <TokenField key={name} name={name} />
        ))}
      </details>
    ))}
  </>
);

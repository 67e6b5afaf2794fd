/** CSS of the designer's own, with our classes and custom properties suggested while it is written. */
import { useRef, useState } from 'preact/hooks';
import { styleSheetProblem } from '../../contract/design-style-sheet.ts';
import { redesign, view } from '../design/history.ts';
import { type Suggestions, suggestionsAt, unknownNames } from './names-of-ours.ts';

const MOST_SHOWN = 8;

const write = (styleSheet: string) => redesign({ styleSheet }, 'style sheet');

export function StyleSheetField() {
  const field = useRef<HTMLTextAreaElement>(null);
  const [suggested, setSuggested] = useState<Suggestions>();
  const [at, setAt] = useState(0);
  const css = view.value.design.styleSheet;
  const names = suggested?.names.slice(0, MOST_SHOWN) ?? [];
  const problem = styleSheetProblem(css);
  const unknown = problem ? [] : unknownNames(css);

  const suggest = ({ value, selectionStart, selectionEnd }: HTMLTextAreaElement) => {
    setAt(0);
    setSuggested(
      selectionStart === selectionEnd ? suggestionsAt(value, selectionStart) : undefined,
    );
  };

  function take(name: string | undefined): void {
    const { current } = field;
    if (!current || !suggested || name === undefined) return;
    current.setRangeText(name, suggested.from, current.selectionStart, 'end');
    setSuggested(undefined);
    write(current.value);
    current.focus();
  }

  function onKey(event: KeyboardEvent): void {
    if (names.length === 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    const { key } = event;
    if (key === 'ArrowDown') setAt((at + 1) % names.length);
    else if (key === 'ArrowUp') setAt((at + names.length - 1) % names.length);
    else if (key === 'Enter') take(names[at]);
    else if (key === 'Escape') setSuggested(undefined);
    else return;
    event.preventDefault();
  }

  return (
    <details>
      <summary>CSS</summary>
      <label class="quiet" for="style-sheet">
        Rules around the form. A dot suggests our classes, two hyphens our custom properties.
      </label>
      <textarea
        id="style-sheet"
        class="code"
        ref={field}
        rows={8}
        spellcheck={false}
        autocomplete="off"
        value={css}
        aria-autocomplete="list"
        aria-controls="style-sheet-names"
        aria-activedescendant={names[at] && `style-sheet-name-${at}`}
        aria-invalid={problem !== undefined}
        aria-describedby="style-sheet-said"
        onInput={({ currentTarget }) => {
          write(currentTarget.value);
          suggest(currentTarget);
        }}
        onKeyDown={onKey}
        onBlur={() => setSuggested(undefined)}
      />
      <div role="listbox" id="style-sheet-names" aria-label="Names of ours" class="suggestions">
        {names.map((name, n) => (
          <div
            key={name}
            id={`style-sheet-name-${n}`}
            role="option"
            tabIndex={-1}
            aria-selected={n === at}
            // The text keeps the focus.
            onPointerDown={(event) => {
              event.preventDefault();
              take(name);
            }}
          >
            {name}
          </div>
        ))}
      </div>
      <div id="style-sheet-said" class="error" role="status">
        {problem && (
          <p>
            Left out: it {problem.rule}. <code>{problem.value}</code>
          </p>
        )}
        <ul>
          {unknown.map(({ name, nearest }) => (
            <li key={name}>
              <code>{name}</code> is none of ours{nearest && `: did you mean ${nearest}?`}
            </li>
          ))}
        </ul>
      </div>
    </details>
  );
}

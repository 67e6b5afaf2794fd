/** Copying a design into a shop, and bringing one in from a file. */
import { useState } from 'preact/hooks';
import { LONGEST_FILE, readTheme, type ThemeProblem } from '../../contract/design-tokens.ts';
import { redesign, view } from '../design/history.ts';
import { Copy } from '../panel/copy.tsx';
import { Pictures } from '../sheet/pictures.tsx';
import { FORMATS, type Format, snippet } from './snippets.ts';

const isFormat = (text: string): text is Format => Object.hasOwn(FORMATS, text);

export function TakeHome() {
  const [format, setFormat] = useState<Format>('options');
  const text = snippet(format, view.value.design);
  return (
    <section class="take-home" aria-labelledby="take-home">
      <h2 id="take-home" tabIndex={-1}>
        Take it home
      </h2>
      <label>
        As{' '}
        <select
          aria-label="Format"
          value={format}
          onChange={({ currentTarget }) =>
            isFormat(currentTarget.value) && setFormat(currentTarget.value)
          }
        >
          {Object.entries(FORMATS).map(([id, name]) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </label>{' '}
      <Copy text={text} name={FORMATS[format]} />
      {/* A long one scrolls, so the keyboard has to get there. */}
      <textarea
        class="code"
        readOnly
        rows={12}
        aria-label={FORMATS[format]}
        value={text}
        spellcheck={false}
      />
      <Pictures />
      <Import />
    </section>
  );
}

function Import() {
  const [problems, setProblems] = useState<readonly ThemeProblem[]>([]);
  const [said, setSaid] = useState('');
  const [text, setText] = useState('');

  function take(file: string): void {
    const theme = readTheme(file);
    setProblems(theme.problems);
    setSaid(theme.problems.length > 0 ? 'Nothing was taken from it:' : 'The design is in use.');
    if (theme.problems.length > 0) return;
    const { tokens, words, styleSheet, name } = theme;
    redesign({ tokens, words, styleSheet, ...(name && { name }) });
  }

  async function open(file: File | undefined): Promise<void> {
    if (!file) return;
    // One byte more tells that it is too long; more need not be read.
    take(await file.slice(0, LONGEST_FILE + 1).text());
  }

  return (
    <section aria-labelledby="import">
      <h3 id="import">Bring one in</h3>
      <label class="row">
        File of design tokens{' '}
        <input
          type="file"
          accept=".json,application/json"
          // The same file again, once it is mended, would be no change.
          onClick={({ currentTarget }) => {
            currentTarget.value = '';
          }}
          onChange={({ currentTarget }) => open(currentTarget.files?.[0])}
        />
      </label>
      <label class="row">
        Or the text of one
        <textarea
          class="code"
          rows={4}
          spellcheck={false}
          value={text}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
      </label>
      <button type="button" onClick={() => take(text)}>
        Use this text
      </button>
      <div role="status" id="imported">
        {said && <p>{said}</p>}
        <ul>
          {problems.map(({ parameter, rule, value }) => (
            <li key={parameter + rule}>
              <code>{parameter}</code> {rule}: <code>{value}</code>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

/** The whole page: controls, previews, what the checks find, and the way home. */
import { useEffect } from 'preact/hooks';
import { Checks } from './checks/checks.tsx';
import { measureShown } from './checks/measured.ts';
import { SHOWN, type View } from './design/design.ts';
import { isTooLong } from './design/follow-address.ts';
import { canRedo, canUndo, lastStep, problems, redo, show, undo, view } from './design/history.ts';
import { Button } from './panel/button.tsx';
import { Panel } from './panel/panel.tsx';
import { Preview } from './previews/preview.tsx';
import { ON_BOARD, stateOf } from './previews/states.ts';
import { TakeHome } from './take-home/take-home.tsx';

const SHOWN_WORDS: Readonly<Record<View['shows'], string>> = {
  one: 'One state',
  board: 'Board of all states',
  compare: 'Compare two designs',
};

function showAs(shows: View['shows']): void {
  const { design, other } = view.value;
  show({ shows, ...(shows === 'compare' && !other && { other: design }) });
}

const TEXTS =
  'input:not([type="range"], [type="checkbox"], [type="color"], [type="file"]), textarea';

/** Of the page, not of a text that is being written: there the browser undoes what was typed. */
function onKey(event: KeyboardEvent): void {
  const isTyping = event.target instanceof Element && event.target.closest(TEXTS);
  if (isTyping || !(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z') return;
  event.preventDefault();
  if (event.shiftKey) redo();
  else undo();
}

/** Headings, in the order of the page. The address is the design, so no link leads to them. */
const PARTS: readonly (readonly [id: string, words: string])[] = [
  ['panel', 'To the design'],
  ['stage', 'To the form'],
  ['checks', 'To the checks'],
  ['take-home', 'To what is taken home'],
];

function Parts() {
  return (
    <nav class="parts tools" aria-label="Parts of the page">
      {PARTS.map(([id, words]) => (
        <button type="button" key={id} onClick={() => document.getElementById(id)?.focus()}>
          {words}
        </button>
      ))}
    </nav>
  );
}

function Toolbar() {
  const { shows } = view.value;
  return (
    <header>
      <Parts />
      <h1>Playground</h1>
      <fieldset class="tools">
        <legend class="hidden-text">View</legend>
        {SHOWN.map((each) => (
          <button
            type="button"
            key={each}
            aria-pressed={shows === each}
            onClick={() => showAs(each)}
          >
            {SHOWN_WORDS[each]}
          </button>
        ))}
      </fieldset>
      <div class="tools">
        <Button isOff={!canUndo.value} onPress={undo}>
          Undo
        </Button>
        <Button isOff={!canRedo.value} onPress={redo}>
          Redo
        </Button>
        <a href="/docs/design">Guide</a>
      </div>
      <p class="hidden-text" role="status">
        {lastStep.value}
      </p>
    </header>
  );
}

function Previews() {
  const { design, other, shows, state, scheme, width, text } = view.value;
  const look = { scheme, width, text };
  const shown = stateOf(state);
  if (shows === 'board') {
    return (
      <div class="previews board">
        {ON_BOARD.map((each) => (
          <Preview key={each.id} design={design} state={each} look={look} title={each.name} />
        ))}
      </div>
    );
  }
  if (shows === 'compare' && other) {
    return (
      <>
        <p>
          The left one is the design that you change.{' '}
          <button type="button" onClick={() => show({ design: other, other: design })}>
            Swap the two
          </button>{' '}
          <button type="button" onClick={() => show({ other: design })}>
            Keep this state on the right
          </button>
        </p>
        <div class="previews">
          <Preview
            key="a"
            design={design}
            state={shown}
            look={look}
            title={`${design.name} (this)`}
            onReached={measureShown}
          />
          <Preview
            key="b"
            design={other}
            state={shown}
            look={look}
            title={`${other.name} (other)`}
            isOther
          />
        </div>
      </>
    );
  }
  return (
    <div class="previews">
      <Preview
        design={design}
        state={shown}
        look={look}
        title={shown.name}
        onReached={measureShown}
      />
    </div>
  );
}

export function App() {
  useEffect(() => {
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  return (
    <>
      <Toolbar />
      <main data-shows={view.value.shows}>
        <Panel />
        <section class="stage" aria-labelledby="stage">
          <h2 id="stage" tabIndex={-1}>
            The form
          </h2>
          {problems.value.length > 0 && (
            <div class="error" role="alert">
              <p>Not all of the link could be read:</p>
              <ul>
                {problems.value.map((problem) => (
                  <li key={problem}>{problem}</li>
                ))}
              </ul>
            </div>
          )}
          {isTooLong.value && <p role="status">Too long for a link: take it home as JSON.</p>}
          <Previews />
        </section>
        <div class="aside">
          <Checks />
          <TakeHome />
        </div>
      </main>
    </>
  );
}

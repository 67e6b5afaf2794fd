/** What is to be said of the design that is shown: contrast, targets, texts that do not fit. */
import { useRef, useState } from 'preact/hooks';
import { LANGUAGES } from '../../contract/languages.ts';
import { roundedDown } from '../../contract/token-contrast.ts';
import { LANGUAGE_CODES } from '../design/design.ts';
import { contrastPairs, focusesLikeError, noteFindings } from '../design/findings.ts';
import { show, view } from '../design/history.ts';
import { nameOfLanguage } from '../design/language-names.ts';
import { Button } from '../panel/button.tsx';
import { checkoutFor } from '../previews/checkouts.ts';
import { givenOf, previewAddress } from '../previews/preview.tsx';
import { isReady, until } from '../previews/reach-state.ts';
import { stateOf } from '../previews/states.ts';
import { AxeCheck } from './axe.tsx';
import { fontsThere, framesSettled, type Misfit, misfits, TARGET } from './measure-form.ts';
import { beginTrying, measured, noteTried } from './measured.ts';
import { Score } from './score.tsx';

function Contrast() {
  const pairs = contrastPairs.value;
  const failing = pairs.filter(({ ratio, least }) => ratio !== undefined && ratio < least);
  return (
    <section aria-labelledby="contrast">
      <h3 id="contrast">Contrast</h3>
      <p role="status">
        {failing.length === 0
          ? `All ${pairs.length} pairs have enough.`
          : `${failing.length} of ${pairs.length} pairs have too little.`}
      </p>
      <details open={failing.length > 0}>
        <summary>Pairs</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">Pair</th>
              <th scope="col">Light</th>
              <th scope="col">Dark</th>
              <th scope="col">Needs</th>
            </tr>
          </thead>
          <tbody>
            {pairs.slice(0, pairs.length / 2).map(({ over, behind, least, ratio }, at) => (
              <tr key={over + behind}>
                <th scope="row">
                  {over.slice(7)} on {behind.slice(7)}
                </th>
                <Ratio ratio={ratio} least={least} />
                <Ratio ratio={pairs[at + pairs.length / 2]?.ratio} least={least} />
                <td>{least}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
      <FocusAndError />
    </section>
  );
}

const Ratio = ({ ratio, least }: { ratio: number | undefined; least: number }) =>
  ratio === undefined ? (
    <td>not known</td>
  ) : (
    <td class={ratio < least ? 'bad' : ''}>
      {roundedDown(ratio, 2)}
      {ratio < least && ' too little'}
    </td>
  );

/** A warning only: it costs nothing, as it may be meant so. */
function FocusAndError() {
  return (
    <div role="status" data-focus-like-error={focusesLikeError.value.length}>
      <ul>
        {focusesLikeError.value.map(({ colours: [focus, error], scheme, nearness }) => (
          <li key={scheme} class="bad">
            The focus ({focus}) looks like an error ({error}) in a {scheme} page: {nearness}.
          </li>
        ))}
      </ul>
    </div>
  );
}

function Targets() {
  const small = measured.value?.targets ?? [];
  const tooSmall = small.filter(({ width, height }) => Math.min(width, height) < TARGET.least);
  return (
    <section aria-labelledby="targets">
      <h3 id="targets">Targets</h3>
      <p>
        {tooSmall.length === 0
          ? `Nothing is smaller than ${TARGET.least} pixels.`
          : `Smaller than ${TARGET.least} pixels: ${tooSmall.map(({ name }) => name).join(', ')}.`}
        {small.length > tooSmall.length && ` Smaller than ${TARGET.good}, what fingers hit well:`}
      </p>
      <ul>
        {small
          .filter((each) => !tooSmall.includes(each))
          .map(({ name, width, height }) => (
            <li key={name + width}>
              {name}: {width} × {height}
            </li>
          ))}
      </ul>
    </section>
  );
}

/** What the focus draws around each control of the form, in the scheme that is looked at. */
function Focus() {
  const hidden = measured.value?.focuses;
  return (
    <section aria-labelledby="focus">
      <h3 id="focus">Focus visibility</h3>
      <p role="status" data-focus-faults={hidden?.length}>
        {hidden === undefined
          ? 'Not looked at yet.'
          : hidden.length === 0
            ? 'Every control shows that it has the focus: 2 pixels and more, 3 : 1 and more.'
            : `${hidden.length} ${hidden.length === 1 ? 'control does' : 'controls do'} not show enough that the focus is there.`}
      </p>
      <ul>
        {hidden?.map(({ name, what }) => (
          <li key={name + what} class="bad">
            {name}: {what}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Its texts are there to be changed, with what does not fit marked. */
function lookAt(locale: string): void {
  const { design } = view.value;
  show({ design: { ...design, locale }, shows: 'one', state: 'empty' });
  document.querySelector('.words')?.setAttribute('open', '');
  document.querySelector<HTMLElement>('.words > summary')?.focus();
}

const Misfits = ({ found, locale }: { found: readonly Misfit[]; locale: string }) => (
  <>
    {found.map(({ text, what }, n) => (
      <span key={text + what}>
        {n > 0 && ', '}
        <q lang={LANGUAGES[locale]}>{text}</q> {what}
      </span>
    ))}
  </>
);

interface FitResult {
  readonly code: string;
  readonly misfits: readonly Misfit[] | undefined;
}

/** Walks the languages in one frame, at the width and size of the view. */
function Fit() {
  const frame = useRef<HTMLIFrameElement>(null);
  const [results, setResults] = useState<readonly FitResult[]>([]);
  const [at, setAt] = useState<string>();

  /** What does not fit in one language; undefined where its form does not come. */
  async function tryIn(locale: string, place: HTMLIFrameElement): Promise<FitResult['misfits']> {
    const { design, ...look } = view.value;
    const state = stateOf('empty');
    const checkout = await checkoutFor(state).catch(() => undefined);
    if (checkout === undefined) return undefined;
    const inLocale = { ...design, locale };
    const address = previewAddress(checkout, { design: inLocale, state, look });
    place.style.inlineSize = `${look.width}px`;
    place.dataset['given'] = givenOf(inLocale);
    place.src = address;
    const isThere = (page: Document) => (page.URL.endsWith(address) ? isReady(page) : undefined);
    const ready = await until(place, isThere);
    const { contentDocument: page } = place;
    if (!ready || !page) return undefined;
    await fontsThere(page);
    await framesSettled(page);
    return misfits(page);
  }

  async function walk(): Promise<void> {
    const shown = view.value;
    let unfit = 0;
    setResults([]);
    beginTrying();
    for (const locale of LANGUAGE_CODES) {
      setAt(locale);
      const { current } = frame;
      if (!current) return;
      const found = await tryIn(locale, current);
      setResults((before) => [...before, { code: locale, misfits: found }]);
      if (found === undefined || found.length > 0) unfit++;
      if (found) noteTried(locale, found);
    }
    setAt(undefined);
    if (view.value === shown) noteFindings('languages', unfit);
    if (frame.current) frame.current.src = 'about:blank';
  }

  const bad = results.filter(({ misfits: found }) => found === undefined || found.length > 0);
  const here = measured.value;
  const done = results.length === LANGUAGE_CODES.length;
  return (
    <section aria-labelledby="fit">
      <h3 id="fit">Texts that do not fit</h3>
      {here && here.misfits.length > 0 && (
        <p>
          In the form now: <Misfits found={here.misfits} locale={here.locale} />.
        </p>
      )}
      <Button isOff={at !== undefined} onPress={walk}>
        Try all {LANGUAGE_CODES.length} languages
      </Button>
      <p role="status" data-fit={done ? 'done' : at ? 'walking' : ''}>
        {at
          ? `${nameOfLanguage(at)}, ${results.length + 1} of ${LANGUAGE_CODES.length}`
          : done && bad.length === 0
            ? 'Every label and button stands in one line, whole.'
            : done &&
              `${bad.length} ${bad.length === 1 ? 'language has' : 'languages have'} labels that wrap or are cut.`}
      </p>
      <ul>
        {bad.map(({ code, misfits: found }) => (
          <li key={code}>
            <button type="button" onClick={() => lookAt(code)}>
              {nameOfLanguage(code)}
            </button>{' '}
            {found === undefined ? (
              'the form did not come'
            ) : (
              <Misfits found={found} locale={code} />
            )}
          </li>
        ))}
      </ul>
      <iframe
        ref={frame}
        class="fit-frame"
        title="Form in the language that is being tried"
        tabIndex={-1}
        aria-hidden="true"
        hidden={at === undefined}
      />
    </section>
  );
}

export const Checks = () => (
  <section class="checks" aria-labelledby="checks">
    <h2 id="checks" tabIndex={-1}>
      Checks
    </h2>
    <Score />
    <Contrast />
    <Targets />
    <Focus />
    <AxeCheck />
    <Fit />
  </section>
);

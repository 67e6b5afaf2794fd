/** Texts of the language that is looked at, to be said in other words, each with what is wrong with it. */
import { useEffect, useState } from 'preact/hooks';
import { isOfTheForm, type Words, withWord } from '../../contract/design-words.ts';
import { directionOf, LANGUAGES } from '../../contract/languages.ts';
import { measured, misfitsIn } from '../checks/measured.ts';
import { redesign, view } from '../design/history.ts';
import { nameOfLanguage } from '../design/language-names.ts';
import { Choice } from '../panel/controls.tsx';
import { keyFinder } from './find-keys.ts';
import { fetchOurWords, type OurWords } from './our-words.ts';

const WHICH = [
  ['shown', 'In the form'],
  ['marked', 'Changed or marked'],
  ['all', 'All'],
] as const;
type Which = (typeof WHICH)[number][0];

interface Row {
  readonly key: string;
  readonly ours: string;
  readonly own: string;
  readonly isShown: boolean;
  /** Each a sentence's end. */
  readonly marks: readonly string[];
}

const listed = new Intl.ListFormat('en');

/** Languages of the design in which a text is said in other words. */
const saidIn = (words: Words, key: string): string[] =>
  Object.keys(words).filter((language) => words[language]?.[key] !== undefined);

function rowsOf({ locale, texts, faultsOf }: OurWords): Row[] {
  const { words } = view.value.design;
  const own = words[locale] ?? {};
  const keysOf = keyFinder({ ...texts, ...own });
  const form = measured.value?.locale === locale ? measured.value : undefined;
  const shown = new Set([...(form?.texts ?? [])].flatMap(keysOf));
  const unfit = new Map<string, Set<string>>();
  for (const { text, what } of [...(form?.misfits ?? []), ...misfitsIn(locale)]) {
    for (const key of keysOf(text)) unfit.set(key, (unfit.get(key) ?? new Set()).add(what));
  }
  return Object.entries(texts).flatMap(([key, ours]) => {
    if (!isOfTheForm(key)) return [];
    const text = own[key] ?? '';
    const others = text === '' ? saidIn(words, key).map(nameOfLanguage) : [];
    const marks = [
      ...(others.length > 0 ? [`is missing: it is changed in ${listed.format(others)}`] : []),
      ...(text === '' ? [] : faultsOf(key, text)),
      ...(unfit.get(key) ?? []),
    ];
    return [{ key, ours, own: text, isShown: shown.has(key), marks }];
  });
}

function isWanted({ key, ours, own, isShown, marks }: Row, which: Which, sought: string): boolean {
  if (sought !== '') return [key, ours, own].some((text) => text.toLowerCase().includes(sought));
  // One that is being changed stays, whatever the form makes of it.
  return which === 'all' || own !== '' || marks.length > 0 || (which === 'shown' && isShown);
}

function WordField({ row: { key, ours, own, marks }, locale }: { row: Row; locale: string }) {
  const id = `word-${key}`;
  const tag = LANGUAGES[locale] ?? locale;
  return (
    <div class="word" data-marked={marks.length > 0}>
      <label for={id}>{key}</label>
      <textarea
        id={id}
        rows={ours.length > 34 ? 2 : 1}
        lang={tag}
        dir={directionOf(tag)}
        value={own}
        placeholder={ours}
        aria-describedby={marks.length > 0 ? `${id}-marks` : undefined}
        onInput={({ currentTarget }) => {
          // A text stands in one line, and a file of tokens takes no controls.
          const text = currentTarget.value.replace(/\s*[\n\p{Cc}]\s*/gu, ' ');
          redesign({ words: withWord(view.value.design.words, locale, key, text) }, `word ${key}`);
        }}
      />
      {marks.length > 0 && (
        <ul class="error" id={`${id}-marks`}>
          {marks.map((mark) => (
            <li key={mark}>{mark}</li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** In which languages the design has words of its own, and how many are missing beside others. */
function ByLanguage() {
  const { words } = view.value.design;
  const all = new Set(Object.values(words).flatMap(Object.keys));
  return (
    <ul class="quiet">
      {Object.entries(words).map(([language, texts]) => {
        const said = Object.keys(texts).length;
        return (
          <li key={language}>
            {nameOfLanguage(language)}: {said} changed
            {said < all.size && <span class="bad">, {all.size - said} missing</span>}
          </li>
        );
      })}
    </ul>
  );
}

function WordList() {
  const { locale, layout } = view.value.design;
  const [ours, setOurs] = useState<OurWords>();
  const [which, setWhich] = useState<Which>('shown');
  const [sought, setSought] = useState('');
  useEffect(() => {
    let isWanted = true;
    fetchOurWords({ locale, layout }).then((fetched) => isWanted && setOurs(fetched));
    return () => {
      isWanted = false;
    };
  }, [locale, layout]);

  const rows = ours?.locale === locale ? rowsOf(ours) : [];
  const wanted = rows.filter((row) => isWanted(row, which, sought.trim().toLowerCase()));
  const marked = rows.filter(({ marks }) => marks.length > 0).length;
  return (
    <>
      <p class="quiet">In {nameOfLanguage(locale)}. An empty field says what stands in it.</p>
      <Choice label="Which" value={which} of={WHICH} onChange={setWhich} />
      <label class="row">
        <span>Find</span>
        <input
          type="search"
          value={sought}
          onInput={({ currentTarget }) => setSought(currentTarget.value)}
        />
      </label>
      <p role="status" class={marked > 0 ? 'bad' : 'quiet'}>
        {marked === 0
          ? 'No text is marked.'
          : `${marked} ${marked === 1 ? 'text is' : 'texts are'} marked.`}
      </p>
      <ByLanguage />
      {wanted.map((row) => (
        <WordField key={`${locale} ${row.key}`} row={row} locale={locale} />
      ))}
    </>
  );
}

/** Texts are fetched and looked through only while they are looked at. */
export function WordFields() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details class="words" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>Texts</summary>
      {isOpen && <WordList />}
    </details>
  );
}

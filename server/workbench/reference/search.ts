/** `/reference/search`: everything that has the words of a search, in the guides and in the reference. */
import { CATALOGUE } from '../../../contract/catalogue.ts';
import { RESULT_CODES } from '../../../contract/result-codes.ts';
import { ALL_TEST_CARDS } from '../../../contract/test-cards.ts';
import { TEST_IBANS } from '../../../contract/test-ibans.ts';
import { type Html, html } from '../../html.ts';
import { ENDPOINTS } from '../../reference/endpoints.ts';
import { findSections, sectionEntry } from '../guides/guide-search.ts';
import { referenceLayout } from './layout.ts';
import { accountEntry, cardEntry, codeEntry, parameterEntry } from './lists.ts';
import { endpointEntry } from './overview.ts';

const MAX_LENGTH = 100;
/** Of each kind; who gets more looks for more words. */
const SHOWN = 40;

/** @param sought as it was typed: every word of it has to be there, in any place and case */
export function searchPage(sought: string): string {
  const text = sought.trim().slice(0, MAX_LENGTH);
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const has = (...texts: readonly string[]) => {
    const all = texts.join(' ').toLowerCase();
    return words.every((word) => all.includes(word));
  };
  const endpoints = ENDPOINTS.filter(({ title, method, path, group }) =>
    has(title, method, path, group),
  );
  const parameters = CATALOGUE.filter(({ name, format }) => has(name, format.words));
  const codes = [...RESULT_CODES].filter(([code, words]) => has(code, words));
  const cards = ALL_TEST_CARDS.filter(({ brand, number, meaning, resultCode }) =>
    has(brand, number, meaning, resultCode),
  );
  const accounts = TEST_IBANS.filter(({ iban, meaning }) => has('iban', iban, meaning));
  const sections = words.length === 0 ? [] : findSections(words);
  const found =
    words.length === 0
      ? 0
      : sections.length +
        endpoints.length +
        parameters.length +
        codes.length +
        cards.length +
        accounts.length;
  return referenceLayout({
    title: text === '' ? 'Search' : `${text} · Search`,
    path: '/reference/search',
    sought: text,
    main: html`
<h1>Search</h1>
<p class="lead">${text !== '' && `${found === 0 ? 'Nothing' : found} found for “${text}”. `}${found === 0 && 'Type a part of a path, a parameter, a code or a card, or what a guide tells of.'}</p>
${
  found > 0 &&
  html`
${section('Guides', sections, (shown) => html`<ul class="guides">${shown.map(sectionEntry(words))}</ul>`)}
${section('Endpoints', endpoints, (shown) => html`<ul class="endpoints">${shown.map(endpointEntry)}</ul>`)}
${section('Parameters', parameters, (shown) => html`<dl class="definitions">${shown.map(parameterEntry)}</dl>`)}
${section('Result codes', codes, (shown) => html`<dl class="definitions codes">${shown.map(codeEntry)}</dl>`)}
${section('Test cards', cards, (shown) => html`<dl class="definitions codes">${shown.map(cardEntry)}</dl>`)}
${section('Test accounts', accounts, (shown) => html`<dl class="definitions codes">${shown.map(accountEntry)}</dl>`)}`
}`,
  });
}

function section<T>(title: string, found: readonly T[], list: (shown: readonly T[]) => Html) {
  if (found.length === 0) return undefined;
  const rest = found.length - SHOWN;
  return html`
<section>
<h2>${title}</h2>
${list(found.slice(0, SHOWN))}
${rest > 0 && html`<p class="quiet">And ${rest} more: add a word.</p>`}
</section>`;
}

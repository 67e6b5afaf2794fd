import { html } from '../../html.ts';
import { referenceLayout } from '../reference/layout.ts';
import { allGuides, findGuide, type Guide, type Section } from './guide.ts';
import { DOORS, doorOf } from './guide-list.ts';

/** `/docs`: all guides, by who reads them. */
export function guidesPage(): string {
  const guides = allGuides();
  return referenceLayout({
    title: 'Guides',
    path: '/docs',
    site: 'Guides',
    main: html`
<h1>Guides</h1>
<p class="lead">Three doors, one search. New here? <a href="/docs/quick-start">Take the first payment</a>, it needs five minutes.</p>
${guides.length === 0 && html`<p>This installation has come without them. They are in the folder <code>docs</code> of the repository.</p>`}
${DOORS.filter((door) => door.guides.length > 0).map(
  ({ id, title, words, guides: names }) => html`
<section aria-labelledby="${id}">
<h2 id="${id}">${title}</h2>
<p class="quiet">${words}</p>
<ul class="guides">${names.map((name) => guideEntry(findGuide(name)))}</ul>
</section>`,
)}`,
  });
}

const guideEntry = (guide: Guide | undefined) =>
  guide &&
  html`<li><a href="/docs/${guide.name}">${guide.title}</a> <span>${firstSentence(guide.lead)}</span></li>`;

const firstSentence = (text: string): string => /^.*?[.?!](?= |$)/.exec(text)?.[0] ?? text;

export function guidePage(guide: Guide): string {
  const { name, title, sections, heading, body } = guide;
  const parts = sections.filter(({ depth }) => depth === 2);
  return referenceLayout({
    title,
    path: `/docs/${name}`,
    site: 'Guides',
    main: html`
<p class="back"><a href="/docs">All guides</a></p>
<article class="guide">
${heading}
${parts.length > 1 && contents(parts)}
<div class="text">
${body}
${next(name)}
</div>
</article>`,
  });
}

const contents = (parts: readonly Section[]) => html`
<nav class="contents" aria-labelledby="contents">
<p id="contents">On this page</p>
<ul>${parts.map(({ anchor, heading }) => html`<li><a href="#${anchor}">${heading}</a></li>`)}</ul>
</nav>`;

function next(name: string) {
  const names = doorOf(name)?.guides ?? [];
  const following = findGuide(names[names.indexOf(name) + 1] ?? '');
  return (
    following &&
    html`<p class="next-guide">Next: <a href="/docs/${following.name}">${following.title}</a></p>`
  );
}

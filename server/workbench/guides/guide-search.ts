/** Sections of guides that have the words of a search. */
import { html } from '../../html.ts';
import { allGuides, type Guide, type Section } from './guide.ts';

export interface FoundSection {
  readonly guide: Guide;
  readonly section: Section;
}

/** Characters of a section that a result shows around the first word. */
const AROUND = 140;

/** Those with most of the words in their heading come first. @param words in lower case; all of them have to be there */
export function findSections(words: readonly string[]): FoundSection[] {
  const found = allGuides().flatMap((guide) =>
    guide.sections
      .filter((section) => {
        const all = `${guide.title} ${section.heading} ${section.text}`.toLowerCase();
        return words.every((word) => all.includes(word));
      })
      .map((section) => ({ guide, section })),
  );
  const inHeading = ({ section }: FoundSection) => {
    const heading = section.heading.toLowerCase();
    return words.filter((word) => heading.includes(word)).length;
  };
  return found.toSorted((one, other) => inHeading(other) - inHeading(one));
}

export const sectionEntry =
  (words: readonly string[]) =>
  ({ guide, section }: FoundSection) => {
    const isTitle = section.depth === 1;
    const address = `/docs/${guide.name}${isTitle ? '' : `#${section.anchor}`}`;
    return html`
<li><a href="${address}">${guide.title}${!isTitle && `: ${section.heading}`}</a>
<span class="quiet">${excerpt(section.text, words)}</span></li>`;
  };

function excerpt(text: string, words: readonly string[]): string {
  const lower = text.toLowerCase();
  const places = words.map((word) => lower.indexOf(word)).filter((at) => at >= 0);
  const first = places.length === 0 ? 0 : Math.min(...places);
  // A whole word begins after a space.
  const start = first < AROUND / 2 ? 0 : text.indexOf(' ', first - AROUND / 2) + 1;
  if (text.length <= start + AROUND) return `${start > 0 ? '… ' : ''}${text.slice(start)}`;
  const end = Math.max(text.lastIndexOf(' ', start + AROUND), start + AROUND / 2);
  return `${start > 0 ? '… ' : ''}${text.slice(start, end)} …`;
}

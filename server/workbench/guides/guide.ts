/** A guide: its Markdown taken apart, drawn once, and kept. */
import { readFileSync } from 'node:fs';
import { Marked, type Token, type Tokens } from 'marked';
import type { Html } from '../../html.ts';
import { drawGuide } from './draw-guide.ts';
import { anchorMaker, picturePath } from './guide-links.ts';
import { fileOf, GUIDE_NAMES } from './guide-list.ts';

export interface Section {
  readonly anchor: string;
  readonly heading: string;
  /** 1 for the guide's title, 2 and more for what is below it. */
  readonly depth: number;
  /** What stands under the heading, without marks, for the search. */
  readonly text: string;
}

export interface Guide {
  /** Its name in addresses: that of the file, without its ending. */
  readonly name: string;
  readonly title: string;
  /** The first paragraph, without marks. */
  readonly lead: string;
  readonly sections: readonly Section[];
  /** Shown in it or linked to: paths inside `docs/`. */
  readonly pictures: readonly string[];
  readonly heading: Html;
  /** All below the title. */
  readonly body: Html;
}

const guides = new Map<string, Guide>();

/** @param name of the list of guides; undefined is answered for any other */
export function findGuide(name: string): Guide | undefined {
  if (!GUIDE_NAMES.includes(name)) return undefined;
  const kept = guides.get(name) ?? readGuide(name, readFileSync(fileOf(name), 'utf8'));
  guides.set(name, kept);
  return kept;
}

export const allGuides = (): Guide[] => GUIDE_NAMES.flatMap((name) => findGuide(name) ?? []);

/** @param source the Markdown; its first heading is the title */
export function readGuide(name: string, source: string): Guide {
  const marked = new Marked();
  const tokens = marked.lexer(source);
  const sections = sectionsOf(tokens);
  const lead = tokens.find(({ type }) => type === 'paragraph');
  return {
    name,
    title: sections[0]?.heading ?? name,
    lead: lead ? plainText([lead]) : '',
    sections,
    pictures: picturesOf(marked, tokens),
    ...drawGuide(tokens),
  };
}

function sectionsOf(tokens: readonly Token[]): Section[] {
  const anchorOf = anchorMaker();
  const starts = tokens.flatMap((token, at) => (token.type === 'heading' ? [at] : []));
  return starts.map((at, n) => {
    const { depth, tokens: inside } = tokens[at] as Tokens.Heading;
    const heading = plainText(inside);
    const text = plainText(tokens.slice(at + 1, starts[n + 1]));
    return { anchor: anchorOf(heading), heading, depth, text };
  });
}

function picturesOf(marked: Marked, tokens: Token[]): string[] {
  const pictures: string[] = [];
  marked.walkTokens(tokens, (token) => {
    const isShown = token.type === 'image' || token.type === 'link';
    const path = isShown ? picturePath(token['href']) : undefined;
    if (path !== undefined) pictures.push(path);
  });
  return pictures;
}

/** What a reader sees of tokens, in one line. */
export function plainText(tokens: readonly Token[]): string {
  return tokens
    .map(textOf)
    .join(' ')
    .replace(/\s+/g, ' ')
    .replace(/ ([.,;:?!)])/g, '$1')
    .trim();
}

function textOf(token: Token): string {
  if (token.type === 'table') {
    const { header, rows } = token as Tokens.Table;
    return [header, ...rows]
      .map((cells) => cells.map((cell) => plainText(cell.tokens)).join(' '))
      .join(' ');
  }
  if (token.type === 'list') {
    return (token as Tokens.List).items.map((item) => plainText(item.tokens)).join(' ');
  }
  if ('tokens' in token && token.tokens) return token.tokens.map(textOf).join('');
  return 'text' in token ? String(token.text) : token.raw;
}

/** A requirements document taken apart: its tables, and every statement with a number. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { marked, type Token, type Tokens } from 'marked';

/** A row of a table, or a sentence, in a list or a paragraph. */
export interface Statement {
  /** The section's number, counted from its headings, and its own in the section: `2.3-1`. */
  readonly number: string;
  readonly text: string;
}

export interface Section {
  readonly number: string;
  readonly title: string;
  readonly statements: readonly Statement[];
}

export type DocumentName = 'gateway-api' | 'event-notifications';

/** What a table's row has, by the heading of its column. */
export type TableRow = Readonly<Record<string, string>>;

const read = (name: DocumentName) =>
  readFileSync(join(import.meta.dirname, '..', 'docs', 'spec', `${name}.md`), 'utf8');

const isHeading = (token: Token): token is Tokens.Heading => token.type === 'heading';
const isTable = (token: Token): token is Tokens.Table => token.type === 'table';

/** The documents have no abbreviation that ends with a full stop, and begin sentences with names of fields. */
const sentencesOf = (text: string) => text.split(/(?<=\.)\s+/);

const textsIn = (token: Token): string[] => {
  if (isTable(token)) return token.rows.map((row) => row.map(({ text }) => text).join(' · '));
  if (token.type === 'list')
    return (token as Tokens.List).items.flatMap(({ text }) => sentencesOf(text));
  return token.type === 'paragraph' ? sentencesOf((token as Tokens.Paragraph).text) : [];
};

/** The tokens below each heading; the document's title has the number 0. */
function sectionsOf(name: DocumentName) {
  const sections: { number: string; title: string; tokens: Token[] }[] = [];
  let [chapter, part] = [0, 0];
  for (const token of marked.lexer(read(name))) {
    if (isHeading(token)) {
      if (token.depth === 2) chapter += 1;
      part = token.depth === 3 ? part + 1 : 0;
      const number = token.depth === 3 ? `${chapter}.${part}` : `${chapter}`;
      sections.push({ number, title: token.text, tokens: [] });
    } else {
      sections.at(-1)?.tokens.push(token);
    }
  }
  return sections;
}

export const readStatements = (name: DocumentName): Section[] =>
  sectionsOf(name).map(({ number, title, tokens }) => ({
    number,
    title,
    statements: tokens
      .flatMap(textsIn)
      .map((text, index) => ({ number: `${number}-${index + 1}`, text })),
  }));

/** Everything that a section says in paragraphs and lists, one below the other. */
export const readProse = (name: DocumentName, title: string): string =>
  tokensOf(name, title)
    .filter((token) => !isTable(token))
    .flatMap(textsIn)
    .join('\n');

/** @param column the heading of a column, where the section has more than one table */
export function readTable(name: DocumentName, title: string, column = ''): TableRow[] {
  const tables = tokensOf(name, title).filter(isTable);
  const table = tables.find(({ header }) => !column || header.some(({ text }) => text === column));
  if (!table) throw new Error(`"${title}" of ${name}.md has no table with the column "${column}"`);
  return table.rows.map((row) =>
    Object.fromEntries(row.map(({ text }, index) => [table.header[index]?.text ?? '', text])),
  );
}

function tokensOf(name: DocumentName, title: string): Token[] {
  const section = sectionsOf(name).find((each) => each.title === title);
  if (!section) throw new Error(`${name}.md has no section "${title}"`);
  return section.tokens;
}

/** Changes with each word of a statement. */
export const fingerprint = (text: string) =>
  createHash('sha256').update(text).digest('hex').slice(0, 6);

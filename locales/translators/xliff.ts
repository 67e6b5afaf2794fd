/** XLIFF 1.2, the format that translation tools read and write. */
import { parseXml, XmlElement } from '@rgrove/parse-xml';
import type { Unit } from './units.ts';

const NAMESPACE = 'urn:oasis:names:tc:xliff:document:1.2';

/** States of a translation that still needs its translator. */
const UNFINISHED = /^(new|needs-.*)$/;

export interface XliffText {
  readonly key: string;
  readonly source: string;
  readonly target: string;
  /** The translator has confirmed it. */
  readonly isFinished: boolean;
}

export class XliffError extends Error {}

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => `&#${character.codePointAt(0)};`);

function writeUnit({ key, source, target, older, longest, notes }: Unit): string {
  const state = older.length > 0 ? 'needs-review-translation' : 'translated';
  const all = [...notes, ...older.map((text) => `Translated when English said: "${text}"`)];
  return [
    `      <trans-unit id="${key}" resname="${key}" size-unit="char" maxwidth="${longest}" xml:space="preserve">`,
    `        <source>${escaped(source)}</source>`,
    ...(target === undefined
      ? []
      : [`        <target state="${state}">${escaped(target)}</target>`]),
    ...all.map((note) => `        <note>${escaped(note)}</note>`),
    '      </trans-unit>',
  ].join('\n');
}

export const writeXliff = (code: string, tag: string, units: readonly Unit[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<xliff version="1.2" xmlns="${NAMESPACE}">
  <file original="${code}" source-language="en" target-language="${tag}" datatype="plaintext">
    <body>
${units.map(writeUnit).join('\n')}
    </body>
  </file>
</xliff>
`;

const elementsOf = ({ children }: XmlElement): XmlElement[] =>
  children.filter((child) => child instanceof XmlElement);

/** Without its prefix. */
const nameOf = ({ name }: XmlElement): string => name.replace(/^.*:/, '');

const all = (within: XmlElement, name: string): XmlElement[] =>
  elementsOf(within).flatMap((child) => (nameOf(child) === name ? [child] : all(child, name)));

function wordsOf(element: XmlElement | undefined, key: string): string {
  const [markup] = element ? elementsOf(element) : [];
  if (markup) {
    throw new XliffError(
      `${key} has markup in its ${element?.name}: <${markup.name}>. Variables are written as {{name}}.`,
    );
  }
  return element?.text ?? '';
}

function rootOf(content: string): XmlElement {
  try {
    const { root } = parseXml(content);
    if (root) return root;
  } catch (error) {
    throw new XliffError((error as Error).message);
  }
  throw new XliffError('there is no element');
}

/**
 * The texts of a file, and the language that it is for, as it was exported. A unit without a
 * translation is left out.
 *
 * @throws XliffError that says what cannot be read
 */
export function readXliff(content: string): { code: string; texts: XliffText[] } {
  const root = rootOf(content);
  const { version = '' } = root.attributes;
  if (nameOf(root) !== 'xliff' || version !== '1.2') {
    throw new XliffError(`the file is <${root.name} version="${version}">, and not XLIFF 1.2`);
  }
  const files = all(root, 'file');
  const [file] = files;
  const code = file?.attributes['original'];
  if (!file || !code || files.length > 1) {
    throw new XliffError('the file has to have one <file>, with the language in "original"');
  }
  const texts = all(file, 'trans-unit').flatMap((unit) => {
    const key = unit.attributes['id'] ?? '';
    const part = (name: string) => elementsOf(unit).find((child) => nameOf(child) === name);
    const target = part('target');
    const words = wordsOf(target, key);
    if (!target || !words) return [];
    const isFinished = !UNFINISHED.test(target.attributes['state'] ?? '');
    return { key, source: wordsOf(part('source'), key), target: words, isFinished };
  });
  return { code, texts };
}

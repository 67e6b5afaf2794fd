/**
 * Reads XML as translation tools write it: elements, attributes, text. A document type is refused, and
 * with it every entity that a file could define.
 */

export interface XmlElement {
  /** Without its prefix: `source`. */
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly (XmlElement | string)[];
}

export class XmlError extends Error {}

const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
};

/** What a file consists of, each at the place where the one before it ends. */
const PART =
  /<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!\[CDATA\[([\s\S]*?)\]\]>|<\/([\w:.-]+)\s*>|<([\w:.-]+)((?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|([^<]+)/y;
const ATTRIBUTE = /([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

const withoutPrefix = (name: string): string => name.replace(/^.*:/, '');

function decode(text: string): string {
  return text.replace(/&(?:(?:#(\d+)|#x([\da-f]+)|(\w+));)?/gi, (whole, decimal, hex, name) => {
    if (!decimal && !hex) {
      const character = Object.hasOwn(NAMED, name ?? '') && NAMED[name];
      if (!character) throw new XmlError(`"${whole}" is no entity of XML`);
      return character;
    }
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
    if (code > 0x10ffff) throw new XmlError(`"${whole}" is no character`);
    return String.fromCodePoint(code);
  });
}

interface Open extends XmlElement {
  readonly children: (XmlElement | string)[];
}

/** @throws XmlError that names the line of what cannot be read */
export function readXml(text: string): XmlElement {
  const root: Open = { name: '', attributes: {}, children: [] };
  const open = [root];
  const fail = (what: string, at: number): never => {
    throw new XmlError(`line ${text.slice(0, at).split('\n').length}: ${what}`);
  };
  const decoded = (written: string, at: number): string => {
    try {
      return decode(written);
    } catch (error) {
      return fail((error as XmlError).message, at);
    }
  };
  PART.lastIndex = 0;
  for (let at = text.startsWith('\uFEFF') ? 1 : 0; at < text.length; at = PART.lastIndex) {
    PART.lastIndex = at;
    const part = PART.exec(text);
    if (!part) return fail(`cannot be read from "${text.slice(at, at + 20)}" on`, at);
    const [, raw, closed, opened, attributes = '', isEmpty, words] = part;
    const parent = open.at(-1) ?? root;
    if (raw !== undefined) parent.children.push(raw);
    else if (words !== undefined) parent.children.push(decoded(words, at));
    else if (closed !== undefined) {
      const { name } = parent;
      if (withoutPrefix(closed) !== name) fail(`</${closed}> closes <${name || 'nothing'}>`, at);
      open.pop();
    } else if (opened !== undefined) {
      const found = [...attributes.matchAll(ATTRIBUTE)].map(
        ([, name = '', double, single]) => [name, decoded(double ?? single ?? '', at)] as const,
      );
      const element = {
        name: withoutPrefix(opened),
        attributes: Object.fromEntries(found),
        children: [],
      };
      parent.children.push(element);
      if (!isEmpty) open.push(element);
    }
  }
  if (open.length > 1) fail(`<${open.at(-1)?.name}> is not closed`, text.length);
  const [element] = root.children.filter((child) => typeof child !== 'string');
  return element ?? fail('there is no element', 0);
}

/** Which text it is that stands in a form, with values in its places: "Pay €92.00" is `submitAmount`. */

interface Template {
  readonly key: string;
  readonly pattern: RegExp;
  /** Characters of its own: of two that fit, the one with more is meant. */
  readonly own: number;
}

const PLACE = /\{\{\w+\}\}/;
/** With more, which no text of ours has, finding one takes minutes. */
const MOST_PLACES = 3;

function templateOf([key, text]: readonly [key: string, text: string]): Template {
  const parts = text.replace(/\s+/g, ' ').trim().split(PLACE);
  const escaped = parts.map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return { key, pattern: new RegExp(`^${escaped.join('.+')}$`, 'su'), own: parts.join('').length };
}

/** @param texts by key, with their places: `Pay {{amount}}` */
export function keyFinder(texts: Readonly<Record<string, string>>): (shown: string) => string[] {
  const templates = Object.entries(texts)
    .filter(([, text]) => text.split(PLACE).length <= MOST_PLACES + 1)
    .map(templateOf);
  return (shown) => {
    const fitting = templates.filter(({ pattern }) => pattern.test(shown));
    const most = Math.max(0, ...fitting.map(({ own }) => own));
    return fitting.filter(({ own }) => own === most).map(({ key }) => key);
  };
}

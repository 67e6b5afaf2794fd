/** HTML that is safe to send as it is. Made by {@link html}; everything else gets escaped. */
export class Html {
  readonly source: string;
  constructor(source: string) {
    this.source = source;
  }
  toString() {
    return this.source;
  }
}

/** What may stand in a template's `${…}`; `false`, `null` and `undefined` leave nothing behind. */
export type HtmlValue = Html | string | number | false | null | undefined | readonly HtmlValue[];

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/**
 * Builds HTML, escaping every value for text and for quoted attributes (always write the quotes).
 *
 * @example
 * html`<p title="${name}">${lines.map((line) => html`<br>${line}`)}</p>`
 */
export function html(parts: TemplateStringsArray, ...values: HtmlValue[]): Html {
  return new Html(parts.reduce((before, part, n) => before + render(values[n - 1]) + part));
}

function render(value: HtmlValue): string {
  if (value instanceof Html) return value.source;
  if (typeof value === 'string') return value.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? '');
  if (typeof value === 'number') return String(value);
  return value ? value.map(render).join('') : '';
}

/**
 * A value as a JavaScript expression inside `<script>`: JSON in which nothing can end the element,
 * open a comment, or break a line for the script's parser.
 */
export function scriptValue(value: unknown): Html {
  const json = JSON.stringify(value) ?? 'undefined';
  const escaped = (sign: string) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return new Html(json.replace(/[<>&\u2028\u2029]/g, escaped));
}

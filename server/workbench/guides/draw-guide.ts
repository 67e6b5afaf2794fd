/** Markdown as the workbench shows it: nothing that it says becomes an element by itself. */
import { Marked, type RendererObject, type Token, type Tokens } from 'marked';
import { Html, html } from '../../html.ts';
import { anchorMaker, guideLink, picturePath } from './guide-links.ts';

/** The words of a block of code in the name of its button. */
const LANGUAGES: Readonly<Record<string, string>> = {
  sh: 'commands',
  js: 'JavaScript',
  php: 'PHP',
  python: 'Python',
  html: 'HTML',
  css: 'CSS',
  json: 'JSON',
  http: 'HTTP',
};

/** The title by itself, so that a page can put something between it and the text. */
export function drawGuide(tokens: Token[]): Record<'heading' | 'body', Html> {
  const marked = new Marked({ renderer: renderer() });
  const end = tokens.findIndex(({ type }) => type === 'heading') + 1;
  return {
    heading: new Html(marked.parser(tokens.slice(0, end))),
    body: new Html(marked.parser(tokens.slice(end))),
  };
}

function renderer(): RendererObject {
  const anchorOf = anchorMaker();
  let examples = 0;
  let tables = 0;
  return {
    heading({ tokens, depth }) {
      const anchor = anchorOf(withoutMarks(tokens));
      const words = new Html(this.parser.parseInline(tokens));
      const level = new Html(`h${depth}`);
      const itself = html`<a class="anchor" href="#${anchor}" aria-label="Link to this section">#</a>`;
      return html`<div class="heading"><${level} id="${anchor}">${words}</${level}>${depth > 1 && itself}</div>\n`
        .source;
    },
    code({ text, lang = '' }) {
      examples += 1;
      const [language = ''] = lang.split(' ');
      const label = `Example ${examples}, ${LANGUAGES[language] ?? 'text'}`;
      return html`<pre data-copy tabindex="0" role="region" aria-label="${label}">${text}\n</pre>\n`
        .source;
    },
    table({ header, rows, align }) {
      tables += 1;
      const cell = (tag: 'th' | 'td', { tokens }: Tokens.TableCell, at: number) => {
        const side = align[at] === 'right' && html` class="number"`;
        const scope = tag === 'th' && html` scope="col"`;
        const name = new Html(tag);
        return html`<${name}${side}${scope}>${new Html(this.parser.parseInline(tokens))}</${name}>`;
      };
      return html`<div class="table" tabindex="0" role="region" aria-label="Table ${tables}"><table>
<thead><tr>${header.map((each, at) => cell('th', each, at))}</tr></thead>
<tbody>${rows.map((row) => html`<tr>${row.map((each, at) => cell('td', each, at))}</tr>\n`)}</tbody>
</table></div>\n`.source;
    },
    link({ href, tokens }) {
      const words = new Html(this.parser.parseInline(tokens));
      const link = guideLink(href);
      if (link.kind === 'repository') {
        return html`${words} <span class="quiet">(<code>${link.path}</code> in the repository)</span>`
          .source;
      }
      const away = link.kind === 'outside' && html` rel="noreferrer"`;
      return html`<a href="${link.address}"${away}>${words}</a>`.source;
    },
    image({ href, text }) {
      const path = picturePath(href);
      return path === undefined
        ? html`${text}`.source
        : html`<img src="/docs/${path}" alt="${text}" decoding="async">`.source;
    },
    // A line break is all that guides need; other tags stay the text that they are.
    html: ({ text }) => (/^<br ?\/?>$/.test(text.trim()) ? '<br>' : html`${text}`.source),
  };
}

const withoutMarks = (tokens: readonly Token[]): string =>
  tokens
    .map((token) =>
      'tokens' in token && token.tokens
        ? withoutMarks(token.tokens)
        : 'text' in token
          ? String(token.text)
          : token.raw,
    )
    .join('');

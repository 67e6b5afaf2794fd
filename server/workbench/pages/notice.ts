import { type Html, html } from '../../html.ts';
import type { RecordedCall } from '../record-calls.ts';
import type { Visit } from '../shop/visit.ts';
import { layout } from './layout.ts';
import { serverCalls } from './server-calls.ts';

export interface Notice {
  readonly visit: Visit;
  readonly heading: string;
  readonly text: string | Html;
  /** To the shop, unless there is something better to do. */
  readonly next?: Html;
  readonly calls?: readonly RecordedCall[];
}

/** A page that says one thing and where to go from here. */
export const noticePage = ({ visit, heading, text, next, calls = [] }: Notice): string =>
  layout({
    visit,
    title: heading,
    main: html`
<div class="notice">
<h1>${heading}</h1>
<p>${text}</p>
<p>${next ?? html`<a class="button" href="/">${visit.language.text('toTheShop')}</a>`}</p>
</div>
${calls.length > 0 && serverCalls(calls)}`,
  });

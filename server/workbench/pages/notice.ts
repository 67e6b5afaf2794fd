import { type Html, html } from '../../html.ts';
import type { RecordedCall } from '../record-calls.ts';
import { layout } from './layout.ts';
import { serverCalls } from './server-calls.ts';

export interface Notice {
  readonly heading: string;
  readonly text: string;
  readonly next: Html;
  readonly inCart: number;
  readonly calls?: readonly RecordedCall[];
}

/** A page that says one thing and where to go from here. */
export const noticePage = ({ heading, text, next, inCart, calls = [] }: Notice): string =>
  layout({
    title: heading,
    inCart,
    main: html`
<div class="notice">
<h1>${heading}</h1>
<p>${text}</p>
<p>${next}</p>
</div>
${calls.length > 0 && serverCalls(calls, true)}`,
  });

export const toTheShop = html`<a class="button" href="/">To the shop</a>`;

import { RESULT } from '../../../contract/result-by-name.ts';
import { html } from '../../html.ts';
import type { Endpoint } from '../../reference/endpoint.ts';
import { ENDPOINTS } from '../../reference/endpoints.ts';
import { RULES_BETWEEN } from '../../reference/rules.ts';
import { referenceLayout } from './layout.ts';

/** Every endpoint in its group, and what holds for all of them. */
export function overviewPage(gatewayUrl: string, entityId: string): string {
  const groups = Map.groupBy(ENDPOINTS, ({ group }) => group);
  return referenceLayout({
    title: 'Endpoints',
    path: '/reference',
    main: html`
<h1>API reference</h1>
<p class="lead">Every endpoint of the gateway at <code>${gatewayUrl}</code>, its parameters and answers, with a request to try against this sandbox.</p>
${[...groups].map(
  ([group, endpoints], n) => html`
<section aria-labelledby="group-${n}">
<h2 id="group-${n}">${group}</h2>
<ul class="endpoints">${endpoints.map(endpointEntry)}</ul>
</section>`,
)}
<section aria-labelledby="every-request">
<h2 id="every-request">Every request</h2>
<ul class="points">
<li>Parameters are sent form-encoded in UTF-8: in the body of a POST, in the query of a GET or DELETE. Names have dots, <code>[n]</code> for places in a list and <code>[name]</code> for entries of a map.</li>
<li>The merchant’s server sends <code>Authorization: Bearer</code> with its access token. <code>entityId</code> names the channel, here <code>${entityId}</code>; without it the token’s own channel is meant.</li>
<li>A POST may carry an <code>Idempotency-Key</code>: sent again, it is made once and answered alike for 24 hours.</li>
<li>Answers are JSON with <code>result.code</code> and <code>result.description</code>. A payment that failed is HTTP 400; a request that is wrong is HTTP 400 with <code>${RESULT.invalidParameter}</code> and each mistake in <code>result.parameterErrors</code>.</li>
<li>Changes to a version are backwards compatible: new endpoints, parameters, fields and codes may come. What would break a client gets a new version in the path.</li>
</ul>
</section>
<section aria-labelledby="rules">
<h2 id="rules">Rules between parameters</h2>
<ul class="points">${RULES_BETWEEN.map((rule) => html`<li>${rule}</li>`)}</ul>
</section>`,
  });
}

export const endpointEntry = ({ id, method, path, title }: Endpoint) => html`
<li><a href="/reference/${id}">${title}</a>
<span class="route"><span class="method">${method}</span> <code>${path}</code></span></li>`;

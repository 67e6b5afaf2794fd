/** A request in the languages of merchants' servers, made from the list of endpoints. */
import { html } from '../../../html.ts';
import type { Endpoint } from '../../../reference/endpoint.ts';
import type { Pair } from '../sandbox-call.ts';
import { curlSample } from './curl.ts';
import { nodeSample } from './node.ts';
import { phpSample } from './php.ts';
import { pythonSample } from './python.ts';
import { sampleRequest } from './sample.ts';

const LANGUAGES = [
  { id: 'curl', name: 'curl', write: curlSample },
  { id: 'node', name: 'Node', write: nodeSample },
  { id: 'php', name: 'PHP', write: phpSample },
  { id: 'python', name: 'Python', write: pythonSample },
] as const;

export type SampleLanguage = (typeof LANGUAGES)[number]['id'];

export function samplesOf(
  endpoint: Endpoint,
  pairs: readonly Pair[],
): Readonly<Record<SampleLanguage, string>> {
  const request = sampleRequest(endpoint, pairs);
  return Object.fromEntries(LANGUAGES.map(({ id, write }) => [id, write(request)])) as Record<
    SampleLanguage,
    string
  >;
}

/** One below the other; `samples.js` makes tabs of them. */
export function samplesSection(endpoint: Endpoint, pairs: readonly Pair[]) {
  const { ids, isAuthorised } = sampleRequest(endpoint, pairs);
  const samples = samplesOf(endpoint, pairs);
  const variables = [
    ...(isAuthorised ? ['GATEWAY', 'ENTITY_ID', 'ACCESS_TOKEN'] : ['GATEWAY']),
    ...ids.flatMap(({ variable }) => (variable === undefined ? [] : [variable])),
  ];
  return html`
<section aria-labelledby="samples">
<h2 id="samples">Samples</h2>
<p class="quiet">They read ${variables.map((name, n) => html`${n > 0 && ', '}<code>${name}</code>`)} from the environment. Node and PHP use the <a href="/docs/packages">clients</a>; Python uses its standard library, so nothing has to be installed.</p>
<div class="samples" data-samples>${LANGUAGES.map(
    ({ id, name }) => html`
<div class="sample" id="sample-${id}" data-name="${name}">
<h3>${name}</h3>
<pre data-copy tabindex="0" role="region" aria-label="Sample in ${name}">${samples[id]}</pre>
</div>`,
  )}
</div>
</section>`;
}

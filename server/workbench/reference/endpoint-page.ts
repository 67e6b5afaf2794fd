import { html } from '../../html.ts';
import { type Endpoint, pathNames, pathWords } from '../../reference/endpoint.ts';
import { parametersOf } from '../../reference/endpoint-parameters.ts';
import { ENDPOINTS } from '../../reference/endpoints.ts';
import { answerFields } from './answer-fields.ts';
import { referenceLayout } from './layout.ts';
import { parameterList } from './parameter-list.ts';
import { samplesSection } from './samples/samples.ts';
import { asCurl, type Pair, type SandboxAnswer, type SandboxRequest } from './sandbox-call.ts';

export interface Tried {
  readonly request: SandboxRequest;
  readonly answer: SandboxAnswer;
}

export interface EndpointPage {
  readonly endpoint: Endpoint;
  /** What the form is filled with: of the request before, or of an address that names an id. */
  readonly ids: Readonly<Record<string, string>>;
  readonly values: readonly Pair[];
  readonly more: string;
  /** What was sent, and answered, if anything was. */
  readonly tried?: Tried;
}

/** What else than HTTP 400 tells of an error. */
function otherStatuses({ caller, about, path }: Endpoint): string {
  if (caller === 'server') {
    return ', 401 without a well-formed header, 403 for an unknown token, 404 for an unknown id, 429 after too many failed authentications';
  }
  if (about) return ', 404 for an unknown checkout, 429 on live channels after too many attempts';
  return pathNames({ path }).length > 0 ? ', 404 for a file that there is not' : '';
}

export function endpointPage(page: EndpointPage): string {
  const { endpoint, tried } = page;
  const { id, method, path, title, description, caller, failsWithPayment, csv, answer } = endpoint;
  const parameters = parametersOf(endpoint);
  return referenceLayout({
    title: tried ? `Answer: ${title}` : title,
    path: `/reference/${id}`,
    scripts: ['samples.js'],
    main: html`
<p class="back"><a href="/reference">All endpoints</a></p>
<h1>${title}</h1>
<p class="route"><span class="method">${method}</span> <code>${path}</code></p>
<p class="lead">${description}</p>
<p class="quiet">${caller === 'server' ? 'Called by the merchant’s server, with its access token.' : 'Called without a token.'}${csv && html` Answers comma-separated values for <code>Accept: text/csv</code>.`}</p>
${tried && answered(endpoint, tried)}
${endpoint.sample || endpoint.about ? tryForm(page) : undefined}
${samplesSection(endpoint, page.values)}
<section aria-labelledby="parameters">
<h2 id="parameters">Parameters</h2>
<p class="quiet">${method === 'POST' ? 'In the body, form-encoded.' : 'In the query.'}</p>
${parameterList(parameters)}
</section>
<section aria-labelledby="fields">
<h2 id="fields">Answer</h2>
<p class="quiet">HTTP 200${failsWithPayment && html`, or 400 when the payment failed`}. Fields that do not apply are left out.</p>
${answerFields(answer)}
<p class="quiet">Errors carry <code>result</code>, <code>buildNumber</code>, <code>timestamp</code> and <code>ndc</code>: 400 for a wrong parameter${otherStatuses(endpoint)}. <a href="/reference/result-codes">All result codes</a></p>
</section>`,
  });
}

function answered(endpoint: Endpoint, { request, answer }: Tried) {
  const { id } = endpoint;
  const subject = subjectOf(endpoint);
  const next = answer.id
    ? ENDPOINTS.filter((each) => each.about && each.about === subject && each.id !== id)
    : [];
  return html`
<section class="answered" aria-labelledby="answer">
<h2 id="answer" tabindex="-1">${answer.status === undefined ? 'No answer' : `Answered with HTTP ${answer.status}`}</h2>
<pre data-copy tabindex="0" role="region" aria-label="Request sent">${asCurl(request)}</pre>
<pre data-copy tabindex="0" role="region" aria-label="Answer received">${answer.text}</pre>
${next.length > 0 && html`<p>Go on with this id: ${next.map((each, n) => html`${n > 0 && ' · '}<a href="/reference/${each.id}?id=${encodeURIComponent(answer.id ?? '')}#try">${each.title}</a>`)}</p>`}
</section>`;
}

/** What the id in an answer names, where that is not what was asked about; null: nothing to go on with. */
const SUBJECTS: Readonly<Record<string, Endpoint['about'] | null>> = {
  'create-checkout': 'checkout',
  'create-payment': 'payment',
  'pay-with-registration': 'payment',
  'create-registration': 'registration',
  'delete-registration': null,
  'read-checkout-payment': 'payment',
  'list-aggregations': 'batch',
  'create-webhook': 'webhook',
  'list-webhooks': 'webhook',
  'delete-webhook': null,
  'replay-delivery': null,
};

const subjectOf = ({ id, about }: Endpoint): Endpoint['about'] | null =>
  id in SUBJECTS ? SUBJECTS[id] : about;

const tryForm = ({ endpoint, ids, values, more }: EndpointPage) => html`
<section aria-labelledby="try">
<h2 id="try">Try it</h2>
<form class="try" method="post" action="/reference/${endpoint.id}/try#answer">
${pathNames(endpoint).map((name) =>
  field(name, capitalised(pathWords(endpoint, name)), ids[name] ?? '', true),
)}
${values.map(([name, value]) => field(`p:${name}`, name, value, false))}
<div><label for="more">More parameters, one <code>name=value</code> in a line</label>
<textarea id="more" name="more" rows="2" spellcheck="false" autocomplete="off">${more}</textarea></div>
<button class="button">Send</button>
<p class="quiet">The demo merchant’s server sends it to this sandbox with its own token. No money moves.</p>
</form>
</section>`;

const capitalised = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

const field = (name: string, label: string, value: string, isRequired: boolean) => html`
<div><label for="${name}">${label}</label>
<input id="${name}" name="${name}" value="${value}" spellcheck="false" autocomplete="off"${isRequired && html` required`}></div>`;

/** The long lists of the reference: all parameters, result codes, ways to pay, test cards. */
import { CATALOGUE, type ParameterRow } from '../../../contract/catalogue.ts';
import { RESULT } from '../../../contract/result-by-name.ts';
import { RESULT_CODES, type ResultGroup, resultGroup } from '../../../contract/result-codes.ts';
import { ALL_TEST_CARDS } from '../../../contract/test-cards.ts';
import { TEST_IBANS, type TestIban } from '../../../contract/test-ibans.ts';
import {
  type AuthenticationCase,
  THREE_D_SECURE_CARDS,
} from '../../../contract/three-d-secure-cards.ts';
import { html } from '../../html.ts';
import { ENDPOINTS } from '../../reference/endpoints.ts';
import { RULES_BETWEEN, rulesInWords } from '../../reference/rules.ts';
import { WAYS_TO_PAY } from '../../reference/ways-to-pay.ts';
import { referenceLayout } from './layout.ts';

export const parametersPage = (): string =>
  referenceLayout({
    title: 'Parameters',
    path: '/reference/parameters',
    main: html`
<h1>Parameters</h1>
<p class="lead">All ${CATALOGUE.length}, with their format, their rules and where they are read. Who sends one elsewhere finds its name in the response header <code>x-ignored-parameters</code>.</p>
<dl class="definitions">${CATALOGUE.map(parameterEntry)}</dl>
<h2>Rules between parameters</h2>
<ul class="points">${RULES_BETWEEN.map((rule) => html`<li>${rule}</li>`)}</ul>`,
  });

/** More of them push the next parameter out of sight. */
const FEW_READERS = 8;

export function parameterEntry(row: ParameterRow) {
  const readers = ENDPOINTS.filter(
    ({ operation, named = [] }) =>
      named.includes(row.name) || (operation !== undefined && row.on.includes(operation)),
  );
  const required = readers.filter(
    ({ operation }) => operation !== undefined && row.requiredOn?.includes(operation),
  );
  const otherFormats = readers.flatMap(({ operation, title }) => {
    const other = operation && row.formatOn?.[operation];
    return other ? [`${title}: ${other.words}`] : [];
  });
  const names = (list: typeof readers) => list.map(({ title }) => title).join('; ');
  return html`
<div>
<dt><code>${row.name}</code></dt>
<dd>${row.format.words}${[...otherFormats, ...rulesInWords(row, undefined)].map((rule) => html`<br><span class="quiet">${rule}</span>`)}
${required.length > 0 && html`<br><span class="quiet">Required: ${names(required)}</span>`}
${readers.length > FEW_READERS ? html`<details class="quiet"><summary>Read by ${readers.length} endpoints</summary>${names(readers)}</details>` : html`<br><span class="quiet">Read by: ${names(readers)}</span>`}</dd>
</div>`;
}

export const codeEntry = ([code, description]: readonly [string, string]) =>
  html`<div id="${code}"><dt><code>${code}</code></dt><dd>${description}</dd></div>`;

export const cardEntry = ({
  brand,
  number,
  resultCode,
  meaning,
}: (typeof ALL_TEST_CARDS)[number]) =>
  html`<div><dt><code>${number}</code></dt><dd>${brand}: ${meaning} <span class="quiet">${resultCode}</span></dd></div>`;

export const accountEntry = ({ iban, meaning, refusedWith, returned }: TestIban) =>
  html`<div><dt><code>${iban}</code></dt><dd>${meaning} <span class="quiet">${refusedWith ?? returned?.code ?? RESULT.debitPending}</span></dd></div>`;

const GROUP_WORDS: Readonly<Record<ResultGroup, string>> = {
  SUCCESS: 'Succeeded',
  SUCCESS_REVIEW: 'Succeeded, to be reviewed',
  PENDING_SHORT: 'Pending, up to half an hour',
  PENDING_LONG: 'Pending, up to some days',
  SOFT_DECLINE: 'Soft decline: try again with authentication',
  REJ_3DS: 'Rejected by 3-D Secure',
  REJ_BANK: 'Declined by the bank',
  REJ_COMM: 'Communication failed',
  REJ_SYSTEM: 'System error',
  REJ_ASYNC: 'The shopper or the time ended it',
  REJ_EXT_RISK: 'Rejected by risk screening',
  REJ_ADDR: 'Rejected by address verification',
  REJ_3DS_CFG: '3-D Secure is not configured or failed',
  REJ_BLACKLIST: 'Blocked',
  REJ_RISK: 'Rejected by risk rules',
  VAL_CONFIG: 'Configuration',
  VAL_REGISTRATION: 'Registration',
  VAL_JOB: 'Scheduled job',
  VAL_REFERENCE: 'What was referred to',
  VAL_FORMAT: 'Format',
  VAL_ADDRESS: 'Address',
  VAL_CONTACT: 'Contact',
  VAL_ACCOUNT: 'Account',
  VAL_AMOUNT: 'Amount',
  VAL_RISK: 'Risk management',
  CHARGEBACK: 'Chargeback',
  OTHER: 'Other',
};

export function resultCodesPage(): string {
  const groups = Map.groupBy(RESULT_CODES, ([code]) => resultGroup(code));
  const inOrder = Object.keys(GROUP_WORDS) as ResultGroup[];
  return referenceLayout({
    title: 'Result codes',
    path: '/reference/result-codes',
    main: html`
<h1>Result codes</h1>
<p class="lead">All ${RESULT_CODES.size}. Tell the group by the beginning of the code, and expect codes that are not here yet. <code>customParameters[simulator.result]</code> makes the simulator answer any of them.</p>
${inOrder.map((group, n) => {
  const codes = groups.get(group) ?? [];
  return (
    codes.length > 0 &&
    html`
<section aria-labelledby="group-${n}">
<h2 id="group-${n}">${GROUP_WORDS[group]}</h2>
<dl class="definitions codes">${codes.map(codeEntry)}</dl>
</section>`
  );
})}`,
  });
}

const OUTCOMES: Readonly<Record<AuthenticationCase['outcome'], string>> = {
  Y: 'authenticated',
  A: 'attempted',
  C: 'challenge',
  R: 'rejected',
  U: 'unavailable',
  notEnrolled: 'not enrolled',
  notParticipating: 'not participating',
  error: 'technical error',
};

export function testCardsPage(): string {
  const brands = Map.groupBy(THREE_D_SECURE_CARDS, ({ brand }) => brand);
  return referenceLayout({
    title: 'Test cards',
    path: '/reference/test-cards',
    main: html`
<h1>Test cards</h1>
<p class="lead">Any name, any expiry date to come, any CVV. Every other card whose number is valid is approved.</p>
<section aria-labelledby="results">
<h2 id="results">By result</h2>
<dl class="definitions codes">${ALL_TEST_CARDS.map(cardEntry)}</dl>
</section>
<section aria-labelledby="accounts">
<h2 id="accounts">Bank accounts (SEPA direct debit)</h2>
<p class="quiet">Days are those of the channel's clock. Every other account of SEPA is debited, and settled after two days.</p>
<dl class="definitions codes">${TEST_IBANS.map(accountEntry)}</dl>
</section>
<section aria-labelledby="authenticated">
<h2 id="authenticated">By what the issuer does (3-D Secure)</h2>
<p class="quiet">Name the brand in the request: brands without ranges of their own share numbers.</p>
${[...brands].map(
  ([brand, cards]) => html`
<details>
<summary><h3>${brand}</h3> <span class="quiet">${cards.length}</span></summary>
<dl class="definitions codes">${cards.map(
    ({ number, outcome, methodCall }) =>
      html`<div><dt><code>${number}</code></dt><dd>${OUTCOMES[outcome]}${methodCall && ', after a method call'}</dd></div>`,
  )}</dl>
</details>`,
)}
</section>`,
  });
}

export function waysToPayPage(): string {
  return referenceLayout({
    title: 'Ways to pay',
    path: '/reference/ways-to-pay',
    main: html`
<h1>Ways to pay</h1>
<p class="lead">Besides cards. Each leads the shopper to a page of the simulator, or to the brand where the channel has a processor.</p>
${[...WAYS_TO_PAY].map(
  ([code, { Brand: _, Name: name, ...columns }]) => html`
<section aria-labelledby="way-${code}">
<h2 id="way-${code}"><code>${code}</code> ${name}</h2>
<dl class="definitions">${Object.entries(columns).map(
    ([heading, said]) => html`<div><dt>${heading}</dt><dd>${said.replaceAll('`', '')}</dd></div>`,
  )}</dl>
</section>`,
)}`,
  });
}

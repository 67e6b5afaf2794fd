/** What the developer of a page may have meant, by what the form tells of the page: near misses first. */
import type { InspectorReport, PageSnapshot, SeenElement } from '../../../contract/inspector.ts';
import { nearestName } from '../../../contract/nearest-name.ts';
import { adviceOnOptions, type KnownNames } from '../../../contract/option-advice.ts';

const FORM_CLASS = 'paymentWidgets';
const SCRIPT = '/paymentWidgets.js';
/** What pages define, and what we do. */
const GLOBALS = ['wpwlOptions', 'wpwl'];

const classesOf = ([, classes = '']: SeenElement) => classes.split(/\s+/);
const isForm = (element: SeenElement) =>
  element[0] === 'form' && classesOf(element).includes(FORM_CLASS);

/** Elements that are nearly a form of ours. */
function* aboutForms({ elements }: PageSnapshot): Iterable<string> {
  for (const element of elements) {
    const [name, , , , around = ''] = element;
    const classes = classesOf(element);
    if (classes.includes(FORM_CLASS) && name !== 'form') {
      yield `<${name} class="${FORM_CLASS}"> has to be a <form>, or an element that you give to wpwl.mount().`;
    }
    if (isForm(element) && around !== '') {
      yield `form.${FORM_CLASS} stands in another form, "${around}". Move it out: a browser that reads this from HTML drops the inner one.`;
    }
    const near = classes.find((each) => each !== FORM_CLASS && nearestName(each, [FORM_CLASS]));
    if (near !== undefined) yield `class="${near}": did you mean ${FORM_CLASS}?`;
  }
  if (!elements.some(isForm)) {
    yield `There is no <form class="${FORM_CLASS}"> in the page now. A form in a form disappears when a browser reads it from HTML; so does one that your framework has replaced.`;
  }
}

/** `shop.example/` at the beginning of a path: a name of a host, where there is a dot in it. */
const HOST_LIKE = /^[\w-]+(?:\.[\w-]+)+(?::\d+)?(?:\/|$)/;
/** Names of files are no hosts. */
const FILE_LIKE = /^[\w-]+\.(?:html?|php|aspx?|jsp)$/i;

/** Where a form of ours sends its shopper afterwards. */
function* aboutActions({ elements }: PageSnapshot): Iterable<string> {
  for (const element of elements.filter(isForm)) {
    const action = element[2]?.trim() ?? '';
    if (HOST_LIKE.test(action) && !FILE_LIKE.test(action)) {
      yield `action="${action}" is read as a path below your page's address. Did you mean https://${action}?`;
    } else if (URL.canParse(action) && !/^https?:/i.test(action)) {
      yield `action="${action}" is no web address. Give the form the address of your result page, with https://.`;
    }
  }
}

function* aboutScripts({ elements, globals }: PageSnapshot): Iterable<string> {
  const scripts = elements.filter(
    ([name, , , source = '']) => name === 'script' && source.includes(SCRIPT),
  );
  if (scripts.length > 1) {
    yield `The page loads ${SCRIPT.slice(1)} ${scripts.length} times. Keep one, or call wpwl.unload() between them.`;
  }
  for (const name of globals) {
    const meant = nearestName(name, GLOBALS);
    if (!GLOBALS.includes(name) && meant) yield `window.${name}: did you mean ${meant}?`;
  }
}

/** What the browser's console has: of brands that the checkout does not offer, of languages, of addresses. */
const aboutConsole = ({ entries }: InspectorReport): string[] =>
  entries.flatMap(([, kind, text]) => (kind === 'console' ? [text] : []));

/** The directive to add for what the page's policy has blocked. */
function* aboutPolicy({ entries }: InspectorReport): Iterable<string> {
  const blocked = entries.filter(([, kind]) => kind === 'policy');
  for (const [, , directive, address] of blocked) {
    const origin = URL.parse(address)?.origin;
    yield origin === undefined || origin === 'null'
      ? `The page's Content-Security-Policy blocked ${address} by ${directive}.`
      : `The page's Content-Security-Policy blocked ${origin}. Where it is the gateway's, add: ${directive.replace(/-(elem|attr)$/, '')} ${origin};`;
  }
}

/** One sentence each, in the order in which they keep a form from working; none twice. */
export function adviceOn(report: InspectorReport, known: KnownNames): readonly string[] {
  const { snapshot } = report;
  return [
    ...new Set([
      ...aboutPolicy(report),
      ...aboutForms(snapshot),
      ...aboutActions(snapshot),
      ...aboutScripts(snapshot),
      ...adviceOnOptions(snapshot.options, known),
      ...aboutConsole(report),
    ]),
  ];
}

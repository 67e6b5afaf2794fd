/**
 * Properties that only the script's own objects have, so that the build may shorten their names.
 * None of them may be in a message, an answer, an option or an object that the page gets:
 * {@link assertOwn} looks for that at each build. Some are names of the DOM as well (`host`, `kind`,
 * `frames`): of those only such may be here that the script never reads of the browser's objects.
 */
import { readFileSync } from 'node:fs';

const NAMES = [
  ...['choose', 'control', 'frames', 'host', 'kind', 'phase', 'place', 'retry', 'scope', 'session'],
  ...['also', 'answer', 'box', 'dispose', 'draw', 'forms', 'hint', 'reload', 'submitter'],
  ...['variant'],
  ...[
    'announcement',
    'beforeSubmit',
    'buttonClass',
    'candidates',
    'caret',
    'classes',
    'detected',
    'gateway',
  ],
  ...['current', 'cvvWrapper', 'derive', 'environment', 'errors', 'follow'],
  ...['followLocale', 'hasAction', 'hasCvv', 'invalidate', 'isChallenge', 'isInfo'],
  ...['isOffered', 'isPutAway', 'isReady', 'isStale', 'later', 'maySubmit', 'messageText'],
  ...['nodes', 'numberWrapper', 'onBlur', 'onChange', 'onData', 'onEdit', 'onFailure', 'onFound'],
  ...['onRenew', 'onRetry', 'onState', 'onSubmit', 'peek', 'previous', 'price', 'problem'],
  ...['readers', 'renewal', 'resultUrl', 'seen', 'submits', 'submitText', 'tell', 'wrapper'],
];

export const OWN_NAMES: RegExp = new RegExp(`^(${NAMES.join('|')})$`);

/** What the published types promise, and what crosses to frames and gateway. */
const FOREIGN = [
  'public/paymentWidgets.d.ts',
  'contract/form-data.ts',
  'contract/form-tree.ts',
  'contract/messages.ts',
  'contract/payment-answer.ts',
  'contract/result.ts',
  'contract/brand-rules.ts',
  'contract/text-keys.ts',
  'widget/page/callbacks.ts',
  'widget/page/option-names.ts',
  'widget/page/options.ts',
];

/**
 * @param code of the script, before its names are shortened
 * @throws Error that names a property which is somebody else's as well
 */
export function assertOwn(code: string): void {
  const quoted = new Set([...code.matchAll(/["'`]([\w$]+)["'`]/g)].map(([, text]) => text));
  const sources = FOREIGN.map((file) => [file, readFileSync(file, 'utf8')] as const);
  for (const name of NAMES) {
    // As a member, `name?:` or `name(`, or as a text in a list.
    const member = new RegExp(`(^|[^\\w-])(${name}\\??[:(]|['"]${name}['"])`, 'm');
    const file = sources.find(([, text]) => member.test(text))?.[0];
    const where = file ?? (quoted.has(name) && 'a text of the script');
    if (where) throw new Error(`widget/own-names.ts shortens "${name}", which is in ${where}, too`);
  }
}

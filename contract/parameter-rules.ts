/** Rules between parameters that a row of the catalogue cannot say by itself. */
import type { Operation } from './catalogue.ts';
import { INDUSTRY_FIELDS, isIndustry } from './industry-data.ts';
import { otherBrandRules } from './other-brand-rules.ts';
import { OTHER_BRANDS } from './other-brands.ts';
import type { ParameterSet } from './parameters.ts';
import type { ParameterError } from './result.ts';
import { tokenParameter, WALLETS } from './wallets.ts';

/**
 * @param parameters as read, each right by itself
 * @returns everything that is wrong between them
 */
export function rulesBetween(parameters: ParameterSet, operation: Operation): ParameterError[] {
  return [
    ...checkoutRules(parameters, operation),
    ...cardOnFileRules(parameters, operation),
    ...otherBrandRules(parameters, operation),
    ...walletRules(parameters, operation),
    ...retrialRules(parameters),
    ...agreementRules(parameters),
    ...industryRules(parameters),
    ...periodRules(parameters, operation),
    ...scheduleRules(parameters, operation),
    ...authenticationRules(parameters, operation),
  ];
}

const error = (name: string, parameters: ParameterSet, message: string): ParameterError => ({
  name,
  value: name.startsWith('card.') ? null : (parameters[name] ?? null),
  message,
});

/** A checkout without a payment type only stores the card; any other one asks for money. */
function checkoutRules(parameters: ParameterSet, operation: Operation): ParameterError[] {
  if (operation !== 'checkout' || storesOnly(parameters)) return [];
  return ['amount', 'currency', 'paymentType']
    .filter((name) => parameters[name] === undefined)
    .map((name) => error(name, parameters, 'is required'));
}

/**
 * Whether a checkout is for a registration alone (gateway-api.md, "Endpoints"). An amount belongs to one
 * only where it is said to be that of the agreement: else the payment type was forgotten.
 */
export const storesOnly = (parameters: ParameterSet): boolean =>
  parameters['createRegistration'] === 'true' &&
  parameters['paymentType'] === undefined &&
  (parameters['amount'] === undefined ||
    parameters['standingInstruction.amountType'] !== undefined);

/** First of a chain of payments: it carries what authenticates the shopper. */
export const isInitial = (parameters: ParameterSet): boolean =>
  parameters['recurringType'] === 'INITIAL' || parameters['standingInstruction.mode'] === 'INITIAL';

/** A later payment of a chain: the shopper is not there. */
export const isRepeated = (parameters: ParameterSet): boolean =>
  parameters['recurringType'] === 'REPEATED' ||
  parameters['standingInstruction.mode'] === 'REPEATED';

/** Ways of selling without a browser, by `transactionCategory`. */
const NOT_ONLINE: ReadonlySet<string> = new Set(['MO', 'TO', 'PO', 'PM', 'RC']);

/** Whether the shopper is not there: one who chooses a stored card for a later payment (CIT) is. */
export function isInitiatedByMerchant(parameters: ParameterSet): boolean {
  const { recurringType, 'standingInstruction.source': source } = parameters;
  return (
    recurringType === 'REPEATED' ||
    source === 'MIT' ||
    (parameters['standingInstruction.mode'] === 'REPEATED' && source !== 'CIT')
  );
}

/** Whether the shopper is there, with a browser, to be authenticated. */
export const isShopperPresent = (parameters: ParameterSet): boolean =>
  !isInitiatedByMerchant(parameters) && !NOT_ONLINE.has(parameters['transactionCategory'] ?? '');

/**
 * Whether a chain needs the CVV of a card (gateway-api.md, "Card"): its first payment does, a later one
 * takes none; undefined of a payment that is in no chain.
 */
export const needsCvv = (parameters: ParameterSet): boolean | undefined =>
  isInitial(parameters) || (isRepeated(parameters) ? false : undefined);

/** A wallet has authenticated its shopper, no matter who decrypted its token. */
const hasNoCvv = (parameters: ParameterSet): boolean =>
  OTHER_BRANDS.has(parameters['paymentBrand'] ?? '') ||
  WALLETS.has(parameters['paymentBrand'] ?? '') ||
  [...WALLETS.values()].some(({ key }) => parameters[`${key}.source`] !== undefined);

/** Operations that a CVV can come with. */
const TAKES_CARD: readonly Operation[] = [
  ...(['payment', 'registration', 'registration.payment'] as const),
  'checkout.payment',
];

function cardOnFileRules(parameters: ParameterSet, operation: Operation): ParameterError[] {
  const found: ParameterError[] = [];
  if (isInitial(parameters) && isRepeated(parameters)) {
    const message = 'must not contradict recurringType';
    found.push(error('standingInstruction.mode', parameters, message));
  }
  if (!TAKES_CARD.includes(operation) || hasNoCvv(parameters)) return found;
  const hasCvv = parameters['card.cvv'] !== undefined;
  if (isInitial(parameters) && !hasCvv) {
    found.push(error('card.cvv', parameters, 'is required for an INITIAL payment'));
  }
  // A shopper who chooses a stored card in a form is present, whatever the chain says.
  const isChosen = parameters['registrationId'] !== undefined;
  if (isRepeated(parameters) && hasCvv && !isChosen) {
    const message = 'must not be sent with REPEATED: the shopper is not present';
    found.push(error('card.cvv', parameters, message));
  }
  return found;
}

/** The card is in the token, and the shopper agrees to one payment with it. */
function walletRules(parameters: ParameterSet, operation: Operation): ParameterError[] {
  const { paymentBrand = '', 'card.number': number } = parameters;
  return [...WALLETS].flatMap(([brand, wallet]) => {
    const name = tokenParameter(wallet);
    if (paymentBrand !== brand) {
      const message = `is sent with the paymentBrand ${brand} only`;
      return parameters[name] === undefined ? [] : [{ name, value: null, message }];
    }
    const found: ParameterError[] = [];
    if (number !== undefined) {
      found.push(error('card.number', parameters, `must not be sent with ${brand}`));
    }
    const isStoredOnly = operation === 'checkout.payment' && storesOnly(parameters);
    if (operation === 'registration' || isStoredOnly) {
      found.push(
        error(
          'paymentBrand',
          parameters,
          `${brand} is stored with a payment: send createRegistration with it`,
        ),
      );
    }
    if (parameters['paymentType'] === 'CD') {
      found.push(error('paymentType', parameters, `must be DB or PA with ${brand}`));
    }
    if (operation === 'payment' && isRepeated(parameters)) {
      const message = `must not be REPEATED with ${brand}: a later payment is made with its registration`;
      const cause =
        parameters['recurringType'] === 'REPEATED' ? 'recurringType' : 'standingInstruction.mode';
      found.push(error(cause, parameters, message));
    }
    return found;
  });
}

/** Attempts are counted from 1; a retrial is the second or a later one. */
function retrialRules(parameters: ParameterSet): ParameterError[] {
  const name = 'customParameters[payment_attempt_number]';
  const retrial = parameters['customParameters[payment_retrial]'];
  const attempt = parameters[name];
  if (retrial === 'true' && !(attempt !== undefined && Number(attempt) >= 2)) {
    return [error(name, parameters, 'must be 2 or more when payment_retrial is true')];
  }
  if (retrial === 'false' && attempt !== undefined && attempt !== '1') {
    return [error(name, parameters, 'must be 1 when payment_retrial is false')];
  }
  return [];
}

/** An agreement does not end before it starts. */
function agreementRules(parameters: ParameterSet): ParameterError[] {
  const name = 'standingInstruction.endDate';
  const start = parameters['standingInstruction.startDate'];
  const end = parameters[name];
  // Both are yyyy-MM-dd, so their order as texts is that of the days.
  if (start === undefined || end === undefined || start <= end) return [];
  return [error(name, parameters, `must not be before standingInstruction.startDate, ${start}`)];
}

/** What is told of an industry has to be of that one. */
function industryRules(parameters: ParameterSet): ParameterError[] {
  return Object.keys(parameters).flatMap((name) => {
    const [, data = '', field = ''] =
      /^(order\.industryData\[\d+\])\.details\.(.+)$/.exec(name) ?? [];
    if (field === '') return [];
    const type = parameters[`${data}.type`];
    if (!isIndustry(type)) {
      return [error(`${data}.type`, parameters, `is required when ${name} is sent`)];
    }
    const isOfType = Object.hasOwn(INDUSTRY_FIELDS[type], field.replace(/\[\d+\]/, '[n]'));
    return isOfType ? [] : [error(name, parameters, `is not told of the industry ${type}`)];
  });
}

/** Longest period of a report: a year, leap years too. */
const MAX_DAYS = 366;
const DAY_MS = 24 * 60 * 60_000;

/** Epoch milliseconds of `yyyy-MM-dd`, `yyyy-MM-dd HH:mm:ss` or that with `+0000`, in UTC. */
export const reportMoment = (value: string): number => {
  const moment = value.replace('+0000', '');
  return Date.parse(`${moment.replace(' ', 'T')}${moment.includes(' ') ? 'Z' : ''}`);
};

function periodRules(parameters: ParameterSet, operation: Operation): ParameterError[] {
  const { 'date.from': from, 'date.to': to, merchantTransactionId } = parameters;
  if (from === undefined || to === undefined) {
    // Half a period is told of by the catalogue.
    if (operation !== 'query' || merchantTransactionId || from || to) return [];
    const message = 'is required unless merchantTransactionId is sent';
    return ['date.from', 'date.to'].map((name) => error(name, parameters, message));
  }
  const period = reportMoment(to) - reportMoment(from);
  if (period < 0) return [error('date.to', parameters, 'must not be before date.from')];
  // Both days count, so a period of days is one day longer than their difference.
  const longest = operation === 'query' ? MAX_DAYS * DAY_MS : (MAX_DAYS - 1) * DAY_MS;
  if (period <= longest) return [];
  return [error('date.to', parameters, `must be within ${MAX_DAYS} days from date.from`)];
}

/** The shopper of a schedule is not there, and its days are said in one way. */
function scheduleRules(parameters: ParameterSet, operation: Operation): ParameterError[] {
  if (operation !== 'schedule' && operation !== 'schedule.change') return [];
  const wrong = (name: string, message: string) => [error(name, parameters, message)];
  const isSaid = (name: string) => !['*', '?', undefined].includes(parameters[name]);
  const days = ['job.dayOfMonth', 'job.dayOfWeek'];
  const isTwice = days.every(isSaid);
  const isMissing = operation === 'schedule' && days.every((name) => !parameters[name]);
  return [
    ...(isTwice ? wrong('job.dayOfWeek', 'must be ? where job.dayOfMonth names days') : []),
    ...(isMissing ? wrong('job.dayOfMonth', 'is required, or job.dayOfWeek') : []),
    ...['recurringType', 'standingInstruction.mode']
      .filter((name) => parameters[name] === 'INITIAL')
      .flatMap((name) => wrong(name, 'must be REPEATED: a schedule pays without the shopper')),
    ...(parameters['standingInstruction.source'] === 'CIT'
      ? wrong('standingInstruction.source', 'must be MIT: a schedule pays without the shopper')
      : []),
  ];
}

/** What comes out of an authentication. */
export const PROOFS = [
  'eci',
  'verificationId',
  'version',
  'xid',
  'dsTransactionId',
  'acsTransactionId',
].map((name) => `threeDSecure.${name}`);

/** One that is asked for needs a shopper who is there; one that is used brings what came out of it. */
function authenticationRules(parameters: ParameterSet, operation: Operation): ParameterError[] {
  const refuse = (names: readonly string[], message: string) =>
    names
      .filter((name) => parameters[name] !== undefined)
      .map((name) => error(name, parameters, message));
  if (parameters['threeDSecure.id'] !== undefined) {
    return refuse(PROOFS, 'must not be sent with threeDSecure.id, which brings it');
  }
  if (operation !== 'authentication') return [];
  return [
    ...refuse([...PROOFS, 'threeDSecure.exemptionFlag'], 'must not be sent: it is asked for here'),
    ...(isShopperPresent(parameters)
      ? []
      : refuse(
          [
            ...['recurringType', 'standingInstruction.mode', 'standingInstruction.source'],
            'transactionCategory',
          ],
          'must say that the shopper is there, to be authenticated',
        )),
  ];
}

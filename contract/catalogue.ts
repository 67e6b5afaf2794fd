/**
 * The parameter tables of gateway-api.md as one declarative catalogue. Validation, error messages,
 * OpenAPI and the reference derive from it; nothing repeats it.
 */
import { CURRENCY_CODES } from './currency.ts';
import {
  AMOUNT,
  BOOLEAN,
  BOOLEAN_OR_DIGIT,
  DATE,
  digits,
  type Format,
  letters,
  oneOf,
  pattern,
  text,
  truncatedText,
  WEB_ADDRESS,
} from './format.ts';
import { maskedIban } from './iban.ts';
import { INDUSTRY_FIELDS } from './industry-data.ts';
import { JOB_DATE, JOB_FORMATS } from './schedule-times.ts';
import { tokenParameter, WALLETS } from './wallets.ts';

/** Where parameters arrive. */
export type Operation =
  /** `POST /v1/payments` */
  | 'payment'
  /** `POST /v1/payments/{id}`: capture, reversal, refund. */
  | 'reference'
  /** `POST /v1/threeDSecure` */
  | 'authentication'
  /** `POST /v1/registrations` */
  | 'registration'
  /** `POST /v1/registrations/{id}/payments` */
  | 'registration.payment'
  /** `POST /scheduling/v1/schedules` */
  | 'schedule'
  /** `POST /scheduling/v1/schedules/{id}/reschedule` */
  | 'schedule.change'
  /** `POST /v1/checkouts` */
  | 'checkout'
  /** `POST /v1/checkouts/{id}` */
  | 'checkout.update'
  /** `DELETE /v1/checkouts/{id}`, in its query. */
  | 'checkout.delete'
  /** `POST /v1/checkouts/{id}/payment` and `…/registration`, sent by the shopper's browser. */
  | 'checkout.payment'
  /** `POST /v1/webhooks` */
  | 'webhook'
  /** `POST /v1/webhooks/{id}` */
  | 'webhook.change'
  /** `POST /v1/webhooks/{id}/test` */
  | 'webhook.test'
  /** `POST /v1/webhooks/{id}/secret`, and `POST /v1/webhooks/key` */
  | 'webhook.secret'
  /** `GET /v1/webhooks/{id}/deliveries`, and of `notificationUrl` */
  | 'deliveries'
  /** `POST …/deliveries/{delivery}/replay` */
  | 'delivery.replay'
  /** `POST …/replay` */
  | 'deliveries.replay'
  /** `GET /v1/events` */
  | 'events'
  /** `GET /v1/query` */
  | 'query.order'
  /** `GET /v3/query` */
  | 'query'
  /** `GET /v3/query/{id}` */
  | 'query.payment'
  /** `GET /reports/v1/reconciliations/aggregations` */
  | 'aggregations'
  /** `GET /reports/v1/reconciliations/aggregations/{id}` */
  | 'aggregation'
  /** `GET /reports/v2/reconciliations/aggregations/{id}` */
  | 'aggregation.page';

export interface ParameterRow {
  /** With `[n]` for an index and `[name]` for the key of a map. */
  readonly name: string;
  readonly format: Format;
  /** Operations on which the format is another one. */
  readonly formatOn?: Partial<Record<Operation, Format>>;
  /** The operations that read it. From the shopper's browser nothing else is read (D12). */
  readonly on: readonly Operation[];
  readonly requiredOn?: readonly Operation[];
  /** Operations that refuse the request because of it, instead of ignoring it. */
  readonly refusedOn?: readonly Operation[];
  /** Parameters that have to be there when this one is. */
  readonly requires?: readonly string[];
  /** This one is ignored when that one is there. */
  readonly ignoredWith?: string;
  /** Demanded, once any parameter of its group is sent, on channels with `strictCustomerData`. */
  readonly strictWith?: string;
  /** Demanded on channels with `strictCustomerData`. */
  readonly strictOn?: readonly Operation[];
  /** Its value is never repeated: not in an error, a log or an answer. */
  readonly secret?: boolean;
  /** Of a secret: what an error may show of its value. */
  readonly shown?: (value: string) => string;
  /** For `[name]`: what the key has to look like. */
  readonly key?: Format;
  /** For `[name]`: what the key has to look like when the shopper's browser sends it. */
  readonly browserKey?: RegExp;
  /** Other values are ignored when the shopper's browser sends them. */
  readonly fromBrowser?: Format;
  /** Not part of the payment, so not echoed in answers. */
  readonly control?: boolean;
}

type Options = Omit<ParameterRow, 'name' | 'format' | 'on'>;

const CHECKOUT: readonly Operation[] = ['checkout', 'checkout.update'];
const SCHEDULE: readonly Operation[] = ['schedule', 'schedule.change'];
const MONEY: readonly Operation[] = [
  'authentication',
  'payment',
  'registration.payment',
  ...SCHEDULE,
  ...CHECKOUT,
];
const SERVER: readonly Operation[] = [...MONEY, 'registration'];
const SERVER_AND_REFERENCE: readonly Operation[] = [...SERVER, 'reference'];
const BROWSER: readonly Operation[] = ['checkout.payment'];
const BOTH: readonly Operation[] = [...SERVER, ...BROWSER];
const REPORTS: readonly Operation[] = [
  'query.order',
  'query',
  'query.payment',
  'aggregations',
  'aggregation',
  'aggregation.page',
];
/** Subscriptions, and the messages that they were sent. */
const SUBSCRIPTIONS: readonly Operation[] = [
  'webhook.change',
  'webhook.test',
  'webhook.secret',
  'deliveries',
  'delivery.replay',
  'deliveries.replay',
  'events',
];
/** Where a card is given. */
const CARD: readonly Operation[] = ['payment', 'authentication', 'registration', ...BROWSER];
/** Where money is asked for, so that its parameters are demanded. */
const PAID: readonly Operation[] = ['payment', 'registration.payment'];

const row = (
  name: string,
  format: Format,
  on: readonly Operation[],
  options: Options = {},
): ParameterRow => ({ name, format, on, ...options });

const COUNTRY = pattern('[A-Z]{2}', 'a 2-letter country code in capitals (ISO 3166-1)');
const MAP_KEY = pattern('[A-Za-z0-9._]{3,64}', '3 to 64 letters, digits, dots and underscores');
const CURRENCY: Format = {
  words: 'a 3-letter currency code in capitals (ISO 4217)',
  pattern: '[A-Z]{3}',
  check: (value) => CURRENCY_CODES.includes(value),
};
const PHONE = pattern(
  '[+0-9][0-9 .()/\\-]{5,24}',
  'a phone number of 6 to 25 characters: + or a digit, then digits, space and . ( ) / -',
);
const STATE = pattern('[\\p{L}\\p{M}0-9. ]{1,50}', 'up to 50 letters, digits, dots and spaces');
/** What shoppers' provinces are called: "Gyeonggi-do", "L’Aquila". */
const STATE_OF_SHOPPER = pattern(
  "[\\p{L}\\p{M}0-9. '’,\\-]{1,50}",
  "up to 50 letters, digits, spaces and ' ’ - . ,",
);
const POSTCODE = pattern(
  '[\\p{L}\\p{M}0-9 \\-]{1,30}',
  'up to 30 letters, digits, spaces and hyphens',
);
const PERCENTAGE: Format = {
  words: 'a percentage from 0 to 100 with up to 2 decimals',
  pattern: '[0-9]{1,3}(\\.[0-9]{1,2})?',
  maxLength: 6,
  check: (value) => Number(value) <= 100,
};
/** The payment type of an authentication without a payment. */
export const AUTHENTICATION = '3D';
/** That of what a shopper agrees to at a brand's page without a payment. It is never requested by this name. */
export const REGISTRATION = 'RG';
/** Types that others make. */
const NOT_REQUESTED: Pick<Format, 'why'> = {
  why: {
    RC: 'RC is made by the gateway, when the money of a voucher has come',
    RB: 'RB is reported by a processor, and never requested',
  },
};
const PAYMENT_TYPE: Format = { ...oneOf('PA', 'DB', 'CD'), ...NOT_REQUESTED };
const REFERENCE_TYPE: Format = { ...oneOf('CP', 'RV', 'RF'), ...NOT_REQUESTED };
const TIMESTAMP: Format = {
  words: 'a moment as yyyy-MM-dd hh:mm:ss, 24 hours',
  pattern: '[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2}',
  check: (value) => {
    const moment = new Date(`${value.replace(' ', 'T')}Z`);
    return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(value.slice(0, 10));
  },
};
const BRAND = pattern('[A-Za-z0-9_]{1,32}', '1 to 32 letters, digits and underscores');

const basic: readonly ParameterRow[] = [
  row(
    'entityId',
    pattern('[a-f0-9]{32}', '32 lowercase hexadecimal characters'),
    [...SERVER_AND_REFERENCE, 'checkout.delete', 'webhook', ...SUBSCRIPTIONS, ...REPORTS],
    { control: true },
  ),
  row('amount', AMOUNT, [...MONEY, 'reference'], {
    requiredOn: [...PAID, 'authentication', 'schedule'],
    requires: ['currency'],
  }),
  row('currency', CURRENCY, [...MONEY, 'reference', 'aggregations'], {
    requiredOn: [...PAID, 'authentication', 'schedule'],
  }),
  row('paymentType', PAYMENT_TYPE, [...MONEY, 'reference'], {
    requiredOn: [...PAID, 'reference'],
    formatOn: {
      reference: REFERENCE_TYPE,
      schedule: oneOf('SD', 'DB', 'PA'),
      'schedule.change': oneOf('RS', 'DB', 'PA'),
      authentication: oneOf(AUTHENTICATION),
    },
  }),
  // Ignored, it would charge where only an authorisation was meant.
  row('overridePaymentType[name]', PAYMENT_TYPE, ['checkout'], {
    key: BRAND,
    control: true,
    refusedOn: PAID,
  }),
  row('paymentBrand', BRAND, BOTH),
  row('descriptor', text(1, 127), SERVER_AND_REFERENCE),
  row(
    'merchantTransactionId',
    text(8, 255),
    [...SERVER_AND_REFERENCE, 'checkout.delete', 'query', 'query.order'],
    {
      // Whatever it is looked for by: one that no payment can have finds none.
      formatOn: { query: text(1, 255), 'query.order': text(1, 255) },
      requiredOn: ['query.order'],
    },
  ),
  row('merchantInvoiceId', text(8, 255), SERVER_AND_REFERENCE),
  row('transactionCategory', oneOf('EC', 'MO', 'TO', 'RC', 'IN', 'PO', 'PM'), SERVER),
  row('testMode', oneOf('EXTERNAL', 'INTERNAL'), [...SERVER_AND_REFERENCE, 'aggregations'], {
    control: true,
  }),
  row('shopperResultUrl', WEB_ADDRESS, BOTH, { control: true, requiredOn: ['authentication'] }),
  row('notificationUrl', WEB_ADDRESS, SERVER_AND_REFERENCE, { control: true }),
  row('integrity', BOOLEAN_OR_DIGIT, ['checkout'], { control: true }),
];

/** How long two secrets of a subscription are valid together, at most. */
const MAX_OVERLAP_S = 30 * 24 * 60 * 60;

/** Subscriptions: who is told of what happens, and how (docs/webhooks.md). */
const webhook: readonly ParameterRow[] = [
  row('url', WEB_ADDRESS, ['webhook', 'webhook.change'], {
    requiredOn: ['webhook'],
    control: true,
  }),
  row('kind', oneOf('notifications', 'events'), ['webhook'], {
    requiredOn: ['webhook'],
    control: true,
  }),
  row(
    'types',
    pattern('[A-Z_]+(?:[, ]+[A-Z_]+)*', 'names of types, separated by commas'),
    ['webhook', 'webhook.change'],
    { control: true },
  ),
  row('wrapper', oneOf('NONE', 'JSON'), ['webhook', 'webhook.change'], { control: true }),
  row('fields', oneOf('ALL', 'NON_CUSTOMER_DATA'), ['webhook', 'webhook.change', 'events'], {
    control: true,
  }),
  row('secret', text(1, 200), ['webhook', 'webhook.secret'], { control: true, secret: true }),
  row(
    'overlap',
    {
      words: `seconds, 0 to ${MAX_OVERLAP_S}: for as long the secret before stays valid`,
      pattern: '[0-9]{1,7}',
      check: (value) => Number(value) <= MAX_OVERLAP_S,
    },
    ['webhook.secret'],
    { control: true },
  ),
];

/** A moment as answers write it; the zone may be left out. */
const MOMENT: Format = {
  ...TIMESTAMP,
  words: 'a moment as yyyy-MM-dd hh:mm:ss, 24 hours, UTC',
  pattern: `${TIMESTAMP.pattern}(?:\\+0000)?`,
  check: (value) => TIMESTAMP.check?.(value.slice(0, 'yyyy-MM-dd hh:mm:ss'.length)) === true,
};
const ANY_ID = pattern('[a-f0-9]{32}', '32 lowercase hexadecimal characters');

/** Messages to subscriptions, and events, looked for and sent again (docs/webhooks.md). */
const deliveryLog: readonly ParameterRow[] = [
  row('state', oneOf('waiting', 'delivered', 'given_up'), ['deliveries'], { control: true }),
  row(
    'type',
    pattern('[A-Z_]{1,64}', 'the name of a type of notifications or events'),
    ['webhook.test', 'deliveries', 'events'],
    { control: true },
  ),
  row('payment', ANY_ID, ['deliveries', 'events'], { control: true }),
  row('from', MOMENT, ['deliveries', 'events'], { control: true }),
  row('to', MOMENT, ['deliveries', 'events'], { control: true }),
  row('after', ANY_ID, ['deliveries', 'events'], { control: true }),
  row(
    'deliveries',
    pattern('[a-f0-9]{32}(?:,[a-f0-9]{32}){0,99}', 'up to 100 ids of deliveries, with commas'),
    ['deliveries.replay'],
    { control: true },
  ),
  row('givenUpSince', MOMENT, ['deliveries.replay'], { control: true }),
  row('webhook', ANY_ID, ['delivery.replay', 'deliveries.replay'], { control: true }),
];

const card: readonly ParameterRow[] = [
  row('card.holder', letters(3, 128), CARD, { refusedOn: CHECKOUT }),
  row('card.number', digits(12, 19), CARD, { secret: true, refusedOn: CHECKOUT }),
  row('card.expiryMonth', pattern('0[1-9]|1[0-2]', '01 to 12'), CARD, { refusedOn: CHECKOUT }),
  row('card.expiryYear', pattern('(?:19|20)[0-9]{2}', '4 digits, starting with 19 or 20'), CARD, {
    refusedOn: CHECKOUT,
  }),
  row('card.cvv', digits(3, 4), [...CARD, 'registration.payment'], {
    secret: true,
    refusedOn: CHECKOUT,
  }),
  // The form says it where its page has taken the holder's field away on purpose (docs/form.md).
  row('card.holderHidden', oneOf('true'), BROWSER, { control: true }),
  // And this where its page wants a brand's own page in the place of the form (`inlineFlow`).
  row('inlineFlow', oneOf('true'), BROWSER, { control: true }),
  row('sealed[name]', text(1, 2048), BROWSER, {
    key: oneOf('card.number', 'card.cvv'),
    secret: true,
    control: true,
  }),
];

const cardOnFile: readonly ParameterRow[] = [
  row('standingInstruction.type', oneOf('RECURRING', 'INSTALLMENT', 'UNSCHEDULED'), BOTH),
  // A shopper who fills in a form is present: a browser that says otherwise would end 3-D Secure.
  row('standingInstruction.mode', oneOf('INITIAL', 'REPEATED'), BOTH, {
    fromBrowser: oneOf('INITIAL'),
  }),
  row('standingInstruction.source', oneOf('CIT', 'MIT'), BOTH, { fromBrowser: oneOf('CIT') }),
];

/** What the document's requests lack and its events have (docs/events.md). All of it is optional. */
const eventParameters: readonly ParameterRow[] = [
  row('standingInstruction.amountType', oneOf('MAX', 'EXACT', 'VARIABLE'), SERVER),
  row('standingInstruction.frequency', oneOf('DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'), SERVER),
  row(
    'standingInstruction.interval',
    pattern('[1-9][0-9]{0,2}', 'a whole number from 1 to 999'),
    SERVER,
    { requires: ['standingInstruction.frequency'] },
  ),
  row('standingInstruction.startDate', DATE, SERVER),
  row('standingInstruction.endDate', DATE, SERVER),
  row(
    'customer.locale',
    pattern('[a-z]{2}(-[A-Z]{2})?', 'a language, or a language and a country, as de-AT'),
    BOTH,
  ),
  row('customer.taxIdentification', text(1, 64), BOTH),
  row('order.industryData[n].type', oneOf(...Object.keys(INDUSTRY_FIELDS)), MONEY),
  ...Object.values(INDUSTRY_FIELDS).flatMap((fields) =>
    Object.entries(fields).map(([field, format]) =>
      row(`order.industryData[n].details.${field}`, format, MONEY),
    ),
  ),
];

const virtualAccount: readonly ParameterRow[] = [
  row('virtualAccount.accountId', text(1, 100), CARD),
  row('virtualAccount.password', text(1, 100), CARD, { secret: true }),
];

/** Where a bank account is given, beside its number. */
const ACCOUNT: readonly Operation[] = ['payment', 'registration', ...CHECKOUT, ...BROWSER];
/** Tokens have 2 to 4 kB. */
const WALLET_TOKEN = text(1, 16_384);
const wallets: readonly ParameterRow[] = [...WALLETS.values()].flatMap((wallet) => [
  row(tokenParameter(wallet), WALLET_TOKEN, ['payment', ...BROWSER], { secret: true }),
  row(`${wallet.key}.source`, oneOf('web', 'app'), ['payment']),
]);

/** Of what the shopper pays from. */
const bankAccount: readonly ParameterRow[] = [
  row(
    'bankAccount.holder',
    {
      ...text(4, 128),
      words: '4 to 128 characters, not blanks alone',
      check: (value) => [...value.trim()].length >= 4 && !/\p{Cc}/u.test(value),
    },
    ACCOUNT,
  ),
  row(
    'bankAccount.iban',
    pattern('[A-Za-z]{2}[0-9]{2}[A-Za-z0-9 ]{11,38}', 'an IBAN, with spaces or without'),
    ['payment', 'registration', ...BROWSER],
    { secret: true, shown: maskedIban, refusedOn: CHECKOUT },
  ),
  row(
    'bankAccount.bic',
    pattern('[A-Za-z]{6}[A-Za-z0-9]{2}(?:[A-Za-z0-9]{3})?', 'a BIC of 8 or 11 characters'),
    ACCOUNT,
  ),
  row(
    'bankAccount.mandate.id',
    pattern("[A-Za-z0-9+?/\\-:().,']{1,35}", "up to 35 letters, digits and + ? / - : ( ) . , '"),
    ['payment', 'registration', ...CHECKOUT],
  ),
  row('sealed[bankAccount.iban]', text(1, 2048), BROWSER, { secret: true, control: true }),
  row('bankAccount.mandate.dateOfSignature', DATE, ['payment', 'registration', ...CHECKOUT]),
  row('bankAccount.country', COUNTRY, ACCOUNT),
];

const registration: readonly ParameterRow[] = [
  row('createRegistration', BOOLEAN, ['payment', ...CHECKOUT, ...BROWSER], {
    // A checkbox without a value attribute is sent as "on".
    formatOn: { 'checkout.payment': { ...BOOLEAN, ...oneOf('true', 'false', 'on') } },
    control: true,
  }),
  row('recurringType', oneOf('INITIAL', 'REPEATED'), SERVER),
  row('recurring.numberOfInstallments', digits(1, 3), [...MONEY, ...BROWSER]),
  row('registrations[n].id', pattern('[a-z0-9]{32}', '32 letters and digits'), CHECKOUT, {
    control: true,
  }),
  row(
    'registrationId',
    pattern('[a-z0-9]{32}', '32 letters and digits'),
    [...BROWSER, 'schedule'],
    {
      control: true,
      requiredOn: ['schedule'],
    },
  ),
];

/** When a schedule pays. */
const job: readonly ParameterRow[] = [
  ...Object.entries(JOB_FORMATS).map(([name, format]) =>
    row(`job.${name}`, format, SCHEDULE, { control: true }),
  ),
  row('job.startDate', JOB_DATE, SCHEDULE, { control: true }),
  row('job.endDate', JOB_DATE, SCHEDULE, { control: true }),
];

const merchant: readonly ParameterRow[] = [
  row('merchant.name', text(1, 100), SERVER),
  row('merchant.city', text(1, 100), SERVER),
  row('merchant.street', text(1, 100), SERVER),
  row(
    'merchant.postcode',
    pattern('[A-Za-z0-9\\-]{1,10}', 'up to 10 letters, digits and hyphens'),
    [...SERVER],
  ),
  row('merchant.state', text(1, 50), SERVER),
  row('merchant.country', COUNTRY, SERVER),
  row('merchant.phone', pattern('[A-Za-z0-9+.\\-]{1,25}', 'up to 25 letters, digits, + - and .'), [
    ...SERVER,
  ]),
  row('merchant.mcc', pattern('[A-Za-z0-9]{1,4}', 'up to 4 letters or digits'), SERVER),
  row('merchant.submerchantId', text(1, 100), SERVER),
];

const risk: readonly ParameterRow[] = [
  row('risk.channelId', text(1, 255), SERVER),
  row('risk.serviceId', text(1, 255), SERVER),
  row('risk.amount', AMOUNT, SERVER),
  row('risk.orderTimestamp', TIMESTAMP, SERVER),
  row('risk.brand', text(1, 255), SERVER),
  row('risk.parameters[name]', text(0, 2048), SERVER, { key: MAP_KEY }),
  row('risk.merchantWebsite', text(1, 60), SERVER),
  row('risk.accountToken', text(1, 64), SERVER),
];

/** Customer fields, for `customer.` and `shipping.customer.`. */
const customer = (prefix: string): readonly ParameterRow[] => {
  const name = { strictWith: prefix };
  return [
    row(`${prefix}.merchantCustomerId`, text(1, 255), SERVER),
    row(`${prefix}.givenName`, truncatedText(48), BOTH, name),
    row(`${prefix}.middleName`, text(2, 50), BOTH),
    row(`${prefix}.surname`, truncatedText(48), BOTH, name),
    row(`${prefix}.birthDate`, DATE, BOTH),
    row(`${prefix}.phone`, PHONE, BOTH),
    row(`${prefix}.mobile`, PHONE, BOTH),
    row(`${prefix}.workPhone`, text(1, 25), BOTH),
    row(`${prefix}.email`, text(6, 128), BOTH),
    row(`${prefix}.companyName`, text(1, 60), BOTH),
    row(`${prefix}.identificationDocType`, oneOf('IDCARD', 'PASSPORT', 'TAXSTATEMENT'), BOTH, {
      requires: [`${prefix}.identificationDocId`],
    }),
    row(`${prefix}.identificationDocId`, text(8, 64), BOTH, {
      requires: [`${prefix}.identificationDocType`],
    }),
    row(`${prefix}.ip`, text(1, 255), SERVER, prefix === 'customer' ? { strictOn: PAID } : {}),
    row(`${prefix}.status`, oneOf('NEW', 'EXISTING'), SERVER),
  ];
};

const browserData: readonly ParameterRow[] = [
  row('customer.browserFingerprint.id', text(1, 255), BOTH),
  row('customer.browserFingerprint.value', text(1, 4096), BOTH),
  row('customer.browser.acceptHeader', text(1, 2048), BOTH),
  row('customer.browser.userAgent', text(1, 2048), BOTH),
  row('customer.browser.language', text(1, 35), BOTH),
  row('customer.browser.screenHeight', digits(1, 6), BOTH),
  row('customer.browser.screenWidth', digits(1, 6), BOTH),
  row('customer.browser.screenColorDepth', digits(1, 2), BOTH),
  row('customer.browser.timezone', pattern('-?[0-9]{1,4}', 'minutes, as -840 to 720'), BOTH),
  row('customer.browser.javaEnabled', BOOLEAN_OR_DIGIT, BOTH),
  row('customer.browser.javascriptEnabled', BOOLEAN_OR_DIGIT, BOTH),
  row('customer.browser.challengeWindow', oneOf('1', '2', '3', '4', '5'), BOTH),
];

/** What billing and shipping addresses have in common. */
const address = (prefix: string): readonly ParameterRow[] => [
  row(`${prefix}.street1`, text(1, 100), BOTH),
  row(`${prefix}.street2`, text(1, 100), BOTH, { ignoredWith: `${prefix}.houseNumber1` }),
  row(`${prefix}.houseNumber1`, text(1, 100), BOTH),
  row(`${prefix}.houseNumber2`, text(1, 100), BOTH, { requires: [`${prefix}.houseNumber1`] }),
  row(`${prefix}.city`, prefix === 'shipping' ? letters(1, 80) : text(1, 80), BOTH),
  row(`${prefix}.state`, STATE, BOTH, { formatOn: { 'checkout.payment': STATE_OF_SHOPPER } }),
  row(`${prefix}.postcode`, POSTCODE, BOTH),
  row(`${prefix}.country`, COUNTRY, BOTH),
];

const shipping: readonly ParameterRow[] = [
  row(
    'shipping.method',
    oneOf(
      'LOWEST_COST',
      'CARRIER_DESIGNATED_BY_CUSTOMER',
      'ELECTRONIC_DELIVERY',
      'GROUND',
      'INTERNATIONAL',
      'MILITARY',
      'NEXT_DAY_OVERNIGHT',
      'OTHER',
      'STORE_PICKUP',
      'SAME_DAY_SERVICE',
      'TWO_DAY_SERVICE',
      'THREE_DAY_SERVICE',
    ),
    BOTH,
  ),
  row('shipping.comment', text(1, 160), BOTH),
  row('shipping.expectedDate', DATE, BOTH),
  row('shipping.logisticsProvider', text(1, 255), BOTH),
  row('shipping.trackingNumber', text(1, 255), BOTH),
];

const item = (field: string, format: Format) => row(`cart.items[n].${field}`, format, SERVER);

/** The document has none of these, and shops send them: kept as they come. */
const OTHER_ITEM_FIELDS =
  'totalAmount taxAmount totalTaxAmount taxRate discountAmount totalDiscountAmount shippingAmount ' +
  'unitPrice quantityUnit weight reference category categories brand manufacturer color size ean ' +
  'url itemUrl productUrl imageUrl productId';

const cart: readonly ParameterRow[] = [
  item('name', text(1, 255)),
  item('merchantItemId', text(1, 255)),
  item('quantity', digits(1, 5)),
  item('type', text(1, 255)),
  item('sku', text(1, 255)),
  item('price', AMOUNT),
  item('currency', CURRENCY),
  item('description', text(1, 2048)),
  item('tax', PERCENTAGE),
  item('shipping', AMOUNT),
  item('discount', AMOUNT),
  item('giftMessage', text(1, 255)),
  item('shippingMethod', text(1, 255)),
  item('shippingInstructions', text(1, 255)),
  item('shippingTrackingNumber', text(1, 255)),
  item('originalPrice', text(1, 255)),
  ...OTHER_ITEM_FIELDS.split(' ').map((field) => item(field, text(1, 2048))),
];

/** Wishes of the merchant, and what it found out when it authenticated the shopper elsewhere. */
const threeDSecure: readonly ParameterRow[] = [
  row(
    'threeDSecure.id',
    pattern('[a-f0-9]{32}', '32 lowercase hexadecimal characters'),
    ['payment', 'registration.payment'],
    { refusedOn: ['authentication', ...SCHEDULE] },
  ),
  row('threeDSecure.challengeIndicator', pattern('0?[1-9]', '1 to 9, or 01 to 09'), SERVER),
  row('threeDSecure.exemptionFlag', pattern('0?[1-4]', '1 to 4, or 01 to 04'), SERVER),
  row('threeDSecure.eci', pattern('0[0-7]', '00 to 07'), SERVER),
  row('threeDSecure.verificationId', text(1, 64), SERVER),
  row('threeDSecure.version', text(1, 8), SERVER),
  row('threeDSecure.xid', text(1, 64), SERVER),
  row('threeDSecure.dsTransactionId', text(1, 64), SERVER),
  row('threeDSecure.acsTransactionId', text(1, 64), SERVER),
];

/** Longest list that one answer has. */
export const MAX_LIMIT = 500;
/** Every code of this family of gateways: a report of types that are not made here is an empty one. */
const REPORTED_TYPES = 'PA|DB|CD|CP|RV|RF|CB|CR|RC|RB|3D|RG|CF|RR|DR|SD|RS|DS|FI';

/** Of `GET` requests for reports; a day is a day in UTC. */
const reporting: readonly ParameterRow[] = [
  row('date.from', DATE, ['query', 'aggregations'], {
    formatOn: { query: TIMESTAMP },
    requiredOn: ['aggregations'],
    requires: ['date.to'],
    control: true,
  }),
  row('date.to', DATE, ['query', 'aggregations'], {
    formatOn: { query: TIMESTAMP },
    requiredOn: ['aggregations'],
    requires: ['date.from'],
    control: true,
  }),
  row(
    'paymentTypes',
    pattern(
      `(?:${REPORTED_TYPES})(?:,(?:${REPORTED_TYPES}))*`,
      `payment types with commas between them, of ${REPORTED_TYPES.replaceAll('|', ', ')}`,
    ),
    ['query'],
    { control: true },
  ),
  row(
    'pageNo',
    pattern('[1-9][0-9]{0,8}', 'the number of a page, from 1 on'),
    ['query', 'aggregation.page'],
    { control: true },
  ),
  row(
    'limit',
    {
      words: `a number of records on a page, 1 to ${MAX_LIMIT}`,
      pattern: '[1-9][0-9]{0,2}',
      check: (value) => Number(value) <= MAX_LIMIT,
    },
    ['query', 'deliveries', 'events'],
    { control: true },
  ),
  row('includeLinkedTransactions', BOOLEAN_OR_DIGIT, ['query.payment'], { control: true }),
  row('sortValue', oneOf('SettlementTxDate'), ['aggregation'], { control: true }),
  row('sortOrder', oneOf('ASC', 'DESC'), ['aggregation', 'events'], { control: true }),
];

const custom: readonly ParameterRow[] = [
  row('customParameters[payment_retrial]', BOOLEAN, SERVER),
  row(
    'customParameters[payment_attempt_number]',
    pattern('[1-9][0-9]{0,8}', 'a positive whole number'),
    SERVER,
  ),
  row('customParameters[payment_reference]', text(8, 64), SERVER),
  row('customParameters[name]', text(0, 2048), [...BOTH, 'reference'], {
    key: MAP_KEY,
    browserKey: /^SHOPPER_/,
  }),
];

export const CATALOGUE: readonly ParameterRow[] = [
  ...basic,
  ...card,
  ...cardOnFile,
  ...eventParameters,
  ...virtualAccount,
  ...wallets,
  ...bankAccount,
  ...customer('customer'),
  ...browserData,
  ...address('billing'),
  ...address('shipping'),
  ...shipping,
  ...customer('shipping.customer'),
  ...merchant,
  ...cart,
  ...registration,
  ...job,
  ...risk,
  ...threeDSecure,
  ...reporting,
  ...custom,
  ...webhook,
  ...deliveryLog,
];

/** Names that older clients send for a parameter of the catalogue. */
export const ALIASES: ReadonlyMap<string, string> = new Map([
  ['authentication.entityId', 'entityId'],
]);

/**
 * The parameter tables of the API document, one row each, with what a test sends for it. Written
 * from the document (`gateway-api.md`, "Resources and their fields") and from the decisions that
 * complete it, not from the catalogue that these rows test.
 */
import type { Fields } from '../support/test-gateway.ts';

/**
 * `payment` POST /v1/payments · `checkout` POST /v1/checkouts · `registration` POST
 * /v1/registrations · `stored` POST /v1/registrations/{id}/payments · `reference` POST
 * /v1/payments/{id}
 */
export type Operation = 'payment' | 'checkout' | 'registration' | 'stored' | 'reference';

export interface Row {
  readonly name: string;
  readonly on: readonly Operation[];
  /** The shortest value, the longest, and others at the edge; all values of an enumeration. */
  readonly accepted: readonly string[];
  /** One just outside of each bound, a wrong character, a value that is not enumerated. */
  readonly refused: readonly string[];
  /** Operations that cannot go without it. */
  readonly required?: readonly Operation[];
  /** What has to be sent along with it; `undefined` takes a field away. */
  readonly along?: Fields;
  /** True where the payment's answer repeats it as it is, otherwise what it makes of it. */
  readonly echoed?: boolean | ((value: string) => unknown);
  /** Never repeated in an error. */
  readonly secret?: boolean;
  /** What an error shows of a secret value instead. */
  readonly shown?: string;
  /** What an accepted value is answered with, where that is no success. */
  readonly answered?: string;
}

export interface Table {
  readonly title: string;
  readonly rows: readonly Row[];
}

type Details = Omit<Row, 'name' | 'accepted' | 'refused'>;

const x = (length: number) => 'x'.repeat(length);

/** AN: any characters. */
const text = (name: string, max: number, details: Details, min = 1): Row => ({
  name,
  accepted: [x(min), x(max)],
  refused: [...(min > 1 ? [x(min - 1)] : []), x(max + 1)],
  ...details,
});

const oneOf = (name: string, values: string[], refused: string[], details: Details): Row => ({
  name,
  accepted: values,
  refused,
  ...details,
});

/** N10.N2, and what the cart calls N13. */
const decimal = (name: string, details: Details): Row => ({
  name,
  accepted: ['1', '0.01', '10.50', '9999999999', '9999999999.99'],
  refused: [
    '12345678901',
    '12345678901.00',
    '1.5',
    '1.234',
    '1,00',
    '1.',
    '.50',
    '-1.00',
    '+1.00',
    '1e3',
    '0x10',
    ' 1.00',
    '٣.00',
    'ten',
  ],
  ...details,
});

const date = (name: string, details: Details): Row => ({
  name,
  accepted: ['1980-01-01', '2024-02-29', '1999-12-31'],
  refused: ['1980-1-1', '01-01-1980', '01.01.1980', '1980-13-01', '2023-02-29', '1980-01-01T', '1'],
  ...details,
});

const letters = (name: string, max: number, details: Details, min = 1): Row => ({
  name,
  accepted: ['A'.repeat(min), 'A'.repeat(max), 'São Paulo', 'Αθήνα', "L'Île-d’Or, St. Jo"],
  refused: [
    ...(min > 1 ? ['A'.repeat(min - 1)] : []),
    'A'.repeat(max + 1),
    'Berlin 1',
    'a_b',
    'a@b',
  ],
  ...details,
});

const state = (name: string, details: Details): Row => ({
  name,
  accepted: ['B', 'x'.repeat(50), 'N.S.W.', 'Region 7'],
  refused: [x(51), 'a_b', 'x!', 'x/y'],
  ...details,
});

const postcode = (name: string, details: Details): Row => ({
  name,
  accepted: ['1', x(30), 'SW1A 1AA', '10115', '1234-567'],
  refused: [x(31), '10115!', '10_115', '10.115'],
  ...details,
});

const PHONE = {
  accepted: ['123456', '+12345', '030 / 123.45-6', '+49 (30) 1234567-890 12.3'],
  refused: [
    '12345',
    '+1234',
    '+49 (30) 1234567-890 12.34',
    'call me',
    '(030)123456',
    '-123456',
    '12345x',
    '123+456',
  ],
};

const PAYMENTS: Operation[] = ['payment', 'checkout'];
const WITH_CARD: Operation[] = ['payment', 'registration'];
const EVERY_START: Operation[] = ['payment', 'checkout', 'registration'];
const EVERY_AMOUNT: Operation[] = ['payment', 'checkout', 'stored', 'reference'];

const withTwoDecimals = (value: string) => (value.includes('.') ? value : `${value}.00`);

const basic: Row[] = [
  {
    name: 'entityId',
    on: ['payment', 'checkout', 'registration', 'stored', 'reference'],
    accepted: [],
    refused: ['f'.repeat(31), 'f'.repeat(33), 'F'.repeat(32), 'g'.repeat(32), 'f'.repeat(32)],
  },
  {
    ...decimal('amount', { on: EVERY_AMOUNT, echoed: withTwoDecimals }),
    required: ['payment', 'checkout', 'stored', 'reference'],
  },
  oneOf(
    'currency',
    ['EUR', 'USD', 'BRL', 'MXN', 'JPY'],
    ['EU', 'EURO', 'eur', 'XYZ', 'E1R', '978'],
    {
      on: EVERY_AMOUNT,
      required: ['payment', 'checkout', 'stored', 'reference'],
      echoed: true,
    },
  ),
  oneOf('paymentBrand', ['VISA'], [x(33), 'VI-SA', 'VISA!', 'VI SA', 'VÎSA'], {
    on: WITH_CARD,
    echoed: true,
  }),
  oneOf('paymentType', ['PA', 'DB', 'CD'], ['CP', 'RV', 'RF', 'db', 'D', 'DBX', 'XX'], {
    on: ['payment', 'checkout', 'stored'],
    required: ['payment', 'checkout', 'stored'],
    echoed: true,
  }),
  oneOf('paymentType', ['CP'], ['PA', 'DB', 'CD', 'cp', 'C', 'CPX', 'XX'], {
    on: ['reference'],
    required: ['reference'],
  }),
  oneOf('overridePaymentType[VISA]', ['PA', 'DB', 'CD'], ['CP', 'RV', 'RF', 'pa', 'XX'], {
    on: ['checkout'],
  }),
  oneOf(`overridePaymentType[${x(33)}]`, [], ['PA'], { on: ['checkout'] }),
  oneOf('overridePaymentType[VI-SA]', [], ['PA'], { on: ['checkout'] }),
  {
    ...text('descriptor', 127, { on: EVERY_START, echoed: true }),
    accepted: ['x', x(127), '€'.repeat(127), '😀'.repeat(127)],
    refused: [x(128), '😀'.repeat(128)],
  },
  text(
    'merchantTransactionId',
    255,
    { on: ['payment', 'checkout', 'registration', 'stored'], echoed: true },
    8,
  ),
  text('merchantInvoiceId', 255, { on: PAYMENTS }, 8),
  oneOf(
    'transactionCategory',
    ['EC', 'MO', 'TO', 'RC', 'IN', 'PO', 'PM'],
    ['XX', 'ec', 'E', 'ECO'],
    {
      on: PAYMENTS,
    },
  ),
  oneOf('testMode', ['INTERNAL'], ['LIVE', 'internal', 'I'], {
    on: ['payment', 'checkout', 'registration', 'stored', 'reference'],
  }),
  oneOf('testMode', ['EXTERNAL'], [], {
    on: ['payment', 'registration', 'stored'],
    answered: '000.100.112',
  }),
  // A payment is captured where it was made.
  oneOf('testMode', ['EXTERNAL'], [], { on: ['reference'], answered: '700.100.600' }),
  oneOf('testMode', ['EXTERNAL'], [], { on: ['checkout'] }),
];

const card: Row[] = [
  {
    ...letters('card.holder', 128, { on: WITH_CARD, required: WITH_CARD, echoed: true }, 3),
    refused: ['Jo', ' '.repeat(3), ' Jo ', 'A'.repeat(129), 'Jane 5', 'a_b', '4200000000000000'],
  },
  {
    name: 'card.number',
    on: WITH_CARD,
    required: WITH_CARD,
    secret: true,
    along: { paymentBrand: 'MAESTRO', 'card.cvv': undefined },
    accepted: ['501800000009', '5018000000000000007'],
    refused: [
      '50180000000',
      '50180000000000000000',
      '4200 0000 0000 0000',
      '4200-0000-0000-0000',
      '420000000000000x',
      '٤٢٠٠٠٠٠٠٠٠٠٠٠٠٠٠',
    ],
  },
  oneOf(
    'card.expiryMonth',
    ['01', '02', '03', '04', '05', '06', '07', '08', '09', '10', '11', '12'],
    ['00', '13', '1', '001', '012', '05x', '1a', '٠٥'],
    { on: WITH_CARD, required: WITH_CARD, echoed: true },
  ),
  oneOf(
    'card.expiryYear',
    ['2034', '2040', '2099'],
    ['34', '1899', '2100', '20345', '203', '20a4'],
    {
      on: WITH_CARD,
      required: WITH_CARD,
      echoed: true,
    },
  ),
  oneOf('card.cvv', ['123'], ['12', '12345', 'abc', '12 ', '1.3', '١٢٣'], {
    on: WITH_CARD,
    secret: true,
  }),
  oneOf('card.cvv', ['1234'], [], {
    on: WITH_CARD,
    secret: true,
    along: { paymentBrand: 'AMEX', 'card.number': '377777777777770' },
  }),
];

const cardOnFile: Row[] = [
  oneOf(
    'standingInstruction.type',
    ['RECURRING', 'INSTALLMENT', 'UNSCHEDULED'],
    ['recurring', 'MONTHLY'],
    { on: PAYMENTS },
  ),
  oneOf('standingInstruction.mode', ['INITIAL'], ['initial', 'FIRST'], { on: PAYMENTS }),
  oneOf('standingInstruction.mode', ['REPEATED'], [], {
    on: ['payment'],
    along: { 'card.cvv': undefined },
  }),
  oneOf('standingInstruction.source', ['CIT'], ['cit', 'XIT'], { on: PAYMENTS }),
  oneOf('standingInstruction.source', ['MIT'], [], {
    on: ['payment'],
    along: { 'card.cvv': undefined },
  }),
];

/** The shopper goes on at the brand's own page. */
const VIRTUAL_ACCOUNT = {
  on: ['payment'],
  answered: '000.200.000',
} satisfies Details;
const WITHOUT_CARD = Object.fromEntries(
  ['holder', 'number', 'expiryMonth', 'expiryYear', 'cvv'].map((each) => [
    `card.${each}`,
    undefined,
  ]),
);
const paysafecard = {
  ...WITHOUT_CARD,
  paymentBrand: 'PAYSAFECARD',
  shopperResultUrl: 'https://shop.example/result',
};

const virtualAccount: Row[] = [
  text('virtualAccount.accountId', 100, {
    ...VIRTUAL_ACCOUNT,
    // Without both the brand asks for them itself.
    required: ['payment'],
    along: { ...paysafecard, 'virtualAccount.password': 'secret' },
  }),
  text('virtualAccount.password', 100, {
    ...VIRTUAL_ACCOUNT,
    secret: true,
    along: { ...paysafecard, 'virtualAccount.accountId': 'jane' },
  }),
];

/** Taken at once, and settled by the bank days later. */
const DEBITED = {
  on: ['payment'],
  answered: '800.400.501',
  along: {
    ...WITHOUT_CARD,
    paymentBrand: 'DIRECTDEBIT_SEPA',
    'bankAccount.holder': 'Jane Jones',
    'bankAccount.iban': 'DE89370400440532013000',
  },
  echoed: true,
} satisfies Details;

/** Of what the shopper pays from. */
const bankAccount: Row[] = [
  {
    ...text('bankAccount.holder', 128, DEBITED, 4),
    refused: ['Jan', '    ', x(129)],
    required: ['payment'],
  },
  {
    ...DEBITED,
    name: 'bankAccount.iban',
    accepted: [
      'NO9386011117947',
      'fr14 2004 1010 0505 0001 3m02 606',
      'MT84MALT011000012345MTLCAST001S',
    ],
    refused: ['NO938601111794', 'DE8937040044053201300!', `DE89${x(39)}`],
    required: ['payment'],
    secret: true,
    shown: '••••',
    echoed: (value) => {
      const iban = value.replaceAll(' ', '').toUpperCase();
      return `${iban.slice(0, 2)}••••${iban.slice(-4)}`;
    },
  },
  {
    ...DEBITED,
    name: 'bankAccount.bic',
    accepted: ['COBADEFF', 'COBADEFFXXX'],
    refused: ['COBADEF', 'COBADEFFX', 'COBADEFFXXXX', '12BADEFF'],
  },
  {
    ...DEBITED,
    name: 'bankAccount.mandate.id',
    accepted: ['M', `AZaz09+?/-:().,'${'M'.repeat(19)}`],
    refused: ['M'.repeat(36), 'M 1', 'M_1', 'Mandät'],
  },
  {
    ...DEBITED,
    name: 'bankAccount.mandate.dateOfSignature',
    accepted: ['2009-11-01', '2024-02-29'],
    refused: ['2026-02-30', '01.02.2026', '2999-01-01'],
  },
  oneOf('bankAccount.country', ['DE', 'GB', 'BR', 'MX'], ['de', 'D', 'DEU', 'D1'], {
    on: ['payment', 'checkout'],
    echoed: true,
  }),
];

const cut = (value: string) => value.slice(0, 48);
const CUSTOMER = { on: EVERY_START, echoed: true } satisfies Details;

const fingerprint: Row[] = [
  text('customer.browserFingerprint.id', 255, CUSTOMER),
  text('customer.browserFingerprint.value', 4096, CUSTOMER),
];

const customerWithoutBrowser: Row[] = [
  {
    ...text('customer.merchantCustomerId', 255, CUSTOMER),
    on: ['payment', 'checkout', 'registration', 'stored'],
  },
  {
    name: 'customer.givenName',
    accepted: ['J', x(48), x(49), x(300)],
    refused: [],
    ...CUSTOMER,
    echoed: cut,
  },
  text('customer.middleName', 50, CUSTOMER, 2),
  {
    name: 'customer.surname',
    accepted: ['J', x(48), x(49), x(300)],
    refused: [],
    ...CUSTOMER,
    echoed: cut,
  },
  date('customer.birthDate', CUSTOMER),
  { name: 'customer.phone', ...PHONE, ...CUSTOMER },
  { name: 'customer.mobile', ...PHONE, ...CUSTOMER },
  text('customer.workPhone', 25, CUSTOMER),
  {
    name: 'customer.email',
    accepted: ['a@b.cd', `${x(64)}@${x(55)}.example`],
    refused: ['a@b.c', `${x(64)}@${x(56)}.example`],
    ...CUSTOMER,
  },
  text('customer.companyName', 60, CUSTOMER),
  oneOf(
    'customer.identificationDocType',
    ['IDCARD', 'PASSPORT', 'TAXSTATEMENT'],
    ['LICENCE', 'idcard', 'ID'],
    { ...CUSTOMER, along: { 'customer.identificationDocId': x(8) } },
  ),
  {
    ...text('customer.identificationDocId', 64, CUSTOMER, 8),
    along: { 'customer.identificationDocType': 'PASSPORT' },
  },
  {
    ...text('customer.ip', 255, CUSTOMER),
    accepted: ['192.0.2.1', '2001:0db8:85a3:0000:0000:8a2e:0370:7334', x(255)],
  },
  oneOf('customer.status', ['NEW', 'EXISTING'], ['OLD', 'new'], CUSTOMER),
];

const inShipping = (name: string) => name.replace(/^customer\./, 'shipping.customer.');

const shippingCustomer: Row[] = customerWithoutBrowser.map((row) => ({
  ...row,
  name: inShipping(row.name),
  on: PAYMENTS,
  ...(row.along && {
    along: Object.fromEntries(
      Object.entries(row.along).map(([name, value]) => [inShipping(name), value]),
    ),
  }),
}));

const street = (where: 'billing' | 'shipping', details: Details): Row[] => [
  text(`${where}.street1`, 100, details),
  text(`${where}.street2`, 100, details),
  text(`${where}.houseNumber1`, 100, details),
  { ...text(`${where}.houseNumber2`, 100, details), along: { [`${where}.houseNumber1`]: '1' } },
];

const BILLING = { on: EVERY_START, echoed: true } satisfies Details;

const billing: Row[] = [
  ...street('billing', BILLING),
  { ...text('billing.city', 80, BILLING), accepted: ['B', x(80), 'Paris 15', 'Αθήνα'] },
  state('billing.state', BILLING),
  postcode('billing.postcode', BILLING),
  oneOf('billing.country', ['DE', 'GB', 'BR', 'MX'], ['de', 'D', 'DEU', 'D1'], BILLING),
];

const SHIPPING = { on: PAYMENTS, echoed: true } satisfies Details;

const shipping: Row[] = [
  ...street('shipping', SHIPPING),
  letters('shipping.city', 80, SHIPPING),
  state('shipping.state', SHIPPING),
  postcode('shipping.postcode', SHIPPING),
  oneOf(
    'shipping.method',
    [
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
    ],
    ['PIGEON', 'ground', 'LOWEST COST', x(31)],
    SHIPPING,
  ),
  text('shipping.comment', 160, SHIPPING),
  date('shipping.expectedDate', SHIPPING),
  text('shipping.logisticsProvider', 255, SHIPPING),
  text('shipping.trackingNumber', 255, SHIPPING),
];

const MERCHANT = { on: PAYMENTS } satisfies Details;

const merchant: Row[] = [
  text('merchant.name', 100, MERCHANT),
  text('merchant.city', 100, MERCHANT),
  text('merchant.street', 100, MERCHANT),
  {
    name: 'merchant.postcode',
    accepted: ['1', x(10), '12345-6789'],
    refused: [x(11), '1_2', '1.2'],
    ...MERCHANT,
  },
  text('merchant.state', 50, MERCHANT),
  oneOf('merchant.country', ['DE', 'BR'], ['DEU', 'D1'], MERCHANT),
  {
    name: 'merchant.phone',
    accepted: ['1', x(25), '+49.30-SHOP'],
    refused: [x(26), '(030)1', '030/1', '030_1'],
    ...MERCHANT,
  },
  oneOf('merchant.mcc', ['5', '5999', 'A1b2'], ['59999', '5-99', '5.9'], MERCHANT),
  text('merchant.submerchantId', 100, MERCHANT),
];

const CART = { on: PAYMENTS, echoed: true } satisfies Details;
const item = (field: string) => `cart.items[0].${field}`;

const cart: Row[] = [
  text(item('name'), 255, CART),
  text(item('merchantItemId'), 255, CART),
  oneOf(item('quantity'), ['1', '99999'], ['123456', '1.5', '-1', 'x', '٣'], CART),
  text(item('type'), 255, CART),
  text(item('sku'), 255, CART),
  decimal(item('price'), CART),
  oneOf(item('currency'), ['EUR', 'USD'], ['EU', 'Euro', 'EURO', 'eur', 'XYZ'], CART),
  text(item('description'), 2048, CART),
  oneOf(
    item('tax'),
    ['0', '100', '100.00', '19.5', '19.25'],
    ['100.01', '101', '19.999', '-1', '19,5', 'x', '0000019'],
    CART,
  ),
  decimal(item('shipping'), CART),
  decimal(item('discount'), CART),
  text(item('giftMessage'), 255, CART),
  text(item('shippingMethod'), 255, CART),
  text(item('shippingInstructions'), 255, CART),
  text(item('shippingTrackingNumber'), 255, CART),
  text(item('originalPrice'), 255, CART),
  // Of shops in use.
  ...['totalAmount', 'taxAmount', 'totalTaxAmount', 'discountAmount', 'productUrl', 'category'].map(
    (field) => text(item(field), 2048, CART),
  ),
  text('cart.items[1].name', 255, { ...CART, along: { [item('name')]: 'Mug' } }),
];

const registration: Row[] = [
  oneOf('createRegistration', ['true', 'false'], ['yes', 'TRUE', '1', 'falsey'], { on: PAYMENTS }),
  oneOf('recurringType', ['INITIAL'], ['initial', 'FIRST', 'REPEAT'], {
    on: EVERY_START,
    echoed: true,
  }),
  oneOf('recurringType', ['REPEATED'], [], {
    on: ['payment'],
    echoed: true,
    along: { 'card.cvv': undefined },
  }),
  oneOf('recurringType', ['REPEATED'], ['repeated'], { on: ['stored'] }),
  oneOf(
    'recurring.numberOfInstallments',
    ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11', '12'],
    ['0', '13', '999', '1000', '-1', '1.5', 'x', '٣'],
    { on: PAYMENTS, echoed: Number },
  ),
];

const RETRIAL = 'customParameters[payment_retrial]';
const ATTEMPT = 'customParameters[payment_attempt_number]';

const retrial: Row[] = [
  oneOf(RETRIAL, ['true'], ['yes', 'TRUE', '1'], {
    on: PAYMENTS,
    echoed: true,
    along: { [ATTEMPT]: '2' },
  }),
  oneOf(RETRIAL, ['false'], [], { on: PAYMENTS, echoed: true }),
  oneOf(ATTEMPT, ['1', '2', '10'], ['0', '-1', '1.5', 'x', '٣'], { on: PAYMENTS, echoed: true }),
  text('customParameters[payment_reference]', 64, { on: PAYMENTS, echoed: true }, 8),
];

const CUSTOM = { on: EVERY_START, echoed: true } satisfies Details;

const custom: Row[] = [
  ...['abc', 'a.b_9', 'SHOPPER_gift', x(64)].map((name) =>
    oneOf(`customParameters[${name}]`, ['x', 'naïve 😀 "quoted" <b>', x(2048)], [x(2049)], CUSTOM),
  ),
  ...['ab', x(65), 'a b c', 'a-b-c', 'naïve'].map((name) =>
    oneOf(`customParameters[${name}]`, [], ['x'], CUSTOM),
  ),
  oneOf('customParameters[empty]', [''], [], { on: EVERY_START }),
];

const address = (name: string): Row => ({
  name,
  on: PAYMENTS,
  accepted: ['http://a', 'https://shop.example/r?a=b%20c', `https://shop.example/${x(2027)}`],
  refused: [
    'http:',
    `https://shop.example/${x(2028)}`,
    '/result',
    'javascript:alert(1)',
    'shop.example',
  ],
});

const asynchronous: Row[] = [address('shopperResultUrl'), address('notificationUrl')];

const RISK = { on: PAYMENTS } satisfies Details;

const risk: Row[] = [
  text('risk.channelId', 255, RISK),
  text('risk.serviceId', 255, RISK),
  decimal('risk.amount', RISK),
  oneOf(
    'risk.orderTimestamp',
    ['2026-01-31 00:00:00', '2026-01-31 23:59:59'],
    [
      '2026-01-31',
      '2026-01-31T12:00:00',
      '2026-01-31 24:00:00',
      '2026-01-31 12:60:00',
      '2026-02-30 12:00:00',
      '2026-01-31 12:00:00Z',
      '2026-01-31 12:00',
    ],
    RISK,
  ),
  text('risk.brand', 255, RISK),
  ...['abc', 'a.b_9', x(64)].map((name) =>
    oneOf(`risk.parameters[${name}]`, ['x', x(2048)], [x(2049)], RISK),
  ),
  ...['ab', x(65), 'a b c'].map((name) => oneOf(`risk.parameters[${name}]`, [], ['x'], RISK)),
  text('risk.merchantWebsite', 60, RISK),
  text('risk.accountToken', 64, RISK),
];

const AGREED = { on: [...PAYMENTS, 'registration'] } satisfies Details;
const INDUSTRIES = ['AIRLINE', 'EDUCATION', 'TRAVEL'] as const;
const industry = (
  type: (typeof INDUSTRIES)[number],
  field: string,
  accepted: string[],
  refused: string[],
): Row => {
  const data = `order.industryData[${INDUSTRIES.indexOf(type)}]`;
  const along = { [`${data}.type`]: type };
  return oneOf(`${data}.details.${field}`, accepted, refused, { on: PAYMENTS, along });
};

/** What the API document lacks and the events' document tells: none of it is required. */
const toldByEvents: Row[] = [
  oneOf('standingInstruction.amountType', ['MAX', 'EXACT', 'VARIABLE'], ['max', 'FIXED'], AGREED),
  oneOf(
    'standingInstruction.frequency',
    ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'],
    ['monthly', 'HOURLY'],
    AGREED,
  ),
  oneOf('standingInstruction.interval', ['1', '999'], ['0', '01', '-1', '1.5', '1000', 'x'], {
    ...AGREED,
    along: { 'standingInstruction.frequency': 'MONTHLY' },
  }),
  date('standingInstruction.startDate', AGREED),
  date('standingInstruction.endDate', AGREED),
  oneOf('customer.locale', ['de', 'de-AT'], ['DE', 'de_AT', 'deu', 'de-at', 'de-AT-1'], {
    on: EVERY_START,
    echoed: true,
  }),
  text('customer.taxIdentification', 64, { on: EVERY_START, echoed: true }),
  ...INDUSTRIES.map((type, n) =>
    oneOf(`order.industryData[${n}].type`, [type], ['airline', 'HOTEL', 'constructor'], {
      on: PAYMENTS,
    }),
  ),
  industry('AIRLINE', 'pnr', ['x', x(255)], [x(256)]),
  industry('AIRLINE', 'numberOfPassengers', ['1', '999999999'], ['-1', '1.5', 'two']),
  industry('AIRLINE', 'airlineCode', ['AB', 'ABC', '4U'], ['A', 'ABCD', 'ab']),
  industry(
    'AIRLINE',
    'passengerEmail',
    ['j@a.be', 'j.o+n-e@a-b.example'],
    ['jane', '@a.be', 'j@', 'j@a', 'j..o@a.be', 'ü@a.be'],
  ),
  industry('AIRLINE', 'tripSegments[0].departureAirportCode', ['TXL'], ['TX', 'TXLL', 'txl']),
  industry('AIRLINE', 'tripSegments[12].departureDate', ['2026-03-01'], ['2026-02-30', '1']),
  industry('AIRLINE', 'tripSegments[0].flightCarrierCode', ['LH'], ['LHX', 'l']),
  industry('EDUCATION', 'courseStartDate', ['2026-03-01'], ['1.3.2026']),
  industry('EDUCATION', 'diplomaCourse', ['true', 'false', '1', '0'], ['yes', '2']),
  industry('TRAVEL', 'travelType', ['UNKNOWN', 'ONE_WAY', 'TWO_WAY', 'MULTIPLE'], ['RETURN']),
  industry('TRAVEL', 'travelerCount', ['0', '12'], ['-1', 'x']),
  industry('TRAVEL', 'travelInsured', ['true', 'false'], ['on']),
  industry('TRAVEL', 'stayRoomRange', ['x', x(255)], [x(256)]),
];

export const TABLES: readonly Table[] = [
  { title: 'basic payment parameters', rows: basic },
  { title: 'card', rows: card },
  { title: 'card-on-file', rows: cardOnFile },
  { title: 'virtual account', rows: virtualAccount },
  { title: 'bank account', rows: bankAccount },
  { title: 'customer', rows: [...customerWithoutBrowser, ...fingerprint] },
  { title: 'shipping customer', rows: shippingCustomer },
  { title: 'billing address', rows: billing },
  { title: 'shipping address', rows: shipping },
  { title: 'merchant', rows: merchant },
  { title: 'cart', rows: cart },
  { title: 'registration, recurring and installments', rows: registration },
  { title: 'payment retrial', rows: retrial },
  { title: 'custom parameters', rows: custom },
  { title: 'asynchronous payments', rows: asynchronous },
  { title: 'risk', rows: risk },
  { title: 'what events tell', rows: toldByEvents },
];

/** What the Required and Rule columns say about parameters that depend on each other. */
export interface Condition {
  readonly rule: string;
  readonly on: Operation;
  readonly send: Fields;
  /** What the refusal names; nothing when the request is accepted. */
  readonly named: readonly string[];
  /** What the answer then has, by parameter; `undefined`: it has none. */
  readonly answered?: Readonly<Record<string, unknown>>;
  /** Settings of the channel. */
  readonly where?: Readonly<Record<string, unknown>>;
}

const both = (where: 'billing' | 'shipping'): Condition[] => [
  {
    rule: `${where}.houseNumber2 needs houseNumber1`,
    on: 'payment',
    send: { [`${where}.houseNumber2`]: 'b' },
    named: [`${where}.houseNumber1`],
  },
  {
    rule: `${where}.street2 is ignored beside houseNumber1`,
    on: 'payment',
    send: {
      [`${where}.street1`]: 'High Street',
      [`${where}.street2`]: 'Back yard',
      [`${where}.houseNumber1`]: '1',
    },
    named: [],
    answered: {
      [`${where}.street1`]: 'High Street',
      [`${where}.houseNumber1`]: '1',
      [`${where}.street2`]: undefined,
    },
  },
];

const STRICT = { strictCustomerData: true };
const SCREENED = { riskScreening: true };

export const CONDITIONS: readonly Condition[] = [
  {
    rule: 'an agreement does not end before it starts',
    on: 'checkout',
    send: {
      'standingInstruction.startDate': '2026-03-02',
      'standingInstruction.endDate': '2026-03-01',
    },
    named: ['standingInstruction.endDate'],
  },
  {
    rule: 'an agreement may be for one day',
    on: 'payment',
    send: {
      'standingInstruction.startDate': '2026-03-01',
      'standingInstruction.endDate': '2026-03-01',
    },
    named: [],
  },
  {
    rule: 'an interval needs its frequency',
    on: 'payment',
    send: { 'standingInstruction.interval': '2' },
    named: ['standingInstruction.frequency'],
  },
  {
    rule: 'what is told of an industry needs its name',
    on: 'payment',
    send: { 'order.industryData[0].details.pnr': 'ABC123' },
    named: ['order.industryData[0].type'],
  },
  {
    rule: 'what is told of an industry is of that one',
    on: 'payment',
    send: {
      'order.industryData[0].type': 'TRAVEL',
      'order.industryData[0].details.tripSegments[0].flightNumber': 'LH 1',
    },
    named: ['order.industryData[0].details.tripSegments[0].flightNumber'],
  },
  {
    rule: 'what is told of an industry is answered again',
    on: 'payment',
    send: {
      'order.industryData[4].type': 'AIRLINE',
      'order.industryData[4].details.pnr': 'ABC123',
      'order.industryData[4].details.tripSegments[0].flightNumber': 'LH 1',
    },
    named: [],
    answered: {
      'order.industryData[0].type': 'AIRLINE',
      'order.industryData[0].details.pnr': 'ABC123',
      'order.industryData[0].details.tripSegments[0].flightNumber': 'LH 1',
    },
  },
  {
    rule: 'the brand may be left out where the number tells it',
    on: 'payment',
    send: { paymentBrand: undefined, 'card.number': '5454545454545454' },
    named: [],
    answered: { paymentBrand: 'MASTER' },
  },
  {
    rule: 'the brand is mandatory where the number does not tell it',
    on: 'payment',
    send: { paymentBrand: undefined, 'card.number': '1000000000000008', 'card.cvv': undefined },
    named: ['paymentBrand'],
  },
  {
    rule: 'the identification type needs the identification',
    on: 'payment',
    send: { 'customer.identificationDocType': 'PASSPORT' },
    named: ['customer.identificationDocId'],
  },
  {
    rule: 'the identification needs its type',
    on: 'payment',
    send: { 'customer.identificationDocId': 'C01X0006H' },
    named: ['customer.identificationDocType'],
  },
  {
    rule: 'the names and the address are required with other customer data, where it is strict',
    on: 'payment',
    send: { 'customer.email': 'jane@shop.example' },
    named: ['customer.givenName', 'customer.surname', 'customer.ip'],
    where: STRICT,
  },
  {
    rule: 'with both names and the address the strict channel is content',
    on: 'payment',
    send: {
      'customer.email': 'jane@shop.example',
      'customer.givenName': 'Jane',
      'customer.surname': 'Jones',
      'customer.ip': '192.0.2.1',
    },
    named: [],
    where: STRICT,
  },
  {
    rule: 'customer data without a name is fine where the channel is not strict',
    on: 'payment',
    send: { 'customer.email': 'jane@shop.example' },
    named: [],
  },
  ...both('billing'),
  ...both('shipping'),
  {
    rule: 'a first attempt has the number 1',
    on: 'payment',
    send: { [RETRIAL]: 'false', [ATTEMPT]: '1' },
    named: [],
  },
  {
    rule: 'a first attempt has no other number',
    on: 'payment',
    send: { [RETRIAL]: 'false', [ATTEMPT]: '2' },
    named: [ATTEMPT],
  },
  {
    rule: 'a retrial has a number of 2 or more',
    on: 'payment',
    send: { [RETRIAL]: 'true', [ATTEMPT]: '1' },
    named: [ATTEMPT],
  },
  {
    rule: 'a retrial has a number',
    on: 'payment',
    send: { [RETRIAL]: 'true' },
    named: [ATTEMPT],
  },
  ...(['channelId', 'serviceId'] as const).flatMap((field): Condition[] => {
    const name = `risk.${field}`;
    const max = field === 'channelId' ? 12 : 1;
    return [
      {
        rule: `${name} may be ${max} long with the risk screening service`,
        on: 'payment',
        send: { [name]: x(max) },
        named: [],
        where: SCREENED,
      },
      {
        rule: `${name} may not be ${max + 1} long with the risk screening service`,
        on: 'payment',
        send: { [name]: x(max + 1) },
        named: [name],
        where: SCREENED,
      },
    ];
  }),
  ...(['JPY', 'KRW'] as const).map(
    (currency): Condition => ({
      rule: `${currency} has no smaller unit`,
      on: 'payment',
      send: { amount: '92.50', currency },
      named: ['amount'],
    }),
  ),
  { rule: 'nothing is no payment', on: 'payment', send: { amount: '0.00' }, named: ['amount'] },
  {
    rule: 'a registration needs no amount and no type',
    on: 'registration',
    send: {},
    named: [],
  },
];

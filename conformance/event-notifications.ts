/** event-notifications.md: each statement by its number and first words, with the tests that show it. */
import {
  introduces,
  leftOpen,
  type Mapping,
  ofTheDocument,
  shown,
  shownInPart,
  testsIn,
} from './shown-by.ts';

const agreementEvents = testsIn('server/notifications/events/agreement-events.test.ts');
const chargeEvents = testsIn('server/notifications/events/charge-events.test.ts');
const chargeFields = testsIn('server/notifications/events/charge-fields.test.ts');
const contract = testsIn('contract/events/events.test.ts');
const eventFields = testsIn('server/tests/webhooks/event-fields.test.ts');
const events = testsIn('server/tests/webhooks/events.test.ts');
const failureOf = testsIn('server/notifications/events/failure-of.test.ts');
const flows = testsIn('server/tests/webhooks/event-flows.test.ts');
const schemas = testsIn('conformance/event-schemas.test.ts');

/** The schemas are compared with the document's tables; events that are sent, with the schemas. */
const EVENT = '$type has the fields of every one, and those of its row';
const TYPES = '%s › has the types of the table, told apart by a type that is required';
const fields = (type: string) => [
  schemas('%s › $Field is as the table says', type),
  schemas('%s › has no other field, and needs none'),
];
const INSTRUMENT = schemas('%s › $type is as the table says', 'InstrumentDetails');
const METHOD = schemas('%s › $type is as the table says', 'AuthenticationMethod');
const SETTINGS = schemas('%s › $type is as the table says', 'AuthenticationSettings');
const EXTERNAL = [
  schemas('the settings of EXTERNAL_3DS › $Field is as the table says'),
  schemas('the settings of EXTERNAL_3DS › has no other field, and needs none'),
];
const AGREEMENT = schemas(EVENT, 'Payment agreement events');
const CHARGE = schemas(EVENT, 'Payment charge events');

const told = (flow: string) => flows('what is told of › $name', flow);
const IN_FULL = eventFields('a checkout with everything › is told with everything');
const WHO_PAYS = chargeFields('tells who pays');
const AGREED = agreementEvents(
  'are those of its registration and of the payment that it is asked for in',
);
const FAILURE = failureOf('of %s is %s, %s');
const ELSEWHERE = chargeFields('that the merchant did elsewhere is told with everything it sent');
const INDUSTRY = chargeFields('tells what the order’s industry wants to know, in its types');

export const EVENT_NOTIFICATIONS: Mapping = {
  // 0 Event Notification Payloads: payment agreements, charges and chargebacks
  '0-1 This document covers the payload shapes of': ofTheDocument('ff1dd0'),
  '0-2 The companion document covers the': ofTheDocument('cc05a8'),
  '0-3 Identifiers that carry a provider name are': ofTheDocument('fc1707'),
  // 1 Resources and their fields
  '1-1 Conventions: field names are camelCase.': shown(
    'bcedec',
    schemas('every schema › of %s has names in camelCase and types of JSON'),
  ),
  '1-2 Types are JSON types.': shown(
    'c79c84',
    schemas('every schema › of %s has names in camelCase and types of JSON'),
  ),
  '1-3 Format date-time is an ISO 8601 timestamp and': shown(
    '1d9cf8',
    contract('refuses %s', 'a date for a moment'),
    contract('refuses %s', 'a moment for a date'),
  ),
  '1-4 int32 and int64 are integer widths.': shown(
    '2b7e94',
    contract('refuses %s', 'an interval of more than 32 bits'),
    contract('refuses %s', 'an amount with decimals'),
  ),
  '1-5 No field in any payload is marked required,': shown(
    '650c8c',
    schemas(EVENT),
    schemas(TYPES),
    schemas('%s › has no other field, and needs none'),
  ),
  // 1.1 Money
  '1.1-1 value': shown('927df7', fields('Money'), IN_FULL),
  '1.1-2 currency': shown('9daf2b', fields('Money'), IN_FULL),
  // 1.2 Address
  '1.2-1 firstName, lastName, phoneNumber, street,': shown(
    '49aca8',
    schemas('%s has the fields of the document, and needs none', 'Address'),
    WHO_PAYS,
  ),
  '1.2-2 country: string, two-letter ISO 3166-1': shown(
    'd36880',
    schemas('%s has the fields of the document, and needs none', 'Address'),
    WHO_PAYS,
  ),
  // 1.3 Consumer
  '1.3-1 name': shown('03787c', fields('Consumer'), WHO_PAYS),
  '1.3-2 email': shown('9544a9', fields('Consumer'), WHO_PAYS),
  '1.3-3 phone': shown('6d5fbd', fields('Consumer'), WHO_PAYS),
  '1.3-4 country': shown('f8bc48', fields('Consumer'), WHO_PAYS),
  '1.3-5 locale': shown('d799c4', fields('Consumer'), WHO_PAYS),
  '1.3-6 taxIdentification': shown('6d1ece', fields('Consumer'), WHO_PAYS),
  '1.3-7 merchantConsumerReference': shown('9b660e', fields('Consumer'), WHO_PAYS),
  '1.3-8 billingAddress': shown('e7e84f', fields('Consumer'), WHO_PAYS),
  // 1.4 Frequency
  '1.4-1 type': shown('9a2ae2', fields('Frequency'), AGREED),
  '1.4-2 interval': shown('1e3522', fields('Frequency'), AGREED),
  // 1.5 ProcessingFailure
  '1.5-1 failureType': shown('d8c3e2', fields('ProcessingFailure'), FAILURE),
  '1.5-2 failureCode': shown('1e2d44', fields('ProcessingFailure'), FAILURE),
  '1.5-3 providerFailureCode': shown(
    'fb44f5',
    fields('ProcessingFailure'),
    failureOf('names no code of a provider that was not asked'),
  ),
  '1.5-4 failureMessage': shown(
    '598b15',
    fields('ProcessingFailure'),
    failureOf('is told of every result that is none, in the words of the schema'),
  ),
  // 1.6 Instrument details
  '1.6-1 Fields: id (string, payment instrument id),': shown(
    'e51579',
    schemas('an instrument has an id, a type and details'),
  ),
  '1.6-2 SCHEMEA_ACCOUNT': shown('dd8c59', INSTRUMENT),
  '1.6-3 BANK_ACCOUNT': shown(
    '38b23f',
    INSTRUMENT,
    chargeFields('of a bank is the account’s country, as far as it is known'),
  ),
  '1.6-4 SCHEMEB_ACCOUNT': shown('4ee4e9', INSTRUMENT),
  '1.6-5 MOCK': shown('698840', INSTRUMENT),
  '1.6-6 SCHEMED_AUTOPAY': shown('dd07fc', INSTRUMENT),
  '1.6-7 SCHEMEC_WALLET': shown('d06cf8', INSTRUMENT),
  '1.6-8 SCHEMEE_PAY': shown('c3e47b', INSTRUMENT),
  '1.6-9 CARD_VAULTED': shown(
    'eadf12',
    INSTRUMENT,
    chargeFields('of a card is told without its number, by its fingerprint'),
    chargeFields('of a stored card is its registration'),
  ),
  '1.6-10 CARD_NETWORK_TOKEN': shown('c3ed43', INSTRUMENT),
  '1.6-11 PASSTHROUGH_WALLET': shown(
    'c7fccb',
    INSTRUMENT,
    chargeFields('of a wallet is the account, the same for the same one'),
  ),
  // 1.7 Authentication method (sent to the merchant; array authenticationMethods)
  '1.7-1 Discriminator field type, required.': shown(
    'd18961',
    schemas(TYPES, 'AuthenticationMethod'),
  ),
  '1.7-2 REDIRECT': shown(
    'ee5354',
    METHOD,
    chargeFields('is asked for where the redirect leads: 3DS for cards, REDIRECT for others'),
  ),
  '1.7-3 3DS': shown(
    '7457b8',
    METHOD,
    eventFields('an event names › the redirect that the answer has'),
  ),
  '1.7-4 SCAN_CODE': shown('fc30a2', METHOD),
  '1.7-5 APP_INTENT': shown('18cdc4', METHOD),
  '1.7-6 APP_NOTIFICATION': shown('6b50e3', METHOD),
  '1.7-7 MULTI_FACTOR': shown('d68d36', METHOD),
  // 1.8 Authentication settings (array authenticationSettings)
  '1.8-1 Discriminator field type, required.': shown(
    'd18961',
    schemas(TYPES, 'AuthenticationSettings'),
  ),
  '1.8-2 Each variant has a settings object.': shown('0bb139', SETTINGS),
  '1.8-3 REDIRECT': shown('73b4d9', SETTINGS, chargeFields('of a wallet or bank is the way back')),
  '1.8-4 3DS': shown(
    'fd3fdc',
    SETTINGS,
    chargeFields('with the challenge indicator %s is wished for as %s'),
  ),
  '1.8-5 EXTERNAL_3DS': shown('8ff400', SETTINGS),
  '1.8-6 SCAN_CODE': shown('797182', SETTINGS),
  '1.8-7 MULTI_FACTOR': shown('a61335', SETTINGS),
  '1.8-8 APP_INTENT': shown('8f2ba8', SETTINGS),
  '1.8-9 APP_NOTIFICATION': shown('b7da10', SETTINGS),
  '1.8-10 EXTERNAL_3DS settings:': introduces('6eb260'),
  '1.8-11 authenticationStatus': shown('132e97', EXTERNAL, ELSEWHERE),
  '1.8-12 authenticationStatusReason': shown('116e2e', EXTERNAL),
  '1.8-13 authenticationValue': shown('df76e5', EXTERNAL, ELSEWHERE),
  '1.8-14 authenticationAlgorithm': shown('ee1f40', EXTERNAL),
  '1.8-15 authenticationMode': shown('ace349', EXTERNAL),
  '1.8-16 eci': shown('895795', EXTERNAL, ELSEWHERE),
  '1.8-17 version': shown('17a621', EXTERNAL, ELSEWHERE),
  '1.8-18 externalId': shown('19324f', EXTERNAL, ELSEWHERE),
  '1.8-19 externalAcsId': shown(
    'aa5094',
    EXTERNAL,
    ELSEWHERE,
    contract('refuses %s', 'an ACS id that is no UUID'),
  ),
  '1.8-20 score': shown('2739c2', EXTERNAL),
  '1.8-21 challenge': shownInPart(
    '7c5be2',
    'which regional scheme needs the reason of a cancellation the document does not say',
    EXTERNAL,
    ELSEWHERE,
  ),
  '1.8-22 outOfScope': shown(
    '68b77a',
    EXTERNAL,
    chargeFields('that the merchant did elsewhere with %o'),
  ),
  // 1.9 Order
  '1.9-1 orderItems': shown(
    '32611d',
    fields('Order'),
    schemas('%s has the fields of the document, and needs none', 'OrderItem'),
    chargeFields('tells what was bought, in smallest units of a single item'),
  ),
  '1.9-2 industryData': shown(
    '2082e8',
    fields('Order'),
    schemas('the industries are those of the document'),
    chargeFields('tells what the order’s industry wants to know, in its types'),
  ),
  '1.9-3 orderReferenceNumber': shown(
    'd70c91',
    fields('Order'),
    chargeFields('names the order by the invoice, else by the attempt'),
  ),
  '1.9-4 AIRLINE details: pnr (string),': shown(
    '0844c2',
    schemas('%s has the details of the document', 'AIRLINE'),
    INDUSTRY,
  ),
  '1.9-5 A trip segment has fareBasisCode,': shown(
    '5404b9',
    schemas('%s has the fields of the document, and needs none', 'TripSegment'),
    INDUSTRY,
  ),
  '1.9-6 EDUCATION details: admissionNoticeUrl': shown(
    'b04225',
    schemas('%s has the details of the document', 'EDUCATION'),
    INDUSTRY,
  ),
  '1.9-7 TRAVEL details: travelType (UNKNOWN, ONE_WAY,': shown(
    'a79ae9',
    schemas('%s has the details of the document', 'TRAVEL'),
    INDUSTRY,
  ),
  // 2 States and transitions
  '2-1 Payment agreement status values (field': shown(
    'd78d87',
    AGREEMENT,
    agreementEvents('%s is %s, %s'),
  ),
  '2-2 Transitions: not shown.': leftOpen('7a29a6'),
  '2-3 Payment charge status values (field': shown(
    '0da951',
    CHARGE,
    chargeEvents('what happens to a payment › %s'),
    flows('what is told of › $name'),
  ),
  '2-4 Transitions: not shown.': leftOpen('7a29a6'),
  '2-5 Discard types (field discardType):': shown(
    '7914e4',
    CHARGE,
    chargeEvents('why a payment was given up › %s'),
  ),
  // 3 Events
  '3-1 Each event is a JSON object whose field type': shown(
    '6d177d',
    events('an event › is the plain object, as JSON, signed'),
    flows('what is told of › $name'),
  ),
  '3-2 Event types and their fields follow.': introduces('44908a'),
  '3-3 Event types shown for charge, agreement and': ofTheDocument('5fc039'),
  '3-4 Every field is optional in the schema.': shown(
    '01d20a',
    schemas(EVENT),
    schemas('CHARGEBACK_SUCCEEDED has the fields of its row'),
  ),
  // 3.1 Payment agreement events
  '3.1-1 Fields in every agreement event:': shown('672ca2', AGREEMENT, AGREED),
  '3.1-2 PAYMENT_AGREEMENT_CREATED': shown('611bda', AGREEMENT, AGREED, IN_FULL),
  '3.1-3 PAYMENT_AGREEMENT_AUTHENTICATION_PENDING': shown(
    '92abab',
    AGREEMENT,
    agreementEvents('say where the consumer authenticates, and why it failed'),
    told('The same, with a challenge'),
  ),
  '3.1-4 PAYMENT_AGREEMENT_ACTIVE': shown(
    'b95a91',
    AGREEMENT,
    told('Registration for recurring use'),
  ),
  '3.1-5 PAYMENT_AGREEMENT_UPDATED': shown(
    'cb47b9',
    AGREEMENT,
    told('Expiry of a stored card brought up to date'),
  ),
  '3.1-6 PAYMENT_AGREEMENT_FAILED': shown(
    'f86ada',
    AGREEMENT,
    agreementEvents('say where the consumer authenticates, and why it failed'),
    told('Registration for recurring use, refused'),
  ),
  '3.1-7 PAYMENT_AGREEMENT_REVOKED_BY_CONSUMER': shown(
    '7f94df',
    AGREEMENT,
    told('Registration revoked by its consumer, then deleted'),
  ),
  '3.1-8 PAYMENT_AGREEMENT_REVOKED_BY_MERCHANT': shown(
    'cf8c91',
    AGREEMENT,
    told('Registration deleted by the merchant'),
  ),
  '3.1-9 PAYMENT_AGREEMENT_REVOKED_BY_PROVIDER': shown(
    'acfd16',
    AGREEMENT,
    told('Registration revoked by its provider'),
  ),
  // 3.2 Payment charge events
  '3.2-1 Fields in every charge event: paymentChargeId': shown(
    '925882',
    CHARGE,
    chargeFields('is told of the PA or DB that it began with'),
  ),
  '3.2-2 PAYMENT_CHARGE_CREATED': shown(
    'a8f5db',
    CHARGE,
    IN_FULL,
    chargeFields('of the category %s is %s'),
    chargeFields('with %o is started by %s'),
  ),
  '3.2-3 PAYMENT_CHARGE_AUTHENTICATION_PENDING': shown(
    'd8ef9a',
    CHARGE,
    eventFields('an event names › the redirect that the answer has'),
    told('Wallet or bank, declined'),
  ),
  '3.2-4 PAYMENT_CHARGE_AUTHORIZATION_SUCCEEDED': shown(
    '4b0017',
    CHARGE,
    chargeFields('has no field that there is nothing for'),
    told('Capture (CP) in two parts'),
  ),
  '3.2-5 PAYMENT_CHARGE_AUTHORIZATION_FAILED': shown(
    '9998f0',
    CHARGE,
    told('Wallet or bank, declined'),
  ),
  '3.2-6 PAYMENT_CHARGE_CAPTURE_SUCCEEDED': shown(
    '748a8c',
    CHARGE,
    chargeFields('is told of the PA or DB that it began with'),
    told('Capture (CP) in two parts'),
  ),
  '3.2-7 PAYMENT_CHARGE_CAPTURE_FAILED': shown(
    'dc3edd',
    CHARGE,
    chargeFields('names refunds, voids and captures by their own payment and reference'),
    told('Capture, refused'),
  ),
  '3.2-8 PAYMENT_CHARGE_DISCARDED': shown(
    '572133',
    CHARGE,
    eventFields('the reference of the request that gives a checkout up'),
    told('Checkout, given up by the merchant'),
  ),
  '3.2-9 PAYMENT_CHARGE_DISCARD_FAILED': shown(
    '6fc0ce',
    CHARGE,
    eventFields('that reference too when it comes too late'),
    told('Checkout, given up too late'),
  ),
  '3.2-10 PAYMENT_CHARGE_PROVIDER_CONFIRMATION_PENDING': shown(
    '54f032',
    CHARGE,
    told('Wallet or bank, pending and settled later'),
  ),
  '3.2-11 The event that reports a failed refund': shown(
    '950eeb',
    schemas('the refund that failed has the fields of every charge event'),
    told('Refund, refused'),
  ),
  // 3.3 Chargeback event
  '3.3-1 CHARGEBACK_SUCCEEDED': shown(
    '13e0d7',
    schemas('CHARGEBACK_SUCCEEDED has the fields of its row'),
    told('Chargeback of a debit'),
  ),
  // 3.4 Event groups
  '3.4-1 The event catalogue is grouped in these': shownInPart(
    'cc513d',
    'of fund statuses, payment instruments and payment reports the document shows no event, and none is sent',
    flows('is every event that there is'),
  ),
  '3.4-2 The type value and fields of the': leftOpen('085773'),
  '3.4-3 Other events (refund succeeded, void events,': leftOpen('3a5aa8'),
  '3.4-4 Delivery path, HTTP method, headers, signing': leftOpen('7726bc'),
};

/** gateway-api.md: each statement by its number and first words, with the tests that show it. */
import {
  cannotBeTested,
  introduces,
  leftOpen,
  type Mapping,
  ofTheDocument,
  shown,
  shownInPart,
  testsIn,
} from './shown-by.ts';

const cardTesting = testsIn('server/tests/payments/card-testing.test.ts');
const chains = testsIn('e2e/chains.test.ts');
const chargeFields = testsIn('server/notifications/events/charge-fields.test.ts');
const checkoutLife = testsIn('server/tests/payments/checkout-life.test.ts');
const checkoutPayment = testsIn('server/tests/payments/checkout-payment.test.ts');
const checkouts = testsIn('server/tests/api/checkouts.test.ts');
const connectivity = testsIn('server/tests/payments/connectivity-tests.test.ts');
const decodeForm = testsIn('server/http/decode-form.test.ts');
const details = testsIn('server/tests/api/result-details.test.ts');
const embedding = testsIn('e2e/embedding.test.ts');
const entities = testsIn('server/tests/api/entities.test.ts');
const events = testsIn('server/tests/webhooks/events.test.ts');
const examples = testsIn('server/tests/api/examples.test.ts');
const fieldEvidence = testsIn('server/tests/payments/field-evidence.test.ts');
const installments = testsIn('server/tests/api/installments.test.ts');
const languages = testsIn('e2e/languages.test.ts');
const locales = testsIn('locales/locales.test.ts');
const manual = testsIn('server/tests/connectors/manual.test.ts');
const matrix = testsIn('server/tests/api/operations-matrix.test.ts');
const mergedRules = testsIn('server/tests/payments/merged-rules.test.ts');
const notifications = testsIn('server/tests/webhooks/notifications.test.ts');
const openapi = testsIn('server/reference/openapi.test.ts');
const options = testsIn('e2e/options.test.ts');
const otherWays = testsIn('e2e/form-fields/other-ways.test.ts');
const parameters = testsIn('server/tests/api/parameters.test.ts');
const pay = testsIn('e2e/pay.test.ts');
const recurring = testsIn('server/tests/api/recurring.test.ts');
const redirects = testsIn('server/tests/payments/redirect-brands.test.ts');
const reference = testsIn('server/tests/api/reference.test.ts');
const registrations = testsIn('server/tests/api/registrations.test.ts');
const relay = testsIn('server/tests/connectors/relay.test.ts');
const relayErrors = testsIn('server/tests/connectors/relay-errors.test.ts');
const reports = testsIn('server/tests/api/reports.test.ts');
const resultCodes = testsIn('contract/result-codes.test.ts');
const secure = testsIn('server/http/secure-transport.test.ts');
const serverToServer = testsIn('e2e/server-to-server.test.ts');
const settlementYear = testsIn('server/reporting/settlement-year.test.ts');
const subscriptions = testsIn('server/tests/webhooks/subscriptions.test.ts');
const tables = testsIn('server/tests/api/parameter-tables.test.ts');
const threeDSecure = testsIn('server/tests/payments/three-d-secure.test.ts');
const unit = testsIn('contract/parameters.test.ts');
const webhookInput = testsIn('server/tests/webhooks/webhook-input.test.ts');

/** A row of a table of parameters: at its bounds and beyond, sent to each resource that takes it. */
const ACCEPTED = '$title is accepted';
const REFUSED = '$title is refused by name';
const AS_DOCUMENTED = '$name is sent as the document has it';
const ROW = [tables(AS_DOCUMENTED), parameters(ACCEPTED), parameters(REFUSED)];
const NEEDED = [
  tables('$name is required where it can be'),
  parameters('$operation: $row.name is required'),
];
const rule = (row: string) => parameters('parameters that depend on each other › $rule', row);
const CUSTOM = [
  ...ROW.slice(1),
  tables('custom parameters have the names and values of the document'),
];
const STRICT = [
  rule('the names and the address are required with other customer data, where it is strict'),
  rule('with both names and the address the strict channel is content'),
];
const SCREENED = [
  rule('${name} may be ${max} long with the risk screening service'),
  rule('${name} may not be ${max + 1} long with the risk screening service'),
];
const CVV = [
  recurring('the first payment › needs the CVV'),
  recurring('refuse the CVV, which no merchant may have kept'),
  mergedRules('that starts a chain (%o) needs the CVV'),
];
const OVERRIDE = [
  checkoutPayment('with the payment type that the checkout has for the brand'),
  checkoutPayment(
    'with the payment type of the checkout, where it has another one for another brand',
  ),
];
const SHOPPER = [
  checkoutPayment('%s is ignored, named, and the payment goes on', 'customParameters[plain]'),
  checkoutPayment('%s is taken and echoed', 'custom parameters with SHOPPER_'),
];
const NESTED = [
  checkoutPayment('and the merchant reads everything that was sent, but no card'),
  unit('makes objects of dots, lists of indices, and maps of keys'),
];
const FIELD = reference('an answer has the fields of the document › $field: $format');
const ECHOED = reference('an answer has the fields of the document › says what was sent');
const BANK = details('is told with what succeeds, where the channel has one');
/** What an answer always has is required by its schema. */
const SCHEMA = [
  reference('an answer is what OpenAPI says it is › %s: its sample works'),
  reference('and says no when something is missing'),
];
const LISTED = reference('has $Method $Path of the document');
const FORM = pay('and lands on the result page, where the merchant reads the status @phone');
const NOTIFIED = webhookInput(
  'has the fields of the document, and tells what was created, updated and deleted',
);
const REPORTS = [
  reports('a request for a report is refused › %s', 'without dates'),
  reports('a request for a report is refused › %s', 'with a date in another format'),
  reports('settlement batches › are one for each day and currency, with the sums of their records'),
];
const TEST_MODES = [
  relay('INTERNAL stays with the simulator, EXTERNAL goes to the processor'),
  examples('in the processor’s test system'),
];
const NO_REVERSAL = [
  manual('a reversal: a transfer that has come can only be sent back'),
  relayErrors('%s of a %s, %s: %s', 'RV'),
];
const NO_REFUND = relayErrors('%s of a %s, %s: %s', 'RF');
const LIFETIME = [
  checkoutLife('until 30 minutes › a checkout can be paid'),
  checkoutLife('an unpaid checkout is over, and so is its authentication'),
];
const RESULT_CALL = [
  checkoutLife('the result page is called when the merchant has not read the final status'),
  checkoutLife('it is not called when the final status was read, or no shopper paid'),
];
const WHO = [
  parameters('who is asking › %s', 'no header'),
  parameters('who is asking › %s', 'Basic instead of Bearer'),
  parameters('who is asking › %s', 'an unknown token'),
];

export const GATEWAY_API: Mapping = {
  // 0 Payment Gateway API: payments, registrations, recurring payments and installments
  '0-1 This document covers the request/response': ofTheDocument('fc047a'),
  '0-2 A second document covers the payload shapes': ofTheDocument('6d6603'),
  '0-3 Identifiers that carry a provider name are': ofTheDocument('fc1707'),
  // 1 What the service does
  '1-1 Accepts payment requests.': shown('1d78a7', examples('payments › a debit')),
  '1-2 The kind of operation is set by paymentType:': shown(
    '2f47b2',
    matrix('$state › %s'),
    registrations('a payment with a registration › %s'),
  ),
  '1-3 Stores payment data as a registration (a': shown(
    '356fd5',
    registrations('answers the registration, which can be paid with'),
  ),
  '1-4 This happens either during a payment': shown(
    '528346',
    registrations('answers the registration, which can be paid with'),
    registrations('answers what the document lists, and nothing of the number'),
  ),
  '1-5 A registration can be deleted.': shown(
    'c1fee3',
    registrations('answers a new id and the one that was deleted'),
    registrations('once; it is unknown from then on'),
  ),
  '1-6 Runs recurring payments from a stored': shown(
    'cc7f6b',
    recurring('carry the reference of the first'),
    recurring('type %s, with a stored card'),
  ),
  '1-7 Runs card installment payments for Brazil and': shown(
    '8e85a4',
    installments('Brazil › takes exactly those totals of which each part is at least 5.00'),
    installments('Mexico › takes exactly the counts and totals of the document'),
  ),
  '1-8 Offers a hosted payment form.': shown('6971b4', FORM),
  '1-9 A checkout is created server-side, a script': shown('21c7c7', FORM),
  '1-10 The final status is read from the checkout.': shown(
    'd76dde',
    FORM,
    examples('the hosted form › and paid after'),
  ),
  '1-11 Sends webhook notifications for payments and': shown(
    'dab69c',
    NOTIFIED,
    notifications('what is notified of › $name'),
  ),
  '1-12 Offers reporting endpoints that take': shown('90662a', REPORTS),
  '1-13 Has two test modes (testMode).': shown('eddce6', TEST_MODES),
  '1-14 Merchant onboarding, account configuration': leftOpen('ad9778'),
  // 2.1 Conventions
  '2.1-1 All request parameters are sent in the': shown(
    'fedef9',
    parameters('in the body of a post: its address is not read'),
    decodeForm('gives back what a browser has encoded'),
    checkouts(
      'a body that cannot be read is refused, naming the parameter › %s',
      'percent-encoding that is no UTF-8',
    ),
  ),
  '2.1-2 Exceptions: DELETE and GET requests carry': shown(
    '35aeb1',
    parameters('in the address of a GET and of a DELETE, with entityId and testMode'),
    registrations('with testMode=%s in the query'),
  ),
  '2.1-3 Nested names use dot notation.': shown('39bf9a', NESTED),
  '2.1-4 Indexed lists use [n], counting from 0.': shown('c047d1', NESTED),
  '2.1-5 Named maps use [name].': shown('7eb8e6', NESTED),
  '2.1-6 Format codes: N = digits, A = letters, AN =': shown(
    '695cf8',
    parameters(REFUSED, '420000000000000x'),
    parameters(REFUSED, 'Berlin 1'),
    parameters(ACCEPTED, 'naïve 😀 "quoted" <b>'),
  ),
  '2.1-7 A number after the code is the maximum': shown('628858', tables(AS_DOCUMENTED)),
  '2.1-8 The Required column uses Required,': introduces('797137'),
  // 2.2 Basic payment parameters
  '2.2-1 entityId': shown(
    '88858a',
    ROW,
    entities('is the token’s where none is named'),
    entities('a division › stores payment data for all its channels'),
    entities('a division › makes no payments'),
    entities('a merchant › makes no payments by itself'),
    entities('is dispatched to the channel that lists it'),
  ),
  '2.2-2 amount': shown('ceced1', ROW, NEEDED),
  '2.2-3 currency': shown('305b5e', ROW, NEEDED),
  '2.2-4 paymentBrand': shown(
    'bdb657',
    ROW,
    rule('the brand may be left out where the number tells it'),
    rule('the brand is mandatory where the number does not tell it'),
  ),
  '2.2-5 paymentType': shown('db697e', ROW, NEEDED, matrix('$state › %s')),
  '2.2-6 overridePaymentType[brand]': shown(
    '00fa36',
    ROW,
    OVERRIDE,
    parameters('%s: a payment type for one brand is refused, where it would be charged'),
    parameters('a payment type for one brand is for new checkouts only: an update ignores it'),
    parameters('parameters of another operation are never taken in silence › %s: %o'),
  ),
  '2.2-7 descriptor': shown(
    'bc2e5e',
    ROW,
    details('descriptor › is what was sent'),
    details('descriptor › is the merchant’s name where one is sent'),
  ),
  '2.2-8 merchantTransactionId': shownInPart(
    '77157e',
    'a reference “should be” unique: that is asked of merchants, and two payments with one are found by it; which receivers require one the document does not say',
    ROW,
    examples('is queried by the merchant’s own reference'),
    reports('say of each record which payment it is about'),
  ),
  '2.2-9 merchantInvoiceId': shownInPart(
    'c6733a',
    'an invoice number “should be” unique: that is asked of merchants',
    ROW,
    relay('takes along what the processor needs, and keeps what is not its business'),
  ),
  '2.2-10 transactionCategory': shown('cb17b8', ROW, chargeFields('of the category %s is %s')),
  '2.2-11 testMode': shown('ebf78b', ROW, TEST_MODES),
  '2.2-12 Authorization': shown('f45ed3', WHO),
  '2.2-13 paymentType values:': introduces('0ba6c0'),
  '2.2-14 PA': shown(
    '591007',
    examples('a preauthorisation is captured'),
    matrix('$state › %s', 'PA'),
    reports('follow what the merchant does: sale, capture, refund, reversal'),
    details('is looked at for a preauthorisation as for a debit'),
  ),
  '2.2-15 DB': shown(
    'ac3331',
    examples('payments › a debit'),
    reports(
      'settlement batches › are one for each day and currency, with the sums of their records',
    ),
  ),
  '2.2-16 CD': shown(
    '4defbd',
    registrations('a payment with a registration › %s', 'CD'),
    settlementYear('has the sums of each batch right to the smallest unit'),
  ),
  '2.2-17 CP': shown(
    '138898',
    examples('a preauthorisation is captured'),
    matrix('$state › %s', 'CP of the whole'),
  ),
  '2.2-18 RV': shownInPart(
    'f1e3d6',
    'what a customer’s account statement shows is the customer’s bank’s affair',
    matrix('$state › %s', 'PA after the cut-off'),
    matrix('$state › %s', 'DB after the cut-off'),
    reports('follow what the merchant does: sale, capture, refund, reversal'),
    NO_REVERSAL,
  ),
  '2.2-19 RF': shownInPart(
    '34da18',
    'what a customer’s account statement shows is the customer’s bank’s affair',
    matrix('$state › %s', 'DB, partly refunded'),
    reports('follow what the merchant does: sale, capture, refund, reversal'),
    NO_REFUND,
  ),
  // 2.3 Card
  '2.3-1 card.holder': shown('8a18a7', ROW, NEEDED),
  '2.3-2 card.number': shown('1a838c', ROW, NEEDED),
  '2.3-3 card.expiryMonth': shown('86cf57', ROW, NEEDED),
  '2.3-4 card.expiryYear': shown(
    'c6e75d',
    ROW,
    NEEDED,
    parameters('a card that cannot be right › %s', 'expired'),
  ),
  '2.3-5 card.cvv': shown('19adf7', ROW, CVV),
  // 2.4 Card-on-file
  '2.4-1 standingInstruction.type': shownInPart(
    'c858c6',
    'the type is passed on as it was sent: how often and how much is charged is agreed between merchant and shopper',
    ROW,
    recurring('type %s, with a stored card'),
  ),
  '2.4-2 standingInstruction.mode': shown(
    'b36236',
    ROW,
    recurring('card-on-file › the first payment carries the CVV'),
    recurring('card-on-file › a repeated payment carries no authentication data'),
  ),
  '2.4-3 standingInstruction.source': shown(
    'dff3b7',
    ROW,
    chargeFields('with %o is started by %s'),
  ),
  // 2.5 Virtual account
  '2.5-1 virtualAccount.accountId': shown('0ef37c', ROW, NEEDED),
  '2.5-2 virtualAccount.password': shown(
    '075867',
    ROW,
    redirects('$paymentBrand is paid after the shopper came back', 'PAYPAL'),
  ),
  // 2.6 Customer
  '2.6-1 The fields are used for storage and also for': shown(
    '594eb3',
    relay('takes along what the processor needs, and keeps what is not its business'),
    checkoutPayment('and the merchant reads everything that was sent, but no card'),
    cardTesting('through %s', 'its mailbox'),
  ),
  '2.6-2 customer.merchantCustomerId': shown('8b2d1a', ROW),
  '2.6-3 customer.givenName': shownInPart(
    'f47698',
    'a channel asks for it with strictCustomerData; clients in use send an e-mail address alone (decisions.md, “Rules that the documents leave open”)',
    ROW,
    STRICT,
  ),
  '2.6-4 customer.middleName': shown('574b54', ROW),
  '2.6-5 customer.surname': shownInPart(
    '0e810a',
    'a channel asks for it with strictCustomerData; clients in use send an e-mail address alone (decisions.md, “Rules that the documents leave open”)',
    ROW,
    STRICT,
  ),
  '2.6-6 customer.birthDate': shown('4eae0a', ROW),
  '2.6-7 customer.phone': shown('44525d', ROW),
  '2.6-8 customer.mobile': shown('8f4ea8', ROW),
  '2.6-9 customer.workPhone': shown('d2cddc', ROW),
  '2.6-10 customer.email': shown('db9961', ROW),
  '2.6-11 customer.companyName': shown('41a976', ROW),
  '2.6-12 customer.identificationDocType': shownInPart(
    '954d41',
    'no way to pay of this gateway makes it mandatory',
    ROW,
    rule('the identification type needs the identification'),
  ),
  '2.6-13 customer.identificationDocId': shownInPart(
    'e414c3',
    'no way to pay of this gateway makes it mandatory',
    ROW,
    rule('the identification needs its type'),
  ),
  '2.6-14 customer.ip': shownInPart(
    'c1b417',
    'a server is asked for it only by channels that set strictCustomerData; the form’s shopper has it filled in (decisions.md, “Rules that the documents leave open”)',
    ROW,
    STRICT,
    checkoutPayment('and the merchant reads everything that was sent, but no card'),
  ),
  '2.6-15 customer.browserFingerprint.id': shown('ccc543', ROW),
  '2.6-16 customer.browserFingerprint.value': shown('2c960c', ROW),
  '2.6-17 customer.status': shown('55b81e', ROW),
  '2.6-18 shipping.customer.* accepts every customer': shown(
    'edc1f4',
    parameters('$title › $title is accepted', 'shipping customer'),
    parameters(
      'parameters of another operation are never taken in silence › %s: %o',
      'shipping.customer.browserFingerprint.id',
    ),
  ),
  // 2.7 Billing address
  '2.7-1 billing.street1': shown('318273', ROW),
  '2.7-2 billing.street2': shown('f041a4', ROW),
  '2.7-3 billing.houseNumber1': shown(
    '53a8c6',
    ROW,
    rule('${where}.street2 is ignored beside houseNumber1'),
  ),
  '2.7-4 billing.houseNumber2': shown(
    '09ce50',
    ROW,
    rule('${where}.houseNumber2 needs houseNumber1'),
  ),
  '2.7-5 billing.city': shown('dcd53d', ROW),
  '2.7-6 billing.state': shown('c10e80', ROW),
  '2.7-7 billing.postcode': shown('a3b36e', ROW),
  '2.7-8 billing.country': shown('b101ca', ROW),
  '2.7-9 The billing address can be used for risk': shown(
    '3185d6',
    details('result.avsResponse › %s'),
  ),
  // 2.8 Shipping address
  '2.8-1 shipping.street1, shipping.street2': shown('8253b8', ROW),
  '2.8-2 shipping.houseNumber1, shipping.houseNumber2': shown(
    '2d8200',
    ROW,
    rule('${where}.street2 is ignored beside houseNumber1'),
    rule('${where}.houseNumber2 needs houseNumber1'),
  ),
  '2.8-3 shipping.city': shown('3ae411', ROW),
  '2.8-4 shipping.state': shown('d06ffb', ROW),
  '2.8-5 shipping.postcode': shown('fae988', ROW),
  '2.8-6 shipping.method': shown('7ac1ae', ROW),
  '2.8-7 shipping.comment': shown('cbc226', ROW),
  '2.8-8 shipping.expectedDate': shown('deacb2', ROW),
  '2.8-9 shipping.logisticsProvider': shown('dfaa9a', ROW),
  '2.8-10 shipping.trackingNumber': shown('6fc971', ROW),
  // 2.9 Merchant (statement and facilitator data)
  '2.9-1 merchant.name': shown(
    'bcced7',
    ROW,
    details('descriptor › is the merchant’s name where one is sent'),
  ),
  '2.9-2 merchant.city': shown('bd6393', ROW),
  '2.9-3 merchant.street': shown('05a61f', ROW),
  '2.9-4 merchant.postcode': shown('ed931e', ROW),
  '2.9-5 merchant.state': shown('82ef9c', ROW),
  '2.9-6 merchant.country': shown('642132', ROW),
  '2.9-7 merchant.phone': shown('1770ca', ROW),
  '2.9-8 merchant.mcc': shown('760c3c', ROW),
  '2.9-9 merchant.submerchantId': shownInPart(
    'b262a7',
    'who is a payment facilitator is agreed with the card schemes',
    ROW,
  ),
  '2.9-10 All merchant parameters are Optional.': shown(
    'ee1d3c',
    parameters('$title › $title is accepted', 'merchant'),
    examples('payments › a debit'),
  ),
  // 2.10 Cart
  '2.10-1 Items are indexed: cart.items[n].<field>.': shown(
    '0f03eb',
    parameters(ACCEPTED, 'cart.items[1].name'),
    NESTED,
  ),
  '2.10-2 name': shown('5e6c6b', ROW),
  '2.10-3 merchantItemId': shown('33998b', ROW),
  '2.10-4 quantity': shown('0c15d4', ROW),
  '2.10-5 type': shown('3bd9b5', ROW),
  '2.10-6 sku': shown('f392de', ROW),
  '2.10-7 price': shown(
    '9241cf',
    ROW,
    chargeFields('tells what was bought, in smallest units of a single item'),
  ),
  '2.10-8 currency': shown('824323', ROW),
  '2.10-9 description': shown('12afc8', ROW),
  '2.10-10 tax': shown('417b6c', ROW),
  '2.10-11 shipping': shown('5235d0', ROW),
  '2.10-12 discount': shown('e7c5bb', ROW),
  '2.10-13 giftMessage, shippingMethod, shippingInstructions,': shown('15b004', ROW),
  // 2.11 Registration, recurring and installment parameters
  '2.11-1 createRegistration': shown(
    '424acc',
    ROW,
    registrations('answers the registration, which can be paid with'),
    registrations('answers none %s'),
  ),
  '2.11-2 recurringType': shown('74a83e', ROW, CVV, recurring('are accepted with card data, too')),
  '2.11-3 recurring.numberOfInstallments': shown(
    '33ac1b',
    ROW,
    installments('the maximum › %s is refused'),
  ),
  '2.11-4 customParameters[NTR]': shownInPart(
    '19ebab',
    'one that is left out is no mistake: the gateway knows the chain of a registration, and clients in use send none (decisions.md, “Rules that the documents leave open”)',
    recurring('carry the reference of the first'),
    recurring('refuse a reference %s'),
  ),
  // 2.12 Payment retrial parameters
  '2.12-1 customParameters[payment_retrial]': shown(
    '61cfb9',
    ROW,
    rule('a first attempt has the number 1'),
    rule('a retrial has a number'),
  ),
  '2.12-2 customParameters[payment_attempt_number]': shown(
    '0ca97a',
    ROW,
    rule('a first attempt has no other number'),
    rule('a retrial has a number of 2 or more'),
    rule('a retrial has a number'),
  ),
  '2.12-3 customParameters[payment_reference]': shownInPart(
    '64e97c',
    'which attempts are for the same payment only the merchant knows',
    ROW,
  ),
  '2.12-4 All three are Optional.': shown(
    'b1df75',
    parameters('$title › $title is accepted', 'payment retrial'),
    examples('payments › a debit'),
  ),
  // 2.13 Custom parameters
  '2.13-1 customParameters[name]: a name/value pair,': shown('7061b0', CUSTOM),
  '2.13-2 name is AN64 (letters, digits, dot,': shown('280e1e', CUSTOM),
  '2.13-3 value is AN2048 (0 to 2048).': shownInPart(
    'e7e19e',
    'an empty value counts as not sent, in custom parameters as elsewhere (decisions.md, “Rules that the documents leave open”)',
    CUSTOM,
  ),
  '2.13-4 The pairs are echoed back in the response.': shown(
    '4a121b',
    parameters(ACCEPTED, 'SHOPPER_gift'),
    checkoutPayment('and the merchant reads everything that was sent, but no card'),
  ),
  '2.13-5 Names sent from the client side, for example': shown('30893e', SHOPPER),
  // 2.14 Asynchronous payment parameters
  '2.14-1 Asynchronous methods (3DS, online transfer,': shown(
    'e6300f',
    redirects('$paymentBrand is paid after the shopper came back'),
    threeDSecure('a challenge › answered with %s ends with %s'),
  ),
  '2.14-2 shopperResultUrl': shown(
    'cc0dda',
    ROW,
    redirects('$paymentBrand is paid after the shopper came back'),
    redirects('names what is missing'),
  ),
  '2.14-3 notificationUrl': shown(
    '2a9a18',
    ROW,
    webhookInput('is told of its payment, checkout or registration, by the nearest key above'),
  ),
  '2.14-4 Response fields for the redirect:': introduces('520a98'),
  '2.14-5 redirect.url': shown(
    'ff53a8',
    FIELD,
    redirects('$paymentBrand is paid after the shopper came back'),
  ),
  '2.14-6 redirect.parameters[n].name': shown(
    '3ebcfc',
    FIELD,
    threeDSecure('is a precondition of the redirect'),
  ),
  '2.14-7 redirect.parameters[n].value': shown(
    'e6592c',
    FIELD,
    serverToServer('a form that posts the parameters of the redirect works as well'),
  ),
  '2.14-8 All three are Conditional.': shown(
    'b3ad8c',
    threeDSecure('an authentication without a challenge › %s'),
  ),
  // 2.15 Webhook notification object
  '2.15-1 type': shown('d0f4bd', NOTIFIED),
  '2.15-2 action': shown('506f3c', NOTIFIED),
  '2.15-3 payload': shown('eb3f66', NOTIFIED, notifications('what is notified of › $name')),
  '2.15-4 presentationAmount': shown(
    '39e60f',
    NOTIFIED,
    notifications('what is notified of › $name'),
  ),
  '2.15-5 presentationCurrency': shown(
    'b3fc5d',
    NOTIFIED,
    notifications('what is notified of › $name'),
  ),
  '2.15-6 Referencing payments (capture, refund and': shown(
    '6a374b',
    NOTIFIED,
    notifications('what is notified of › $name'),
  ),
  '2.15-7 The reference states that referencedId': cannotBeTested(
    '6fc75e',
    '2.18-4 and 3-5 say that answers carry it, too; they do, and a test that they do not would be against those',
  ),
  // 2.16 Reporting parameters
  '2.16-1 date.from': shown('5860a1', REPORTS),
  '2.16-2 date.to': shown('ff546c', REPORTS),
  '2.16-3 Fields of the reporting response: not shown.': leftOpen('214c02'),
  // 2.17 Risk parameters (all Optional)
  '2.17-1 risk.channelId': shownInPart(
    '64aace',
    'which rules a risk service has for an id is its own affair, and the simulator plays none',
    ROW,
    SCREENED,
  ),
  '2.17-2 risk.serviceId': shownInPart(
    '97915a',
    'which service an id selects is the risk system’s own affair, and the simulator plays none',
    ROW,
    SCREENED,
  ),
  '2.17-3 risk.amount': shown(
    'a18b55',
    ROW,
    threeDSecure('is asked about the amount for the risk check, where there is one'),
  ),
  '2.17-4 risk.orderTimestamp': shown(
    'd5028b',
    ROW,
    details('brand and time are filled in'),
    details('brand and time are the merchant’s where it sends them'),
  ),
  '2.17-5 risk.brand': shown(
    '590ca9',
    ROW,
    details('brand and time are filled in'),
    details('brand is the one that the number tells'),
    details('brand and time are the merchant’s where it sends them'),
  ),
  '2.17-6 risk.parameters[name]': shown(
    'cfd9a9',
    ROW,
    details('risk › risk.parameters[score]=%s is scored %s'),
  ),
  '2.17-7 risk.merchantWebsite': shown('e8c41e', ROW),
  '2.17-8 risk.accountToken': shown('d42995', ROW),
  // 2.18 Payment response fields
  '2.18-1 id (from /v1/checkouts)': shown(
    '854348',
    FIELD,
    examples('the hosted form › and paid after'),
  ),
  '2.18-2 id (from /v1/payments)': shown(
    'e4f4d8',
    FIELD,
    examples('payments › is read by its id'),
    examples('a preauthorisation is captured'),
  ),
  '2.18-3 id (from /v1/registrations)': shown(
    '17725a',
    FIELD,
    registrations('answers the registration, which can be paid with'),
  ),
  '2.18-4 referencedId': shown('c4e888', FIELD, examples('a preauthorisation is captured')),
  '2.18-5 paymentType, paymentBrand': shown('8ef5c0', FIELD),
  '2.18-6 amount': shown('eae12f', FIELD, ECHOED),
  '2.18-7 currency': shown('425581', FIELD, ECHOED),
  '2.18-8 descriptor': shown('140887', FIELD, ECHOED),
  '2.18-9 merchantTransactionId': shown('a6f5b9', FIELD, ECHOED),
  '2.18-10 recurringType': shown('85b704', FIELD, ECHOED),
  '2.18-11 recurring.numberOfInstallments': shown('b45101', FIELD, ECHOED),
  '2.18-12 registrationId': shown(
    '941935',
    FIELD,
    registrations('answers the registration, which can be paid with'),
    registrations('answers none %s'),
  ),
  '2.18-13 result.code': shown(
    '5b899f',
    FIELD,
    resultCodes('writes every code as three times three digits'),
  ),
  '2.18-14 result.description': shown(
    '980b58',
    FIELD,
    resultCodes('describes every code in 5 to 255 plain characters'),
  ),
  '2.18-15 result.avsResponse': shown(
    'b1104e',
    FIELD,
    details('result.avsResponse › has every letter of the document'),
    details('result.avsResponse › %s'),
    details('is absent without %s'),
  ),
  '2.18-16 result.cvvResponse': shown(
    '2086ab',
    FIELD,
    details('result.cvvResponse › has every letter of the document'),
    details('result.cvvResponse › %s, for %s'),
    details('is absent without a CVV'),
  ),
  '2.18-17 resultDetails': shown(
    'd8e6d6',
    FIELD,
    details('AcquirerResponse is the acquirer’s own code'),
    details('acquirerTxId9 is there for the first payment of a chain'),
  ),
  '2.18-18 card.bin': shown('e57baf', FIELD, ECHOED),
  '2.18-19 card.last4Digits': shown('03bca4', FIELD, ECHOED),
  '2.18-20 card.holder, card.expiryMonth, card.expiryYear': shown('c9f83b', FIELD),
  '2.18-21 customer, billing, shipping, customParameters': shownInPart(
    'a1e79b',
    'keys that a service “can” add need not be there, and this one adds none',
    FIELD,
  ),
  '2.18-22 merchant.bankAccount.holder': shownInPart(
    '54603a',
    'a channel without a bank account has none to tell',
    FIELD,
    BANK,
  ),
  '2.18-23 merchant.bankAccount.number': shown('c1976a', FIELD, BANK),
  '2.18-24 merchant.bankAccount.bic': shown('9d64ab', FIELD, BANK),
  '2.18-25 merchant.bankAccount.country': shown('ac2a88', FIELD, BANK),
  '2.18-26 risk.score': shown(
    'a05d02',
    FIELD,
    ECHOED,
    details('risk › risk.parameters[score]=%s is scored %s'),
  ),
  '2.18-27 buildNumber': shown('80bfec', FIELD, SCHEMA),
  '2.18-28 timestamp': shown('3fe1d4', FIELD, SCHEMA),
  '2.18-29 ndc': shown('170e34', FIELD, SCHEMA),
  '2.18-30 A registration response carries: id,': shown(
    '602c01',
    registrations('answers what the document lists, and nothing of the number'),
    fieldEvidence('is told of a card that is stored'),
  ),
  '2.18-31 A registration delete response carries: id,': shown(
    '728dfd',
    registrations('answers a new id and the one that was deleted'),
  ),
  // 3 States and transitions
  '3-1 The gateway shows these moves:': introduces('676e6e'),
  '3-2 Registration · POST to /v1/payments with': shown(
    '9d87af',
    registrations('answers the registration, which can be paid with'),
    NOTIFIED,
  ),
  '3-3 Registration · POST to /v1/registrations': shown(
    '122d2d',
    registrations('answers what the document lists, and nothing of the number'),
    NOTIFIED,
  ),
  '3-4 Registration · DELETE /v1/registrations/{id}': shown(
    '088c59',
    registrations('answers a new id and the one that was deleted'),
    registrations('once; it is unknown from then on'),
    NOTIFIED,
  ),
  '3-5 Preauthorized payment (PA)': shown(
    'cfffc3',
    examples('a preauthorisation is captured'),
    matrix(
      '$state › ${going} of more than ${left} is refused, then of ${left} accepted, then nothing is left',
    ),
  ),
  '3-6 Processed PA or DB': shown(
    '1f42f8',
    examples('a debit is reversed'),
    matrix('$state › %s', 'PA after the cut-off'),
    NO_REVERSAL,
  ),
  '3-7 Processed DB': shown('25ed87', examples('payments › is refunded'), NO_REFUND),
  '3-8 Checkout · POST /v1/checkouts': shown(
    '8ec0cb',
    checkouts('answers as existing clients expect'),
    LIFETIME,
  ),
  '3-9 Checkout · 29 minutes pass': shown('43e2f3', RESULT_CALL),
  '3-10 Named payment statuses and a complete': leftOpen('d8104e'),
  // 4 Endpoints
  '4-1 All paths are relative to {base_url}.': shown(
    'f41184',
    reference('has $Method $Path of the document'),
    examples('payments › a debit'),
  ),
  '4-2 Requests are form-encoded.': shown(
    'a4fa40',
    checkouts('a body that cannot be read is refused, naming the parameter › in %s', 'JSON'),
    decodeForm('gives back what a browser has encoded'),
  ),
  '4-3 Responses are JSON.': shown('b92d60', SCHEMA),
  '4-4 POST · /v1/payments': shown(
    'e7d3e0',
    LISTED,
    parameters('and everything at once is accepted, but streets beside house numbers'),
    registrations('answers the registration, which can be paid with'),
  ),
  '4-5 POST · /v1/payments/{id}': shown(
    'ae9942',
    LISTED,
    examples('a preauthorisation is captured'),
  ),
  '4-6 GET · /v1/payments/{id}': shown('05d89f', LISTED, examples('payments › is read by its id')),
  '4-7 POST · /v1/registrations': shown(
    '20276d',
    LISTED,
    parameters(ACCEPTED),
    registrations('answers what the document lists, and nothing of the number'),
    registrations('takes no amount and no type: they are ignored, and named'),
  ),
  '4-8 DELETE · /v1/registrations/{id}': shown(
    'bb8c99',
    LISTED,
    examples('deletes it'),
    registrations('with testMode=%s in the query'),
  ),
  '4-9 POST · /v1/registrations/{id}/payments': shown(
    '69096d',
    LISTED,
    recurring('carry the reference of the first'),
    registrations('a payment with a registration › %s'),
    recurring('refuse the CVV, which no merchant may have kept'),
  ),
  '4-10 POST · /v1/checkouts': shown(
    '9e6014',
    LISTED,
    parameters('checkout: %s is refused'),
    parameters(ACCEPTED),
    checkouts('answers as existing clients expect'),
  ),
  '4-11 GET · /v1/checkouts/{id}/payment': shown(
    '7ccdc5',
    LISTED,
    examples('the hosted form › and paid after'),
  ),
  '4-12 GET · /v1/checkouts/{id}/registration': shown(
    'c843ce',
    LISTED,
    registrations('needs no amount and no type; its result is read from the checkout'),
  ),
  '4-13 POST · /checkouts/{id}/payment': shown(
    '55bef2',
    LISTED,
    checkoutPayment('under the path without a version, too'),
    FORM,
  ),
  '4-14 GET · /v1/paymentWidgets.js?checkoutId=<checkout_id>': shown('c8395a', LISTED, FORM),
  '4-15 Hosted form: the merchant page loads the': shown(
    'bb2bf3',
    embedding('a shopper pays through', 'the script before the form'),
    FORM,
  ),
  "4-16 The element's text lists the card brand codes": shown(
    '544cba',
    embedding('several forms share the checkout, each with its brands'),
    otherWays('stand in the order of the merchant, each in a container of its own'),
  ),
  '4-17 Form labels can be changed through a': shown(
    '219ae4',
    embedding('wpwlOptions hold', 'before the script'),
  ),
  '4-18 The default form languages are en, de, fr,': shown(
    '7ce159',
    locales('the languages of the form are those of the document'),
    languages('in every language everything has its language and direction, and fits into 320 px'),
  ),
  '4-19 The base URL given in the client-side options': shown(
    'bebf3d',
    options('an address of the gateway › that does not end with a slash is an error that says so'),
  ),
  '4-20 Hosted-form flow:': introduces('3d3830'),
  '4-21 POST /v1/checkouts and read id.': shown(
    'd324b4',
    checkouts('answers as existing clients expect'),
  ),
  '4-22 Render the form with that id.': shown('86992f', FORM),
  '4-23 After payment the shopper is redirected to': shown('20e0ed', FORM),
  '4-24 GET /v1/checkouts/{id}/payment to read the': shown('f3f974', FORM),
  '4-25 For recurring use with the hosted form, step': shown(
    '330e32',
    recurring('of a chain that a shopper started in a checkout'),
    chains('the first payment of a chain asks for the CVV, though the page does not @phone'),
  ),
  '4-26 For server-to-server recurring use, the first': shown(
    'abd564',
    examples('a first payment starts a chain, the next one carries it on'),
  ),
  '4-27 The response to an INITIAL payment can carry': shown(
    'b540cd',
    recurring('%s answers what the next ones refer to'),
    details('acquirerTxId9 is there for the first payment of a chain'),
  ),
  '4-28 Reporting endpoint paths and request and': leftOpen('f92033'),
  // 5 Authentication
  '5-1 All requests must use SSL (HTTPS).': shown(
    'b6f261',
    secure('takes what came by HTTPS'),
    secure('refuses a plain-HTTP POST'),
    secure('sends a plain-HTTP GET to HTTPS, at its own address whatever Host says'),
  ),
  '5-2 Every request carries the header': shown('91c0a9', WHO),
  '5-3 All other data is sent as body parameters': shown(
    'a2b59e',
    parameters('in the body of a post: its address is not read'),
  ),
  '5-4 entityId identifies the channel, division or': shown(
    'b1489e',
    entities('named by %s'),
    entities('a division › stores payment data for all its channels'),
    entities('is dispatched to the channel that lists it'),
  ),
  '5-5 An invalid Authorization header gives HTTP': shown(
    '5626ff',
    parameters('who is asking › %s', 'no header'),
    parameters('who is asking › %s', 'Basic instead of Bearer'),
  ),
  '5-6 An invalid access token gives HTTP 403.': shown(
    '306f15',
    parameters('who is asking › %s', 'an unknown token'),
  ),
  '5-7 How an access token is issued, its lifetime': leftOpen('d8f91f'),
  // 6 Events
  '6-1 Webhook notifications are delivered to a': shown(
    '9b59a1',
    subscriptions(
      'is tested before its request is answered, and is active when that is acknowledged',
    ),
    NOTIFIED,
  ),
  '6-2 Each notification uses the webhook': shown('faca3a', NOTIFIED),
  '6-3 A REGISTRATION notification is sent when a': shown('9c662a', NOTIFIED),
  '6-4 A PAYMENT notification is sent when a payment': shown('2911ee', NOTIFIED),
  '6-5 Payment requests may carry notificationUrl': shown(
    '29d14a',
    webhookInput('is told of its payment, checkout or registration, by the nearest key above'),
    redirects('$paymentBrand is paid after the shopper came back'),
  ),
  "6-6 When the hosted form's payment call was made": shown('ca32ea', RESULT_CALL, LIFETIME),
  '6-7 The same applies to': shown('b804e4', checkoutLife('it is called for a registration')),
  '6-8 Webhook registration procedure, delivery': leftOpen('d2c256'),
  '6-9 Payload shapes of the separate event': ofTheDocument('489d1d'),
  // 7 Errors
  '7-1 HTTP status codes:': introduces('780879'),
  '7-2 200': shown('22e0d4', examples('payments › a debit'), SCHEMA),
  '7-3 307': shown(
    '4e670c',
    secure('sends a plain-HTTP GET to HTTPS, at its own address whatever Host says'),
  ),
  '7-4 400': shown(
    '18ae12',
    parameters(REFUSED),
    examples('a declined debit is 400, also when it is read'),
  ),
  '7-5 401': shown(
    '062b8a',
    parameters('who is asking › %s', 'no header'),
    reference('%s: refused'),
  ),
  '7-6 403': shown(
    'a391e8',
    parameters('who is asking › %s', 'an unknown token'),
    reference('%s: refused'),
  ),
  '7-7 404': shown(
    '6fd405',
    checkouts('who is asking › %s is not found'),
    examples('an unknown id is told as such'),
    reference('%s: refused'),
  ),
  '7-8 Detail on why a payment failed is in': shown(
    'e79890',
    FIELD,
    examples('a declined debit is 400, also when it is read'),
  ),
  '7-9 Codes shown: 000.200.100 (checkout': shown(
    '9c6731',
    checkouts('answers as existing clients expect'),
    examples('in the processor’s test system'),
  ),
  '7-10 The complete result-code catalogue and the': leftOpen('6ee6b4'),
  // 8 Limits
  '8-1 Checkout id validity': shown('876078', LIFETIME),
  '8-2 Automatic call to shopperResultUrl': shown('636006', RESULT_CALL),
  '8-3 Installments, technical maximum': shown(
    'e7e3db',
    installments('the maximum › itself is accepted'),
    installments('the maximum › %s is refused'),
    installments('the maximum › of the channel may be lower'),
  ),
  '8-4 Installment channel': shown(
    '91da7f',
    installments('Brazil › only in its own currency: %s is refused'),
    installments('Mexico › only in its own currency: %s is refused'),
  ),
  '8-5 Installment amount, Brazil': shown(
    '013a68',
    installments('Brazil › %s in %i parts is refused: one would be below 5.00'),
    installments('Brazil › takes exactly those totals of which each part is at least 5.00'),
  ),
  '8-6 Installments, Mexico': shown(
    '9bb563',
    installments('Mexico › takes the counts of the document'),
    installments('Mexico › %i parts are refused'),
    installments('Mexico › in %s parts from %s on'),
  ),
  '8-7 Installment total, Mexico': shown(
    '163e21',
    installments('Mexico › in %s parts, less than %s is refused'),
    installments('Mexico › in %s parts from %s on'),
    installments('Mexico › in %s parts from %s on, cent by cent'),
  ),
  '8-8 Installments, Mexico, preauthorization': shown(
    '816cfc',
    installments('Mexico › %s is refused', 'PA'),
  ),
  '8-9 Installment countries and flows': shown(
    '9c12d8',
    installments('Brazil › %s is paid in parts of at least 5.00'),
    installments('a preauthorisation in parts is captured'),
    installments('a credit cannot be paid in parts'),
    installments('Mexico › %s is refused'),
    installments('%s of a server'),
  ),
  '8-10 Client-side custom parameter names': shown('a5ef41', SHOPPER),
  '8-11 Field lengths': shown(
    '5dda59',
    tables(AS_DOCUMENTED),
    parameters(REFUSED),
    parameters(ACCEPTED),
  ),
  '8-12 Encoding': shown(
    '6debea',
    checkouts('a checkout is created › %s', 'with letters of any script'),
    checkouts('reads a body %s as urlencoded'),
    decodeForm('gives back what a browser has encoded'),
  ),
  '8-13 Installment arithmetic: an installment': shownInPart(
    '350632',
    'what the issuing bank bills each month is its own affair',
    installments('the plan › of %s in %i parts'),
    reports(
      'settlement batches › are one for each day and currency, with the sums of their records',
    ),
  ),
  '8-14 The per-month amount is the total divided by': shown(
    '00069f',
    installments('the plan › of %s in %i parts'),
    installments('adds up to the total, for any total and count'),
  ),
  '8-15 If the sum of the rounded parts is below the': shown(
    '5a19d7',
    installments('the plan › of %s in %i parts'),
    installments('adds up to the total, for any total and count'),
  ),
  '8-16 Test modes: testMode=EXTERNAL forwards test': shown(
    'ee05a4',
    relay('INTERNAL stays with the simulator, EXTERNAL goes to the processor'),
    examples('in the processor’s test system'),
  ),
  '8-17 testMode=INTERNAL sends them to simulators': shown(
    'c338cf',
    relay('INTERNAL stays with the simulator, EXTERNAL goes to the processor'),
    connectivity('by the API asks no processor, and is marked wherever it is read'),
  ),
  '8-18 Without testMode the default is INTERNAL.': shownInPart(
    'bf1197',
    'a live channel takes none for LIVE: nothing but the word INTERNAL reaches the simulator there (decisions.md, “Rules that the documents leave open”)',
    relay('INTERNAL stays with the simulator, EXTERNAL goes to the processor'),
  ),
  '8-19 Rate limits and request quotas: not shown.': leftOpen('169011'),
  // 9 Versioning
  '9-1 The version is part of the request path:': shown(
    '0ad9cb',
    checkouts('who is asking › %s is not found', 'a version that there is not'),
    reference('has $Method $Path of the document'),
  ),
  '9-2 All changes to a version are backwards': shown(
    'e6a1e0',
    openapi('breaks no client of the committed one'),
    openapi('a change that breaks clients is told › %s'),
  ),
  '9-3 Features that would break existing': shown(
    '339eaf',
    openapi('breaks no client of the committed one'),
    openapi('but %s breaks no client', 'a new path'),
  ),
  '9-4 The event notification schema document': shown(
    '845214',
    events('the schemas › are listed and published for everybody, one for each event'),
  ),
};

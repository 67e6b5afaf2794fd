/** Made by write-api.ts from docs/openapi.json: do not edit. */

import type { RequestOptions } from '../request-options.ts';

/** ISO 4217 */
export type Currency = 'BIF' | 'CLP' | 'DJF' | 'GNF' | 'ISK' | 'JPY' | 'KMF' | 'KRW' | 'PYG' | 'RWF' | 'UGX' | 'UYI' | 'VND' | 'VUV' | 'XAF' | 'XOF' | 'XPF' | 'AED' | 'AFN' | 'ALL' | 'AMD' | 'AOA' | 'ARS' | 'AUD' | 'AWG' | 'AZN' | 'BAM' | 'BBD' | 'BDT' | 'BGN' | 'BMD' | 'BND' | 'BOB' | 'BOV' | 'BRL' | 'BSD' | 'BTN' | 'BWP' | 'BYN' | 'BZD' | 'CAD' | 'CDF' | 'CHE' | 'CHF' | 'CHW' | 'CNY' | 'COP' | 'COU' | 'CRC' | 'CUP' | 'CVE' | 'CZK' | 'DKK' | 'DOP' | 'DZD' | 'EGP' | 'ERN' | 'ETB' | 'EUR' | 'FJD' | 'FKP' | 'GBP' | 'GEL' | 'GHS' | 'GIP' | 'GMD' | 'GTQ' | 'GYD' | 'HKD' | 'HNL' | 'HTG' | 'HUF' | 'IDR' | 'ILS' | 'INR' | 'IRR' | 'JMD' | 'KES' | 'KGS' | 'KHR' | 'KPW' | 'KYD' | 'KZT' | 'LAK' | 'LBP' | 'LKR' | 'LRD' | 'LSL' | 'MAD' | 'MDL' | 'MGA' | 'MKD' | 'MMK' | 'MNT' | 'MOP' | 'MRU' | 'MUR' | 'MVR' | 'MWK' | 'MXN' | 'MXV' | 'MYR' | 'MZN' | 'NAD' | 'NGN' | 'NIO' | 'NOK' | 'NPR' | 'NZD' | 'PAB' | 'PEN' | 'PGK' | 'PHP' | 'PKR' | 'PLN' | 'QAR' | 'RON' | 'RSD' | 'RUB' | 'SAR' | 'SBD' | 'SCR' | 'SDG' | 'SEK' | 'SGD' | 'SHP' | 'SLE' | 'SOS' | 'SRD' | 'SSP' | 'STN' | 'SVC' | 'SYP' | 'SZL' | 'THB' | 'TJS' | 'TMT' | 'TOP' | 'TRY' | 'TTD' | 'TWD' | 'TZS' | 'UAH' | 'USD' | 'USN' | 'UYU' | 'UZS' | 'VED' | 'VES' | 'WST' | 'XCD' | 'XCG' | 'YER' | 'ZAR' | 'ZMW' | 'ZWG' | 'BHD' | 'IQD' | 'JOD' | 'KWD' | 'LYD' | 'OMR' | 'TND' | 'CLF' | 'UYW';

/** Every parameter that has one name: as the reference writes it. */
export interface Parameters {
  /** 32 lowercase hexadecimal characters */
  readonly entityId: string;
  /** up to 10 digits, optionally a dot and exactly 2 decimals; needs currency */
  readonly amount: string;
  /** a 3-letter currency code in capitals (ISO 4217) */
  readonly currency: string;
  /** one of PA, DB, CD */
  readonly paymentType: 'PA' | 'DB' | 'CD' | 'CP' | 'RV' | 'RF' | '3D' | 'SD' | 'DB' | 'PA' | 'RS' | 'DB' | 'PA';
  /** 1 to 32 letters, digits and underscores */
  readonly paymentBrand: string;
  /** 1 to 127 characters */
  readonly descriptor: string;
  /** 8 to 255 characters */
  readonly merchantTransactionId: string;
  /** 8 to 255 characters */
  readonly merchantInvoiceId: string;
  /** one of EC, MO, TO, RC, IN, PO, PM */
  readonly transactionCategory: 'EC' | 'MO' | 'TO' | 'RC' | 'IN' | 'PO' | 'PM';
  /** one of EXTERNAL, INTERNAL */
  readonly testMode: 'EXTERNAL' | 'INTERNAL';
  /** an absolute http or https address of 6 to 2048 characters */
  readonly shopperResultUrl: string;
  /** an absolute http or https address of 6 to 2048 characters */
  readonly notificationUrl: string;
  /** one of true, false, 0, 1 */
  readonly integrity: boolean | 'true' | 'false';
  /** one of RECURRING, INSTALLMENT, UNSCHEDULED */
  readonly 'standingInstruction.type': 'RECURRING' | 'INSTALLMENT' | 'UNSCHEDULED';
  /** one of INITIAL, REPEATED */
  readonly 'standingInstruction.mode': 'INITIAL' | 'REPEATED';
  /** one of CIT, MIT */
  readonly 'standingInstruction.source': 'CIT' | 'MIT';
  /** one of MAX, EXACT, VARIABLE */
  readonly 'standingInstruction.amountType': 'MAX' | 'EXACT' | 'VARIABLE';
  /** one of DAILY, WEEKLY, MONTHLY, YEARLY */
  readonly 'standingInstruction.frequency': 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'YEARLY';
  /** a whole number from 1 to 999; needs standingInstruction.frequency */
  readonly 'standingInstruction.interval': string;
  /** a date as yyyy-MM-dd */
  readonly 'standingInstruction.startDate': string;
  /** a date as yyyy-MM-dd */
  readonly 'standingInstruction.endDate': string;
  /** a language, or a language and a country, as de-AT */
  readonly 'customer.locale': string;
  /** 1 to 64 characters */
  readonly 'customer.taxIdentification': string;
  /** 4 to 128 characters, not blanks alone */
  readonly 'bankAccount.holder': string;
  /** a BIC of 8 or 11 characters */
  readonly 'bankAccount.bic': string;
  /** up to 35 letters, digits and + ? / - : ( ) . , ' */
  readonly 'bankAccount.mandate.id': string;
  /** a date as yyyy-MM-dd */
  readonly 'bankAccount.mandate.dateOfSignature': string;
  /** a 2-letter country code in capitals (ISO 3166-1) */
  readonly 'bankAccount.country': string;
  /** 1 to 255 characters */
  readonly 'customer.merchantCustomerId': string;
  /** text without control characters; required with any other customer.* on channels with strictCustomerData; cut after 48 characters */
  readonly 'customer.givenName': string;
  /** 2 to 50 characters */
  readonly 'customer.middleName': string;
  /** text without control characters; required with any other customer.* on channels with strictCustomerData; cut after 48 characters */
  readonly 'customer.surname': string;
  /** a date as yyyy-MM-dd */
  readonly 'customer.birthDate': string;
  /** a phone number of 6 to 25 characters: + or a digit, then digits, space and . ( ) / - */
  readonly 'customer.phone': string;
  /** a phone number of 6 to 25 characters: + or a digit, then digits, space and . ( ) / - */
  readonly 'customer.mobile': string;
  /** 1 to 25 characters */
  readonly 'customer.workPhone': string;
  /** 6 to 128 characters */
  readonly 'customer.email': string;
  /** 1 to 60 characters */
  readonly 'customer.companyName': string;
  /** one of IDCARD, PASSPORT, TAXSTATEMENT; needs customer.identificationDocId */
  readonly 'customer.identificationDocType': 'IDCARD' | 'PASSPORT' | 'TAXSTATEMENT';
  /** 8 to 64 characters; needs customer.identificationDocType */
  readonly 'customer.identificationDocId': string;
  /** 1 to 255 characters */
  readonly 'customer.ip': string;
  /** one of NEW, EXISTING */
  readonly 'customer.status': 'NEW' | 'EXISTING';
  /** 1 to 255 characters */
  readonly 'customer.browserFingerprint.id': string;
  /** 1 to 4096 characters */
  readonly 'customer.browserFingerprint.value': string;
  /** 1 to 2048 characters */
  readonly 'customer.browser.acceptHeader': string;
  /** 1 to 2048 characters */
  readonly 'customer.browser.userAgent': string;
  /** 1 to 35 characters */
  readonly 'customer.browser.language': string;
  /** 1 to 6 digits */
  readonly 'customer.browser.screenHeight': string;
  /** 1 to 6 digits */
  readonly 'customer.browser.screenWidth': string;
  /** 1 to 2 digits */
  readonly 'customer.browser.screenColorDepth': string;
  /** minutes, as -840 to 720 */
  readonly 'customer.browser.timezone': string;
  /** one of true, false, 0, 1 */
  readonly 'customer.browser.javaEnabled': boolean | 'true' | 'false';
  /** one of true, false, 0, 1 */
  readonly 'customer.browser.javascriptEnabled': boolean | 'true' | 'false';
  /** one of 1, 2, 3, 4, 5 */
  readonly 'customer.browser.challengeWindow': '1' | '2' | '3' | '4' | '5';
  /** 1 to 100 characters */
  readonly 'billing.street1': string;
  /** 1 to 100 characters; ignored when billing.houseNumber1 is sent */
  readonly 'billing.street2': string;
  /** 1 to 100 characters */
  readonly 'billing.houseNumber1': string;
  /** 1 to 100 characters; needs billing.houseNumber1 */
  readonly 'billing.houseNumber2': string;
  /** 1 to 80 characters */
  readonly 'billing.city': string;
  /** up to 50 letters, digits, dots and spaces */
  readonly 'billing.state': string;
  /** up to 30 letters, digits, spaces and hyphens */
  readonly 'billing.postcode': string;
  /** a 2-letter country code in capitals (ISO 3166-1) */
  readonly 'billing.country': string;
  /** 1 to 100 characters */
  readonly 'shipping.street1': string;
  /** 1 to 100 characters; ignored when shipping.houseNumber1 is sent */
  readonly 'shipping.street2': string;
  /** 1 to 100 characters */
  readonly 'shipping.houseNumber1': string;
  /** 1 to 100 characters; needs shipping.houseNumber1 */
  readonly 'shipping.houseNumber2': string;
  /** 1 to 80 characters: letters, space and ' ’ - . ,; not blanks alone */
  readonly 'shipping.city': string;
  /** up to 50 letters, digits, dots and spaces */
  readonly 'shipping.state': string;
  /** up to 30 letters, digits, spaces and hyphens */
  readonly 'shipping.postcode': string;
  /** a 2-letter country code in capitals (ISO 3166-1) */
  readonly 'shipping.country': string;
  /** one of LOWEST_COST, CARRIER_DESIGNATED_BY_CUSTOMER, ELECTRONIC_DELIVERY, GROUND, INTERNATIONAL, MILITARY, NEXT_DAY_OVERNIGHT, OTHER, STORE_PICKUP, SAME_DAY_SERVICE, TWO_DAY_SERVICE, THREE_DAY_SERVICE */
  readonly 'shipping.method': 'LOWEST_COST' | 'CARRIER_DESIGNATED_BY_CUSTOMER' | 'ELECTRONIC_DELIVERY' | 'GROUND' | 'INTERNATIONAL' | 'MILITARY' | 'NEXT_DAY_OVERNIGHT' | 'OTHER' | 'STORE_PICKUP' | 'SAME_DAY_SERVICE' | 'TWO_DAY_SERVICE' | 'THREE_DAY_SERVICE';
  /** 1 to 160 characters */
  readonly 'shipping.comment': string;
  /** a date as yyyy-MM-dd */
  readonly 'shipping.expectedDate': string;
  /** 1 to 255 characters */
  readonly 'shipping.logisticsProvider': string;
  /** 1 to 255 characters */
  readonly 'shipping.trackingNumber': string;
  /** 1 to 255 characters */
  readonly 'shipping.customer.merchantCustomerId': string;
  /** text without control characters; required with any other shipping.customer.* on channels with strictCustomerData; cut after 48 characters */
  readonly 'shipping.customer.givenName': string;
  /** 2 to 50 characters */
  readonly 'shipping.customer.middleName': string;
  /** text without control characters; required with any other shipping.customer.* on channels with strictCustomerData; cut after 48 characters */
  readonly 'shipping.customer.surname': string;
  /** a date as yyyy-MM-dd */
  readonly 'shipping.customer.birthDate': string;
  /** a phone number of 6 to 25 characters: + or a digit, then digits, space and . ( ) / - */
  readonly 'shipping.customer.phone': string;
  /** a phone number of 6 to 25 characters: + or a digit, then digits, space and . ( ) / - */
  readonly 'shipping.customer.mobile': string;
  /** 1 to 25 characters */
  readonly 'shipping.customer.workPhone': string;
  /** 6 to 128 characters */
  readonly 'shipping.customer.email': string;
  /** 1 to 60 characters */
  readonly 'shipping.customer.companyName': string;
  /** one of IDCARD, PASSPORT, TAXSTATEMENT; needs shipping.customer.identificationDocId */
  readonly 'shipping.customer.identificationDocType': 'IDCARD' | 'PASSPORT' | 'TAXSTATEMENT';
  /** 8 to 64 characters; needs shipping.customer.identificationDocType */
  readonly 'shipping.customer.identificationDocId': string;
  /** 1 to 255 characters */
  readonly 'shipping.customer.ip': string;
  /** one of NEW, EXISTING */
  readonly 'shipping.customer.status': 'NEW' | 'EXISTING';
  /** 1 to 100 characters */
  readonly 'merchant.name': string;
  /** 1 to 100 characters */
  readonly 'merchant.city': string;
  /** 1 to 100 characters */
  readonly 'merchant.street': string;
  /** up to 10 letters, digits and hyphens */
  readonly 'merchant.postcode': string;
  /** 1 to 50 characters */
  readonly 'merchant.state': string;
  /** a 2-letter country code in capitals (ISO 3166-1) */
  readonly 'merchant.country': string;
  /** up to 25 letters, digits, + - and . */
  readonly 'merchant.phone': string;
  /** up to 4 letters or digits */
  readonly 'merchant.mcc': string;
  /** 1 to 100 characters */
  readonly 'merchant.submerchantId': string;
  /** one of true, false */
  readonly createRegistration: boolean | 'true' | 'false' | 'true' | 'false' | 'on';
  /** one of INITIAL, REPEATED */
  readonly recurringType: 'INITIAL' | 'REPEATED';
  /** 1 to 3 digits */
  readonly 'recurring.numberOfInstallments': string;
  /** 1 to 255 characters */
  readonly 'risk.channelId': string;
  /** 1 to 255 characters */
  readonly 'risk.serviceId': string;
  /** up to 10 digits, optionally a dot and exactly 2 decimals */
  readonly 'risk.amount': string;
  /** a moment as yyyy-MM-dd hh:mm:ss, 24 hours */
  readonly 'risk.orderTimestamp': string;
  /** 1 to 255 characters */
  readonly 'risk.brand': string;
  /** 1 to 60 characters */
  readonly 'risk.merchantWebsite': string;
  /** 1 to 64 characters */
  readonly 'risk.accountToken': string;
  /** 1 to 9, or 01 to 09 */
  readonly 'threeDSecure.challengeIndicator': string;
  /** 1 to 4, or 01 to 04 */
  readonly 'threeDSecure.exemptionFlag': string;
  /** 00 to 07 */
  readonly 'threeDSecure.eci': string;
  /** 1 to 64 characters */
  readonly 'threeDSecure.verificationId': string;
  /** 1 to 8 characters */
  readonly 'threeDSecure.version': string;
  /** 1 to 64 characters */
  readonly 'threeDSecure.xid': string;
  /** 1 to 64 characters */
  readonly 'threeDSecure.dsTransactionId': string;
  /** 1 to 64 characters */
  readonly 'threeDSecure.acsTransactionId': string;
  /** one of true, false */
  readonly 'customParameters[payment_retrial]': boolean | 'true' | 'false';
  /** a positive whole number */
  readonly 'customParameters[payment_attempt_number]': string;
  /** 8 to 64 characters */
  readonly 'customParameters[payment_reference]': string;
  /** 3 to 128 characters: letters, space and ' ’ - . ,; not blanks alone */
  readonly 'card.holder': string;
  /** 12 to 19 digits; never repeated in an answer */
  readonly 'card.number': string;
  /** 01 to 12 */
  readonly 'card.expiryMonth': string;
  /** 4 digits, starting with 19 or 20 */
  readonly 'card.expiryYear': string;
  /** 3 to 4 digits; never repeated in an answer */
  readonly 'card.cvv': string;
  /** one of true */
  readonly 'card.holderHidden': boolean | 'true' | 'false';
  /** one of true */
  readonly inlineFlow: boolean | 'true' | 'false';
  /** 1 to 100 characters */
  readonly 'virtualAccount.accountId': string;
  /** 1 to 100 characters; never repeated in an answer */
  readonly 'virtualAccount.password': string;
  /** 1 to 16384 characters; never repeated in an answer */
  readonly 'applePay.paymentToken': string;
  /** 1 to 16384 characters; never repeated in an answer */
  readonly 'googlePay.paymentToken': string;
  /** an IBAN, with spaces or without; never repeated in an answer */
  readonly 'bankAccount.iban': string;
  /** 1 to 2048 characters; never repeated in an answer */
  readonly 'sealed[bankAccount.iban]': string;
  /** 32 letters and digits */
  readonly registrationId: string;
  /** one of web, app */
  readonly 'applePay.source': 'web' | 'app';
  /** one of web, app */
  readonly 'googlePay.source': 'web' | 'app';
  /** 32 lowercase hexadecimal characters */
  readonly 'threeDSecure.id': string;
  /** a whole number from 0 to 59: a schedule pays once a day at most */
  readonly 'job.second': string;
  /** a whole number from 0 to 59: a schedule pays once a day at most */
  readonly 'job.minute': string;
  /** a whole number from 0 to 23: a schedule pays once a day at most */
  readonly 'job.hour': string;
  /** days from 1 to 31, L for the last one, or ? for any, with lists (a,b), ranges (a-b), steps (a/n) and * for any */
  readonly 'job.dayOfMonth': string;
  /** months from 1 to 12 or JAN to DEC, with lists (a,b), ranges (a-b), steps (a/n) and * for any */
  readonly 'job.month': string;
  /** days by name, SUN to SAT, or ? for any, with lists (a,b), ranges (a-b), steps (a/n) and * for any */
  readonly 'job.dayOfWeek': string;
  /** years, with lists (a,b), ranges (a-b), steps (a/n) and * for any */
  readonly 'job.year': string;
  /** a moment as yyyy-MM-dd HH:mm:ss, or a day as yyyy-MM-dd, in UTC */
  readonly 'job.startDate': string;
  /** a moment as yyyy-MM-dd HH:mm:ss, or a day as yyyy-MM-dd, in UTC */
  readonly 'job.endDate': string;
  /** one of true, false, 0, 1 */
  readonly includeLinkedTransactions: boolean | 'true' | 'false';
  /** a moment as yyyy-MM-dd hh:mm:ss, 24 hours; needs date.to */
  readonly 'date.from': string;
  /** a moment as yyyy-MM-dd hh:mm:ss, 24 hours; needs date.from */
  readonly 'date.to': string;
  /** payment types with commas between them, of PA, DB, CD, CP, RV, RF, CB, CR, RC, RB, 3D, RG, CF, RR, DR, SD, RS, DS, FI */
  readonly paymentTypes: string;
  /** the number of a page, from 1 on */
  readonly pageNo: string;
  /** a number of records on a page, 1 to 500 */
  readonly limit: string;
  /** one of SettlementTxDate */
  readonly sortValue: 'SettlementTxDate';
  /** one of ASC, DESC */
  readonly sortOrder: 'ASC' | 'DESC';
  /** an absolute http or https address of 6 to 2048 characters */
  readonly url: string;
  /** one of notifications, events */
  readonly kind: 'notifications' | 'events';
  /** names of types, separated by commas */
  readonly types: string;
  /** one of NONE, JSON */
  readonly wrapper: 'NONE' | 'JSON';
  /** one of ALL, NON_CUSTOMER_DATA */
  readonly fields: 'ALL' | 'NON_CUSTOMER_DATA';
  /** 1 to 200 characters; shown once */
  readonly secret: string;
  /** the name of a type of notifications or events */
  readonly type: string;
  /** seconds, 0 to 2592000: for as long the secret before stays valid */
  readonly overlap: string;
  /** one of waiting, delivered, given_up */
  readonly state: 'waiting' | 'delivered' | 'given_up';
  /** 32 lowercase hexadecimal characters */
  readonly payment: string;
  /** a moment as yyyy-MM-dd hh:mm:ss, 24 hours, UTC */
  readonly from: string;
  /** a moment as yyyy-MM-dd hh:mm:ss, 24 hours, UTC */
  readonly to: string;
  /** 32 lowercase hexadecimal characters */
  readonly after: string;
  /** 32 lowercase hexadecimal characters */
  readonly webhook: string;
  /** up to 100 ids of deliveries, with commas */
  readonly deliveries: string;
  /** a moment as yyyy-MM-dd hh:mm:ss, 24 hours, UTC */
  readonly givenUpSince: string;
  /** 1 to 12 digits */
  readonly advance: string;
  /** one of accept, decline */
  readonly result: 'accept' | 'decline';
  /** 1 to 255 characters */
  readonly reference: string;
  /** the result code of a chargeback, 000.100.200 to 000.100.299 */
  readonly code: string;
  /** one of consumer, provider */
  readonly by: 'consumer' | 'provider';
  /** one of normal, slow, hang, fail, lose-answer */
  readonly behaviour: 'normal' | 'slow' | 'hang' | 'fail' | 'lose-answer';
  /** the id of a checkout */
  readonly checkoutId: string;
  /** the id of a release */
  readonly release: string;
}

type Optional<Names extends keyof Parameters> = {
  readonly [Name in Names]?: Parameters[Name] | undefined;
};

type ListedNames1 = `overridePaymentType[${string}]` | `order.industryData[${number}].type` | `order.industryData[${number}].details.pnr` | `order.industryData[${number}].details.numberOfPassengers` | `order.industryData[${number}].details.airlineCode` | `order.industryData[${number}].details.passengerEmail` | `order.industryData[${number}].details.passengerPhone` | `order.industryData[${number}].details.passengerName` | `order.industryData[${number}].details.carrierCode` | `order.industryData[${number}].details.tripSegments[${number}].fareBasisCode` | `order.industryData[${number}].details.tripSegments[${number}].departureAirportCode` | `order.industryData[${number}].details.tripSegments[${number}].destinationAirportCode` | `order.industryData[${number}].details.tripSegments[${number}].flightNumber` | `order.industryData[${number}].details.tripSegments[${number}].departureDate` | `order.industryData[${number}].details.tripSegments[${number}].flightCarrierCode` | `order.industryData[${number}].details.tripSegments[${number}].segmentId` | `order.industryData[${number}].details.admissionNoticeUrl` | `order.industryData[${number}].details.courseStartDate` | `order.industryData[${number}].details.courseEndDate` | `order.industryData[${number}].details.financedCourse` | `order.industryData[${number}].details.diplomaCourse` | `order.industryData[${number}].details.postHighSchoolCourse` | `order.industryData[${number}].details.travelType` | `order.industryData[${number}].details.departureDate` | `order.industryData[${number}].details.returnDate` | `order.industryData[${number}].details.departureLocation` | `order.industryData[${number}].details.arrivalLocation` | `order.industryData[${number}].details.destinationCountry` | `order.industryData[${number}].details.travelCompany` | `order.industryData[${number}].details.travelerCount` | `order.industryData[${number}].details.buyerAmongTravelers` | `order.industryData[${number}].details.travelClass` | `order.industryData[${number}].details.travelInsured` | `order.industryData[${number}].details.travelDiscountVoucher` | `order.industryData[${number}].details.luggageSupplement` | `order.industryData[${number}].details.travelCanBeModifiedOrCanceled` | `order.industryData[${number}].details.stayCompany` | `order.industryData[${number}].details.stayDestination` | `order.industryData[${number}].details.stayNightsCount` | `order.industryData[${number}].details.stayRoomRange` | `cart.items[${number}].name` | `cart.items[${number}].merchantItemId` | `cart.items[${number}].quantity` | `cart.items[${number}].type` | `cart.items[${number}].sku` | `cart.items[${number}].price` | `cart.items[${number}].currency` | `cart.items[${number}].description` | `cart.items[${number}].tax` | `cart.items[${number}].shipping` | `cart.items[${number}].discount` | `cart.items[${number}].giftMessage` | `cart.items[${number}].shippingMethod` | `cart.items[${number}].shippingInstructions` | `cart.items[${number}].shippingTrackingNumber` | `cart.items[${number}].originalPrice` | `cart.items[${number}].totalAmount` | `cart.items[${number}].taxAmount` | `cart.items[${number}].totalTaxAmount` | `cart.items[${number}].taxRate` | `cart.items[${number}].discountAmount` | `cart.items[${number}].totalDiscountAmount` | `cart.items[${number}].shippingAmount` | `cart.items[${number}].unitPrice` | `cart.items[${number}].quantityUnit` | `cart.items[${number}].weight` | `cart.items[${number}].reference` | `cart.items[${number}].category` | `cart.items[${number}].categories` | `cart.items[${number}].brand` | `cart.items[${number}].manufacturer` | `cart.items[${number}].color` | `cart.items[${number}].size` | `cart.items[${number}].ean` | `cart.items[${number}].url` | `cart.items[${number}].itemUrl` | `cart.items[${number}].productUrl` | `cart.items[${number}].imageUrl` | `cart.items[${number}].productId` | `registrations[${number}].id` | `risk.parameters[${string}]` | `customParameters[${string}]`;

type ListedNames2 = `order.industryData[${number}].type` | `order.industryData[${number}].details.pnr` | `order.industryData[${number}].details.numberOfPassengers` | `order.industryData[${number}].details.airlineCode` | `order.industryData[${number}].details.passengerEmail` | `order.industryData[${number}].details.passengerPhone` | `order.industryData[${number}].details.passengerName` | `order.industryData[${number}].details.carrierCode` | `order.industryData[${number}].details.tripSegments[${number}].fareBasisCode` | `order.industryData[${number}].details.tripSegments[${number}].departureAirportCode` | `order.industryData[${number}].details.tripSegments[${number}].destinationAirportCode` | `order.industryData[${number}].details.tripSegments[${number}].flightNumber` | `order.industryData[${number}].details.tripSegments[${number}].departureDate` | `order.industryData[${number}].details.tripSegments[${number}].flightCarrierCode` | `order.industryData[${number}].details.tripSegments[${number}].segmentId` | `order.industryData[${number}].details.admissionNoticeUrl` | `order.industryData[${number}].details.courseStartDate` | `order.industryData[${number}].details.courseEndDate` | `order.industryData[${number}].details.financedCourse` | `order.industryData[${number}].details.diplomaCourse` | `order.industryData[${number}].details.postHighSchoolCourse` | `order.industryData[${number}].details.travelType` | `order.industryData[${number}].details.departureDate` | `order.industryData[${number}].details.returnDate` | `order.industryData[${number}].details.departureLocation` | `order.industryData[${number}].details.arrivalLocation` | `order.industryData[${number}].details.destinationCountry` | `order.industryData[${number}].details.travelCompany` | `order.industryData[${number}].details.travelerCount` | `order.industryData[${number}].details.buyerAmongTravelers` | `order.industryData[${number}].details.travelClass` | `order.industryData[${number}].details.travelInsured` | `order.industryData[${number}].details.travelDiscountVoucher` | `order.industryData[${number}].details.luggageSupplement` | `order.industryData[${number}].details.travelCanBeModifiedOrCanceled` | `order.industryData[${number}].details.stayCompany` | `order.industryData[${number}].details.stayDestination` | `order.industryData[${number}].details.stayNightsCount` | `order.industryData[${number}].details.stayRoomRange` | `cart.items[${number}].name` | `cart.items[${number}].merchantItemId` | `cart.items[${number}].quantity` | `cart.items[${number}].type` | `cart.items[${number}].sku` | `cart.items[${number}].price` | `cart.items[${number}].currency` | `cart.items[${number}].description` | `cart.items[${number}].tax` | `cart.items[${number}].shipping` | `cart.items[${number}].discount` | `cart.items[${number}].giftMessage` | `cart.items[${number}].shippingMethod` | `cart.items[${number}].shippingInstructions` | `cart.items[${number}].shippingTrackingNumber` | `cart.items[${number}].originalPrice` | `cart.items[${number}].totalAmount` | `cart.items[${number}].taxAmount` | `cart.items[${number}].totalTaxAmount` | `cart.items[${number}].taxRate` | `cart.items[${number}].discountAmount` | `cart.items[${number}].totalDiscountAmount` | `cart.items[${number}].shippingAmount` | `cart.items[${number}].unitPrice` | `cart.items[${number}].quantityUnit` | `cart.items[${number}].weight` | `cart.items[${number}].reference` | `cart.items[${number}].category` | `cart.items[${number}].categories` | `cart.items[${number}].brand` | `cart.items[${number}].manufacturer` | `cart.items[${number}].color` | `cart.items[${number}].size` | `cart.items[${number}].ean` | `cart.items[${number}].url` | `cart.items[${number}].itemUrl` | `cart.items[${number}].productUrl` | `cart.items[${number}].imageUrl` | `cart.items[${number}].productId` | `registrations[${number}].id` | `risk.parameters[${string}]` | `customParameters[${string}]`;

type ListedNames3 = `sealed[${string}]` | `customParameters[${string}]`;

type ListedNames4 = `order.industryData[${number}].type` | `order.industryData[${number}].details.pnr` | `order.industryData[${number}].details.numberOfPassengers` | `order.industryData[${number}].details.airlineCode` | `order.industryData[${number}].details.passengerEmail` | `order.industryData[${number}].details.passengerPhone` | `order.industryData[${number}].details.passengerName` | `order.industryData[${number}].details.carrierCode` | `order.industryData[${number}].details.tripSegments[${number}].fareBasisCode` | `order.industryData[${number}].details.tripSegments[${number}].departureAirportCode` | `order.industryData[${number}].details.tripSegments[${number}].destinationAirportCode` | `order.industryData[${number}].details.tripSegments[${number}].flightNumber` | `order.industryData[${number}].details.tripSegments[${number}].departureDate` | `order.industryData[${number}].details.tripSegments[${number}].flightCarrierCode` | `order.industryData[${number}].details.tripSegments[${number}].segmentId` | `order.industryData[${number}].details.admissionNoticeUrl` | `order.industryData[${number}].details.courseStartDate` | `order.industryData[${number}].details.courseEndDate` | `order.industryData[${number}].details.financedCourse` | `order.industryData[${number}].details.diplomaCourse` | `order.industryData[${number}].details.postHighSchoolCourse` | `order.industryData[${number}].details.travelType` | `order.industryData[${number}].details.departureDate` | `order.industryData[${number}].details.returnDate` | `order.industryData[${number}].details.departureLocation` | `order.industryData[${number}].details.arrivalLocation` | `order.industryData[${number}].details.destinationCountry` | `order.industryData[${number}].details.travelCompany` | `order.industryData[${number}].details.travelerCount` | `order.industryData[${number}].details.buyerAmongTravelers` | `order.industryData[${number}].details.travelClass` | `order.industryData[${number}].details.travelInsured` | `order.industryData[${number}].details.travelDiscountVoucher` | `order.industryData[${number}].details.luggageSupplement` | `order.industryData[${number}].details.travelCanBeModifiedOrCanceled` | `order.industryData[${number}].details.stayCompany` | `order.industryData[${number}].details.stayDestination` | `order.industryData[${number}].details.stayNightsCount` | `order.industryData[${number}].details.stayRoomRange` | `cart.items[${number}].name` | `cart.items[${number}].merchantItemId` | `cart.items[${number}].quantity` | `cart.items[${number}].type` | `cart.items[${number}].sku` | `cart.items[${number}].price` | `cart.items[${number}].currency` | `cart.items[${number}].description` | `cart.items[${number}].tax` | `cart.items[${number}].shipping` | `cart.items[${number}].discount` | `cart.items[${number}].giftMessage` | `cart.items[${number}].shippingMethod` | `cart.items[${number}].shippingInstructions` | `cart.items[${number}].shippingTrackingNumber` | `cart.items[${number}].originalPrice` | `cart.items[${number}].totalAmount` | `cart.items[${number}].taxAmount` | `cart.items[${number}].totalTaxAmount` | `cart.items[${number}].taxRate` | `cart.items[${number}].discountAmount` | `cart.items[${number}].totalDiscountAmount` | `cart.items[${number}].shippingAmount` | `cart.items[${number}].unitPrice` | `cart.items[${number}].quantityUnit` | `cart.items[${number}].weight` | `cart.items[${number}].reference` | `cart.items[${number}].category` | `cart.items[${number}].categories` | `cart.items[${number}].brand` | `cart.items[${number}].manufacturer` | `cart.items[${number}].color` | `cart.items[${number}].size` | `cart.items[${number}].ean` | `cart.items[${number}].url` | `cart.items[${number}].itemUrl` | `cart.items[${number}].productUrl` | `cart.items[${number}].imageUrl` | `cart.items[${number}].productId` | `risk.parameters[${string}]` | `customParameters[${string}]`;

type ListedNames5 = `customParameters[${string}]`;

type ListedNames6 = `cart.items[${number}].name` | `cart.items[${number}].merchantItemId` | `cart.items[${number}].quantity` | `cart.items[${number}].type` | `cart.items[${number}].sku` | `cart.items[${number}].price` | `cart.items[${number}].currency` | `cart.items[${number}].description` | `cart.items[${number}].tax` | `cart.items[${number}].shipping` | `cart.items[${number}].discount` | `cart.items[${number}].giftMessage` | `cart.items[${number}].shippingMethod` | `cart.items[${number}].shippingInstructions` | `cart.items[${number}].shippingTrackingNumber` | `cart.items[${number}].originalPrice` | `cart.items[${number}].totalAmount` | `cart.items[${number}].taxAmount` | `cart.items[${number}].totalTaxAmount` | `cart.items[${number}].taxRate` | `cart.items[${number}].discountAmount` | `cart.items[${number}].totalDiscountAmount` | `cart.items[${number}].shippingAmount` | `cart.items[${number}].unitPrice` | `cart.items[${number}].quantityUnit` | `cart.items[${number}].weight` | `cart.items[${number}].reference` | `cart.items[${number}].category` | `cart.items[${number}].categories` | `cart.items[${number}].brand` | `cart.items[${number}].manufacturer` | `cart.items[${number}].color` | `cart.items[${number}].size` | `cart.items[${number}].ean` | `cart.items[${number}].url` | `cart.items[${number}].itemUrl` | `cart.items[${number}].productUrl` | `cart.items[${number}].imageUrl` | `cart.items[${number}].productId` | `risk.parameters[${string}]` | `customParameters[${string}]`;

export type Result = {
/** digits and dots */
readonly code: string;
/** the code in words */
readonly description: string;
/** address verification */
readonly avsResponse?: 'A' | 'Z' | 'N' | 'U' | 'F';
/** CVV check */
readonly cvvResponse?: 'M' | 'N' | 'P' | 'S' | 'U';
readonly parameterErrors?: ReadonlyArray<{
/** the parameter */
readonly name: string;
/** what was sent; null where it was missing or must not be repeated */
readonly value: string | null;
/** the rule that it breaks */
readonly message: string;
}>;
};

export type Envelope = {
readonly result: Result;
/** what is running, for support */
readonly buildNumber: string;
/** yyyy-MM-dd HH:mm:ss+0000 */
readonly timestamp: string;
/** internal id of the request */
readonly ndc: string;
/** on test channels: what the request was read without */
readonly parameterHints?: ReadonlyArray<{
/** as it was sent */
readonly name: string;
/** why it was not read */
readonly message: string;
/** the parameter that was probably meant */
readonly nearest?: string;
}>;
/** of a refusal in the sandbox: its page of the reference */
readonly docs?: string;
};

export type NamedValue = {
/** name */
readonly name: string;
/** value */
readonly value: string;
};

export type Redirect = {
/** where the shopper goes next */
readonly url: string;
/** how */
readonly method?: 'GET' | 'POST';
readonly parameters: ReadonlyArray<NamedValue>;
readonly preconditions?: ReadonlyArray<{
/** where it is met */
readonly origin?: string;
/** when it is met */
readonly waitUntil?: string;
/** what it is */
readonly description?: string;
/** how */
readonly method?: 'GET' | 'POST';
/** where it is posted */
readonly url?: string;
readonly parameters?: ReadonlyArray<NamedValue>;
}>;
};

export type ShownCard = {
/** first six digits */
readonly bin?: string;
/** last four digits */
readonly last4Digits?: string;
/** card holder */
readonly holder?: string;
/** 01 to 12 */
readonly expiryMonth?: string;
/** four digits */
readonly expiryYear?: string;
/** of a card that came out of a wallet: its own brand */
readonly brand?: string;
/** DPAN where the digits are those of a network token */
readonly numberType?: 'DPAN';
};

export type Error = Envelope;

export type PaymentRecord = {
/** of a payment that a schedule has made */
readonly source?: 'SCHEDULER';
/** 32 lowercase hexadecimal characters */
readonly scheduleId?: string;
/** 32 lowercase hexadecimal characters */
readonly id: string;
/** 32 lowercase hexadecimal characters */
readonly referencedId?: string;
/** 32 lowercase hexadecimal characters */
readonly registrationId?: string;
/** PA, DB, CD, 3D, CP, RV, RF, CB or CR */
readonly paymentType: string;
/** brand code */
readonly paymentBrand: string;
/** a decimal number with two decimals */
readonly amount: string;
/** ISO 4217 */
readonly currency: Currency;
/** of a live channel’s connectivity test, whose money is none */
readonly testMode?: 'INTERNAL';
readonly result: Result;
readonly resultDetails?: {
readonly [name: string]: string;
};
readonly card?: ShownCard;
readonly redirect?: Redirect;
/** 1 to 127 characters */
readonly descriptor?: string;
/** 8 to 255 characters */
readonly merchantTransactionId?: string;
/** 8 to 255 characters */
readonly merchantInvoiceId?: string;
/** one of EC, MO, TO, RC, IN, PO, PM */
readonly transactionCategory?: string;
readonly standingInstruction?: {
/** one of RECURRING, INSTALLMENT, UNSCHEDULED */
readonly type?: string;
/** one of INITIAL, REPEATED */
readonly mode?: string;
/** one of CIT, MIT */
readonly source?: string;
/** one of MAX, EXACT, VARIABLE */
readonly amountType?: string;
/** one of DAILY, WEEKLY, MONTHLY, YEARLY */
readonly frequency?: string;
/** a whole number from 1 to 999 */
readonly interval?: string;
/** a date as yyyy-MM-dd */
readonly startDate?: string;
/** a date as yyyy-MM-dd */
readonly endDate?: string;
};
readonly customer?: {
/** a language, or a language and a country, as de-AT */
readonly locale?: string;
/** 1 to 64 characters */
readonly taxIdentification?: string;
/** 1 to 255 characters */
readonly merchantCustomerId?: string;
/** text without control characters */
readonly givenName?: string;
/** 2 to 50 characters */
readonly middleName?: string;
/** text without control characters */
readonly surname?: string;
/** a date as yyyy-MM-dd */
readonly birthDate?: string;
/** a phone number of 6 to 25 characters: + or a digit, then digits, space and . ( ) / - */
readonly phone?: string;
/** a phone number of 6 to 25 characters: + or a digit, then digits, space and . ( ) / - */
readonly mobile?: string;
/** 1 to 25 characters */
readonly workPhone?: string;
/** 6 to 128 characters */
readonly email?: string;
/** 1 to 60 characters */
readonly companyName?: string;
/** one of IDCARD, PASSPORT, TAXSTATEMENT */
readonly identificationDocType?: string;
/** 8 to 64 characters */
readonly identificationDocId?: string;
/** 1 to 255 characters */
readonly ip?: string;
/** one of NEW, EXISTING */
readonly status?: string;
readonly browserFingerprint?: {
/** 1 to 255 characters */
readonly id?: string;
/** 1 to 4096 characters */
readonly value?: string;
};
readonly browser?: {
/** 1 to 2048 characters */
readonly acceptHeader?: string;
/** 1 to 2048 characters */
readonly userAgent?: string;
/** 1 to 35 characters */
readonly language?: string;
/** 1 to 6 digits */
readonly screenHeight?: string;
/** 1 to 6 digits */
readonly screenWidth?: string;
/** 1 to 2 digits */
readonly screenColorDepth?: string;
/** minutes, as -840 to 720 */
readonly timezone?: string;
/** one of true, false, 0, 1 */
readonly javaEnabled?: string;
/** one of true, false, 0, 1 */
readonly javascriptEnabled?: string;
/** one of 1, 2, 3, 4, 5 */
readonly challengeWindow?: string;
};
};
readonly order?: {
readonly industryData?: ReadonlyArray<{
/** one of AIRLINE, EDUCATION, TRAVEL */
readonly type?: string;
readonly details?: {
/** 1 to 255 characters */
readonly pnr?: string;
/** 1 to 9 digits */
readonly numberOfPassengers?: string;
/** 2 or 3 capitals or digits */
readonly airlineCode?: string;
/** an email address of up to 254 characters */
readonly passengerEmail?: string;
/** 1 to 25 characters */
readonly passengerPhone?: string;
/** 1 to 255 characters */
readonly passengerName?: string;
/** 1 to 255 characters */
readonly carrierCode?: string;
readonly tripSegments?: ReadonlyArray<{
/** 1 to 255 characters */
readonly fareBasisCode?: string;
/** a 3-letter airport code in capitals */
readonly departureAirportCode?: string;
/** a 3-letter airport code in capitals */
readonly destinationAirportCode?: string;
/** 1 to 255 characters */
readonly flightNumber?: string;
/** a date as yyyy-MM-dd */
readonly departureDate?: string;
/** 2 capitals or digits */
readonly flightCarrierCode?: string;
/** 1 to 255 characters */
readonly segmentId?: string;
}>;
/** 1 to 2048 characters */
readonly admissionNoticeUrl?: string;
/** a date as yyyy-MM-dd */
readonly courseStartDate?: string;
/** a date as yyyy-MM-dd */
readonly courseEndDate?: string;
/** one of true, false, 0, 1 */
readonly financedCourse?: string;
/** one of true, false, 0, 1 */
readonly diplomaCourse?: string;
/** one of true, false, 0, 1 */
readonly postHighSchoolCourse?: string;
/** one of UNKNOWN, ONE_WAY, TWO_WAY, MULTIPLE */
readonly travelType?: string;
/** a date as yyyy-MM-dd */
readonly departureDate?: string;
/** a date as yyyy-MM-dd */
readonly returnDate?: string;
/** 1 to 255 characters */
readonly departureLocation?: string;
/** 1 to 255 characters */
readonly arrivalLocation?: string;
/** 1 to 255 characters */
readonly destinationCountry?: string;
/** 1 to 255 characters */
readonly travelCompany?: string;
/** 1 to 9 digits */
readonly travelerCount?: string;
/** one of true, false, 0, 1 */
readonly buyerAmongTravelers?: string;
/** 1 to 255 characters */
readonly travelClass?: string;
/** one of true, false, 0, 1 */
readonly travelInsured?: string;
/** 1 to 255 characters */
readonly travelDiscountVoucher?: string;
/** one of true, false, 0, 1 */
readonly luggageSupplement?: string;
/** one of true, false, 0, 1 */
readonly travelCanBeModifiedOrCanceled?: string;
/** 1 to 255 characters */
readonly stayCompany?: string;
/** 1 to 255 characters */
readonly stayDestination?: string;
/** 1 to 9 digits */
readonly stayNightsCount?: string;
/** 1 to 255 characters */
readonly stayRoomRange?: string;
};
}>;
};
readonly virtualAccount?: {
/** 1 to 100 characters */
readonly accountId?: string;
};
readonly applePay?: {
/** one of web, app */
readonly source?: string;
};
readonly googlePay?: {
/** one of web, app */
readonly source?: string;
};
readonly bankAccount?: {
/** 4 to 128 characters, not blanks alone */
readonly holder?: string;
/** a BIC of 8 or 11 characters */
readonly bic?: string;
readonly mandate?: {
/** up to 35 letters, digits and + ? / - : ( ) . , ' */
readonly id?: string;
/** a date as yyyy-MM-dd */
readonly dateOfSignature?: string;
};
/** a 2-letter country code in capitals (ISO 3166-1) */
readonly country?: string;
};
readonly billing?: {
/** 1 to 100 characters */
readonly street1?: string;
/** 1 to 100 characters */
readonly street2?: string;
/** 1 to 100 characters */
readonly houseNumber1?: string;
/** 1 to 100 characters */
readonly houseNumber2?: string;
/** 1 to 80 characters */
readonly city?: string;
/** up to 50 letters, digits, dots and spaces */
readonly state?: string;
/** up to 30 letters, digits, spaces and hyphens */
readonly postcode?: string;
/** a 2-letter country code in capitals (ISO 3166-1) */
readonly country?: string;
};
readonly shipping?: {
/** 1 to 100 characters */
readonly street1?: string;
/** 1 to 100 characters */
readonly street2?: string;
/** 1 to 100 characters */
readonly houseNumber1?: string;
/** 1 to 100 characters */
readonly houseNumber2?: string;
/** 1 to 80 characters: letters, space and ' ’ - . ,; not blanks alone */
readonly city?: string;
/** up to 50 letters, digits, dots and spaces */
readonly state?: string;
/** up to 30 letters, digits, spaces and hyphens */
readonly postcode?: string;
/** a 2-letter country code in capitals (ISO 3166-1) */
readonly country?: string;
/** one of LOWEST_COST, CARRIER_DESIGNATED_BY_CUSTOMER, ELECTRONIC_DELIVERY, GROUND, INTERNATIONAL, MILITARY, NEXT_DAY_OVERNIGHT, OTHER, STORE_PICKUP, SAME_DAY_SERVICE, TWO_DAY_SERVICE, THREE_DAY_SERVICE */
readonly method?: string;
/** 1 to 160 characters */
readonly comment?: string;
/** a date as yyyy-MM-dd */
readonly expectedDate?: string;
/** 1 to 255 characters */
readonly logisticsProvider?: string;
/** 1 to 255 characters */
readonly trackingNumber?: string;
readonly customer?: {
/** 1 to 255 characters */
readonly merchantCustomerId?: string;
/** text without control characters */
readonly givenName?: string;
/** 2 to 50 characters */
readonly middleName?: string;
/** text without control characters */
readonly surname?: string;
/** a date as yyyy-MM-dd */
readonly birthDate?: string;
/** a phone number of 6 to 25 characters: + or a digit, then digits, space and . ( ) / - */
readonly phone?: string;
/** a phone number of 6 to 25 characters: + or a digit, then digits, space and . ( ) / - */
readonly mobile?: string;
/** 1 to 25 characters */
readonly workPhone?: string;
/** 6 to 128 characters */
readonly email?: string;
/** 1 to 60 characters */
readonly companyName?: string;
/** one of IDCARD, PASSPORT, TAXSTATEMENT */
readonly identificationDocType?: string;
/** 8 to 64 characters */
readonly identificationDocId?: string;
/** 1 to 255 characters */
readonly ip?: string;
/** one of NEW, EXISTING */
readonly status?: string;
};
};
readonly cart?: {
readonly items?: ReadonlyArray<{
/** 1 to 255 characters */
readonly name?: string;
/** 1 to 255 characters */
readonly merchantItemId?: string;
/** 1 to 5 digits */
readonly quantity?: string;
/** 1 to 255 characters */
readonly type?: string;
/** 1 to 255 characters */
readonly sku?: string;
/** up to 10 digits, optionally a dot and exactly 2 decimals */
readonly price?: string;
/** a 3-letter currency code in capitals (ISO 4217) */
readonly currency?: string;
/** 1 to 2048 characters */
readonly description?: string;
/** a percentage from 0 to 100 with up to 2 decimals */
readonly tax?: string;
/** up to 10 digits, optionally a dot and exactly 2 decimals */
readonly shipping?: string;
/** up to 10 digits, optionally a dot and exactly 2 decimals */
readonly discount?: string;
/** 1 to 255 characters */
readonly giftMessage?: string;
/** 1 to 255 characters */
readonly shippingMethod?: string;
/** 1 to 255 characters */
readonly shippingInstructions?: string;
/** 1 to 255 characters */
readonly shippingTrackingNumber?: string;
/** 1 to 255 characters */
readonly originalPrice?: string;
/** 1 to 2048 characters */
readonly totalAmount?: string;
/** 1 to 2048 characters */
readonly taxAmount?: string;
/** 1 to 2048 characters */
readonly totalTaxAmount?: string;
/** 1 to 2048 characters */
readonly taxRate?: string;
/** 1 to 2048 characters */
readonly discountAmount?: string;
/** 1 to 2048 characters */
readonly totalDiscountAmount?: string;
/** 1 to 2048 characters */
readonly shippingAmount?: string;
/** 1 to 2048 characters */
readonly unitPrice?: string;
/** 1 to 2048 characters */
readonly quantityUnit?: string;
/** 1 to 2048 characters */
readonly weight?: string;
/** 1 to 2048 characters */
readonly reference?: string;
/** 1 to 2048 characters */
readonly category?: string;
/** 1 to 2048 characters */
readonly categories?: string;
/** 1 to 2048 characters */
readonly brand?: string;
/** 1 to 2048 characters */
readonly manufacturer?: string;
/** 1 to 2048 characters */
readonly color?: string;
/** 1 to 2048 characters */
readonly size?: string;
/** 1 to 2048 characters */
readonly ean?: string;
/** 1 to 2048 characters */
readonly url?: string;
/** 1 to 2048 characters */
readonly itemUrl?: string;
/** 1 to 2048 characters */
readonly productUrl?: string;
/** 1 to 2048 characters */
readonly imageUrl?: string;
/** 1 to 2048 characters */
readonly productId?: string;
}>;
};
/** one of INITIAL, REPEATED */
readonly recurringType?: string;
readonly customParameters?: {
readonly [name: string]: string;
/** one of true, false */
readonly payment_retrial?: string;
/** a positive whole number */
readonly payment_attempt_number?: string;
/** 8 to 64 characters */
readonly payment_reference?: string;
};
readonly recurring?: {
readonly numberOfInstallments?: number;
readonly installments?: ReadonlyArray<{
/** a decimal number with two decimals */
readonly amount: string;
}>;
};
readonly merchant?: {
/** 1 to 100 characters */
readonly name?: string;
/** 1 to 100 characters */
readonly city?: string;
/** 1 to 100 characters */
readonly street?: string;
/** up to 10 letters, digits and hyphens */
readonly postcode?: string;
/** 1 to 50 characters */
readonly state?: string;
/** a 2-letter country code in capitals (ISO 3166-1) */
readonly country?: string;
/** up to 25 letters, digits, + - and . */
readonly phone?: string;
/** up to 4 letters or digits */
readonly mcc?: string;
/** 1 to 100 characters */
readonly submerchantId?: string;
readonly bankAccount?: {
/** who is paid */
readonly holder?: string;
/** IBAN or account number */
readonly number?: string;
/** BIC */
readonly bic?: string;
/** ISO 3166-1 */
readonly country?: string;
};
};
readonly risk?: {
/** 1 to 255 characters */
readonly channelId?: string;
/** 1 to 255 characters */
readonly serviceId?: string;
/** up to 10 digits, optionally a dot and exactly 2 decimals */
readonly amount?: string;
/** a moment as yyyy-MM-dd hh:mm:ss, 24 hours */
readonly orderTimestamp?: string;
/** 1 to 255 characters */
readonly brand?: string;
readonly parameters?: {
readonly [name: string]: string;
};
/** 1 to 60 characters */
readonly merchantWebsite?: string;
/** 1 to 64 characters */
readonly accountToken?: string;
/** -99999 to +99999 */
readonly score?: string;
/** by field, what its frame saw the page do while the card was typed */
readonly fieldEvidence?: {
readonly [name: string]: {
/** times */
readonly focusTaken?: number;
/** seconds */
readonly covered?: number;
};
};
};
readonly threeDSecure?: {
/** 32 lowercase hexadecimal characters */
readonly id?: string;
/** 1 to 9, or 01 to 09 */
readonly challengeIndicator?: string;
/** 1 to 4, or 01 to 04 */
readonly exemptionFlag?: string;
/** 00 to 07 */
readonly eci?: string;
/** 1 to 64 characters */
readonly verificationId?: string;
/** 1 to 8 characters */
readonly version?: string;
/** 1 to 64 characters */
readonly xid?: string;
/** 1 to 64 characters */
readonly dsTransactionId?: string;
/** 1 to 64 characters */
readonly acsTransactionId?: string;
/** frictionless or challenge */
readonly flow?: string;
/** Y, A, C, N, R or U */
readonly transStatus?: string;
/** what the issuer said to the exemption */
readonly exemptionResult?: 'granted' | 'refused';
/** of what succeeded: whether the issuer bears the loss of a fraud */
readonly liabilityShift?: boolean;
/** the issuer wanted the shopper authenticated, who was then asked */
readonly softDeclined?: true;
};
/** yyyy-MM-dd HH:mm:ss+0000 */
readonly timestamp?: string;
/** id of its request */
readonly ndc?: string;
};

export type ReconciliationRecord = {
/** what was booked */
readonly reconciliationType: 'SETTLED' | 'FEE' | 'CHARGEBACK' | 'CHARGEBACK REVERSAL';
/** yyyy-MM-dd HH:mm:ss+0000 */
readonly settlementTxDate: string;
/** every decimal that the currency has, two at least */
readonly amount: string;
/** ISO 4217 */
readonly currency: Currency;
/** PA, DB, CD, 3D, CP, RV, RF, CB or CR */
readonly paymentType: string;
/** brand code */
readonly paymentBrand: string;
/** 32 lowercase hexadecimal characters */
readonly referencedId?: string;
/** as it was sent */
readonly merchantTransactionId?: string;
/** as it was sent */
readonly merchantInvoiceId?: string;
readonly matchedTransactions: {
/** always MATCHED: records are made from payments */
readonly status: 'NOT_MATCHED' | 'MATCHED' | 'MULTIPLE_MATCHES';
readonly ids: ReadonlyArray<string>;
};
};

export type Checkout = Envelope & {
/** checkout id, 32 to 48 characters */
readonly id: string;
/** hash of the script, where it was asked for */
readonly integrity?: string;
};

export type Payment = Envelope & {
/** of a payment that a schedule has made */
readonly source?: 'SCHEDULER';
/** 32 lowercase hexadecimal characters */
readonly scheduleId?: string;
/** 32 lowercase hexadecimal characters */
readonly id: string;
/** 32 lowercase hexadecimal characters */
readonly referencedId?: string;
/** 32 lowercase hexadecimal characters */
readonly registrationId?: string;
/** PA, DB, CD, 3D, CP, RV, RF, CB or CR */
readonly paymentType: string;
/** brand code */
readonly paymentBrand: string;
/** a decimal number with two decimals */
readonly amount: string;
/** ISO 4217 */
readonly currency: Currency;
/** of a live channel’s connectivity test, whose money is none */
readonly testMode?: 'INTERNAL';
readonly result: Result;
readonly resultDetails?: {
readonly [name: string]: string;
};
readonly card?: ShownCard;
readonly redirect?: Redirect;
/** 1 to 127 characters */
readonly descriptor?: string;
/** 8 to 255 characters */
readonly merchantTransactionId?: string;
/** 8 to 255 characters */
readonly merchantInvoiceId?: string;
/** one of EC, MO, TO, RC, IN, PO, PM */
readonly transactionCategory?: string;
readonly standingInstruction?: {
/** one of RECURRING, INSTALLMENT, UNSCHEDULED */
readonly type?: string;
/** one of INITIAL, REPEATED */
readonly mode?: string;
/** one of CIT, MIT */
readonly source?: string;
/** one of MAX, EXACT, VARIABLE */
readonly amountType?: string;
/** one of DAILY, WEEKLY, MONTHLY, YEARLY */
readonly frequency?: string;
/** a whole number from 1 to 999 */
readonly interval?: string;
/** a date as yyyy-MM-dd */
readonly startDate?: string;
/** a date as yyyy-MM-dd */
readonly endDate?: string;
};
readonly customer?: {
/** a language, or a language and a country, as de-AT */
readonly locale?: string;
/** 1 to 64 characters */
readonly taxIdentification?: string;
/** 1 to 255 characters */
readonly merchantCustomerId?: string;
/** text without control characters */
readonly givenName?: string;
/** 2 to 50 characters */
readonly middleName?: string;
/** text without control characters */
readonly surname?: string;
/** a date as yyyy-MM-dd */
readonly birthDate?: string;
/** a phone number of 6 to 25 characters: + or a digit, then digits, space and . ( ) / - */
readonly phone?: string;
/** a phone number of 6 to 25 characters: + or a digit, then digits, space and . ( ) / - */
readonly mobile?: string;
/** 1 to 25 characters */
readonly workPhone?: string;
/** 6 to 128 characters */
readonly email?: string;
/** 1 to 60 characters */
readonly companyName?: string;
/** one of IDCARD, PASSPORT, TAXSTATEMENT */
readonly identificationDocType?: string;
/** 8 to 64 characters */
readonly identificationDocId?: string;
/** 1 to 255 characters */
readonly ip?: string;
/** one of NEW, EXISTING */
readonly status?: string;
readonly browserFingerprint?: {
/** 1 to 255 characters */
readonly id?: string;
/** 1 to 4096 characters */
readonly value?: string;
};
readonly browser?: {
/** 1 to 2048 characters */
readonly acceptHeader?: string;
/** 1 to 2048 characters */
readonly userAgent?: string;
/** 1 to 35 characters */
readonly language?: string;
/** 1 to 6 digits */
readonly screenHeight?: string;
/** 1 to 6 digits */
readonly screenWidth?: string;
/** 1 to 2 digits */
readonly screenColorDepth?: string;
/** minutes, as -840 to 720 */
readonly timezone?: string;
/** one of true, false, 0, 1 */
readonly javaEnabled?: string;
/** one of true, false, 0, 1 */
readonly javascriptEnabled?: string;
/** one of 1, 2, 3, 4, 5 */
readonly challengeWindow?: string;
};
};
readonly order?: {
readonly industryData?: ReadonlyArray<{
/** one of AIRLINE, EDUCATION, TRAVEL */
readonly type?: string;
readonly details?: {
/** 1 to 255 characters */
readonly pnr?: string;
/** 1 to 9 digits */
readonly numberOfPassengers?: string;
/** 2 or 3 capitals or digits */
readonly airlineCode?: string;
/** an email address of up to 254 characters */
readonly passengerEmail?: string;
/** 1 to 25 characters */
readonly passengerPhone?: string;
/** 1 to 255 characters */
readonly passengerName?: string;
/** 1 to 255 characters */
readonly carrierCode?: string;
readonly tripSegments?: ReadonlyArray<{
/** 1 to 255 characters */
readonly fareBasisCode?: string;
/** a 3-letter airport code in capitals */
readonly departureAirportCode?: string;
/** a 3-letter airport code in capitals */
readonly destinationAirportCode?: string;
/** 1 to 255 characters */
readonly flightNumber?: string;
/** a date as yyyy-MM-dd */
readonly departureDate?: string;
/** 2 capitals or digits */
readonly flightCarrierCode?: string;
/** 1 to 255 characters */
readonly segmentId?: string;
}>;
/** 1 to 2048 characters */
readonly admissionNoticeUrl?: string;
/** a date as yyyy-MM-dd */
readonly courseStartDate?: string;
/** a date as yyyy-MM-dd */
readonly courseEndDate?: string;
/** one of true, false, 0, 1 */
readonly financedCourse?: string;
/** one of true, false, 0, 1 */
readonly diplomaCourse?: string;
/** one of true, false, 0, 1 */
readonly postHighSchoolCourse?: string;
/** one of UNKNOWN, ONE_WAY, TWO_WAY, MULTIPLE */
readonly travelType?: string;
/** a date as yyyy-MM-dd */
readonly departureDate?: string;
/** a date as yyyy-MM-dd */
readonly returnDate?: string;
/** 1 to 255 characters */
readonly departureLocation?: string;
/** 1 to 255 characters */
readonly arrivalLocation?: string;
/** 1 to 255 characters */
readonly destinationCountry?: string;
/** 1 to 255 characters */
readonly travelCompany?: string;
/** 1 to 9 digits */
readonly travelerCount?: string;
/** one of true, false, 0, 1 */
readonly buyerAmongTravelers?: string;
/** 1 to 255 characters */
readonly travelClass?: string;
/** one of true, false, 0, 1 */
readonly travelInsured?: string;
/** 1 to 255 characters */
readonly travelDiscountVoucher?: string;
/** one of true, false, 0, 1 */
readonly luggageSupplement?: string;
/** one of true, false, 0, 1 */
readonly travelCanBeModifiedOrCanceled?: string;
/** 1 to 255 characters */
readonly stayCompany?: string;
/** 1 to 255 characters */
readonly stayDestination?: string;
/** 1 to 9 digits */
readonly stayNightsCount?: string;
/** 1 to 255 characters */
readonly stayRoomRange?: string;
};
}>;
};
readonly virtualAccount?: {
/** 1 to 100 characters */
readonly accountId?: string;
};
readonly applePay?: {
/** one of web, app */
readonly source?: string;
};
readonly googlePay?: {
/** one of web, app */
readonly source?: string;
};
readonly bankAccount?: {
/** 4 to 128 characters, not blanks alone */
readonly holder?: string;
/** a BIC of 8 or 11 characters */
readonly bic?: string;
readonly mandate?: {
/** up to 35 letters, digits and + ? / - : ( ) . , ' */
readonly id?: string;
/** a date as yyyy-MM-dd */
readonly dateOfSignature?: string;
};
/** a 2-letter country code in capitals (ISO 3166-1) */
readonly country?: string;
};
readonly billing?: {
/** 1 to 100 characters */
readonly street1?: string;
/** 1 to 100 characters */
readonly street2?: string;
/** 1 to 100 characters */
readonly houseNumber1?: string;
/** 1 to 100 characters */
readonly houseNumber2?: string;
/** 1 to 80 characters */
readonly city?: string;
/** up to 50 letters, digits, dots and spaces */
readonly state?: string;
/** up to 30 letters, digits, spaces and hyphens */
readonly postcode?: string;
/** a 2-letter country code in capitals (ISO 3166-1) */
readonly country?: string;
};
readonly shipping?: {
/** 1 to 100 characters */
readonly street1?: string;
/** 1 to 100 characters */
readonly street2?: string;
/** 1 to 100 characters */
readonly houseNumber1?: string;
/** 1 to 100 characters */
readonly houseNumber2?: string;
/** 1 to 80 characters: letters, space and ' ’ - . ,; not blanks alone */
readonly city?: string;
/** up to 50 letters, digits, dots and spaces */
readonly state?: string;
/** up to 30 letters, digits, spaces and hyphens */
readonly postcode?: string;
/** a 2-letter country code in capitals (ISO 3166-1) */
readonly country?: string;
/** one of LOWEST_COST, CARRIER_DESIGNATED_BY_CUSTOMER, ELECTRONIC_DELIVERY, GROUND, INTERNATIONAL, MILITARY, NEXT_DAY_OVERNIGHT, OTHER, STORE_PICKUP, SAME_DAY_SERVICE, TWO_DAY_SERVICE, THREE_DAY_SERVICE */
readonly method?: string;
/** 1 to 160 characters */
readonly comment?: string;
/** a date as yyyy-MM-dd */
readonly expectedDate?: string;
/** 1 to 255 characters */
readonly logisticsProvider?: string;
/** 1 to 255 characters */
readonly trackingNumber?: string;
readonly customer?: {
/** 1 to 255 characters */
readonly merchantCustomerId?: string;
/** text without control characters */
readonly givenName?: string;
/** 2 to 50 characters */
readonly middleName?: string;
/** text without control characters */
readonly surname?: string;
/** a date as yyyy-MM-dd */
readonly birthDate?: string;
/** a phone number of 6 to 25 characters: + or a digit, then digits, space and . ( ) / - */
readonly phone?: string;
/** a phone number of 6 to 25 characters: + or a digit, then digits, space and . ( ) / - */
readonly mobile?: string;
/** 1 to 25 characters */
readonly workPhone?: string;
/** 6 to 128 characters */
readonly email?: string;
/** 1 to 60 characters */
readonly companyName?: string;
/** one of IDCARD, PASSPORT, TAXSTATEMENT */
readonly identificationDocType?: string;
/** 8 to 64 characters */
readonly identificationDocId?: string;
/** 1 to 255 characters */
readonly ip?: string;
/** one of NEW, EXISTING */
readonly status?: string;
};
};
readonly cart?: {
readonly items?: ReadonlyArray<{
/** 1 to 255 characters */
readonly name?: string;
/** 1 to 255 characters */
readonly merchantItemId?: string;
/** 1 to 5 digits */
readonly quantity?: string;
/** 1 to 255 characters */
readonly type?: string;
/** 1 to 255 characters */
readonly sku?: string;
/** up to 10 digits, optionally a dot and exactly 2 decimals */
readonly price?: string;
/** a 3-letter currency code in capitals (ISO 4217) */
readonly currency?: string;
/** 1 to 2048 characters */
readonly description?: string;
/** a percentage from 0 to 100 with up to 2 decimals */
readonly tax?: string;
/** up to 10 digits, optionally a dot and exactly 2 decimals */
readonly shipping?: string;
/** up to 10 digits, optionally a dot and exactly 2 decimals */
readonly discount?: string;
/** 1 to 255 characters */
readonly giftMessage?: string;
/** 1 to 255 characters */
readonly shippingMethod?: string;
/** 1 to 255 characters */
readonly shippingInstructions?: string;
/** 1 to 255 characters */
readonly shippingTrackingNumber?: string;
/** 1 to 255 characters */
readonly originalPrice?: string;
/** 1 to 2048 characters */
readonly totalAmount?: string;
/** 1 to 2048 characters */
readonly taxAmount?: string;
/** 1 to 2048 characters */
readonly totalTaxAmount?: string;
/** 1 to 2048 characters */
readonly taxRate?: string;
/** 1 to 2048 characters */
readonly discountAmount?: string;
/** 1 to 2048 characters */
readonly totalDiscountAmount?: string;
/** 1 to 2048 characters */
readonly shippingAmount?: string;
/** 1 to 2048 characters */
readonly unitPrice?: string;
/** 1 to 2048 characters */
readonly quantityUnit?: string;
/** 1 to 2048 characters */
readonly weight?: string;
/** 1 to 2048 characters */
readonly reference?: string;
/** 1 to 2048 characters */
readonly category?: string;
/** 1 to 2048 characters */
readonly categories?: string;
/** 1 to 2048 characters */
readonly brand?: string;
/** 1 to 2048 characters */
readonly manufacturer?: string;
/** 1 to 2048 characters */
readonly color?: string;
/** 1 to 2048 characters */
readonly size?: string;
/** 1 to 2048 characters */
readonly ean?: string;
/** 1 to 2048 characters */
readonly url?: string;
/** 1 to 2048 characters */
readonly itemUrl?: string;
/** 1 to 2048 characters */
readonly productUrl?: string;
/** 1 to 2048 characters */
readonly imageUrl?: string;
/** 1 to 2048 characters */
readonly productId?: string;
}>;
};
/** one of INITIAL, REPEATED */
readonly recurringType?: string;
readonly customParameters?: {
readonly [name: string]: string;
/** one of true, false */
readonly payment_retrial?: string;
/** a positive whole number */
readonly payment_attempt_number?: string;
/** 8 to 64 characters */
readonly payment_reference?: string;
};
readonly recurring?: {
readonly numberOfInstallments?: number;
readonly installments?: ReadonlyArray<{
/** a decimal number with two decimals */
readonly amount: string;
}>;
};
readonly merchant?: {
/** 1 to 100 characters */
readonly name?: string;
/** 1 to 100 characters */
readonly city?: string;
/** 1 to 100 characters */
readonly street?: string;
/** up to 10 letters, digits and hyphens */
readonly postcode?: string;
/** 1 to 50 characters */
readonly state?: string;
/** a 2-letter country code in capitals (ISO 3166-1) */
readonly country?: string;
/** up to 25 letters, digits, + - and . */
readonly phone?: string;
/** up to 4 letters or digits */
readonly mcc?: string;
/** 1 to 100 characters */
readonly submerchantId?: string;
readonly bankAccount?: {
/** who is paid */
readonly holder?: string;
/** IBAN or account number */
readonly number?: string;
/** BIC */
readonly bic?: string;
/** ISO 3166-1 */
readonly country?: string;
};
};
readonly risk?: {
/** 1 to 255 characters */
readonly channelId?: string;
/** 1 to 255 characters */
readonly serviceId?: string;
/** up to 10 digits, optionally a dot and exactly 2 decimals */
readonly amount?: string;
/** a moment as yyyy-MM-dd hh:mm:ss, 24 hours */
readonly orderTimestamp?: string;
/** 1 to 255 characters */
readonly brand?: string;
readonly parameters?: {
readonly [name: string]: string;
};
/** 1 to 60 characters */
readonly merchantWebsite?: string;
/** 1 to 64 characters */
readonly accountToken?: string;
/** -99999 to +99999 */
readonly score?: string;
/** by field, what its frame saw the page do while the card was typed */
readonly fieldEvidence?: {
readonly [name: string]: {
/** times */
readonly focusTaken?: number;
/** seconds */
readonly covered?: number;
};
};
};
readonly threeDSecure?: {
/** 32 lowercase hexadecimal characters */
readonly id?: string;
/** 1 to 9, or 01 to 09 */
readonly challengeIndicator?: string;
/** 1 to 4, or 01 to 04 */
readonly exemptionFlag?: string;
/** 00 to 07 */
readonly eci?: string;
/** 1 to 64 characters */
readonly verificationId?: string;
/** 1 to 8 characters */
readonly version?: string;
/** 1 to 64 characters */
readonly xid?: string;
/** 1 to 64 characters */
readonly dsTransactionId?: string;
/** 1 to 64 characters */
readonly acsTransactionId?: string;
/** frictionless or challenge */
readonly flow?: string;
/** Y, A, C, N, R or U */
readonly transStatus?: string;
/** what the issuer said to the exemption */
readonly exemptionResult?: 'granted' | 'refused';
/** of what succeeded: whether the issuer bears the loss of a fraud */
readonly liabilityShift?: boolean;
/** the issuer wanted the shopper authenticated, who was then asked */
readonly softDeclined?: true;
};
};

export type CheckoutPayment = Envelope & {
/** of a payment that a schedule has made */
readonly source?: 'SCHEDULER';
/** 32 lowercase hexadecimal characters */
readonly scheduleId?: string;
/** 32 lowercase hexadecimal characters */
readonly id?: string;
/** 32 lowercase hexadecimal characters */
readonly referencedId?: string;
/** 32 lowercase hexadecimal characters */
readonly registrationId?: string;
/** PA, DB, CD, 3D, CP, RV, RF, CB or CR */
readonly paymentType?: string;
/** brand code */
readonly paymentBrand?: string;
/** a decimal number with two decimals */
readonly amount?: string;
/** ISO 4217 */
readonly currency?: Currency;
/** of a live channel’s connectivity test, whose money is none */
readonly testMode?: 'INTERNAL';
readonly result?: Result;
readonly resultDetails?: {
readonly [name: string]: string;
};
readonly card?: ShownCard;
readonly redirect?: Redirect;
/** 1 to 127 characters */
readonly descriptor?: string;
/** 8 to 255 characters */
readonly merchantTransactionId?: string;
/** 8 to 255 characters */
readonly merchantInvoiceId?: string;
/** one of EC, MO, TO, RC, IN, PO, PM */
readonly transactionCategory?: string;
readonly standingInstruction?: {
/** one of RECURRING, INSTALLMENT, UNSCHEDULED */
readonly type?: string;
/** one of INITIAL, REPEATED */
readonly mode?: string;
/** one of CIT, MIT */
readonly source?: string;
/** one of MAX, EXACT, VARIABLE */
readonly amountType?: string;
/** one of DAILY, WEEKLY, MONTHLY, YEARLY */
readonly frequency?: string;
/** a whole number from 1 to 999 */
readonly interval?: string;
/** a date as yyyy-MM-dd */
readonly startDate?: string;
/** a date as yyyy-MM-dd */
readonly endDate?: string;
};
readonly customer?: {
/** a language, or a language and a country, as de-AT */
readonly locale?: string;
/** 1 to 64 characters */
readonly taxIdentification?: string;
/** 1 to 255 characters */
readonly merchantCustomerId?: string;
/** text without control characters */
readonly givenName?: string;
/** 2 to 50 characters */
readonly middleName?: string;
/** text without control characters */
readonly surname?: string;
/** a date as yyyy-MM-dd */
readonly birthDate?: string;
/** a phone number of 6 to 25 characters: + or a digit, then digits, space and . ( ) / - */
readonly phone?: string;
/** a phone number of 6 to 25 characters: + or a digit, then digits, space and . ( ) / - */
readonly mobile?: string;
/** 1 to 25 characters */
readonly workPhone?: string;
/** 6 to 128 characters */
readonly email?: string;
/** 1 to 60 characters */
readonly companyName?: string;
/** one of IDCARD, PASSPORT, TAXSTATEMENT */
readonly identificationDocType?: string;
/** 8 to 64 characters */
readonly identificationDocId?: string;
/** 1 to 255 characters */
readonly ip?: string;
/** one of NEW, EXISTING */
readonly status?: string;
readonly browserFingerprint?: {
/** 1 to 255 characters */
readonly id?: string;
/** 1 to 4096 characters */
readonly value?: string;
};
readonly browser?: {
/** 1 to 2048 characters */
readonly acceptHeader?: string;
/** 1 to 2048 characters */
readonly userAgent?: string;
/** 1 to 35 characters */
readonly language?: string;
/** 1 to 6 digits */
readonly screenHeight?: string;
/** 1 to 6 digits */
readonly screenWidth?: string;
/** 1 to 2 digits */
readonly screenColorDepth?: string;
/** minutes, as -840 to 720 */
readonly timezone?: string;
/** one of true, false, 0, 1 */
readonly javaEnabled?: string;
/** one of true, false, 0, 1 */
readonly javascriptEnabled?: string;
/** one of 1, 2, 3, 4, 5 */
readonly challengeWindow?: string;
};
};
readonly order?: {
readonly industryData?: ReadonlyArray<{
/** one of AIRLINE, EDUCATION, TRAVEL */
readonly type?: string;
readonly details?: {
/** 1 to 255 characters */
readonly pnr?: string;
/** 1 to 9 digits */
readonly numberOfPassengers?: string;
/** 2 or 3 capitals or digits */
readonly airlineCode?: string;
/** an email address of up to 254 characters */
readonly passengerEmail?: string;
/** 1 to 25 characters */
readonly passengerPhone?: string;
/** 1 to 255 characters */
readonly passengerName?: string;
/** 1 to 255 characters */
readonly carrierCode?: string;
readonly tripSegments?: ReadonlyArray<{
/** 1 to 255 characters */
readonly fareBasisCode?: string;
/** a 3-letter airport code in capitals */
readonly departureAirportCode?: string;
/** a 3-letter airport code in capitals */
readonly destinationAirportCode?: string;
/** 1 to 255 characters */
readonly flightNumber?: string;
/** a date as yyyy-MM-dd */
readonly departureDate?: string;
/** 2 capitals or digits */
readonly flightCarrierCode?: string;
/** 1 to 255 characters */
readonly segmentId?: string;
}>;
/** 1 to 2048 characters */
readonly admissionNoticeUrl?: string;
/** a date as yyyy-MM-dd */
readonly courseStartDate?: string;
/** a date as yyyy-MM-dd */
readonly courseEndDate?: string;
/** one of true, false, 0, 1 */
readonly financedCourse?: string;
/** one of true, false, 0, 1 */
readonly diplomaCourse?: string;
/** one of true, false, 0, 1 */
readonly postHighSchoolCourse?: string;
/** one of UNKNOWN, ONE_WAY, TWO_WAY, MULTIPLE */
readonly travelType?: string;
/** a date as yyyy-MM-dd */
readonly departureDate?: string;
/** a date as yyyy-MM-dd */
readonly returnDate?: string;
/** 1 to 255 characters */
readonly departureLocation?: string;
/** 1 to 255 characters */
readonly arrivalLocation?: string;
/** 1 to 255 characters */
readonly destinationCountry?: string;
/** 1 to 255 characters */
readonly travelCompany?: string;
/** 1 to 9 digits */
readonly travelerCount?: string;
/** one of true, false, 0, 1 */
readonly buyerAmongTravelers?: string;
/** 1 to 255 characters */
readonly travelClass?: string;
/** one of true, false, 0, 1 */
readonly travelInsured?: string;
/** 1 to 255 characters */
readonly travelDiscountVoucher?: string;
/** one of true, false, 0, 1 */
readonly luggageSupplement?: string;
/** one of true, false, 0, 1 */
readonly travelCanBeModifiedOrCanceled?: string;
/** 1 to 255 characters */
readonly stayCompany?: string;
/** 1 to 255 characters */
readonly stayDestination?: string;
/** 1 to 9 digits */
readonly stayNightsCount?: string;
/** 1 to 255 characters */
readonly stayRoomRange?: string;
};
}>;
};
readonly virtualAccount?: {
/** 1 to 100 characters */
readonly accountId?: string;
};
readonly applePay?: {
/** one of web, app */
readonly source?: string;
};
readonly googlePay?: {
/** one of web, app */
readonly source?: string;
};
readonly bankAccount?: {
/** 4 to 128 characters, not blanks alone */
readonly holder?: string;
/** a BIC of 8 or 11 characters */
readonly bic?: string;
readonly mandate?: {
/** up to 35 letters, digits and + ? / - : ( ) . , ' */
readonly id?: string;
/** a date as yyyy-MM-dd */
readonly dateOfSignature?: string;
};
/** a 2-letter country code in capitals (ISO 3166-1) */
readonly country?: string;
};
readonly billing?: {
/** 1 to 100 characters */
readonly street1?: string;
/** 1 to 100 characters */
readonly street2?: string;
/** 1 to 100 characters */
readonly houseNumber1?: string;
/** 1 to 100 characters */
readonly houseNumber2?: string;
/** 1 to 80 characters */
readonly city?: string;
/** up to 50 letters, digits, dots and spaces */
readonly state?: string;
/** up to 30 letters, digits, spaces and hyphens */
readonly postcode?: string;
/** a 2-letter country code in capitals (ISO 3166-1) */
readonly country?: string;
};
readonly shipping?: {
/** 1 to 100 characters */
readonly street1?: string;
/** 1 to 100 characters */
readonly street2?: string;
/** 1 to 100 characters */
readonly houseNumber1?: string;
/** 1 to 100 characters */
readonly houseNumber2?: string;
/** 1 to 80 characters: letters, space and ' ’ - . ,; not blanks alone */
readonly city?: string;
/** up to 50 letters, digits, dots and spaces */
readonly state?: string;
/** up to 30 letters, digits, spaces and hyphens */
readonly postcode?: string;
/** a 2-letter country code in capitals (ISO 3166-1) */
readonly country?: string;
/** one of LOWEST_COST, CARRIER_DESIGNATED_BY_CUSTOMER, ELECTRONIC_DELIVERY, GROUND, INTERNATIONAL, MILITARY, NEXT_DAY_OVERNIGHT, OTHER, STORE_PICKUP, SAME_DAY_SERVICE, TWO_DAY_SERVICE, THREE_DAY_SERVICE */
readonly method?: string;
/** 1 to 160 characters */
readonly comment?: string;
/** a date as yyyy-MM-dd */
readonly expectedDate?: string;
/** 1 to 255 characters */
readonly logisticsProvider?: string;
/** 1 to 255 characters */
readonly trackingNumber?: string;
readonly customer?: {
/** 1 to 255 characters */
readonly merchantCustomerId?: string;
/** text without control characters */
readonly givenName?: string;
/** 2 to 50 characters */
readonly middleName?: string;
/** text without control characters */
readonly surname?: string;
/** a date as yyyy-MM-dd */
readonly birthDate?: string;
/** a phone number of 6 to 25 characters: + or a digit, then digits, space and . ( ) / - */
readonly phone?: string;
/** a phone number of 6 to 25 characters: + or a digit, then digits, space and . ( ) / - */
readonly mobile?: string;
/** 1 to 25 characters */
readonly workPhone?: string;
/** 6 to 128 characters */
readonly email?: string;
/** 1 to 60 characters */
readonly companyName?: string;
/** one of IDCARD, PASSPORT, TAXSTATEMENT */
readonly identificationDocType?: string;
/** 8 to 64 characters */
readonly identificationDocId?: string;
/** 1 to 255 characters */
readonly ip?: string;
/** one of NEW, EXISTING */
readonly status?: string;
};
};
readonly cart?: {
readonly items?: ReadonlyArray<{
/** 1 to 255 characters */
readonly name?: string;
/** 1 to 255 characters */
readonly merchantItemId?: string;
/** 1 to 5 digits */
readonly quantity?: string;
/** 1 to 255 characters */
readonly type?: string;
/** 1 to 255 characters */
readonly sku?: string;
/** up to 10 digits, optionally a dot and exactly 2 decimals */
readonly price?: string;
/** a 3-letter currency code in capitals (ISO 4217) */
readonly currency?: string;
/** 1 to 2048 characters */
readonly description?: string;
/** a percentage from 0 to 100 with up to 2 decimals */
readonly tax?: string;
/** up to 10 digits, optionally a dot and exactly 2 decimals */
readonly shipping?: string;
/** up to 10 digits, optionally a dot and exactly 2 decimals */
readonly discount?: string;
/** 1 to 255 characters */
readonly giftMessage?: string;
/** 1 to 255 characters */
readonly shippingMethod?: string;
/** 1 to 255 characters */
readonly shippingInstructions?: string;
/** 1 to 255 characters */
readonly shippingTrackingNumber?: string;
/** 1 to 255 characters */
readonly originalPrice?: string;
/** 1 to 2048 characters */
readonly totalAmount?: string;
/** 1 to 2048 characters */
readonly taxAmount?: string;
/** 1 to 2048 characters */
readonly totalTaxAmount?: string;
/** 1 to 2048 characters */
readonly taxRate?: string;
/** 1 to 2048 characters */
readonly discountAmount?: string;
/** 1 to 2048 characters */
readonly totalDiscountAmount?: string;
/** 1 to 2048 characters */
readonly shippingAmount?: string;
/** 1 to 2048 characters */
readonly unitPrice?: string;
/** 1 to 2048 characters */
readonly quantityUnit?: string;
/** 1 to 2048 characters */
readonly weight?: string;
/** 1 to 2048 characters */
readonly reference?: string;
/** 1 to 2048 characters */
readonly category?: string;
/** 1 to 2048 characters */
readonly categories?: string;
/** 1 to 2048 characters */
readonly brand?: string;
/** 1 to 2048 characters */
readonly manufacturer?: string;
/** 1 to 2048 characters */
readonly color?: string;
/** 1 to 2048 characters */
readonly size?: string;
/** 1 to 2048 characters */
readonly ean?: string;
/** 1 to 2048 characters */
readonly url?: string;
/** 1 to 2048 characters */
readonly itemUrl?: string;
/** 1 to 2048 characters */
readonly productUrl?: string;
/** 1 to 2048 characters */
readonly imageUrl?: string;
/** 1 to 2048 characters */
readonly productId?: string;
}>;
};
/** one of INITIAL, REPEATED */
readonly recurringType?: string;
readonly customParameters?: {
readonly [name: string]: string;
/** one of true, false */
readonly payment_retrial?: string;
/** a positive whole number */
readonly payment_attempt_number?: string;
/** 8 to 64 characters */
readonly payment_reference?: string;
};
readonly recurring?: {
readonly numberOfInstallments?: number;
readonly installments?: ReadonlyArray<{
/** a decimal number with two decimals */
readonly amount: string;
}>;
};
readonly merchant?: {
/** 1 to 100 characters */
readonly name?: string;
/** 1 to 100 characters */
readonly city?: string;
/** 1 to 100 characters */
readonly street?: string;
/** up to 10 letters, digits and hyphens */
readonly postcode?: string;
/** 1 to 50 characters */
readonly state?: string;
/** a 2-letter country code in capitals (ISO 3166-1) */
readonly country?: string;
/** up to 25 letters, digits, + - and . */
readonly phone?: string;
/** up to 4 letters or digits */
readonly mcc?: string;
/** 1 to 100 characters */
readonly submerchantId?: string;
readonly bankAccount?: {
/** who is paid */
readonly holder?: string;
/** IBAN or account number */
readonly number?: string;
/** BIC */
readonly bic?: string;
/** ISO 3166-1 */
readonly country?: string;
};
};
readonly risk?: {
/** 1 to 255 characters */
readonly channelId?: string;
/** 1 to 255 characters */
readonly serviceId?: string;
/** up to 10 digits, optionally a dot and exactly 2 decimals */
readonly amount?: string;
/** a moment as yyyy-MM-dd hh:mm:ss, 24 hours */
readonly orderTimestamp?: string;
/** 1 to 255 characters */
readonly brand?: string;
readonly parameters?: {
readonly [name: string]: string;
};
/** 1 to 60 characters */
readonly merchantWebsite?: string;
/** 1 to 64 characters */
readonly accountToken?: string;
/** -99999 to +99999 */
readonly score?: string;
/** by field, what its frame saw the page do while the card was typed */
readonly fieldEvidence?: {
readonly [name: string]: {
/** times */
readonly focusTaken?: number;
/** seconds */
readonly covered?: number;
};
};
};
readonly threeDSecure?: {
/** 32 lowercase hexadecimal characters */
readonly id?: string;
/** 1 to 9, or 01 to 09 */
readonly challengeIndicator?: string;
/** 1 to 4, or 01 to 04 */
readonly exemptionFlag?: string;
/** 00 to 07 */
readonly eci?: string;
/** 1 to 64 characters */
readonly verificationId?: string;
/** 1 to 8 characters */
readonly version?: string;
/** 1 to 64 characters */
readonly xid?: string;
/** 1 to 64 characters */
readonly dsTransactionId?: string;
/** 1 to 64 characters */
readonly acsTransactionId?: string;
/** frictionless or challenge */
readonly flow?: string;
/** Y, A, C, N, R or U */
readonly transStatus?: string;
/** what the issuer said to the exemption */
readonly exemptionResult?: 'granted' | 'refused';
/** of what succeeded: whether the issuer bears the loss of a fraud */
readonly liabilityShift?: boolean;
/** the issuer wanted the shopper authenticated, who was then asked */
readonly softDeclined?: true;
};
};

export type Registration = Envelope & {
/** 32 lowercase hexadecimal characters */
readonly id: string;
/** brand code */
readonly paymentBrand: string;
/** as it was sent */
readonly merchantTransactionId?: string;
readonly card: ShownCard;
readonly customer?: Readonly<Record<string, unknown>>;
readonly customParameters?: {
readonly [name: string]: string;
};
readonly risk?: Readonly<Record<string, unknown>>;
readonly redirect?: Redirect;
};

export type ExtendedRegistration = Envelope & {
/** 32 lowercase hexadecimal characters */
readonly id: string;
/** brand code */
readonly paymentBrand: string;
/** as it was sent */
readonly merchantTransactionId?: string;
readonly card: ShownCard;
readonly customer?: Readonly<Record<string, unknown>>;
readonly customParameters?: {
readonly [name: string]: string;
};
readonly risk?: Readonly<Record<string, unknown>>;
readonly redirect?: Redirect;
/** when the card is forgotten */
readonly storedUntil: string;
};

export type AnyRegistration = Envelope & {
/** 32 lowercase hexadecimal characters */
readonly id: string;
/** brand code */
readonly paymentBrand: string;
/** as it was sent */
readonly merchantTransactionId?: string;
readonly card?: ShownCard;
readonly customer?: Readonly<Record<string, unknown>>;
readonly customParameters?: {
readonly [name: string]: string;
};
readonly risk?: Readonly<Record<string, unknown>>;
readonly redirect?: Redirect;
};

export type CheckoutRegistration = Envelope & {
/** 32 lowercase hexadecimal characters */
readonly id?: string;
/** brand code */
readonly paymentBrand?: string;
/** as it was sent */
readonly merchantTransactionId?: string;
readonly card?: ShownCard;
readonly customer?: Readonly<Record<string, unknown>>;
readonly customParameters?: {
readonly [name: string]: string;
};
readonly risk?: Readonly<Record<string, unknown>>;
readonly redirect?: Redirect;
};

export type RegistrationDeletion = Envelope & {
/** 32 lowercase hexadecimal characters */
readonly id: string;
/** 32 lowercase hexadecimal characters */
readonly referencedId: string;
/** as it was sent */
readonly merchantTransactionId?: string;
readonly customer?: Readonly<Record<string, unknown>>;
};

export type Schedule = Envelope & {
/** 1 to 127 characters */
readonly descriptor?: string;
/** 8 to 255 characters */
readonly merchantTransactionId?: string;
/** 8 to 255 characters */
readonly merchantInvoiceId?: string;
/** one of EC, MO, TO, RC, IN, PO, PM */
readonly transactionCategory?: string;
readonly standingInstruction?: {
/** one of RECURRING, INSTALLMENT, UNSCHEDULED */
readonly type?: string;
/** one of INITIAL, REPEATED */
readonly mode?: string;
/** one of CIT, MIT */
readonly source?: string;
/** one of MAX, EXACT, VARIABLE */
readonly amountType?: string;
/** one of DAILY, WEEKLY, MONTHLY, YEARLY */
readonly frequency?: string;
/** a whole number from 1 to 999 */
readonly interval?: string;
/** a date as yyyy-MM-dd */
readonly startDate?: string;
/** a date as yyyy-MM-dd */
readonly endDate?: string;
};
readonly customer?: {
/** a language, or a language and a country, as de-AT */
readonly locale?: string;
/** 1 to 64 characters */
readonly taxIdentification?: string;
/** 1 to 255 characters */
readonly merchantCustomerId?: string;
/** text without control characters */
readonly givenName?: string;
/** 2 to 50 characters */
readonly middleName?: string;
/** text without control characters */
readonly surname?: string;
/** a date as yyyy-MM-dd */
readonly birthDate?: string;
/** a phone number of 6 to 25 characters: + or a digit, then digits, space and . ( ) / - */
readonly phone?: string;
/** a phone number of 6 to 25 characters: + or a digit, then digits, space and . ( ) / - */
readonly mobile?: string;
/** 1 to 25 characters */
readonly workPhone?: string;
/** 6 to 128 characters */
readonly email?: string;
/** 1 to 60 characters */
readonly companyName?: string;
/** one of IDCARD, PASSPORT, TAXSTATEMENT */
readonly identificationDocType?: string;
/** 8 to 64 characters */
readonly identificationDocId?: string;
/** 1 to 255 characters */
readonly ip?: string;
/** one of NEW, EXISTING */
readonly status?: string;
readonly browserFingerprint?: {
/** 1 to 255 characters */
readonly id?: string;
/** 1 to 4096 characters */
readonly value?: string;
};
readonly browser?: {
/** 1 to 2048 characters */
readonly acceptHeader?: string;
/** 1 to 2048 characters */
readonly userAgent?: string;
/** 1 to 35 characters */
readonly language?: string;
/** 1 to 6 digits */
readonly screenHeight?: string;
/** 1 to 6 digits */
readonly screenWidth?: string;
/** 1 to 2 digits */
readonly screenColorDepth?: string;
/** minutes, as -840 to 720 */
readonly timezone?: string;
/** one of true, false, 0, 1 */
readonly javaEnabled?: string;
/** one of true, false, 0, 1 */
readonly javascriptEnabled?: string;
/** one of 1, 2, 3, 4, 5 */
readonly challengeWindow?: string;
};
};
readonly order?: {
readonly industryData?: ReadonlyArray<{
/** one of AIRLINE, EDUCATION, TRAVEL */
readonly type?: string;
readonly details?: {
/** 1 to 255 characters */
readonly pnr?: string;
/** 1 to 9 digits */
readonly numberOfPassengers?: string;
/** 2 or 3 capitals or digits */
readonly airlineCode?: string;
/** an email address of up to 254 characters */
readonly passengerEmail?: string;
/** 1 to 25 characters */
readonly passengerPhone?: string;
/** 1 to 255 characters */
readonly passengerName?: string;
/** 1 to 255 characters */
readonly carrierCode?: string;
readonly tripSegments?: ReadonlyArray<{
/** 1 to 255 characters */
readonly fareBasisCode?: string;
/** a 3-letter airport code in capitals */
readonly departureAirportCode?: string;
/** a 3-letter airport code in capitals */
readonly destinationAirportCode?: string;
/** 1 to 255 characters */
readonly flightNumber?: string;
/** a date as yyyy-MM-dd */
readonly departureDate?: string;
/** 2 capitals or digits */
readonly flightCarrierCode?: string;
/** 1 to 255 characters */
readonly segmentId?: string;
}>;
/** 1 to 2048 characters */
readonly admissionNoticeUrl?: string;
/** a date as yyyy-MM-dd */
readonly courseStartDate?: string;
/** a date as yyyy-MM-dd */
readonly courseEndDate?: string;
/** one of true, false, 0, 1 */
readonly financedCourse?: string;
/** one of true, false, 0, 1 */
readonly diplomaCourse?: string;
/** one of true, false, 0, 1 */
readonly postHighSchoolCourse?: string;
/** one of UNKNOWN, ONE_WAY, TWO_WAY, MULTIPLE */
readonly travelType?: string;
/** a date as yyyy-MM-dd */
readonly departureDate?: string;
/** a date as yyyy-MM-dd */
readonly returnDate?: string;
/** 1 to 255 characters */
readonly departureLocation?: string;
/** 1 to 255 characters */
readonly arrivalLocation?: string;
/** 1 to 255 characters */
readonly destinationCountry?: string;
/** 1 to 255 characters */
readonly travelCompany?: string;
/** 1 to 9 digits */
readonly travelerCount?: string;
/** one of true, false, 0, 1 */
readonly buyerAmongTravelers?: string;
/** 1 to 255 characters */
readonly travelClass?: string;
/** one of true, false, 0, 1 */
readonly travelInsured?: string;
/** 1 to 255 characters */
readonly travelDiscountVoucher?: string;
/** one of true, false, 0, 1 */
readonly luggageSupplement?: string;
/** one of true, false, 0, 1 */
readonly travelCanBeModifiedOrCanceled?: string;
/** 1 to 255 characters */
readonly stayCompany?: string;
/** 1 to 255 characters */
readonly stayDestination?: string;
/** 1 to 9 digits */
readonly stayNightsCount?: string;
/** 1 to 255 characters */
readonly stayRoomRange?: string;
};
}>;
};
readonly virtualAccount?: {
/** 1 to 100 characters */
readonly accountId?: string;
};
readonly applePay?: {
/** one of web, app */
readonly source?: string;
};
readonly googlePay?: {
/** one of web, app */
readonly source?: string;
};
readonly bankAccount?: {
/** 4 to 128 characters, not blanks alone */
readonly holder?: string;
/** a BIC of 8 or 11 characters */
readonly bic?: string;
readonly mandate?: {
/** up to 35 letters, digits and + ? / - : ( ) . , ' */
readonly id?: string;
/** a date as yyyy-MM-dd */
readonly dateOfSignature?: string;
};
/** a 2-letter country code in capitals (ISO 3166-1) */
readonly country?: string;
};
readonly billing?: {
/** 1 to 100 characters */
readonly street1?: string;
/** 1 to 100 characters */
readonly street2?: string;
/** 1 to 100 characters */
readonly houseNumber1?: string;
/** 1 to 100 characters */
readonly houseNumber2?: string;
/** 1 to 80 characters */
readonly city?: string;
/** up to 50 letters, digits, dots and spaces */
readonly state?: string;
/** up to 30 letters, digits, spaces and hyphens */
readonly postcode?: string;
/** a 2-letter country code in capitals (ISO 3166-1) */
readonly country?: string;
};
readonly shipping?: {
/** 1 to 100 characters */
readonly street1?: string;
/** 1 to 100 characters */
readonly street2?: string;
/** 1 to 100 characters */
readonly houseNumber1?: string;
/** 1 to 100 characters */
readonly houseNumber2?: string;
/** 1 to 80 characters: letters, space and ' ’ - . ,; not blanks alone */
readonly city?: string;
/** up to 50 letters, digits, dots and spaces */
readonly state?: string;
/** up to 30 letters, digits, spaces and hyphens */
readonly postcode?: string;
/** a 2-letter country code in capitals (ISO 3166-1) */
readonly country?: string;
/** one of LOWEST_COST, CARRIER_DESIGNATED_BY_CUSTOMER, ELECTRONIC_DELIVERY, GROUND, INTERNATIONAL, MILITARY, NEXT_DAY_OVERNIGHT, OTHER, STORE_PICKUP, SAME_DAY_SERVICE, TWO_DAY_SERVICE, THREE_DAY_SERVICE */
readonly method?: string;
/** 1 to 160 characters */
readonly comment?: string;
/** a date as yyyy-MM-dd */
readonly expectedDate?: string;
/** 1 to 255 characters */
readonly logisticsProvider?: string;
/** 1 to 255 characters */
readonly trackingNumber?: string;
readonly customer?: {
/** 1 to 255 characters */
readonly merchantCustomerId?: string;
/** text without control characters */
readonly givenName?: string;
/** 2 to 50 characters */
readonly middleName?: string;
/** text without control characters */
readonly surname?: string;
/** a date as yyyy-MM-dd */
readonly birthDate?: string;
/** a phone number of 6 to 25 characters: + or a digit, then digits, space and . ( ) / - */
readonly phone?: string;
/** a phone number of 6 to 25 characters: + or a digit, then digits, space and . ( ) / - */
readonly mobile?: string;
/** 1 to 25 characters */
readonly workPhone?: string;
/** 6 to 128 characters */
readonly email?: string;
/** 1 to 60 characters */
readonly companyName?: string;
/** one of IDCARD, PASSPORT, TAXSTATEMENT */
readonly identificationDocType?: string;
/** 8 to 64 characters */
readonly identificationDocId?: string;
/** 1 to 255 characters */
readonly ip?: string;
/** one of NEW, EXISTING */
readonly status?: string;
};
};
readonly merchant?: {
/** 1 to 100 characters */
readonly name?: string;
/** 1 to 100 characters */
readonly city?: string;
/** 1 to 100 characters */
readonly street?: string;
/** up to 10 letters, digits and hyphens */
readonly postcode?: string;
/** 1 to 50 characters */
readonly state?: string;
/** a 2-letter country code in capitals (ISO 3166-1) */
readonly country?: string;
/** up to 25 letters, digits, + - and . */
readonly phone?: string;
/** up to 4 letters or digits */
readonly mcc?: string;
/** 1 to 100 characters */
readonly submerchantId?: string;
};
readonly cart?: {
readonly items?: ReadonlyArray<{
/** 1 to 255 characters */
readonly name?: string;
/** 1 to 255 characters */
readonly merchantItemId?: string;
/** 1 to 5 digits */
readonly quantity?: string;
/** 1 to 255 characters */
readonly type?: string;
/** 1 to 255 characters */
readonly sku?: string;
/** up to 10 digits, optionally a dot and exactly 2 decimals */
readonly price?: string;
/** a 3-letter currency code in capitals (ISO 4217) */
readonly currency?: string;
/** 1 to 2048 characters */
readonly description?: string;
/** a percentage from 0 to 100 with up to 2 decimals */
readonly tax?: string;
/** up to 10 digits, optionally a dot and exactly 2 decimals */
readonly shipping?: string;
/** up to 10 digits, optionally a dot and exactly 2 decimals */
readonly discount?: string;
/** 1 to 255 characters */
readonly giftMessage?: string;
/** 1 to 255 characters */
readonly shippingMethod?: string;
/** 1 to 255 characters */
readonly shippingInstructions?: string;
/** 1 to 255 characters */
readonly shippingTrackingNumber?: string;
/** 1 to 255 characters */
readonly originalPrice?: string;
/** 1 to 2048 characters */
readonly totalAmount?: string;
/** 1 to 2048 characters */
readonly taxAmount?: string;
/** 1 to 2048 characters */
readonly totalTaxAmount?: string;
/** 1 to 2048 characters */
readonly taxRate?: string;
/** 1 to 2048 characters */
readonly discountAmount?: string;
/** 1 to 2048 characters */
readonly totalDiscountAmount?: string;
/** 1 to 2048 characters */
readonly shippingAmount?: string;
/** 1 to 2048 characters */
readonly unitPrice?: string;
/** 1 to 2048 characters */
readonly quantityUnit?: string;
/** 1 to 2048 characters */
readonly weight?: string;
/** 1 to 2048 characters */
readonly reference?: string;
/** 1 to 2048 characters */
readonly category?: string;
/** 1 to 2048 characters */
readonly categories?: string;
/** 1 to 2048 characters */
readonly brand?: string;
/** 1 to 2048 characters */
readonly manufacturer?: string;
/** 1 to 2048 characters */
readonly color?: string;
/** 1 to 2048 characters */
readonly size?: string;
/** 1 to 2048 characters */
readonly ean?: string;
/** 1 to 2048 characters */
readonly url?: string;
/** 1 to 2048 characters */
readonly itemUrl?: string;
/** 1 to 2048 characters */
readonly productUrl?: string;
/** 1 to 2048 characters */
readonly imageUrl?: string;
/** 1 to 2048 characters */
readonly productId?: string;
}>;
};
/** one of INITIAL, REPEATED */
readonly recurringType?: string;
readonly recurring?: {
/** 1 to 3 digits */
readonly numberOfInstallments?: string;
};
readonly risk?: {
/** 1 to 255 characters */
readonly channelId?: string;
/** 1 to 255 characters */
readonly serviceId?: string;
/** up to 10 digits, optionally a dot and exactly 2 decimals */
readonly amount?: string;
/** a moment as yyyy-MM-dd hh:mm:ss, 24 hours */
readonly orderTimestamp?: string;
/** 1 to 255 characters */
readonly brand?: string;
readonly parameters?: {
readonly [name: string]: string;
};
/** 1 to 60 characters */
readonly merchantWebsite?: string;
/** 1 to 64 characters */
readonly accountToken?: string;
};
readonly threeDSecure?: {
/** 32 lowercase hexadecimal characters */
readonly id?: string;
/** 1 to 9, or 01 to 09 */
readonly challengeIndicator?: string;
/** 1 to 4, or 01 to 04 */
readonly exemptionFlag?: string;
/** 00 to 07 */
readonly eci?: string;
/** 1 to 64 characters */
readonly verificationId?: string;
/** 1 to 8 characters */
readonly version?: string;
/** 1 to 64 characters */
readonly xid?: string;
/** 1 to 64 characters */
readonly dsTransactionId?: string;
/** 1 to 64 characters */
readonly acsTransactionId?: string;
};
readonly customParameters?: {
readonly [name: string]: string;
/** one of true, false */
readonly payment_retrial?: string;
/** a positive whole number */
readonly payment_attempt_number?: string;
/** 8 to 64 characters */
readonly payment_reference?: string;
};
/** 32 lowercase hexadecimal characters */
readonly id: string;
/** the schedule that it has taken the place of */
readonly referencedId?: string;
/** 32 lowercase hexadecimal characters */
readonly registrationId: string;
/** what was asked for */
readonly paymentType: 'SD' | 'RS' | 'DS';
/** brand code */
readonly paymentBrand?: string;
/** a decimal number with two decimals */
readonly amount: string;
/** ISO 4217 */
readonly currency: Currency;
readonly job?: {
readonly [name: string]: string;
};
readonly plan: {
/** whether it goes on paying */
readonly active: boolean;
/** what became of it */
readonly state: 'ACTIVE' | 'RESCHEDULED' | 'DESCHEDULED' | 'FINISHED' | 'SUSPENDED' | 'REGISTRATION_GONE' | 'MODE_CHANGED';
/** of its payments */
readonly paymentType: 'DB' | 'PA';
/** yyyy-MM-dd HH:mm:ss+0000 */
readonly nextPayment?: string;
/** that have succeeded */
readonly payments: number;
/** three suspend it */
readonly declinesInARow: number;
/** 32 lowercase hexadecimal characters */
readonly latestPaymentId?: string;
readonly latestResult?: Result;
};
readonly result?: Result;
};

export type ScheduleList = Envelope & {
readonly schedules: ReadonlyArray<{
/** 1 to 127 characters */
readonly descriptor?: string;
/** 8 to 255 characters */
readonly merchantTransactionId?: string;
/** 8 to 255 characters */
readonly merchantInvoiceId?: string;
/** one of EC, MO, TO, RC, IN, PO, PM */
readonly transactionCategory?: string;
readonly standingInstruction?: {
/** one of RECURRING, INSTALLMENT, UNSCHEDULED */
readonly type?: string;
/** one of INITIAL, REPEATED */
readonly mode?: string;
/** one of CIT, MIT */
readonly source?: string;
/** one of MAX, EXACT, VARIABLE */
readonly amountType?: string;
/** one of DAILY, WEEKLY, MONTHLY, YEARLY */
readonly frequency?: string;
/** a whole number from 1 to 999 */
readonly interval?: string;
/** a date as yyyy-MM-dd */
readonly startDate?: string;
/** a date as yyyy-MM-dd */
readonly endDate?: string;
};
readonly customer?: {
/** a language, or a language and a country, as de-AT */
readonly locale?: string;
/** 1 to 64 characters */
readonly taxIdentification?: string;
/** 1 to 255 characters */
readonly merchantCustomerId?: string;
/** text without control characters */
readonly givenName?: string;
/** 2 to 50 characters */
readonly middleName?: string;
/** text without control characters */
readonly surname?: string;
/** a date as yyyy-MM-dd */
readonly birthDate?: string;
/** a phone number of 6 to 25 characters: + or a digit, then digits, space and . ( ) / - */
readonly phone?: string;
/** a phone number of 6 to 25 characters: + or a digit, then digits, space and . ( ) / - */
readonly mobile?: string;
/** 1 to 25 characters */
readonly workPhone?: string;
/** 6 to 128 characters */
readonly email?: string;
/** 1 to 60 characters */
readonly companyName?: string;
/** one of IDCARD, PASSPORT, TAXSTATEMENT */
readonly identificationDocType?: string;
/** 8 to 64 characters */
readonly identificationDocId?: string;
/** 1 to 255 characters */
readonly ip?: string;
/** one of NEW, EXISTING */
readonly status?: string;
readonly browserFingerprint?: {
/** 1 to 255 characters */
readonly id?: string;
/** 1 to 4096 characters */
readonly value?: string;
};
readonly browser?: {
/** 1 to 2048 characters */
readonly acceptHeader?: string;
/** 1 to 2048 characters */
readonly userAgent?: string;
/** 1 to 35 characters */
readonly language?: string;
/** 1 to 6 digits */
readonly screenHeight?: string;
/** 1 to 6 digits */
readonly screenWidth?: string;
/** 1 to 2 digits */
readonly screenColorDepth?: string;
/** minutes, as -840 to 720 */
readonly timezone?: string;
/** one of true, false, 0, 1 */
readonly javaEnabled?: string;
/** one of true, false, 0, 1 */
readonly javascriptEnabled?: string;
/** one of 1, 2, 3, 4, 5 */
readonly challengeWindow?: string;
};
};
readonly order?: {
readonly industryData?: ReadonlyArray<{
/** one of AIRLINE, EDUCATION, TRAVEL */
readonly type?: string;
readonly details?: {
/** 1 to 255 characters */
readonly pnr?: string;
/** 1 to 9 digits */
readonly numberOfPassengers?: string;
/** 2 or 3 capitals or digits */
readonly airlineCode?: string;
/** an email address of up to 254 characters */
readonly passengerEmail?: string;
/** 1 to 25 characters */
readonly passengerPhone?: string;
/** 1 to 255 characters */
readonly passengerName?: string;
/** 1 to 255 characters */
readonly carrierCode?: string;
readonly tripSegments?: ReadonlyArray<{
/** 1 to 255 characters */
readonly fareBasisCode?: string;
/** a 3-letter airport code in capitals */
readonly departureAirportCode?: string;
/** a 3-letter airport code in capitals */
readonly destinationAirportCode?: string;
/** 1 to 255 characters */
readonly flightNumber?: string;
/** a date as yyyy-MM-dd */
readonly departureDate?: string;
/** 2 capitals or digits */
readonly flightCarrierCode?: string;
/** 1 to 255 characters */
readonly segmentId?: string;
}>;
/** 1 to 2048 characters */
readonly admissionNoticeUrl?: string;
/** a date as yyyy-MM-dd */
readonly courseStartDate?: string;
/** a date as yyyy-MM-dd */
readonly courseEndDate?: string;
/** one of true, false, 0, 1 */
readonly financedCourse?: string;
/** one of true, false, 0, 1 */
readonly diplomaCourse?: string;
/** one of true, false, 0, 1 */
readonly postHighSchoolCourse?: string;
/** one of UNKNOWN, ONE_WAY, TWO_WAY, MULTIPLE */
readonly travelType?: string;
/** a date as yyyy-MM-dd */
readonly departureDate?: string;
/** a date as yyyy-MM-dd */
readonly returnDate?: string;
/** 1 to 255 characters */
readonly departureLocation?: string;
/** 1 to 255 characters */
readonly arrivalLocation?: string;
/** 1 to 255 characters */
readonly destinationCountry?: string;
/** 1 to 255 characters */
readonly travelCompany?: string;
/** 1 to 9 digits */
readonly travelerCount?: string;
/** one of true, false, 0, 1 */
readonly buyerAmongTravelers?: string;
/** 1 to 255 characters */
readonly travelClass?: string;
/** one of true, false, 0, 1 */
readonly travelInsured?: string;
/** 1 to 255 characters */
readonly travelDiscountVoucher?: string;
/** one of true, false, 0, 1 */
readonly luggageSupplement?: string;
/** one of true, false, 0, 1 */
readonly travelCanBeModifiedOrCanceled?: string;
/** 1 to 255 characters */
readonly stayCompany?: string;
/** 1 to 255 characters */
readonly stayDestination?: string;
/** 1 to 9 digits */
readonly stayNightsCount?: string;
/** 1 to 255 characters */
readonly stayRoomRange?: string;
};
}>;
};
readonly virtualAccount?: {
/** 1 to 100 characters */
readonly accountId?: string;
};
readonly applePay?: {
/** one of web, app */
readonly source?: string;
};
readonly googlePay?: {
/** one of web, app */
readonly source?: string;
};
readonly bankAccount?: {
/** 4 to 128 characters, not blanks alone */
readonly holder?: string;
/** a BIC of 8 or 11 characters */
readonly bic?: string;
readonly mandate?: {
/** up to 35 letters, digits and + ? / - : ( ) . , ' */
readonly id?: string;
/** a date as yyyy-MM-dd */
readonly dateOfSignature?: string;
};
/** a 2-letter country code in capitals (ISO 3166-1) */
readonly country?: string;
};
readonly billing?: {
/** 1 to 100 characters */
readonly street1?: string;
/** 1 to 100 characters */
readonly street2?: string;
/** 1 to 100 characters */
readonly houseNumber1?: string;
/** 1 to 100 characters */
readonly houseNumber2?: string;
/** 1 to 80 characters */
readonly city?: string;
/** up to 50 letters, digits, dots and spaces */
readonly state?: string;
/** up to 30 letters, digits, spaces and hyphens */
readonly postcode?: string;
/** a 2-letter country code in capitals (ISO 3166-1) */
readonly country?: string;
};
readonly shipping?: {
/** 1 to 100 characters */
readonly street1?: string;
/** 1 to 100 characters */
readonly street2?: string;
/** 1 to 100 characters */
readonly houseNumber1?: string;
/** 1 to 100 characters */
readonly houseNumber2?: string;
/** 1 to 80 characters: letters, space and ' ’ - . ,; not blanks alone */
readonly city?: string;
/** up to 50 letters, digits, dots and spaces */
readonly state?: string;
/** up to 30 letters, digits, spaces and hyphens */
readonly postcode?: string;
/** a 2-letter country code in capitals (ISO 3166-1) */
readonly country?: string;
/** one of LOWEST_COST, CARRIER_DESIGNATED_BY_CUSTOMER, ELECTRONIC_DELIVERY, GROUND, INTERNATIONAL, MILITARY, NEXT_DAY_OVERNIGHT, OTHER, STORE_PICKUP, SAME_DAY_SERVICE, TWO_DAY_SERVICE, THREE_DAY_SERVICE */
readonly method?: string;
/** 1 to 160 characters */
readonly comment?: string;
/** a date as yyyy-MM-dd */
readonly expectedDate?: string;
/** 1 to 255 characters */
readonly logisticsProvider?: string;
/** 1 to 255 characters */
readonly trackingNumber?: string;
readonly customer?: {
/** 1 to 255 characters */
readonly merchantCustomerId?: string;
/** text without control characters */
readonly givenName?: string;
/** 2 to 50 characters */
readonly middleName?: string;
/** text without control characters */
readonly surname?: string;
/** a date as yyyy-MM-dd */
readonly birthDate?: string;
/** a phone number of 6 to 25 characters: + or a digit, then digits, space and . ( ) / - */
readonly phone?: string;
/** a phone number of 6 to 25 characters: + or a digit, then digits, space and . ( ) / - */
readonly mobile?: string;
/** 1 to 25 characters */
readonly workPhone?: string;
/** 6 to 128 characters */
readonly email?: string;
/** 1 to 60 characters */
readonly companyName?: string;
/** one of IDCARD, PASSPORT, TAXSTATEMENT */
readonly identificationDocType?: string;
/** 8 to 64 characters */
readonly identificationDocId?: string;
/** 1 to 255 characters */
readonly ip?: string;
/** one of NEW, EXISTING */
readonly status?: string;
};
};
readonly merchant?: {
/** 1 to 100 characters */
readonly name?: string;
/** 1 to 100 characters */
readonly city?: string;
/** 1 to 100 characters */
readonly street?: string;
/** up to 10 letters, digits and hyphens */
readonly postcode?: string;
/** 1 to 50 characters */
readonly state?: string;
/** a 2-letter country code in capitals (ISO 3166-1) */
readonly country?: string;
/** up to 25 letters, digits, + - and . */
readonly phone?: string;
/** up to 4 letters or digits */
readonly mcc?: string;
/** 1 to 100 characters */
readonly submerchantId?: string;
};
readonly cart?: {
readonly items?: ReadonlyArray<{
/** 1 to 255 characters */
readonly name?: string;
/** 1 to 255 characters */
readonly merchantItemId?: string;
/** 1 to 5 digits */
readonly quantity?: string;
/** 1 to 255 characters */
readonly type?: string;
/** 1 to 255 characters */
readonly sku?: string;
/** up to 10 digits, optionally a dot and exactly 2 decimals */
readonly price?: string;
/** a 3-letter currency code in capitals (ISO 4217) */
readonly currency?: string;
/** 1 to 2048 characters */
readonly description?: string;
/** a percentage from 0 to 100 with up to 2 decimals */
readonly tax?: string;
/** up to 10 digits, optionally a dot and exactly 2 decimals */
readonly shipping?: string;
/** up to 10 digits, optionally a dot and exactly 2 decimals */
readonly discount?: string;
/** 1 to 255 characters */
readonly giftMessage?: string;
/** 1 to 255 characters */
readonly shippingMethod?: string;
/** 1 to 255 characters */
readonly shippingInstructions?: string;
/** 1 to 255 characters */
readonly shippingTrackingNumber?: string;
/** 1 to 255 characters */
readonly originalPrice?: string;
/** 1 to 2048 characters */
readonly totalAmount?: string;
/** 1 to 2048 characters */
readonly taxAmount?: string;
/** 1 to 2048 characters */
readonly totalTaxAmount?: string;
/** 1 to 2048 characters */
readonly taxRate?: string;
/** 1 to 2048 characters */
readonly discountAmount?: string;
/** 1 to 2048 characters */
readonly totalDiscountAmount?: string;
/** 1 to 2048 characters */
readonly shippingAmount?: string;
/** 1 to 2048 characters */
readonly unitPrice?: string;
/** 1 to 2048 characters */
readonly quantityUnit?: string;
/** 1 to 2048 characters */
readonly weight?: string;
/** 1 to 2048 characters */
readonly reference?: string;
/** 1 to 2048 characters */
readonly category?: string;
/** 1 to 2048 characters */
readonly categories?: string;
/** 1 to 2048 characters */
readonly brand?: string;
/** 1 to 2048 characters */
readonly manufacturer?: string;
/** 1 to 2048 characters */
readonly color?: string;
/** 1 to 2048 characters */
readonly size?: string;
/** 1 to 2048 characters */
readonly ean?: string;
/** 1 to 2048 characters */
readonly url?: string;
/** 1 to 2048 characters */
readonly itemUrl?: string;
/** 1 to 2048 characters */
readonly productUrl?: string;
/** 1 to 2048 characters */
readonly imageUrl?: string;
/** 1 to 2048 characters */
readonly productId?: string;
}>;
};
/** one of INITIAL, REPEATED */
readonly recurringType?: string;
readonly recurring?: {
/** 1 to 3 digits */
readonly numberOfInstallments?: string;
};
readonly risk?: {
/** 1 to 255 characters */
readonly channelId?: string;
/** 1 to 255 characters */
readonly serviceId?: string;
/** up to 10 digits, optionally a dot and exactly 2 decimals */
readonly amount?: string;
/** a moment as yyyy-MM-dd hh:mm:ss, 24 hours */
readonly orderTimestamp?: string;
/** 1 to 255 characters */
readonly brand?: string;
readonly parameters?: {
readonly [name: string]: string;
};
/** 1 to 60 characters */
readonly merchantWebsite?: string;
/** 1 to 64 characters */
readonly accountToken?: string;
};
readonly threeDSecure?: {
/** 32 lowercase hexadecimal characters */
readonly id?: string;
/** 1 to 9, or 01 to 09 */
readonly challengeIndicator?: string;
/** 1 to 4, or 01 to 04 */
readonly exemptionFlag?: string;
/** 00 to 07 */
readonly eci?: string;
/** 1 to 64 characters */
readonly verificationId?: string;
/** 1 to 8 characters */
readonly version?: string;
/** 1 to 64 characters */
readonly xid?: string;
/** 1 to 64 characters */
readonly dsTransactionId?: string;
/** 1 to 64 characters */
readonly acsTransactionId?: string;
};
readonly customParameters?: {
readonly [name: string]: string;
/** one of true, false */
readonly payment_retrial?: string;
/** a positive whole number */
readonly payment_attempt_number?: string;
/** 8 to 64 characters */
readonly payment_reference?: string;
};
/** 32 lowercase hexadecimal characters */
readonly id: string;
/** the schedule that it has taken the place of */
readonly referencedId?: string;
/** 32 lowercase hexadecimal characters */
readonly registrationId: string;
/** what was asked for */
readonly paymentType: 'SD' | 'RS' | 'DS';
/** brand code */
readonly paymentBrand?: string;
/** a decimal number with two decimals */
readonly amount: string;
/** ISO 4217 */
readonly currency: Currency;
readonly job?: {
readonly [name: string]: string;
};
readonly plan: {
/** whether it goes on paying */
readonly active: boolean;
/** what became of it */
readonly state: 'ACTIVE' | 'RESCHEDULED' | 'DESCHEDULED' | 'FINISHED' | 'SUSPENDED' | 'REGISTRATION_GONE' | 'MODE_CHANGED';
/** of its payments */
readonly paymentType: 'DB' | 'PA';
/** yyyy-MM-dd HH:mm:ss+0000 */
readonly nextPayment?: string;
/** that have succeeded */
readonly payments: number;
/** three suspend it */
readonly declinesInARow: number;
/** 32 lowercase hexadecimal characters */
readonly latestPaymentId?: string;
readonly latestResult?: Result;
};
readonly result?: Result;
}>;
};

export type FormAnswer = Envelope & {
readonly redirect?: Redirect;
/** for the next submission, after a decline and where sealed values are refused */
readonly nonce?: string;
/** the gateway’s time, epoch milliseconds; beside nonce */
readonly now?: number;
};

export type PaymentList = Envelope & {
readonly payments: ReadonlyArray<{
/** of a payment that a schedule has made */
readonly source?: 'SCHEDULER';
/** 32 lowercase hexadecimal characters */
readonly scheduleId?: string;
/** 32 lowercase hexadecimal characters */
readonly id: string;
/** 32 lowercase hexadecimal characters */
readonly referencedId?: string;
/** 32 lowercase hexadecimal characters */
readonly registrationId?: string;
/** PA, DB, CD, 3D, CP, RV, RF, CB or CR */
readonly paymentType: string;
/** brand code */
readonly paymentBrand: string;
/** a decimal number with two decimals */
readonly amount: string;
/** ISO 4217 */
readonly currency: Currency;
/** of a live channel’s connectivity test, whose money is none */
readonly testMode?: 'INTERNAL';
readonly result: Result;
readonly resultDetails?: {
readonly [name: string]: string;
};
readonly card?: ShownCard;
readonly redirect?: Redirect;
/** 1 to 127 characters */
readonly descriptor?: string;
/** 8 to 255 characters */
readonly merchantTransactionId?: string;
/** 8 to 255 characters */
readonly merchantInvoiceId?: string;
/** one of EC, MO, TO, RC, IN, PO, PM */
readonly transactionCategory?: string;
readonly standingInstruction?: {
/** one of RECURRING, INSTALLMENT, UNSCHEDULED */
readonly type?: string;
/** one of INITIAL, REPEATED */
readonly mode?: string;
/** one of CIT, MIT */
readonly source?: string;
/** one of MAX, EXACT, VARIABLE */
readonly amountType?: string;
/** one of DAILY, WEEKLY, MONTHLY, YEARLY */
readonly frequency?: string;
/** a whole number from 1 to 999 */
readonly interval?: string;
/** a date as yyyy-MM-dd */
readonly startDate?: string;
/** a date as yyyy-MM-dd */
readonly endDate?: string;
};
readonly customer?: {
/** a language, or a language and a country, as de-AT */
readonly locale?: string;
/** 1 to 64 characters */
readonly taxIdentification?: string;
/** 1 to 255 characters */
readonly merchantCustomerId?: string;
/** text without control characters */
readonly givenName?: string;
/** 2 to 50 characters */
readonly middleName?: string;
/** text without control characters */
readonly surname?: string;
/** a date as yyyy-MM-dd */
readonly birthDate?: string;
/** a phone number of 6 to 25 characters: + or a digit, then digits, space and . ( ) / - */
readonly phone?: string;
/** a phone number of 6 to 25 characters: + or a digit, then digits, space and . ( ) / - */
readonly mobile?: string;
/** 1 to 25 characters */
readonly workPhone?: string;
/** 6 to 128 characters */
readonly email?: string;
/** 1 to 60 characters */
readonly companyName?: string;
/** one of IDCARD, PASSPORT, TAXSTATEMENT */
readonly identificationDocType?: string;
/** 8 to 64 characters */
readonly identificationDocId?: string;
/** 1 to 255 characters */
readonly ip?: string;
/** one of NEW, EXISTING */
readonly status?: string;
readonly browserFingerprint?: {
/** 1 to 255 characters */
readonly id?: string;
/** 1 to 4096 characters */
readonly value?: string;
};
readonly browser?: {
/** 1 to 2048 characters */
readonly acceptHeader?: string;
/** 1 to 2048 characters */
readonly userAgent?: string;
/** 1 to 35 characters */
readonly language?: string;
/** 1 to 6 digits */
readonly screenHeight?: string;
/** 1 to 6 digits */
readonly screenWidth?: string;
/** 1 to 2 digits */
readonly screenColorDepth?: string;
/** minutes, as -840 to 720 */
readonly timezone?: string;
/** one of true, false, 0, 1 */
readonly javaEnabled?: string;
/** one of true, false, 0, 1 */
readonly javascriptEnabled?: string;
/** one of 1, 2, 3, 4, 5 */
readonly challengeWindow?: string;
};
};
readonly order?: {
readonly industryData?: ReadonlyArray<{
/** one of AIRLINE, EDUCATION, TRAVEL */
readonly type?: string;
readonly details?: {
/** 1 to 255 characters */
readonly pnr?: string;
/** 1 to 9 digits */
readonly numberOfPassengers?: string;
/** 2 or 3 capitals or digits */
readonly airlineCode?: string;
/** an email address of up to 254 characters */
readonly passengerEmail?: string;
/** 1 to 25 characters */
readonly passengerPhone?: string;
/** 1 to 255 characters */
readonly passengerName?: string;
/** 1 to 255 characters */
readonly carrierCode?: string;
readonly tripSegments?: ReadonlyArray<{
/** 1 to 255 characters */
readonly fareBasisCode?: string;
/** a 3-letter airport code in capitals */
readonly departureAirportCode?: string;
/** a 3-letter airport code in capitals */
readonly destinationAirportCode?: string;
/** 1 to 255 characters */
readonly flightNumber?: string;
/** a date as yyyy-MM-dd */
readonly departureDate?: string;
/** 2 capitals or digits */
readonly flightCarrierCode?: string;
/** 1 to 255 characters */
readonly segmentId?: string;
}>;
/** 1 to 2048 characters */
readonly admissionNoticeUrl?: string;
/** a date as yyyy-MM-dd */
readonly courseStartDate?: string;
/** a date as yyyy-MM-dd */
readonly courseEndDate?: string;
/** one of true, false, 0, 1 */
readonly financedCourse?: string;
/** one of true, false, 0, 1 */
readonly diplomaCourse?: string;
/** one of true, false, 0, 1 */
readonly postHighSchoolCourse?: string;
/** one of UNKNOWN, ONE_WAY, TWO_WAY, MULTIPLE */
readonly travelType?: string;
/** a date as yyyy-MM-dd */
readonly departureDate?: string;
/** a date as yyyy-MM-dd */
readonly returnDate?: string;
/** 1 to 255 characters */
readonly departureLocation?: string;
/** 1 to 255 characters */
readonly arrivalLocation?: string;
/** 1 to 255 characters */
readonly destinationCountry?: string;
/** 1 to 255 characters */
readonly travelCompany?: string;
/** 1 to 9 digits */
readonly travelerCount?: string;
/** one of true, false, 0, 1 */
readonly buyerAmongTravelers?: string;
/** 1 to 255 characters */
readonly travelClass?: string;
/** one of true, false, 0, 1 */
readonly travelInsured?: string;
/** 1 to 255 characters */
readonly travelDiscountVoucher?: string;
/** one of true, false, 0, 1 */
readonly luggageSupplement?: string;
/** one of true, false, 0, 1 */
readonly travelCanBeModifiedOrCanceled?: string;
/** 1 to 255 characters */
readonly stayCompany?: string;
/** 1 to 255 characters */
readonly stayDestination?: string;
/** 1 to 9 digits */
readonly stayNightsCount?: string;
/** 1 to 255 characters */
readonly stayRoomRange?: string;
};
}>;
};
readonly virtualAccount?: {
/** 1 to 100 characters */
readonly accountId?: string;
};
readonly applePay?: {
/** one of web, app */
readonly source?: string;
};
readonly googlePay?: {
/** one of web, app */
readonly source?: string;
};
readonly bankAccount?: {
/** 4 to 128 characters, not blanks alone */
readonly holder?: string;
/** a BIC of 8 or 11 characters */
readonly bic?: string;
readonly mandate?: {
/** up to 35 letters, digits and + ? / - : ( ) . , ' */
readonly id?: string;
/** a date as yyyy-MM-dd */
readonly dateOfSignature?: string;
};
/** a 2-letter country code in capitals (ISO 3166-1) */
readonly country?: string;
};
readonly billing?: {
/** 1 to 100 characters */
readonly street1?: string;
/** 1 to 100 characters */
readonly street2?: string;
/** 1 to 100 characters */
readonly houseNumber1?: string;
/** 1 to 100 characters */
readonly houseNumber2?: string;
/** 1 to 80 characters */
readonly city?: string;
/** up to 50 letters, digits, dots and spaces */
readonly state?: string;
/** up to 30 letters, digits, spaces and hyphens */
readonly postcode?: string;
/** a 2-letter country code in capitals (ISO 3166-1) */
readonly country?: string;
};
readonly shipping?: {
/** 1 to 100 characters */
readonly street1?: string;
/** 1 to 100 characters */
readonly street2?: string;
/** 1 to 100 characters */
readonly houseNumber1?: string;
/** 1 to 100 characters */
readonly houseNumber2?: string;
/** 1 to 80 characters: letters, space and ' ’ - . ,; not blanks alone */
readonly city?: string;
/** up to 50 letters, digits, dots and spaces */
readonly state?: string;
/** up to 30 letters, digits, spaces and hyphens */
readonly postcode?: string;
/** a 2-letter country code in capitals (ISO 3166-1) */
readonly country?: string;
/** one of LOWEST_COST, CARRIER_DESIGNATED_BY_CUSTOMER, ELECTRONIC_DELIVERY, GROUND, INTERNATIONAL, MILITARY, NEXT_DAY_OVERNIGHT, OTHER, STORE_PICKUP, SAME_DAY_SERVICE, TWO_DAY_SERVICE, THREE_DAY_SERVICE */
readonly method?: string;
/** 1 to 160 characters */
readonly comment?: string;
/** a date as yyyy-MM-dd */
readonly expectedDate?: string;
/** 1 to 255 characters */
readonly logisticsProvider?: string;
/** 1 to 255 characters */
readonly trackingNumber?: string;
readonly customer?: {
/** 1 to 255 characters */
readonly merchantCustomerId?: string;
/** text without control characters */
readonly givenName?: string;
/** 2 to 50 characters */
readonly middleName?: string;
/** text without control characters */
readonly surname?: string;
/** a date as yyyy-MM-dd */
readonly birthDate?: string;
/** a phone number of 6 to 25 characters: + or a digit, then digits, space and . ( ) / - */
readonly phone?: string;
/** a phone number of 6 to 25 characters: + or a digit, then digits, space and . ( ) / - */
readonly mobile?: string;
/** 1 to 25 characters */
readonly workPhone?: string;
/** 6 to 128 characters */
readonly email?: string;
/** 1 to 60 characters */
readonly companyName?: string;
/** one of IDCARD, PASSPORT, TAXSTATEMENT */
readonly identificationDocType?: string;
/** 8 to 64 characters */
readonly identificationDocId?: string;
/** 1 to 255 characters */
readonly ip?: string;
/** one of NEW, EXISTING */
readonly status?: string;
};
};
readonly cart?: {
readonly items?: ReadonlyArray<{
/** 1 to 255 characters */
readonly name?: string;
/** 1 to 255 characters */
readonly merchantItemId?: string;
/** 1 to 5 digits */
readonly quantity?: string;
/** 1 to 255 characters */
readonly type?: string;
/** 1 to 255 characters */
readonly sku?: string;
/** up to 10 digits, optionally a dot and exactly 2 decimals */
readonly price?: string;
/** a 3-letter currency code in capitals (ISO 4217) */
readonly currency?: string;
/** 1 to 2048 characters */
readonly description?: string;
/** a percentage from 0 to 100 with up to 2 decimals */
readonly tax?: string;
/** up to 10 digits, optionally a dot and exactly 2 decimals */
readonly shipping?: string;
/** up to 10 digits, optionally a dot and exactly 2 decimals */
readonly discount?: string;
/** 1 to 255 characters */
readonly giftMessage?: string;
/** 1 to 255 characters */
readonly shippingMethod?: string;
/** 1 to 255 characters */
readonly shippingInstructions?: string;
/** 1 to 255 characters */
readonly shippingTrackingNumber?: string;
/** 1 to 255 characters */
readonly originalPrice?: string;
/** 1 to 2048 characters */
readonly totalAmount?: string;
/** 1 to 2048 characters */
readonly taxAmount?: string;
/** 1 to 2048 characters */
readonly totalTaxAmount?: string;
/** 1 to 2048 characters */
readonly taxRate?: string;
/** 1 to 2048 characters */
readonly discountAmount?: string;
/** 1 to 2048 characters */
readonly totalDiscountAmount?: string;
/** 1 to 2048 characters */
readonly shippingAmount?: string;
/** 1 to 2048 characters */
readonly unitPrice?: string;
/** 1 to 2048 characters */
readonly quantityUnit?: string;
/** 1 to 2048 characters */
readonly weight?: string;
/** 1 to 2048 characters */
readonly reference?: string;
/** 1 to 2048 characters */
readonly category?: string;
/** 1 to 2048 characters */
readonly categories?: string;
/** 1 to 2048 characters */
readonly brand?: string;
/** 1 to 2048 characters */
readonly manufacturer?: string;
/** 1 to 2048 characters */
readonly color?: string;
/** 1 to 2048 characters */
readonly size?: string;
/** 1 to 2048 characters */
readonly ean?: string;
/** 1 to 2048 characters */
readonly url?: string;
/** 1 to 2048 characters */
readonly itemUrl?: string;
/** 1 to 2048 characters */
readonly productUrl?: string;
/** 1 to 2048 characters */
readonly imageUrl?: string;
/** 1 to 2048 characters */
readonly productId?: string;
}>;
};
/** one of INITIAL, REPEATED */
readonly recurringType?: string;
readonly customParameters?: {
readonly [name: string]: string;
/** one of true, false */
readonly payment_retrial?: string;
/** a positive whole number */
readonly payment_attempt_number?: string;
/** 8 to 64 characters */
readonly payment_reference?: string;
};
readonly recurring?: {
readonly numberOfInstallments?: number;
readonly installments?: ReadonlyArray<{
/** a decimal number with two decimals */
readonly amount: string;
}>;
};
readonly merchant?: {
/** 1 to 100 characters */
readonly name?: string;
/** 1 to 100 characters */
readonly city?: string;
/** 1 to 100 characters */
readonly street?: string;
/** up to 10 letters, digits and hyphens */
readonly postcode?: string;
/** 1 to 50 characters */
readonly state?: string;
/** a 2-letter country code in capitals (ISO 3166-1) */
readonly country?: string;
/** up to 25 letters, digits, + - and . */
readonly phone?: string;
/** up to 4 letters or digits */
readonly mcc?: string;
/** 1 to 100 characters */
readonly submerchantId?: string;
readonly bankAccount?: {
/** who is paid */
readonly holder?: string;
/** IBAN or account number */
readonly number?: string;
/** BIC */
readonly bic?: string;
/** ISO 3166-1 */
readonly country?: string;
};
};
readonly risk?: {
/** 1 to 255 characters */
readonly channelId?: string;
/** 1 to 255 characters */
readonly serviceId?: string;
/** up to 10 digits, optionally a dot and exactly 2 decimals */
readonly amount?: string;
/** a moment as yyyy-MM-dd hh:mm:ss, 24 hours */
readonly orderTimestamp?: string;
/** 1 to 255 characters */
readonly brand?: string;
readonly parameters?: {
readonly [name: string]: string;
};
/** 1 to 60 characters */
readonly merchantWebsite?: string;
/** 1 to 64 characters */
readonly accountToken?: string;
/** -99999 to +99999 */
readonly score?: string;
/** by field, what its frame saw the page do while the card was typed */
readonly fieldEvidence?: {
readonly [name: string]: {
/** times */
readonly focusTaken?: number;
/** seconds */
readonly covered?: number;
};
};
};
readonly threeDSecure?: {
/** 32 lowercase hexadecimal characters */
readonly id?: string;
/** 1 to 9, or 01 to 09 */
readonly challengeIndicator?: string;
/** 1 to 4, or 01 to 04 */
readonly exemptionFlag?: string;
/** 00 to 07 */
readonly eci?: string;
/** 1 to 64 characters */
readonly verificationId?: string;
/** 1 to 8 characters */
readonly version?: string;
/** 1 to 64 characters */
readonly xid?: string;
/** 1 to 64 characters */
readonly dsTransactionId?: string;
/** 1 to 64 characters */
readonly acsTransactionId?: string;
/** frictionless or challenge */
readonly flow?: string;
/** Y, A, C, N, R or U */
readonly transStatus?: string;
/** what the issuer said to the exemption */
readonly exemptionResult?: 'granted' | 'refused';
/** of what succeeded: whether the issuer bears the loss of a fraud */
readonly liabilityShift?: boolean;
/** the issuer wanted the shopper authenticated, who was then asked */
readonly softDeclined?: true;
};
}>;
};

export type PaymentWithLinks = Envelope & {
/** of a payment that a schedule has made */
readonly source?: 'SCHEDULER';
/** 32 lowercase hexadecimal characters */
readonly scheduleId?: string;
/** 32 lowercase hexadecimal characters */
readonly id: string;
/** 32 lowercase hexadecimal characters */
readonly referencedId?: string;
/** 32 lowercase hexadecimal characters */
readonly registrationId?: string;
/** PA, DB, CD, 3D, CP, RV, RF, CB or CR */
readonly paymentType: string;
/** brand code */
readonly paymentBrand: string;
/** a decimal number with two decimals */
readonly amount: string;
/** ISO 4217 */
readonly currency: Currency;
/** of a live channel’s connectivity test, whose money is none */
readonly testMode?: 'INTERNAL';
readonly result: Result;
readonly resultDetails?: {
readonly [name: string]: string;
};
readonly card?: ShownCard;
readonly redirect?: Redirect;
/** 1 to 127 characters */
readonly descriptor?: string;
/** 8 to 255 characters */
readonly merchantTransactionId?: string;
/** 8 to 255 characters */
readonly merchantInvoiceId?: string;
/** one of EC, MO, TO, RC, IN, PO, PM */
readonly transactionCategory?: string;
readonly standingInstruction?: {
/** one of RECURRING, INSTALLMENT, UNSCHEDULED */
readonly type?: string;
/** one of INITIAL, REPEATED */
readonly mode?: string;
/** one of CIT, MIT */
readonly source?: string;
/** one of MAX, EXACT, VARIABLE */
readonly amountType?: string;
/** one of DAILY, WEEKLY, MONTHLY, YEARLY */
readonly frequency?: string;
/** a whole number from 1 to 999 */
readonly interval?: string;
/** a date as yyyy-MM-dd */
readonly startDate?: string;
/** a date as yyyy-MM-dd */
readonly endDate?: string;
};
readonly customer?: {
/** a language, or a language and a country, as de-AT */
readonly locale?: string;
/** 1 to 64 characters */
readonly taxIdentification?: string;
/** 1 to 255 characters */
readonly merchantCustomerId?: string;
/** text without control characters */
readonly givenName?: string;
/** 2 to 50 characters */
readonly middleName?: string;
/** text without control characters */
readonly surname?: string;
/** a date as yyyy-MM-dd */
readonly birthDate?: string;
/** a phone number of 6 to 25 characters: + or a digit, then digits, space and . ( ) / - */
readonly phone?: string;
/** a phone number of 6 to 25 characters: + or a digit, then digits, space and . ( ) / - */
readonly mobile?: string;
/** 1 to 25 characters */
readonly workPhone?: string;
/** 6 to 128 characters */
readonly email?: string;
/** 1 to 60 characters */
readonly companyName?: string;
/** one of IDCARD, PASSPORT, TAXSTATEMENT */
readonly identificationDocType?: string;
/** 8 to 64 characters */
readonly identificationDocId?: string;
/** 1 to 255 characters */
readonly ip?: string;
/** one of NEW, EXISTING */
readonly status?: string;
readonly browserFingerprint?: {
/** 1 to 255 characters */
readonly id?: string;
/** 1 to 4096 characters */
readonly value?: string;
};
readonly browser?: {
/** 1 to 2048 characters */
readonly acceptHeader?: string;
/** 1 to 2048 characters */
readonly userAgent?: string;
/** 1 to 35 characters */
readonly language?: string;
/** 1 to 6 digits */
readonly screenHeight?: string;
/** 1 to 6 digits */
readonly screenWidth?: string;
/** 1 to 2 digits */
readonly screenColorDepth?: string;
/** minutes, as -840 to 720 */
readonly timezone?: string;
/** one of true, false, 0, 1 */
readonly javaEnabled?: string;
/** one of true, false, 0, 1 */
readonly javascriptEnabled?: string;
/** one of 1, 2, 3, 4, 5 */
readonly challengeWindow?: string;
};
};
readonly order?: {
readonly industryData?: ReadonlyArray<{
/** one of AIRLINE, EDUCATION, TRAVEL */
readonly type?: string;
readonly details?: {
/** 1 to 255 characters */
readonly pnr?: string;
/** 1 to 9 digits */
readonly numberOfPassengers?: string;
/** 2 or 3 capitals or digits */
readonly airlineCode?: string;
/** an email address of up to 254 characters */
readonly passengerEmail?: string;
/** 1 to 25 characters */
readonly passengerPhone?: string;
/** 1 to 255 characters */
readonly passengerName?: string;
/** 1 to 255 characters */
readonly carrierCode?: string;
readonly tripSegments?: ReadonlyArray<{
/** 1 to 255 characters */
readonly fareBasisCode?: string;
/** a 3-letter airport code in capitals */
readonly departureAirportCode?: string;
/** a 3-letter airport code in capitals */
readonly destinationAirportCode?: string;
/** 1 to 255 characters */
readonly flightNumber?: string;
/** a date as yyyy-MM-dd */
readonly departureDate?: string;
/** 2 capitals or digits */
readonly flightCarrierCode?: string;
/** 1 to 255 characters */
readonly segmentId?: string;
}>;
/** 1 to 2048 characters */
readonly admissionNoticeUrl?: string;
/** a date as yyyy-MM-dd */
readonly courseStartDate?: string;
/** a date as yyyy-MM-dd */
readonly courseEndDate?: string;
/** one of true, false, 0, 1 */
readonly financedCourse?: string;
/** one of true, false, 0, 1 */
readonly diplomaCourse?: string;
/** one of true, false, 0, 1 */
readonly postHighSchoolCourse?: string;
/** one of UNKNOWN, ONE_WAY, TWO_WAY, MULTIPLE */
readonly travelType?: string;
/** a date as yyyy-MM-dd */
readonly departureDate?: string;
/** a date as yyyy-MM-dd */
readonly returnDate?: string;
/** 1 to 255 characters */
readonly departureLocation?: string;
/** 1 to 255 characters */
readonly arrivalLocation?: string;
/** 1 to 255 characters */
readonly destinationCountry?: string;
/** 1 to 255 characters */
readonly travelCompany?: string;
/** 1 to 9 digits */
readonly travelerCount?: string;
/** one of true, false, 0, 1 */
readonly buyerAmongTravelers?: string;
/** 1 to 255 characters */
readonly travelClass?: string;
/** one of true, false, 0, 1 */
readonly travelInsured?: string;
/** 1 to 255 characters */
readonly travelDiscountVoucher?: string;
/** one of true, false, 0, 1 */
readonly luggageSupplement?: string;
/** one of true, false, 0, 1 */
readonly travelCanBeModifiedOrCanceled?: string;
/** 1 to 255 characters */
readonly stayCompany?: string;
/** 1 to 255 characters */
readonly stayDestination?: string;
/** 1 to 9 digits */
readonly stayNightsCount?: string;
/** 1 to 255 characters */
readonly stayRoomRange?: string;
};
}>;
};
readonly virtualAccount?: {
/** 1 to 100 characters */
readonly accountId?: string;
};
readonly applePay?: {
/** one of web, app */
readonly source?: string;
};
readonly googlePay?: {
/** one of web, app */
readonly source?: string;
};
readonly bankAccount?: {
/** 4 to 128 characters, not blanks alone */
readonly holder?: string;
/** a BIC of 8 or 11 characters */
readonly bic?: string;
readonly mandate?: {
/** up to 35 letters, digits and + ? / - : ( ) . , ' */
readonly id?: string;
/** a date as yyyy-MM-dd */
readonly dateOfSignature?: string;
};
/** a 2-letter country code in capitals (ISO 3166-1) */
readonly country?: string;
};
readonly billing?: {
/** 1 to 100 characters */
readonly street1?: string;
/** 1 to 100 characters */
readonly street2?: string;
/** 1 to 100 characters */
readonly houseNumber1?: string;
/** 1 to 100 characters */
readonly houseNumber2?: string;
/** 1 to 80 characters */
readonly city?: string;
/** up to 50 letters, digits, dots and spaces */
readonly state?: string;
/** up to 30 letters, digits, spaces and hyphens */
readonly postcode?: string;
/** a 2-letter country code in capitals (ISO 3166-1) */
readonly country?: string;
};
readonly shipping?: {
/** 1 to 100 characters */
readonly street1?: string;
/** 1 to 100 characters */
readonly street2?: string;
/** 1 to 100 characters */
readonly houseNumber1?: string;
/** 1 to 100 characters */
readonly houseNumber2?: string;
/** 1 to 80 characters: letters, space and ' ’ - . ,; not blanks alone */
readonly city?: string;
/** up to 50 letters, digits, dots and spaces */
readonly state?: string;
/** up to 30 letters, digits, spaces and hyphens */
readonly postcode?: string;
/** a 2-letter country code in capitals (ISO 3166-1) */
readonly country?: string;
/** one of LOWEST_COST, CARRIER_DESIGNATED_BY_CUSTOMER, ELECTRONIC_DELIVERY, GROUND, INTERNATIONAL, MILITARY, NEXT_DAY_OVERNIGHT, OTHER, STORE_PICKUP, SAME_DAY_SERVICE, TWO_DAY_SERVICE, THREE_DAY_SERVICE */
readonly method?: string;
/** 1 to 160 characters */
readonly comment?: string;
/** a date as yyyy-MM-dd */
readonly expectedDate?: string;
/** 1 to 255 characters */
readonly logisticsProvider?: string;
/** 1 to 255 characters */
readonly trackingNumber?: string;
readonly customer?: {
/** 1 to 255 characters */
readonly merchantCustomerId?: string;
/** text without control characters */
readonly givenName?: string;
/** 2 to 50 characters */
readonly middleName?: string;
/** text without control characters */
readonly surname?: string;
/** a date as yyyy-MM-dd */
readonly birthDate?: string;
/** a phone number of 6 to 25 characters: + or a digit, then digits, space and . ( ) / - */
readonly phone?: string;
/** a phone number of 6 to 25 characters: + or a digit, then digits, space and . ( ) / - */
readonly mobile?: string;
/** 1 to 25 characters */
readonly workPhone?: string;
/** 6 to 128 characters */
readonly email?: string;
/** 1 to 60 characters */
readonly companyName?: string;
/** one of IDCARD, PASSPORT, TAXSTATEMENT */
readonly identificationDocType?: string;
/** 8 to 64 characters */
readonly identificationDocId?: string;
/** 1 to 255 characters */
readonly ip?: string;
/** one of NEW, EXISTING */
readonly status?: string;
};
};
readonly cart?: {
readonly items?: ReadonlyArray<{
/** 1 to 255 characters */
readonly name?: string;
/** 1 to 255 characters */
readonly merchantItemId?: string;
/** 1 to 5 digits */
readonly quantity?: string;
/** 1 to 255 characters */
readonly type?: string;
/** 1 to 255 characters */
readonly sku?: string;
/** up to 10 digits, optionally a dot and exactly 2 decimals */
readonly price?: string;
/** a 3-letter currency code in capitals (ISO 4217) */
readonly currency?: string;
/** 1 to 2048 characters */
readonly description?: string;
/** a percentage from 0 to 100 with up to 2 decimals */
readonly tax?: string;
/** up to 10 digits, optionally a dot and exactly 2 decimals */
readonly shipping?: string;
/** up to 10 digits, optionally a dot and exactly 2 decimals */
readonly discount?: string;
/** 1 to 255 characters */
readonly giftMessage?: string;
/** 1 to 255 characters */
readonly shippingMethod?: string;
/** 1 to 255 characters */
readonly shippingInstructions?: string;
/** 1 to 255 characters */
readonly shippingTrackingNumber?: string;
/** 1 to 255 characters */
readonly originalPrice?: string;
/** 1 to 2048 characters */
readonly totalAmount?: string;
/** 1 to 2048 characters */
readonly taxAmount?: string;
/** 1 to 2048 characters */
readonly totalTaxAmount?: string;
/** 1 to 2048 characters */
readonly taxRate?: string;
/** 1 to 2048 characters */
readonly discountAmount?: string;
/** 1 to 2048 characters */
readonly totalDiscountAmount?: string;
/** 1 to 2048 characters */
readonly shippingAmount?: string;
/** 1 to 2048 characters */
readonly unitPrice?: string;
/** 1 to 2048 characters */
readonly quantityUnit?: string;
/** 1 to 2048 characters */
readonly weight?: string;
/** 1 to 2048 characters */
readonly reference?: string;
/** 1 to 2048 characters */
readonly category?: string;
/** 1 to 2048 characters */
readonly categories?: string;
/** 1 to 2048 characters */
readonly brand?: string;
/** 1 to 2048 characters */
readonly manufacturer?: string;
/** 1 to 2048 characters */
readonly color?: string;
/** 1 to 2048 characters */
readonly size?: string;
/** 1 to 2048 characters */
readonly ean?: string;
/** 1 to 2048 characters */
readonly url?: string;
/** 1 to 2048 characters */
readonly itemUrl?: string;
/** 1 to 2048 characters */
readonly productUrl?: string;
/** 1 to 2048 characters */
readonly imageUrl?: string;
/** 1 to 2048 characters */
readonly productId?: string;
}>;
};
/** one of INITIAL, REPEATED */
readonly recurringType?: string;
readonly customParameters?: {
readonly [name: string]: string;
/** one of true, false */
readonly payment_retrial?: string;
/** a positive whole number */
readonly payment_attempt_number?: string;
/** 8 to 64 characters */
readonly payment_reference?: string;
};
readonly recurring?: {
readonly numberOfInstallments?: number;
readonly installments?: ReadonlyArray<{
/** a decimal number with two decimals */
readonly amount: string;
}>;
};
readonly merchant?: {
/** 1 to 100 characters */
readonly name?: string;
/** 1 to 100 characters */
readonly city?: string;
/** 1 to 100 characters */
readonly street?: string;
/** up to 10 letters, digits and hyphens */
readonly postcode?: string;
/** 1 to 50 characters */
readonly state?: string;
/** a 2-letter country code in capitals (ISO 3166-1) */
readonly country?: string;
/** up to 25 letters, digits, + - and . */
readonly phone?: string;
/** up to 4 letters or digits */
readonly mcc?: string;
/** 1 to 100 characters */
readonly submerchantId?: string;
readonly bankAccount?: {
/** who is paid */
readonly holder?: string;
/** IBAN or account number */
readonly number?: string;
/** BIC */
readonly bic?: string;
/** ISO 3166-1 */
readonly country?: string;
};
};
readonly risk?: {
/** 1 to 255 characters */
readonly channelId?: string;
/** 1 to 255 characters */
readonly serviceId?: string;
/** up to 10 digits, optionally a dot and exactly 2 decimals */
readonly amount?: string;
/** a moment as yyyy-MM-dd hh:mm:ss, 24 hours */
readonly orderTimestamp?: string;
/** 1 to 255 characters */
readonly brand?: string;
readonly parameters?: {
readonly [name: string]: string;
};
/** 1 to 60 characters */
readonly merchantWebsite?: string;
/** 1 to 64 characters */
readonly accountToken?: string;
/** -99999 to +99999 */
readonly score?: string;
/** by field, what its frame saw the page do while the card was typed */
readonly fieldEvidence?: {
readonly [name: string]: {
/** times */
readonly focusTaken?: number;
/** seconds */
readonly covered?: number;
};
};
};
readonly threeDSecure?: {
/** 32 lowercase hexadecimal characters */
readonly id?: string;
/** 1 to 9, or 01 to 09 */
readonly challengeIndicator?: string;
/** 1 to 4, or 01 to 04 */
readonly exemptionFlag?: string;
/** 00 to 07 */
readonly eci?: string;
/** 1 to 64 characters */
readonly verificationId?: string;
/** 1 to 8 characters */
readonly version?: string;
/** 1 to 64 characters */
readonly xid?: string;
/** 1 to 64 characters */
readonly dsTransactionId?: string;
/** 1 to 64 characters */
readonly acsTransactionId?: string;
/** frictionless or challenge */
readonly flow?: string;
/** Y, A, C, N, R or U */
readonly transStatus?: string;
/** what the issuer said to the exemption */
readonly exemptionResult?: 'granted' | 'refused';
/** of what succeeded: whether the issuer bears the loss of a fraud */
readonly liabilityShift?: boolean;
/** the issuer wanted the shopper authenticated, who was then asked */
readonly softDeclined?: true;
};
readonly records?: ReadonlyArray<PaymentRecord>;
};

export type PaymentPage = Envelope & {
readonly pages: number;
readonly records: ReadonlyArray<PaymentRecord>;
};

export type Aggregations = Envelope & {
readonly aggregations: ReadonlyArray<{
/** 32 lowercase hexadecimal characters */
readonly id: string;
/** 32 lowercase hexadecimal characters */
readonly entityId: string;
/** UTC day */
readonly date: string;
/** ISO 4217 */
readonly currency: Currency;
/** absent for live payments */
readonly testMode?: 'INTERNAL' | 'EXTERNAL';
/** every decimal that the currency has, two at least */
readonly amount: string;
readonly summary: ReadonlyArray<{
/** what was booked */
readonly reconciliationType: 'SETTLED' | 'FEE' | 'CHARGEBACK' | 'CHARGEBACK REVERSAL';
readonly count: number;
/** every decimal that the currency has, two at least */
readonly amount: string;
}>;
}>;
};

export type Batch = Envelope & {
/** 32 lowercase hexadecimal characters */
readonly id: string;
/** 32 lowercase hexadecimal characters */
readonly entityId: string;
/** UTC day */
readonly date: string;
/** ISO 4217 */
readonly currency: Currency;
/** absent for live payments */
readonly testMode?: 'INTERNAL' | 'EXTERNAL';
readonly records: ReadonlyArray<ReconciliationRecord>;
};

export type BatchPage = Envelope & {
/** 32 lowercase hexadecimal characters */
readonly id: string;
/** 32 lowercase hexadecimal characters */
readonly entityId: string;
/** UTC day */
readonly date: string;
/** ISO 4217 */
readonly currency: Currency;
/** absent for live payments */
readonly testMode?: 'INTERNAL' | 'EXTERNAL';
readonly pages: number;
readonly records: ReadonlyArray<ReconciliationRecord>;
};

export type Webhook = {
/** 32 lowercase hexadecimal characters */
readonly id: string;
/** 32 lowercase hexadecimal characters */
readonly entityId: string;
/** where it is told */
readonly url: string;
/** what it is told */
readonly kind: 'notifications' | 'events';
readonly types: ReadonlyArray<string>;
/** of notifications */
readonly wrapper?: 'NONE' | 'JSON';
/** what is told of the customer */
readonly fields: 'ALL' | 'NON_CUSTOMER_DATA';
/** whether a test call was acknowledged, and it goes on */
readonly active: boolean;
/** since when nothing is sent, and everything is kept */
readonly paused?: string;
/** since when the receiver has acknowledged nothing */
readonly failingSince?: string;
/** when the receiver answered 410, so that it pauses */
readonly ended?: string;
/** yyyy-MM-dd HH:mm:ss+0000 */
readonly created: string;
};

export type Delivery = {
/** 32 lowercase hexadecimal characters */
readonly id: string;
/** a type of notifications, or the type of the event */
readonly type: string;
/** id of the payment or registration */
readonly subjectId: string;
/** what became of it */
readonly status: 'waiting' | 'delivered' | 'given_up';
readonly attempts: number;
/** yyyy-MM-dd HH:mm:ss+0000 */
readonly created: string;
/** yyyy-MM-dd HH:mm:ss+0000 */
readonly latestAttempt: string | null;
/** yyyy-MM-dd HH:mm:ss+0000 */
readonly nextAttempt: string | null;
/** to the latest attempt; null before any */
readonly answer: {
/** HTTP status; null without an answer */
readonly status: number | null;
/** its beginning, or why there was none */
readonly body: string | null;
} | null;
};

export type Webhooks = Envelope & {
readonly webhooks: ReadonlyArray<Webhook>;
};

export type NewWebhook = Envelope & {
/** 32 lowercase hexadecimal characters */
readonly id: string;
/** 32 lowercase hexadecimal characters */
readonly entityId: string;
/** where it is told */
readonly url: string;
/** what it is told */
readonly kind: 'notifications' | 'events';
readonly types: ReadonlyArray<string>;
/** of notifications */
readonly wrapper?: 'NONE' | 'JSON';
/** what is told of the customer */
readonly fields: 'ALL' | 'NON_CUSTOMER_DATA';
/** whether a test call was acknowledged, and it goes on */
readonly active: boolean;
/** since when nothing is sent, and everything is kept */
readonly paused?: string;
/** since when the receiver has acknowledged nothing */
readonly failingSince?: string;
/** when the receiver answered 410, so that it pauses */
readonly ended?: string;
/** yyyy-MM-dd HH:mm:ss+0000 */
readonly created: string;
/** shown here once: 64 hexadecimal characters, or whsec_… for events */
readonly secret: string;
readonly test: {
/** whether the receiver answered any 2xx */
readonly acknowledged: boolean;
/** HTTP status; null without an answer */
readonly status: number | null;
/** its beginning, or why there was none */
readonly answer: string;
};
};

export type WebhookWithDeliveries = Envelope & {
/** 32 lowercase hexadecimal characters */
readonly id: string;
/** 32 lowercase hexadecimal characters */
readonly entityId: string;
/** where it is told */
readonly url: string;
/** what it is told */
readonly kind: 'notifications' | 'events';
readonly types: ReadonlyArray<string>;
/** of notifications */
readonly wrapper?: 'NONE' | 'JSON';
/** what is told of the customer */
readonly fields: 'ALL' | 'NON_CUSTOMER_DATA';
/** whether a test call was acknowledged, and it goes on */
readonly active: boolean;
/** since when nothing is sent, and everything is kept */
readonly paused?: string;
/** since when the receiver has acknowledged nothing */
readonly failingSince?: string;
/** when the receiver answered 410, so that it pauses */
readonly ended?: string;
/** yyyy-MM-dd HH:mm:ss+0000 */
readonly created: string;
/** whether everything has failed for an interval, so that one message is tried */
readonly retriesPaused: boolean;
readonly deliveries: ReadonlyArray<Delivery>;
};

export type TestedWebhook = Envelope & {
/** 32 lowercase hexadecimal characters */
readonly id: string;
/** 32 lowercase hexadecimal characters */
readonly entityId: string;
/** where it is told */
readonly url: string;
/** what it is told */
readonly kind: 'notifications' | 'events';
readonly types: ReadonlyArray<string>;
/** of notifications */
readonly wrapper?: 'NONE' | 'JSON';
/** what is told of the customer */
readonly fields: 'ALL' | 'NON_CUSTOMER_DATA';
/** whether a test call was acknowledged, and it goes on */
readonly active: boolean;
/** since when nothing is sent, and everything is kept */
readonly paused?: string;
/** since when the receiver has acknowledged nothing */
readonly failingSince?: string;
/** when the receiver answered 410, so that it pauses */
readonly ended?: string;
/** yyyy-MM-dd HH:mm:ss+0000 */
readonly created: string;
readonly test: {
/** whether the receiver answered any 2xx */
readonly acknowledged: boolean;
/** HTTP status; null without an answer */
readonly status: number | null;
/** its beginning, or why there was none */
readonly answer: string;
};
};

export type ChangedWebhook = Envelope & {
/** 32 lowercase hexadecimal characters */
readonly id: string;
/** 32 lowercase hexadecimal characters */
readonly entityId: string;
/** where it is told */
readonly url: string;
/** what it is told */
readonly kind: 'notifications' | 'events';
readonly types: ReadonlyArray<string>;
/** of notifications */
readonly wrapper?: 'NONE' | 'JSON';
/** what is told of the customer */
readonly fields: 'ALL' | 'NON_CUSTOMER_DATA';
/** whether a test call was acknowledged, and it goes on */
readonly active: boolean;
/** since when nothing is sent, and everything is kept */
readonly paused?: string;
/** since when the receiver has acknowledged nothing */
readonly failingSince?: string;
/** when the receiver answered 410, so that it pauses */
readonly ended?: string;
/** yyyy-MM-dd HH:mm:ss+0000 */
readonly created: string;
readonly test?: {
/** whether the receiver answered any 2xx */
readonly acknowledged: boolean;
/** HTTP status; null without an answer */
readonly status: number | null;
/** its beginning, or why there was none */
readonly answer: string;
};
};

export type WebhookWithSecret = Envelope & {
/** 32 lowercase hexadecimal characters */
readonly id: string;
/** 32 lowercase hexadecimal characters */
readonly entityId: string;
/** where it is told */
readonly url: string;
/** what it is told */
readonly kind: 'notifications' | 'events';
readonly types: ReadonlyArray<string>;
/** of notifications */
readonly wrapper?: 'NONE' | 'JSON';
/** what is told of the customer */
readonly fields: 'ALL' | 'NON_CUSTOMER_DATA';
/** whether a test call was acknowledged, and it goes on */
readonly active: boolean;
/** since when nothing is sent, and everything is kept */
readonly paused?: string;
/** since when the receiver has acknowledged nothing */
readonly failingSince?: string;
/** when the receiver answered 410, so that it pauses */
readonly ended?: string;
/** yyyy-MM-dd HH:mm:ss+0000 */
readonly created: string;
/** shown here once: 64 hexadecimal characters, or whsec_… for events */
readonly secret: string;
};

export type NotificationKey = Envelope & {
/** 32 lowercase hexadecimal characters */
readonly entityId: string;
/** shown here once: 64 hexadecimal characters */
readonly key: string;
};

export type WebhookDeletion = Envelope & {
/** 32 lowercase hexadecimal characters */
readonly id: string;
};

export type ReplayedDelivery = Envelope & {
/** 32 lowercase hexadecimal characters */
readonly id: string;
/** a type of notifications, or the type of the event */
readonly type: string;
/** id of the payment or registration */
readonly subjectId: string;
/** what became of it */
readonly status: 'waiting' | 'delivered' | 'given_up';
readonly attempts: number;
/** yyyy-MM-dd HH:mm:ss+0000 */
readonly created: string;
/** yyyy-MM-dd HH:mm:ss+0000 */
readonly latestAttempt: string | null;
/** yyyy-MM-dd HH:mm:ss+0000 */
readonly nextAttempt: string | null;
/** to the latest attempt; null before any */
readonly answer: {
/** HTTP status; null without an answer */
readonly status: number | null;
/** its beginning, or why there was none */
readonly body: string | null;
} | null;
};

export type Deliveries = Envelope & {
readonly deliveries: ReadonlyArray<Delivery>;
/** whether there are others behind them */
readonly more: boolean;
};

export type WholeDelivery = Envelope & {
/** 32 lowercase hexadecimal characters */
readonly id: string;
/** a type of notifications, or the type of the event */
readonly type: string;
/** id of the payment or registration */
readonly subjectId: string;
/** what became of it */
readonly status: 'waiting' | 'delivered' | 'given_up';
readonly attempts: number;
/** yyyy-MM-dd HH:mm:ss+0000 */
readonly created: string;
/** yyyy-MM-dd HH:mm:ss+0000 */
readonly latestAttempt: string | null;
/** yyyy-MM-dd HH:mm:ss+0000 */
readonly nextAttempt: string | null;
/** to the latest attempt; null before any */
readonly answer: {
/** HTTP status; null without an answer */
readonly status: number | null;
/** its beginning, or why there was none */
readonly body: string | null;
} | null;
/** where it goes to now */
readonly url: string;
/** those that every attempt has */
readonly headers: Readonly<Record<string, unknown>>;
/** what the receiver is told, before it is encrypted or signed */
readonly payload: Readonly<Record<string, unknown>>;
readonly attemptList: ReadonlyArray<{
/** yyyy-MM-dd HH:mm:ss+0000 */
readonly started: string;
/** how long it took; null where an older release has made it */
readonly durationMs: number | null;
/** where it went to */
readonly url: string | null;
/** HTTP status; null without an answer */
readonly status: number | null;
/** its first kilobyte, or why there was none */
readonly answer: string;
/** those that no other attempt has: time and signature, or vector and tag */
readonly headers: Readonly<Record<string, unknown>>;
}>;
};

export type Replayed = Envelope & {
readonly replayed: number;
/** whether there are others behind them */
readonly more: boolean;
};

export type Event = {
/** 32 lowercase hexadecimal characters */
readonly id: string;
/** the type of the event */
readonly type: string;
/** the channel in which it happened */
readonly entityId: string;
/** id of the payment or registration */
readonly subjectId: string;
readonly sequence: number;
/** the payment that the sequence counts in */
readonly sequenceOf: string;
/** yyyy-MM-dd HH:mm:ss+0000 */
readonly created: string;
/** the same, ISO 8601 with milliseconds */
readonly occurred: string;
/** the body that receivers are sent (/schemas/events/v1) */
readonly event: Readonly<Record<string, unknown>>;
};

export type Events = Envelope & {
readonly events: ReadonlyArray<Event>;
/** whether there are others behind them */
readonly more: boolean;
};

export type EventSchemas = {
readonly events: ReadonlyArray<{
/** the type of the event */
readonly type: string;
/** where its schema is */
readonly schema: string;
}>;
};

export type EventSchema = {
/** the draft of JSON Schema */
readonly $schema: string;
/** where it is */
readonly $id: string;
/** the type of the event */
readonly title: string;
};

export type ChannelTime = Envelope & {
/** yyyy-MM-dd HH:mm:ss+0000 */
readonly channelTime: string;
};

export type Behaviour = Envelope & {
/** how the simulator behaves now */
readonly behaviour: string;
};

export type Health = {
/** that it answers */
readonly status: 'alive';
};

export type Readiness = {
/** whether every check is ok */
readonly ready: boolean;
readonly checks: {
/** ok, starting or draining */
readonly process: string;
/** ok, or why it is of no use */
readonly database: string;
/** ok, or how many are missing */
readonly migrations: string;
/** ok, or that they are not those of the database */
readonly keys: string;
/** ok, or how far it is from the clock of the database */
readonly clock: string;
};
};

export type ResultCodes = {
readonly resultCodes: ReadonlyArray<{
/** the code */
readonly code: string;
/** in words */
readonly description: string;
}>;
};

export type Scripts = {
/** the release of the form */
readonly release: string;
readonly scripts: ReadonlyArray<{
/** where it is */
readonly path?: string;
/** its release */
readonly version?: string;
/** its hash */
readonly integrity?: string;
/** who loads it */
readonly loadedBy?: string;
/** what it is for */
readonly purpose?: string;
}>;
};

export type Script = string;

export type Notification = {
/** what it is about */
readonly type: 'PAYMENT' | 'REGISTRATION' | 'SCHEDULE' | 'RISK' | 'PAGE_WATCH' | 'WEBHOOK';
/** what happened to it */
readonly action: 'CREATED' | 'UPDATED' | 'DELETED';
/** what the API answers at that moment */
readonly payload: Readonly<Record<string, unknown>>;
/** decimal, as the request had it */
readonly presentationAmount?: string;
/** ISO 4217 */
readonly presentationCurrency?: string;
/** of captures, reversals, refunds and chargebacks */
readonly referencedId?: string;
};

export type EventInstrumentDetails = unknown;

export type EventFrequency = {
readonly type?: 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'YEARLY';
readonly interval?: number;
};

export type EventMoney = {
/** In the smallest unit of the currency */
readonly value?: number;
/** ISO 4217 code */
readonly currency?: string;
};

export type EventConsumer = {
/** Full name */
readonly name?: string;
readonly email?: string;
readonly phone?: string;
/** ISO 3166-1 alpha-2 code */
readonly country?: string;
/** Language and country, for example ll-CC */
readonly locale?: string;
/** Tax identifier in the consumer's country */
readonly taxIdentification?: string;
readonly merchantConsumerReference?: string;
readonly billingAddress?: EventAddress;
};

export type EventAddress = {
readonly firstName?: string;
readonly lastName?: string;
readonly phoneNumber?: string;
readonly street?: string;
readonly postalCode?: string;
readonly city?: string;
readonly region?: string;
/** ISO 3166-1 alpha-2 code */
readonly country?: string;
};

export type EventAuthenticationMethod = unknown;

export type EventProcessingFailure = {
readonly failureType?: 'INTERNAL_ERROR' | 'INTERNAL_DECLINE' | 'PROVIDER_ERROR' | 'PROVIDER_DECLINE';
readonly failureCode?: string;
/** In the words of the payment's provider */
readonly providerFailureCode?: string;
readonly failureMessage?: string;
};

export type EventOrder = {
readonly orderItems?: ReadonlyArray<EventOrderItem>;
readonly industryData?: ReadonlyArray<EventIndustryData>;
/** The same for all payment attempts of an order */
readonly orderReferenceNumber?: string;
};

export type EventOrderItem = {
readonly name?: string;
readonly quantity?: number;
/** Of a single unit, in the smallest unit of the currency */
readonly amount?: number;
};

export type EventIndustryData = unknown;

export type EventTripSegment = {
readonly fareBasisCode?: string;
/** Three-letter airport code */
readonly departureAirportCode?: string;
readonly destinationAirportCode?: string;
readonly flightNumber?: string;
readonly departureDate?: string;
/** Two-letter airline code */
readonly flightCarrierCode?: string;
readonly segmentId?: string;
};

export type EventAuthenticationSettings = unknown;

export type EventExternal3ds = {
readonly authenticationStatus?: 'SUCCESS' | 'ATTEMPT_ACKNOWLEDGED' | 'FAILED' | 'AUTHENTICATION_UNAVAILABLE';
readonly authenticationStatusReason?: 'CARD_AUTHENTICATION_FAILED' | 'UNKNOWN_DEVICE' | 'UNSUPPORTED_DEVICE' | 'EXCEEDS_AUTHENTICATION_FREQUENCY_LIMIT' | 'EXPIRED_CARD' | 'INVALID_CARD_NUMBER' | 'INVALID_TRANSACTION' | 'NO_CARD_RECORD' | 'SECURITY_FAILURE' | 'STOLEN_CARD' | 'SUSPECTED_FRAUD' | 'TRANSACTION_NOT_PERMITTED_TO_CARDHOLDER' | 'CARDHOLDER_NOT_ENROLLED_IN_SERVICE' | 'TRANSACTION_TIMED_OUT_AT_THE_ACS' | 'LOW_CONFIDENCE' | 'MEDIUM_CONFIDENCE' | 'HIGH_CONFIDENCE' | 'VERY_HIGH_CONFIDENCE' | 'EXCEEDS_ACS_MAXIMUM_CHALLENGES' | 'NON_PAYMENT_TRANSACTION_NOT_SUPPORTED' | 'THREE_RI_TRANSACTION_NOT_SUPPORTED';
/** Cryptogram */
readonly authenticationValue?: string;
readonly authenticationAlgorithm?: string;
readonly authenticationMode?: 'SCA' | 'FRICTIONLESS';
/** Electronic commerce indicator */
readonly eci?: string;
readonly version?: string;
/** 3-D Secure transaction identifier */
readonly externalId?: string;
readonly externalAcsId?: string;
readonly score?: string;
readonly challenge?: {
readonly preference?: 'NO_PREFERENCE' | 'NO_CHALLENGE_REQUESTED' | 'CHALLENGE_REQUESTED' | 'CHALLENGE_MANDATED' | 'DATA_ONLY';
readonly outcome?: 'CHALLENGE' | 'FRICTIONLESS' | 'DATA_ONLY';
readonly exemptionReason?: 'LOW_VALUE' | 'LOW_RISK' | 'TRUSTED_BENEFICIARY' | 'FIXED_RECURRING';
readonly cancellationReason?: 'CARDHOLDER_CANCELLED' | 'REQUESTOR_CANCELLED' | 'TRANSACTION_ABANDONED' | 'TRANSACTION_TIMEOUT_ACS_OTHER' | 'TRANSACTION_TIMEOUT_ACS_CREQ_NOT_RECEIVED' | 'TRANSACTION_ERROR' | 'UNKNOWN';
};
readonly outOfScope?: {
readonly reason?: 'MIT' | 'MOTO' | 'ONE_LEG_OUT' | 'ANONYMOUS';
};
};

export type PAYMENT_AGREEMENT_CREATED = {
readonly type?: string;
readonly paymentAgreementId?: string;
readonly paymentAgreementStatus?: 'INITIALIZING' | 'AUTHENTICATION_PENDING' | 'ACTIVE' | 'REVOKED_BY_CONSUMER' | 'REVOKED_BY_MERCHANT' | 'REVOKED_BY_PROVIDER' | 'FAILED';
/** Payment method code */
readonly paymentMethod?: string;
readonly paymentSessionId?: string;
readonly merchantPaymentAgreementReference?: string;
readonly merchantId?: string;
readonly description?: string;
readonly instrument?: EventInstrumentDetails;
readonly startDate?: string;
readonly endDate?: string;
readonly frequency?: EventFrequency;
readonly amount?: EventMoney;
readonly amountType?: 'MAX' | 'EXACT' | 'VARIABLE';
readonly consumer?: EventConsumer;
};

export type PAYMENT_AGREEMENT_AUTHENTICATION_PENDING = {
readonly type?: string;
readonly paymentAgreementId?: string;
readonly paymentAgreementStatus?: 'INITIALIZING' | 'AUTHENTICATION_PENDING' | 'ACTIVE' | 'REVOKED_BY_CONSUMER' | 'REVOKED_BY_MERCHANT' | 'REVOKED_BY_PROVIDER' | 'FAILED';
/** Payment method code */
readonly paymentMethod?: string;
readonly paymentSessionId?: string;
readonly merchantPaymentAgreementReference?: string;
readonly merchantId?: string;
readonly authenticationMethods?: ReadonlyArray<EventAuthenticationMethod>;
};

export type PAYMENT_AGREEMENT_ACTIVE = {
readonly type?: string;
readonly paymentAgreementId?: string;
readonly paymentAgreementStatus?: 'INITIALIZING' | 'AUTHENTICATION_PENDING' | 'ACTIVE' | 'REVOKED_BY_CONSUMER' | 'REVOKED_BY_MERCHANT' | 'REVOKED_BY_PROVIDER' | 'FAILED';
/** Payment method code */
readonly paymentMethod?: string;
readonly paymentSessionId?: string;
readonly merchantPaymentAgreementReference?: string;
readonly merchantId?: string;
};

export type PAYMENT_AGREEMENT_UPDATED = {
readonly type?: string;
readonly paymentAgreementId?: string;
readonly paymentAgreementStatus?: 'INITIALIZING' | 'AUTHENTICATION_PENDING' | 'ACTIVE' | 'REVOKED_BY_CONSUMER' | 'REVOKED_BY_MERCHANT' | 'REVOKED_BY_PROVIDER' | 'FAILED';
/** Payment method code */
readonly paymentMethod?: string;
readonly paymentSessionId?: string;
readonly merchantPaymentAgreementReference?: string;
readonly merchantId?: string;
};

export type PAYMENT_AGREEMENT_FAILED = {
readonly type?: string;
readonly paymentAgreementId?: string;
readonly paymentAgreementStatus?: 'INITIALIZING' | 'AUTHENTICATION_PENDING' | 'ACTIVE' | 'REVOKED_BY_CONSUMER' | 'REVOKED_BY_MERCHANT' | 'REVOKED_BY_PROVIDER' | 'FAILED';
/** Payment method code */
readonly paymentMethod?: string;
readonly paymentSessionId?: string;
readonly merchantPaymentAgreementReference?: string;
readonly merchantId?: string;
readonly failure?: EventProcessingFailure;
};

export type PAYMENT_AGREEMENT_REVOKED_BY_CONSUMER = {
readonly type?: string;
readonly paymentAgreementId?: string;
readonly paymentAgreementStatus?: 'INITIALIZING' | 'AUTHENTICATION_PENDING' | 'ACTIVE' | 'REVOKED_BY_CONSUMER' | 'REVOKED_BY_MERCHANT' | 'REVOKED_BY_PROVIDER' | 'FAILED';
/** Payment method code */
readonly paymentMethod?: string;
readonly paymentSessionId?: string;
readonly merchantPaymentAgreementReference?: string;
readonly merchantId?: string;
};

export type PAYMENT_AGREEMENT_REVOKED_BY_MERCHANT = {
readonly type?: string;
readonly paymentAgreementId?: string;
readonly paymentAgreementStatus?: 'INITIALIZING' | 'AUTHENTICATION_PENDING' | 'ACTIVE' | 'REVOKED_BY_CONSUMER' | 'REVOKED_BY_MERCHANT' | 'REVOKED_BY_PROVIDER' | 'FAILED';
/** Payment method code */
readonly paymentMethod?: string;
readonly paymentSessionId?: string;
readonly merchantPaymentAgreementReference?: string;
readonly merchantId?: string;
};

export type PAYMENT_AGREEMENT_REVOKED_BY_PROVIDER = {
readonly type?: string;
readonly paymentAgreementId?: string;
readonly paymentAgreementStatus?: 'INITIALIZING' | 'AUTHENTICATION_PENDING' | 'ACTIVE' | 'REVOKED_BY_CONSUMER' | 'REVOKED_BY_MERCHANT' | 'REVOKED_BY_PROVIDER' | 'FAILED';
/** Payment method code */
readonly paymentMethod?: string;
readonly paymentSessionId?: string;
readonly merchantPaymentAgreementReference?: string;
readonly merchantId?: string;
};

export type PAYMENT_CHARGE_CREATED = {
readonly type?: string;
readonly paymentChargeId?: string;
readonly paymentChargeStatus?: 'AUTHORIZATION_PROCESSING' | 'AUTHORIZATION_ASYNC' | 'AUTHENTICATION_PENDING' | 'CAPTURE_PENDING' | 'CAPTURE_PROCESSING' | 'CAPTURED' | 'REFUND_PROCESSING' | 'REFUNDED' | 'VOID_PROCESSING' | 'VOIDED' | 'DISCARDED' | 'FAILED';
readonly paymentMethod?: string;
readonly merchantId?: string;
/** Identifies a single payment attempt */
readonly merchantPaymentChargeReference?: string;
readonly orderReferenceNumber?: string;
readonly paymentSessionId?: string;
readonly testMode?: 'INTERNAL';
readonly paymentMedium?: 'ECOMMERCE' | 'MOTO' | 'POS';
readonly initiator?: 'CONSUMER' | 'MERCHANT';
/** May appear on statements */
readonly paymentDescriptor?: string;
readonly amount?: EventMoney;
readonly order?: EventOrder;
readonly consumer?: EventConsumer;
readonly authenticationSettings?: ReadonlyArray<EventAuthenticationSettings>;
readonly instrument?: EventInstrumentDetails;
};

export type PAYMENT_CHARGE_AUTHENTICATION_PENDING = {
readonly type?: string;
readonly paymentChargeId?: string;
readonly paymentChargeStatus?: 'AUTHORIZATION_PROCESSING' | 'AUTHORIZATION_ASYNC' | 'AUTHENTICATION_PENDING' | 'CAPTURE_PENDING' | 'CAPTURE_PROCESSING' | 'CAPTURED' | 'REFUND_PROCESSING' | 'REFUNDED' | 'VOID_PROCESSING' | 'VOIDED' | 'DISCARDED' | 'FAILED';
readonly paymentMethod?: string;
readonly merchantId?: string;
/** Identifies a single payment attempt */
readonly merchantPaymentChargeReference?: string;
readonly orderReferenceNumber?: string;
readonly paymentSessionId?: string;
readonly testMode?: 'INTERNAL';
readonly authorizationId?: string;
readonly amount?: EventMoney;
readonly authenticationMethods?: ReadonlyArray<EventAuthenticationMethod>;
};

export type PAYMENT_CHARGE_PROVIDER_CONFIRMATION_PENDING = {
readonly type?: string;
readonly paymentChargeId?: string;
readonly paymentChargeStatus?: 'AUTHORIZATION_PROCESSING' | 'AUTHORIZATION_ASYNC' | 'AUTHENTICATION_PENDING' | 'CAPTURE_PENDING' | 'CAPTURE_PROCESSING' | 'CAPTURED' | 'REFUND_PROCESSING' | 'REFUNDED' | 'VOID_PROCESSING' | 'VOIDED' | 'DISCARDED' | 'FAILED';
readonly paymentMethod?: string;
readonly merchantId?: string;
/** Identifies a single payment attempt */
readonly merchantPaymentChargeReference?: string;
readonly orderReferenceNumber?: string;
readonly paymentSessionId?: string;
readonly testMode?: 'INTERNAL';
readonly authorizationId?: string;
readonly amount?: EventMoney;
};

export type PAYMENT_CHARGE_AUTHORIZATION_SUCCEEDED = {
readonly type?: string;
readonly paymentChargeId?: string;
readonly paymentChargeStatus?: 'AUTHORIZATION_PROCESSING' | 'AUTHORIZATION_ASYNC' | 'AUTHENTICATION_PENDING' | 'CAPTURE_PENDING' | 'CAPTURE_PROCESSING' | 'CAPTURED' | 'REFUND_PROCESSING' | 'REFUNDED' | 'VOID_PROCESSING' | 'VOIDED' | 'DISCARDED' | 'FAILED';
readonly paymentMethod?: string;
readonly merchantId?: string;
/** Identifies a single payment attempt */
readonly merchantPaymentChargeReference?: string;
readonly orderReferenceNumber?: string;
readonly paymentSessionId?: string;
readonly testMode?: 'INTERNAL';
readonly authorizationId?: string;
readonly amount?: EventMoney;
/** Whether a capture is still needed */
readonly isMultiStep?: boolean;
};

export type PAYMENT_CHARGE_AUTHORIZATION_FAILED = {
readonly type?: string;
readonly paymentChargeId?: string;
readonly paymentChargeStatus?: 'AUTHORIZATION_PROCESSING' | 'AUTHORIZATION_ASYNC' | 'AUTHENTICATION_PENDING' | 'CAPTURE_PENDING' | 'CAPTURE_PROCESSING' | 'CAPTURED' | 'REFUND_PROCESSING' | 'REFUNDED' | 'VOID_PROCESSING' | 'VOIDED' | 'DISCARDED' | 'FAILED';
readonly paymentMethod?: string;
readonly merchantId?: string;
/** Identifies a single payment attempt */
readonly merchantPaymentChargeReference?: string;
readonly orderReferenceNumber?: string;
readonly paymentSessionId?: string;
readonly testMode?: 'INTERNAL';
readonly authorizationId?: string;
readonly amount?: EventMoney;
readonly failure?: EventProcessingFailure;
};

export type PAYMENT_CHARGE_CAPTURE_SUCCEEDED = {
readonly type?: string;
readonly paymentChargeId?: string;
readonly paymentChargeStatus?: 'AUTHORIZATION_PROCESSING' | 'AUTHORIZATION_ASYNC' | 'AUTHENTICATION_PENDING' | 'CAPTURE_PENDING' | 'CAPTURE_PROCESSING' | 'CAPTURED' | 'REFUND_PROCESSING' | 'REFUNDED' | 'VOID_PROCESSING' | 'VOIDED' | 'DISCARDED' | 'FAILED';
readonly paymentMethod?: string;
readonly merchantId?: string;
/** Identifies a single payment attempt */
readonly merchantPaymentChargeReference?: string;
readonly orderReferenceNumber?: string;
readonly paymentSessionId?: string;
readonly testMode?: 'INTERNAL';
readonly captureId?: string;
readonly amount?: EventMoney;
readonly merchantCaptureReference?: string;
};

export type PAYMENT_CHARGE_CAPTURE_FAILED = {
readonly type?: string;
readonly paymentChargeId?: string;
readonly paymentChargeStatus?: 'AUTHORIZATION_PROCESSING' | 'AUTHORIZATION_ASYNC' | 'AUTHENTICATION_PENDING' | 'CAPTURE_PENDING' | 'CAPTURE_PROCESSING' | 'CAPTURED' | 'REFUND_PROCESSING' | 'REFUNDED' | 'VOID_PROCESSING' | 'VOIDED' | 'DISCARDED' | 'FAILED';
readonly paymentMethod?: string;
readonly merchantId?: string;
/** Identifies a single payment attempt */
readonly merchantPaymentChargeReference?: string;
readonly orderReferenceNumber?: string;
readonly paymentSessionId?: string;
readonly testMode?: 'INTERNAL';
readonly captureId?: string;
readonly amount?: EventMoney;
readonly merchantCaptureReference?: string;
readonly failure?: EventProcessingFailure;
};

export type PAYMENT_CHARGE_DISCARDED = {
readonly type?: string;
readonly paymentChargeId?: string;
readonly paymentChargeStatus?: 'AUTHORIZATION_PROCESSING' | 'AUTHORIZATION_ASYNC' | 'AUTHENTICATION_PENDING' | 'CAPTURE_PENDING' | 'CAPTURE_PROCESSING' | 'CAPTURED' | 'REFUND_PROCESSING' | 'REFUNDED' | 'VOID_PROCESSING' | 'VOIDED' | 'DISCARDED' | 'FAILED';
readonly paymentMethod?: string;
readonly merchantId?: string;
/** Identifies a single payment attempt */
readonly merchantPaymentChargeReference?: string;
readonly orderReferenceNumber?: string;
readonly paymentSessionId?: string;
readonly testMode?: 'INTERNAL';
readonly discardType?: 'AUTHENTICATION_TIMEOUT' | 'PROVIDER_CONFIRMATION_TIMEOUT' | 'MERCHANT_INITIATED_DISCARD';
readonly authorizationId?: string;
readonly amount?: EventMoney;
readonly merchantDiscardReference?: string;
};

export type PAYMENT_CHARGE_DISCARD_FAILED = {
readonly type?: string;
readonly paymentChargeId?: string;
readonly paymentChargeStatus?: 'AUTHORIZATION_PROCESSING' | 'AUTHORIZATION_ASYNC' | 'AUTHENTICATION_PENDING' | 'CAPTURE_PENDING' | 'CAPTURE_PROCESSING' | 'CAPTURED' | 'REFUND_PROCESSING' | 'REFUNDED' | 'VOID_PROCESSING' | 'VOIDED' | 'DISCARDED' | 'FAILED';
readonly paymentMethod?: string;
readonly merchantId?: string;
/** Identifies a single payment attempt */
readonly merchantPaymentChargeReference?: string;
readonly orderReferenceNumber?: string;
readonly paymentSessionId?: string;
readonly testMode?: 'INTERNAL';
readonly discardType?: 'AUTHENTICATION_TIMEOUT' | 'PROVIDER_CONFIRMATION_TIMEOUT' | 'MERCHANT_INITIATED_DISCARD';
readonly authorizationId?: string;
readonly amount?: EventMoney;
readonly merchantDiscardReference?: string;
};

export type PAYMENT_CHARGE_REFUND_SUCCEEDED = {
readonly type?: string;
readonly paymentChargeId?: string;
readonly paymentChargeStatus?: 'AUTHORIZATION_PROCESSING' | 'AUTHORIZATION_ASYNC' | 'AUTHENTICATION_PENDING' | 'CAPTURE_PENDING' | 'CAPTURE_PROCESSING' | 'CAPTURED' | 'REFUND_PROCESSING' | 'REFUNDED' | 'VOID_PROCESSING' | 'VOIDED' | 'DISCARDED' | 'FAILED';
readonly paymentMethod?: string;
readonly merchantId?: string;
/** Identifies a single payment attempt */
readonly merchantPaymentChargeReference?: string;
readonly orderReferenceNumber?: string;
readonly paymentSessionId?: string;
readonly testMode?: 'INTERNAL';
readonly refundId?: string;
readonly amount?: EventMoney;
readonly merchantRefundReference?: string;
};

export type PAYMENT_CHARGE_REFUND_PENDING = {
readonly type?: string;
readonly paymentChargeId?: string;
readonly paymentChargeStatus?: 'AUTHORIZATION_PROCESSING' | 'AUTHORIZATION_ASYNC' | 'AUTHENTICATION_PENDING' | 'CAPTURE_PENDING' | 'CAPTURE_PROCESSING' | 'CAPTURED' | 'REFUND_PROCESSING' | 'REFUNDED' | 'VOID_PROCESSING' | 'VOIDED' | 'DISCARDED' | 'FAILED';
readonly paymentMethod?: string;
readonly merchantId?: string;
/** Identifies a single payment attempt */
readonly merchantPaymentChargeReference?: string;
readonly orderReferenceNumber?: string;
readonly paymentSessionId?: string;
readonly testMode?: 'INTERNAL';
readonly refundId?: string;
readonly amount?: EventMoney;
readonly merchantRefundReference?: string;
};

export type PAYMENT_CHARGE_REFUND_FAILED = {
readonly type?: string;
readonly paymentChargeId?: string;
readonly paymentChargeStatus?: 'AUTHORIZATION_PROCESSING' | 'AUTHORIZATION_ASYNC' | 'AUTHENTICATION_PENDING' | 'CAPTURE_PENDING' | 'CAPTURE_PROCESSING' | 'CAPTURED' | 'REFUND_PROCESSING' | 'REFUNDED' | 'VOID_PROCESSING' | 'VOIDED' | 'DISCARDED' | 'FAILED';
readonly paymentMethod?: string;
readonly merchantId?: string;
/** Identifies a single payment attempt */
readonly merchantPaymentChargeReference?: string;
readonly orderReferenceNumber?: string;
readonly paymentSessionId?: string;
readonly testMode?: 'INTERNAL';
readonly refundId?: string;
readonly amount?: EventMoney;
readonly merchantRefundReference?: string;
readonly failure?: EventProcessingFailure;
};

export type PAYMENT_CHARGE_VOID_SUCCEEDED = {
readonly type?: string;
readonly paymentChargeId?: string;
readonly paymentChargeStatus?: 'AUTHORIZATION_PROCESSING' | 'AUTHORIZATION_ASYNC' | 'AUTHENTICATION_PENDING' | 'CAPTURE_PENDING' | 'CAPTURE_PROCESSING' | 'CAPTURED' | 'REFUND_PROCESSING' | 'REFUNDED' | 'VOID_PROCESSING' | 'VOIDED' | 'DISCARDED' | 'FAILED';
readonly paymentMethod?: string;
readonly merchantId?: string;
/** Identifies a single payment attempt */
readonly merchantPaymentChargeReference?: string;
readonly orderReferenceNumber?: string;
readonly paymentSessionId?: string;
readonly testMode?: 'INTERNAL';
readonly voidId?: string;
readonly amount?: EventMoney;
readonly merchantVoidReference?: string;
};

export type PAYMENT_CHARGE_VOID_FAILED = {
readonly type?: string;
readonly paymentChargeId?: string;
readonly paymentChargeStatus?: 'AUTHORIZATION_PROCESSING' | 'AUTHORIZATION_ASYNC' | 'AUTHENTICATION_PENDING' | 'CAPTURE_PENDING' | 'CAPTURE_PROCESSING' | 'CAPTURED' | 'REFUND_PROCESSING' | 'REFUNDED' | 'VOID_PROCESSING' | 'VOIDED' | 'DISCARDED' | 'FAILED';
readonly paymentMethod?: string;
readonly merchantId?: string;
/** Identifies a single payment attempt */
readonly merchantPaymentChargeReference?: string;
readonly orderReferenceNumber?: string;
readonly paymentSessionId?: string;
readonly testMode?: 'INTERNAL';
readonly voidId?: string;
readonly amount?: EventMoney;
readonly merchantVoidReference?: string;
readonly failure?: EventProcessingFailure;
};

export type CHARGEBACK_SUCCEEDED = {
readonly type?: string;
readonly paymentChargeId?: string;
readonly merchantId?: string;
readonly amount?: EventMoney;
};

/** What each operation takes and answers, by its id in the OpenAPI document. */
export interface Operations {
  /** Create a checkout. Begins a payment in the form. The id goes into the address of the script; it is valid for 30 minutes. Without paymentType and amount, and with createRegistration=true, the checkout only stores a card. */
  'create-checkout': {
    args: [parameters?: Optional<'entityId' | 'amount' | 'currency' | 'paymentType' | 'paymentBrand' | 'descriptor' | 'merchantTransactionId' | 'merchantInvoiceId' | 'transactionCategory' | 'testMode' | 'shopperResultUrl' | 'notificationUrl' | 'integrity' | 'standingInstruction.type' | 'standingInstruction.mode' | 'standingInstruction.source' | 'standingInstruction.amountType' | 'standingInstruction.frequency' | 'standingInstruction.interval' | 'standingInstruction.startDate' | 'standingInstruction.endDate' | 'customer.locale' | 'customer.taxIdentification' | 'bankAccount.holder' | 'bankAccount.bic' | 'bankAccount.mandate.id' | 'bankAccount.mandate.dateOfSignature' | 'bankAccount.country' | 'customer.merchantCustomerId' | 'customer.givenName' | 'customer.middleName' | 'customer.surname' | 'customer.birthDate' | 'customer.phone' | 'customer.mobile' | 'customer.workPhone' | 'customer.email' | 'customer.companyName' | 'customer.identificationDocType' | 'customer.identificationDocId' | 'customer.ip' | 'customer.status' | 'customer.browserFingerprint.id' | 'customer.browserFingerprint.value' | 'customer.browser.acceptHeader' | 'customer.browser.userAgent' | 'customer.browser.language' | 'customer.browser.screenHeight' | 'customer.browser.screenWidth' | 'customer.browser.screenColorDepth' | 'customer.browser.timezone' | 'customer.browser.javaEnabled' | 'customer.browser.javascriptEnabled' | 'customer.browser.challengeWindow' | 'billing.street1' | 'billing.street2' | 'billing.houseNumber1' | 'billing.houseNumber2' | 'billing.city' | 'billing.state' | 'billing.postcode' | 'billing.country' | 'shipping.street1' | 'shipping.street2' | 'shipping.houseNumber1' | 'shipping.houseNumber2' | 'shipping.city' | 'shipping.state' | 'shipping.postcode' | 'shipping.country' | 'shipping.method' | 'shipping.comment' | 'shipping.expectedDate' | 'shipping.logisticsProvider' | 'shipping.trackingNumber' | 'shipping.customer.merchantCustomerId' | 'shipping.customer.givenName' | 'shipping.customer.middleName' | 'shipping.customer.surname' | 'shipping.customer.birthDate' | 'shipping.customer.phone' | 'shipping.customer.mobile' | 'shipping.customer.workPhone' | 'shipping.customer.email' | 'shipping.customer.companyName' | 'shipping.customer.identificationDocType' | 'shipping.customer.identificationDocId' | 'shipping.customer.ip' | 'shipping.customer.status' | 'merchant.name' | 'merchant.city' | 'merchant.street' | 'merchant.postcode' | 'merchant.state' | 'merchant.country' | 'merchant.phone' | 'merchant.mcc' | 'merchant.submerchantId' | 'createRegistration' | 'recurringType' | 'recurring.numberOfInstallments' | 'risk.channelId' | 'risk.serviceId' | 'risk.amount' | 'risk.orderTimestamp' | 'risk.brand' | 'risk.merchantWebsite' | 'risk.accountToken' | 'threeDSecure.challengeIndicator' | 'threeDSecure.exemptionFlag' | 'threeDSecure.eci' | 'threeDSecure.verificationId' | 'threeDSecure.version' | 'threeDSecure.xid' | 'threeDSecure.dsTransactionId' | 'threeDSecure.acsTransactionId' | 'customParameters[payment_retrial]' | 'customParameters[payment_attempt_number]' | 'customParameters[payment_reference]'> & { readonly [Name in ListedNames1]?: string | boolean | undefined }, options?: RequestOptions];
    answer: Checkout;
  };
  /** Change a checkout. Sets or replaces parameters, as long as no payment is under way: the amount of a changed cart. */
  'update-checkout': {
    args: [id: string, parameters?: Optional<'entityId' | 'amount' | 'currency' | 'paymentType' | 'paymentBrand' | 'descriptor' | 'merchantTransactionId' | 'merchantInvoiceId' | 'transactionCategory' | 'testMode' | 'shopperResultUrl' | 'notificationUrl' | 'standingInstruction.type' | 'standingInstruction.mode' | 'standingInstruction.source' | 'standingInstruction.amountType' | 'standingInstruction.frequency' | 'standingInstruction.interval' | 'standingInstruction.startDate' | 'standingInstruction.endDate' | 'customer.locale' | 'customer.taxIdentification' | 'bankAccount.holder' | 'bankAccount.bic' | 'bankAccount.mandate.id' | 'bankAccount.mandate.dateOfSignature' | 'bankAccount.country' | 'customer.merchantCustomerId' | 'customer.givenName' | 'customer.middleName' | 'customer.surname' | 'customer.birthDate' | 'customer.phone' | 'customer.mobile' | 'customer.workPhone' | 'customer.email' | 'customer.companyName' | 'customer.identificationDocType' | 'customer.identificationDocId' | 'customer.ip' | 'customer.status' | 'customer.browserFingerprint.id' | 'customer.browserFingerprint.value' | 'customer.browser.acceptHeader' | 'customer.browser.userAgent' | 'customer.browser.language' | 'customer.browser.screenHeight' | 'customer.browser.screenWidth' | 'customer.browser.screenColorDepth' | 'customer.browser.timezone' | 'customer.browser.javaEnabled' | 'customer.browser.javascriptEnabled' | 'customer.browser.challengeWindow' | 'billing.street1' | 'billing.street2' | 'billing.houseNumber1' | 'billing.houseNumber2' | 'billing.city' | 'billing.state' | 'billing.postcode' | 'billing.country' | 'shipping.street1' | 'shipping.street2' | 'shipping.houseNumber1' | 'shipping.houseNumber2' | 'shipping.city' | 'shipping.state' | 'shipping.postcode' | 'shipping.country' | 'shipping.method' | 'shipping.comment' | 'shipping.expectedDate' | 'shipping.logisticsProvider' | 'shipping.trackingNumber' | 'shipping.customer.merchantCustomerId' | 'shipping.customer.givenName' | 'shipping.customer.middleName' | 'shipping.customer.surname' | 'shipping.customer.birthDate' | 'shipping.customer.phone' | 'shipping.customer.mobile' | 'shipping.customer.workPhone' | 'shipping.customer.email' | 'shipping.customer.companyName' | 'shipping.customer.identificationDocType' | 'shipping.customer.identificationDocId' | 'shipping.customer.ip' | 'shipping.customer.status' | 'merchant.name' | 'merchant.city' | 'merchant.street' | 'merchant.postcode' | 'merchant.state' | 'merchant.country' | 'merchant.phone' | 'merchant.mcc' | 'merchant.submerchantId' | 'createRegistration' | 'recurringType' | 'recurring.numberOfInstallments' | 'risk.channelId' | 'risk.serviceId' | 'risk.amount' | 'risk.orderTimestamp' | 'risk.brand' | 'risk.merchantWebsite' | 'risk.accountToken' | 'threeDSecure.challengeIndicator' | 'threeDSecure.exemptionFlag' | 'threeDSecure.eci' | 'threeDSecure.verificationId' | 'threeDSecure.version' | 'threeDSecure.xid' | 'threeDSecure.dsTransactionId' | 'threeDSecure.acsTransactionId' | 'customParameters[payment_retrial]' | 'customParameters[payment_attempt_number]' | 'customParameters[payment_reference]'> & { readonly [Name in ListedNames2]?: string | boolean | undefined }, options?: RequestOptions];
    answer: Checkout;
  };
  /** Delete a checkout. Ends it: no attempt is accepted any more. */
  'delete-checkout': {
    args: [id: string, parameters?: Optional<'entityId' | 'merchantTransactionId'>, options?: RequestOptions];
    answer: Checkout;
  };
  /** Read the payment of a checkout. The payment that succeeded, or else the latest attempt. Before any attempt the result is 000.200.000 and there is no payment id. Readable as often as wanted for 90 days. */
  'read-checkout-payment': {
    args: [id: string, parameters?: Optional<'entityId'>, options?: RequestOptions];
    answer: CheckoutPayment;
  };
  /** Pay a checkout. What the form in the shopper’s browser posts; the path without /v1 is the same. Card number and CVV come sealed. On a test channel they may also come in the clear, so that a checkout can be paid without a browser. With Accept: text/html the answer is a redirect (303). */
  'pay-checkout': {
    args: [id: string, parameters?: Optional<'paymentBrand' | 'shopperResultUrl' | 'card.holder' | 'card.number' | 'card.expiryMonth' | 'card.expiryYear' | 'card.cvv' | 'card.holderHidden' | 'inlineFlow' | 'standingInstruction.type' | 'standingInstruction.mode' | 'standingInstruction.source' | 'customer.locale' | 'customer.taxIdentification' | 'virtualAccount.accountId' | 'virtualAccount.password' | 'applePay.paymentToken' | 'googlePay.paymentToken' | 'bankAccount.holder' | 'bankAccount.iban' | 'bankAccount.bic' | 'sealed[bankAccount.iban]' | 'bankAccount.country' | 'customer.givenName' | 'customer.middleName' | 'customer.surname' | 'customer.birthDate' | 'customer.phone' | 'customer.mobile' | 'customer.workPhone' | 'customer.email' | 'customer.companyName' | 'customer.identificationDocType' | 'customer.identificationDocId' | 'customer.browserFingerprint.id' | 'customer.browserFingerprint.value' | 'customer.browser.acceptHeader' | 'customer.browser.userAgent' | 'customer.browser.language' | 'customer.browser.screenHeight' | 'customer.browser.screenWidth' | 'customer.browser.screenColorDepth' | 'customer.browser.timezone' | 'customer.browser.javaEnabled' | 'customer.browser.javascriptEnabled' | 'customer.browser.challengeWindow' | 'billing.street1' | 'billing.street2' | 'billing.houseNumber1' | 'billing.houseNumber2' | 'billing.city' | 'billing.state' | 'billing.postcode' | 'billing.country' | 'shipping.street1' | 'shipping.street2' | 'shipping.houseNumber1' | 'shipping.houseNumber2' | 'shipping.city' | 'shipping.state' | 'shipping.postcode' | 'shipping.country' | 'shipping.method' | 'shipping.comment' | 'shipping.expectedDate' | 'shipping.logisticsProvider' | 'shipping.trackingNumber' | 'shipping.customer.givenName' | 'shipping.customer.middleName' | 'shipping.customer.surname' | 'shipping.customer.birthDate' | 'shipping.customer.phone' | 'shipping.customer.mobile' | 'shipping.customer.workPhone' | 'shipping.customer.email' | 'shipping.customer.companyName' | 'shipping.customer.identificationDocType' | 'shipping.customer.identificationDocId' | 'createRegistration' | 'recurring.numberOfInstallments' | 'registrationId'> & { readonly [Name in ListedNames3]?: string | boolean | undefined }, options?: RequestOptions];
    answer: FormAnswer;
  };
  /** Read the card that a checkout stored. The registration, once there is one; before that the result is 000.200.000. */
  'read-checkout-registration': {
    args: [id: string, parameters?: Optional<'entityId'>, options?: RequestOptions];
    answer: CheckoutRegistration;
  };
  /** Store a card in a checkout. What the form posts when the checkout only stores a card. */
  'register-in-checkout': {
    args: [id: string, parameters?: Optional<'paymentBrand' | 'shopperResultUrl' | 'card.holder' | 'card.number' | 'card.expiryMonth' | 'card.expiryYear' | 'card.cvv' | 'card.holderHidden' | 'inlineFlow' | 'standingInstruction.type' | 'standingInstruction.mode' | 'standingInstruction.source' | 'customer.locale' | 'customer.taxIdentification' | 'virtualAccount.accountId' | 'virtualAccount.password' | 'applePay.paymentToken' | 'googlePay.paymentToken' | 'bankAccount.holder' | 'bankAccount.iban' | 'bankAccount.bic' | 'sealed[bankAccount.iban]' | 'bankAccount.country' | 'customer.givenName' | 'customer.middleName' | 'customer.surname' | 'customer.birthDate' | 'customer.phone' | 'customer.mobile' | 'customer.workPhone' | 'customer.email' | 'customer.companyName' | 'customer.identificationDocType' | 'customer.identificationDocId' | 'customer.browserFingerprint.id' | 'customer.browserFingerprint.value' | 'customer.browser.acceptHeader' | 'customer.browser.userAgent' | 'customer.browser.language' | 'customer.browser.screenHeight' | 'customer.browser.screenWidth' | 'customer.browser.screenColorDepth' | 'customer.browser.timezone' | 'customer.browser.javaEnabled' | 'customer.browser.javascriptEnabled' | 'customer.browser.challengeWindow' | 'billing.street1' | 'billing.street2' | 'billing.houseNumber1' | 'billing.houseNumber2' | 'billing.city' | 'billing.state' | 'billing.postcode' | 'billing.country' | 'shipping.street1' | 'shipping.street2' | 'shipping.houseNumber1' | 'shipping.houseNumber2' | 'shipping.city' | 'shipping.state' | 'shipping.postcode' | 'shipping.country' | 'shipping.method' | 'shipping.comment' | 'shipping.expectedDate' | 'shipping.logisticsProvider' | 'shipping.trackingNumber' | 'shipping.customer.givenName' | 'shipping.customer.middleName' | 'shipping.customer.surname' | 'shipping.customer.birthDate' | 'shipping.customer.phone' | 'shipping.customer.mobile' | 'shipping.customer.workPhone' | 'shipping.customer.email' | 'shipping.customer.companyName' | 'shipping.customer.identificationDocType' | 'shipping.customer.identificationDocId' | 'createRegistration' | 'recurring.numberOfInstallments' | 'registrationId'> & { readonly [Name in ListedNames3]?: string | boolean | undefined }, options?: RequestOptions];
    answer: FormAnswer;
  };
  /** Pay. PA reserves an amount, DB charges it, CD pays it out. A payment that failed is HTTP 400 with its result; a request that is wrong is HTTP 400 with parameterErrors. */
  'create-payment': {
    args: [parameters: Pick<Parameters, 'amount' | 'currency' | 'paymentType'> & Optional<'entityId' | 'paymentBrand' | 'descriptor' | 'merchantTransactionId' | 'merchantInvoiceId' | 'transactionCategory' | 'testMode' | 'shopperResultUrl' | 'notificationUrl' | 'card.holder' | 'card.number' | 'card.expiryMonth' | 'card.expiryYear' | 'card.cvv' | 'standingInstruction.type' | 'standingInstruction.mode' | 'standingInstruction.source' | 'standingInstruction.amountType' | 'standingInstruction.frequency' | 'standingInstruction.interval' | 'standingInstruction.startDate' | 'standingInstruction.endDate' | 'customer.locale' | 'customer.taxIdentification' | 'virtualAccount.accountId' | 'virtualAccount.password' | 'applePay.paymentToken' | 'applePay.source' | 'googlePay.paymentToken' | 'googlePay.source' | 'bankAccount.holder' | 'bankAccount.iban' | 'bankAccount.bic' | 'bankAccount.mandate.id' | 'bankAccount.mandate.dateOfSignature' | 'bankAccount.country' | 'customer.merchantCustomerId' | 'customer.givenName' | 'customer.middleName' | 'customer.surname' | 'customer.birthDate' | 'customer.phone' | 'customer.mobile' | 'customer.workPhone' | 'customer.email' | 'customer.companyName' | 'customer.identificationDocType' | 'customer.identificationDocId' | 'customer.ip' | 'customer.status' | 'customer.browserFingerprint.id' | 'customer.browserFingerprint.value' | 'customer.browser.acceptHeader' | 'customer.browser.userAgent' | 'customer.browser.language' | 'customer.browser.screenHeight' | 'customer.browser.screenWidth' | 'customer.browser.screenColorDepth' | 'customer.browser.timezone' | 'customer.browser.javaEnabled' | 'customer.browser.javascriptEnabled' | 'customer.browser.challengeWindow' | 'billing.street1' | 'billing.street2' | 'billing.houseNumber1' | 'billing.houseNumber2' | 'billing.city' | 'billing.state' | 'billing.postcode' | 'billing.country' | 'shipping.street1' | 'shipping.street2' | 'shipping.houseNumber1' | 'shipping.houseNumber2' | 'shipping.city' | 'shipping.state' | 'shipping.postcode' | 'shipping.country' | 'shipping.method' | 'shipping.comment' | 'shipping.expectedDate' | 'shipping.logisticsProvider' | 'shipping.trackingNumber' | 'shipping.customer.merchantCustomerId' | 'shipping.customer.givenName' | 'shipping.customer.middleName' | 'shipping.customer.surname' | 'shipping.customer.birthDate' | 'shipping.customer.phone' | 'shipping.customer.mobile' | 'shipping.customer.workPhone' | 'shipping.customer.email' | 'shipping.customer.companyName' | 'shipping.customer.identificationDocType' | 'shipping.customer.identificationDocId' | 'shipping.customer.ip' | 'shipping.customer.status' | 'merchant.name' | 'merchant.city' | 'merchant.street' | 'merchant.postcode' | 'merchant.state' | 'merchant.country' | 'merchant.phone' | 'merchant.mcc' | 'merchant.submerchantId' | 'createRegistration' | 'recurringType' | 'recurring.numberOfInstallments' | 'risk.channelId' | 'risk.serviceId' | 'risk.amount' | 'risk.orderTimestamp' | 'risk.brand' | 'risk.merchantWebsite' | 'risk.accountToken' | 'threeDSecure.id' | 'threeDSecure.challengeIndicator' | 'threeDSecure.exemptionFlag' | 'threeDSecure.eci' | 'threeDSecure.verificationId' | 'threeDSecure.version' | 'threeDSecure.xid' | 'threeDSecure.dsTransactionId' | 'threeDSecure.acsTransactionId' | 'customParameters[payment_retrial]' | 'customParameters[payment_attempt_number]' | 'customParameters[payment_reference]'> & { readonly [Name in ListedNames4]?: string | boolean | undefined }, options?: RequestOptions];
    answer: Payment;
  };
  /** Capture, reverse, refund. CP takes a reserved amount, in parts if wanted; RV undoes a PA or DB before the channel’s cut-off; RF gives back, in parts if wanted. */
  'refer-to-payment': {
    args: [id: string, parameters: Pick<Parameters, 'paymentType'> & Optional<'entityId' | 'amount' | 'currency' | 'descriptor' | 'merchantTransactionId' | 'merchantInvoiceId' | 'testMode' | 'notificationUrl'> & { readonly [Name in ListedNames5]?: string | boolean | undefined }, options?: RequestOptions];
    answer: Payment;
  };
  /** Read a payment. A payment as it is now. */
  'read-payment': {
    args: [id: string, parameters?: Optional<'entityId'>, options?: RequestOptions];
    answer: Payment;
  };
  /** Authenticate a shopper. 3-D Secure now, a payment later: no money is moved. threeDSecure.id of one payment within 90 days uses it, for the same card and no higher amount. */
  'authenticate': {
    args: [parameters: Pick<Parameters, 'amount' | 'currency' | 'shopperResultUrl'> & Optional<'entityId' | 'paymentType' | 'paymentBrand' | 'descriptor' | 'merchantTransactionId' | 'merchantInvoiceId' | 'transactionCategory' | 'testMode' | 'notificationUrl' | 'card.holder' | 'card.number' | 'card.expiryMonth' | 'card.expiryYear' | 'card.cvv' | 'standingInstruction.type' | 'standingInstruction.mode' | 'standingInstruction.source' | 'standingInstruction.amountType' | 'standingInstruction.frequency' | 'standingInstruction.interval' | 'standingInstruction.startDate' | 'standingInstruction.endDate' | 'customer.locale' | 'customer.taxIdentification' | 'virtualAccount.accountId' | 'virtualAccount.password' | 'customer.merchantCustomerId' | 'customer.givenName' | 'customer.middleName' | 'customer.surname' | 'customer.birthDate' | 'customer.phone' | 'customer.mobile' | 'customer.workPhone' | 'customer.email' | 'customer.companyName' | 'customer.identificationDocType' | 'customer.identificationDocId' | 'customer.ip' | 'customer.status' | 'customer.browserFingerprint.id' | 'customer.browserFingerprint.value' | 'customer.browser.acceptHeader' | 'customer.browser.userAgent' | 'customer.browser.language' | 'customer.browser.screenHeight' | 'customer.browser.screenWidth' | 'customer.browser.screenColorDepth' | 'customer.browser.timezone' | 'customer.browser.javaEnabled' | 'customer.browser.javascriptEnabled' | 'customer.browser.challengeWindow' | 'billing.street1' | 'billing.street2' | 'billing.houseNumber1' | 'billing.houseNumber2' | 'billing.city' | 'billing.state' | 'billing.postcode' | 'billing.country' | 'shipping.street1' | 'shipping.street2' | 'shipping.houseNumber1' | 'shipping.houseNumber2' | 'shipping.city' | 'shipping.state' | 'shipping.postcode' | 'shipping.country' | 'shipping.method' | 'shipping.comment' | 'shipping.expectedDate' | 'shipping.logisticsProvider' | 'shipping.trackingNumber' | 'shipping.customer.merchantCustomerId' | 'shipping.customer.givenName' | 'shipping.customer.middleName' | 'shipping.customer.surname' | 'shipping.customer.birthDate' | 'shipping.customer.phone' | 'shipping.customer.mobile' | 'shipping.customer.workPhone' | 'shipping.customer.email' | 'shipping.customer.companyName' | 'shipping.customer.identificationDocType' | 'shipping.customer.identificationDocId' | 'shipping.customer.ip' | 'shipping.customer.status' | 'merchant.name' | 'merchant.city' | 'merchant.street' | 'merchant.postcode' | 'merchant.state' | 'merchant.country' | 'merchant.phone' | 'merchant.mcc' | 'merchant.submerchantId' | 'recurringType' | 'recurring.numberOfInstallments' | 'risk.channelId' | 'risk.serviceId' | 'risk.amount' | 'risk.orderTimestamp' | 'risk.brand' | 'risk.merchantWebsite' | 'risk.accountToken' | 'threeDSecure.challengeIndicator' | 'threeDSecure.exemptionFlag' | 'threeDSecure.eci' | 'threeDSecure.verificationId' | 'threeDSecure.version' | 'threeDSecure.xid' | 'threeDSecure.dsTransactionId' | 'threeDSecure.acsTransactionId' | 'customParameters[payment_retrial]' | 'customParameters[payment_attempt_number]' | 'customParameters[payment_reference]'> & { readonly [Name in ListedNames4]?: string | boolean | undefined }, options?: RequestOptions];
    answer: Payment;
  };
  /** Read an authentication. An authentication as it is now; threeDSecure has what came out of it. */
  'read-authentication': {
    args: [id: string, parameters?: Optional<'entityId'>, options?: RequestOptions];
    answer: Payment;
  };
  /** Store a card. Or a bank account, with paymentBrand=DIRECTDEBIT_SEPA and bankAccount.*; or a wallet or bank that can be stored, with shopperResultUrl: its shopper is sent to its page, and the id is good once the brand says yes. The id is a token for later payments. A CVV is checked and never kept. */
  'create-registration': {
    args: [parameters?: Optional<'entityId' | 'paymentBrand' | 'descriptor' | 'merchantTransactionId' | 'merchantInvoiceId' | 'transactionCategory' | 'testMode' | 'shopperResultUrl' | 'notificationUrl' | 'card.holder' | 'card.number' | 'card.expiryMonth' | 'card.expiryYear' | 'card.cvv' | 'standingInstruction.type' | 'standingInstruction.mode' | 'standingInstruction.source' | 'standingInstruction.amountType' | 'standingInstruction.frequency' | 'standingInstruction.interval' | 'standingInstruction.startDate' | 'standingInstruction.endDate' | 'customer.locale' | 'customer.taxIdentification' | 'virtualAccount.accountId' | 'virtualAccount.password' | 'bankAccount.holder' | 'bankAccount.iban' | 'bankAccount.bic' | 'bankAccount.mandate.id' | 'bankAccount.mandate.dateOfSignature' | 'bankAccount.country' | 'customer.merchantCustomerId' | 'customer.givenName' | 'customer.middleName' | 'customer.surname' | 'customer.birthDate' | 'customer.phone' | 'customer.mobile' | 'customer.workPhone' | 'customer.email' | 'customer.companyName' | 'customer.identificationDocType' | 'customer.identificationDocId' | 'customer.ip' | 'customer.status' | 'customer.browserFingerprint.id' | 'customer.browserFingerprint.value' | 'customer.browser.acceptHeader' | 'customer.browser.userAgent' | 'customer.browser.language' | 'customer.browser.screenHeight' | 'customer.browser.screenWidth' | 'customer.browser.screenColorDepth' | 'customer.browser.timezone' | 'customer.browser.javaEnabled' | 'customer.browser.javascriptEnabled' | 'customer.browser.challengeWindow' | 'billing.street1' | 'billing.street2' | 'billing.houseNumber1' | 'billing.houseNumber2' | 'billing.city' | 'billing.state' | 'billing.postcode' | 'billing.country' | 'shipping.street1' | 'shipping.street2' | 'shipping.houseNumber1' | 'shipping.houseNumber2' | 'shipping.city' | 'shipping.state' | 'shipping.postcode' | 'shipping.country' | 'shipping.method' | 'shipping.comment' | 'shipping.expectedDate' | 'shipping.logisticsProvider' | 'shipping.trackingNumber' | 'shipping.customer.merchantCustomerId' | 'shipping.customer.givenName' | 'shipping.customer.middleName' | 'shipping.customer.surname' | 'shipping.customer.birthDate' | 'shipping.customer.phone' | 'shipping.customer.mobile' | 'shipping.customer.workPhone' | 'shipping.customer.email' | 'shipping.customer.companyName' | 'shipping.customer.identificationDocType' | 'shipping.customer.identificationDocId' | 'shipping.customer.ip' | 'shipping.customer.status' | 'merchant.name' | 'merchant.city' | 'merchant.street' | 'merchant.postcode' | 'merchant.state' | 'merchant.country' | 'merchant.phone' | 'merchant.mcc' | 'merchant.submerchantId' | 'recurringType' | 'risk.channelId' | 'risk.serviceId' | 'risk.amount' | 'risk.orderTimestamp' | 'risk.brand' | 'risk.merchantWebsite' | 'risk.accountToken' | 'threeDSecure.challengeIndicator' | 'threeDSecure.exemptionFlag' | 'threeDSecure.eci' | 'threeDSecure.verificationId' | 'threeDSecure.version' | 'threeDSecure.xid' | 'threeDSecure.dsTransactionId' | 'threeDSecure.acsTransactionId' | 'customParameters[payment_retrial]' | 'customParameters[payment_attempt_number]' | 'customParameters[payment_reference]'> & { readonly [Name in ListedNames6]?: string | boolean | undefined }, options?: RequestOptions];
    answer: AnyRegistration;
  };
  /** Read a stored card. As it is now: with its latest expiry date, or revoked. */
  'read-registration': {
    args: [id: string, parameters?: Optional<'entityId'>, options?: RequestOptions];
    answer: AnyRegistration;
  };
  /** Delete a stored card. The card is forgotten; payments that were made with it stay. */
  'delete-registration': {
    args: [id: string, parameters?: Optional<'entityId' | 'testMode'>, options?: RequestOptions];
    answer: RegistrationDeletion;
  };
  /** Keep a stored card longer. A stored card is forgotten 14 months after its last one; with this, 24 months later than that. Asked for again, it stays at that. */
  'extend-life-of-registration': {
    args: [id: string, parameters?: Optional<'entityId' | 'testMode'>, options?: RequestOptions];
    answer: ExtendedRegistration;
  };
  /** Pay with a stored card. Recurring and card-on-file payments. The shopper is not there, so there is no CVV. */
  'pay-with-registration': {
    args: [id: string, parameters: Pick<Parameters, 'amount' | 'currency' | 'paymentType'> & Optional<'entityId' | 'paymentBrand' | 'descriptor' | 'merchantTransactionId' | 'merchantInvoiceId' | 'transactionCategory' | 'testMode' | 'shopperResultUrl' | 'notificationUrl' | 'card.cvv' | 'standingInstruction.type' | 'standingInstruction.mode' | 'standingInstruction.source' | 'standingInstruction.amountType' | 'standingInstruction.frequency' | 'standingInstruction.interval' | 'standingInstruction.startDate' | 'standingInstruction.endDate' | 'customer.locale' | 'customer.taxIdentification' | 'customer.merchantCustomerId' | 'customer.givenName' | 'customer.middleName' | 'customer.surname' | 'customer.birthDate' | 'customer.phone' | 'customer.mobile' | 'customer.workPhone' | 'customer.email' | 'customer.companyName' | 'customer.identificationDocType' | 'customer.identificationDocId' | 'customer.ip' | 'customer.status' | 'customer.browserFingerprint.id' | 'customer.browserFingerprint.value' | 'customer.browser.acceptHeader' | 'customer.browser.userAgent' | 'customer.browser.language' | 'customer.browser.screenHeight' | 'customer.browser.screenWidth' | 'customer.browser.screenColorDepth' | 'customer.browser.timezone' | 'customer.browser.javaEnabled' | 'customer.browser.javascriptEnabled' | 'customer.browser.challengeWindow' | 'billing.street1' | 'billing.street2' | 'billing.houseNumber1' | 'billing.houseNumber2' | 'billing.city' | 'billing.state' | 'billing.postcode' | 'billing.country' | 'shipping.street1' | 'shipping.street2' | 'shipping.houseNumber1' | 'shipping.houseNumber2' | 'shipping.city' | 'shipping.state' | 'shipping.postcode' | 'shipping.country' | 'shipping.method' | 'shipping.comment' | 'shipping.expectedDate' | 'shipping.logisticsProvider' | 'shipping.trackingNumber' | 'shipping.customer.merchantCustomerId' | 'shipping.customer.givenName' | 'shipping.customer.middleName' | 'shipping.customer.surname' | 'shipping.customer.birthDate' | 'shipping.customer.phone' | 'shipping.customer.mobile' | 'shipping.customer.workPhone' | 'shipping.customer.email' | 'shipping.customer.companyName' | 'shipping.customer.identificationDocType' | 'shipping.customer.identificationDocId' | 'shipping.customer.ip' | 'shipping.customer.status' | 'merchant.name' | 'merchant.city' | 'merchant.street' | 'merchant.postcode' | 'merchant.state' | 'merchant.country' | 'merchant.phone' | 'merchant.mcc' | 'merchant.submerchantId' | 'recurringType' | 'recurring.numberOfInstallments' | 'risk.channelId' | 'risk.serviceId' | 'risk.amount' | 'risk.orderTimestamp' | 'risk.brand' | 'risk.merchantWebsite' | 'risk.accountToken' | 'threeDSecure.id' | 'threeDSecure.challengeIndicator' | 'threeDSecure.exemptionFlag' | 'threeDSecure.eci' | 'threeDSecure.verificationId' | 'threeDSecure.version' | 'threeDSecure.xid' | 'threeDSecure.dsTransactionId' | 'threeDSecure.acsTransactionId' | 'customParameters[payment_retrial]' | 'customParameters[payment_attempt_number]' | 'customParameters[payment_reference]'> & { readonly [Name in ListedNames4]?: string | boolean | undefined }, options?: RequestOptions];
    answer: Payment;
  };
  /** Schedule payments. SD: pays with a stored card at the times that job.* names, in UTC and once a day at most, until job.endDate or until the registration is gone. */
  'create-schedule': {
    args: [parameters: Pick<Parameters, 'amount' | 'currency' | 'registrationId'> & Optional<'entityId' | 'paymentType' | 'paymentBrand' | 'descriptor' | 'merchantTransactionId' | 'merchantInvoiceId' | 'transactionCategory' | 'testMode' | 'shopperResultUrl' | 'notificationUrl' | 'standingInstruction.type' | 'standingInstruction.mode' | 'standingInstruction.source' | 'standingInstruction.amountType' | 'standingInstruction.frequency' | 'standingInstruction.interval' | 'standingInstruction.startDate' | 'standingInstruction.endDate' | 'customer.locale' | 'customer.taxIdentification' | 'customer.merchantCustomerId' | 'customer.givenName' | 'customer.middleName' | 'customer.surname' | 'customer.birthDate' | 'customer.phone' | 'customer.mobile' | 'customer.workPhone' | 'customer.email' | 'customer.companyName' | 'customer.identificationDocType' | 'customer.identificationDocId' | 'customer.ip' | 'customer.status' | 'customer.browserFingerprint.id' | 'customer.browserFingerprint.value' | 'customer.browser.acceptHeader' | 'customer.browser.userAgent' | 'customer.browser.language' | 'customer.browser.screenHeight' | 'customer.browser.screenWidth' | 'customer.browser.screenColorDepth' | 'customer.browser.timezone' | 'customer.browser.javaEnabled' | 'customer.browser.javascriptEnabled' | 'customer.browser.challengeWindow' | 'billing.street1' | 'billing.street2' | 'billing.houseNumber1' | 'billing.houseNumber2' | 'billing.city' | 'billing.state' | 'billing.postcode' | 'billing.country' | 'shipping.street1' | 'shipping.street2' | 'shipping.houseNumber1' | 'shipping.houseNumber2' | 'shipping.city' | 'shipping.state' | 'shipping.postcode' | 'shipping.country' | 'shipping.method' | 'shipping.comment' | 'shipping.expectedDate' | 'shipping.logisticsProvider' | 'shipping.trackingNumber' | 'shipping.customer.merchantCustomerId' | 'shipping.customer.givenName' | 'shipping.customer.middleName' | 'shipping.customer.surname' | 'shipping.customer.birthDate' | 'shipping.customer.phone' | 'shipping.customer.mobile' | 'shipping.customer.workPhone' | 'shipping.customer.email' | 'shipping.customer.companyName' | 'shipping.customer.identificationDocType' | 'shipping.customer.identificationDocId' | 'shipping.customer.ip' | 'shipping.customer.status' | 'merchant.name' | 'merchant.city' | 'merchant.street' | 'merchant.postcode' | 'merchant.state' | 'merchant.country' | 'merchant.phone' | 'merchant.mcc' | 'merchant.submerchantId' | 'recurringType' | 'recurring.numberOfInstallments' | 'job.second' | 'job.minute' | 'job.hour' | 'job.dayOfMonth' | 'job.month' | 'job.dayOfWeek' | 'job.year' | 'job.startDate' | 'job.endDate' | 'risk.channelId' | 'risk.serviceId' | 'risk.amount' | 'risk.orderTimestamp' | 'risk.brand' | 'risk.merchantWebsite' | 'risk.accountToken' | 'threeDSecure.challengeIndicator' | 'threeDSecure.exemptionFlag' | 'threeDSecure.eci' | 'threeDSecure.verificationId' | 'threeDSecure.version' | 'threeDSecure.xid' | 'threeDSecure.dsTransactionId' | 'threeDSecure.acsTransactionId' | 'customParameters[payment_retrial]' | 'customParameters[payment_attempt_number]' | 'customParameters[payment_reference]'> & { readonly [Name in ListedNames4]?: string | boolean | undefined }, options?: RequestOptions];
    answer: Schedule;
  };
  /** List the schedules of a stored card. The latest first, those that have ended too. The id in the path below works, too. */
  'list-schedules': {
    args: [parameters: Pick<Parameters, 'registrationId'> & Optional<'entityId'>, options?: RequestOptions];
    answer: ScheduleList;
  };
  /** Read a schedule. plan says whether it is active, when it pays next, and what came of it so far. */
  'read-schedule': {
    args: [id: string, parameters?: Optional<'entityId'>, options?: RequestOptions];
    answer: Schedule;
  };
  /** End a schedule. The same as the request before. */
  'delete-schedule': {
    args: [id: string, parameters?: Optional<'entityId'>, options?: RequestOptions];
    answer: Schedule;
  };
  /** Change a schedule. RS: what is sent takes the place of what was said before, in a schedule of its own id. A suspended one goes on. */
  'reschedule': {
    args: [id: string, parameters?: Optional<'entityId' | 'amount' | 'currency' | 'paymentType' | 'paymentBrand' | 'descriptor' | 'merchantTransactionId' | 'merchantInvoiceId' | 'transactionCategory' | 'testMode' | 'shopperResultUrl' | 'notificationUrl' | 'standingInstruction.type' | 'standingInstruction.mode' | 'standingInstruction.source' | 'standingInstruction.amountType' | 'standingInstruction.frequency' | 'standingInstruction.interval' | 'standingInstruction.startDate' | 'standingInstruction.endDate' | 'customer.locale' | 'customer.taxIdentification' | 'customer.merchantCustomerId' | 'customer.givenName' | 'customer.middleName' | 'customer.surname' | 'customer.birthDate' | 'customer.phone' | 'customer.mobile' | 'customer.workPhone' | 'customer.email' | 'customer.companyName' | 'customer.identificationDocType' | 'customer.identificationDocId' | 'customer.ip' | 'customer.status' | 'customer.browserFingerprint.id' | 'customer.browserFingerprint.value' | 'customer.browser.acceptHeader' | 'customer.browser.userAgent' | 'customer.browser.language' | 'customer.browser.screenHeight' | 'customer.browser.screenWidth' | 'customer.browser.screenColorDepth' | 'customer.browser.timezone' | 'customer.browser.javaEnabled' | 'customer.browser.javascriptEnabled' | 'customer.browser.challengeWindow' | 'billing.street1' | 'billing.street2' | 'billing.houseNumber1' | 'billing.houseNumber2' | 'billing.city' | 'billing.state' | 'billing.postcode' | 'billing.country' | 'shipping.street1' | 'shipping.street2' | 'shipping.houseNumber1' | 'shipping.houseNumber2' | 'shipping.city' | 'shipping.state' | 'shipping.postcode' | 'shipping.country' | 'shipping.method' | 'shipping.comment' | 'shipping.expectedDate' | 'shipping.logisticsProvider' | 'shipping.trackingNumber' | 'shipping.customer.merchantCustomerId' | 'shipping.customer.givenName' | 'shipping.customer.middleName' | 'shipping.customer.surname' | 'shipping.customer.birthDate' | 'shipping.customer.phone' | 'shipping.customer.mobile' | 'shipping.customer.workPhone' | 'shipping.customer.email' | 'shipping.customer.companyName' | 'shipping.customer.identificationDocType' | 'shipping.customer.identificationDocId' | 'shipping.customer.ip' | 'shipping.customer.status' | 'merchant.name' | 'merchant.city' | 'merchant.street' | 'merchant.postcode' | 'merchant.state' | 'merchant.country' | 'merchant.phone' | 'merchant.mcc' | 'merchant.submerchantId' | 'recurringType' | 'recurring.numberOfInstallments' | 'job.second' | 'job.minute' | 'job.hour' | 'job.dayOfMonth' | 'job.month' | 'job.dayOfWeek' | 'job.year' | 'job.startDate' | 'job.endDate' | 'risk.channelId' | 'risk.serviceId' | 'risk.amount' | 'risk.orderTimestamp' | 'risk.brand' | 'risk.merchantWebsite' | 'risk.accountToken' | 'threeDSecure.challengeIndicator' | 'threeDSecure.exemptionFlag' | 'threeDSecure.eci' | 'threeDSecure.verificationId' | 'threeDSecure.version' | 'threeDSecure.xid' | 'threeDSecure.dsTransactionId' | 'threeDSecure.acsTransactionId' | 'customParameters[payment_retrial]' | 'customParameters[payment_attempt_number]' | 'customParameters[payment_reference]'> & { readonly [Name in ListedNames4]?: string | boolean | undefined }, options?: RequestOptions];
    answer: Schedule;
  };
  /** End a schedule. DS: no payment is begun any more. Any id of a chain of changes ends it. */
  'deschedule': {
    args: [id: string, parameters?: Optional<'entityId'>, options?: RequestOptions];
    answer: Schedule;
  };
  /** Look up a payment. The same as reading a payment. */
  'query-payment': {
    args: [id: string, parameters?: Optional<'entityId'>, options?: RequestOptions];
    answer: Payment;
  };
  /** Look up the payments of an order. Latest first. Without any the answer is HTTP 400 with 700.400.580. */
  'query-by-reference': {
    args: [parameters: Pick<Parameters, 'merchantTransactionId'> & Optional<'entityId'>, options?: RequestOptions];
    answer: PaymentList;
  };
  /** Look up a payment with what is linked to it. With includeLinkedTransactions=true the answer has records: the whole family of captures, reversals, refunds and chargebacks. */
  'query-linked': {
    args: [id: string, parameters?: Optional<'entityId' | 'includeLinkedTransactions'>, options?: RequestOptions];
    answer: PaymentWithLinks;
  };
  /** List the payments of a period. In the order in which they were made, in pages of up to 500. Both moments are included; at most 366 days. */
  'query-period': {
    args: [parameters?: Optional<'entityId' | 'merchantTransactionId' | 'date.from' | 'date.to' | 'paymentTypes' | 'pageNo' | 'limit'>, options?: RequestOptions];
    answer: PaymentPage;
  };
  /** List settlement batches. A batch is one channel, one currency and one day, with its sums. Both days are included; at most a year. */
  'list-aggregations': {
    args: [parameters: Pick<Parameters, 'date.from' | 'date.to'> & Optional<'entityId' | 'currency' | 'testMode'>, options?: RequestOptions];
    answer: Aggregations;
  };
  /** Read the records of a batch. All of them, written while they are read. */
  'read-aggregation': {
    args: [id: string, parameters?: Optional<'entityId' | 'sortValue' | 'sortOrder'>, options?: RequestOptions];
    answer: Batch;
  };
  /** Read the records of a batch in pages. A hundred records on a page. */
  'read-aggregation-page': {
    args: [id: string, parameters?: Optional<'entityId' | 'pageNo'>, options?: RequestOptions];
    answer: BatchPage;
  };
  /** Subscribe. The address is told of what happens to the entity and to those below it. Before this answer it gets a test call; any 2xx makes the subscription active. The secret is shown here once. */
  'create-webhook': {
    args: [parameters: Pick<Parameters, 'url' | 'kind'> & Optional<'entityId' | 'types' | 'wrapper' | 'fields' | 'secret'>, options?: RequestOptions];
    answer: NewWebhook;
  };
  /** List subscriptions. Those of the entity and of the entities below it, oldest first. */
  'list-webhooks': {
    args: [parameters?: Optional<'entityId'>, options?: RequestOptions];
    answer: Webhooks;
  };
  /** Read a subscription. With its latest 20 deliveries, and what the receiver answered. */
  'read-webhook': {
    args: [id: string, parameters?: Optional<'entityId'>, options?: RequestOptions];
    answer: WebhookWithDeliveries;
  };
  /** Change a subscription. What is not sent stays. Another address gets a test call, and is told nothing before it acknowledges one; what waits goes there. Types ALL stands for all. */
  'change-webhook': {
    args: [id: string, parameters?: Optional<'entityId' | 'url' | 'types' | 'wrapper' | 'fields'>, options?: RequestOptions];
    answer: ChangedWebhook;
  };
  /** End a subscription. What was waiting for it is given up. */
  'delete-webhook': {
    args: [id: string, parameters?: Optional<'entityId'>, options?: RequestOptions];
    answer: WebhookDeletion;
  };
  /** Pause a subscription. Nothing is sent, and what happens is kept. */
  'pause-webhook': {
    args: [id: string, parameters?: Optional<'entityId'>, options?: RequestOptions];
    answer: ChangedWebhook;
  };
  /** Resume a subscription. What was kept is sent at once, also where the receiver had answered 410. */
  'resume-webhook': {
    args: [id: string, parameters?: Optional<'entityId'>, options?: RequestOptions];
    answer: ChangedWebhook;
  };
  /** Make a test call. An acknowledged one makes the subscription active, and what was kept for it is delivered. With a type a sample of it is sent. */
  'test-webhook': {
    args: [id: string, parameters?: Optional<'entityId' | 'type'>, options?: RequestOptions];
    answer: TestedWebhook;
  };
  /** Change the secret. Another secret is drawn and shown here once. The one before stays valid for a day, or for the seconds of overlap; with 0 it ends at once, and so do those before it. */
  'change-webhook-secret': {
    args: [id: string, parameters?: Optional<'entityId' | 'secret' | 'overlap'>, options?: RequestOptions];
    answer: WebhookWithSecret;
  };
  /** Draw a notification key. Encrypts what the notificationUrl of requests for the entity, and for those below it that have no key of their own, is told. It is shown here once; the one before stays valid for a day. What was kept for want of a key is delivered. */
  'change-notification-key': {
    args: [parameters?: Optional<'entityId' | 'secret' | 'overlap'>, options?: RequestOptions];
    answer: NotificationKey;
  };
  /** List what a subscription was told. Latest first, a page at a time: after is the last delivery of the page before. A payment stands for what refers to it, too. */
  'list-deliveries': {
    args: [id: string, parameters?: Optional<'entityId' | 'limit' | 'state' | 'type' | 'payment' | 'from' | 'to' | 'after'>, options?: RequestOptions];
    answer: Deliveries;
  };
  /** Read a delivery to a subscription. With its payload, its headers, and every attempt. */
  'read-delivery': {
    args: [id: string, delivery: string, parameters?: Optional<'entityId'>, options?: RequestOptions];
    answer: WholeDelivery;
  };
  /** Send a message again. At once, under the id that it had; with webhook, to another subscription of the merchant. A message can be sent again for 60 days. */
  'replay-delivery': {
    args: [id: string, delivery: string, parameters?: Optional<'entityId' | 'webhook'>, options?: RequestOptions];
    answer: ReplayedDelivery;
  };
  /** Send messages to a subscription again. Those that are named, or all that were given up since a moment; 50,000 at most, and more says whether there are others. */
  'replay-deliveries': {
    args: [id: string, parameters?: Optional<'entityId' | 'deliveries' | 'givenUpSince' | 'webhook'>, options?: RequestOptions];
    answer: Replayed;
  };
  /** List what the notificationUrl of requests was told. Latest first, a page at a time: after is the last delivery of the page before. A payment stands for what refers to it, too. */
  'list-notification-url-deliveries': {
    args: [parameters?: Optional<'entityId' | 'limit' | 'state' | 'type' | 'payment' | 'from' | 'to' | 'after'>, options?: RequestOptions];
    answer: Deliveries;
  };
  /** Read a delivery to the notificationUrl of requests. With its payload, its headers, and every attempt. */
  'read-notification-url-delivery': {
    args: [delivery: string, parameters?: Optional<'entityId'>, options?: RequestOptions];
    answer: WholeDelivery;
  };
  /** Send a message again. At once, under the id that it had; with webhook, to another subscription of the merchant. A message can be sent again for 60 days. */
  'replay-notification-url-delivery': {
    args: [delivery: string, parameters?: Optional<'entityId' | 'webhook'>, options?: RequestOptions];
    answer: ReplayedDelivery;
  };
  /** Send messages to the notificationUrl of requests again. Those that are named, or all that were given up since a moment; 50,000 at most, and more says whether there are others. */
  'replay-notification-url-deliveries': {
    args: [parameters?: Optional<'entityId' | 'deliveries' | 'givenUpSince' | 'webhook'>, options?: RequestOptions];
    answer: Replayed;
  };
  /** List events. What happened in the channels of the entity, for 60 days, with the bodies that receivers are sent. Oldest first: ask again with after, the last one that you have. An event is there five seconds after it happened; with sortOrder DESC at once, the latest first. */
  'list-events': {
    args: [parameters?: Optional<'entityId' | 'limit' | 'sortOrder' | 'fields' | 'type' | 'payment' | 'from' | 'to' | 'after'>, options?: RequestOptions];
    answer: Events;
  };
  /** Move the clock of a test channel. Forward only. What that makes due is done within two seconds. */
  'move-clock': {
    args: [parameters: Pick<Parameters, 'advance'> & Optional<'entityId'>, options?: RequestOptions];
    answer: ChannelTime;
  };
  /** Decide a pending payment. Plays the bank that makes up its mind. */
  'settle-payment': {
    args: [id: string, parameters: Pick<Parameters, 'result'> & Optional<'entityId'>, options?: RequestOptions];
    answer: Payment;
  };
  /** Pay a voucher. Plays the bank or the shop where a voucher (Boleto, Pix, a bank transfer) is paid. The answer is a payment of type RC. Without an amount all that is left is paid. The same reference is the same payment, and is received once. */
  'pay-voucher': {
    args: [id: string, parameters?: Optional<'entityId' | 'amount' | 'reference'>, options?: RequestOptions];
    answer: Payment;
  };
  /** Charge a payment back. Plays the cardholder’s bank that takes a DB, a CP or a captured PA back. The answer is a payment of type CB. Without an amount all that is left is taken. */
  'charge-back': {
    args: [id: string, parameters?: Optional<'entityId' | 'amount' | 'code'>, options?: RequestOptions];
    answer: Payment;
  };
  /** Decide a pending registration. Plays the wallet or bank that was asked to be kept, and has left it pending. */
  'settle-registration': {
    args: [id: string, parameters: Pick<Parameters, 'result'> & Optional<'entityId'>, options?: RequestOptions];
    answer: AnyRegistration;
  };
  /** Revoke a stored card. Plays its consumer or its provider. The registration reads 100.150.202 and pays nothing any more; it stays until it is deleted. */
  'revoke-registration': {
    args: [id: string, parameters: Pick<Parameters, 'by'> & Optional<'entityId'>, options?: RequestOptions];
    answer: AnyRegistration;
  };
  /** Update a stored card. Plays the scheme’s account updater: the card has got a new expiry. */
  'update-registration': {
    args: [id: string, parameters: Pick<Parameters, 'card.expiryMonth' | 'card.expiryYear'> & Optional<'entityId'>, options?: RequestOptions];
    answer: Registration;
  };
  /** Disturb the connector. Makes the simulator slow, silent or faulty for a test channel. */
  'disturb-connector': {
    args: [parameters: Pick<Parameters, 'behaviour'> & Optional<'entityId'>, options?: RequestOptions];
    answer: Behaviour;
  };
  /** The script of the form. Draws the payment form of a checkout. The same bytes for every checkout of a release, so one integrity hash is right for all. */
  'widget-script': {
    args: [parameters: Pick<Parameters, 'checkoutId'>, options?: RequestOptions];
    answer: Script;
  };
  /** The script of one release. For pages that pin a release: its bytes never change, and may be kept for a year. The checkout has to begin with the same release (`npm run admin -- release pin`). */
  'release-script': {
    args: [release: string, parameters: Pick<Parameters, 'checkoutId'>, options?: RequestOptions];
    answer: Script;
  };
  /** The scripts of a payment page. Each script that the form loads, with its version, hash and purpose (PCI DSS 6.4.3). */
  'list-scripts': {
    args: [parameters?: Optional<'release'>, options?: RequestOptions];
    answer: Scripts;
  };
  /** Every result code. All codes with their descriptions. */
  'list-result-codes': {
    args: [parameters?: Record<never, never>, options?: RequestOptions];
    answer: ResultCodes;
  };
  /** Whether the process lives. Answers while the process can answer at all, and asks nothing of the database. */
  'health': {
    args: [parameters?: Record<never, never>, options?: RequestOptions];
    answer: Health;
  };
  /** Whether this instance takes requests. HTTP 503, with the same body, where a load balancer has to send requests to another instance: the process starts or ends, the database does not answer within two seconds or lacks migrations, the master keys are not its own, or the clock is off by more than two seconds. */
  'readiness': {
    args: [parameters?: Record<never, never>, options?: RequestOptions];
    answer: Readiness;
  };
  /** The events. Every event that webhooks tell, with the address of its schema. */
  'list-event-schemas': {
    args: [parameters?: Record<never, never>, options?: RequestOptions];
    answer: EventSchemas;
  };
  /** The schema of an event. JSON Schema, draft 2020-12. The file is the type of the event and .json. */
  'read-event-schema': {
    args: [file: string, parameters?: Record<never, never>, options?: RequestOptions];
    answer: EventSchema;
  };
}

export type OperationId = keyof Operations;

export interface Route {
  readonly method: string;
  readonly path: string;
  /** Whether the merchant's token is sent. */
  readonly hasToken: boolean;
  /** Whether an Idempotency-Key makes it once. */
  readonly isKeyed: boolean;
  readonly takesEntity: boolean;
}

export const ROUTES: Readonly<Record<OperationId, Route>> = {
  'create-checkout': { method: 'POST', path: '/v1/checkouts', hasToken: true, isKeyed: true, takesEntity: true },
  'update-checkout': { method: 'POST', path: '/v1/checkouts/{id}', hasToken: true, isKeyed: true, takesEntity: true },
  'delete-checkout': { method: 'DELETE', path: '/v1/checkouts/{id}', hasToken: true, isKeyed: false, takesEntity: true },
  'read-checkout-payment': { method: 'GET', path: '/v1/checkouts/{id}/payment', hasToken: true, isKeyed: false, takesEntity: true },
  'pay-checkout': { method: 'POST', path: '/v1/checkouts/{id}/payment', hasToken: false, isKeyed: false, takesEntity: false },
  'read-checkout-registration': { method: 'GET', path: '/v1/checkouts/{id}/registration', hasToken: true, isKeyed: false, takesEntity: true },
  'register-in-checkout': { method: 'POST', path: '/v1/checkouts/{id}/registration', hasToken: false, isKeyed: false, takesEntity: false },
  'create-payment': { method: 'POST', path: '/v1/payments', hasToken: true, isKeyed: true, takesEntity: true },
  'refer-to-payment': { method: 'POST', path: '/v1/payments/{id}', hasToken: true, isKeyed: true, takesEntity: true },
  'read-payment': { method: 'GET', path: '/v1/payments/{id}', hasToken: true, isKeyed: false, takesEntity: true },
  'authenticate': { method: 'POST', path: '/v1/threeDSecure', hasToken: true, isKeyed: true, takesEntity: true },
  'read-authentication': { method: 'GET', path: '/v1/threeDSecure/{id}', hasToken: true, isKeyed: false, takesEntity: true },
  'create-registration': { method: 'POST', path: '/v1/registrations', hasToken: true, isKeyed: true, takesEntity: true },
  'read-registration': { method: 'GET', path: '/v1/registrations/{id}', hasToken: true, isKeyed: false, takesEntity: true },
  'delete-registration': { method: 'DELETE', path: '/v1/registrations/{id}', hasToken: true, isKeyed: false, takesEntity: true },
  'extend-life-of-registration': { method: 'POST', path: '/v1/registrations/{id}/extendlife', hasToken: true, isKeyed: true, takesEntity: true },
  'pay-with-registration': { method: 'POST', path: '/v1/registrations/{id}/payments', hasToken: true, isKeyed: true, takesEntity: true },
  'create-schedule': { method: 'POST', path: '/scheduling/v1/schedules', hasToken: true, isKeyed: true, takesEntity: true },
  'list-schedules': { method: 'GET', path: '/scheduling/v1/schedules', hasToken: true, isKeyed: false, takesEntity: true },
  'read-schedule': { method: 'GET', path: '/scheduling/v1/schedules/{id}', hasToken: true, isKeyed: false, takesEntity: true },
  'delete-schedule': { method: 'DELETE', path: '/scheduling/v1/schedules/{id}', hasToken: true, isKeyed: false, takesEntity: true },
  'reschedule': { method: 'POST', path: '/scheduling/v1/schedules/{id}/reschedule', hasToken: true, isKeyed: true, takesEntity: true },
  'deschedule': { method: 'POST', path: '/scheduling/v1/schedules/{id}/deschedule', hasToken: true, isKeyed: true, takesEntity: true },
  'query-payment': { method: 'GET', path: '/v1/query/{id}', hasToken: true, isKeyed: false, takesEntity: true },
  'query-by-reference': { method: 'GET', path: '/v1/query', hasToken: true, isKeyed: false, takesEntity: true },
  'query-linked': { method: 'GET', path: '/v3/query/{id}', hasToken: true, isKeyed: false, takesEntity: true },
  'query-period': { method: 'GET', path: '/v3/query', hasToken: true, isKeyed: false, takesEntity: true },
  'list-aggregations': { method: 'GET', path: '/reports/v1/reconciliations/aggregations', hasToken: true, isKeyed: false, takesEntity: true },
  'read-aggregation': { method: 'GET', path: '/reports/v1/reconciliations/aggregations/{id}', hasToken: true, isKeyed: false, takesEntity: true },
  'read-aggregation-page': { method: 'GET', path: '/reports/v2/reconciliations/aggregations/{id}', hasToken: true, isKeyed: false, takesEntity: true },
  'create-webhook': { method: 'POST', path: '/v1/webhooks', hasToken: true, isKeyed: true, takesEntity: true },
  'list-webhooks': { method: 'GET', path: '/v1/webhooks', hasToken: true, isKeyed: false, takesEntity: true },
  'read-webhook': { method: 'GET', path: '/v1/webhooks/{id}', hasToken: true, isKeyed: false, takesEntity: true },
  'change-webhook': { method: 'POST', path: '/v1/webhooks/{id}', hasToken: true, isKeyed: true, takesEntity: true },
  'delete-webhook': { method: 'DELETE', path: '/v1/webhooks/{id}', hasToken: true, isKeyed: false, takesEntity: true },
  'pause-webhook': { method: 'POST', path: '/v1/webhooks/{id}/pause', hasToken: true, isKeyed: true, takesEntity: true },
  'resume-webhook': { method: 'POST', path: '/v1/webhooks/{id}/resume', hasToken: true, isKeyed: true, takesEntity: true },
  'test-webhook': { method: 'POST', path: '/v1/webhooks/{id}/test', hasToken: true, isKeyed: true, takesEntity: true },
  'change-webhook-secret': { method: 'POST', path: '/v1/webhooks/{id}/secret', hasToken: true, isKeyed: true, takesEntity: true },
  'change-notification-key': { method: 'POST', path: '/v1/webhooks/key', hasToken: true, isKeyed: true, takesEntity: true },
  'list-deliveries': { method: 'GET', path: '/v1/webhooks/{id}/deliveries', hasToken: true, isKeyed: false, takesEntity: true },
  'read-delivery': { method: 'GET', path: '/v1/webhooks/{id}/deliveries/{delivery}', hasToken: true, isKeyed: false, takesEntity: true },
  'replay-delivery': { method: 'POST', path: '/v1/webhooks/{id}/deliveries/{delivery}/replay', hasToken: true, isKeyed: true, takesEntity: true },
  'replay-deliveries': { method: 'POST', path: '/v1/webhooks/{id}/replay', hasToken: true, isKeyed: true, takesEntity: true },
  'list-notification-url-deliveries': { method: 'GET', path: '/v1/notification-urls/deliveries', hasToken: true, isKeyed: false, takesEntity: true },
  'read-notification-url-delivery': { method: 'GET', path: '/v1/notification-urls/deliveries/{delivery}', hasToken: true, isKeyed: false, takesEntity: true },
  'replay-notification-url-delivery': { method: 'POST', path: '/v1/notification-urls/deliveries/{delivery}/replay', hasToken: true, isKeyed: true, takesEntity: true },
  'replay-notification-url-deliveries': { method: 'POST', path: '/v1/notification-urls/replay', hasToken: true, isKeyed: true, takesEntity: true },
  'list-events': { method: 'GET', path: '/v1/events', hasToken: true, isKeyed: false, takesEntity: true },
  'move-clock': { method: 'POST', path: '/sandbox/clock', hasToken: true, isKeyed: true, takesEntity: true },
  'settle-payment': { method: 'POST', path: '/sandbox/payments/{id}/settle', hasToken: true, isKeyed: true, takesEntity: true },
  'pay-voucher': { method: 'POST', path: '/sandbox/payments/{id}/receipt', hasToken: true, isKeyed: true, takesEntity: true },
  'charge-back': { method: 'POST', path: '/sandbox/payments/{id}/chargeback', hasToken: true, isKeyed: true, takesEntity: true },
  'settle-registration': { method: 'POST', path: '/sandbox/registrations/{id}/settle', hasToken: true, isKeyed: true, takesEntity: true },
  'revoke-registration': { method: 'POST', path: '/sandbox/registrations/{id}/revoke', hasToken: true, isKeyed: true, takesEntity: true },
  'update-registration': { method: 'POST', path: '/sandbox/registrations/{id}/update', hasToken: true, isKeyed: true, takesEntity: true },
  'disturb-connector': { method: 'POST', path: '/sandbox/connector', hasToken: true, isKeyed: true, takesEntity: true },
  'widget-script': { method: 'GET', path: '/v1/paymentWidgets.js', hasToken: false, isKeyed: false, takesEntity: false },
  'release-script': { method: 'GET', path: '/v1/releases/{release}/paymentWidgets.js', hasToken: false, isKeyed: false, takesEntity: false },
  'list-scripts': { method: 'GET', path: '/v1/scripts.json', hasToken: false, isKeyed: false, takesEntity: false },
  'list-result-codes': { method: 'GET', path: '/v1/resultcodes', hasToken: false, isKeyed: false, takesEntity: false },
  'health': { method: 'GET', path: '/health', hasToken: false, isKeyed: false, takesEntity: false },
  'readiness': { method: 'GET', path: '/ready', hasToken: false, isKeyed: false, takesEntity: false },
  'list-event-schemas': { method: 'GET', path: '/schemas/events/v1/', hasToken: false, isKeyed: false, takesEntity: false },
  'read-event-schema': { method: 'GET', path: '/schemas/events/v1/{file}', hasToken: false, isKeyed: false, takesEntity: false },
};

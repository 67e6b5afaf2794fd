/**
 * What is told about an order in some industries (event-notifications.md, "Order"): the fields of
 * `order.industryData[n].details.` by `order.industryData[n].type`.
 */
import { BOOLEAN_OR_DIGIT, DATE, digits, type Format, oneOf, pattern, text } from './format.ts';

/** Told as a number. */
const COUNT = digits(1, 9);
const AIRPORT = pattern('[A-Z]{3}', 'a 3-letter airport code in capitals');
const ANY = text(1, 255);
/** As JSON Schema has it, so that no accepted address makes an event that is not valid. */
const EMAIL = pattern(
  "[A-Za-z0-9!#$%&'*+/=?^_`{|}~\\-]+(?:\\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~\\-]+)*" +
    '@(?:[A-Za-z0-9](?:[A-Za-z0-9\\-]*[A-Za-z0-9])?\\.)+[A-Za-z0-9](?:[A-Za-z0-9\\-]*[A-Za-z0-9])?',
  'an email address of up to 254 characters',
  3,
  254,
);

export type Industry = 'AIRLINE' | 'EDUCATION' | 'TRAVEL';

export const INDUSTRY_FIELDS: Readonly<Record<Industry, Readonly<Record<string, Format>>>> = {
  AIRLINE: {
    pnr: ANY,
    numberOfPassengers: COUNT,
    airlineCode: pattern('[A-Z0-9]{2,3}', '2 or 3 capitals or digits'),
    passengerEmail: EMAIL,
    passengerPhone: text(1, 25),
    passengerName: ANY,
    carrierCode: ANY,
    'tripSegments[n].fareBasisCode': ANY,
    'tripSegments[n].departureAirportCode': AIRPORT,
    'tripSegments[n].destinationAirportCode': AIRPORT,
    'tripSegments[n].flightNumber': ANY,
    'tripSegments[n].departureDate': DATE,
    'tripSegments[n].flightCarrierCode': pattern('[A-Z0-9]{2}', '2 capitals or digits'),
    'tripSegments[n].segmentId': ANY,
  },
  EDUCATION: {
    admissionNoticeUrl: text(1, 2048),
    courseStartDate: DATE,
    courseEndDate: DATE,
    financedCourse: BOOLEAN_OR_DIGIT,
    diplomaCourse: BOOLEAN_OR_DIGIT,
    postHighSchoolCourse: BOOLEAN_OR_DIGIT,
  },
  TRAVEL: {
    travelType: oneOf('UNKNOWN', 'ONE_WAY', 'TWO_WAY', 'MULTIPLE'),
    departureDate: DATE,
    returnDate: DATE,
    departureLocation: ANY,
    arrivalLocation: ANY,
    destinationCountry: ANY,
    travelCompany: ANY,
    travelerCount: COUNT,
    buyerAmongTravelers: BOOLEAN_OR_DIGIT,
    travelClass: ANY,
    travelInsured: BOOLEAN_OR_DIGIT,
    travelDiscountVoucher: ANY,
    luggageSupplement: BOOLEAN_OR_DIGIT,
    travelCanBeModifiedOrCanceled: BOOLEAN_OR_DIGIT,
    stayCompany: ANY,
    stayDestination: ANY,
    stayNightsCount: COUNT,
    stayRoomRange: ANY,
  },
};

/** The value as events carry it: counts are numbers, yes and no are booleans. */
export function industryValue(industry: Industry, field: string, value: string) {
  const format = INDUSTRY_FIELDS[industry][field];
  if (format === COUNT) return Number(value);
  return format === BOOLEAN_OR_DIGIT ? value === 'true' : value;
}

export const isIndustry = (type: unknown): type is Industry =>
  typeof type === 'string' && Object.hasOwn(INDUSTRY_FIELDS, type);

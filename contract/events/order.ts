/** What was bought. */
import { z } from 'zod';
import { airline, airport, date, email, flag, int32, int64, oneOf, text } from './values.ts';

const OrderItem = z
  .object({
    name: text(),
    quantity: int32(),
    amount: int64('Of a single unit, in the smallest unit of the currency'),
  })
  .meta({ id: 'OrderItem' });
export type OrderItem = z.infer<typeof OrderItem>;

const TripSegment = z
  .object({
    fareBasisCode: text(),
    departureAirportCode: airport(),
    destinationAirportCode: text(),
    flightNumber: text(),
    departureDate: date(),
    flightCarrierCode: airline(2),
    segmentId: text(),
  })
  .meta({ id: 'TripSegment' });

const IndustryData = z
  .discriminatedUnion('type', [
    z.object({
      type: z.literal('AIRLINE'),
      details: z
        .object({
          pnr: text(),
          numberOfPassengers: int32(),
          airlineCode: airline(3),
          passengerEmail: email(),
          passengerPhone: text(),
          passengerName: text(),
          carrierCode: text(),
          tripSegments: z.array(TripSegment).exactOptional(),
        })
        .exactOptional(),
    }),
    z.object({
      type: z.literal('EDUCATION'),
      details: z
        .object({
          admissionNoticeUrl: text(),
          courseStartDate: date(),
          courseEndDate: date(),
          financedCourse: flag(),
          diplomaCourse: flag(),
          postHighSchoolCourse: flag(),
        })
        .exactOptional(),
    }),
    z.object({
      type: z.literal('TRAVEL'),
      details: z
        .object({
          travelType: oneOf(['UNKNOWN', 'ONE_WAY', 'TWO_WAY', 'MULTIPLE']),
          departureDate: date(),
          returnDate: date(),
          departureLocation: text('Airport code for flights'),
          arrivalLocation: text('Airport code for flights'),
          destinationCountry: text(),
          travelCompany: text(),
          travelerCount: int64(),
          buyerAmongTravelers: flag(),
          travelClass: text(),
          travelInsured: flag(),
          travelDiscountVoucher: text(),
          luggageSupplement: flag(),
          travelCanBeModifiedOrCanceled: flag(),
          stayCompany: text(),
          stayDestination: text(),
          stayNightsCount: int64(),
          stayRoomRange: text(),
        })
        .exactOptional(),
    }),
  ])
  .meta({ id: 'IndustryData' });
export type IndustryData = z.infer<typeof IndustryData>;

export const Order = z
  .object({
    orderItems: z.array(OrderItem).exactOptional(),
    industryData: z.array(IndustryData).exactOptional(),
    orderReferenceNumber: text('The same for all payment attempts of an order'),
  })
  .meta({ id: 'Order' });
export type Order = z.infer<typeof Order>;

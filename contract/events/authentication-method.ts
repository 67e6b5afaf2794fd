/** How the consumer is authenticated: sent to the merchant, told apart by `type`. */
import { z } from 'zod';
import { dateTime, oneOf, text } from './values.ts';

const request = z.object({
  requestUrl: text('Where the consumer is sent'),
  requestMethod: oneOf(['GET', 'POST']),
});

export const AuthenticationMethod = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('REDIRECT'), details: request.exactOptional() }),
    z.object({ type: z.literal('3DS'), details: request.exactOptional() }),
    z.object({
      type: z.literal('SCAN_CODE'),
      details: z
        .object({
          codeType: oneOf(['QR', 'UPC', 'ITF', 'CODE128', 'PAYMENT_REFERENCE']),
          codeImage: text('Generated before'),
          codePayload: text(),
          codeDocument: text('Address of a pay slip'),
          codeProviderEntityId: text(),
          scanBy: dateTime(),
        })
        .exactOptional(),
    }),
    z.object({
      type: z.literal('APP_INTENT'),
      details: z.object({ mobileIntentUri: text() }).exactOptional(),
    }),
    z.object({ type: z.literal('APP_NOTIFICATION') }),
    z.object({ type: z.literal('MULTI_FACTOR') }),
  ])
  .meta({ id: 'AuthenticationMethod' });
export type AuthenticationMethod = z.infer<typeof AuthenticationMethod>;

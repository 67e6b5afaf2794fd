/** What the merchant wished for, or found out itself, about the authentication. */
import { z } from 'zod';
import { External3ds } from './external-3ds.ts';
import { dateTime, oneOf, text } from './values.ts';

const variant = <const Type extends string, Shape extends z.ZodRawShape>(
  type: Type,
  settings: Shape,
) => z.object({ type: z.literal(type), settings: z.object(settings).exactOptional() });

export const AuthenticationSettings = z
  .discriminatedUnion('type', [
    variant('REDIRECT', { returnUrl: text() }),
    variant('3DS', {
      returnUrl: text(),
      preference: oneOf(['BLANK', 'CHALLENGE', 'FRICTIONLESS']),
    }),
    z.object({ type: z.literal('EXTERNAL_3DS'), settings: External3ds.exactOptional() }),
    variant('SCAN_CODE', { scanBy: dateTime() }),
    variant('MULTI_FACTOR', { verificationCode: text() }),
    variant('APP_INTENT', { mobileIntentUri: text('Where the consumer is sent afterwards') }),
    variant('APP_NOTIFICATION', {
      instrumentProviderIdentity: text('Such as an email address or a phone number'),
    }),
  ])
  .meta({ id: 'AuthenticationSettings' });
export type AuthenticationSettings = z.infer<typeof AuthenticationSettings>;

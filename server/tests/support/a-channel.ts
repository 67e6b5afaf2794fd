/** A channel that no database has, for rules that look at its settings alone; and what they refuse. */
import type { z } from 'zod';
import type { ParameterError } from '../../../contract/result.ts';
import { type Channel, ChannelSettingsSchema } from '../../gateway/entities/index.ts';
import { ApiError } from '../../gateway/requests/index.ts';

/** @param clockOffsetMs how far its clock runs ahead */
export const channelWith = (
  settings: z.input<typeof ChannelSettingsSchema> = {},
  clockOffsetMs = 0,
): Channel => ({
  ...{ id: 'c'.repeat(32), kind: 'channel', parentId: 'a'.repeat(32), name: 'Shop' },
  settings: ChannelSettingsSchema.parse(settings),
  clockOffsetMs,
});

/** Another gateway as a channel's processor, which these tests do not ask. */
export const RELAY = {
  ...{ kind: 'upstream', address: 'https://processor.example', entityId: 'e'.repeat(32) },
  ...{
    brands: ['VISA', 'DIRECTDEBIT_SEPA', 'PAYPAL'],
    currencies: ['EUR'],
    paymentTypes: ['DB', 'PA'],
  },
  ...{ installments: false, wallets: false },
} as const;

export interface Refused {
  readonly status: number;
  readonly code: string;
  readonly description: string;
  readonly errors: readonly ParameterError[];
}

/** The refusal that a call, or its promise, ends with. @throws Error where it is not refused */
export async function refusedBy(call: () => unknown): Promise<Refused> {
  const { status, result } = await Promise.resolve()
    .then(call)
    .then(
      () => {
        throw new Error('was not refused');
      },
      (error: unknown) => {
        if (error instanceof ApiError) return error;
        throw error;
      },
    );
  const { code, description = '', parameterErrors = [] } = result;
  return { status, code, description, errors: parameterErrors };
}

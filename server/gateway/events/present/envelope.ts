/** What every answer carries besides its subject (gateway-api.md, "Payment response fields"). */
import type { Result } from '../../../../contract/result.ts';
import { describeResult } from '../../../../contract/result-codes.ts';

export interface Envelope {
  readonly result: Result;
  readonly buildNumber: string;
  readonly timestamp: string;
  readonly ndc: string;
}

export type WholeAnswer = Envelope & Readonly<Record<string, unknown>>;

/** A result code with its words. */
export const resultOf = (code: string): Result => ({ code, description: describeResult(code) });

/** Epoch milliseconds as `yyyy-MM-dd HH:mm:ss+0000`. */
export const timestamp = (at: number): string =>
  `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')}+0000`;

/**
 * @param build 40 hexadecimal characters that stand for the running code
 * @param builtAt epoch milliseconds
 */
export const buildNumber = (build: string, builtAt: number): string =>
  `${build}@${timestamp(builtAt).replace('+', ' +')}`;

/** @param build as `buildNumber` gives it */
export const envelopeOf = (build: string, result: Result, ndc: string): Envelope => ({
  result,
  buildNumber: build,
  timestamp: timestamp(Date.now()),
  ndc,
});

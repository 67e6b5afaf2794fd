/** What is wrong with settings of a channel, in words: each by its name, its rule and what it was given. */
import { type ZodError, z } from 'zod';
import { maskedText } from '../../../contract/card-numbers-in-text.ts';

/** A longer value is not shown to its end. */
const SHOWN_LENGTH = 100;

/** @param error of a schema that was told to report its input */
export function settingsMistake({ issues }: ZodError): string {
  return z.prettifyError({
    issues: issues.map((issue) => ({ ...issue, message: `${issue.message}${given(issue.input)}` })),
  });
}

/** What is made of several parts was looked at part by part. */
function given(input: unknown): string {
  if (input === undefined || (typeof input === 'object' && input !== null)) return '';
  return `; it is ${maskedText(JSON.stringify(input)).slice(0, SHOWN_LENGTH)}`;
}

/** Strict reading of `application/x-www-form-urlencoded`: what is broken is named, not repaired. */
import type { ParameterError } from '../../contract/result.ts';
import { invalidParameters } from '../gateway/requests/index.ts';

export type FormPairs = readonly (readonly [name: string, value: string])[];

/**
 * Names and values in the order sent.
 * @throws ApiError naming each parameter with broken percent-encoding or a NUL
 */
export function decodeForm(body: string): FormPairs {
  const errors: ParameterError[] = [];
  const pairs = body
    .split('&')
    .filter((part) => part !== '')
    .map((part) => {
      const [rawName = '', ...rawValue] = part.split('=');
      const name = decodeText(rawName);
      const value = decodeText(rawValue.join('='));
      const shownName = (name ?? rawName).slice(0, 100).replaceAll('\0', '');
      if (name === undefined || value === undefined) {
        errors.push({ name: shownName, value: null, message: 'has broken percent-encoding' });
      } else if (name.includes('\0') || value.includes('\0')) {
        errors.push({ name: shownName, value: null, message: 'contains a NUL character' });
      }
      return [name ?? '', value ?? ''] as const;
    });
  if (errors.length > 0) throw invalidParameters(errors);
  return pairs;
}

function decodeText(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}

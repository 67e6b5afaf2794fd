/** The merchant's tables of switches, such as `registrations` and `mandatoryBillingFields`. */
import { coerce, merchantOptions } from '../options.ts';

/** A table that is missing, or something else, is empty. */
export function tableOf(name: string): Readonly<Record<string, unknown>> {
  const value = merchantOptions()[name];
  return typeof value === 'object' && value ? (value as Record<string, unknown>) : {};
}

export const isOn = (table: string, name: string): boolean => coerce(tableOf(table)[name], false);

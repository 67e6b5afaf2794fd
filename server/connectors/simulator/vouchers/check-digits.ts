/** References that are typed at a cash machine or a till, with the check digits that catch a slip. */
import { checkOfField } from './boleto.ts';

/**
 * A reference of Multibanco: nine digits, the last two by 97 over entity, reference and amount (ISO 7064),
 * so that a wrong amount does not fit either.
 * @param entity five digits
 * @param number seven digits
 * @param amount cents
 */
export function multibancoReference(entity: string, number: string, amount: number): string {
  const checked = BigInt(`${entity}${number}${String(amount).padStart(8, '0')}`);
  const check = 98n - ((checked * 100n) % 97n);
  return `${number}${String(check).padStart(2, '0')}`;
}

/** A reference of OXXO: fourteen digits, the last one by 10. @param number thirteen digits */
export const oxxoReference = (number: string): string => `${number}${checkOfField(number)}`;

/** The reference that a shopper writes on a transfer: a creditor reference, as banks check it (ISO 11649). */

/** What is left of an IBAN or a creditor reference, as ISO 7064 has it: 1 where its check digits are right. */
export function remainderOf(text: string): number {
  const turned = text.slice(4) + text.slice(0, 4);
  const digits = turned.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  return Number(BigInt(digits) % 97n);
}

/** Beside `RF` and its check digits a creditor reference has up to 21 characters. */
const LENGTH = 16;

/** @param reference ours, 32 hexadecimal characters; one transfer reference for each */
export function transferReference(reference: string): string {
  const body = reference.slice(0, LENGTH).toUpperCase();
  const check = 98 - remainderOf(`RF00${body}`);
  return `RF${String(check).padStart(2, '0')}${body}`;
}

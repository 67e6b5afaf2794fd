/** What clients send, as it may be repeated and logged. */
import { withoutCardNumbers } from '../contract/card-numbers-in-text.ts';
import { percentDecoded } from '../contract/percent-decoded.ts';

/**
 * A text as it was sent; one with a card number in it without that, and decoded where it is a part of an
 * address.
 */
export function maskedText(text: string): string {
  const decoded = percentDecoded(text);
  // In a query a plus is a space.
  for (const readable of new Set([decoded, decoded.replaceAll('+', ' ')])) {
    const masked = withoutCardNumbers(readable);
    if (masked !== readable) return masked;
  }
  return text;
}

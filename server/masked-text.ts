/** What clients send, as it may be repeated and logged. */
import { withoutCardNumbers } from '../contract/card-numbers-in-text.ts';

/** What is encoded more than once is read more than once. */
const MOST_ENCODINGS = 4;

/**
 * A text as it was sent; one with a card number in it without that, and decoded where it is a part of an
 * address.
 */
export function maskedText(text: string): string {
  let decoded = text;
  for (let round = 0; round < MOST_ENCODINGS && decoded.includes('%'); round += 1) {
    decoded = decoded.replaceAll(/(?:%[0-9a-f]{2})+/gi, decodedIfPossible);
  }
  // In a query a plus is a space.
  for (const readable of new Set([decoded, decoded.replaceAll('+', ' ')])) {
    const masked = withoutCardNumbers(readable);
    if (masked !== readable) return masked;
  }
  return text;
}

function decodedIfPossible(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** What is encoded more than once is read more than once. */
const MOST_ENCODINGS = 4;

/** A text as an address reads it, however often it was encoded; what is broken in it stays. */
export function percentDecoded(text: string): string {
  let decoded = text;
  for (let round = 0; round < MOST_ENCODINGS && decoded.includes('%'); round += 1) {
    decoded = decoded.replaceAll(/(?:%[0-9a-f]{2})+/gi, decodedIfPossible);
  }
  return decoded;
}

function decodedIfPossible(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** `brandDetectionPriority`: which of several brands that a number may be of comes first. */
import { merchantOptions } from '../options.ts';

/** What the merchant wants first stands first; the rest keeps its order. */
export function byPriority(codes: readonly string[]): readonly string[] {
  const { brandDetectionPriority: wanted } = merchantOptions();
  if (!Array.isArray(wanted)) return codes;
  const rank = (code: string) => (wanted.includes(code) ? wanted.indexOf(code) : wanted.length);
  return [...codes].sort((a, b) => rank(a) - rank(b));
}

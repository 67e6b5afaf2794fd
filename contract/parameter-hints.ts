/** What the developer of a test channel is told of names that a request was read without. */
import { maskedText } from './card-numbers-in-text.ts';
import { CATALOGUE, type Operation } from './catalogue.ts';
import { nearestName } from './nearest-name.ts';
import { findRow } from './parameters.ts';
import { shortened } from './shortened.ts';

export interface ParameterHint {
  /** As it was sent; of one that is very long, its beginning. */
  readonly name: string;
  readonly message: string;
  /** The parameter that was probably meant. */
  readonly nearest?: string;
}

/** So that a small request cannot ask for a large answer. */
const MOST_HINTS = 20;

const INDEX = /\[(?:0|[1-9][0-9]{0,2})\]/g;

/** Where a key in brackets begins that ends the name, and that is no index; the name's end where none does. */
function startOfKey(name: string): number {
  const start = name.indexOf('[', name.slice(0, -1).lastIndexOf(']') + 1);
  const isKey = name.endsWith(']') && start >= 0 && /[^0-9]/.test(name.slice(start + 1, -1));
  return isKey ? start : name.length;
}

/** One for each name, the first twenty of them. */
export const parameterHints = (
  ignored: readonly string[],
  operation: Operation | undefined,
): ParameterHint[] => ignored.slice(0, MOST_HINTS).map((name) => hintOf(name, operation));

function hintOf(sent: string, operation: Operation | undefined): ParameterHint {
  const name = shortened(maskedText(sent));
  if (findRow(sent)) return { name, message: 'is not read by this request' };
  const nearest = nearestParameter(sent, operation);
  return nearest === undefined
    ? { name, message: 'is not a parameter of this request' }
    : { name, message: `is not a parameter: did you mean ${nearest}?`, nearest };
}

/**
 * The parameter of an operation, or of any, that a name is nearest to, with the indices and the key that
 * were sent: `cart.item[3].name` is `cart.items[3].name`.
 */
export function nearestParameter(
  sent: string,
  operation: Operation | undefined,
): string | undefined {
  const known = CATALOGUE.filter(({ on }) => operation === undefined || on.includes(operation));
  const indices = sent.match(INDEX) ?? [];
  const key = sent.slice(startOfKey(sent));
  const indexed = sent.replace(INDEX, '[n]');
  const start = startOfKey(indexed);
  const shape = indexed.slice(0, start) + (indexed.slice(start) && '[name]');
  const nearest = nearestName(
    shape,
    known.map(({ name }) => name),
  );
  if (nearest === undefined) return undefined;
  const [...left] = indices;
  const filled = nearest
    .replace(/\[n\]/g, () => left.shift() ?? '[0]')
    .replace(/\[name\]$/, () => key || '[name]');
  return shortened(maskedText(filled));
}

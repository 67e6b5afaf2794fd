/** Parameters as they go over the wire: text under the names of the reference. */
import { GatewayError } from './errors.ts';

export type ParameterValue = string | boolean | undefined;

/**
 * @throws GatewayError for what is no text: 92.5 is no amount, `{ number: … }` no parameter
 */
export function formOf(parameters: object): URLSearchParams {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value === undefined) continue;
    if (typeof value !== 'string' && typeof value !== 'boolean') {
      throw new GatewayError(`${name} has to be a text${adviceFor(name, value)}`);
    }
    form.append(name, String(value));
  }
  return form;
}

function adviceFor(name: string, value: unknown): string {
  if (typeof value === 'number') {
    return /amount|price|tax|shipping|discount/i.test(name)
      ? ", with two decimals: '92.00'. Binary fractions are no money"
      : `: String(${name})`;
  }
  return value !== null && typeof value === 'object'
    ? `: names are written out, '${writtenOut(name, value)}'`
    : `; it is ${value === null ? 'null' : typeof value}`;
}

/** What the reference calls the first value in an object or a list: 'cart.items[0].name'. */
function writtenOut(name: string, value: object, depth = 0): string {
  const [first, inner] = Object.entries(value)[0] ?? [Array.isArray(value) ? '0' : 'name'];
  const hasBrackets = Array.isArray(value) || name === 'customParameters';
  const written = hasBrackets ? `${name}[${first}]` : `${name}.${first}`;
  // No parameter is deeper, and an object may be in itself.
  return typeof inner === 'object' && inner !== null && depth < 2
    ? writtenOut(written, inner, depth + 1)
    : written;
}

/** The path with its names filled in, encoded. */
export function filledPath(path: string, values: readonly string[]): string {
  const left = [...values];
  return path.replace(/\{(\w+)\}/g, (_, name) => {
    const value = left.shift();
    if (typeof value !== 'string' || value === '') {
      throw new GatewayError(
        `${path} needs its ${name}; it is ${value === '' ? 'empty' : typeof value}`,
      );
    }
    return encodeURIComponent(value);
  });
}

/** How many values a path takes. */
export const namesIn = (path: string): number => path.match(/\{\w+\}/g)?.length ?? 0;

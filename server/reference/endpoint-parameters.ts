/** The parameters of an endpoint, wherever they come from. */
import { CATALOGUE, type ParameterRow } from '../../contract/catalogue.ts';
import type { Format } from '../../contract/format.ts';
import type { Endpoint } from './endpoint.ts';
import { rulesInWords } from './rules.ts';

export interface EndpointParameter {
  /** With `[n]` or `[name]`, as in the catalogue. */
  readonly name: string;
  readonly format: Format;
  readonly required: boolean;
  /** Rules beside the format. */
  readonly rules: readonly string[];
  /** For `[name]`: what the key has to look like. */
  readonly key?: Format;
}

export function parametersOf({ operation, named = [], own = [] }: Endpoint): EndpointParameter[] {
  const rows = CATALOGUE.filter(
    ({ name, on }) => named.includes(name) || (operation !== undefined && on.includes(operation)),
  );
  return [
    ...rows.map(
      (row): EndpointParameter => ({
        name: row.name,
        format: (operation && row.formatOn?.[operation]) ?? row.format,
        required: isRequired(row, operation),
        rules: rulesInWords(row, operation),
        ...(row.key && { key: row.key }),
      }),
    ),
    ...own.map(({ name, format, required = false }) => ({
      name,
      format,
      required,
      rules: required ? ['required'] : [],
    })),
  ];
}

const isRequired = (row: ParameterRow, operation: Endpoint['operation']): boolean =>
  operation !== undefined && (row.requiredOn?.includes(operation) ?? false);

/** The format of a parameter of the catalogue, for an endpoint that demands it by itself. */
export function formatOf(name: string): Format {
  const row = CATALOGUE.find((each) => each.name === name);
  if (!row) throw new Error(`the catalogue has no ${name}`);
  return row.format;
}

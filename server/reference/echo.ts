/** What answers repeat of a request, as nested schemas: the catalogue's rows, dots and brackets resolved. */
import { CATALOGUE, type ParameterRow } from '../../contract/catalogue.ts';
import { nameSteps } from '../../contract/parameters.ts';
import type { Schema } from './schema.ts';

interface Branch {
  row?: ParameterRow;
  readonly children: Map<string, Branch>;
}

/** Told by the payment itself, in `answers.ts`. */
const OWN = new Set(['amount', 'currency', 'paymentType', 'paymentBrand']);

const isEchoed = ({ name, control, secret }: ParameterRow): boolean =>
  !control && !secret && !name.startsWith('card.') && !OWN.has(name);

/** The properties of an answer that come from the request. */
export function echoedProperties(): Record<string, Schema> {
  const root: Branch = { children: new Map() };
  for (const row of CATALOGUE.filter(isEchoed)) {
    let branch = root;
    for (const step of nameSteps(row.name)) {
      const next = branch.children.get(step) ?? { children: new Map() };
      branch.children.set(step, next);
      branch = next;
    }
    branch.row = row;
  }
  return propertiesOf(root);
}

const propertiesOf = ({ children }: Branch): Record<string, Schema> =>
  Object.fromEntries(
    [...children]
      .filter(([step]) => step !== '[name]')
      .map(([step, branch]) => [step.replace(/^\[(.*)\]$/, '$1'), schemaOf(branch)]),
  );

function schemaOf(branch: Branch): Schema {
  const { row, children } = branch;
  if (children.size === 0) return { type: 'string', description: row?.format.words ?? '' };
  const items = children.get('[n]');
  if (items) return { type: 'array', items: schemaOf(items) };
  const properties = propertiesOf(branch);
  return {
    type: 'object',
    properties,
    ...(children.has('[name]') && { additionalProperties: { type: 'string' } }),
  };
}

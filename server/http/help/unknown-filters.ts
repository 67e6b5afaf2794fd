/** A filter that a query does not have: left out, the query would answer everything. */
import { CATALOGUE } from '../../../contract/catalogue.ts';
import { nearestParameter } from '../../../contract/parameter-hints.ts';
import { findRow, readParameters } from '../../../contract/parameters.ts';
import type { Channel } from '../../gateway/entities/index.ts';
import { invalidParameters } from '../../gateway/requests/index.ts';
import type { FormPairs } from '../request-values.ts';

const FILTERS = CATALOGUE.filter(({ name, on }) => on.includes('query') && name !== 'entityId').map(
  ({ name }) => name,
);

/**
 * On a live channel a query goes on without the name, as it always has. What only steers a request
 * (`testMode`, `sortOrder`), and a name that is near to none, is no filter.
 * @throws ApiError (400) naming each, and the filter that was probably meant
 */
export function refuseUnknownFilters({ settings }: Channel, pairs: FormPairs): void {
  if (settings.mode !== 'test') return;
  const { ignored } = readParameters(pairs, 'query');
  const errors = ignored.filter(isFilter).map((name) => {
    const nearest = nearestParameter(name, 'query');
    const advice =
      nearest === undefined ? `filters are ${FILTERS.join(', ')}` : `did you mean ${nearest}?`;
    return { name, value: null, message: `is not a filter of this query: ${advice}` };
  });
  if (errors.length > 0) throw invalidParameters(errors);
}

function isFilter(name: string): boolean {
  const row = findRow(name)?.row;
  return row ? !row.control : nearestParameter(name, 'query') !== undefined;
}

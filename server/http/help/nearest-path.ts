/** Finds the path of the API that is nearest to an unknown one. */
import { slipsBetween } from '../../../contract/nearest-name.ts';
import { ENDPOINTS } from '../../reference/endpoints.ts';

const PATHS = [...new Set(ENDPOINTS.map(({ path }) => path))];

/** Longer paths are no typing mistakes, and comparing them would cost time. */
const LONGEST = 200;
const MOST_SLIPS = 2;

/**
 * As the reference writes it, `/v1/checkouts/{id}/payment`: nothing of what was sent is repeated. A
 * version that is missing counts as one slip.
 */
export function nearestPath(asked: string): string | undefined {
  if (asked.length > LONGEST) return undefined;
  const path = asked
    .replace(/\/+/g, '/')
    .replace(/\/$/, '')
    .toLowerCase()
    // The version was a part of the address, too.
    .replace(/^\/v\d+(?=\/v\d+\/)/, '');
  if (path === '') return undefined;
  const [best] = PATHS.map((template) => ({
    template,
    slips: Math.min(slipsTo(template, path), 1 + slipsTo(template, `/v1${path}`)),
  })).sort((a, b) => a.slips - b.slips);
  return best && best.slips <= MOST_SLIPS ? best.template : undefined;
}

/** Part by part; what stands in braces takes anything. */
function slipsTo(template: string, path: string): number {
  const parts = path.split('/');
  const known = template.replace(/\/$/, '').toLowerCase().split('/');
  if (parts.length !== known.length) return Number.POSITIVE_INFINITY;
  return known
    .map((part, n) => (part.startsWith('{') ? 0 : slipsBetween(parts[n] ?? '', part)))
    .reduce((sum, slips) => sum + slips, 0);
}

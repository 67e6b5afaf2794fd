/** Whether the brands that a channel is to take are brands: the setting `brands`. */
import { BRAND_NAMES } from '../../../contract/brand-names.ts';
import { nearestName } from '../../../contract/nearest-name.ts';

/** Of the channel's settings. */
interface Brands {
  readonly brands: Readonly<Record<string, unknown>> | null;
}

/**
 * What is wrong with the brands of a channel; undefined where nothing is. The channel would take nothing by a name
 * that is none, and say so to shoppers alone.
 * @param before what it has already: an instance of another release may know more brands
 */
export function brandsMistake({ brands }: Brands, before: Partial<Brands>): string | undefined {
  const known = [...BRAND_NAMES.keys()];
  const kept = Object.keys(before.brands ?? {});
  const unknown = Object.keys(brands ?? {}).find((brand) => ![...known, ...kept].includes(brand));
  if (unknown === undefined) return undefined;
  const nearest = nearestName(unknown, known);
  const meant = nearest === undefined ? '' : `: did you mean ${nearest}?`;
  return `brands has ${unknown}, which is no brand${meant}`;
}

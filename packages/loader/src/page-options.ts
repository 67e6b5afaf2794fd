/**
 * What the forms of these packages put into the page's `wpwlOptions`, which is one object for all forms: the
 * options of each are a layer, and the last layer wins. What a layer has put in goes with it.
 */
import { pageState } from './page-state.ts';

type Options = Record<string, unknown>;

const isGiven = ([, value]: [string, unknown]) => value !== undefined;

/**
 * Puts a layer on top, in the place of an older one of the same form.
 *
 * @param before the older one
 * @param layer undefined to take the older one away
 * @param isRaised whether it goes to the top; otherwise it stays at its place
 */
export function replaceLayer(before?: object, layer?: object, isRaised?: boolean): void {
  const state = pageState();
  state.layers ??= [];
  state.replaced ??= new Map();
  const { layers, replaced } = state;
  const page = window as unknown as { wpwlOptions?: Options };
  page.wpwlOptions ??= {};
  const options = page.wpwlOptions;
  const at = before ? layers.indexOf(before) : -1;
  if (at >= 0) layers.splice(at, 1);
  if (layer) layers.splice(at < 0 || isRaised ? layers.length : at, 0, layer);
  const wanted = Object.fromEntries(
    layers.flatMap((layer) => Object.entries(layer).filter(isGiven)),
  );
  for (const [name, value] of Object.entries(wanted)) {
    if (!replaced.has(name)) replaced.set(name, options[name]);
    options[name] = value;
  }
  for (const [name, value] of replaced) {
    if (name in wanted) continue;
    replaced.delete(name);
    if (value === undefined) delete options[name];
    else options[name] = value;
  }
}

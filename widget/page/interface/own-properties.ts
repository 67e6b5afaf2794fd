/**
 * What the page and the network give, by its own properties only: a script that sets a property of
 * `Object.prototype` must not set one of ours. The build does the same to every object of this script
 * (`widget/own-properties.ts`).
 */

/** A copy that inherits nothing. */
export const own = <T extends object>(value: T | null | undefined): T =>
  ({ __proto__: null, ...value }) as T;

/** The same in depth, for data: answers and messages. */
export function ownData<T>(value: T): T {
  if (typeof value !== 'object' || !value) return value;
  if (Array.isArray(value)) return value.map(ownData) as T;
  const copy = own(value) as Record<string, unknown>;
  for (const name in copy) copy[name] = ownData(copy[name]);
  return copy as T;
}

/** An own property of an object that the page has; undefined where it only inherits one. */
export const ownProperty = (owner: object, name: string): unknown =>
  Object.hasOwn(owner, name) ? (owner as Record<string, unknown>)[name] : undefined;

/** Sets them on an object that the page has, past setters that it inherits. A frozen one stays as it is. */
export function setOwnProperties(owner: object, values: object): void {
  for (const [name, value] of Object.entries(values)) {
    const property = { value, writable: true, enumerable: true, configurable: true };
    Reflect.defineProperty(owner, name, property);
  }
}

/** For the page: an object as pages know them. */
export const forPage = <T extends object>(value: T): T =>
  Object.setPrototypeOf(value, Object.prototype);

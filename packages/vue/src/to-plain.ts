import { isProxy, toRaw } from 'vue';

/**
 * A copy without Vue's proxies, which cannot be sent to a frame. Reading all of it also has a watcher notice
 * changes inside of it.
 */
export function toPlain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toPlain);
  if (!isTable(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, toPlain(one)]));
}

const isTable = (value: unknown): value is object =>
  isProxy(value) || Object.getPrototypeOf(toRaw(value) ?? 0) === Object.prototype;

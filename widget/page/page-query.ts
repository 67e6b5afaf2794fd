/**
 * What callbacks get as `this.$iframe` and `this.$form`: the page's own jQuery where there is one,
 * else a small stand-in with the few methods that pages call on them.
 */
export interface PageQuery {
  readonly length: number;
  readonly [index: number]: Element;
  get(index: number): Element | undefined;
  find(selector: string): PageQuery;
  css(styles: string | Readonly<Record<string, string>>, value?: string): PageQuery;
  val(value?: string): unknown;
  height(): number;
  width(): number;
  attr(name: string): string | undefined;
  hasClass(name: string): boolean;
}

type JQuery = (elements: readonly Element[]) => PageQuery;

function standIn(elements: readonly Element[]): PageQuery {
  const [first] = elements;
  const query: PageQuery = {
    ...elements,
    length: elements.length,
    get: (index) => elements.at(index),
    find: (selector) => pageQuery(elements.flatMap((el) => [...el.querySelectorAll(selector)])),
    css(styles, value = '') {
      const rules = typeof styles === 'string' ? { [styles]: value } : styles;
      for (const element of elements) {
        if (element instanceof HTMLElement) Object.assign(element.style, rules);
      }
      return query;
    },
    val(value) {
      const input = first as HTMLInputElement | undefined;
      if (value === undefined) return input?.value;
      if (input) input.value = value;
      return query;
    },
    height: () => first?.clientHeight ?? 0,
    width: () => first?.clientWidth ?? 0,
    attr: (name) => first?.getAttribute(name) ?? undefined,
    hasClass: (name) => first?.classList.contains(name) ?? false,
  };
  return query;
}

export function pageQuery(elements: readonly Element[]): PageQuery {
  const { jQuery } = window as { jQuery?: JQuery };
  return typeof jQuery === 'function' ? jQuery(elements) : standIn(elements);
}

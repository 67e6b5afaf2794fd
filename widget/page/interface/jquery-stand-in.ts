/**
 * What callbacks get as `this.$iframe` and `this.$form`: the page's own jQuery where there is one,
 * else a small stand-in with the methods that pages call on them. Setters answer the stand-in.
 */
import { ownProperty } from './own-properties.ts';

export interface PageQuery {
  readonly length: number;
  readonly [index: number]: Element;
  get(index: number): Element | undefined;
  find(selector: string): PageQuery;
  closest(selector: string): PageQuery;
  each(visit: (this: Element, index: number, element: Element) => unknown): PageQuery;
  on(event: string, listener: EventListener): PageQuery;
  css(styles: string | Readonly<Record<string, string>>, value?: string): unknown;
  attr(name: string, value?: string): unknown;
  val(value?: string): unknown;
  text(value?: string): unknown;
  height(value?: number | string): unknown;
  width(value?: number | string): unknown;
  addClass(name: string): PageQuery;
  removeClass(name: string): PageQuery;
  hasClass(name: string): boolean;
}

type JQuery = (elements: readonly Element[]) => PageQuery;

function standIn(elements: readonly Element[]): PageQuery {
  const all = elements as readonly HTMLInputElement[];
  const [first] = all;
  const each = (change: (element: HTMLInputElement) => void) => {
    all.forEach(change);
    return query;
  };
  const style = (rules: Readonly<Record<string, string>>) =>
    each((element) => {
      Object.assign(element.style, rules);
    });
  /** Reads a property of the first element, or writes that of all. */
  const property = (name: 'value' | 'textContent') => (value?: string) =>
    value === undefined
      ? first?.[name]
      : each((element) => {
          element[name] = value;
        });
  const size = (side: 'height' | 'width') => (value?: number | string) =>
    value === undefined
      ? Number.parseFloat(getComputedStyle(first as Element).getPropertyValue(side))
      : style({ [side]: typeof value === 'number' ? `${value}px` : value });
  const classes = (change: 'add' | 'remove') => (names: string) =>
    each(({ classList }) => classList[change](...names.split(' ')));
  const query: PageQuery = {
    ...elements,
    length: elements.length,
    get: (index) => elements.at(index),
    find: (selector) => standIn(elements.flatMap((el) => [...el.querySelectorAll(selector)])),
    closest: (selector) => standIn(elements.flatMap((el) => el.closest(selector) ?? [])),
    each(visit) {
      for (const [index, element] of elements.entries()) visit.call(element, index, element);
      return query;
    },
    on: (event, listener) => each((element) => element.addEventListener(event, listener)),
    css(styles, value) {
      if (typeof styles !== 'string') return style(styles);
      if (value !== undefined) return style({ [styles]: value });
      return first && getComputedStyle(first).getPropertyValue(styles);
    },
    attr: (name, value) =>
      value === undefined
        ? (first?.getAttribute(name) ?? undefined)
        : each((element) => element.setAttribute(name, value)),
    val: property('value'),
    text: property('textContent'),
    height: size('height'),
    width: size('width'),
    addClass: classes('add'),
    removeClass: classes('remove'),
    hasClass: (name) => first?.classList.contains(name) ?? false,
  };
  return query;
}

/** The page's jQuery may come after the form: it is looked for whenever a callback asks. */
export function pageQuery(elements: readonly Element[]): PageQuery {
  const jQuery = ownProperty(window, 'jQuery');
  return typeof jQuery === 'function' ? (jQuery as JQuery)(elements) : standIn(elements);
}

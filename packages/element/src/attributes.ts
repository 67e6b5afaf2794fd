import {
  type FormOptions,
  isMeantAsOption,
  SWITCHES,
  TABLES,
  TEXTS,
} from '@payment-widgets/loader/form';

const OWN = ['gateway', 'checkoutId', 'brands', 'shopperResultUrl', 'integrity'];
/** `style` of an element is always CSS, and a browser hides `nonce`. */
const RENAMED: Readonly<Record<string, string>> = { style: 'form-style' };

/** `showCVVHint` is `show-cvv-hint`. */
const toAttribute = (name: string): string =>
  RENAMED[name] ??
  name
    .replace(/([a-z])([A-Z])/g, '$1-$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1-$2')
    .toLowerCase();

/** Option of each attribute. Of the tables those that can be a list of words. */
const OPTIONS = new Map(
  [...OWN, ...SWITCHES, ...TEXTS, ...TABLES].map((name) => [toAttribute(name), name]),
);

export const ATTRIBUTES: readonly string[] = [...OPTIONS.keys()];

const ALL_SWITCHES: readonly string[] = [...SWITCHES, 'billingAddress'];
const ALL_TABLES: readonly string[] = TABLES;

/**
 * What an element's attributes say. A switch without a value is on. A table is JSON; what is none is passed on
 * as it stands, which lists of words are.
 */
export function readAttributes(element: HTMLElement): Partial<FormOptions> {
  const given = element.getAttributeNames().flatMap((attribute) => {
    const name = OPTIONS.get(attribute) ?? misspelled(attribute);
    return name ? [[name, readValue(name, element.getAttribute(attribute) ?? '')]] : [];
  });
  const { nonce } = element;
  return { ...(nonce && { nonce }), ...Object.fromEntries(given) };
}

/** `show-amout` goes on as `showAmout`: the inspector tells. A callback is no attribute. */
const misspelled = (attribute: string): string | undefined =>
  isMeantAsOption(attribute) && !/^on/.test(attribute)
    ? attribute.replace(/-(\w)/g, (_, letter) => letter.toUpperCase())
    : undefined;

function readValue(name: string, value: string): unknown {
  if (ALL_SWITCHES.includes(name) && !value.startsWith('{')) return value === '' ? true : value;
  if (!ALL_TABLES.includes(name)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

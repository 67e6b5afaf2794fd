/**
 * Parts of a form that not every form has, described by the gateway and built by the page: only who
 * needs them downloads them. An element with its attributes and children; texts are keys of the
 * dictionary, so that a merchant's own words go before ours.
 *
 * What code goes by are attributes:
 * - `id`, `for` and `list` are made unique for the form;
 * - `data-error` is the key of what is wrong with a control, by the browser's own rules for it
 *   (`required`, `pattern`), `data-label` that of its name, `data-brand` whose it is in words;
 * - `data-copy` is what a click copies;
 * - `data-brand` on a `wpwl-brand` asks for the logo of that brand.
 */
export interface TreeText {
  readonly key: string;
  readonly values?: Readonly<Record<string, string | number>>;
}

export type TreeAttributes = Readonly<Record<string, string | boolean | TreeText>>;

export type TreeElement = readonly [
  tag: keyof HTMLTagNames,
  attributes: TreeAttributes,
  ...children: (TreeElement | TreeText | string)[],
];

/** What a tree may be made of: nothing in it can load or run anything by itself. */
interface HTMLTagNames {
  a: 1;
  bdi: 1;
  button: 1;
  div: 1;
  label: 1;
  input: 1;
  select: 1;
  option: 1;
  datalist: 1;
  path: 1;
  svg: 1;
}

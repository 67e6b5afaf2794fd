import type { TextKey } from './languages.ts';

/** Prices are in cents of a euro, with tax. Two of them make the usual 92.00. */
export interface Product {
  /** Its name is the text of this key; `${id}Tagline` and so on are the others. */
  readonly id: 'mug' | 'lamp' | 'notebook';
  readonly price: number;
  readonly facts: readonly Fact[];
}

/** A measure reads the same in every language. */
type Fact = readonly [
  name: TextKey,
  value: { readonly text: TextKey } | { readonly measure: string },
];

export const PRODUCTS: readonly Product[] = [
  {
    id: 'mug',
    price: 24_00,
    facts: [
      ['factVolume', { measure: '320 ml' }],
      ['factMaterial', { text: 'mugMaterial' }],
      ['factCare', { text: 'mugCare' }],
    ],
  },
  {
    id: 'lamp',
    price: 68_00,
    facts: [
      ['factHeight', { measure: '46 cm' }],
      ['factLight', { measure: 'LED, 2700 K' }],
      ['factMaterial', { text: 'lampMaterial' }],
    ],
  },
  {
    id: 'notebook',
    price: 18_00,
    facts: [
      ['factSize', { measure: '15 × 21 cm' }],
      ['factPages', { measure: '192' }],
      ['factPaper', { text: 'notebookPaper' }],
    ],
  },
];

export const findProduct = (id: string | undefined): Product | undefined =>
  PRODUCTS.find((product) => product.id === id);

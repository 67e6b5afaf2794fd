/** Prices are in cents of a euro, with tax. Two of them make the usual 92.00. */
export interface Product {
  readonly id: string;
  readonly name: string;
  readonly tagline: string;
  readonly price: number;
  /** What the drawing shows, for those who do not see it. */
  readonly picture: string;
  readonly story: readonly string[];
  readonly facts: readonly (readonly [name: string, value: string])[];
}

export const PRODUCTS: readonly Product[] = [
  {
    id: 'mug',
    name: 'Stoneware mug',
    tagline: 'Thrown by hand, half glazed',
    price: 24_00,
    picture: 'A speckled mug, cream glaze over bare clay, with steaming coffee',
    story: [
      'Each mug leaves the wheel a little different. The upper half is dipped in a speckled cream glaze that stops where it likes; the lower half stays bare, so it never slips.',
      'Thick enough to keep coffee warm through a long mail, light enough for one finger.',
    ],
    facts: [
      ['Holds', '320 ml'],
      ['Made of', 'Stoneware, lead-free glaze'],
      ['Care', 'Dishwasher and microwave safe'],
    ],
  },
  {
    id: 'lamp',
    name: 'Desk lamp',
    tagline: 'Warm light, brass joints',
    price: 68_00,
    picture: 'A terracotta lamp with a brass arm, throwing warm light on a dark desk',
    story: [
      'A spun steel shade on two brass joints that stay where you leave them. The light is warm and falls on the page, not in your eyes.',
      'Every part unscrews with a coin. When something breaks in twenty years, we send that part.',
    ],
    facts: [
      ['Height', '46 cm, arm 38 cm'],
      ['Light', 'LED, 2700 K, dims to a glow'],
      ['Made of', 'Powder-coated steel, brass'],
    ],
  },
  {
    id: 'notebook',
    name: 'Linen notebook',
    tagline: 'Sewn, so it lies flat',
    price: 18_00,
    picture: 'A green linen notebook with an elastic band, beside a yellow pencil',
    story: [
      'Bound in moss-green linen and sewn in sixteen sheets at a time: it lies flat on the first page and on the last.',
      'The paper takes fountain pens without bleeding, and pencil without a shine.',
    ],
    facts: [
      ['Size', '15 × 21 cm, 192 pages'],
      ['Paper', '100 g, cream, dotted'],
      ['With', 'Elastic band and ribbon'],
    ],
  },
];

export const findProduct = (id: string | undefined): Product | undefined =>
  PRODUCTS.find((product) => product.id === id);

/** An open voucher in the place of the forms: how it is paid, what to copy, and the way to the shop. */
import type { BrandLogo } from '../../../contract/form-data.ts';
import type { TreeElement, TreeText } from '../../../contract/form-tree.ts';
import type { ScannedCode } from '../vouchers/bar-code.ts';
import type { VoucherRow, VoucherView } from '../vouchers/voucher-view.ts';

/** What is beside it: where it leads, and the brand's drawing. */
export interface VoucherLinks {
  /** A page of its own, to be printed. */
  readonly page: string;
  /** Back to the shop. */
  readonly result?: string | undefined;
  readonly logo?: BrandLogo | undefined;
  /** The simulated bank, on test channels. */
  readonly bank?: string | undefined;
}

const text = (key: string): TreeText => ({ key });

const link = (key: string, href: string, ...more: string[]): TreeElement => [
  'a',
  {
    class: ['wpwl-voucher-link', ...more].join(' '),
    href,
    // The merchant's page may stand in a frame, and stays as it is where the voucher is printed.
    ...(key === 'backToShop' ? { target: '_top' } : { target: '_blank', rel: 'noopener' }),
  },
  text(key),
];

const drawing = ({ path, width, height }: ScannedCode, label: string): TreeElement => [
  'svg',
  {
    class: 'wpwl-voucher-code',
    viewBox: `0 0 ${width} ${height}`,
    role: 'img',
    'aria-label': text(label),
  },
  ['path', { d: path }],
];

/** It stands in any of the forms, so its drawing comes with it. */
const heading = (name: string, logo: BrandLogo | undefined): TreeElement => [
  'div',
  { class: 'wpwl-brand-name' },
  [
    'div',
    { class: 'wpwl-brand', 'aria-hidden': 'true' },
    [
      'svg',
      { viewBox: '0 0 36 24' },
      ...(logo?.paths ?? []).map((path): TreeElement => ['path', { ...path }]),
    ],
  ],
  name,
];

const rowOf = ({ label, value, copied, isNumber }: VoucherRow): TreeElement => [
  'div',
  { class: 'wpwl-voucher-row' },
  [
    'div',
    { class: 'wpwl-voucher-label', id: `wpwl-${label}` },
    /^[A-Z]+$/.test(label) ? label : text(label),
  ],
  ['div', { class: 'wpwl-voucher-value' }, ['bdi', isNumber ? { dir: 'ltr' } : {}, value]],
  ...(copied === undefined
    ? []
    : ([
        [
          'button',
          {
            type: 'button',
            class: 'wpwl-voucher-copy',
            'data-copy': copied,
            // Its own words first: "Copy Pix code", and "Copied Pix code" then.
            id: `wpwl-copy-${label}`,
            'aria-labelledby': `wpwl-copy-${label} wpwl-${label}`,
          },
          text('copy'),
        ],
      ] as TreeElement[])),
];

export function voucherTree(
  { brand, name, how, rows, code }: VoucherView,
  { page, result, bank, logo }: VoucherLinks,
): TreeElement[] {
  return [
    heading(name, logo),
    titled('voucherOpen'),
    ['div', {}, text(how)],
    ...(code ? [drawing(code, brand === 'PIX' ? 'pixCode' : 'boletoLine')] : []),
    ...rows.map(rowOf),
    link('print', page),
    ...(bank ? [link('voucherPayTest', bank)] : []),
    ...(result ? [link('backToShop', result, 'wpwl-voucher-main')] : []),
  ];
}

/** The same place with a sentence, once it is paid or where there is nothing to do. */
export const messageTree = (key: string, result: string | undefined): TreeElement[] => [
  titled(key),
  ...(result ? [link('backToShop', result, 'wpwl-voucher-main')] : []),
];

/** Takes the focus that the button of the form had. */
const titled = (key: string): TreeElement => [
  'div',
  { class: 'wpwl-voucher-title', role: 'heading', 'aria-level': '2', tabindex: '-1' },
  text(key),
];

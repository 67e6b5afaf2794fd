/** The designs of docs/design.md, as links of the playground. */

interface MadeDesign {
  readonly id: string;
  readonly link: string;
}

const linkOf = (fields: Readonly<Record<string, string>>): string =>
  new URLSearchParams(fields).toString();

export const DESIGNS: readonly MadeDesign[] = [
  {
    id: 'purple-pill',
    link: linkOf({
      name: 'Purple pill',
      locale: 'tr',
      scheme: 'dark',
      width: '460',
      labelPosition: 'floating',
      't.accent': 'light-dark(#6a1fb5, #c99cff)',
      't.onAccent': 'light-dark(#ffffff, #23063f)',
      't.focus': 'light-dark(#6a1fb5, #e3c8ff)',
      't.text': 'light-dark(#21122e, #f5edff)',
      't.muted': 'light-dark(#62566c, #c0aed3)',
      't.surface': 'light-dark(#ffffff, #1b0f29)',
      't.field': 'light-dark(#f8f3ff, #2a1a3d)',
      't.border': 'light-dark(#8a72a3, #9279ae)',
      't.edge': 'light-dark(#e6d9f5, #3b2854)',
      't.error': 'light-dark(#ac1136, #ff9db4)',
      't.fieldRadius': '999px',
      't.buttonRadius': '999px',
      't.cardRadius': '28px',
      't.height': '3.5em',
      't.font': "'Space Grotesk', sans-serif",
    }),
  },
  {
    id: 'sober-bank',
    link: linkOf({
      name: 'Sober bank',
      locale: 'ar',
      layout: 'list',
      brands: 'VISA MASTER AMEX',
      't.accent': 'light-dark(#0d3b5c, #a9d2f0)',
      't.onAccent': 'light-dark(#ffffff, #06202f)',
      't.text': 'light-dark(#17222b, #e8eef2)',
      't.muted': 'light-dark(#55626c, #aebac3)',
      't.surface': 'light-dark(#ffffff, #10181e)',
      't.field': 'light-dark(#ffffff, #17222b)',
      't.border': 'light-dark(#74828c, #7d8d99)',
      't.edge': 'light-dark(#cdd5da, #2b3943)',
      't.error': 'light-dark(#99182b, #ffa3a8)',
      't.radius': '2px',
      't.cardRadius': '2px',
      't.logoRadius': '2px',
      't.labelWeight': '600',
    }),
  },
  {
    id: 'childrens-shop',
    link: linkOf({
      name: 'Children’s shop',
      locale: 'ja',
      state: 'incomplete',
      brands: 'VISA MASTER JCB PAYPAL',
      't.accent': 'light-dark(#b0305f, #ffb3cd)',
      't.onAccent': 'light-dark(#ffffff, #47031f)',
      't.focus': 'light-dark(#0b6a8a, #8fdcf5)',
      't.text': 'light-dark(#3a2a1c, #fff3e6)',
      't.muted': 'light-dark(#6b5b4c, #d3c2b2)',
      't.surface': 'light-dark(#fff8ec, #2b2118)',
      't.field': 'light-dark(#ffffff, #392d22)',
      't.border': 'light-dark(#a0784f, #a88d73)',
      't.edge': 'light-dark(#ffd9a0, #57432f)',
      't.error': 'light-dark(#b3261e, #ffaba3)',
      't.radius': '18px',
      't.cardRadius': '30px',
      't.buttonRadius': '999px',
      't.buttonWeight': '800',
      't.labelWeight': '700',
      't.height': '3.5em',
      't.cardShadow': '0px 8px 0px 0px #ffd9a0',
      't.buttonShadow': '0px 4px 0px 0px #7a1c40',
    }),
  },
];

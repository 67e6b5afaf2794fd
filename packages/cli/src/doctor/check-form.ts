/** The form, its brands, and the frames that card data are typed into. */
import { nearestName } from '../generated/nearest-name.ts';
import { error, type Facts, type Finding, isScript, originOf, warning } from './facts.ts';
import { hasArrived } from './look.ts';

const CLASS = 'paymentWidgets';

const tokens = (className: string): string[] => className.split(/\s+/).filter(Boolean);

export function checkForm({ elements, forms, html }: Facts): Finding[] {
  const named = elements.filter(({ className }) => tokens(className).includes(CLASS));
  const own = named.filter(({ tag }) => tag === 'form');
  if (own.length === 0 && forms > 0) return [];
  if (own.length === 0) return [whyNoForm(named, { elements, html })];
  return [
    ...(forms === 0
      ? [
          error(
            'form',
            'the form is there, and nothing was drawn in it',
            'see script, integrity and policy',
          ),
        ]
      : []),
    ...checkSiblings(own),
    ...own.flatMap(({ action }) => {
      if (action === null || action === '') {
        return [
          warning(
            'form',
            'the form has no action: shoppers come back to this page',
            'give it the whole address of your result page, or the checkout a shopperResultUrl',
          ),
        ];
      }
      return /^https?:\/\//.test(action)
        ? []
        : [error('form', `action="${action}" is no whole address`, 'begin it with https://')];
    }),
  ];
}

function whyNoForm(
  named: Facts['elements'],
  { elements, html }: Pick<Facts, 'elements' | 'html'>,
): Finding {
  const [other] = named;
  if (other) {
    return error(
      'form',
      `class="${CLASS}" stands on a <${other.tag}>`,
      `make it a <form class="${CLASS}">`,
    );
  }
  const near = elements
    .flatMap(({ className }) => tokens(className))
    .find((token) => nearestName(token, [CLASS]) !== undefined);
  if (near !== undefined) {
    return error('form', `class="${near}": did you mean ${CLASS}?`, `write class="${CLASS}"`);
  }
  return new RegExp(`<form[^>]*\\b${CLASS}\\b`).test(html)
    ? error(
        'form',
        'the form stands in another form: browsers leave the inner one out',
        'close the other one first',
      )
    : error(
        'form',
        `the page has no form.${CLASS}, and nothing has drawn one`,
        `add <form class="${CLASS}" action="https://SHOP/result" data-brands="VISA MASTER">`,
      );
}

/** As the form reads them, in any case. */
const brandsIn = (text: string): string[] =>
  text
    .toUpperCase()
    .split(/[\s,]+/)
    .filter(Boolean);

/** Forms of other brands stand side by side; of the same ones, a shopper wonders which to fill in. */
function checkSiblings(own: Facts['elements']): Finding[] {
  const all = own.flatMap(({ brands }) => [...new Set(brandsIn(brands))]);
  const [twice] = all.filter((brand, index) => all.indexOf(brand) !== index);
  return twice === undefined
    ? []
    : [
        warning(
          'form',
          `${own.length} forms take ${twice}, and the checkout is paid once`,
          'keep one of them, or give each its own brands',
        ),
      ];
}

export function checkBrands({ elements, offered, forms }: Facts): Finding[] {
  if (forms === 0) return [];
  return elements
    .filter(({ tag, className }) => tag === 'form' && tokens(className).includes(CLASS))
    .flatMap(({ brands }) => {
      const wanted = brandsIn(brands);
      if (wanted.length === 0) {
        return [
          warning(
            'brands',
            'the form names no brands',
            'list them: data-brands="VISA MASTER AMEX"',
          ),
        ];
      }
      return wanted
        .filter((brand) => !offered.includes(brand))
        .map((brand) => {
          const nearest = nearestName(brand, offered);
          return warning(
            'brands',
            `${brand} is not offered`,
            nearest
              ? `did you mean ${nearest}?`
              : 'see whether the channel takes it, in this currency',
          );
        });
    });
}

export function checkFrames({ frames, typed, forms, scripts }: Facts): Finding[] {
  if (forms === 0) return [];
  const gateway = originOf(scripts.find(({ src }) => isScript(src))?.src ?? '');
  const number = frames.find(({ name }) => name === 'card.number');
  if (!number) return [];
  const foreign = frames.filter(({ src }) => gateway && originOf(src) !== gateway);
  return [
    ...foreign.map(({ name, src }) =>
      error('frames', `the frame of ${name} is at ${originOf(src)}`, `it has to be at ${gateway}`),
    ),
    ...frames
      .filter(({ coveredBy }) => coveredBy !== '')
      .map(({ name, coveredBy }) =>
        error(
          'frames',
          `${coveredBy} lies over ${name}`,
          'move it away, or give it pointer-events: none',
        ),
      ),
    ...(!number.isShown
      ? [
          warning(
            'frames',
            'the card number is not shown at first',
            'nothing was typed: look yourself',
          ),
        ]
      : typed === undefined || hasArrived(typed)
        ? []
        : [
            error(
              'frames',
              `of the digits that were typed, "${typed}" arrived in the card number`,
              'see what takes keys or the focus on this page',
            ),
          ]),
  ];
}

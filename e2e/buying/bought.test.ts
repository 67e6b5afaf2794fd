/**
 * Every way to pay that is not a card, bought as shoppers buy: in three languages, on a screen and on a
 * phone, to each end that it can have. By day a sample, in the night all of it (`.ci/is-night.ts`).
 */

import { IS_NIGHT } from '../../.ci/is-night.ts';
import { expect, ofTheWidget, test } from '../fixtures.ts';
import { ENDS, type End } from './end.ts';
import { goTo, whyImpossible } from './ends.ts';
import { Purchase } from './purchase.ts';
import { sampleOf } from './sample.ts';
import { PLACES, type Place, WAYS, type Way } from './ways.ts';

interface Row {
  readonly way: Way;
  readonly place: Place;
  readonly end: End;
}

const ALL: readonly Row[] = WAYS.flatMap((way) =>
  ENDS.filter((end) => whyImpossible(way, end) === undefined).flatMap((end) =>
    PLACES.map((place) => ({ way, place, end })),
  ),
);
/** Each way; of each kind of them each end, language and width; and each end in each place. */
const BY_DAY = sampleOf(ALL, ({ way: { brand, kind }, place: { locale, width }, end }) => [
  `${brand} ${kind}`,
  `${kind} ${end}`,
  `${kind} ${locale}`,
  `${kind} ${width}`,
  `${end} ${locale} ${width}`,
]);
const ROWS = IS_NIGHT ? ALL : BY_DAY;
/** The form says these in the console of the developer, too, or a browser does. */
const TOLD_TO_DEVELOPERS: readonly End[] = ['left for a day'];

for (const [width, screen] of [
  [1280, { viewport: { width: 1280, height: 900 } }],
  [
    320,
    {
      viewport: { width: 320, height: 700 },
      isMobile: true,
      hasTouch: true,
      colorScheme: 'dark',
    },
  ],
] as const) {
  test.describe(`${width} wide`, () => {
    test.use(screen);
    for (const { way, place, end } of ROWS.filter(({ place }) => place.width === width)) {
      test(`${way.brand} ${way.kind} in ${place.locale}: ${end}`, async ({
        page,
        gateway,
        openForm,
        consoleMessages,
      }) => {
        const purchase = new Purchase({ page, gateway, openForm }, way, place);
        await purchase.open();
        if (end === 'paid') await purchase.isWellShown();
        await goTo(end, purchase);
        if (!/\/result\?/.test(page.url())) await purchase.isWellShown();
        if (!TOLD_TO_DEVELOPERS.includes(end)) expect(ofTheWidget(consoleMessages)).toEqual([]);
      });
    }
  });
}

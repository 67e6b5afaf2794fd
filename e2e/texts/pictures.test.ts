/**
 * What a picture for translators is said to show is there, and nothing else of our texts: a picture that
 * is out of date is found, and drawn again by `node e2e/texts/draw.ts`. All of them in the night.
 */

import { IS_NIGHT } from '../../.ci/is-night.ts';
import pictures from '../../locales/translators/pictures.json' with { type: 'json' };
import { expect, test } from '../fixtures.ts';
import { findTexts, KEYS, teachKeys } from './seen.ts';
import { SCREEN } from './state.ts';
import { TEXT_STATES } from './text-states.ts';

const BY_DAY = ['card', 'bank-asks'];

test.use({ ...SCREEN, contextOptions: { reducedMotion: 'reduce' } });
test.beforeAll(({ gateway }) => teachKeys(gateway));
test.afterAll(({ gateway }) => gateway.setChannel('languages={}'));

for (const [name, state] of Object.entries(TEXT_STATES)) {
  if (!IS_NIGHT && !BY_DAY.includes(name)) continue;
  test(`${name}.jpg shows the texts that it is said to`, async ({ context, gateway, merchant }) => {
    const shown = await findTexts({ context, gateway, merchant, locale: KEYS }, state);
    expect(shown).toEqual(Reflect.get(pictures, name));
  });
}

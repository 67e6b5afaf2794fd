/** What translators see of addresses: countries that call a line of it by a word of its own. */
import { expect } from '@playwright/test';
import { type Scene, shown, type TextState } from './state.ts';

const PART = '.wpwl-group-billing';

const leaveEmpty = async (scene: Scene) => {
  await scene.form.isReady();
  await scene.form.payButton.click();
  await shown(scene, `${PART} .wpwl-hint`);
};

const ALL_NEEDED = `mandatoryBillingFields:
  { country: true, state: true, city: true, postcode: true, street1: true, street2: true }`;

/** The empty lines of a country. */
const addressOf = (country: string): TextState => ({
  async reach(scene) {
    await scene.form.isReady();
    await expect(scene.page.locator(PART)).toBeVisible();
  },
  options: `billingAddress: { country: '${country}' }, ${ALL_NEEDED}`,
  part: PART,
});

/** Between them they have all words that lines of an address have. */
const COUNTRIES = 'AE AU BB BS CA CO GB HK IE IN JP KR RU';

export const ADDRESS_STATES: Readonly<Record<string, TextState>> = {
  billing: {
    reach: leaveEmpty,
    options: `billingAddress: { country: 'US' }, ${ALL_NEEDED}`,
    part: PART,
  },
  'billing-list': {
    reach: leaveEmpty,
    options: `layout: 'list', billingAddress: { country: 'DE' }, ${ALL_NEEDED}`,
    part: '.wpwl-group:has(> * > .wpwl-hint-billingPostCodeError)',
  },
  'billing-empty': {
    reach: leaveEmpty,
    options: `billingAddress: {}, ${ALL_NEEDED}`,
    part: PART,
  },
  ...Object.fromEntries(
    COUNTRIES.split(' ').map((country) => [`billing-${country}`, addressOf(country)]),
  ),
};

/** The billing address, with countries in the shopper's language and the rules of each. */
import { LRUCache } from 'lru-cache';
import { COUNTRIES, COUNTRY_ADDRESSES } from '../../../contract/country-addresses.ts';
import type { TreeAttributes, TreeElement } from '../../../contract/form-tree.ts';
import { addressFields } from './address-fields.ts';
import { addressWords } from './address-words.ts';
import { group, inputGroup } from './group.ts';

const field = (
  key: string,
  name: string,
  text: string,
  { error = `billing${text}Error`, ...control }: TreeAttributes & { readonly error?: string },
  ...options: TreeElement[]
): TreeElement =>
  inputGroup(
    {
      key,
      name: `billing.${name}`,
      label: name === 'country' ? 'country' : `billing${text}Placeholder`,
      error,
      control,
      wrapper: `wpwl-wrapper wpwl-sup-wrapper wpwl-sup-wrapper-${key}`,
    },
    ...options,
  );

/** A postcode's pattern where the country has no rule. */
const ANY = '.*';

/** Different tags in memory: each has some 250 countries, and a browser can make up any number of tags. */
const KNOWN_LANGUAGES = 100;

const known = new LRUCache<string, TreeElement>({ max: KNOWN_LANGUAGES });

/** The block; what is mandatory and what is filled in already is the page's own business. */
export function billingBlock(language: string): TreeElement {
  const block = known.get(language) ?? build(language);
  known.set(language, block);
  return block;
}

function build(language: string): TreeElement {
  const names = new Intl.DisplayNames(language, { type: 'region' });
  const { compare } = new Intl.Collator(language);
  const countries = COUNTRIES.map((code) => ({ code, name: names.of(code) ?? code }))
    .sort((a, b) => compare(a.name, b.name))
    .map(({ code, name }): TreeElement => {
      const { postcode = ANY } = COUNTRY_ADDRESSES[code] ?? {};
      const fields = addressFields(code).join(' ');
      const words = JSON.stringify(addressWords(code));
      return [
        'option',
        {
          value: code,
          'data-fields': fields,
          'data-postcode': postcode,
          ...(words !== '{}' && { 'data-words': words }),
        },
        name,
      ];
    });
  const states = Object.entries(COUNTRY_ADDRESSES).flatMap(([country, rules]): TreeElement[] =>
    rules.states
      ? [
          [
            'datalist',
            { id: `states-${country}` },
            ...Object.entries(rules.states).map(
              ([value, label]): TreeElement => ['option', { value, label }],
            ),
          ],
        ]
      : [],
  );
  const autocomplete = (token: string) => ({ autocomplete: `billing ${token}` });
  const choose: TreeElement = [
    'option',
    { value: '', 'data-postcode': ANY },
    { key: 'billingCountryPlaceholder' },
  ];
  return group(
    {
      key: 'billing',
      name: 'billing',
      label: 'billingAddress',
      attributes: { role: 'group', 'aria-label': { key: 'billingAddress' } },
    },
    undefined,
    field('country', 'country', 'Country', autocomplete('country'), choose, ...countries),
    field('stateText', 'state', 'State', autocomplete('address-level1'), ...states),
    field('city', 'city', 'City', autocomplete('address-level2')),
    field('postcode', 'postcode', 'PostCode', autocomplete('postal-code')),
    field('street1', 'street1', 'Street1', {
      ...autocomplete('address-line1'),
      error: 'billingStreetError',
    }),
    field('street2', 'street2', 'Street2', {
      ...autocomplete('address-line2'),
      error: 'billingStreetError2',
    }),
  );
}

/**
 * What the lines of an address are called in a country: keys of texts, by the key that stands for any
 * country. The kinds are those of libaddressinput's data ("state_name_type" and so on). A country whose
 * line has no name of its own is not here.
 */

const STATES: Readonly<Record<string, string>> = {
  addressArea: 'HK',
  addressCounty: 'IE TW',
  addressDepartment: 'CO NI',
  addressDistrict: 'NR',
  addressDoSi: 'KR',
  addressEmirate: 'AE',
  addressIsland: 'BS CV KI KN KY PF SC TV',
  addressOblast: 'RU UA',
  addressParish: 'BB JM',
  addressPrefecture: 'JP',
  // Where the data names no kind, "province" is also said for want of another word: only the provinces.
  addressProvince: 'AR CA CN CR ES ID IT PA PG PH TH VN',
  addressState: 'AS AU BR FM IN MH MP MX MY NG PW UM US VE VI',
};
const CITIES: Readonly<Record<string, string>> = {
  addressDistrict: 'HK TR',
  addressPostTown: 'GB NO SE SJ',
  addressSuburb: 'AU',
};
const POSTCODES: Readonly<Record<string, string>> = {
  addressEircode: 'IE',
  addressPin: 'IN',
  addressZip: 'AS FM GU MH MP PR PW UM US VI',
};

const byCountry = (words: Readonly<Record<string, string>>) =>
  new Map(
    Object.entries(words).flatMap(([key, codes]) =>
      codes.split(' ').map((code) => [code, key] as const),
    ),
  );
const [states, cities, postcodes] = [STATES, CITIES, POSTCODES].map(byCountry);

/** @param country ISO 3166-1 alpha-2 */
export function addressWords(country: string): Readonly<Record<string, string>> {
  const state = states?.get(country);
  const city = cities?.get(country);
  const postcode = postcodes?.get(country);
  return {
    // "Enter your state or province" would ask for something else than the label.
    ...(state && { billingStatePlaceholder: state, billingStateError: 'addressLineError' }),
    ...(city && { billingCityPlaceholder: city, billingCityError: 'addressLineError' }),
    ...(postcode && { billingPostCodePlaceholder: postcode }),
  };
}

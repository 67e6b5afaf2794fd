/**
 * What billing addresses look like by country. Names of countries are not here: browsers know them
 * in every language. A postcode's pattern covers the whole value; states are named as the country's
 * own post does. A country without an entry has no rule of its own.
 */

export interface CountryAddress {
  /** Regular expression of the whole postcode, as the attribute `pattern` has it. */
  readonly postcode?: string;
  /** Code and name of each part of the country that an address has to name. */
  readonly states?: Readonly<Record<string, string>>;
}

/** ISO 3166-1 alpha-2. */
const CODES =
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS ' +
  'BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE ' +
  'EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM ' +
  'HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC ' +
  'LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA ' +
  'NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW ' +
  'SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO ' +
  'TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW';

/** Code and name, one a line: `CA California`. */
const states = (lines: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    lines.split('\n').map((line) => {
      const [code, ...name] = line.split(' ');
      return [code, name.join(' ')];
    }),
  );

const digits = (count: number): CountryAddress => ({ postcode: `\\d{${count}}` });
const sharing = (rule: CountryAddress, codes: string) =>
  Object.fromEntries(codes.split(' ').map((code) => [code, rule]));

export const COUNTRY_ADDRESSES: Readonly<Record<string, CountryAddress>> = {
  ...sharing(digits(4), 'AT BE BG CH CY DK HU LI LU NO PH SI ZA'),
  ...sharing(digits(5), 'DE EE ES FI FR HR IT KR MC MY SM TH TR UA'),
  ...sharing(digits(6), 'CN IN RO RU SG'),
  ...sharing({ postcode: '\\d{3} ?\\d{2}' }, 'CZ GR SE SK'),
  GB: { postcode: '[A-Za-z]{1,2}\\d[A-Za-z\\d]? ?\\d[A-Za-z]{2}' },
  IE: { postcode: '[A-Za-z\\d]{3} ?[A-Za-z\\d]{4}' },
  IL: { postcode: '\\d{5}(\\d{2})?' },
  JP: { postcode: '\\d{3}-?\\d{4}' },
  NL: { postcode: '\\d{4} ?[A-Za-z]{2}' },
  PL: { postcode: '\\d{2}-?\\d{3}' },
  PT: { postcode: '\\d{4}(-?\\d{3})?' },
  SA: { postcode: '\\d{5}(-\\d{4})?' },
  // Five since 2018; the six of before are still written.
  VN: { postcode: '\\d{5}\\d?' },
  AU: {
    postcode: '\\d{4}',
    states: states(`ACT Australian Capital Territory
NSW New South Wales
NT Northern Territory
QLD Queensland
SA South Australia
TAS Tasmania
VIC Victoria
WA Western Australia`),
  },
  BR: {
    postcode: '\\d{5}-?\\d{3}',
    states: states(`AC Acre
AL Alagoas
AP Amapá
AM Amazonas
BA Bahia
CE Ceará
DF Distrito Federal
ES Espírito Santo
GO Goiás
MA Maranhão
MT Mato Grosso
MS Mato Grosso do Sul
MG Minas Gerais
PA Pará
PB Paraíba
PR Paraná
PE Pernambuco
PI Piauí
RJ Rio de Janeiro
RN Rio Grande do Norte
RS Rio Grande do Sul
RO Rondônia
RR Roraima
SC Santa Catarina
SP São Paulo
SE Sergipe
TO Tocantins`),
  },
  CA: {
    postcode: '[A-Za-z]\\d[A-Za-z] ?\\d[A-Za-z]\\d',
    states: states(`AB Alberta
BC British Columbia
MB Manitoba
NB New Brunswick
NL Newfoundland and Labrador
NT Northwest Territories
NS Nova Scotia
NU Nunavut
ON Ontario
PE Prince Edward Island
QC Quebec
SK Saskatchewan
YT Yukon`),
  },
  MX: {
    postcode: '\\d{5}',
    states: states(`AGU Aguascalientes
BCN Baja California
BCS Baja California Sur
CAM Campeche
CHP Chiapas
CHH Chihuahua
CMX Ciudad de México
COA Coahuila
COL Colima
DUR Durango
GUA Guanajuato
GRO Guerrero
HID Hidalgo
JAL Jalisco
MEX México
MIC Michoacán
MOR Morelos
NAY Nayarit
NLE Nuevo León
OAX Oaxaca
PUE Puebla
QUE Querétaro
ROO Quintana Roo
SLP San Luis Potosí
SIN Sinaloa
SON Sonora
TAB Tabasco
TAM Tamaulipas
TLA Tlaxcala
VER Veracruz
YUC Yucatán
ZAC Zacatecas`),
  },
  US: {
    postcode: '\\d{5}(-\\d{4})?',
    states: states(`AL Alabama
AK Alaska
AZ Arizona
AR Arkansas
CA California
CO Colorado
CT Connecticut
DE Delaware
DC District of Columbia
FL Florida
GA Georgia
HI Hawaii
ID Idaho
IL Illinois
IN Indiana
IA Iowa
KS Kansas
KY Kentucky
LA Louisiana
ME Maine
MD Maryland
MA Massachusetts
MI Michigan
MN Minnesota
MS Mississippi
MO Missouri
MT Montana
NE Nebraska
NV Nevada
NH New Hampshire
NJ New Jersey
NM New Mexico
NY New York
NC North Carolina
ND North Dakota
OH Ohio
OK Oklahoma
OR Oregon
PA Pennsylvania
RI Rhode Island
SC South Carolina
SD South Dakota
TN Tennessee
TX Texas
UT Utah
VT Vermont
VA Virginia
WA Washington
WV West Virginia
WI Wisconsin
WY Wyoming`),
  },
};

/**
 * What a parameter takes of a subdivision's code: the part behind the country's (ISO 3166-2, `US-CA`).
 * Browsers and merchants' pages fill in whole codes, too.
 */
export const subdivisionPart = (state: string): string => state.replace(/^[A-Z]{2}-/, '');

export const COUNTRIES: readonly string[] = CODES.split(' ');

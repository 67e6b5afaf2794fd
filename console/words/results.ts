/**
 * Result codes in the administrator's language, by what they mean for a support agent: there are hundreds, and
 * the gateway describes each in English, which is shown beside these words. `texts/results/` has a file a language.
 */

/** What codes have in common, the more special first. */
const KINDS = [
  ['other-amount', /^000\.100\.21[12]$/],
  ['chargeback-account', /^000\.100\.20[19]$/],
  ['chargeback-account-closed', /^000\.100\.202$/],
  ['chargeback-funds', /^000\.100\.203$/],
  ['chargeback-mandate', /^000\.100\.20[45]$/],
  ['chargeback-disputed', /^000\.100\.(206|230)$/],
  ['chargeback-account-blocked', /^000\.100\.208$/],
  ['chargeback-fraud', /^000\.100\.220$/],
  ['chargeback-not-received', /^000\.100\.(221|234)$/],
  ['chargeback-not-recognised', /^000\.100\.222$/],
  ['chargeback-service', /^000\.100\.223$/],
  ['chargeback-twice', /^000\.100\.224$/],
  ['chargeback-credit', /^000\.100\.225$/],
  ['chargeback-no-reason', /^000\.100\.200$/],
  ['chargeback-other', /^000\.100\.2/],
  ['not-reversed', /^000\.400\.030$/],
  ['not-enrolled', /^000\.400\.(101|102|105|108|109)$/],
  ['authentication-error', /^(000\.400\.10[3-7]|100\.390\.(10[568]|11[1-7]))/],
  ['authentication-fraud', /^100\.390\.118$/],
  ['authentication-unavailable', /^100\.390\.(107|109|110)$/],
  ['authentication-failed', /^(100\.380\.401|100\.390\.|800\.400\.2)/],
  ['review', /^(000\.400\.0|000\.400\.100)/],
  ['succeeded', /^(000\.[01356]|000\.400\.1[12]0)/],
  ['pending', /^(000\.200|800\.400\.5|100\.400\.500)/],
  ['challenge-needed', /^300\.100\.100$/],
  ['funds', /^800\.100\.(155|203)$/],
  ['limit', /^800\.100\.(162|163|179)$/],
  ['merchant-limit', /^800\.100\.164$/],
  ['expired', /^(800\.100\.157|100\.100\.30)/],
  ['cvv-reserved', /^800\.100\.192$/],
  ['cvv', /^(800\.100\.153|100\.100\.60)/],
  ['stolen', /^800\.100\.(159|165|171)$/],
  ['card-blocked', /^800\.100\.(160|172)$/],
  ['card-not-allowed', /^800\.100\.(150|168|170)$/],
  ['card-invalid', /^(800\.100\.(151|154|169|175)|100\.100\.(101|[57]00|501))$/],
  ['fraud', /^(800\.100\.158|100\.100\.701)$/],
  ['pin', /^800\.100\.(166|178)$/],
  ['too-many-tries', /^(800\.100\.161|800\.300\.50)/],
  ['bank-try-later', /^800\.100\.176$/],
  ['recurring-stopped', /^800\.100\.(403|50[01])$/],
  ['account-wrong', /^(800\.100\.(195|198|199|201|402)|800\.310\.21|100\.2[01])/],
  ['account-closed', /^800\.(100\.202|310\.200)$/],
  ['mandate', /^800\.100\.20[45]$/],
  ['returned', /^800\.100\.20[67]$/],
  ['no-direct-debit', /^(800\.100\.208|800\.500\.100|500\.200\.101)$/],
  ['registration-gone', /^(800\.100\.19[67]|100\.[13]50\.)/],
  ['bank-no-reason', /^(800\.100\.(100|152|200)|100\.397\.102)$/],
  ['bank-data', /^800\.100\.(156|167|173|174|177|190|191)$/],
  ['cancelled', /^(100\.396\.(101|102|104|106)|100\.397\.101)$/],
  ['cancelled-by-merchant', /^100\.396\.201$/],
  ['timed-out', /^(100\.396\.103|100\.395\.50|900\.300\.600)/],
  ['transfer-impossible', /^100\.395\.10/],
  [
    'risk-data',
    /^100\.(380\.(101|110|2|3)|400\.(005|007|041|043|051|063|064|071|083|084|091|122|123|13|243)|400\.3(0[4-6]|1[1-8]|2[0-8]))/,
  ],
  ['risk-review', /^100\.400\.(030|044|045|065|085|141|143|148|241)$/],
  [
    'risk-error',
    /^(100\.400\.(14[4-6]|149|15[0-2]|260)|100\.380\.501|900\.400\.100|000\.400\.200)$/,
  ],
  ['risk-declined', /^100\.(380\.100|400\.)/],
  ['address-mismatch', /^800\.400\.1/],
  ['block-list', /^800\.[23]00/],
  ['duplicate', /^(800\.110|800\.130|800\.600|800\.700\.100|200\.200|200\.300\.405)/],
  ['card-testing', /^800\.1[24]0/],
  ['name-mismatch', /^800\.150/],
  ['outcome-unknown', /^900\.100\.300$/],
  ['wrong-order', /^900\.100\.202$/],
  ['not-sent', /^900\.100\.310$/],
  ['unreachable', /^(900\.|800\.800\.4|800\.800\.8)/],
  ['system', /^(999\.|600\.100|800\.500)/],
  ['configuration', /^(500\.|600\.|800\.121|800\.160)/],
  ['schedule', /^100\.(250|360)/],
  ['reference', /^700\./],
  ['card-data', /^100\.100/],
  ['amount', /^100\.550/],
  ['address-data', /^(100\.800|800\.800\.[123]|800\.700)/],
  ['contact-data', /^100\.[79]00\./],
  ['request', /^(200\.|100\.(300|370|500|600)|800\.900)/],
] as const;

export type ResultKind = (typeof KINDS)[number][0];
export type ResultTexts = Readonly<Partial<Record<ResultKind, string>>>;

/** Undefined for a code that has no words. */
export const kindOfResult = (code: string): ResultKind | undefined =>
  KINDS.find(([, pattern]) => pattern.test(code))?.[0];

export const RESULT_KINDS: readonly ResultKind[] = KINDS.map(([kind]) => kind);

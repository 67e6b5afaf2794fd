/**
 * Card brands that credit-card-type does not know, with the issuer ranges that are public. They are
 * mostly national schemes that share a card with an international one, so a number can belong to
 * both. A brand without ranges is chosen by hand and takes any card number.
 */
export interface NationalBrand {
  /** First digits, `446404` or `604201-604400`, separated by spaces. */
  readonly ranges?: string;
  /** Lengths of its numbers; 16 when absent and there are ranges. */
  readonly lengths?: readonly number[];
}

const VISA_LENGTHS = [16, 18, 19];

export const NATIONAL_BRANDS: Readonly<Record<string, NationalBrand>> = {
  AIRPLUS: {},
  ALIA: {},
  ALIADEBIT: {},
  ARGENCARD: { ranges: '501105' },
  AXP: {},
  BCMC: { ranges: '6703 479658 606005', lengths: [16, 17, 18, 19] },
  CABAL: { ranges: '589657 603522 604201-604400 627170' },
  CABALDEBIT: { ranges: '589657 603522 604201-604400 627170' },
  CARNET: {
    ranges:
      '286900 502275 506199-506468 588772 604622 606333 627535 636318 636379 639388 639484 639559',
  },
  CARTEBANCAIRE: { ranges: '4970-4978 5131-5136' },
  CARTEBLEUE: { ranges: '4970-4978' },
  CASHLINKMALTA: {},
  CENCOSUD: { ranges: '603493' },
  DANKORT: { ranges: '4571 5019' },
  JAYWAN: {},
  MADA: {
    ranges:
      '400861 401757 403024 406136 406996 407197 407395 409201 410621 410685 412565 417633 419593 ' +
      '420132 421141 422817-422819 42689700 428331 428671-428673 431361 432328 434107 439954 440533 ' +
      '440647 440795 445564 446393 446404 446672 455036 455708 457865 457997 458456 462220 ' +
      '468540-468543 474491 483010-483012 484783 486094-486096 489317-489319 493428 504300 506968 ' +
      '508160 513213 520058 521076 524130 524514 529415 529741 530060 530906 531095 531196 532013 ' +
      '535825 535989 536023 537767 539931 543085 543357 549760 554180 557606 558563 558848 585265 ' +
      '588845-588851 588982-588983 589005 589206 604906 605141 636120 968201-968211',
  },
  MASTERDEBIT: { ranges: '51-55 2221-2229 223-229 23-26 270-271 2720' },
  MEEZA: {},
  MERCADOLIVRE: {},
  NATIVA: { ranges: '487017 520053 546553' },
  OMANNET: {},
  SERVIRED: {},
  SISTEMACLAVE: {},
  TARJETASHOPPING: { ranges: '279950-279959 603488' },
  TCARD: {},
  TCARDDEBIT: {},
  VISADEBIT: { ranges: '4', lengths: VISA_LENGTHS },
  VISAELECTRON: { ranges: '4026 417500 4405 4508 4844 4913 4917' },
  VPAY: { ranges: '4', lengths: VISA_LENGTHS },
};

/** The simulator's documented cards. Any other card that passes Luhn and length is approved. */
import { RESULT } from './result-by-name.ts';

export interface TestCard {
  readonly brand: string;
  readonly number: string;
  /** What the simulated bank answers. */
  readonly resultCode: string;
  readonly meaning: string;
  /** What it answers once the shopper has been authenticated, where that is something else. */
  readonly authenticatedCode?: string;
  /** Answers after five seconds. */
  readonly slow?: boolean;
  /** ISO 3166-1 alpha-2; absent where the bank says nothing of it, as of all other cards. */
  readonly issuerCountry?: string;
  /** What it tells of the card once that is stored; paid with as it is, the card is approved. */
  readonly stored?: 'renewed' | 'gone';
}

const card = (brand: string, number: string, resultCode: string, meaning: string): TestCard => ({
  brand,
  number,
  resultCode,
  meaning,
});
const approved = (brand: string, number: string) =>
  card(brand, number, RESULT.approvedInternal, 'Approved');
const declined = (number: string, resultCode: string, meaning: string) =>
  card('VISA', number, resultCode, meaning);
const from = (issuerCountry: string, of: TestCard): TestCard => ({ ...of, issuerCountry });

export const TEST_CARDS: readonly TestCard[] = [
  from('US', approved('VISA', '4200000000000000')),
  from('US', approved('VISA', '4111111111111111')),
  from('GB', approved('VISA', '4242424242424242')),
  from('DE', approved('MASTER', '5454545454545454')),
  from('FR', approved('MASTER', '5105105105105100')),
  from('US', approved('AMEX', '377777777777770')),
  approved('DINERS', '30082246403846'),
  from('US', declined('4200000000001016', RESULT.declined, 'Do not honour')),
  from('DE', declined('4200000000001024', RESULT.declinedCreditExceeded, 'Insufficient funds')),
  from('FR', declined('4200000000001032', RESULT.declinedExpiryDate, 'Card expired')),
  from('BR', declined('4200000000001040', RESULT.declinedStolenCard, 'Card stolen')),
  from('SA', declined('4200000000001057', RESULT.declinedLimitExceeded, 'Limit exceeded')),
  from('GB', declined('4200000000001065', RESULT.declinedCvv, 'Wrong CVV')),
  declined('4200000000001073', RESULT.undefinedError, 'System error'),
  { ...approved('VISA', '4200000000001081'), meaning: 'Approved after five seconds', slow: true },
];

const softDeclined = (number: string, meaning: string): TestCard => ({
  ...declined(number, RESULT.softDeclined, meaning),
  authenticatedCode: RESULT.approvedInternal,
});
/** Its issuer looks at the browser before, and is not content with that. */
export const SOFT_DECLINED_AFTER_METHOD_CALL = '4200000000001123';

/** Their issuer wants the shopper challenged: a soft decline, unless that came first. */
export const SOFT_DECLINE_CARDS: readonly TestCard[] = [
  softDeclined('4200000000001107', 'Soft decline, approved once challenged'),
  softDeclined(
    SOFT_DECLINED_AFTER_METHOD_CALL,
    'Soft decline after a method call, approved once challenged',
  ),
  declined('4200000000001115', RESULT.softDeclined, 'Soft decline, declined after a challenge too'),
];

/** The card that takes the place of the one that is renewed. */
export const RENEWED_CARD = {
  number: '4200000000001149',
  expiryMonth: '12',
  expiryYear: '2039',
} as const;

/** Nothing out of the ordinary before they are stored. */
export const STORED_TEST_CARDS: readonly TestCard[] = [
  {
    ...approved('VISA', '4200000000001131'),
    meaning: 'Once stored: renewed, with a new number and expiry',
    stored: 'renewed',
  },
  {
    ...declined(
      '4200000000001156',
      RESULT.registrationWithoutAccountData,
      'Once stored: reported lost',
    ),
    stored: 'gone',
  },
  {
    ...declined(
      '4200000000001164',
      RESULT.declinedRegistrationCancelled,
      'Once stored: account closed',
    ),
    stored: 'gone',
  },
];

/** All of them, in the order in which people read them. */
export const ALL_TEST_CARDS: readonly TestCard[] = [
  ...TEST_CARDS,
  ...SOFT_DECLINE_CARDS,
  ...STORED_TEST_CARDS,
];

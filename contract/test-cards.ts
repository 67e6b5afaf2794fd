/** The simulator's documented cards. Any other card that passes Luhn and length is approved. */
export interface TestCard {
  readonly brand: string;
  readonly number: string;
  /** What the simulated bank answers. */
  readonly resultCode: string;
  readonly meaning: string;
  /** Answers after five seconds. */
  readonly slow?: boolean;
}

const card = (brand: string, number: string, resultCode: string, meaning: string): TestCard => ({
  brand,
  number,
  resultCode,
  meaning,
});
const approved = (brand: string, number: string) => card(brand, number, '000.100.110', 'Approved');
const declined = (number: string, resultCode: string, meaning: string) =>
  card('VISA', number, resultCode, meaning);

export const TEST_CARDS: readonly TestCard[] = [
  approved('VISA', '4200000000000000'),
  approved('VISA', '4111111111111111'),
  approved('MASTER', '5454545454545454'),
  approved('MASTER', '5105105105105100'),
  approved('AMEX', '377777777777770'),
  approved('DINERS', '30082246403846'),
  declined('4200000000001016', '800.100.152', 'Do not honour'),
  declined('4200000000001024', '800.100.155', 'Insufficient funds'),
  declined('4200000000001032', '800.100.157', 'Card expired'),
  declined('4200000000001040', '800.100.159', 'Card stolen'),
  declined('4200000000001057', '800.100.162', 'Limit exceeded'),
  declined('4200000000001065', '800.100.153', 'Wrong CVV'),
  declined('4200000000001073', '999.999.999', 'System error'),
  { ...approved('VISA', '4200000000001081'), meaning: 'Approved after five seconds', slow: true },
];

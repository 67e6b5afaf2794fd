/** The card or the bank account that an order is paid with: what of it is wrong, and what is kept of it. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ParameterSet } from '../../../contract/parameters.ts';
import { describeResult } from '../../../contract/result-codes.ts';
import { channelWith, refusedBy } from '../../tests/support/a-channel.ts';
import {
  accountOf,
  bankAccountParameters,
  cardFrom,
  checkCard,
  IBAN_LENGTHS,
  ibanFrom,
  refuseItsIbanIn,
  refuseItsNumberIn,
} from './means.ts';

const NOW = Date.parse('2026-11-30T23:00:00.000Z');
const HOUR_MS = 60 * 60_000;
beforeEach(() => {
  vi.spyOn(Date, 'now').mockReturnValue(NOW);
});
afterEach(() => vi.restoreAllMocks());

const channel = channelWith();

describe('the card of a request', () => {
  it('is its number, holder, expiry date and CVV, and nothing else', () => {
    const card = {
      'card.number': '4200000000000000',
      'card.holder': 'Jane Jones',
      'card.expiryMonth': '05',
      'card.expiryYear': '2034',
      'card.cvv': '123',
    };
    expect(cardFrom({ ...card, amount: '1.00' })).toEqual({
      number: '4200000000000000',
      holder: 'Jane Jones',
      expiryMonth: '05',
      expiryYear: '2034',
      cvv: '123',
    });
  });

  it('has no holder and no CVV where none was sent', () => {
    const card = cardFrom({ 'card.number': '4200000000000000' });
    expect(card).toStrictEqual({ number: '4200000000000000', expiryMonth: '', expiryYear: '' });
    expect(cardFrom({})).toStrictEqual({ number: '', expiryMonth: '', expiryYear: '' });
  });
});

describe('a card is refused', () => {
  const VISA = { number: '4200000000000000', expiryMonth: '11', expiryYear: '2026' };
  const check = (card: Partial<typeof VISA & { cvv: string }>, brand = 'VISA', of = channel) =>
    checkCard({ ...VISA, ...card }, brand, of);

  it.each<[why: string, card: Parameters<typeof check>[0], brand: string | undefined, object]>([
    [
      'with digits of another script, which are no number at all',
      { number: '４２００００００００００００００' },
      undefined,
      { code: '200.300.404', names: ['card.number', 'paymentBrand', 'card.number'] },
    ],
    [
      'with too few digits',
      { number: '42000000000' },
      undefined,
      { code: '200.300.404', names: ['card.number', 'card.number'] },
    ],
    [
      'of another brand than was named',
      {},
      'MASTER',
      { code: '100.100.700', names: ['paymentBrand'] },
    ],
    [
      'with a wrong check digit',
      { number: '4200000000000001' },
      undefined,
      { code: '100.100.101', names: ['card.number'] },
    ],
    [
      'with a length that its brand has not',
      { number: '42000000000000000' },
      undefined,
      { code: '100.100.101', names: ['card.number'] },
    ],
    [
      'when its last month is over',
      { expiryMonth: '10' },
      undefined,
      { code: '100.100.303', names: ['card.expiryYear'] },
    ],
    [
      'with a CVV of a length that its brand has not',
      { cvv: '1234' },
      undefined,
      { code: '100.100.601', names: ['card.cvv'] },
    ],
    [
      'with a CVV of letters',
      { cvv: '12a' },
      undefined,
      { code: '100.100.601', names: ['card.cvv'] },
    ],
    [
      'with an empty CVV, also where its brand may have none',
      { number: '6703444444444449', cvv: '' },
      'BANCONTACT',
      { code: '100.100.601', names: ['card.cvv'] },
    ],
    [
      'for all that is wrong at once, with the code of the first',
      { number: '4200000000000001', expiryYear: '2020', cvv: '12' },
      'MASTER',
      {
        code: '100.100.700',
        names: ['paymentBrand', 'card.number', 'card.expiryYear', 'card.cvv'],
      },
    ],
  ])('%s', async (_, card, brand, expected) => {
    const { status, code, description, errors } = await refusedBy(() => check(card, brand));
    expect({ code, names: errors.map(({ name }) => name) }).toEqual(expected);
    expect([status, description]).toEqual([400, describeResult(code)]);
  });

  it.each<[card: Parameters<typeof check>[0], brand: string]>([
    [{}, 'VISA'],
    [{ cvv: '123' }, 'VISA'],
    [{ number: '377777777777770', cvv: '1234' }, 'AMEX'],
    [{ number: '6703444444444449' }, 'BANCONTACT'],
    // A brand that has no ranges takes the number of any card.
    [{}, 'MEEZA'],
  ])('but not %j as %s', (card, brand) => {
    expect(() => check(card, brand)).not.toThrow();
  });

  it('by the clock of its channel, half a day after its month has ended in UTC', async () => {
    const ahead = (hours: number) => channelWith({}, hours * HOUR_MS);
    expect(() => check({}, 'VISA', ahead(12))).not.toThrow();
    const { errors } = await refusedBy(() => check({}, 'VISA', ahead(13)));
    const message = '11/2026 is in the past';
    expect(errors).toEqual([{ name: 'card.expiryYear', value: '2026', message }]);
  });

  it('unless its channel knows the first digits as those of the brand', async () => {
    const own = channelWith({ binRanges: { MASTER: '420000' } });
    expect(() => check({}, 'MASTER', own)).not.toThrow();
    const { code } = await refusedBy(() => check({ number: '4100000000000001' }, 'MASTER', own));
    expect(code).toBe('100.100.700');
  });

  it('without a word of its number or CVV', async () => {
    const { errors } = await refusedBy(() =>
      check({ number: '42000000000000011111', cvv: '98765' }, 'AMEX'),
    );
    expect(errors).toEqual([
      { name: 'card.number', value: null, message: 'must be 12 to 19 digits' },
      { name: 'paymentBrand', value: 'AMEX', message: 'is not the brand of this card number' },
      { name: 'card.number', value: null, message: 'is no card number of this brand' },
      { name: 'card.cvv', value: null, message: 'must be 4 digits' },
    ]);
  });

  it('telling no shopper to type a CVV of no digits', async () => {
    const { errors } = await refusedBy(() =>
      check({ number: '6703444444444449', cvv: '1' }, 'BANCONTACT'),
    );
    expect(errors).toEqual([{ name: 'card.cvv', value: null, message: 'must be 3 digits' }]);
  });
});

describe('the number of the card that pays', () => {
  const refuse = (parameters: ParameterSet) =>
    refusedBy(() => refuseItsNumberIn(parameters, '4200000000000000'));

  it('is refused wherever else it stands, and named without it', async () => {
    const { status, code, errors } = await refuse({
      'card.number': '4200000000000000',
      merchantTransactionId: 'order-4200-0000-0000-0000',
      'customParameters[note]': '4200 0000 0000 0000',
      merchantInvoiceId: 'invoice-0001',
    });
    expect({ status, code, errors }).toEqual({
      status: 400,
      code: '200.300.404',
      errors: ['merchantTransactionId', 'customParameters[note]'].map((name) => ({
        ...{ name, value: null, message: 'must not hold a card number' },
      })),
    });
  });

  it('may be sent once, as the card', () => {
    const parameters = { 'card.number': '4200000000000000', merchantInvoiceId: 'invoice-0001' };
    expect(() => refuseItsNumberIn(parameters, '4200000000000000')).not.toThrow();
  });
});

const IBAN = 'DE89370400440532013000';

describe('the IBAN that is debited', () => {
  it.each([
    ['as it is', { merchantTransactionId: IBAN }],
    ['in small letters', { merchantTransactionId: 'order-de89370400440532013000' }],
    ['in groups', { 'customer.givenName': 'DE89 3704 0044 0532 0130 00' }],
    ['with hyphens', { 'bankAccount.mandate.id': 'DE89-3704-0044-0532-0130-00' }],
    ['in an address', { notificationUrl: 'https://shop.example/?of=DE89%203704+0044053201300%30' }],
    [
      'in letters of full width',
      { merchantInvoiceId: 'ＤＥ８９３７０４００４４０５３２０１３０００' },
    ],
  ])('is refused wherever else it stands, %s', async (_, parameters: ParameterSet) => {
    const { status, code, errors } = await refusedBy(() =>
      refuseItsIbanIn({ 'bankAccount.iban': IBAN, ...parameters }, IBAN),
    );
    expect([status, code]).toEqual([400, '200.300.404']);
    const [name] = Object.keys(parameters);
    expect(errors).toEqual([{ name, value: null, message: 'must not hold the IBAN' }]);
  });

  it('is refused as the name of a parameter, and not repeated', async () => {
    const { errors } = await refusedBy(() =>
      refuseItsIbanIn({ [`customParameters[${IBAN}]`]: 'x' }, IBAN),
    );
    const name = 'customParameters[…]';
    expect(errors).toEqual([{ name, value: null, message: 'must not hold the IBAN' }]);
  });

  it('is found in whatever way it was sent itself', async () => {
    const { errors } = await refusedBy(() =>
      refuseItsIbanIn({ merchantTransactionId: IBAN }, 'de89 3704 0044 0532 0130 00'),
    );
    expect(errors).toHaveLength(1);
  });

  it('may stand where it belongs, beside another one', () => {
    const parameters = {
      'bankAccount.iban': 'DE89 3704 0044 0532 0130 00',
      merchantTransactionId: 'NL91ABNA0417164300',
    };
    expect(() => refuseItsIbanIn(parameters, IBAN)).not.toThrow();
  });

  it('is read without spaces and in capitals; there is none where none was sent', () => {
    expect(ibanFrom({ 'bankAccount.iban': 'nl91 abna 0417 1643 00' })).toBe('NL91ABNA0417164300');
    expect(ibanFrom({ 'bankAccount.holder': 'Jane Jones' })).toBeUndefined();
  });
});

describe('a bank account', () => {
  const SEPA = 'DIRECTDEBIT_SEPA';
  const read = (parameters: ParameterSet = {}, iban = IBAN, of = channel) =>
    bankAccountParameters(of, parameters, SEPA, iban);

  it('is kept masked, with its country, a mandate of the gateway’s and the day of the channel', () => {
    expect(read()).toEqual({
      'bankAccount.iban': 'DE••••3000',
      'bankAccount.country': 'DE',
      'bankAccount.mandate.id': expect.stringMatching(/^[0-9a-f]{32}$/),
      'bankAccount.mandate.dateOfSignature': '2026-11-30',
    });
    expect(read({}, IBAN, channelWith({}, HOUR_MS))).toMatchObject({
      'bankAccount.mandate.dateOfSignature': '2026-12-01',
    });
    const [one, other] = [read(), read()].map((account) => account['bankAccount.mandate.id']);
    expect(one).not.toBe(other);
  });

  it('has the mandate that the merchant holds', () => {
    const mandate = {
      'bankAccount.mandate.id': 'SHOP-2026/7',
      'bankAccount.mandate.dateOfSignature': '2026-01-31',
    };
    expect(read({ ...mandate, 'bankAccount.country': 'DE' })).toMatchObject(mandate);
  });

  it('may be of a mandate that is signed tomorrow, where a day begins first', async () => {
    const signed = (day: string) => read({ 'bankAccount.mandate.dateOfSignature': day });
    expect(() => signed('2026-12-01')).not.toThrow();
    const { code, errors } = await refusedBy(() => signed('2026-12-02'));
    expect(code).toBe('200.300.404');
    expect(errors).toEqual([
      {
        name: 'bankAccount.mandate.dateOfSignature',
        value: '2026-12-02',
        message: 'must not be in the future, after 2026-12-01',
      },
    ]);
  });

  it('is of no later day than there is anywhere on earth', async () => {
    vi.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-11-30T09:59:59.999Z'));
    const tomorrow = { 'bankAccount.mandate.dateOfSignature': '2026-12-01' };
    const { errors } = await refusedBy(() => read(tomorrow));
    expect(errors).toHaveLength(1);
    vi.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-11-30T10:00:00.000Z'));
    expect(() => read(tomorrow)).not.toThrow();
  });

  it.each([
    ['of another country', 'US12345678901234567890', '200.300.404', /country of SEPA .*US is none/],
    ['too short', 'DE8937040044053201300', '100.100.101', /must have 22 characters.*IBAN of DE/],
    ['too long', 'DE893704004405320130000', '100.100.101', /must have 22 characters/],
    ['with a letter', 'DE8937040044053201300A', '100.100.101', /letters and digits where.*of DE/],
    ['mistyped', 'DE89370400440532013001', '100.100.101', /^has wrong check digits$/],
    ['mistyped, of Spain', 'ES9121000418450200051333', '100.100.101', /^has wrong check digits$/],
  ])('%s is refused, and shown masked', async (_, iban, code, message) => {
    const refused = await refusedBy(() => read({}, iban));
    expect([refused.status, refused.code]).toEqual([400, code]);
    expect(refused.description).toBe(describeResult(code));
    expect(refused.errors).toEqual([
      {
        name: 'bankAccount.iban',
        value: `${iban.slice(0, 2)}••••${iban.slice(-4)}`,
        message: expect.stringMatching(message),
      },
    ]);
  });

  it('is refused with all that contradicts it, with the code of the first', async () => {
    const { code, errors } = await refusedBy(() =>
      read(
        { 'bankAccount.country': 'FR', 'bankAccount.mandate.dateOfSignature': '2027-01-01' },
        'DE89370400440532013001',
      ),
    );
    expect(code).toBe('100.100.101');
    expect(errors.map(({ name }) => name)).toEqual([
      'bankAccount.iban',
      'bankAccount.country',
      'bankAccount.mandate.dateOfSignature',
    ]);
    expect(errors[1]).toMatchObject({
      value: 'FR',
      message: 'must be that of bankAccount.iban, DE',
    });
  });

  it('is of no brand that debits none', async () => {
    for (const brand of ['PAYPAL', 'VISA']) {
      const { errors } = await refusedBy(() => bankAccountParameters(channel, {}, brand, IBAN));
      expect(errors).toMatchObject([{ name: 'bankAccount.iban', value: 'DE••••3000' }]);
    }
  });

  it('of a registration pays again as it was kept', () => {
    const account = {
      'bankAccount.holder': 'Jane Jones',
      'bankAccount.iban': 'DE••••3000',
      'bankAccount.mandate.id': 'SHOP-2026/7',
    };
    expect(
      accountOf({ ...account, 'customer.email': 'jane@example.com', 'merchant.bankAccount.x': '' }),
    ).toEqual(account);
  });

  it('has a length of its country, where accounts can be debited', () => {
    expect(IBAN_LENGTHS).toMatchObject({ DE: 22, NL: 18, FR: 27, MT: 31, NO: 15 });
    expect(IBAN_LENGTHS).not.toHaveProperty('BR');
    expect(Object.values(IBAN_LENGTHS)).not.toContain(0);
  });
});

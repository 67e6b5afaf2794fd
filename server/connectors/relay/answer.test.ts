import { describe, expect, it } from 'vitest';
import { type Asked, isOpen, readAnswer, readOutcome } from './answer.ts';
import type { ProcessorBody } from './client.ts';
import { RelaySettingsSchema } from './settings.ts';

const settings = RelaySettingsSchema.parse({
  kind: 'upstream',
  address: 'https://gateway.example/',
  entityId: '0'.repeat(32),
});
const asked: Asked = {
  reference: 'ours',
  amount: 9_200,
  currency: 'EUR',
  mode: 'EXTERNAL',
  type: 'DB',
  registration_id: null,
};
const read = (
  code: string,
  more: Partial<ProcessorBody> = {},
  status = 200,
  wish: Partial<Asked> = {},
) =>
  readAnswer(
    {
      status,
      body: {
        id: 'theirs',
        amount: '92.00',
        currency: 'EUR',
        ...more,
        result: { code, ...more.result },
      },
    },
    { ...asked, ...wish },
    settings,
  );
const codeOf = (outcome: ReturnType<typeof read>) =>
  'answer' in outcome ? outcome.answer.resultCode : outcome.why;

describe('a result of the processor', () => {
  it.each([
    ['000.100.110', '000.100.112'],
    ['000.100.112', '000.100.112'],
    // Something to review stays so.
    ['000.400.020', '000.400.020'],
    // A new success of a known group is one; so is a new refusal.
    ['000.600.777', '000.100.112'],
    ['800.100.152', '800.100.152'],
    ['800.100.777', '800.100.100'],
    ['000.200.777', '000.200.000'],
    ['800.400.500', '800.400.500'],
  ])('%s reads %s', (theirs, ours) => {
    expect(codeOf(read(theirs))).toBe(ours);
  });

  it('is a live success on a live channel only', () => {
    expect(codeOf(read('000.000.000', {}, 200, { mode: 'LIVE' }))).toBe('000.000.000');
    expect(read('000.000.000').kind).toBe('wrong');
    expect(read('000.100.110', {}, 200, { mode: 'LIVE' }).kind).toBe('wrong');
  });

  it.each<[string, Partial<ProcessorBody>]>([
    ['no id', { id: undefined }],
    ['no amount', { amount: undefined }],
    ['no currency', { currency: undefined }],
    ['an amount that is no number', { amount: 'ninety-two' }],
    ['a cent more', { amount: '92.01' }],
    ['another currency', { currency: 'USD' }],
    ['the reference of another payment', { merchantTransactionId: 'theirs' }],
    ['another type', { paymentType: 'PA' }],
  ])('with %s is none of ours', (_what, more) => {
    expect(read('000.100.110', more).kind).toBe('wrong');
  });

  it.each<[string, Partial<ProcessorBody>, string]>([
    ['without an amount, which was sent with none', { amount: undefined }, '000.100.112'],
    ['without money', { amount: undefined, currency: undefined }, '000.100.112'],
    ['of the whole', {}, '000.100.112'],
    ['of a part', { amount: '10.00' }, 'a success for 10.00 EUR'],
    ['in another currency', { amount: undefined, currency: 'USD' }, 'a success for  USD'],
    ['of another type', { amount: undefined, paymentType: 'CP' }, 'a success of type CP'],
    [
      'of another payment',
      { amount: undefined, merchantTransactionId: 'theirs' },
      'a success of another payment',
    ],
  ])('of a reversal %s', (_what, more, ours) => {
    expect(codeOf(read('000.100.110', more, 200, { type: 'RV' }))).toBe(ours);
  });

  it.each([
    [409, '200.300.404'],
    [422, '200.300.404'],
    [400, '900.100.300'],
  ])('HTTP %i with %s says nothing definite', (status, code) => {
    expect(() => read(code, {}, status)).toThrow();
  });

  it('that is in doubt there is not decided, in an answer or in its ledger', () => {
    const body = { id: 'theirs', result: { code: '900.100.300' } };
    expect(() => readOutcome(body, asked, settings)).toThrow(/in doubt itself/);
    expect(isOpen('900.100.300')).toBe(true);
  });

  it.each([401, 403, 429])('HTTP %i is definite: nothing was charged', (status) => {
    expect(read('800.900.300', {}, status).kind).toBe('decided');
  });

  it('tells where the card was issued, of the payment alone', () => {
    const card = { bin: '420000', last4Digits: '0000', expiryMonth: '05', expiryYear: '2034' };
    const outcome = read('000.100.110', { card: { ...card, binCountry: 'DE' } });
    const answer = 'answer' in outcome ? outcome.answer : undefined;
    expect(answer?.checks?.issuerCountry).toBe('DE');
    expect(answer?.storedCard).toEqual({ kind: 'renewed', card });
    const declined = read('800.100.152', { card: { ...card, binCountry: 'FR' } });
    expect('answer' in declined && declined.answer.checks?.issuerCountry).toBe('FR');
  });

  it('repeats no card number, in whatever words it comes', () => {
    const outcome = read('800.100.152', {
      result: { code: '800.100.152', description: 'card 4200 0000 0000 0000 declined' },
      resultDetails: { AcquirerResponse: '4200000000000000', acquirerTxId9: '123456789012345' },
    });
    expect('answer' in outcome && outcome.answer.details).toEqual({
      ExtendedDescription: 'card … declined',
      AcquirerResponse: '…',
      acquirerTxId9: '123456789012345',
      ConnectorTxID1: 'theirs',
    });
  });
});

import { describe, expect, it } from 'vitest';
import type { Operation } from './catalogue.ts';
import { needsCvv, rulesBetween, storesOnly } from './parameter-rules.ts';
import type { ParameterSet } from './parameters.ts';

const named = (parameters: ParameterSet, operation: Operation) =>
  rulesBetween(parameters, operation).map(({ name }) => name);

describe('rules between parameters', () => {
  it.each<[what: string, operation: Operation, parameters: ParameterSet, wrong: string[]]>([
    ['a checkout for money', 'checkout', {}, ['amount', 'currency', 'paymentType']],
    ['a checkout that stores a card', 'checkout', { createRegistration: 'true' }, []],
    ['an INITIAL payment without a CVV', 'payment', { recurringType: 'INITIAL' }, ['card.cvv']],
    ['an INITIAL payment with one', 'payment', { recurringType: 'INITIAL', 'card.cvv': '123' }, []],
    [
      'an INITIAL checkout: its CVV comes from the shopper',
      'checkout',
      { amount: '1', currency: 'EUR', paymentType: 'DB', recurringType: 'INITIAL' },
      [],
    ],
    [
      'a REPEATED payment with a CVV',
      'registration.payment',
      { recurringType: 'REPEATED', 'card.cvv': '123' },
      ['card.cvv'],
    ],
    [
      'a merchant-initiated payment with a CVV',
      'payment',
      { 'standingInstruction.source': 'MIT', 'card.cvv': '123' },
      [],
    ],
    [
      'a merchant who starts a chain',
      'payment',
      {
        'standingInstruction.mode': 'INITIAL',
        'standingInstruction.source': 'MIT',
        'card.cvv': '123',
      },
      [],
    ],
    ['a shopper who starts one', 'checkout.payment', { recurringType: 'INITIAL' }, ['card.cvv']],
    [
      'a shopper in a later one',
      'checkout.payment',
      { recurringType: 'REPEATED', 'card.cvv': '123' },
      ['card.cvv'],
    ],
    [
      'a shopper who chooses a stored card there',
      'checkout.payment',
      { recurringType: 'REPEATED', 'card.cvv': '123', registrationId: '0'.repeat(32) },
      [],
    ],
    [
      'a wallet that starts a chain: it has no CVV',
      'payment',
      { recurringType: 'INITIAL', paymentBrand: 'PAYPAL' },
      [],
    ],
    [
      'a wallet in installments',
      'payment',
      { paymentBrand: 'PAYPAL', 'recurring.numberOfInstallments': '3' },
      ['recurring.numberOfInstallments'],
    ],
    [
      'a card in installments',
      'payment',
      { paymentBrand: 'VISA', 'recurring.numberOfInstallments': '3' },
      [],
    ],
    [
      'a first payment that is a later one',
      'payment',
      { recurringType: 'REPEATED', 'standingInstruction.mode': 'INITIAL', 'card.cvv': '123' },
      ['standingInstruction.mode', 'card.cvv'],
    ],
    [
      'a retrial without its number',
      'payment',
      { 'customParameters[payment_retrial]': 'true' },
      ['customParameters[payment_attempt_number]'],
    ],
  ])('%s', (_what, operation, parameters, wrong) => {
    expect(named(parameters, operation)).toEqual(wrong);
  });

  it('never repeat a CVV', () => {
    const parameters = { recurringType: 'REPEATED', 'card.cvv': '123' };
    expect(rulesBetween(parameters, 'payment')).toMatchObject([{ value: null }]);
  });

  it('tell whether a chain needs the CVV', () => {
    expect(needsCvv({})).toBeUndefined();
    expect(needsCvv({ 'standingInstruction.mode': 'INITIAL' })).toBe(true);
    expect(needsCvv({ recurringType: 'REPEATED' })).toBe(false);
  });

  it('tell a checkout that stores a card from one that is paid', () => {
    expect(storesOnly({ createRegistration: 'true' })).toBe(true);
    expect(storesOnly({ createRegistration: 'true', paymentType: 'DB' })).toBe(false);
    const withAmount = { createRegistration: 'true', amount: '1.00' };
    expect(storesOnly(withAmount)).toBe(false);
    const agreed = { ...withAmount, 'standingInstruction.amountType': 'MAX' };
    expect(storesOnly(agreed)).toBe(true);
    expect(storesOnly({ ...agreed, paymentType: 'DB' })).toBe(false);
  });
});

/** What an answer says about the card that was tried. */
import { expect, it } from 'vitest';
import { outcomeOf } from './outcome.ts';

it.each([
  ['800.100.152', 'declined by the issuer'],
  ['100.100.303', 'expired'],
  ['100.390.109', 'not authenticated'],
  ['000.400.102', 'not enrolled'],
  ['000.400.108', 'in no range of its issuer'],
  ['300.100.100', 'good, and its issuer wants the shopper authenticated'],
  ['800.400.101', 'good, and its street another'],
  ['800.400.110', 'good, and its amount reserved'],
  ['800.400.200', 'not authenticated by its shopper'],
])('%s, which says that the card is %s, is a decline', (code) => {
  expect(outcomeOf(code, false)).toBe('decline');
});

it.each(['000.000.000', '000.100.110'])('%s is a success', (code) => {
  expect(outcomeOf(code, true)).toBe('success');
});

it.each(['900.100.600', '800.800.800', '000.400.104', '000.400.107', '600.200.500'])(
  '%s says nothing about the card',
  (code) => {
    expect(outcomeOf(code, true)).toBe('nothing');
  },
);

it('a challenge that the shopper did not take is a decline where we asked for it', () => {
  expect(outcomeOf('100.396.101', true)).toBe('decline');
  expect(outcomeOf('100.396.101', false)).toBe('nothing');
});

import { expect, test } from 'vitest';
import { TEXT_BLOCKS } from '../../../contract/text-keys.ts';
import { declineKey } from './decline.ts';

/** "You have not been charged" is said only where that is certain. */
test.each([
  ['800.100.152', 'declined'],
  ['800.100.155', 'declinedFunds'],
  ['800.100.157', 'declinedExpired'],
  ['800.100.153', 'declinedCvv'],
  ['100.100.600', 'cvvNeededAgain'],
  ['800.100.162', 'declinedLimit'],
  ['800.100.168', 'declinedRestricted'],
  ['800.100.176', 'declinedUnavailable'],
  ['100.380.401', 'declinedAuthentication'],
  ['100.390.107', 'declinedUnavailable'],
  ['100.390.112', 'declinedUnavailable'],
  ['100.100.101', 'declined'],
  ['800.700.101', 'declined'],
  ['000.200.000', undefined],
  ['000.400.030', undefined],
  ['900.100.300', undefined],
  ['999.999.999', undefined],
  ['800.500.100', undefined],
  ['800.400.500', undefined],
  ['100.400.500', undefined],
  ['100.396.101', undefined],
  ['000.100.110', undefined],
])('%s: %s', (code, expected) => {
  expect(declineKey(code)).toBe(expected);
  if (expected) expect(TEXT_BLOCKS.declines).toContain(expected);
});

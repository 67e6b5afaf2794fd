import { expect, it } from 'vitest';
import { billingBlock } from './billing.ts';

/** A browser can ask for any script and region: there are millions of tags. */
const madeUp = Array.from(
  { length: 200 },
  (_, n) =>
    `en-Q${String(n + 1_000)
      .replace(/\d/g, (d) => 'abcdefghij'[Number(d)] ?? '')
      .slice(1)}-AT`,
);

it('the address of a language is kept, and given up for those that are asked for later', () => {
  const block = billingBlock('de-AT');
  expect(billingBlock('de-AT')).toBe(block);
  for (const language of madeUp) billingBlock(language);
  const again = billingBlock('de-AT');
  expect(again).not.toBe(block);
  expect(again).toEqual(block);
});

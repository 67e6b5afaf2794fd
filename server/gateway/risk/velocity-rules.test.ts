import { describe, expect, it } from 'vitest';
import { RESULT_CODES } from '../../../contract/result-codes.ts';
import { VELOCITY_KEYS, type VelocityRuleName } from '../entities/index.ts';
import {
  actionOf,
  type Counts,
  DECLINE_WEIGHT,
  isCountedAfter,
  type Remedy,
  refusalOf,
  reliefOf,
  rulesOf,
  verdictOf,
  verdictWhereIgnored,
} from './velocity-rules.ts';

const SETTINGS = { challenge: true, serverPayments: false, trustedAddresses: [], limits: {} };
const RULES = rulesOf(SETTINGS);
const rule = (name: VelocityRuleName) => {
  const found = RULES.find((one) => one.name === name);
  if (!found) throw new Error(`there is no rule ${name}`);
  return found;
};

/** What is counted after a sequence of outcomes, and one attempt that is under way. */
function counting(name: VelocityRuleName, outcomes: Iterable<'yes' | 'no'>, underWay = 1): Counts {
  const all = [...outcomes];
  const excess = all.reduce(
    (sum, outcome) => Math.max(0, sum + (outcome === 'no' ? DECLINE_WEIGHT : -reliefOf(name))),
    0,
  );
  const successes = all.filter((outcome) => outcome === 'yes').length;
  const declines = all.length - successes;
  return { attempts: all.length + underWay, successes, declines, excess };
}
const declines = (count: number) => Array<'no'>(count).fill('no');
const successes = (count: number) => Array<'yes'>(count).fill('yes');
const decide = (
  name: VelocityRuleName,
  counts: Counts,
  remedy: Remedy = 'challenge',
): ReturnType<typeof actionOf> => actionOf(rule(name), counts, remedy);

describe('one card', () => {
  it.each([
    [0, 'none'],
    [3, 'none'],
    [4, 'challenge'],
    [6, 'refuse'],
    [15, 'refuse'],
  ])('after %i declines: %s', (count, action) => {
    expect(decide('card/hour', counting('card/hour', declines(count)))).toBe(action);
  });

  it('is forgiven by a success', () => {
    const counts = counting('card/hour', [...declines(5), ...successes(1)]);
    expect(decide('card/hour', counts)).toBe('none');
  });

  it('a burst of it counts before its first decline', () => {
    expect(decide('card/hour', counting('card/hour', [], 7))).toBe('refuse');
  });
});

describe('an address', () => {
  it('that many honest shoppers share, one of twelve of them declined', () => {
    const crowd = Array.from({ length: 240 }, (_, n) =>
      n % 12 === 0 ? ('no' as const) : ('yes' as const),
    );
    expect(decide('address/hour', counting('address/hour', crowd, 10))).toBe('none');
  });

  it.each([
    [3, 'none'],
    [5, 'challenge'],
    [11, 'refuse'],
  ])('with %i declines and no success: %s', (count, action) => {
    expect(decide('address/hour', counting('address/hour', declines(count)))).toBe(action);
  });

  it('is asked, and not refused, for shoppers who are all at their banks', () => {
    expect(decide('address/hour', counting('address/hour', [], 40))).toBe('challenge');
    expect(decide('address/hour', counting('address/hour', [], 60))).toBe('refuse');
  });
});

describe('keys that honest shoppers share', () => {
  it.each(['bin/hour', 'network/hour', 'channel/hour'] as const)('%s asks', (name) => {
    expect(decide(name, counting(name, declines(400)))).toBe('challenge');
  });

  it('an attack shows behind any number of successes before it', () => {
    const counts = counting('channel/hour', [...successes(5_000), ...declines(9)], 1);
    expect(decide('channel/hour', counts)).toBe('challenge');
  });

  it('refuse where no challenge can be asked for, the whole channel never', () => {
    expect(decide('bin/hour', counting('bin/hour', declines(31)), 'none')).toBe('refuse');
    expect(decide('channel/hour', counting('channel/hour', declines(500)), 'none')).toBe('none');
  });

  it('refuse to store a card, which can wait', () => {
    expect(decide('channel/hour', counting('channel/hour', declines(9)), 'store')).toBe('refuse');
  });
});

it('an e-mail asks where that can be done, and refuses late where it cannot', () => {
  expect(decide('email/hour', counting('email/hour', declines(400)))).toBe('challenge');
  expect(decide('email/hour', counting('email/hour', declines(13)), 'none')).toBe('refuse');
});

describe('of all rules together', () => {
  const quiet = (name: VelocityRuleName) => [rule(name), counting(name, [])] as const;
  const hot = (name: VelocityRuleName, count: number) =>
    [rule(name), counting(name, declines(count))] as const;

  it('the narrowest that trips keeps what it has caught from the wider ones', () => {
    const verdict = verdictOf([hot('address/hour', 7), quiet('channel/hour')], 'challenge');
    expect(verdict).toMatchObject({ action: 'challenge', rule: { name: 'address/hour' } });
    expect(isCountedAfter(rule('card/hour'), verdict)).toBe(true);
    expect(isCountedAfter(rule('address/hour'), verdict)).toBe(true);
    expect(isCountedAfter(rule('channel/hour'), verdict)).toBe(false);
  });

  it('one that refuses decides, and others who share a key hear nothing of it', () => {
    const verdict = verdictOf([hot('card/hour', 9), hot('channel/hour', 20)], 'challenge');
    expect(verdict).toMatchObject({ action: 'refuse', rule: { name: 'card/hour' } });
    expect(isCountedAfter(rule('address/hour'), verdict)).toBe(false);
  });

  it('a card that was paid with today is not asked because of others', () => {
    const known = [rule('card/day'), counting('card/day', successes(1))] as const;
    expect(verdictOf([known, hot('channel/hour', 50)], 'challenge').action).toBe('none');
    expect(verdictOf([quiet('card/day'), hot('channel/hour', 50)], 'challenge').action).toBe(
      'challenge',
    );
  });
});

describe('at its edge', () => {
  it.each<[VelocityRuleName, number, Remedy, ReturnType<typeof actionOf>]>([
    ['card/hour', 5, 'challenge', 'challenge'],
    ['card/hour', 5, 'none', 'none'],
    ['card/hour', 6, 'none', 'refuse'],
    ['bin/hour', 29, 'none', 'none'],
    ['bin/hour', 30, 'none', 'refuse'],
    ['bin/hour', 5, 'store', 'none'],
    ['bin/hour', 6, 'store', 'refuse'],
    ['card/hour', 5, 'store', 'none'],
    ['address/hour', 10, 'challenge', 'challenge'],
  ])('%s after %i declines, with the remedy %s: %s', (name, count, remedy, action) => {
    expect(decide(name, counting(name, declines(count)), remedy)).toBe(action);
  });

  it('is told by attempts alone where the rule counts those', () => {
    const counts = (attempts: number) => ({
      attempts,
      successes: attempts,
      declines: 0,
      excess: 0,
    });
    expect(decide('address/minute', counts(300))).toBe('none');
    expect(decide('address/minute', counts(301))).toBe('challenge');
    expect(decide('address/minute', counts(301), 'none')).toBe('none');
  });

  it('excuses one attempt under way for twenty successes', () => {
    const decided = (count: number, underWay: number) =>
      decide('channel/hour', counting('channel/hour', successes(count), underWay));
    expect(decided(200, 18)).toBe('none');
    expect(decided(200, 19)).toBe('challenge');
    expect(decided(0, 9)).toBe('challenge');
  });
});

it.each([
  ['card/hour', 10_000],
  ['email/hour', 10_000],
  ['address/hour', 500],
  ['network/day', 250],
  ['bin/hour', 250],
  ['channel/hour', 250],
])('a success excuses of %s %i thousandths', (name, relief) => {
  expect(reliefOf(name)).toBe(relief);
});

describe('a verdict', () => {
  const none = { action: 'none', rule: undefined, caughtBy: undefined } as const;
  const counted = (name: VelocityRuleName, count: number, good = 0) =>
    [rule(name), counting(name, [...successes(good), ...declines(count)])] as const;

  it('of nothing that trips lets every key count on', () => {
    expect(verdictOf([counted('card/hour', 0)], 'challenge')).toEqual(none);
    for (const one of RULES) expect(isCountedAfter(one, none)).toBe(true);
  });

  it('of a refusal lets the keys of one shopper count on, and those alone', () => {
    const verdict = verdictOf([counted('card/hour', 9)], 'challenge');
    const going = RULES.filter((one) => isCountedAfter(one, verdict)).map(({ key }) => key);
    expect(new Set(going)).toEqual(new Set(['card', 'checkout', 'email']));
  });

  it('is decided by a rule that refuses, though a narrower one has caught it', () => {
    const all = [counted('card/hour', 4), counted('checkout/hour', 13)];
    expect(verdictOf(all, 'challenge')).toMatchObject({
      action: 'refuse',
      rule: { name: 'checkout/hour' },
      caughtBy: { name: 'card/hour' },
    });
  });

  it('spares a card that has paid today, not one that has paid this hour by another count', () => {
    const hot = counted('channel/hour', 50);
    const action = (known: ReturnType<typeof counted>) =>
      verdictOf([known, hot], 'challenge').action;
    expect(action(counted('card/day', 0, 1))).toBe('none');
    expect(action(counted('card/day', 0, 0))).toBe('challenge');
    expect(action(counted('card/hour', 0, 1))).toBe('challenge');
    expect(action(counted('checkout/hour', 0, 1))).toBe('challenge');
  });

  it('where challenges were ignored refuses as without any, asks, and goes on counting', () => {
    expect(verdictWhereIgnored([counted('bin/hour', 40)])).toMatchObject({
      ...{ action: 'refuse', rule: { name: 'bin/hour' }, caughtBy: { name: 'bin/hour' } },
    });
    const asked = verdictWhereIgnored([counted('bin/hour', 8)]);
    expect(asked).toMatchObject({ action: 'challenge', rule: { name: 'bin/hour' } });
    expect(asked.caughtBy).toBeUndefined();
    for (const one of RULES) expect(isCountedAfter(one, asked)).toBe(true);
  });
});

it('a setting replaces a limit, turns it off, or adds a rule', () => {
  const limits = {
    'card/hour': { refuse: 2 },
    'channel/hour': { challenge: null },
    'bin/day': { challenge: 3 },
  };
  const rules = rulesOf({ ...SETTINGS, limits });
  const named = (name: string) => rules.find((one) => one.name === name);
  expect(named('card/hour')).toMatchObject({ challenge: 4, refuse: 2 });
  expect(named('channel/hour')).toMatchObject({ challenge: null });
  expect(named('bin/day')).toMatchObject({ challenge: 3, windowMs: 86_400_000 });
  const keys = rules.map(({ key }) => VELOCITY_KEYS.indexOf(key));
  expect(keys).toEqual(keys.toSorted((a, b) => a - b));
});

it('each rule refuses with a code of its family', () => {
  const codes = RULES.map((one) => refusalOf(one));
  for (const code of codes) {
    expect(code).toMatch(/^800\.120\.(10[0-3]|401)$/);
    expect(RESULT_CODES.has(code)).toBe(true);
  }
});

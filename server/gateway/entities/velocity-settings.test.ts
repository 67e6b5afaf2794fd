import { expect, it } from 'vitest';
import { ChannelSettingsSchema, velocityOf } from './channel-settings.ts';

const rulesWith = (settings: object) => velocityOf(ChannelSettingsSchema.parse(settings));

it('a live channel has rules against card testing from the start, a test channel has none', () => {
  expect(rulesWith({ mode: 'live' })).toEqual({
    challenge: true,
    serverPayments: false,
    trustedAddresses: [],
    limits: {},
  });
  expect(rulesWith({ mode: 'test' })).toBeUndefined();
  expect(rulesWith({})).toBeUndefined();
});

it('either can be asked for the other', () => {
  expect(rulesWith({ mode: 'live', cardTesting: null })).toBeUndefined();
  expect(rulesWith({ mode: 'test', cardTesting: {} })).toMatchObject({ challenge: true });
});

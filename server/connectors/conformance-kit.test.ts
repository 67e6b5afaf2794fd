/** The kit itself: it fails for a connector that breaks one of its rules, whichever it is. */
import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { isPending, isSuccess } from '../../contract/result-codes.ts';
import { openTestDatabase } from '../tests/support/test-database.ts';
import { type ConnectorUnderTest, rulesFor } from './conformance-kit.ts';
import type { Connector, ConnectorAnswer } from './connector.ts';
import { openConnectorLedger } from './connector-ledger.ts';
import { manualUnderTest } from './manual/manual-under-test.ts';
import { capabilitiesOf } from './registry.ts';
import { createSimulator } from './simulator/simulator.ts';

const { db, drop } = await openTestDatabase();
afterAll(drop);

const right: ConnectorUnderTest = {
  connector: createSimulator(db, { address: () => 'https://bank.example', sign: (text) => text }),
  mode: 'INTERNAL',
  channelId: '0'.repeat(32),
  capabilities: capabilitiesOf({ kind: 'simulator' }),
  cards: {
    approved: '4200000000000000',
    declined: '4200000000001016',
    challenged: '4200000000000018',
    softDeclined: '4200000000001107',
    renewed: '4200000000001131',
    gone: '4200000000001164',
  },
};
const simulator = right.connector;
const FAILED: ConnectorAnswer = { resultCode: '900.100.500', details: {} };

/** The same with every answer to a charge changed. */
const answering = (change: (answer: ConnectorAnswer) => ConnectorAnswer): Partial<Connector> => ({
  authorise: async (request, signal) => change(await simulator.authorise(request, signal)),
});
const onlyFor = (isIt: (code: string) => boolean, resultCode: string) =>
  answering((answer) => (isIt(answer.resultCode) ? { ...answer, resultCode } : answer));

/** What is wrong with a connector, and the rules of which one at least has to notice it. */
const BROKEN: readonly [what: string, broken: Partial<Connector>, rules: RegExp][] = [
  ['lets its lease end before its time', { leaseMs: simulator.timeLimitMs }, /has a lease/],
  ['says that it is live', onlyFor(isSuccess, '000.000.000'), /approves a (PA|DB|CD)/],
  [
    'names no transaction',
    answering((answer) => ({ ...answer, details: {} })),
    /approves a (PA|DB|CD)/,
  ],
  [
    'authenticates without a proof',
    answering(({ checks: _, ...answer }) => answer),
    /approves a 3D/,
  ],
  [
    'calls the issuer’s country by another standard',
    answering((answer) => ({ ...answer, checks: { ...answer.checks, issuerCountry: 'DEU' } })),
    /approves a (PA|DB|CD)/,
  ],
  [
    'takes amounts in hundredths only',
    {
      authorise: async (request, signal) =>
        request.currency === 'EUR' && request.amount > 1
          ? simulator.authorise(request, signal)
          : FAILED,
    },
    /takes (JPY|EUR|KWD)/,
  ],
  [
    'declines in words of its own',
    answering((answer) =>
      isSuccess(answer.resultCode) ? answer : { ...answer, resultCode: '05' },
    ),
    /declines with a code/,
  ],
  [
    'approves everything',
    onlyFor((code) => !isSuccess(code) && !isPending(code), '000.100.110'),
    /declines with a code/,
  ],
  ['forgets', { ask: async () => undefined }, /tells what became/],
  ['makes answers up', { ask: async () => FAILED }, /knows nothing/],
  [
    'makes a payment anew whenever it is told',
    {
      authorise: async (request, signal) => {
        const answer = await simulator.authorise(request, signal);
        return { ...answer, details: { ...answer.details, ConnectorTxID1: randomUUID() } };
      },
    },
    /decides a reference once/,
  ],
  ['only says that it cancels', { cancel: async () => FAILED }, /never charges a reference/],
  ['cancels what is paid', { cancel: async () => FAILED }, /leaves alone what was decided/],
  ['says both when they meet', { cancel: async () => FAILED }, /agrees with itself/],
  ['does no operations', { operate: async () => FAILED }, /^(CP|RV|RF) of a/],
  ['cancels no operations', { cancel: async () => FAILED }, /never does an operation/],
  [
    'stores no cards',
    { register: async () => ({ isStored: false, resultCode: '800.100.159', why: '' }) },
    /stores a card/,
  ],
  [
    'declines whom a wallet has authenticated',
    onlyFor(isSuccess, '800.100.152'),
    /takes a network token/,
  ],
  ['asks no shopper', onlyFor(isPending, '000.100.110'), /shopper is asked is pending/],
  [
    'leads the shopper nowhere',
    answering(({ nextStep: _, ...answer }) => answer),
    /shopper is asked is pending/,
  ],
  [
    'forgets where the shopper is',
    {
      ask: async (reference) => {
        const { nextStep: _, ...answer } = (await simulator.ask(reference)) ?? FAILED;
        return answer;
      },
    },
    /shopper is asked is pending/,
  ],
  [
    'tells nothing of stored cards',
    answering(({ storedCard: _, ...answer }) => answer),
    /tells of a stored card/,
  ],
  [
    'declines softly, whatever it is asked for',
    onlyFor(() => true, '300.100.100'),
    /soft decline leads/,
  ],
  ['believes every return', { isGenuine: async () => true }, /does not believe/],
  [
    'changes its mind about the end',
    { cancel: async (_, resultCode = '') => ({ resultCode, details: {} }) },
    /shopper is asked ends/,
  ],
];

const rulesOf = (broken: Partial<Connector>) =>
  rulesFor({ ...right, connector: { ...simulator, ...broken } });

describe('a connector that', () => {
  it.each(BROKEN)('%s fails', async (_what, broken, rules) => {
    const concerned = rulesOf(broken).filter(({ name }) => rules.test(name));
    expect(concerned.length).toBeGreaterThan(0);
    for (const { name, check } of concerned) await expect(check(), name).rejects.toThrow();
  });
});

const CHANNEL = 'c'.repeat(32);
await db
  .insertInto('entities')
  .values({
    ...{ id: CHANNEL, kind: 'channel', parent_id: null, name: 'Conformance' },
    ...{ settings: '{}', clock_offset_ms: 0, created_at: 0 },
  })
  .execute();
const waiting = manualUnderTest(db, CHANNEL);
const manual = waiting.connector;
const ledger = openConnectorLedger(db, 'manual');
const SUCCEEDED: ConnectorAnswer = { resultCode: '000.100.112', details: {} };

/** The same of a connector whose outcomes come from outside. */
const BROKEN_WAITING: typeof BROKEN = [
  [
    'does not wait',
    {
      async authorise(request, signal) {
        await manual.authorise(request, signal);
        return ledger.decide(request.reference, SUCCEEDED);
      },
    },
    /is waited for/,
  ],
  ['tells no outcome', { poll: async () => undefined }, /told until it is heard/],
  [
    'tells an outcome once, heard or not',
    {
      poll: async ({ onDecided, ...more }) =>
        manual.poll?.({
          ...more,
          onDecided: async (reference) => (await onDecided(reference)) || true,
        }),
    },
    /told until it is heard/,
  ],
  [
    'tells an outcome for ever',
    {
      poll: async ({ onDecided, ...more }) =>
        manual.poll?.({
          ...more,
          onDecided: async (reference) => (await onDecided(reference)) && false,
        }),
    },
    /told until it is heard/,
  ],
  [
    'only says that it cancels',
    { cancel: async (_, resultCode = '') => ({ resultCode, details: {} }) },
    /after a cancellation/,
  ],
  [
    'gives up refunds',
    { cancel: (reference) => ledger.decide(reference, FAILED) },
    /refund .* is not given up/,
  ],
];

describe('a connector that waits for outcomes from outside and', () => {
  it.each(BROKEN_WAITING)('%s fails', async (_what, broken, rules) => {
    const concerned = rulesFor({ ...waiting, connector: { ...manual, ...broken } }).filter(
      ({ name }) => rules.test(name),
    );
    expect(concerned.length).toBeGreaterThan(0);
    for (const { name, check } of concerned) await expect(check(), name).rejects.toThrow();
  });
});

it('there is a broken connector for every rule', () => {
  const broken = [...BROKEN, ...BROKEN_WAITING];
  const unbroken = [...rulesFor(right), ...rulesFor(waiting)].filter(
    ({ name }) => !broken.some(([, , rules]) => rules.test(name)),
  );
  expect(unbroken.map(({ name }) => name)).toEqual([]);
});

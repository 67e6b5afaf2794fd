/** What an operator asks and says about payments at processors. */
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { OperatorTools } from '../../connectors/connector.ts';
import { recordsOf } from '../../tests/support/record-rows.ts';
import { simulatedGateway, withSimulator } from '../../tests/support/simulated-gateway.ts';
import { openSubscribedChannel } from '../../tests/support/subscribed-channel.ts';
import { changeSettings, EntityError } from '../entities/index.ts';
import { checkConnector, connectorTroubles, decideUnknownOutcome } from './operator.ts';

const { db, vault, drop, channelId } = await openSubscribedChannel();
afterAll(drop);
const records = await recordsOf(db, channelId);
const check = vi.fn<NonNullable<OperatorTools['check']>>();
const decide = vi.fn<NonNullable<OperatorTools['decide']>>();
const troubles = vi.fn<NonNullable<OperatorTools['troubles']>>();
const simulated = simulatedGateway(db, vault);
const gateway = withSimulator(simulated, { operator: { check, decide, troubles } });
beforeEach(() => {
  for (const each of [check, decide, troubles]) each.mockReset();
});

describe('the processor of a channel', () => {
  const NONE = 'the channel has no connector that asks a processor, or no token for it';

  it('is asked something harmless', async () => {
    await changeSettings(db, channelId, { connector: { kind: 'simulator' } });
    check.mockResolvedValue('it does not answer');
    expect(await checkConnector(gateway, channelId)).toBe('it does not answer');
    expect(check).toHaveBeenCalledExactlyOnceWith(channelId);
    check.mockResolvedValue(undefined);
    expect(await checkConnector(gateway, channelId)).toBeUndefined();
  });

  it('is none where the channel has no connector, or one that asks none', async () => {
    expect(await checkConnector(simulated, channelId)).toBe(NONE);
    const withoutCheck = withSimulator(simulated, { operator: {} });
    expect(await checkConnector(withoutCheck, channelId)).toBe(NONE);
    expect(await checkConnector({ db, connectors: new Map() }, channelId)).toBe(NONE);
    await changeSettings(db, channelId, { connector: null });
    expect(await checkConnector(gateway, channelId)).toBe(NONE);
    await expect(checkConnector(gateway, 'nowhere')).rejects.toThrow(
      new EntityError('there is no channel nowhere'),
    );
  });
});

it('troubles are those of all processors', async () => {
  const one = { reference: 'one' };
  troubles.mockResolvedValue([one as never]);
  const connectors = new Map([
    ...gateway.connectors,
    ['without', { operator: {} } as never],
    ['bare', {} as never],
    ['last', { operator: { troubles: async () => [{ reference: 'two' }] } } as never],
  ]);
  expect(await connectorTroubles({ connectors })).toEqual([one, { reference: 'two' }]);
});

describe('a payment with an unknown outcome', () => {
  const UNKNOWN = { state: 'in_doubt', result_code: '900.100.300' } as const;
  const doubtful = async (given: object = {}) => {
    const { result_code: code } = UNKNOWN;
    return records.payment({
      ...{ created_at: 1, state: 'in_doubt', result_code: code, settled_at: null },
      ...{ lease_until: 9_000_000_000_000, mode: 'EXTERNAL' },
      ...given,
    });
  };
  const row = (id: string) =>
    db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

  it.each([
    ['made', 'EXTERNAL', '000.100.112', true],
    ['made', 'LIVE', '000.000.000', true],
    ['not-made', 'EXTERNAL', '900.100.500', false],
  ] as const)('is said to be %s in mode %s', async (decision, mode, resultCode, wasMade) => {
    const id = await doubtful({ mode });
    decide.mockResolvedValue({ resultCode: 'as decided', details: {} });
    expect(await decideUnknownOutcome(gateway, id, decision)).toEqual({
      ...{ payment: id, result: 'as decided' },
    });
    const { reference, lease_until: due } = await row(id);
    expect(decide).toHaveBeenCalledExactlyOnceWith(
      reference,
      { resultCode, details: { ExtendedDescription: `decided by the operator: ${decision}` } },
      wasMade,
    );
    // Its sweepers see it at once.
    expect(due).toBeLessThan(9_000_000_000_000);
  });

  it('is refused where the word is none, or its outcome is known, or decided elsewhere', async () => {
    const id = await doubtful();
    await expect(decideUnknownOutcome(gateway, id, 'maybe')).rejects.toThrow(
      new EntityError('say made or not-made'),
    );
    const known = await records.payment({ created_at: 1 });
    const notOne = (of: string) =>
      new EntityError(`the payment ${of} is not one whose result is uncertain`);
    await expect(decideUnknownOutcome(gateway, known, 'made')).rejects.toThrow(notOne(known));
    await expect(decideUnknownOutcome(gateway, 'none', 'made')).rejects.toThrow(notOne('none'));
    await expect(decideUnknownOutcome(simulated, id, 'made')).rejects.toThrow(notOne(id));
    expect(decide).not.toHaveBeenCalled();
  });
});

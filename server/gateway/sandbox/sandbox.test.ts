/** What a test channel lets its merchant do: move the clock, play the bank, disturb the simulator. */
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Connector, SandboxTools } from '../../connectors/connector.ts';
import { channelWith, refusedBy } from '../../tests/support/a-channel.ts';
import { recordsOf } from '../../tests/support/record-rows.ts';
import { simulatedGateway, withSimulator } from '../../tests/support/simulated-gateway.ts';
import { openSubscribedChannel } from '../../tests/support/subscribed-channel.ts';
import { existingChannel } from '../entities/index.ts';
import * as recordsRoom from '../records/index.ts';
import {
  changeBehaviour,
  moveClock,
  refuseLive,
  settleAgreement,
  settlePayment,
  simulatorOf,
} from './sandbox.ts';

const { db, vault, drop, channelId } = await openSubscribedChannel();
afterAll(drop);
const channel = await existingChannel(db, channelId);
const records = await recordsOf(db, channelId);

const tools = {
  behaviours: ['normal', 'slow'],
  behaviourOf: vi.fn<SandboxTools['behaviourOf']>(),
  setBehaviour: vi.fn<SandboxTools['setBehaviour']>(),
  settle: vi.fn<SandboxTools['settle']>(),
};
const simulated = simulatedGateway(db, vault);
const gateway = withSimulator(simulated, { sandbox: tools as unknown as SandboxTools });
const { sandbox: _, ...bare } = simulated.connectors.get('simulator') as Connector;
const without = { ...simulated, connectors: new Map([['simulator', bare]]) };

const YEAR_S = 365 * 24 * 60 * 60;
const NOW = 1_900_000_000_000;
const offsetOf = async () => (await existingChannel(db, channelId)).clockOffsetMs;
const invalid = (name: string, value: string | null, message: string) => ({
  ...{ status: 400, code: '200.300.404', description: expect.any(String) },
  errors: [{ name, value, message }],
});

beforeEach(async () => {
  for (const tool of [tools.behaviourOf, tools.setBehaviour, tools.settle]) tool.mockReset();
  await db
    .updateTable('entities')
    .set({ clock_offset_ms: 0 })
    .where('id', '=', channelId)
    .execute();
});

it('is for test channels', async () => {
  expect(refuseLive(channelWith())).toBeUndefined();
  expect(await refusedBy(() => refuseLive(channelWith({ mode: 'live' })))).toMatchObject({
    ...{ status: 403, code: '800.900.301' },
    description: expect.stringContaining('the sandbox is for test channels only'),
  });
});

describe('the clock of a channel', () => {
  const move = async (advance?: string, ...more: [boolean?, (() => Promise<void>)?]) => {
    const [isFirst = true, within] = more;
    const clock = vi.spyOn(Date, 'now').mockReturnValue(NOW);
    try {
      return await moveClock(gateway, channel, advance, async () => isFirst, within);
    } finally {
      clock.mockRestore();
    }
  };
  const RULE = `must be a number of seconds up to ${10 * YEAR_S}`;

  it('moves forward, again and again', async () => {
    expect(await move('60')).toBe(NOW + 60_000);
    expect(await offsetOf()).toBe(60_000);
    expect(await move('1')).toBe(NOW + 61_000);
    expect(await move('0')).toBe(NOW + 61_000);
    expect(await move(String(10 * YEAR_S))).toBe(NOW + 61_000 + 10 * YEAR_S * 1000);
  });

  it('moves itself alone', async () => {
    const others = db.selectFrom('entities').select(['id', 'clock_offset_ms']);
    await move('60');
    const moved = (await others.execute()).filter(({ clock_offset_ms: by }) => by !== 0);
    expect(moved).toEqual([{ id: channelId, clock_offset_ms: 60_000 }]);
  });

  it.each([
    ['', null],
    ['-1', '-1'],
    ['1.5', '1.5'],
    ['1e3', '1e3'],
    ['x1', 'x1'],
    ['1x', '1x'],
    ['1000000000', '1000000000'],
    [String(10 * YEAR_S + 1), String(10 * YEAR_S + 1)],
  ])('is not moved by "%s"', async (advance, value) => {
    expect(await refusedBy(() => move(advance))).toEqual(invalid('advance', value, RULE));
    expect(await offsetOf()).toBe(0);
  });

  it('is not moved by nothing', async () => {
    expect(await refusedBy(() => moveClock(gateway, channel))).toEqual(
      invalid('advance', null, RULE),
    );
  });

  it('stays where a request that got no answer has moved it, and without another work', async () => {
    await move('60');
    const within = vi.fn(async () => {});
    expect(await move('60', false, within)).toBe(NOW + 60_000);
    expect(await offsetOf()).toBe(60_000);
    expect(within).not.toHaveBeenCalled();
  });

  it('moves with what is written within, or not at all', async () => {
    const seen: number[] = [];
    const within = async () => {
      seen.push(1);
      throw new Error('cannot be written');
    };
    await expect(move('60', true, within)).rejects.toThrow('cannot be written');
    expect(seen).toEqual([1]);
    expect(await offsetOf()).toBe(0);
  });

  it('goes 100 years ahead at most, and says what is left', async () => {
    const end = 100 * YEAR_S * 1000;
    const start = end - 60_000;
    await db
      .updateTable('entities')
      .set({ clock_offset_ms: start })
      .where('id', '=', channelId)
      .execute();
    expect(await refusedBy(() => move('61'))).toEqual(
      invalid('advance', '61', 'must be up to 60 seconds: the clock stays within 100 years'),
    );
    expect(await move('60')).toBe(NOW + end);
  });

  it('is moved by a request that is the first, unless it is said otherwise', async () => {
    const before = Date.now();
    expect(await moveClock(gateway, channel, '60')).toBeGreaterThanOrEqual(before + 60_000);
    expect(await offsetOf()).toBe(60_000);
  });
});

describe('the bank of a payment that waits', () => {
  const waiting = (given: Parameters<typeof records.payment>[0] = { created_at: 1 }) =>
    records.payment({ state: 'pending', settled_at: null, result_code: '000.200.000', ...given });
  const NOT_PENDING = 'this payment is not pending';

  it.each([
    ['accept', '000.100.110', 'succeeded'],
    ['decline', '800.100.152', 'failed'],
  ])('says %s', async (result, resultCode, state) => {
    tools.settle.mockResolvedValue({ resultCode, details: {} });
    const id = await waiting();
    expect(await settlePayment(gateway, channel, id, result)).toMatchObject({ id, resultCode });
    expect(tools.settle).toHaveBeenCalledExactlyOnceWith(expect.any(String), result);
    const again = await refusedBy(() => settlePayment(gateway, channel, id, result));
    expect(again).toMatchObject({
      ...{ status: 400, code: '200.300.404' },
      description: expect.stringContaining(NOT_PENDING),
    });
    const row = db.selectFrom('payments').select('state').where('id', '=', id);
    expect((await row.executeTakeFirstOrThrow()).state).toBe(state);
  });

  it.each([
    [undefined, null],
    ['', null],
    ['approve', 'approve'],
  ])('says nothing else, as %s', async (result, value) => {
    const id = await waiting();
    expect(await refusedBy(() => settlePayment(gateway, channel, id, result))).toEqual(
      invalid('result', value, 'must be accept or decline'),
    );
  });

  it('is none of a payment that a processor decides', async () => {
    const id = await waiting();
    expect(await refusedBy(() => settlePayment(without, channel, id, 'accept'))).toMatchObject({
      ...{ status: 400, code: '200.300.404' },
      description: expect.stringContaining('this payment is with its processor, which decides'),
    });
  });

  it('is none of a payment of another channel', async () => {
    const id = await waiting();
    const other = { ...channel, id: 'd'.repeat(32) };
    expect((await refusedBy(() => settlePayment(gateway, other, id, 'accept'))).status).toBe(404);
    expect(tools.settle).not.toHaveBeenCalled();
  });

  it('says what a brand has yet to say of an account', async () => {
    expect(
      await refusedBy(() => settleAgreement(gateway, channel, 'none', 'accept')),
    ).toMatchObject({ status: 404 });
    const agreement = vi.spyOn(recordsRoom, 'findAgreement');
    const id = await waiting();
    agreement.mockResolvedValue(await recordsRoom.ownPayment(db, channel, id));
    tools.settle.mockResolvedValue({ resultCode: '000.100.110', details: {} });
    const settled = await settleAgreement(gateway, channel, 'registration', 'accept');
    expect(settled).toMatchObject({ id, resultCode: '000.100.110' });
    expect(agreement).toHaveBeenCalledExactlyOnceWith(db, channelId, 'registration');
    agreement.mockRestore();
  });
});

describe('the simulator', () => {
  it('behaves as it is told', async () => {
    tools.behaviourOf.mockResolvedValue('slow');
    expect(await simulatorOf(gateway, channel)).toEqual({
      ...{ behaviour: 'slow', behaviours: ['normal', 'slow'] },
    });
    expect(tools.behaviourOf).toHaveBeenCalledExactlyOnceWith(channelId);
    const before = vi.fn(async () => {
      expect(tools.setBehaviour).not.toHaveBeenCalled();
    });
    expect(await changeBehaviour(gateway, channel, 'slow', before)).toBe('slow');
    expect(before).toHaveBeenCalledOnce();
    expect(tools.setBehaviour).toHaveBeenCalledExactlyOnceWith(channelId, 'slow');
    expect(await changeBehaviour(gateway, channel, 'normal')).toBe('normal');
  });

  it('behaves in no other way', async () => {
    const before = vi.fn(async () => {});
    for (const [behaviour, value] of [
      [undefined, null],
      ['', null],
      ['wild', 'wild'],
    ] as const) {
      expect(await refusedBy(() => changeBehaviour(gateway, channel, behaviour, before))).toEqual(
        invalid('behaviour', value, 'must be normal, slow'),
      );
    }
    expect(before).not.toHaveBeenCalled();
    expect(tools.setBehaviour).not.toHaveBeenCalled();
  });

  it('is none where it has nothing of a sandbox', async () => {
    expect(await simulatorOf(without, channel)).toBeUndefined();
    expect((await refusedBy(() => changeBehaviour(without, channel, 'slow'))).status).toBe(400);
  });
});

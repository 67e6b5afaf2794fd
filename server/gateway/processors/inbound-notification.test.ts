/** What processors send by themselves: which connector opens it, for which channel, and what is refused. */
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Connector } from '../../connectors/connector.ts';
import { refusedBy } from '../../tests/support/a-channel.ts';
import { simulatedGateway, withSimulator } from '../../tests/support/simulated-gateway.ts';
import { openSubscribedChannel } from '../../tests/support/subscribed-channel.ts';
import { changeSettings } from '../entities/index.ts';
import {
  handleNotification,
  notificationAddresses,
  notificationPath,
} from './inbound-notification.ts';

const { db, vault, drop, channelId } = await openSubscribedChannel();
afterAll(drop);
const take = vi.fn<NonNullable<Connector['handleNotification']>>();
const simulated = simulatedGateway(db, vault);
const gateway = withSimulator(simulated, { handleNotification: take });
const NOTIFICATION = { header: () => '', body: 'sealed' };
const send = (name = 'simulator', of = channelId, at = gateway) =>
  handleNotification(at, name, of, NOTIFICATION);
beforeEach(() => {
  take.mockReset();
  take.mockResolvedValue('taken');
});

it('arrives at an address of its connector', () => {
  expect(notificationAddresses).toEqual([
    {
      ...{ connector: 'upstream', path: 'upstreams', bodyLimit: expect.any(Number) },
      contentTypes: ['text/plain', 'application/json'],
    },
  ]);
  expect(notificationPath('upstream', 'one')).toBe('/v1/upstreams/one/notifications');
  expect(notificationPath('simulator', 'one')).toBeUndefined();
  expect(notificationPath(undefined, 'one')).toBeUndefined();
});

describe('a notification', () => {
  it('is opened by the connector that has the address, in the mode of its channel', async () => {
    await send();
    expect(take).toHaveBeenLastCalledWith({ id: channelId, mode: 'EXTERNAL' }, NOTIFICATION);
    await changeSettings(db, channelId, { mode: 'live', origins: ['any'] });
    await send();
    expect(take).toHaveBeenLastCalledWith({ id: channelId, mode: 'LIVE' }, NOTIFICATION);
    await changeSettings(db, channelId, { mode: 'test' });
  });

  it('that is forged is refused', async () => {
    take.mockResolvedValue('forged');
    expect(await refusedBy(() => send())).toMatchObject({
      ...{ status: 403, code: '800.900.300' },
      description: expect.stringContaining('the notification does not decrypt'),
    });
  });

  it.each<[string, () => Promise<void>]>([
    ['a connector that there is not', () => send('other')],
    ['a connector that takes none', () => send('simulator', channelId, simulated)],
    ['a channel that there is not', () => send('simulator', 'nowhere')],
    [
      'a channel with another connector',
      () => {
        take.mockResolvedValue(undefined as never);
        return send();
      },
    ],
  ])('for %s is not found', async (_, sent) => {
    expect(await refusedBy(sent)).toMatchObject({ status: 404, code: '200.300.406' });
  });
});

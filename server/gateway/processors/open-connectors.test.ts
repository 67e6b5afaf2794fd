/** What connectors get of the gateway. */
import { afterAll, expect, it, vi } from 'vitest';
import { inTransaction } from '../../store/dialect.ts';
import { simulatedGateway, withSimulator } from '../../tests/support/simulated-gateway.ts';
import { openSubscribedChannel } from '../../tests/support/subscribed-channel.ts';
import * as tracing from '../../tracing.ts';
import { changeSettings } from '../entities/index.ts';
import { setConnectorSecret } from './connector-secrets.ts';
import {
  bankKeyOf,
  chainIdOf,
  connectorContext,
  forgetAtProcessors,
  openAllConnectors,
} from './open-connectors.ts';

const { db, vault, drop, channelId } = await openSubscribedChannel();
afterAll(drop);
const gateway = simulatedGateway(db, vault);

it('an installation has a name in a chain of gateways, and a key of its simulated banks', () => {
  expect(chainIdOf(vault)).toMatch(/^gateway-[0-9a-f]{24}$/);
  const keyedHash = vi.fn((use: string) => (text: string) => `${use}: ${text}`.padEnd(64, '.'));
  expect(chainIdOf({ keyedHash })).toBe('gateway-chain of gateways: this ');
  expect(bankKeyOf({ keyedHash })('x')).toMatch(/^simulated banks: x/);
});

it('a connector gets the settings and secrets of channels that have it', async () => {
  const context = connectorContext(gateway, 'simulator');
  expect(context).toMatchObject({
    db,
    outgoing: gateway.outgoing,
    own: { id: chainIdOf(vault), origin: gateway.publicUrl },
  });
  expect(context.banks.address()).toBeUndefined();
  expect(context.banks.sign('x')).toBe(bankKeyOf(vault)('x'));
  expect(context.report({ reference: 'r', why: 'w' })).toBeUndefined();
  await changeSettings(db, channelId, { connector: null });
  expect(await context.settingsOf(channelId)).toBeUndefined();
  await changeSettings(db, channelId, { connector: { kind: 'simulator' } });
  expect(await context.settingsOf(channelId)).toEqual({ kind: 'simulator' });
  expect(await connectorContext(gateway, 'manual').settingsOf(channelId)).toBeUndefined();
  expect(await context.settingsOf('nowhere')).toBeUndefined();
  await setConnectorSecret(db, vault, channelId, 'token', 'of-sixteen-characters');
  expect(await context.secretOf(channelId, 'token')).toBe('of-sixteen-characters');
  const report = vi.fn();
  const bankAddress = () => 'https://bank.example';
  const given = connectorContext({ ...gateway, bankAddress, report }, 'simulator');
  expect(given.banks.address).toBe(bankAddress);
  expect(given.report).toBe(report);
});

it('all connectors of the registry are opened, and traced', async () => {
  const connectors = openAllConnectors(gateway);
  expect([...connectors.keys()]).toEqual(['simulator', 'upstream', 'manual']);
  const traced = vi.spyOn(tracing, 'traced');
  for (const [name, connector] of connectors) {
    expect(await connector.ask('of no payment')).toBeUndefined();
    expect(traced.mock.lastCall?.[0]).toBe(`${name} ask`);
  }
  traced.mockRestore();
});

it('a stored card that was deleted is forgotten by each processor that has it', async () => {
  const forgetRegistration = vi.fn(async () => {});
  const all = withSimulator(gateway, { forgetRegistration });
  const { forgetRegistration: _, ...without } = all.connectors.get('simulator') ?? {};
  const connectors = new Map([
    ['first', without as never],
    ...all.connectors,
    ['last', { forgetRegistration } as never],
  ]);
  await inTransaction(db, async (trx) => {
    await forgetAtProcessors({ ...gateway, connectors }, trx, 'registration');
    expect(forgetRegistration.mock.calls).toEqual([
      [trx, 'registration'],
      [trx, 'registration'],
    ]);
  });
});

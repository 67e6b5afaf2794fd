/** Which connector makes a payment, in which mode, and what it is not asked for. */
import { describe, expect, it } from 'vitest';
import type { ParameterSet } from '../../../contract/parameters.ts';
import type { PaymentMode } from '../../../contract/payment-mode.ts';
import type { Connector } from '../../connectors/connector.ts';
import { channelWith, RELAY, refusedBy } from '../../tests/support/a-channel.ts';
import type { GatewayContext } from '../context.ts';
import {
  connectorFor,
  connectorOf,
  hasThreeDSecure,
  longestLeaseMs,
  modeOf,
  refuseBeyondCapabilities,
  refuseOperation,
  refuseSimulatedRegistration,
  shownModeOf,
} from './processor.ts';

const FORCED = 'customParameters[simulator.result]';
const ORIGINS = { origins: ['any'] };
const SIMULATOR = { kind: 'simulator' } as const;
const MANUAL = {
  kind: 'manual',
  account: { holder: 'Jane Jones', iban: 'DE89370400440532013000' },
} as const;
const relay = (more: object = {}) => ({ ...RELAY, ...more }) as unknown as typeof RELAY;
type Settings = Parameters<typeof channelWith>[0];
const channel = (settings: object = {}) => channelWith(settings as Settings);
const live = (settings: object = {}) =>
  channel({ mode: 'live', connector: RELAY, ...ORIGINS, ...settings });
const tried = live({ connectivityTests: true });
const isLive = (name: string, value: string) => ({
  ...{ status: 400, code: '200.300.404' },
  errors: [{ name, value, message: 'must not be sent: this channel is live' }],
});

const gatewayOf = (leases: Readonly<Record<string, number>>) =>
  ({
    connectors: new Map(
      Object.entries(leases).map(([name, leaseMs]) => [name, { leaseMs } as Connector]),
    ),
  }) as unknown as GatewayContext;

describe('the connector of a payment', () => {
  it('is that of its name, and no other where there is none', () => {
    const gateway = gatewayOf({ one: 1, other: 2 });
    expect(connectorOf(gateway, { connector: 'other' }).leaseMs).toBe(2);
    expect(() => connectorOf(gateway, { connector: 'gone' })).toThrow('there is no connector gone');
  });

  it('has a lease, of which the longest counts', () => {
    expect(longestLeaseMs(gatewayOf({ one: 1, long: 30, other: 2 }))).toBe(30);
  });

  it.each([
    ['INTERNAL', RELAY, 'simulator'],
    ['EXTERNAL', RELAY, 'upstream'],
    ['LIVE', MANUAL, 'manual'],
    ['EXTERNAL', null, 'simulator'],
  ] as const)('of the mode %s, where the channel has %o, is %s', (mode, connector, name) => {
    expect(connectorFor(channel({ connector }), mode)).toBe(name);
  });
});

describe('the mode', () => {
  it.each<[ReturnType<typeof channelWith>, string | undefined, PaymentMode]>([
    [channel({ connector: RELAY }), undefined, 'INTERNAL'],
    [channel({ connector: RELAY }), 'INTERNAL', 'INTERNAL'],
    [channel({ connector: RELAY }), 'EXTERNAL', 'EXTERNAL'],
    [channel({ connector: null }), 'INTERNAL', 'INTERNAL'],
    [live(), undefined, 'LIVE'],
    [tried, undefined, 'LIVE'],
    [tried, 'INTERNAL', 'INTERNAL'],
  ])('of %o with testMode %s is %s', (of, testMode, mode) => {
    expect(modeOf(of, testMode === undefined ? {} : { testMode })).toBe(mode);
  });

  it('is none that contradicts the channel', async () => {
    for (const [of, testMode] of [
      [live(), 'INTERNAL'],
      [live(), 'EXTERNAL'],
      [tried, 'EXTERNAL'],
    ] as const) {
      expect(await refusedBy(() => modeOf(of, { testMode }))).toMatchObject(
        isLive('testMode', testMode),
      );
    }
    const none = () => modeOf(channel({ connector: null }), { testMode: 'EXTERNAL' });
    expect(await refusedBy(none)).toMatchObject({
      ...{ status: 400, code: '600.200.700' },
      description: expect.stringContaining('testMode EXTERNAL: this channel has no connector'),
    });
    for (const connector of [null, SIMULATOR]) {
      expect(await refusedBy(() => modeOf(live({ connector }), {}))).toMatchObject({
        ...{ status: 400, code: '500.100.201' },
      });
    }
  });

  it('of a connectivity test comes to what the simulator finds, and to nothing that is asked for', async () => {
    const parameters = { testMode: 'INTERNAL', [FORCED]: '000.000.000' };
    expect(await refusedBy(() => modeOf(tried, parameters))).toMatchObject(
      isLive(FORCED, '000.000.000'),
    );
    expect(modeOf(channel(), parameters)).toBe('INTERNAL');
  });

  it('of a connectivity test stores nothing', async () => {
    expect(await refusedBy(() => refuseSimulatedRegistration(tried, 'INTERNAL'))).toMatchObject({
      ...{ status: 400, code: '200.300.404' },
      errors: [
        {
          ...{ name: 'testMode', value: 'INTERNAL' },
          message: 'neither stores a card nor pays with a stored one here',
        },
      ],
    });
    expect(refuseSimulatedRegistration(tried, 'LIVE')).toBeUndefined();
    expect(refuseSimulatedRegistration(channel(), 'INTERNAL')).toBeUndefined();
  });

  it.each([
    [live(), {}, 'LIVE'],
    [tried, { testMode: 'EXTERNAL' }, 'LIVE'],
    [channel(), {}, 'INTERNAL'],
    [channel(), { testMode: 'INTERNAL' }, 'INTERNAL'],
    [channel(), { testMode: 'EXTERNAL' }, 'EXTERNAL'],
  ])('that an answer of %o with %o reads by is %s', (of, parameters, mode) => {
    expect(shownModeOf(of, parameters)).toBe(mode);
  });
});

describe('what a processor can do', () => {
  const ORDER = {
    ...{ brand: 'VISA', isWallet: false, currency: 'EUR', paymentType: 'DB' },
    installments: false,
  };
  const ask = (order: Partial<typeof ORDER>, can: object = {}, mode: PaymentMode = 'EXTERNAL') =>
    refuseBeyondCapabilities(channel({ connector: relay(can) }), mode, { ...ORDER, ...order });

  it.each<[string, Partial<typeof ORDER>, object]>([
    ['its own brands, currencies and types', {}, {}],
    ['any brand', { brand: 'MASTER' }, { brands: null }],
    ['any currency', { currency: 'USD' }, { currencies: null }],
    ['wallets', { isWallet: true }, { wallets: true }],
    ['installments', { installments: true }, { installments: true }],
    ['agreements, of no currency', { paymentType: 'RG', currency: '' }, { agreements: true }],
    [
      'agreements without installments',
      { paymentType: 'RG', installments: true },
      { agreements: true },
    ],
  ])('is asked for: %s', (_, order, can) => {
    expect(ask(order, can)).toBeUndefined();
  });

  it.each<[string, Partial<typeof ORDER>, object, string, string]>([
    ['another brand', { brand: 'MASTER' }, {}, 'paymentBrand', 'MASTER'],
    ['a wallet', { isWallet: true }, {}, 'paymentBrand', 'VISA'],
    ['an agreement', { paymentType: 'RG' }, { agreements: false }, 'paymentBrand', 'VISA'],
    ['another currency', { currency: 'USD' }, {}, 'currency', 'USD'],
  ])('is not asked for: %s', async (_, order, can, name, value) => {
    expect(await refusedBy(() => ask(order, can))).toMatchObject({
      ...{ status: 400, code: '600.200.500' },
      // As the list of result codes has it.
      description: 'Invalid payment data (not configured for this currency, country or brand)',
      errors: [{ name, value, message: 'is not supported by the processor of this channel' }],
    });
    expect(ask(order, can, 'INTERNAL')).toBeUndefined();
    const without = channel({ connector: null });
    expect(refuseBeyondCapabilities(without, 'EXTERNAL', { ...ORDER, ...order })).toBeUndefined();
  });

  it('is not asked for: installments, another type', async () => {
    expect(await refusedBy(() => ask({ installments: true }))).toMatchObject({
      ...{ status: 400, code: '200.300.404' },
      errors: [
        {
          ...{ name: 'recurring.numberOfInstallments', value: null },
          message: 'the processor of this channel has no installments',
        },
      ],
    });
    expect(await refusedBy(() => ask({ paymentType: 'CD' }))).toMatchObject({
      ...{ status: 400, code: '600.200.400' },
      description: expect.stringContaining('the processor of this channel has no CD'),
    });
  });

  it('is 3-D Secure, where it does not say that it is not', () => {
    const of = (threeDSecure: boolean) => channel({ connector: relay({ threeDSecure }) });
    expect(hasThreeDSecure(of(true), 'EXTERNAL')).toBe(true);
    expect(hasThreeDSecure(of(false), 'EXTERNAL')).toBe(false);
    expect(hasThreeDSecure(of(false), 'INTERNAL')).toBe(true);
    expect(hasThreeDSecure(channel({ connector: null }), 'EXTERNAL')).toBe(true);
  });
});

describe('an operation', () => {
  const ORIGINAL = {
    ...{ connector: 'upstream', mode: 'EXTERNAL' as PaymentMode, amount: 92_00 },
    ...{ currency: 'EUR', state: 'succeeded' as const },
  };
  const ask = (
    operation: { type?: string; amount?: number; parameters?: ParameterSet } = {},
    { can = {}, of = channel({ connector: relay(can) }), original = {} } = {},
  ) =>
    refuseOperation(
      of,
      { ...ORIGINAL, ...original },
      { type: 'RF', amount: 92_00, parameters: {}, ...operation },
    );
  const differs = (mode: string) => ({
    ...{ status: 400, code: '700.100.600' },
    description: expect.stringContaining(`the payment was made in mode ${mode}`),
  });

  it('goes where its payment went', () => {
    expect(ask()).toBeUndefined();
    expect(ask({ parameters: { testMode: 'EXTERNAL' } })).toBeUndefined();
    expect(ask({}, { of: live(), original: { mode: 'LIVE' } })).toBeUndefined();
    expect(ask({}, { original: { mode: 'INTERNAL', connector: 'simulator' } })).toBeUndefined();
  });

  it('names the mode of its payment, or none', async () => {
    const internal = { testMode: 'INTERNAL' };
    expect(await refusedBy(() => ask({ parameters: internal }))).toMatchObject(differs('EXTERNAL'));
    const ofInternal = { original: { mode: 'INTERNAL' as const } };
    const external = { testMode: 'EXTERNAL' };
    expect(await refusedBy(() => ask({ parameters: external }, ofInternal))).toMatchObject(
      differs('INTERNAL'),
    );
  });

  it('is none of a mode that the channel has not any more', async () => {
    expect(await refusedBy(() => ask({}, { of: live() }))).toMatchObject(differs('EXTERNAL'));
    const ofLive = { original: { mode: 'LIVE' as const } };
    expect(await refusedBy(() => ask({}, ofLive))).toMatchObject(differs('LIVE'));
  });

  it('of a connectivity test says that it is one, and forces no result', async () => {
    const options = { of: tried, original: { mode: 'INTERNAL' as const, connector: 'simulator' } };
    // Without the word a live channel means money.
    expect(await refusedBy(() => ask({}, options))).toMatchObject(differs('INTERNAL'));
    const parameters = { testMode: 'INTERNAL' };
    expect(ask({ parameters }, options)).toBeUndefined();
    const forced = { ...parameters, [FORCED]: '000.000.000' };
    expect(await refusedBy(() => ask({ parameters: forced }, options))).toMatchObject(
      isLive(FORCED, '000.000.000'),
    );
    const inTest = { original: { mode: 'INTERNAL' as const, connector: 'simulator' } };
    expect(ask({ parameters: { [FORCED]: '000.000.000' } }, inTest)).toBeUndefined();
  });

  const NOT_OF_IT = (type: string) => ({
    ...{ status: 400, code: '600.200.400' },
    description: expect.stringContaining(`the processor of this channel has no ${type}`),
  });

  it.each([
    ['RV', { reversal: false }],
    ['RF', { refund: false }],
  ])('%s is none of a processor that has none', async (type, can) => {
    expect(await refusedBy(() => ask({ type }, { can }))).toMatchObject(NOT_OF_IT(type));
    expect(ask({ type: 'CP' }, { can })).toBeUndefined();
    // Another connector decides by itself.
    expect(ask({ type }, { can, original: { connector: 'manual' } })).toBeUndefined();
    const without = channel({ connector: null });
    expect(ask({ type }, { of: without, original: { connector: 'simulator' } })).toBeUndefined();
  });

  it('ends a voucher that waits, though nothing can be taken back', () => {
    const can = { reversal: false, refund: false };
    const original = { state: 'pending' as never };
    expect(ask({ type: 'RV' }, { can, original })).toBeUndefined();
  });

  it('captures a part where the processor can, and the whole anyway', async () => {
    const can = { partialCapture: false };
    expect(ask({ type: 'CP', amount: 92_00 }, { can })).toBeUndefined();
    expect(ask({ type: 'RF', amount: 91_99 }, { can })).toBeUndefined();
    expect(ask({ type: 'CP', amount: 91_99 })).toBeUndefined();
    expect(await refusedBy(() => ask({ type: 'CP', amount: 91_99 }, { can }))).toMatchObject({
      ...{ status: 400, code: '700.400.101' },
      description: expect.stringContaining('only the whole amount, 92.00'),
    });
  });
});

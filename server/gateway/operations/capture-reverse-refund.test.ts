import { afterAll, describe, expect, it } from 'vitest';
import {
  simulatedGateway,
  simulatorOf,
  withSimulator,
} from '../../tests/support/simulated-gateway.ts';
import { openTestDatabase } from '../../tests/support/test-database.ts';
import { openVault } from '../../vault/vault.ts';
import type { GatewayContext } from '../context.ts';
import { type Channel, createEntity, findChannel } from '../entities/entities.ts';
import { newId } from '../ids.ts';
import { createPayment } from '../payment/server-payment.ts';
import { recoverPayments } from '../undecided/recovery.ts';
import { operateOn } from './capture-reverse-refund.ts';

const { db, location, drop } = await openTestDatabase();
afterAll(drop);
const vault = await openVault({ db, dataDir: location.dataDir });
const gateway = simulatedGateway(db, vault);
const simulator = simulatorOf(gateway);
/** Its instance dies after the processor has done the work, before anybody is answered. */
const dying: GatewayContext = withSimulator(gateway, {
  leaseMs: -2_950,
  async operate(request, signal) {
    await simulator.operate(request, signal);
    throw new Error('gone');
  },
});
const merchant = await createEntity(db, { kind: 'merchant', name: 'Merchant' });
const made = await createEntity(db, { kind: 'channel', name: 'Shop', parentId: merchant.id });
const channel = (await findChannel(db, made.id)) as Channel;

const pay = async (paymentType: string) =>
  (
    await createPayment(
      gateway,
      channel,
      Object.entries({
        amount: '92.00',
        currency: 'EUR',
        paymentType,
        paymentBrand: 'VISA',
        'card.number': '4200000000000000',
        'card.holder': 'Jane Jones',
        'card.expiryMonth': '05',
        'card.expiryYear': '2034',
      }),
      newId(),
    )
  ).payment;

describe('an operation whose answer was lost, asked for again under its id', () => {
  it.each([
    ['CP', 'PA', 'captured'],
    ['RV', 'DB', 'reversed'],
    ['RF', 'DB', 'refunded'],
  ] as const)('%s of the whole is done once, and answered', async (paymentType, type, booked) => {
    const original = await pay(type);
    const pairs = Object.entries({ paymentType, amount: '92.00', currency: 'EUR' });
    const id = newId();
    const first = await operateOn(dying, channel, original.id, pairs, { id, asker: 'a test' });
    expect(first.payment.state).toBe('in_doubt');
    await recoverPayments(gateway);
    const again = await operateOn(gateway, channel, original.id, pairs, { id, asker: 'a test' });
    expect(again.payment).toMatchObject({ id, state: 'succeeded', resultCode: '000.100.110' });
    const books = await db
      .selectFrom('payments')
      .select(['captured', 'reversed', 'refunded', 'reserved'])
      .where('id', '=', original.id)
      .executeTakeFirstOrThrow();
    expect(books).toEqual({ captured: 0, reversed: 0, refunded: 0, reserved: 0, [booked]: 9_200 });
  });
});

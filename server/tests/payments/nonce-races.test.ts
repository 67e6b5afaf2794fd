/** Two gateways on one database are sent two posts with one nonce: one attempt is made. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NO_EVIDENCE } from '../../../contract/field-evidence.ts';
import { SEALED_REFUSED } from '../../../contract/sealed-value.ts';
import {
  createCheckout,
  newSealNonce,
  payCheckout,
  registerRelease,
} from '../../gateway/checkout/index.ts';
import type { GatewayContext } from '../../gateway/context.ts';
import { createEntity, findChannel } from '../../gateway/entities/index.ts';
import { existingCheckout } from '../../gateway/records/index.ts';
import { ApiError } from '../../gateway/requests/index.ts';
import { openDatabase } from '../../store/database.ts';
import { openVault } from '../../vault/vault.ts';
import { sealWith } from '../support/seal.ts';
import { simulatedGateway } from '../support/simulated-gateway.ts';
import { openTestDatabase, type TestDatabase } from '../support/test-database.ts';

const DIST = join(import.meta.dirname, '..', '..', '..', 'dist');
let opened: TestDatabase;
let gateways: readonly [GatewayContext, GatewayContext];
let newCheckout: () => Promise<string>;

beforeAll(async () => {
  opened = await openTestDatabase();
  const { location, db } = opened;
  const { dataDir } = location;
  const second = await openDatabase(location);
  gateways = [
    simulatedGateway(db, await openVault({ db, dataDir })),
    simulatedGateway(second, await openVault({ db: second, dataDir })),
  ];
  const merchant = await createEntity(db, { kind: 'merchant', name: 'Merchant' });
  const settings = { connector: { kind: 'simulator' } };
  const { id } = await createEntity(db, {
    kind: 'channel',
    name: 'Channel',
    parentId: merchant.id,
    settings,
  });
  const channel = await findChannel(db, id);
  const release = await registerRelease(db, DIST);
  if (!channel) throw new Error('there is no channel');
  const asked = { amount: '92.00', currency: 'EUR', paymentType: 'DB' };
  newCheckout = async () =>
    (await createCheckout(db, channel, release.id, Object.entries(asked))).checkoutId;
});
afterAll(async () => {
  await gateways[1].db.destroy();
  await opened.drop();
});

const resultOf = async (paying: ReturnType<typeof payCheckout>): Promise<string> => {
  try {
    return (await paying).payment.resultCode;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return error.result.code;
  }
};

/** Pays on one of the gateways, as its route does. */
const payOn = async (gateway: GatewayContext, id: string, nonce: string, holder: string) => {
  const seal = await sealWith(await gateway.vault.currentSealingKey(gateway.db));
  const claims = {
    checkoutId: id,
    nonce,
    origin: 'https://shop.example',
    at: Date.now(),
    evidence: NO_EVIDENCE,
  };
  const number = { ...claims, field: 'card.number', value: '4200000000001024' } as const;
  const cvv = { ...claims, field: 'card.cvv', value: '123' } as const;
  const fields = {
    paymentBrand: 'VISA',
    'sealed[card.number]': await seal(number),
    'sealed[card.cvv]': await seal(cvv),
    'card.holder': holder,
    'card.expiryMonth': '05',
    'card.expiryYear': '2034',
    shopperResultUrl: 'https://shop.example/result',
  };
  const checkout = await existingCheckout(gateway.db, id);
  return resultOf(payCheckout(gateway, checkout, Object.entries(fields), '127.0.0.1'));
};

describe('two gateways', () => {
  it('make one attempt with one nonce, in every one of 20 races', async () => {
    for (let race = 0; race < 20; race++) {
      const id = await newCheckout();
      const nonce = newSealNonce(gateways[race % 2 ? 0 : 1], id);
      const codes = await Promise.all(
        gateways.map((gateway, n) => payOn(gateway, id, nonce, `Jane Jones ${'AB'[n]}`)),
      );
      expect(codes.toSorted()).toEqual(['800.100.155', SEALED_REFUSED.notAcceptable]);
      const made = await opened.db
        .selectFrom('payments')
        .select('id')
        .where('checkout_id', '=', id)
        .execute();
      expect(made).toHaveLength(1);
    }
  });
});

/** What an id names, for a caller that has given it as something else. */
import { afterAll, expect, it } from 'vitest';
import { recordsOf } from '../../tests/support/record-rows.ts';
import { openTestDatabase } from '../../tests/support/test-database.ts';
import { createEntity } from '../entities/index.ts';
import { kindOfId } from './kind-of-id.ts';

const { db, drop } = await openTestDatabase();
afterAll(drop);
const newMerchant = async () => (await createEntity(db, { kind: 'merchant', name: 'M' })).id;
const newChannel = async (parentId: string) =>
  (await createEntity(db, { kind: 'channel', name: 'C', parentId })).id;
const merchant = await newMerchant();
const channel = await newChannel(merchant);
const stranger = await newMerchant();
const records = await recordsOf(db, channel);

const registration = await records.registration({});
const message = await records.message({});
await records.delivery({ message_id: message });
const { id: webhook } = await db.selectFrom('webhooks').select('id').executeTakeFirstOrThrow();
const IDS = {
  payment: await records.payment({ created_at: 0 }),
  authentication: await records.payment({ created_at: 0, type: '3D' }),
  agreement: await records.payment({ created_at: 0, type: 'RG' }),
  checkout: await records.checkout({}),
  registration,
  schedule: await records.schedule({ registration_id: registration }),
  webhook,
  entity: channel,
} as const;

it.each(Object.entries(IDS))(
  'the id of a %s is told to its merchant, and to no other',
  async (kind, id) => {
    expect(await kindOfId(db, merchant, id)).toEqual({ kind, entityId: channel });
    expect(await kindOfId(db, channel, id)).toEqual({ kind, entityId: channel });
    expect(await kindOfId(db, stranger, id)).toBeUndefined();
  },
);

it('an id that names nothing is told so', async () => {
  expect(await kindOfId(db, merchant, 'none')).toBeUndefined();
});

/** What a processor tells of stored cards by itself: renewed, revoked, and what is none of ours. */
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { openRegistrations } from '../../connectors/relay/registrations.ts';
import { issueToken } from '../../gateway/access/access-tokens.ts';
import { createEntity } from '../../gateway/entities/entities.ts';
import { takeStoredCardUpdate } from '../../gateway/payment/index.ts';
import { pollConnectors } from '../../gateway/sweeper.ts';
import { endPending } from '../../gateway/undecided/index.ts';
import { sweep } from '../support/compare-ledgers.ts';
import { connectRelay, notifierOf } from '../support/processor-gateway.ts';
import { CARD_FIELDS, type Fields, startAlone, type TestGateway } from '../support/test-gateway.ts';

const ours = await startAlone();
const processor = await startAlone();
afterAll(async () => {
  await ours[Symbol.asyncDispose]();
  await processor[Symbol.asyncDispose]();
});
await connectRelay(ours, processor);
const notify = await notifierOf(ours);
const { db } = ours.gateway;

const RENEWED: Fields = { 'card.expiryMonth': '11', 'card.expiryYear': '2038' };
let id: string;
let there: string;

const thereOf = async (registrationId: string): Promise<string> => {
  const row = await db
    .selectFrom('upstream_registrations')
    .select('upstream_id')
    .where('registration_id', '=', registrationId)
    .executeTakeFirstOrThrow();
  return row.upstream_id;
};
const at = ({ call, entityId }: TestGateway, path: string, fields: Fields = {}) =>
  call(path, { entityId, ...fields });
const read = async (registrationId = id) =>
  (await ours.call(`/v1/registrations/${registrationId}?entityId=${ours.entityId}`)).body;
const isWaiting = async () =>
  (
    await db
      .selectFrom('upstream_requests')
      .select('reference')
      .where('type', '=', 'CARD')
      .execute()
  ).length > 0;
/** The processor's own change, its notification, and our next look. */
const told = async (about = there, type = 'REGISTRATION') => {
  expect((await notify({ type, action: 'UPDATED', payload: { id: about } })).status).toBe(200);
  await pollConnectors(ours.gateway);
};

beforeEach(async () => {
  const { body } = await at(ours, '/v1/registrations', { ...CARD_FIELDS, testMode: 'EXTERNAL' });
  expect(body.result.code).toBe('000.100.112');
  id = body.id;
  there = await thereOf(id);
});

describe('a notification of a stored card', () => {
  it('that is renewed brings its new expiry date, without a payment', async () => {
    await at(processor, `/sandbox/registrations/${there}/update`, RENEWED);
    expect((await read()).card).toMatchObject({ expiryYear: '2034' });
    await told();
    expect((await read()).card).toMatchObject({ expiryMonth: '11', expiryYear: '2038' });
    expect(await isWaiting()).toBe(false);
  });

  it('that is revoked revokes it here: nothing can be paid with it', async () => {
    await at(processor, `/sandbox/registrations/${there}/revoke`, { by: 'provider' });
    await told();
    const { result } = await read();
    expect(result.code).toBe('100.150.202');
    expect(result.description).toContain('revoked by its provider');
  });

  it('is a hint to ask: what it says itself is not believed', async () => {
    const payload = { id: there, card: { last4Digits: '9999' }, result: { code: '100.150.202' } };
    await notify({ type: 'REGISTRATION', action: 'DELETED', payload });
    await pollConnectors(ours.gateway);
    expect(await read()).toMatchObject({
      result: { code: '000.100.112' },
      card: { last4Digits: '0000' },
    });
  });

  it('that the processor has deleted changes nothing: the next payment takes the card there', async () => {
    const query = `?entityId=${processor.entityId}`;
    const options = { method: 'DELETE' };
    await processor.call(`/v1/registrations/${there}${query}`, undefined, options);
    await told();
    expect((await read()).result.code).toBe('000.100.112');
    expect(await isWaiting()).toBe(false);
  });

  it('of a card that was not stored through this channel is none of ours', async () => {
    const other = (await at(processor, '/v1/registrations', CARD_FIELDS)).body.id;
    await told(other);
    expect(await isWaiting()).toBe(false);
    // The same card of another channel: only that channel's processor may speak of it.
    const parentId = (await createEntity(db, { kind: 'merchant', name: 'Other' })).id;
    const { id: channelId } = await createEntity(db, { kind: 'channel', name: 'Other', parentId });
    await db
      .updateTable('upstream_registrations')
      .set({ channel_id: channelId })
      .where('registration_id', '=', id)
      .execute();
    await at(processor, `/sandbox/registrations/${there}/revoke`, { by: 'provider' });
    await told();
    expect((await read()).result.code).toBe('000.100.112');
    // Nor is a connector believed that speaks for a channel which cannot use the card.
    await takeStoredCardUpdate(ours.gateway, { registrationId: id, channelId }, { kind: 'gone' });
    expect((await read()).result.code).toBe('000.100.112');
  });

  it('that comes while the processor cannot be asked is asked for later', async () => {
    await at(processor, `/sandbox/registrations/${there}/update`, RENEWED);
    const { token } = await issueToken(processor.gateway.db, {
      entityId: (await createEntity(processor.gateway.db, { kind: 'merchant', name: 'Other' })).id,
      label: 'of another merchant',
    });
    await connectRelay(ours, processor, { address: 'http://127.0.0.1:9', token });
    await told();
    expect(await isWaiting()).toBe(true);
    await connectRelay(ours, processor);
    await told();
    expect((await read()).card).toMatchObject({ expiryYear: '2038' });
  });

  it('that is forged is refused', async () => {
    const answer = await fetch(`${ours.url}/v1/upstreams/${ours.entityId}/notifications`, {
      method: 'POST',
      headers: {
        'content-type': 'text/plain',
        'x-initialization-vector': '00'.repeat(12),
        'x-authentication-tag': '00'.repeat(16),
      },
      body: '00',
    });
    expect(answer.status).toBe(403);
    expect(await isWaiting()).toBe(false);
  });
});

it('a payment that learns of a revocation revokes the card here: its number is not sent again', async () => {
  await at(processor, `/sandbox/registrations/${there}/revoke`, { by: 'consumer' });
  const pay = () =>
    at(ours, `/v1/registrations/${id}/payments`, {
      ...{ amount: '5.00', currency: 'EUR', paymentType: 'DB', testMode: 'EXTERNAL' },
    });
  for (const _ of [1, 2]) expect((await pay()).body.result.code).toBe('100.150.202');
  expect((await read()).result.code).toBe('100.150.202');
  expect(await thereOf(id)).toBe(there);
});

it('a card that two first payments at once have stored there twice is deleted there but for one', async () => {
  const twice = (await at(processor, '/v1/registrations', CARD_FIELDS)).body.id;
  const query = `?entityId=${processor.entityId}`;
  const statusThere = async (about: string) =>
    (await processor.call(`/v1/registrations/${about}${query}`)).status;
  await openRegistrations(db).learn({ channel_id: ours.entityId, registration_id: id }, twice);
  await sweep(ours, 1);
  expect([await statusThere(there), await statusThere(twice)]).toEqual([200, 404]);
  expect(await thereOf(id)).toBe(there);
});

it('a payment that waits keeps there what it has agreed to, until it is decided', async () => {
  const first = { entityId: ours.entityId, amount: '5.00', currency: 'EUR', paymentType: 'DB' };
  const { body } = await ours.call('/v1/payments', {
    ...first,
    ...{ paymentBrand: 'PAYPAL', createRegistration: 'true', testMode: 'EXTERNAL' },
    shopperResultUrl: 'https://shop.example/result',
  });
  const { registration_id } = await db
    .selectFrom('payments')
    .select('registration_id')
    .where('id', '=', body.id)
    .executeTakeFirstOrThrow();
  const agreed = (await at(processor, '/v1/registrations', CARD_FIELDS)).body.id;
  const query = `?entityId=${processor.entityId}`;
  const statusThere = async () =>
    (await processor.call(`/v1/registrations/${agreed}${query}`)).status;
  await openRegistrations(db).learn({ channel_id: ours.entityId, registration_id }, agreed);
  await sweep(ours, 1);
  expect(await statusThere()).toBe(200);
  await endPending(ours.gateway, body.id, '100.396.101');
  await sweep(ours, 1);
  expect(await statusThere()).toBe(404);
});

it('a registration is read by its own entity, and by no other', async () => {
  expect(await read()).toMatchObject({ id, paymentBrand: 'VISA', card: { bin: '420000' } });
  const theirs = `?entityId=${processor.entityId}`;
  const foreign = await processor.call(`/v1/registrations/${id}${theirs}`);
  expect([foreign.status, foreign.body.result.code]).toEqual([404, '100.150.200']);
});

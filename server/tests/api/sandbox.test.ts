/** The sandbox as its guide has it: what it refuses, and whose it is. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issueToken } from '../../gateway/access/access-tokens.ts';
import { createEntity } from '../../gateway/entities/entities.ts';
import { CARD, type Fields, startTestGateway, type TestGateway } from '../support/test-gateway.ts';

const NOBODY = '0'.repeat(32);
const PENDING: Fields = { ...CARD, 'card.number': '4200000000000018' };
/** Every endpoint, with what it takes. */
const ENDPOINTS: readonly (readonly [string, Fields])[] = [
  ['/sandbox/clock', { advance: '60' }],
  ['/sandbox/connector', { behaviour: 'slow' }],
  [`/sandbox/payments/${NOBODY}/settle`, { result: 'accept' }],
  [`/sandbox/payments/${NOBODY}/chargeback`, { amount: '1.00' }],
  [`/sandbox/payments/${NOBODY}/receipt`, { amount: '1.00' }],
  [`/sandbox/registrations/${NOBODY}/settle`, { result: 'accept' }],
  [`/sandbox/registrations/${NOBODY}/revoke`, { by: 'consumer' }],
  [
    `/sandbox/registrations/${NOBODY}/update`,
    { 'card.expiryMonth': '11', 'card.expiryYear': '2038' },
  ],
];

let test: TestGateway;
beforeAll(async () => {
  test = await startTestGateway();
});
afterAll(() => test[Symbol.asyncDispose]());

const sandbox = (path: string, fields: Fields) =>
  test.call(path, { entityId: test.entityId, ...fields });
const pay = async (fields: Fields) => {
  const money = { amount: '92.00', currency: 'EUR', paymentType: 'DB' };
  return (await test.call('/v1/payments', { entityId: test.entityId, ...money, ...fields })).body;
};
const offset = async () =>
  (
    await test.gateway.db
      .selectFrom('entities')
      .select('clock_offset_ms')
      .where('id', '=', test.entityId)
      .executeTakeFirstOrThrow()
  ).clock_offset_ms;

it('lists every endpoint here', () => {
  const known = [...test.routes.matchAll(/(\/sandbox\/\S+)/g)].map(([path]) => path);
  expect(new Set(known.map((path) => path.replace(':id', NOBODY)))).toEqual(
    new Set(ENDPOINTS.map(([path]) => path)),
  );
});

describe.each(ENDPOINTS)('%s', (path, fields) => {
  it('is impossible on a live channel', async () => {
    const { db } = test.gateway;
    const merchant = await createEntity(db, { kind: 'merchant', name: 'Live merchant' });
    const live = await createEntity(db, {
      kind: 'channel',
      name: 'Live channel',
      parentId: merchant.id,
      settings: { mode: 'live', origins: ['any'] },
    });
    const { token } = await issueToken(db, { entityId: live.id, label: 'live' });
    const headers = { authorization: `Bearer ${token}` };
    const answer = await test.call(path, { entityId: live.id, ...fields }, { headers });
    expect(answer.status).toBe(403);
    expect(answer.body.result.code).toBe('800.900.301');
  });

  it('needs a token, and is no other merchant’s', async () => {
    const nobody = await test.call(path, fields, { headers: { authorization: '' } });
    expect(nobody.status).toBe(401);
    const { db } = test.gateway;
    const merchant = await createEntity(db, { kind: 'merchant', name: 'Other merchant' });
    const other = await createEntity(db, { kind: 'channel', name: 'Other', parentId: merchant.id });
    const { token } = await issueToken(db, { entityId: other.id, label: 'other' });
    const headers = { authorization: `Bearer ${token}` };
    const before = await offset();
    const strange = await test.call(path, { entityId: test.entityId, ...fields }, { headers });
    expect(strange.status).toBe(400);
    expect(strange.body.result.parameterErrors).toMatchObject([{ name: 'entityId' }]);
    expect(await offset()).toBe(before);
  });

  it('takes a POST only', async () => {
    const { status, headers } = await test.call(path);
    expect(status).toBe(405);
    expect(headers.get('allow')).toBe('POST');
  });
});

describe('what is wrong is named', () => {
  it.each([
    ['/sandbox/clock', 'advance', undefined, 'must be a number of seconds up to 315360000'],
    ['/sandbox/clock', 'advance', '-60', 'must be a number of seconds up to 315360000'],
    ['/sandbox/clock', 'advance', '+60', 'must be a number of seconds up to 315360000'],
    ['/sandbox/clock', 'advance', '1.5', 'must be a number of seconds up to 315360000'],
    ['/sandbox/clock', 'advance', '1e9', 'must be a number of seconds up to 315360000'],
    ['/sandbox/clock', 'advance', '0x10', 'must be a number of seconds up to 315360000'],
    ['/sandbox/clock', 'advance', '٦٠', 'must be a number of seconds up to 315360000'],
    ['/sandbox/clock', 'advance', '315360001', 'must be a number of seconds up to 315360000'],
    ['/sandbox/connector', 'behaviour', undefined, 'must be normal, slow, hang, fail, lose-answer'],
    ['/sandbox/connector', 'behaviour', 'dance', 'must be normal, slow, hang, fail, lose-answer'],
    [
      '/sandbox/connector',
      'behaviour',
      '__proto__',
      'must be normal, slow, hang, fail, lose-answer',
    ],
    [`/sandbox/payments/${NOBODY}/settle`, 'result', undefined, 'must be accept or decline'],
    [`/sandbox/payments/${NOBODY}/settle`, 'result', 'ACCEPT', 'must be accept or decline'],
  ])('%s %s=%s', async (path, name, value, message) => {
    const before = await offset();
    const { status, body } = await sandbox(path, { [name]: value });
    expect(status).toBe(400);
    expect(body.result.code).toBe('200.300.404');
    expect(body.result.parameterErrors).toEqual([{ name, value: value ?? null, message }]);
    expect(await offset()).toBe(before);
  });

  it('a payment that is not there, or not pending, or not this merchant’s', async () => {
    const settle = (id: string) => sandbox(`/sandbox/payments/${id}/settle`, { result: 'accept' });
    expect(await settle(NOBODY)).toMatchObject({
      status: 404,
      body: { result: { code: '700.400.580' } },
    });
    const { id } = await pay(CARD);
    expect((await settle(id)).body.result.description).toContain('this payment is not pending');
    const { id: waiting } = await pay(PENDING);
    const merchant = await createEntity(test.gateway.db, { kind: 'merchant', name: 'Another' });
    const channel = await createEntity(test.gateway.db, {
      kind: 'channel',
      name: 'Another',
      parentId: merchant.id,
    });
    const { token } = await issueToken(test.gateway.db, { entityId: channel.id, label: 'x' });
    const headers = { authorization: `Bearer ${token}` };
    const path = `/sandbox/payments/${waiting}/settle`;
    const strange = await test.call(path, { entityId: channel.id, result: 'accept' }, { headers });
    expect(strange.status).toBe(404);
    expect((await test.call(`/v1/payments/${waiting}`)).body.result.code).toBe('000.200.000');
  });

  it('no move at all is none, and the answer has the channel’s time', async () => {
    const { status, body } = await sandbox('/sandbox/clock', { advance: '0' });
    expect(status).toBe(200);
    expect(body.channelTime).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\+0000$/);
  });
});

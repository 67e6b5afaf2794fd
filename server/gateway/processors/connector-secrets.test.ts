/** Secrets of a channel's connector: what is set, in which form, and what is ever shown of it. */
import { afterAll, describe, expect, it } from 'vitest';
import { RELAY } from '../../tests/support/a-channel.ts';
import { openSubscribedChannel } from '../../tests/support/subscribed-channel.ts';
import { changeSettings, createEntity, EntityError } from '../entities/index.ts';
import {
  CONNECTOR_ENVELOPES,
  connectorSecret,
  SECRET_NAMES,
  secretsSet,
  setConnectorSecret,
} from './connector-secrets.ts';

const { db, vault, drop, merchantId } = await openSubscribedChannel();
afterAll(drop);
const newChannel = async () =>
  (await createEntity(db, { kind: 'channel', name: 'Shop', parentId: merchantId })).id;
const TOKEN = 'token-of-sixteen-characters';
const KEY = 'ab'.repeat(32);
const set = (channelId: string, name: string, value: string) =>
  setConnectorSecret(db, vault, channelId, name, value);

describe('a secret', () => {
  it('is kept in an envelope of its channel and name, and may be set anew', async () => {
    const [channelId, other] = [await newChannel(), await newChannel()];
    await set(channelId, 'token', TOKEN);
    await set(channelId, 'notificationKey', KEY);
    await set(other, 'token', `${TOKEN}-2`);
    expect(await connectorSecret(db, vault, channelId, 'token')).toBe(TOKEN);
    expect(await connectorSecret(db, vault, channelId, 'notificationKey')).toBe(KEY);
    expect(await connectorSecret(db, vault, other, 'token')).toBe(`${TOKEN}-2`);
    expect(await connectorSecret(db, vault, other, 'notificationKey')).toBeUndefined();
    const row = await db
      .selectFrom('connector_secrets')
      .selectAll()
      .where('channel_id', '=', channelId)
      .where('name', '=', 'token')
      .executeTakeFirstOrThrow();
    expect(row.envelope).not.toContain(TOKEN);
    const place = CONNECTOR_ENVELOPES.placeOf({ channel_id: channelId, name: 'token' });
    expect(place).toEqual({
      ...{ recordId: channelId, entityId: channelId, purpose: 'connector token' },
    });
    expect(vault.unwrapText(row.envelope, place)).toBe(TOKEN);
    expect(CONNECTOR_ENVELOPES.placeOf({})).toEqual({
      ...{ recordId: '', entityId: '', purpose: 'connector ' },
    });
    await set(channelId, 'token', `${TOKEN}-3`);
    expect(await connectorSecret(db, vault, channelId, 'token')).toBe(`${TOKEN}-3`);
    expect(await connectorSecret(db, vault, channelId, 'notificationKey')).toBe(KEY);
  });

  it('is told by its name alone, in the order of names', async () => {
    const channelId = await newChannel();
    expect(await secretsSet(db, channelId)).toEqual([]);
    await set(channelId, 'token', TOKEN);
    await set(channelId, 'notificationKey', KEY);
    expect(await secretsSet(db, channelId)).toEqual(['notificationKey', 'token']);
    expect(SECRET_NAMES).toEqual(['token', 'notificationKey']);
  });

  it('may be set before its connector, and beside one that has no secrets', async () => {
    for (const connector of [RELAY, { kind: 'simulator' } as const]) {
      const channelId = await newChannel();
      await changeSettings(db, channelId, {
        connector: connector.kind === 'upstream' ? { ...connector, brands: null } : connector,
      } as Parameters<typeof changeSettings>[2]);
      await set(channelId, 'token', TOKEN);
      expect(await connectorSecret(db, vault, channelId, 'token')).toBe(TOKEN);
    }
  });

  it('is refused by its rule, without its value', async () => {
    const channelId = await newChannel();
    const refused = (name: string, value: string, of = channelId) =>
      set(of, name, value).then(
        () => undefined,
        (error: unknown) => (error instanceof EntityError ? error.message : error),
      );
    expect(await refused('token', 'short')).toBe(
      'token must be 16 to 512 printable characters, no spaces',
    );
    expect(await refused('notificationKey', 'z'.repeat(64))).toBe(
      'notificationKey must be 64 hexadecimal characters',
    );
    expect(await refused('password', TOKEN)).toBe('a secret is token or notificationKey');
    expect(await refused('constructor', TOKEN)).toBe('a secret is token or notificationKey');
    expect(await refused('token', TOKEN, 'nowhere')).toBe('there is no channel nowhere');
    expect(await secretsSet(db, channelId)).toEqual([]);
  });
});

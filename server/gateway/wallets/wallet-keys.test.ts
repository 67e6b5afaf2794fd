/** The key pairs of a channel's wallets: how they are made, kept, shown, certified and taken away. */
import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  X509Certificate,
} from 'node:crypto';
import { fromBER } from 'asn1js';
import { CertificationRequest } from 'pkijs';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { issueCertificate, newAuthority } from '../../tests/support/certificates.ts';
import { openSubscribedChannel } from '../../tests/support/subscribed-channel.ts';
import { pointOf, publicBytes } from '../../wallets/ec-keys.ts';
import { changeSettings, createEntity, EntityError } from '../entities/index.ts';
import {
  createWalletKey,
  endingCertificates,
  googleKeyOf,
  identityOf,
  importCertificate,
  listWalletKeys,
  privateKeysOf,
  removeWalletKey,
  WALLET_ENVELOPES,
  type WalletKeyUse,
} from './wallet-keys.ts';

const { db, vault, drop, merchantId } = await openSubscribedChannel();
afterAll(drop);
const authority = await newAuthority();
const newChannel = async (name = 'Shop') =>
  (await createEntity(db, { kind: 'channel', name, parentId: merchantId })).id;

/** @param at when, epoch milliseconds */
async function create(
  channelId: string,
  wallet: string,
  at: number,
  use: WalletKeyUse = 'payment',
) {
  const clock = vi.spyOn(Date, 'now').mockReturnValue(at);
  try {
    return await createWalletKey({ db, vault }, { channelId, wallet, use });
  } finally {
    clock.mockRestore();
  }
}

const rowOf = (id: string) =>
  db.selectFrom('wallet_keys').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** @param endsAt of the certificate, epoch milliseconds */
async function certify(channelId: string, keyId: string, endsAt?: number): Promise<string> {
  const { public_key: key } = await rowOf(keyId);
  const pem = await issueCertificate(authority, 'shop', Buffer.from(key, 'base64'), endsAt);
  expect(await importCertificate(db, channelId, Buffer.from(pem))).toBe(keyId);
  return pem;
}

function nameIn(request: string): unknown {
  const der = Buffer.from(request.split('\n').slice(1, -2).join(''), 'base64');
  const [name] = new CertificationRequest({ schema: fromBER(der).result }).subject.typesAndValues;
  return name?.value.valueBlock.value;
}

const NO_CHANNEL = new EntityError('there is no channel nowhere');

describe('a new key', () => {
  it('lies in an envelope of its own, and only its public half beside', async () => {
    const channelId = await newChannel();
    const { id, toVendor } = await create(channelId, 'GOOGLEPAY', 1_000);
    const row = await rowOf(id);
    expect(row).toMatchObject({
      ...{ id, channel_id: channelId, wallet: 'GOOGLEPAY', use: 'payment' },
      ...{ certificate: null, created_at: 1_000 },
    });
    expect(WALLET_ENVELOPES.placeOf({ id, channel_id: channelId })).toEqual({
      ...{ recordId: id, entityId: channelId, purpose: 'wallet key' },
    });
    const pem = vault.unwrapText(
      row.envelope,
      WALLET_ENVELOPES.placeOf({ id, channel_id: channelId }),
    );
    const key = createPrivateKey(pem);
    expect(pem).toMatch(/^-----BEGIN PRIVATE KEY-----/);
    expect(key.asymmetricKeyDetails).toEqual({ namedCurve: 'prime256v1' });
    expect(row.public_key).toBe(publicBytes(key).toString('base64'));
    expect(toVendor).toBe(pointOf(key).toString('base64'));
    expect(row.envelope).not.toContain('PRIVATE KEY');
    expect(WALLET_ENVELOPES.placeOf({})).toEqual({
      ...{ recordId: '', entityId: '', purpose: 'wallet key' },
    });
    for (const other of [{ id: 'x', channel_id: channelId }, { id, channel_id: 'x' }, {}]) {
      expect(() => vault.unwrapText(row.envelope, WALLET_ENVELOPES.placeOf(other))).toThrow();
    }
  });

  it('is asked for at Apple by the name of the merchant there, or of the channel', async () => {
    const channelId = await newChannel('Lamps');
    expect(nameIn((await create(channelId, 'APPLEPAY', 1)).toVendor)).toBe('Lamps');
    await changeSettings(db, channelId, { applePay: { merchantId: 'merchant.lamps' } });
    const { id, toVendor } = await create(channelId, 'APPLEPAY', 2);
    expect(nameIn(toVendor)).toBe('merchant.lamps');
    expect((await privateKeysOf({ db, vault }, channelId, 'APPLEPAY', 'payment'))[0]).toEqual(
      createPrivateKey(
        vault.unwrapText(
          (await rowOf(id)).envelope,
          WALLET_ENVELOPES.placeOf({ id, channel_id: channelId }),
        ),
      ),
    );
  });

  it('is RSA where it says who the merchant is', async () => {
    const channelId = await newChannel();
    const { id } = await create(channelId, 'APPLEPAY', 1, 'identity');
    const { public_key: der } = await rowOf(id);
    const key = createPublicKey({ key: Buffer.from(der, 'base64'), format: 'der', type: 'spki' });
    expect(key.asymmetricKeyType).toBe('rsa');
    expect(key.asymmetricKeyDetails?.modulusLength).toBe(2048);
  });

  it('is none of no channel', async () => {
    await expect(create('nowhere', 'APPLEPAY', 1)).rejects.toThrow(NO_CHANNEL);
  });
});

describe('keys that may be used', () => {
  it('are those of one channel, wallet and use, the newest first', async () => {
    const channelId = await newChannel();
    const another = await newChannel();
    const old = await create(channelId, 'APPLEPAY', 1_000);
    const recent = await create(channelId, 'APPLEPAY', 3_000);
    const middle = await create(channelId, 'APPLEPAY', 2_000);
    const google = await create(channelId, 'GOOGLEPAY', 4_000);
    const identity = await create(channelId, 'APPLEPAY', 5_000, 'identity');
    await create(another, 'APPLEPAY', 6_000);
    const keys = async (wallet: string, use: WalletKeyUse) =>
      (await privateKeysOf({ db, vault }, channelId, wallet, use)).map((key) =>
        publicBytes(key).toString('base64'),
      );
    const rows = async (...made: readonly { readonly id: string }[]) =>
      (await Promise.all(made.map(({ id }) => rowOf(id)))).map(({ public_key: key }) => key);
    expect(await keys('APPLEPAY', 'payment')).toEqual(await rows(recent, middle, old));
    expect(await keys('APPLEPAY', 'identity')).toEqual(await rows(identity));
    expect(await keys('GOOGLEPAY', 'payment')).toEqual(await rows(google));
    expect(await keys('GOOGLEPAY', 'identity')).toEqual([]);
    const listed = await listWalletKeys(db, channelId, 'APPLEPAY');
    expect(listed).toEqual([
      ...[old, middle, recent].map(({ id }, n) => ({
        ...{ id, use: 'payment', certificateEnds: null },
        createdAt: `1970-01-01T00:00:0${n + 1}.000Z`,
      })),
      {
        ...{ id: identity.id, use: 'identity', certificateEnds: null },
        createdAt: '1970-01-01T00:00:05.000Z',
      },
    ]);
  });

  it('are listed of no channel that there is not', async () => {
    await expect(listWalletKeys(db, 'nowhere', 'APPLEPAY')).rejects.toThrow(NO_CHANNEL);
  });

  it('of Google: the newest is what it encrypts to', async () => {
    const channelId = await newChannel();
    expect(await googleKeyOf(db, channelId)).toBeUndefined();
    await create(channelId, 'APPLEPAY', 9_000);
    expect(await googleKeyOf(db, channelId)).toBeUndefined();
    const recent = await create(channelId, 'GOOGLEPAY', 2_000);
    await create(channelId, 'GOOGLEPAY', 1_000);
    expect(await googleKeyOf(db, channelId)).toBe(recent.toVendor);
  });

  it('are taken away one by one, each of its wallet', async () => {
    const channelId = await newChannel();
    const [one, other] = [
      await create(channelId, 'APPLEPAY', 1),
      await create(channelId, 'APPLEPAY', 2),
    ];
    const gone = new EntityError(`there is no key ${one.id}`);
    await expect(removeWalletKey(db, 'GOOGLEPAY', one.id)).rejects.toThrow(gone);
    await removeWalletKey(db, 'APPLEPAY', one.id);
    await expect(removeWalletKey(db, 'APPLEPAY', one.id)).rejects.toThrow(gone);
    const left = await listWalletKeys(db, channelId, 'APPLEPAY');
    expect(left.map(({ id }) => id)).toEqual([other.id]);
  });
});

describe('a certificate', () => {
  const END = Date.UTC(2030, 0, 2, 3, 4, 5);

  it('is put to its key, PEM or DER, and shows its end', async () => {
    const channelId = await newChannel();
    const { id } = await create(channelId, 'APPLEPAY', 1_000);
    const other = await create(channelId, 'APPLEPAY', 2_000);
    const pem = await certify(channelId, id, END);
    expect((await rowOf(id)).certificate).toBe(pem);
    expect(await listWalletKeys(db, channelId, 'APPLEPAY')).toMatchObject([
      { id, certificateEnds: '2030-01-02T03:04:05.000Z' },
      { id: other.id, certificateEnds: null },
    ]);
    const { public_key: key } = await rowOf(other.id);
    const second = await issueCertificate(authority, 'shop', Buffer.from(key, 'base64'));
    const der = new X509Certificate(second).raw;
    expect(await importCertificate(db, channelId, der)).toBe(other.id);
    expect((await rowOf(other.id)).certificate).toBe(second);
  });

  it('is refused of another key, or of a key of another channel', async () => {
    const channelId = await newChannel();
    const another = await newChannel();
    const { id } = await create(another, 'APPLEPAY', 1_000);
    const { public_key: key } = await rowOf(id);
    const ofAnother = await issueCertificate(authority, 'shop', Buffer.from(key, 'base64'));
    const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const ofNone = await issueCertificate(authority, 'shop', publicKey);
    for (const pem of [ofAnother, ofNone]) {
      await expect(importCertificate(db, channelId, Buffer.from(pem))).rejects.toThrow(
        new EntityError(`the certificate is of no key of the channel ${channelId}`),
      );
    }
    expect((await rowOf(id)).certificate).toBeNull();
  });

  it('is refused where it is none, or of a key of a kind that there is not', async () => {
    const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { raw } = new X509Certificate(await issueCertificate(authority, 'shop', publicKey));
    const curve = Buffer.from('2a8648ce3d030107', 'hex');
    raw.writeUInt8(0x7f, raw.indexOf(curve) + curve.length - 1);
    for (const bytes of [Buffer.from('none'), raw]) {
      await expect(importCertificate(db, 'any', bytes)).rejects.toThrow(
        new EntityError('what was read is no certificate, PEM or DER'),
      );
    }
  });

  it('says to Apple who the merchant is: that of the newest key that has one', async () => {
    const channelId = await newChannel();
    const old = await create(channelId, 'APPLEPAY', 1_000, 'identity');
    const recent = await create(channelId, 'APPLEPAY', 2_000, 'identity');
    const payment = await create(channelId, 'APPLEPAY', 4_000);
    await create(channelId, 'APPLEPAY', 3_000, 'identity');
    expect(await identityOf({ db, vault }, channelId)).toBeUndefined();
    await certify(channelId, payment.id);
    expect(await identityOf({ db, vault }, channelId)).toBeUndefined();
    await certify(channelId, recent.id);
    const cert = await certify(channelId, old.id).then(
      async () => (await rowOf(recent.id)).certificate,
    );
    const identity = await identityOf({ db, vault }, channelId);
    expect(identity?.cert).toBe(cert);
    const key = createPrivateKey(identity?.key ?? '');
    expect(publicBytes(key).toString('base64')).toBe((await rowOf(recent.id)).public_key);
  });
});

describe('certificates that end', () => {
  const END = Date.UTC(2030, 0, 2, 3, 4, 5);
  const DAY_MS = 24 * 60 * 60_000;

  it('are told by channel and use, where the one that ends last ends before the time', async () => {
    const channelId = await newChannel();
    const another = await newChannel();
    const old = await create(channelId, 'APPLEPAY', 1_000);
    const recent = await create(channelId, 'APPLEPAY', 2_000);
    const identity = await create(channelId, 'APPLEPAY', 3_000, 'identity');
    const other = await create(another, 'APPLEPAY', 4_000);
    await create(another, 'APPLEPAY', 5_000, 'identity');
    await certify(channelId, old.id, END);
    await certify(channelId, recent.id, END + DAY_MS);
    await certify(channelId, identity.id, END + 2 * DAY_MS);
    await certify(another, other.id, END);
    const ending = (before: number, of = [channelId, another]) =>
      endingCertificates(db, of, before);
    const byChannel = (all: Awaited<ReturnType<typeof ending>>) =>
      all.map(({ channelId: of, use, endsAt }) => `${of} ${use} ${endsAt}`).sort();
    expect(await ending(END)).toEqual([]);
    const first = { channelId: another, use: 'payment', endsAt: END };
    expect(await ending(END + 1)).toEqual([first]);
    expect(await ending(END + DAY_MS)).toEqual([first]);
    expect(byChannel(await ending(END + 3 * DAY_MS))).toEqual(
      [
        `${another} payment ${END}`,
        `${channelId} identity ${END + 2 * DAY_MS}`,
        `${channelId} payment ${END + DAY_MS}`,
      ].sort(),
    );
    expect(await ending(END + 1, [channelId])).toEqual([]);
  });

  it('are none of no channels, which asks nothing', async () => {
    const select = vi.spyOn(db, 'selectFrom');
    expect(await endingCertificates(db, [], END)).toEqual([]);
    expect(select).not.toHaveBeenCalled();
    select.mockRestore();
  });
});

/**
 * A channel's key pairs for Apple Pay and Google Pay. Private keys are made here and lie in envelopes of
 * the vault; none is ever shown. During a rotation the old key and the new one are both in use.
 */
import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  X509Certificate,
} from 'node:crypto';
import { realNow } from '../../store/clock.ts';
import type { Database } from '../../store/database.ts';
import type { EnvelopeColumn } from '../../store/envelope-column.ts';
import type { WalletKeyRow } from '../../store/tables/wallet-tables.ts';
import type { Vault } from '../../vault/vault.ts';
import { signingRequest } from '../../wallets/certificate-request.ts';
import { pointOf, publicBytes } from '../../wallets/ec-keys.ts';
import type { GatewayContext } from '../context.ts';
import { EntityError, findChannel } from '../entities/index.ts';
import { newId } from '../ids.ts';

export type WalletKeyUse = WalletKeyRow['use'];

const RSA_BITS = 2048;

const contextOf = (id: string, channelId: string) => ({
  recordId: id,
  entityId: channelId,
  purpose: 'wallet key',
});

export const WALLET_ENVELOPES: EnvelopeColumn = {
  holds: 'keys of wallets',
  table: 'wallet_keys',
  column: 'envelope',
  key: ['id'],
  placeOf: ({ id = '', channel_id = '' }) => contextOf(id, channel_id),
};

/**
 * Makes a key pair.
 * @returns what the merchant takes to the wallet's vendor: a certificate request (Apple), or the public
 * key (Google)
 * @throws EntityError where there is no such channel
 */
export async function createWalletKey(
  { db, vault }: Pick<GatewayContext, 'db' | 'vault'>,
  { channelId, wallet, use }: { channelId: string; wallet: string; use: WalletKeyUse },
): Promise<{ readonly id: string; readonly toVendor: string }> {
  const channel = await findChannel(db, channelId);
  if (!channel) throw new EntityError(`there is no channel ${channelId}`);
  const id = newId();
  // Apple wants RSA of those that ask, and P-256 of what is encrypted to.
  const { privateKey } =
    use === 'identity'
      ? generateKeyPairSync('rsa', { modulusLength: RSA_BITS })
      : generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  await db
    .insertInto('wallet_keys')
    .values({
      id,
      channel_id: channelId,
      wallet,
      use,
      envelope: vault.wrapText(pem, contextOf(id, channelId)),
      public_key: publicBytes(privateKey).toString('base64'),
      certificate: null,
      created_at: realNow(),
    })
    .execute();
  const toVendor =
    wallet === 'APPLEPAY'
      ? await signingRequest(privateKey, channel.settings.applePay?.merchantId ?? channel.name)
      : pointOf(privateKey).toString('base64');
  return { id, toVendor };
}

/**
 * What the operator may see of a channel's keys.
 * @throws EntityError where there is no such channel
 */
export async function listWalletKeys(db: Database, channelId: string, wallet: string) {
  const channel = await findChannel(db, channelId);
  if (!channel) throw new EntityError(`there is no channel ${channelId}`);
  const rows = await keysOf(db, channelId, wallet).orderBy('created_at').execute();
  return rows.map(({ id, use, certificate, created_at }) => ({
    id,
    use,
    createdAt: new Date(created_at).toISOString(),
    certificateEnds:
      certificate && new Date(new X509Certificate(certificate).validTo).toISOString(),
  }));
}

export interface EndingCertificate {
  readonly channelId: string;
  readonly use: WalletKeyUse;
  /** Epoch milliseconds, real clock. */
  readonly endsAt: number;
}

/**
 * Certificates of Apple that end before a time, or have ended: by channel and use the one that ends last, since
 * the others were replaced.
 */
export async function endingCertificates(
  db: Database,
  channelIds: readonly string[],
  before: number,
): Promise<EndingCertificate[]> {
  if (channelIds.length === 0) return [];
  const rows = await db
    .selectFrom('wallet_keys')
    .select(['channel_id', 'use', 'certificate'])
    .where('channel_id', 'in', channelIds)
    .where('certificate', 'is not', null)
    .execute();
  const all = rows.map(({ channel_id, use, certificate }) => ({
    ...{ channelId: channel_id, use },
    endsAt: Date.parse(new X509Certificate(certificate ?? '').validTo),
  }));
  const byUse = Map.groupBy(all, ({ channelId, use }) => `${channelId} ${use}`);
  return [...byUse.values()]
    .flatMap((of) => of.toSorted((one, other) => other.endsAt - one.endsAt).slice(0, 1))
    .filter(({ endsAt }) => endsAt < before);
}

/**
 * Puts the certificate that Apple has issued to the key that it is of.
 * @returns the key's id
 * @throws EntityError where it is none, or of no key of the channel
 */
export async function importCertificate(
  db: Database,
  channelId: string,
  pemOrDer: Buffer,
): Promise<string> {
  const { pem, publicKey } = readCertificate(pemOrDer);
  const row = await db
    .updateTable('wallet_keys')
    .set({ certificate: pem })
    .where('channel_id', '=', channelId)
    .where('public_key', '=', publicKey)
    .returning('id')
    .executeTakeFirst();
  if (!row) throw new EntityError(`the certificate is of no key of the channel ${channelId}`);
  return row.id;
}

function readCertificate(bytes: Buffer): { readonly pem: string; readonly publicKey: string } {
  try {
    const certificate = new X509Certificate(bytes);
    const publicKey = publicBytes(certificate.publicKey).toString('base64');
    return { pem: certificate.toString(), publicKey };
  } catch {
    throw new EntityError('what was read is no certificate, PEM or DER');
  }
}

/** @throws EntityError where there is none */
export async function removeWalletKey(db: Database, wallet: string, id: string): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('wallet_keys')
    .where('id', '=', id)
    .where('wallet', '=', wallet)
    .executeTakeFirst();
  if (numDeletedRows !== 1n) throw new EntityError(`there is no key ${id}`);
}

/** Those that may be used, the newest first. */
export async function privateKeysOf(
  { db, vault }: Pick<GatewayContext, 'db' | 'vault'>,
  channelId: string,
  wallet: string,
  use: WalletKeyUse,
): Promise<KeyObject[]> {
  const rows = await keysOf(db, channelId, wallet)
    .where('use', '=', use)
    .orderBy('created_at', 'desc')
    .execute();
  return rows.map((row) => createPrivateKey(pemOf(vault, row)));
}

/** The public key that Google encrypts to: the point, base64; undefined where there is none. */
export async function googleKeyOf(db: Database, channelId: string): Promise<string | undefined> {
  const row = await keysOf(db, channelId, 'GOOGLEPAY')
    .orderBy('created_at', 'desc')
    .executeTakeFirst();
  if (!row) return undefined;
  const key = { key: Buffer.from(row.public_key, 'base64'), format: 'der', type: 'spki' } as const;
  return pointOf(createPublicKey(key)).toString('base64');
}

/** The newest key that Apple has issued a certificate for, with that; PEM. */
export async function identityOf(
  { db, vault }: Pick<GatewayContext, 'db' | 'vault'>,
  channelId: string,
): Promise<{ readonly key: string; readonly cert: string } | undefined> {
  const rows = await keysOf(db, channelId, 'APPLEPAY')
    .where('use', '=', 'identity')
    .where('certificate', 'is not', null)
    .orderBy('created_at', 'desc')
    .execute();
  const [row] = rows;
  return row?.certificate ? { key: pemOf(vault, row), cert: row.certificate } : undefined;
}

const pemOf = (vault: Pick<Vault, 'unwrapText'>, { id, channel_id, envelope }: WalletKeyRow) =>
  vault.unwrapText(envelope, contextOf(id, channel_id));

const keysOf = (db: Database, channelId: string, wallet: string) =>
  db
    .selectFrom('wallet_keys')
    .selectAll()
    .where('channel_id', '=', channelId)
    .where('wallet', '=', wallet);

import type { SealedClaims } from '../../contract/sealed-value.ts';
import type { Database, Transaction } from '../store/database.ts';
import type { EnvelopeColumn } from '../store/envelope-column.ts';
import * as cards from './card-store.ts';
import { clearSpentKeys, type RecordReference } from './cvv-keys.ts';
import * as cvvs from './cvv-store.ts';
import type { EnvelopeContext } from './envelope.ts';
import { type KeyRing, openKeyRing, unwrap, wrap } from './key-ring.ts';
import { purgeExpired } from './purge.ts';
import { countByKey, type Rewrapped, rewrapColumn } from './rewrap.ts';
import { openSealedValue } from './sealed-value.ts';
import * as sealing from './sealing-keys.ts';
import { fingerprinter, keyedHashes, opensVaultSecret, openVaultSecret } from './vault-secret.ts';

/** The vault with its keys in hand: the functions of this folder without their key ring. */
export interface Vault {
  /** See `card-store.ts` and `cvv-store.ts`. */
  keepCard(trx: Transaction, card: cards.CardToKeep): Promise<void>;
  readCard(
    db: Database | Transaction,
    record: RecordReference,
  ): Promise<cards.KeptCard | undefined>;
  forgetCard(db: Database | Transaction, record: RecordReference): Promise<void>;
  forgetNumber(db: Database | Transaction, record: RecordReference): Promise<void>;
  keepCvv(trx: Transaction, card: cvvs.CvvToKeep): Promise<void>;
  readCvv(db: Database | Transaction, record: RecordReference): Promise<cvvs.KeptCvv | undefined>;
  forgetCvv(db: Database | Transaction, record: RecordReference): Promise<boolean>;
  purgeExpired(db: Database, now: number, limit: number): Promise<number>;
  /** See `cvv-keys.ts`. */
  clearSpentKeys(db: Database, now: number): Promise<readonly string[]>;

  /** The same for the same card number, for ever. Hexadecimal. */
  fingerprint(number: string): string;
  /** A keyed hash of texts for one use, such as recognising a request. Hexadecimal. */
  keyedHash(use: string): (text: string) => string;

  /** Encrypts a text that is kept in a row of another table. */
  wrapText(text: string, context: EnvelopeContext): string;
  /** @throws EnvelopeError when it is damaged, or stands in another place than it was written for */
  unwrapText(envelope: string, context: EnvelopeContext): string;

  /** Whether the master keys are those of the database: another instance may write under newer ones. */
  opens(db: Database): Promise<boolean>;
  /** Ids of the master keys, the one that encrypts first. */
  readonly keyIds: readonly string[];
  /** See `rewrap.ts`. */
  rewrapColumn(db: Database, column: EnvelopeColumn): Promise<Rewrapped>;
  countByKey(db: Database, column: EnvelopeColumn): ReturnType<typeof countByKey>;

  /** See `sealing-keys.ts` and `sealed-value.ts`. */
  currentSealingKey(db: Database | Transaction): Promise<sealing.SealingJwk>;
  rotateSealingKey(db: Database, now: number, minAgeMs?: number): Promise<boolean>;
  deleteRetiredSealingKeys(db: Database, now: number): Promise<void>;
  openSealedValue(db: Database | Transaction, jwe: string): Promise<SealedClaims>;
}

/**
 * Opens the vault of a database that has its tables.
 *
 * @throws Error when the master keys are missing, malformed, or not those of this database
 */
export async function openVault({
  db,
  vaultKeys,
  dataDir,
}: {
  readonly db: Database;
  /** `VAULT_KEYS`; the key file in `dataDir` when absent. */
  readonly vaultKeys?: string | undefined;
  readonly dataDir: string;
}): Promise<Vault> {
  const ring = await openKeyRing({ vaultKeys, dataDir });
  const secret = await openVaultSecret(db, ring);
  return withKeys(ring, {
    fingerprint: fingerprinter(secret),
    keyedHash: keyedHashes(secret),
  });
}

function withKeys(ring: KeyRing, hashes: Pick<Vault, 'fingerprint' | 'keyedHash'>): Vault {
  const openingKey = sealing.rememberedOpeningKeys(ring);
  return {
    keepCard: (trx, card) => cards.keepCard(trx, ring, card),
    readCard: (db, record) => cards.readCard(db, ring, record),
    forgetCard: cards.forgetCard,
    forgetNumber: cards.forgetNumber,
    keepCvv: (trx, card) => cvvs.keepCvv(trx, ring, card),
    readCvv: (db, record) => cvvs.readCvv(db, ring, record),
    forgetCvv: cvvs.forgetCvv,
    purgeExpired,
    clearSpentKeys,
    ...hashes,
    wrapText: (text, context) => wrap(ring, Buffer.from(text, 'utf8'), context),
    unwrapText: (envelope, context) => unwrap(ring, envelope, context).toString('utf8'),
    opens: (db) => opensVaultSecret(db, ring),
    keyIds: ring.ids,
    rewrapColumn: (db, column) => rewrapColumn(db, ring, column),
    countByKey: (db, column) => countByKey(db, ring, column),
    currentSealingKey: (db) => sealing.currentSealingKey(db, ring),
    rotateSealingKey: (db, now, minAgeMs) => sealing.rotateSealingKey(db, ring, now, minAgeMs),
    deleteRetiredSealingKeys: sealing.deleteRetiredSealingKeys,
    openSealedValue: (db, jwe) => openSealedValue(jwe, (kid) => openingKey(db, kid)),
  };
}

import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from 'node:crypto';

/**
 * The text in which a secret is stored: `v1.{key id}.{IV, ciphertext and tag in base64url}`,
 * AES-256-GCM with a random IV of 96 bits. One key is good for 2³² envelopes (NIST SP 800-38D).
 */
const VERSION = 'v1';
const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;
const FORMAT = /^v1\.([A-Za-z0-9_-]{1,32})\.([A-Za-z0-9_-]+)$/;

/** How the envelopes of a key begin. */
export const envelopesOf = (keyId: string): string => `${VERSION}.${keyId}.`;

/** Where an envelope belongs. It opens nowhere else: not for another record, entity or purpose. */
export interface EnvelopeContext {
  readonly recordId: string;
  readonly entityId: string;
  readonly purpose: string;
}

/** A key of 32 bytes, and the id by which envelopes name it. */
export interface NamedKey {
  readonly id: string;
  readonly key: KeyObject;
}

/** An envelope that is damaged, of another place, or of a key that is missing. Says no content. */
export class EnvelopeError extends Error {
  override readonly name = 'EnvelopeError';
}

export function encrypt(plaintext: Uint8Array, { id, key }: NamedKey, context: EnvelopeContext) {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES });
  cipher.setAAD(associatedData(id, context));
  const parts = [iv, cipher.update(plaintext), cipher.final(), cipher.getAuthTag()];
  return `${envelopesOf(id)}${Buffer.concat(parts).toString('base64url')}`;
}

/**
 * @param find the key of an id
 * @throws EnvelopeError when it does not open
 */
export function decrypt(
  envelope: string,
  find: (id: string) => KeyObject | undefined,
  context: EnvelopeContext,
): Buffer {
  const [, id, encoded] = FORMAT.exec(envelope) ?? [];
  if (id === undefined || encoded === undefined) throw new EnvelopeError('this is no envelope');
  const key = find(id);
  if (key === undefined)
    throw new EnvelopeError(`there is no key "${id}" to open an envelope with`);

  const bytes = Buffer.from(encoded, 'base64url');
  // Buffer reads what base64url does not allow; one content has one text.
  if (bytes.toString('base64url') !== encoded || bytes.length < IV_BYTES + TAG_BYTES) {
    throw new EnvelopeError('this is no envelope');
  }
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(associatedData(id, context));
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  const plaintext = decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES));
  try {
    decipher.final();
  } catch {
    plaintext.fill(0);
    throw new EnvelopeError(`an envelope of the key "${id}" does not open: damaged or misplaced`);
  }
  return plaintext;
}

/** JSON keeps the parts apart: no two contexts give the same bytes. */
const associatedData = (keyId: string, { recordId, entityId, purpose }: EnvelopeContext): Buffer =>
  Buffer.from(JSON.stringify([VERSION, keyId, purpose, entityId, recordId]), 'utf8');

/** Codes for who has lost the authenticator app: ten, each for one use. */
import { createHash, randomBytes } from 'node:crypto';
import type { Database, Transaction } from '../../store/database.ts';

const CODES = 10;
/** Without letters that look alike. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const LETTERS_A_CODE = 10;

/** 48 random bits and more need no slow hash. */
const hashOf = (code: string) =>
  createHash('sha256')
    .update(code.toLowerCase().replace(/[^a-z0-9]/g, ''))
    .digest('hex');

const newCode = (): string =>
  Array.from(randomBytes(LETTERS_A_CODE), (byte) => LETTERS[byte % LETTERS.length])
    .join('')
    .replace(/^.{5}/, '$&-');

/** Draws new ones; those before are worth nothing any more. */
export async function renewRecoveryCodes(trx: Transaction, name: string): Promise<string[]> {
  const codes = Array.from({ length: CODES }, newCode);
  await trx.deleteFrom('console_recovery_codes').where('name', '=', name).execute();
  await trx
    .insertInto('console_recovery_codes')
    .values(codes.map((code) => ({ name, code_hash: hashOf(code) })))
    .execute();
  return codes;
}

/** Uses one. False for one that there is not, or that was used. */
export async function useRecoveryCode(db: Database, name: string, code: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('console_recovery_codes')
    .where('name', '=', name)
    .where('code_hash', '=', hashOf(code))
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

export async function recoveryCodesLeft(db: Database, name: string): Promise<number> {
  const { left } = await db
    .selectFrom('console_recovery_codes')
    .select(({ fn }) => fn.countAll<number>().as('left'))
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  return Number(left);
}

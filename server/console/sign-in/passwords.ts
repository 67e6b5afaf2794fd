/** Passwords of administrators: hashed by scrypt, with the parameters beside the hash. */
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { invalid } from '../admin-failure.ts';

const derive = promisify<string, Buffer, number, object, Buffer>(scrypt);
const SALT_BYTES = 16;
const HASH_BYTES = 32;
/** 64 MiB and a fifth of a second for each try. */
const COST = { N: 2 ** 16, r: 8, p: 1 };
const SHORTEST = 12;
const LONGEST = 128;

const hash = (password: string, salt: Buffer, { N, r, p }: typeof COST): Promise<Buffer> =>
  // The same letters are the same password, however a keyboard composes them.
  derive(password.normalize('NFKC'), salt, HASH_BYTES, { N, r, p, maxmem: 256 * N * r });

/** @throws AdminFailure naming `name` where it cannot be a password */
export function checkPassword(password: string, name = 'password'): void {
  const { length } = [...password];
  if (length < SHORTEST || length > LONGEST) {
    throw invalid(name, `must have ${SHORTEST} to ${LONGEST} characters, it has ${length}`);
  }
  if (new Set(password).size < 4)
    throw invalid(name, 'must have at least four different characters');
}

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hashed = await hash(password, salt, COST);
  const { N, r, p } = COST;
  return ['scrypt', N, r, p, salt.toString('base64'), hashed.toString('base64')].join('$');
}

/** Of no password: a name that is unknown costs as long as one that is known. */
const NONE = `scrypt$${COST.N}$${COST.r}$${COST.p}$${Buffer.alloc(SALT_BYTES).toString('base64')}$${Buffer.alloc(HASH_BYTES).toString('base64')}`;

/** @param hashed as {@link hashPassword} gives it; null where there is none, and nothing is right */
export async function isPassword(password: string, hashed: string | null): Promise<boolean> {
  const [, N, r, p, salt = '', wanted = ''] = (hashed ?? NONE).split('$');
  const cost = { N: Number(N), r: Number(r), p: Number(p) };
  // In characters, as it was checked: some are two units of a string.
  const tried = [...password].slice(0, LONGEST).join('');
  const found = await hash(tried, Buffer.from(salt, 'base64'), cost);
  return timingSafeEqual(found, Buffer.from(wanted, 'base64')) && hashed !== null;
}

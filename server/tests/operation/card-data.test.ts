import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { openDatabase } from '../../store/database.ts';
import { isPostgres } from '../../store/dialect.ts';
import { DEMO, startServer } from '../support/gateway-process.ts';
import { createTestDatabase } from '../support/test-database.ts';

const NUMBERS = ['4111111111111111', '4200000000001024'];
/** No number is written like that, nor is its beginning: not a duration, not itself as a number. */
const CVV = '0391';
const AMEX = '377777777777770';

const { location, drop } = await createTestDatabase();
afterAll(drop);

/**
 * After payments, refusals and mistakes of every kind: the card number nowhere as text, the CVV
 * nowhere as a whole value (PCI DSS 3.3, 3.5; D13).
 */
it('card numbers and CVVs are in no file, no row and no log line', async () => {
  const server = await startServer({
    DATA_DIR: location.dataDir,
    LOG_LEVEL: 'trace',
    ...(location.databaseUrl && { DATABASE_URL: location.databaseUrl }),
  });
  const headers = {
    authorization: `Bearer ${DEMO.DEMO_ACCESS_TOKEN}`,
    'content-type': 'application/x-www-form-urlencoded',
  };
  const post = async (path: string, fields: Record<string, string>) => {
    const body = new URLSearchParams(fields);
    const response = await fetch(server.url + path, { method: 'POST', headers, body });
    return response.text();
  };
  const checkout = { amount: '5.00', currency: 'EUR', paymentType: 'DB' };
  const card = {
    'card.holder': 'Jane Jones',
    'card.expiryMonth': '05',
    'card.expiryYear': '2034',
    'card.cvv': CVV,
    shopperResultUrl: 'https://shop.example/',
  };
  const answers: string[] = [];
  for (const number of [...NUMBERS, AMEX]) {
    const { id } = JSON.parse(await post('/v1/checkouts', checkout));
    for (const fields of [
      { ...card, 'card.number': number, paymentBrand: 'MASTER' },
      { ...card, 'card.number': number, 'card.expiryYear': '2020' },
      { ...card, 'card.number': number, 'card.holder': '' },
      { ...card, 'card.number': `${number}%`, 'card.cvv': `${CVV}1` },
      { ...card, 'sealed[card.number]': number, 'sealed[card.cvv]': CVV },
      { ...card, 'card.number': number, ...(number !== AMEX && { 'card.cvv': CVV.slice(0, 3) }) },
    ]) {
      answers.push(await post(`/v1/checkouts/${id}/payment`, fields));
    }
    answers.push(await post('/v1/checkouts', { ...checkout, 'card.number': number }));
    answers.push(await post('/v1/checkouts', { ...checkout, 'card.cvv': CVV }));
  }
  expect(answers.filter((answer) => answer.includes('000.100.110'))).toHaveLength(2);

  const db = await openDatabase(location);
  const tables = await db.introspection.getTables();
  const columns: string[] = [];
  for (const { name } of tables) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(
      db,
    );
    columns.push(...rows.flatMap((row) => Object.values(row).map(String)));
  }
  const inSqlite = !isPostgres(db);
  await db.destroy();
  await server.stop();

  const files = await Promise.all(
    (await readdir(location.dataDir)).map((file) =>
      readFile(join(location.dataDir, file), 'latin1'),
    ),
  );
  expect(columns.length).toBeGreaterThan(100);
  if (inSqlite) expect(files.join('')).toContain('Jane Jones');
  for (const number of [...NUMBERS, AMEX]) {
    for (const place of [...columns, ...files, ...answers, server.output()]) {
      expect(place.includes(number)).toBe(false);
    }
  }
  const values = [...columns, ...answers].flatMap(wholeValues);
  const logged = server.output().split('\n').flatMap(wholeValues);
  for (const cvv of [CVV, CVV.slice(0, 3)]) {
    expect(values.concat(logged)).not.toContain(cvv);
  }
});

/** A value and, where it is JSON, every value in it. */
function wholeValues(text: string): string[] {
  const values: string[] = [text];
  try {
    JSON.parse(text, (_key, value) => {
      values.push(String(value));
      return value;
    });
  } catch {
    // Not JSON: the text itself is the value.
  }
  return values;
}

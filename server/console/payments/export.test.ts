/** The file of very many payments: read to its end, and left by a tab that is closed. */
import { once } from 'node:events';
import { type ClientRequest, get, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isPostgres } from '../../store/dialect.ts';
import type { PaymentRow } from '../../store/tables.ts';
import { type Client, startConsole } from '../../tests/support/console-client.ts';
import { startMerchant } from '../../tests/support/merchant.ts';
import { insertPayments, paymentRows } from '../../tests/support/random-payments.ts';

/** A power of two. Sockets of this machine hold ten megabytes at most, a third of such a file. */
const PAYMENTS = 2 ** 15;
const PARTS = PAYMENTS / 100;
/** Of a row; others have some letters. */
const LETTERS = 'x'.repeat(700);
/** That were under way when the tab was closed. */
const A_FEW = 10;
/** Long enough for what is still read to be read: a statement takes some milliseconds. */
const A_WHILE_MS = 300;

const merchant = await startMerchant();
const { gateway, entityId } = merchant;
const { db } = gateway;
/** How often a part of the file was read so far. */
let reads = 0;
const console = await startConsole(gateway, {
  read(_, work) {
    reads += 1;
    return work(db);
  },
});
afterAll(async () => {
  await console[Symbol.asyncDispose]();
  await merchant[Symbol.asyncDispose]();
});

let support: Client;
beforeAll(async () => {
  support = await console.administrator('Sam', 'support');
  const newRow = await paymentRows(gateway, entityId);
  const row = newRow({
    ...{ entity_id: entityId, created_at: Date.now() },
    ...{ id: 'many', reference: 'many', merchant_transaction_id: LETTERS },
  });
  await insertPayments(db, [row]);
  for (let there = 1; there < PAYMENTS; there *= 2) await double(row, there);
});

/** As many again. Eight of them have the same time, as under load. */
async function double(row: PaymentRow, there: number): Promise<void> {
  const another: Readonly<Record<string, RawBuilder<unknown>>> = {
    id: sql`${sql.lit(`${there}-`)} || id`,
    reference: sql`${sql.lit(`${there}-`)} || reference`,
    created_at: sql`created_at - ${sql.lit(there < 8 ? 0 : there)}`,
  };
  const names = Object.keys(row);
  await sql`insert into payments (${sql.join(names.map((name) => sql.ref(name)))})
    select ${sql.join(names.map((name) => another[name] ?? sql.ref(name)))}
    from payments where id like '%many'`.execute(db);
}

/** Waits until nothing is read any more. */
async function quiet(): Promise<void> {
  for (let before = -1; before !== reads; ) {
    before = reads;
    await sleep(A_WHILE_MS);
  }
}

/** The first part of the file has come to the tab, which takes no more. */
async function begun(): Promise<ClientRequest> {
  const request = get(`${console.url}/admin/v1/payments.csv`, {
    headers: { cookie: support.cookie },
  });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  response.on('error', () => undefined);
  await once(response, 'readable');
  return request;
}

/** Whether the database is held by a transaction, or still works for the file. */
async function isHeld(): Promise<boolean> {
  if (!isPostgres(db)) {
    // A reader keeps the log of what was written from being emptied.
    const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(db);
    return rows[0]?.busy !== 0;
  }
  const { rows } = await sql<{ count: string }>`select count(*) as count from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`.execute(db);
  return Number(rows[0]?.count) > 0;
}

describe('a file of very many payments', () => {
  it('has each once, while others are paid', async () => {
    const before = reads;
    const file = fetch(`${console.url}/admin/v1/payments.csv`, {
      headers: { cookie: support.cookie },
    }).then((response) => response.text());
    const paid = await merchant.paymentId();
    const [, ...lines] = (await file).trimEnd().split('\r\n');
    const listed = lines.map((line) => line.split(',', 1)[0] ?? '').filter((id) => id !== paid);
    expect(listed).toHaveLength(PAYMENTS);
    expect(new Set(listed).size).toBe(PAYMENTS);
    expect(reads - before).toBeGreaterThan(PARTS);
  });

  it('is read no further than its tab takes it, and holds up nothing meanwhile', async () => {
    const before = reads;
    const tab = await begun();
    try {
      await quiet();
      expect(reads - before).toBeLessThan(PARTS / 2);
      expect(await isHeld()).toBe(false);
      expect((await merchant.pay(await merchant.createCheckout())).status).toBe(200);
    } finally {
      tab.destroy();
    }
  });

  it('is read no further once its tab is closed', async () => {
    const tab = await begun();
    const before = reads;
    tab.destroy();
    await quiet();
    expect(reads - before).toBeLessThan(A_FEW);
    expect(await isHeld()).toBe(false);
    expect((await merchant.pay(await merchant.createCheckout())).status).toBe(200);
  });
});

/** Merchants whose software pays, captures and asks again until an answer is clear; and their accounts afterwards. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Database } from '../../store/database.ts';
import { DEMO } from './gateway-process.ts';
import { CARD_FIELDS } from './test-gateway.ts';

export const SUCCESS = '000.100.110';
const MERCHANTS = 8;
/** Everything is decided this long after the last fault: a lease, and what a sweeper needs. */
const SETTLED_WITHIN_MS = 12_000;

export interface Answered {
  readonly status: number;
  readonly body: { readonly id: string; readonly result: { readonly code: string } };
}

export interface MerchantLoad {
  /** The answers that were clear, in their order. */
  readonly answered: readonly Answered[];
  /** The others: what was asked is asked again. */
  readonly unclear: readonly Answered[];
  /** Captures that were answered as successful. */
  readonly captures: readonly { readonly original: string; readonly amount: string }[];
  /** The longest time without a clear answer to any merchant, milliseconds. */
  longestPauseMs(): number;
  /** Resolves when so many more answers are there; rejects where a merchant has failed. */
  more(answers: number): Promise<void>;
  /** After what is under way. */
  stop(): Promise<void>;
}

const post = async (
  url: string,
  fields: Readonly<Record<string, string | undefined>>,
  key: string,
): Promise<Answered> => {
  const headers = { authorization: `Bearer ${DEMO.DEMO_ACCESS_TOKEN}`, 'idempotency-key': key };
  const body = new URLSearchParams(fields as Record<string, string>);
  const answer = await fetch(url, { method: 'POST', headers, body });
  return { status: answer.status, body: (await answer.json()) as Answered['body'] };
};

const MONEY = { amount: '92.00', currency: 'EUR' };

/** @param urls of the instances; what was not answered clearly is asked of the next one */
export function startMerchants(urls: readonly string[]): MerchantLoad {
  const answered: Answered[] = [];
  const unclear: Answered[] = [];
  const captures: { original: string; amount: string }[] = [];
  let isStopping = false;
  let lastAnswerAt = performance.now();
  let longestPauseMs = 0;

  const insist = async (path: string, fields: Record<string, string | undefined>, key: string) => {
    for (let n = 0; ; n += 1) {
      const answer = await post(urls[n % urls.length] + path, fields, key);
      if (answer.status < 500) {
        const now = performance.now();
        longestPauseMs = Math.max(longestPauseMs, now - lastAnswerAt);
        lastAnswerAt = now;
        answered.push(answer);
        return answer;
      }
      unclear.push(answer);
      // As a merchant's software that tries again.
      await sleep(20);
    }
  };
  const merchant = async (name: number): Promise<void> => {
    for (let n = 0; !isStopping; n += 1) {
      const key = `${name}-${n}`;
      const paid = await insist(
        '/v1/payments',
        { ...MONEY, ...CARD_FIELDS, paymentType: 'PA' },
        key,
      );
      if (paid.body.result.code !== SUCCESS) continue;
      const amount = `${1 + (n % 90)}.00`;
      const fields = { ...MONEY, amount, paymentType: 'CP' };
      const captured = await insist(`/v1/payments/${paid.body.id}`, fields, `capture ${key}`);
      if (captured.body.result.code === SUCCESS) captures.push({ original: paid.body.id, amount });
    }
  };
  const ended = Promise.all(Array.from({ length: MERCHANTS }, (_, name) => merchant(name)));
  return {
    answered,
    unclear,
    captures,
    longestPauseMs: () => longestPauseMs,
    async more(answers) {
      const wanted = answered.length + answers;
      // Until the answers are there.
      while (answered.length < wanted) await Promise.race([ended, sleep(5)]);
    },
    async stop() {
      isStopping = true;
      await ended;
    },
  };
}

/**
 * After the load has stopped: nothing stays in doubt beyond its lease, every answered payment is there
 * exactly once and none besides, what was booked is what the processor has charged, and sums are right.
 */
export async function expectBalanced(db: Database, load: MerchantLoad): Promise<void> {
  const inDoubt = () =>
    db.selectFrom('payments').select('id').where('state', '=', 'in_doubt').execute();
  await expect.poll(inDoubt, { timeout: SETTLED_WITHIN_MS }).toEqual([]);
  for (const { status, body } of load.unclear) {
    expect({ status, code: body.result.code }).toEqual({ status: 503, code: '999.999.888' });
  }

  const payments = await db.selectFrom('payments').selectAll().execute();
  const states = new Map(payments.map(({ id, state }) => [id, state]));
  // One for each key that was answered, and none besides.
  const ids = load.answered.map(({ body }) => body.id);
  expect(new Set(ids).size).toBe(ids.length);
  expect([...states.keys()].sort()).toEqual([...ids].sort());
  for (const { body } of load.answered) {
    if (body.result.code === SUCCESS) expect(states.get(body.id)).toBe('succeeded');
  }
  const charged = await db
    .selectFrom('simulator_ledger')
    .select('reference')
    .where('result_code', '=', SUCCESS)
    .orderBy('reference')
    .execute();
  const booked = payments.filter(({ state }) => state === 'succeeded');
  expect(charged.map(({ reference }) => reference).sort()).toEqual(
    booked.map(({ reference }) => reference).sort(),
  );
  for (const { id, captured, reserved } of payments) {
    const captures = booked.filter(({ referenced_id }) => referenced_id === id);
    const sum = captures.reduce((total, { amount }) => total + amount, 0);
    expect({ id, captured, reserved }).toEqual({ id, captured: sum, reserved: 0 });
  }
  for (const { original, amount } of load.captures) {
    const { captured } = payments.find(({ id }) => id === original) ?? {};
    expect(captured).toBe(Number(amount) * 100);
  }
}

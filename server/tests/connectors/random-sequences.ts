/**
 * Sequences of payments through a processor, drawn from a seed, with everything that can go wrong on
 * the way; for the tests and `bench/processor-faults.ts`. After each the ledgers of both sides agree.
 */

import { settled, sweep } from '../support/compare-ledgers.ts';
import { type BehindProxy, FAULTS, type Fault, startBehindProxy } from '../support/faulty-proxy.ts';
import type { Through } from '../support/processor-gateway.ts';
import { CARD_FIELDS, type Fields } from '../support/test-gateway.ts';

/** Waits of a tenth of a second and more are what the faults cost. */
const TIMING = { chargeMs: 600, askMs: 1_000, giveUpMs: 1_000, marginMs: -5_000 };
const LATE_MS = 1_000;
const QUESTION_FAULTS: readonly Fault[] = ['break', 'fail', 'garbage', 'hang'];
const CURRENCIES = ['EUR', 'JPY', 'KWD'];
const CARDS = ['4200000000000000', '4200000000000000', '4200000000001016', '4200000000000018'];

/** Numbers from 0 to below 1, the same for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export interface SequenceReport {
  readonly steps: readonly string[];
  /** What is wrong; empty when nothing is. */
  readonly wrong: readonly string[];
  readonly faults: number;
}

export interface Sequences extends AsyncDisposable {
  run(seed: number): Promise<SequenceReport>;
}

export async function startSequences(through: Exclude<Through, 'INTERNAL'>): Promise<Sequences> {
  const way = await startBehindProxy({ timing: TIMING, lateMs: LATE_MS, through });
  return {
    run: (seed) => runSequence({ ...way, through }, seed),
    [Symbol.asyncDispose]: () => way[Symbol.asyncDispose](),
  };
}

interface Stage extends Pick<BehindProxy, 'ours' | 'proxy' | 'processor'> {
  readonly through: Exclude<Through, 'INTERNAL'>;
}

async function runSequence(
  { ours, processor, proxy, through }: Stage,
  seed: number,
): Promise<SequenceReport> {
  const startedAt = Date.now();
  const random = randomFrom(seed);
  const one = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
  const testMode = through === 'LIVE' ? undefined : through;
  const currency = one(CURRENCIES);
  const amount = () =>
    currency === 'JPY' ? `${1 + Math.floor(random() * 99)}.00` : (1 + random() * 99).toFixed(2);
  const made: { id: string; amount: string }[] = [];
  const registrations: string[] = [];
  const steps: string[] = [];
  const wrong: string[] = [];
  let faults = 0;
  const chargesBefore = proxy.charges.length;

  const act = async (): Promise<[name: string, path: string, fields: Fields]> => {
    const target = made.length > 0 && random() < 0.6 ? one(made) : undefined;
    const registration =
      registrations.length > 0 && random() < 0.3 ? one(registrations) : undefined;
    if (target) {
      const type = one(['CP', 'RV', 'RF']);
      const money = type !== 'RV' && {
        amount: random() < 0.5 ? target.amount : amount(),
        currency,
      };
      return [type, `/v1/payments/${target.id}`, { paymentType: type, ...money }];
    }
    const type = one(['PA', 'DB', 'DB', 'CD']);
    const fields = { amount: amount(), currency, paymentType: type, testMode };
    if (registration) {
      return [`${type} stored`, `/v1/registrations/${registration}/payments`, fields];
    }
    const number = one(CARDS);
    const createRegistration = random() < 0.3 ? 'true' : undefined;
    return [
      `${type} ${number}`,
      '/v1/payments',
      { ...fields, ...CARD_FIELDS, 'card.number': number, createRegistration },
    ];
  };

  for (let step = 2 + Math.floor(random() * 4); step > 0; step -= 1) {
    const [name, path, fields] = await act();
    const fault = random() < 0.6 ? one(FAULTS) : 'none';
    proxy.next(fault);
    proxy.questions = random() < 0.2 ? one(QUESTION_FAULTS) : 'none';
    if (fault !== 'none') faults += 1;
    const { body } = await ours.call(path, fields);
    steps.push(`${name} (${fault}, ${proxy.questions}): ${body.result?.code}`);
    proxy.next();
    proxy.questions = 'none';
    if (body.id && !path.includes('/payments/')) made.push({ id: body.id, amount: body.amount });
    if (body.id && fields['paymentType'] === 'CP') made.push({ id: body.id, amount: body.amount });
    if (body.registrationId) registrations.push(body.registrationId);
    if (random() < 0.3) await sweep(ours, 1, startedAt);
  }

  await proxy.quiet();
  wrong.push(...(await settled(ours, processor, startedAt)));
  const references = proxy.charges
    .slice(chargesBefore)
    .map((charge) => charge.get('merchantTransactionId'));
  if (new Set(references).size !== references.length) wrong.push('a charge was sent twice');
  return { steps, wrong, faults };
}

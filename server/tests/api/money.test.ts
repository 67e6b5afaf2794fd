/**
 * A model of a payment against the server: random sequences and bursts of captures, reversals and
 * refunds. Never more money out than in, and what was answered is what the ledger says.
 */
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { ACCEPTED, inShort, slowDownBank, startMerchant } from '../support/merchant.ts';
import type { Answer } from '../support/test-gateway.ts';

const merchant = await startMerchant();
afterAll(() => merchant[Symbol.asyncDispose]());
const { paymentId, refer, read, countPayments } = merchant;
slowDownBank(merchant);

const RUNS = { numRuns: 25 };

type Type = 'PA' | 'DB';
type Operation = 'CP' | 'RV' | 'RF';

interface Step {
  readonly operation: Operation;
  /** In cents. */
  readonly amount: number;
  /** Which of the captures so far is refunded, where the payment is a PA. */
  readonly of: number;
}

const written = (cents: number) =>
  `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
const cents = (amount: string) => Number(amount.replace('.', ''));

const total = fc.integer({ min: 1, max: 2_000 });
const step = fc.record<Step>({
  operation: fc.constantFrom('CP', 'CP', 'RF', 'RF', 'RF', 'RV'),
  amount: fc.integer({ min: 1, max: 1_200 }),
  of: fc.nat({ max: 5 }),
});
const type = fc.constantFrom<Type>('PA', 'DB');

const send = (id: string, { operation, amount }: Pick<Step, 'operation' | 'amount'>) =>
  refer(id, {
    paymentType: operation,
    ...(operation !== 'RV' && { amount: written(amount), currency: 'EUR' }),
  });

/** What a payment, or a capture, has given and given back; in cents. */
class Account {
  readonly id: string;
  readonly type: Type | 'CP';
  readonly amount: number;
  captured = 0;
  refunded = 0;
  reversed = false;

  constructor(id: string, type: Type | 'CP', amount: number) {
    this.id = id;
    this.type = type;
    this.amount = amount;
  }

  allows({ operation, amount }: Pick<Step, 'operation' | 'amount'>): boolean {
    if (this.reversed) return false;
    switch (operation) {
      case 'CP':
        return this.type === 'PA' && this.captured + amount <= this.amount;
      case 'RF':
        return this.type !== 'PA' && this.refunded + amount <= this.amount;
      case 'RV':
        return this.type !== 'CP' && this.captured === 0 && this.refunded === 0;
    }
  }

  book({ operation, amount }: Pick<Step, 'operation' | 'amount'>): void {
    if (operation === 'CP') this.captured += amount;
    else if (operation === 'RF') this.refunded += amount;
    else this.reversed = true;
  }
}

/** Every accepted operation, read afresh, says what its answer said. */
async function expectBooked(answers: readonly Answer[]): Promise<void> {
  for (const { body } of answers) {
    const fresh = await read(body.id);
    expect(inShort(fresh)).toEqual(ACCEPTED);
    const { id, paymentType, amount, currency, referencedId } = body;
    expect(fresh.body).toMatchObject({
      id,
      paymentType,
      referencedId,
      ...(paymentType !== 'RV' && { amount, currency }),
    });
  }
}

const sum = (answers: readonly Answer[], paymentType: Operation, referencedIds: string[]) =>
  answers
    .filter(({ body }) => body.paymentType === paymentType)
    .filter(({ body }) => referencedIds.includes(body.referencedId))
    .reduce((sofar, { body }) => sofar + cents(body.amount), 0);

/** Exactly what the account has left can be had from it, and not a cent more. */
async function expectLeft(account: Account): Promise<void> {
  const operation = account.type === 'PA' ? 'CP' : 'RF';
  const left = account.amount - (operation === 'CP' ? account.captured : account.refunded);
  expect((await send(account.id, { operation, amount: left + 1 })).status).toBe(400);
  if (left === 0) return;
  const answer = await send(account.id, { operation, amount: left });
  expect(inShort(answer).status).toBe(account.reversed ? 400 : 200);
}

const accepted = (answers: readonly Answer[]) => answers.filter(({ status }) => status === 200);

it('one operation after the other: each is answered as the model says', async () => {
  await fc.assert(
    fc.asyncProperty(
      type,
      total,
      fc.array(step, { minLength: 1, maxLength: 12 }),
      async (paymentType, amount, steps) => {
        const payment = new Account(
          await paymentId({ paymentType, amount: written(amount) }),
          paymentType,
          amount,
        );
        const captures: Account[] = [];
        const answers: Answer[] = [];
        const before = await countPayments();
        for (const each of steps) {
          const capture = captures[each.of % (captures.length || 1)];
          const account = each.operation === 'RF' && capture ? capture : payment;
          const answer = await send(account.id, each);
          expect(answer.status, `${each.operation} ${each.amount}`).toBe(
            account.allows(each) ? 200 : 400,
          );
          if (answer.status !== 200) continue;
          account.book(each);
          answers.push(answer);
          if (each.operation === 'CP') {
            captures.push(new Account(answer.body.id, 'CP', each.amount));
          }
        }
        await expectBooked(answers);
        expect(await countPayments()).toBe(before + answers.length);
        for (const account of [payment, ...captures]) await expectLeft(account);
      },
    ),
    RUNS,
  );
});

it('all at once: never more captured or refunded than there is, and never beside a reversal', async () => {
  await fc.assert(
    fc.asyncProperty(
      type,
      total,
      fc.array(step, { minLength: 4, maxLength: 16 }),
      async (paymentType, amount, steps) => {
        const id = await paymentId({ paymentType, amount: written(amount) });
        const before = await countPayments();
        const answers = await Promise.all(steps.map((each) => send(id, each)));
        expect(answers.map(({ status }) => status).filter((s) => s !== 200 && s !== 400)).toEqual(
          [],
        );
        const made = accepted(answers);
        await expectBooked(made);
        expect(await countPayments()).toBe(before + made.length);

        const account = new Account(id, paymentType, amount);
        account.captured = sum(made, 'CP', [id]);
        account.refunded = sum(made, 'RF', [id]);
        const reversals = made.filter(({ body }) => body.paymentType === 'RV');
        account.reversed = reversals.length > 0;
        expect(account.captured).toBeLessThanOrEqual(paymentType === 'PA' ? amount : 0);
        expect(account.refunded).toBeLessThanOrEqual(paymentType === 'DB' ? amount : 0);
        expect(reversals.length).toBeLessThanOrEqual(1);
        if (account.reversed) expect(account.captured + account.refunded).toBe(0);
        await expectLeft(account);
      },
    ),
    RUNS,
  );
});

it('captures and refunds of the captures at once: never more out than came in', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 300, max: 2_000 }),
      fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 2, maxLength: 3 }),
      fc.array(step, { minLength: 4, maxLength: 16 }),
      async (amount, parts, steps) => {
        const id = await paymentId({ paymentType: 'PA', amount: written(amount) });
        const first = [];
        for (const part of parts) {
          first.push(await send(id, { operation: 'CP', amount: part }));
        }
        const captures = accepted(first).map(({ body }) => body.id);
        const answers = await Promise.all(
          steps.map((each) =>
            send(each.operation === 'RF' ? captures[each.of % captures.length] : id, each),
          ),
        );
        expect(answers.map(({ status }) => status).filter((s) => s !== 200 && s !== 400)).toEqual(
          [],
        );
        const made = [...accepted(first), ...accepted(answers)];
        await expectBooked(made);
        expect(sum(made, 'CP', [id])).toBeLessThanOrEqual(amount);
        expect(made.map(({ body }) => body.paymentType)).not.toContain('RV');
        for (const { body } of accepted(first)) {
          const capture = new Account(body.id, 'CP', cents(body.amount));
          capture.refunded = sum(made, 'RF', [body.id]);
          expect(capture.refunded).toBeLessThanOrEqual(capture.amount);
          await expectLeft(capture);
        }
        expect(sum(made, 'RF', captures)).toBeLessThanOrEqual(sum(made, 'CP', [id]));
      },
    ),
    RUNS,
  );
});

it('two dozen refunds of the same cents end with exactly the whole', async () => {
  const id = await paymentId({ amount: '1.00' });
  const answers = await Promise.all(
    Array.from({ length: 24 }, () => send(id, { operation: 'RF', amount: 7 })),
  );
  expect(accepted(answers)).toHaveLength(14);
  const rest = await send(id, { operation: 'RF', amount: 2 });
  expect(inShort(rest)).toEqual(ACCEPTED);
  expect((await send(id, { operation: 'RF', amount: 1 })).status).toBe(400);
});

it('the largest amount is exact to the cent', async () => {
  const id = await paymentId({ paymentType: 'PA', amount: '9999999999.99' });
  const capture = await send(id, { operation: 'CP', amount: 999_999_999_998 });
  expect(capture.body).toMatchObject({ amount: '9999999999.98' });
  expect((await send(id, { operation: 'CP', amount: 2 })).status).toBe(400);
  expect((await send(id, { operation: 'CP', amount: 1 })).body).toMatchObject({ amount: '0.01' });
});

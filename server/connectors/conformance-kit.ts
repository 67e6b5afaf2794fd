/**
 * What every connector has to keep to, as a test suite: call {@link describeConnector} with yours
 * (`conformance.test.ts` does it for ours). It needs nothing of a processor but cards that it
 * approves, declines, and asks the shopper about.
 */

import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { APPROVED, type PaymentMode } from '../../contract/payment-mode.ts';
import { RESULT } from '../../contract/result-by-name.ts';
import { isPending, isSuccess, RESULT_CODES } from '../../contract/result-codes.ts';
import type { AuthoriseRequest, Connector, ReferenceRequest } from './connector.ts';

export interface ConnectorUnderTest {
  readonly connector: Connector;
  readonly mode: PaymentMode;
  readonly channelId: string;
  readonly cards: {
    readonly approved: string;
    readonly declined: string;
    /** Sends the shopper to a page first. */
    readonly challenged: string;
  };
}

const CANCELLED = RESULT.cancelledByShopper;
const newReference = () => randomBytes(16).toString('hex');
const failed = (code: string) => !isSuccess(code) && !isPending(code);

/** One thing that a connector keeps to; the check fails for one that does not. */
export interface Rule {
  readonly name: string;
  readonly check: () => Promise<void>;
}

/** @param start called once; everything runs on what it gives */
export function describeConnector(name: string, start: () => Promise<ConnectorUnderTest>): void {
  describe(`the connector ${name}`, async () => {
    for (const { name: rule, check } of rulesFor(await start())) it(rule, check);
  });
}

export function rulesFor({ connector, mode, channelId, cards }: ConnectorUnderTest): Rule[] {
  const rules: Rule[] = [];
  const rule = (name: string, check: Rule['check']) => void rules.push({ name, check });
  const signal = () => AbortSignal.timeout(connector.timeLimitMs);

  const request = (wish: Partial<AuthoriseRequest> = {}, number = cards.approved) => ({
    reference: newReference(),
    channelId,
    paymentType: 'DB',
    paymentBrand: 'VISA',
    amount: 9_200,
    currency: 'EUR',
    mode,
    parameters: {},
    origins: [],
    merchantName: 'Conformance',
    returnUrls: {
      finish: 'https://gateway.example/finish',
      methodCall: 'https://gateway.example/method',
    },
    card: { number, cvv: '123', holder: 'Jane Jones', expiryMonth: '05', expiryYear: '2034' },
    ...wish,
  });
  const on = (
    { reference, ...original }: AuthoriseRequest,
    wish: Partial<ReferenceRequest>,
  ): ReferenceRequest => {
    const { card: _, merchantName: __, returnUrls: ___, ...rest } = original;
    return { ...rest, reference: newReference(), referenced: reference, ...wish };
  };
  const pay = (asked: AuthoriseRequest) => connector.authorise(asked, signal());

  rule('has a lease that is longer than its time', async () => {
    expect(connector.timeLimitMs).toBeGreaterThan(0);
    expect(connector.leaseMs).toBeGreaterThan(connector.timeLimitMs);
  });

  for (const paymentType of ['PA', 'DB', 'CD']) {
    rule(`approves a ${paymentType} in its own mode`, async () => {
      const answer = await pay(request({ paymentType }));
      expect(answer.resultCode).toBe(APPROVED[mode]);
      expect(answer.details['ConnectorTxID1']).toMatch(/./);
      expect(answer.nextStep).toBeUndefined();
    });
  }

  for (const [currency, amount] of [
    ['JPY', 9_200],
    ['EUR', 1],
    ['KWD', 10_230],
  ] as const) {
    rule(`takes ${currency} in its smallest units`, async () => {
      expect((await pay(request({ currency, amount }))).resultCode).toBe(APPROVED[mode]);
    });
  }

  rule('declines with a code that merchants know', async () => {
    const { resultCode } = await pay(request({}, cards.declined));
    expect(failed(resultCode)).toBe(true);
    expect(RESULT_CODES.has(resultCode)).toBe(true);
  });

  rule('tells what became of a reference, as often as it is asked', async () => {
    for (const number of [cards.approved, cards.declined]) {
      const asked = request({}, number);
      const { resultCode } = await pay(asked);
      for (const _ of [1, 2]) {
        expect((await connector.ask(asked.reference))?.resultCode).toBe(resultCode);
      }
    }
  });

  rule('knows nothing of a reference that it was never given', async () => {
    expect(await connector.ask(newReference())).toBeUndefined();
  });

  rule('decides a reference once: given twice, it is the same payment', async () => {
    const asked = request();
    const [one, two] = await Promise.allSettled([pay(asked), pay(asked)]);
    const three = await pay(asked).catch(() => undefined);
    const known = await connector.ask(asked.reference);
    expect(known?.resultCode).toBe(APPROVED[mode]);
    const transactions = [one, two, { status: 'fulfilled', value: three } as const].flatMap(
      (each) => (each.status === 'fulfilled' && each.value ? [each.value.details] : []),
    );
    const ids = new Set(transactions.map((details) => details['ConnectorTxID1']));
    expect(ids.size).toBe(1);
  });

  rule('never charges a reference that was cancelled before it arrived', async () => {
    const asked = request();
    const { resultCode } = await connector.cancel(asked.reference);
    expect(failed(resultCode)).toBe(true);
    const late = await pay(asked).catch(() => undefined);
    expect(late?.resultCode ?? resultCode).toBe(resultCode);
    expect((await connector.ask(asked.reference))?.resultCode).toBe(resultCode);
  });

  rule('leaves alone what was decided before it was cancelled', async () => {
    const asked = request();
    await pay(asked);
    const cancelled = await connector.cancel(asked.reference, CANCELLED);
    expect(cancelled.resultCode).toBe(APPROVED[mode]);
  });

  rule('agrees with itself when a charge and its cancellation meet', async () => {
    for (let round = 0; round < 5; round += 1) {
      const asked = request();
      const [paid, cancelled] = await Promise.allSettled([
        pay(asked),
        connector.cancel(asked.reference),
      ]);
      const known = await connector.ask(asked.reference);
      for (const answer of [paid, cancelled]) {
        if (answer.status === 'fulfilled') {
          expect(answer.value.resultCode).toBe(known?.resultCode);
        }
      }
    }
  });

  for (const [paymentType, original, amount] of [
    ['CP', 'PA', 4_000],
    ['RF', 'DB', 4_000],
    ['RV', 'DB', 9_200],
    ['RV', 'PA', 9_200],
  ] as const) {
    rule(`${paymentType} of a ${original}`, async () => {
      const asked = request({ paymentType: original });
      await pay(asked);
      const operation = on(asked, { paymentType, amount });
      const answer = await connector.operate(operation, signal());
      expect(answer.resultCode).toBe(APPROVED[mode]);
      expect((await connector.ask(operation.reference))?.resultCode).toBe(APPROVED[mode]);
    });
  }

  rule('never does an operation that was cancelled before it arrived', async () => {
    const asked = request();
    await pay(asked);
    const operation = on(asked, { paymentType: 'RF', amount: 9_200 });
    await connector.cancel(operation.reference);
    const late = await connector.operate(operation, signal()).catch(() => undefined);
    expect(isSuccess(late?.resultCode ?? '')).toBe(false);
    expect(isSuccess((await connector.ask(operation.reference))?.resultCode ?? '')).toBe(false);
  });

  rule('stores a card alone where it can, the same one however often it is told', async () => {
    const { card, paymentBrand, parameters } = request();
    const registrationId = newReference();
    for (const _ of [1, 2]) {
      const asked = { registrationId, channelId, paymentBrand, card, parameters };
      expect((await connector.register?.(asked)) ?? { isStored: true }).toEqual({ isStored: true });
    }
  });

  rule(
    'a payment whose shopper is asked is pending, says where the shopper goes, and can be asked about',
    async () => {
      const asked = request({}, cards.challenged);
      const answer = await pay(asked);
      expect(isPending(answer.resultCode)).toBe(true);
      const { page } = answer.nextStep ?? {};
      expect(new URL(page?.url ?? '').protocol).toMatch(/^https?:$/);
      const known = await connector.ask(asked.reference);
      expect(isPending(known?.resultCode ?? '')).toBe(true);
      expect(known?.nextStep?.page?.url).toBe(page?.url);
    },
  );

  rule('a payment whose shopper is asked does not believe what anybody sends back', async () => {
    const asked = request({}, cards.challenged);
    await pay(asked);
    const forged = { id: 'somebody-elses', cres: 'forged', receipt: 'forged' };
    expect(await connector.isGenuine(asked.reference, forged)).toBe(false);
  });

  rule('a payment whose shopper is asked ends as it is told to, once', async () => {
    const asked = request({}, cards.challenged);
    await pay(asked);
    expect((await connector.cancel(asked.reference, CANCELLED)).resultCode).toBe(CANCELLED);
    expect((await connector.cancel(asked.reference, RESULT.pendingTimedOut)).resultCode).toBe(
      CANCELLED,
    );
    expect((await connector.ask(asked.reference))?.resultCode).toBe(CANCELLED);
  });

  return rules;
}

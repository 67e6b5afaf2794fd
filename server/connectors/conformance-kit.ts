/**
 * What every connector has to keep to, as a test suite: call {@link describeConnector} with yours
 * (`conformance.test.ts` does it for ours). It needs nothing of a processor but cards that it
 * approves, declines, and asks the shopper about; of one that takes no cards, a way to bring its outcomes
 * about. A rule about something that the connector declares not to do is left out.
 */

import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { AUTHENTICATION } from '../../contract/catalogue.ts';
import { APPROVED, type PaymentMode } from '../../contract/payment-mode.ts';
import { RESULT } from '../../contract/result-by-name.ts';
import { isPending, isSuccess, RESULT_CODES } from '../../contract/result-codes.ts';
import type {
  AuthoriseRequest,
  Capabilities,
  Connector,
  ConnectorAnswer,
  ReferenceRequest,
} from './connector.ts';

type Outcome = 'approved' | 'declined';

interface UnderTest {
  readonly connector: Connector;
  readonly mode: PaymentMode;
  readonly channelId: string;
  /** As its definition declares them for the channel. */
  readonly capabilities: Capabilities;
}

/** It takes cards, and decides by them. */
interface CardConnectorUnderTest extends UnderTest {
  readonly cards: Readonly<Record<Outcome, string>> & {
    /** Sends the shopper to a page first. */
    readonly challenged: string;
    /** Approved only once the shopper is challenged. */
    readonly softDeclined: string;
    /** Renewed by its issuer once it is stored. */
    readonly renewed: string;
    /** Nothing can be paid with it once it is stored. */
    readonly gone: string;
  };
  /** Of one that tells of stored cards without a payment: renews or revokes it, as its processor would. */
  readonly changeStoredCard?: (
    registrationId: string,
    kind: 'renewed' | 'gone',
  ) => Promise<unknown>;
  readonly decide?: undefined;
}

/** It takes no cards, and its outcomes come from outside: all of its payments and operations wait. */
interface WaitingConnectorUnderTest extends UnderTest {
  readonly cards?: undefined;
  readonly brand: string;
  /** Brings an outcome about, as it comes in life; does nothing where there is one. */
  readonly decide: (reference: string, outcome: Outcome) => Promise<unknown>;
}

export type ConnectorUnderTest = CardConnectorUnderTest | WaitingConnectorUnderTest;

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

export function rulesFor(tested: ConnectorUnderTest): Rule[] {
  const { connector, mode, channelId, capabilities, cards, decide } = tested;
  const { paymentTypes, currencies } = capabilities;
  const rules: Rule[] = [];
  const rule = (name: string, check: Rule['check']) => void rules.push({ name, check });
  const signal = () => AbortSignal.timeout(connector.timeLimitMs);

  const cardOf = (number: string) => ({
    ...{ number, cvv: '123', holder: 'Jane Jones' },
    ...{ expiryMonth: '05', expiryYear: '2034' },
  });
  const request = (changes: Partial<AuthoriseRequest> = {}, outcome: Outcome = 'approved') => ({
    reference: newReference(),
    channelId,
    paymentType: 'DB',
    paymentBrand: tested.cards ? 'VISA' : tested.brand,
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
    ...(cards && { card: cardOf(cards[outcome]) }),
    ...changes,
  });
  const on = (
    { reference, ...original }: AuthoriseRequest,
    changes: Partial<ReferenceRequest>,
  ): ReferenceRequest => {
    const { card: _, merchantName: __, returnUrls: ___, ...rest } = original;
    return { ...rest, reference: newReference(), referenced: reference, ...changes };
  };
  /** The last word: where it comes from outside, it is brought about. */
  const ended = async (reference: string, answer: ConnectorAnswer, outcome: Outcome) => {
    if (!decide || !isPending(answer.resultCode)) return answer;
    await decide(reference, outcome);
    return (await connector.ask(reference)) ?? answer;
  };
  const pay = async (asked: AuthoriseRequest, outcome: Outcome = 'approved') =>
    ended(asked.reference, await connector.authorise(asked, signal()), outcome);
  const operate = async (asked: ReferenceRequest) =>
    ended(asked.reference, await connector.operate(asked, signal()), 'approved');

  rule('has a lease that is longer than its time', async () => {
    expect(connector.timeLimitMs).toBeGreaterThan(0);
    expect(connector.leaseMs).toBeGreaterThan(connector.timeLimitMs);
  });

  for (const paymentType of paymentTypes) {
    rule(`approves a ${paymentType} in its own mode`, async () => {
      const answer = await pay(request({ paymentType }));
      expect(answer.resultCode).toBe(APPROVED[mode]);
      expect(answer.details['ConnectorTxID1']).toMatch(/./);
      expect(answer.nextStep).toBeUndefined();
      expect(answer.checks?.issuerCountry ?? 'DE', 'the issuer’s country').toMatch(/^[A-Z]{2}$/);
      if (paymentType !== AUTHENTICATION) return;
      expect(answer.checks?.threeDSecure?.eci).toMatch(/^0[0-7]$/);
      expect(answer.checks?.threeDSecure?.verificationId).toMatch(/./);
    });
  }

  for (const [currency, amount] of [
    ['JPY', 9_200],
    ['EUR', 1],
    ['KWD', 10_230],
  ] as const) {
    if (currencies && !currencies.includes(currency)) continue;
    rule(`takes ${currency} in its smallest units`, async () => {
      expect((await pay(request({ currency, amount }))).resultCode).toBe(APPROVED[mode]);
    });
  }

  rule('declines with a code that merchants know', async () => {
    const { resultCode } = await pay(request({}, 'declined'), 'declined');
    expect(failed(resultCode)).toBe(true);
    expect(RESULT_CODES.has(resultCode)).toBe(true);
  });

  rule('tells what became of a reference, as often as it is asked', async () => {
    for (const outcome of ['approved', 'declined'] as const) {
      const asked = request({}, outcome);
      const { resultCode } = await pay(asked, outcome);
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
    const { partialCapture, refund, reversal } = capabilities;
    const canDo = { CP: partialCapture, RF: refund, RV: reversal }[paymentType];
    if (!canDo || !paymentTypes.includes(original)) continue;
    rule(`${paymentType} of a ${original}`, async () => {
      const asked = request({ paymentType: original });
      await pay(asked);
      const operation = on(asked, { paymentType, amount });
      const answer = await operate(operation);
      expect(answer.resultCode).toBe(APPROVED[mode]);
      expect((await connector.ask(operation.reference))?.resultCode).toBe(APPROVED[mode]);
    });
  }

  rule('never does an operation that was cancelled before it arrived', async () => {
    const asked = request();
    await pay(asked);
    const operation = on(asked, { paymentType: 'RF', amount: 9_200 });
    await connector.cancel(operation.reference);
    const late = await operate(operation).catch(() => undefined);
    expect(isSuccess(late?.resultCode ?? '')).toBe(false);
    expect(isSuccess((await connector.ask(operation.reference))?.resultCode ?? '')).toBe(false);
  });

  if (cards) {
    rule('stores a card alone where it can, the same one however often it is told', async () => {
      const { paymentBrand, parameters } = request();
      const card = cardOf(cards.approved);
      const registrationId = newReference();
      for (const _ of [1, 2]) {
        const asked = { registrationId, channelId, paymentBrand, card, parameters };
        expect((await connector.register?.(asked)) ?? { isStored: true }).toEqual({
          isStored: true,
        });
      }
    });

    if (capabilities.wallets) {
      rule('takes a network token whose wallet has authenticated the shopper', async () => {
        const { cvv: _, ...card } = cardOf(cards.challenged);
        const cryptogram = randomBytes(20).toString('base64');
        const wallet = { brand: 'APPLEPAY', cardBrand: 'VISA', cryptogram, eci: '05' } as const;
        const parameters = { 'threeDSecure.eci': '05' };
        const answer = await pay(request({ card: { ...card, wallet }, parameters }));
        expect(answer.resultCode).toBe(APPROVED[mode]);
        expect(answer.nextStep).toBeUndefined();
      });
    }

    rule(
      'a payment whose shopper is asked is pending, says where the shopper goes, and can be asked about',
      async () => {
        const asked = request({ card: cardOf(cards.challenged) });
        const answer = await pay(asked);
        expect(isPending(answer.resultCode)).toBe(true);
        const { page } = answer.nextStep ?? {};
        expect(new URL(page?.url ?? '').protocol).toMatch(/^https?:$/);
        const known = await connector.ask(asked.reference);
        expect(isPending(known?.resultCode ?? '')).toBe(true);
        expect(known?.nextStep?.page?.url).toBe(page?.url);
        // A request that comes again asks the shopper nothing else; it may be refused.
        await connector.authorise(asked, signal()).catch(() => undefined);
        expect((await connector.ask(asked.reference))?.nextStep).toEqual(known?.nextStep);
      },
    );

    rule('tells of a stored card, as often as it is asked', async () => {
      const { paymentBrand, parameters } = request();
      for (const [kind, number] of [
        ['renewed', cards.renewed],
        ['gone', cards.gone],
      ] as const) {
        const card = cardOf(number);
        const registrationId = newReference();
        await connector.register?.({ registrationId, channelId, paymentBrand, card, parameters });
        const asked = request({ card, registrationId, isStored: true });
        const { storedCard, resultCode } = await pay(asked);
        const known = await connector.ask(asked.reference);
        expect(isSuccess(resultCode)).toBe(kind === 'renewed');
        for (const told of [storedCard, known?.storedCard]) {
          expect(told?.kind).toBe(kind);
          if (told?.kind !== 'renewed') continue;
          expect(told.card.last4Digits).toMatch(/^\d{4}$/);
          expect(told.card.last4Digits).not.toBe(number.slice(-4));
        }
      }
    });

    const { changeStoredCard } = tested;
    if (changeStoredCard) {
      rule('tells of a stored card without a payment, once', async () => {
        const { paymentBrand, parameters } = request();
        const card = cardOf(cards.approved);
        for (const kind of ['renewed', 'gone'] as const) {
          const registrationId = newReference();
          await connector.register?.({ registrationId, channelId, paymentBrand, card, parameters });
          await changeStoredCard(registrationId, kind);
          const told: unknown[] = [];
          for (const _ of [1, 2]) {
            await connector.poll?.({
              onDecided: async () => true,
              onOperation: async () => true,
              onStoredCard: async (stored, update) => void told.push([stored, update.kind]),
            });
          }
          expect(told).toEqual([[{ registrationId, channelId }, kind]]);
        }
      });
    }

    if (capabilities.threeDSecure) {
      rule('a soft decline leads to a challenge, at once or where that is asked for', async () => {
        const card = cardOf(cards.softDeclined);
        const first = await pay(request({ card }));
        const isAsked = isPending(first.resultCode);
        if (!isAsked) expect(first.resultCode).toBe(RESULT.softDeclined);
        const parameters = { 'threeDSecure.challengeIndicator': '04' };
        const second = isAsked ? first : await pay(request({ card, parameters }));
        expect(isPending(second.resultCode)).toBe(true);
        expect(new URL(second.nextStep?.page?.url ?? '').protocol).toMatch(/^https?:$/);
      });
    }

    rule('a payment whose shopper is asked does not believe what anybody sends back', async () => {
      const asked = request({ card: cardOf(cards.challenged) });
      await pay(asked);
      const forged = { id: 'somebody-elses', cres: 'forged', receipt: 'forged' };
      expect(await connector.isGenuine(asked.reference, forged)).toBe(false);
    });

    rule('a payment whose shopper is asked ends as it is told to, once', async () => {
      const asked = request({ card: cardOf(cards.challenged) });
      await pay(asked);
      expect((await connector.cancel(asked.reference, CANCELLED)).resultCode).toBe(CANCELLED);
      expect((await connector.cancel(asked.reference, RESULT.pendingTimedOut)).resultCode).toBe(
        CANCELLED,
      );
      expect((await connector.ask(asked.reference))?.resultCode).toBe(CANCELLED);
    });
  }

  if (decide) {
    rule(
      'an outcome that comes from outside is waited for, and told until it is heard',
      async () => {
        const asked = request();
        expect(isPending((await connector.authorise(asked, signal())).resultCode)).toBe(true);
        expect(isPending((await connector.ask(asked.reference))?.resultCode ?? '')).toBe(true);
        const told: string[] = [];
        const isTold = async (isHeard: boolean) => {
          told.length = 0;
          await connector.poll?.({
            onDecided: async (reference) => told.push(reference) > 0 && isHeard,
            onOperation: async () => false,
            onStoredCard: async () => undefined,
          });
          return told.filter((reference) => reference === asked.reference).length;
        };
        expect(await isTold(true)).toBe(0);
        await decide(asked.reference, 'approved');
        expect(await isTold(false)).toBe(1);
        await expect.poll(() => isTold(true), { timeout: 30_000, interval: 500 }).toBe(1);
        // Longer than the pause before it would be told once more.
        await sleep(5_000);
        expect(await isTold(true)).toBe(0);
      },
    );

    rule('an outcome that comes after a cancellation changes nothing', async () => {
      const asked = request();
      await connector.authorise(asked, signal());
      await connector.cancel(asked.reference, CANCELLED);
      await decide(asked.reference, 'approved');
      expect((await connector.ask(asked.reference))?.resultCode).toBe(CANCELLED);
    });

    if (capabilities.refund) {
      rule('a refund that may have been paid out is not given up', async () => {
        const asked = request();
        await pay(asked);
        const refund = on(asked, { paymentType: 'RF', amount: 4_000 });
        await connector.operate(refund, signal());
        const cancelled = await connector.cancel(refund.reference).catch(() => undefined);
        expect(failed(cancelled?.resultCode ?? RESULT.pending)).toBe(false);
        await decide(refund.reference, 'approved');
        expect((await connector.ask(refund.reference))?.resultCode).toBe(APPROVED[mode]);
      });
    }
  }

  return rules;
}

/**
 * The connector to another gateway that speaks this same API. A charge is sent once. Whenever its
 * answer is not clear, the processor is asked by our reference before anything else; what cannot be
 * found out in time is cancelled here and compensated there.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { AUTHENTICATION, REGISTRATION } from '../../../contract/catalogue.ts';
import { RESULT } from '../../../contract/result-by-name.ts';
import { isPending } from '../../../contract/result-codes.ts';
import { NotAllowedError, NotSentError } from '../../outgoing/guarded-client.ts';
import type {
  AuthoriseRequest,
  Connector,
  ConnectorAnswer,
  ConnectorContext,
  PollListeners,
  ReferenceRequest,
} from '../connector.ts';
import { MISCONFIGURED, type Outcome, readAnswer, refused } from './answer.ts';
import { createRelayClient, type Fields, type RelayConfig } from './client.ts';
import { createCompensation } from './compensation.ts';
import { createInquiry } from './inquiry.ts';
import {
  answerIn,
  INBOUND_NOTIFICATION,
  openRelayLedger,
  type RequestRow,
  STORED,
  STORED_CARD_NOTIFICATION,
} from './ledger.ts';
import { createProcessorOperations } from './processor-operations.ts';
import { registerThere } from './register.ts';
import { openRegistrations, scheduleDeletion } from './registrations.ts';
import { chargeFields, operationFields } from './request.ts';
import { createStoredCardNotifications } from './stored-cards.ts';
import { createOutcomeResolution } from './unknown-outcome.ts';

/** Milliseconds. */
export interface RelayTiming {
  /** For a charge, or an operation on one. */
  readonly chargeMs: number;
  /** For each question, and each step of a compensation. */
  readonly askMs: number;
  /** After the charge was sent: what is not known by then is cancelled. */
  readonly giveUpMs: number;
  /** How long a sweeper keeps away beyond all of that. */
  readonly marginMs: number;
}

const TIMING: RelayTiming = {
  chargeMs: 15_000,
  askMs: 5_000,
  giveUpMs: 22_000,
  marginMs: 30_000,
};

export interface RelayOptions
  extends Pick<ConnectorContext, 'db' | 'outgoing' | 'own'>,
    Partial<Pick<ConnectorContext, 'report'>> {
  /** Undefined where the channel has another connector, or no token for this one. */
  readonly configOf: (channelId: string) => Promise<RelayConfig | undefined>;
  readonly timing?: RelayTiming;
}

const UNREACHABLE = RESULT.acquirerUnavailable;
const NO_REFERENCE = RESULT.referenceNotFound;
/** A card could be sent once more; what the shopper has agreed with a brand is at the processor only. */
const NO_AGREEMENT = RESULT.registrationNotFound;

/** What moves nothing is asked for elsewhere. */
const PATHS: Readonly<Record<string, string>> = {
  [AUTHENTICATION]: '/v1/threeDSecure',
  [REGISTRATION]: '/v1/registrations',
};

export function createRelay(options: RelayOptions): Connector {
  const { db, outgoing, configOf, own, timing = TIMING, report = () => {} } = options;
  const { chargeMs, askMs, giveUpMs, marginMs } = timing;
  const ledger = openRelayLedger(db);
  const registrations = openRegistrations(db);
  const client = createRelayClient(outgoing, own);
  const inquiry = createInquiry(client, askMs);
  const compensate = createCompensation(client, inquiry, askMs);

  const parts = { ledger, inquiry, compensate, registrations, configOf, report, askMs };
  const { finish, clear, ask, cancel, compensateNow } = createOutcomeResolution(parts);

  /** Asks for money, once. */
  const request = async (
    asked: AuthoriseRequest | ReferenceRequest,
    prepare: (config: RelayConfig) => Promise<{ path: string; fields: Fields } | Outcome>,
  ): Promise<ConnectorAnswer> => {
    const { reference, channelId, paymentType: type, amount, currency, mode } = asked;
    const isNew = await ledger.begin({
      reference,
      channel_id: channelId,
      type,
      amount,
      currency,
      mode,
      registration_id: 'registrationId' in asked ? (asked.registrationId ?? null) : null,
    });
    const row = await ledger.find(reference);
    if (!row) throw new Error(`the request ${reference} is gone`);
    // Cancelled before it was made; or under way, and made once.
    if (!isNew) return answerIn(row) ?? Promise.reject(new Error('this was asked for before'));
    const config = await configOf(channelId);
    if (!config) {
      const why = 'the connector of this channel is not configured';
      return finish(row, refused(MISCONFIGURED, why));
    }
    const sending = await prepare(config);
    if ('kind' in sending) return finish(row, sending);
    const giveUpAt = performance.now() + giveUpMs;
    const options = { key: reference, timeLimitMs: chargeMs };
    const outcome = await client
      .post(config, sending.path, sending.fields, options)
      .then((answered) => readAnswer(answered, row, config.settings))
      .catch(notSent);
    // Its ledger counts, not what came over the wire: most of it could not be compensated.
    if (!outcome || outcome.kind === 'wrong') return clear(row, giveUpAt);
    if (isUnknownCard(outcome)) await registrations.forget(row);
    return finish(row, outcome);
  };

  const handleProcessorOperation = createProcessorOperations({ ledger, inquiry, configOf, report });

  const handleStoredCard = createStoredCardNotifications({ ledger, client, configOf, askMs });

  const pollOne = async (
    row: RequestRow,
    { onDecided, onOperation, onStoredCard }: PollListeners,
  ): Promise<void> => {
    if (row.type === STORED_CARD_NOTIFICATION) return handleStoredCard(row, onStoredCard);
    if (row.type === INBOUND_NOTIFICATION) return handleProcessorOperation(row, onOperation);
    if (row.undo === STORED.monitoring) return compensateNow(row.reference);
    const known = answerIn(row) ?? (await ask(row.reference));
    if (!known || isPending(known.resultCode)) return;
    if (await onDecided(row.reference)) await ledger.markDone(row.reference);
  };

  return {
    timeLimitMs: giveUpMs + 4 * askMs,
    leaseMs: giveUpMs + 4 * askMs + marginMs,
    authorise: (asked) =>
      request(asked, async (config) => {
        const stored = await registrations.find(asked);
        if (asked.isStored && !asked.card && asked.iban === undefined && !stored) {
          return refused(NO_AGREEMENT, 'the processor has no such registration');
        }
        const fields = chargeFields(asked, config.settings, stored !== undefined);
        const path = stored
          ? `/v1/registrations/${encodeURIComponent(stored)}/payments`
          : (PATHS[asked.paymentType] ?? '/v1/payments');
        return { path, fields };
      }),
    operate: (asked) =>
      request(asked, async (config) => {
        const original = await ledger.find(asked.referenced);
        let id = original?.upstream_id;
        if (original && !id) {
          // Its answer never came, and the operator has said that it was made: the processor has its id.
          const found = await inquiry
            .find(config, original.reference)
            .catch(() => 'unknown' as const);
          if (found === 'unknown') {
            return refused(UNREACHABLE, 'the processor cannot be asked for the payment');
          }
          id = found?.id;
        }
        if (!id) return refused(NO_REFERENCE, 'the processor has no such payment');
        const path = `/v1/payments/${encodeURIComponent(id)}`;
        return { path, fields: operationFields(asked, config.settings) };
      }),
    async isGenuine(reference, { id }) {
      // It proves nothing, and need not: the processor is asked what became of the payment.
      const row = await ledger.find(reference);
      return row !== undefined && (id === undefined || id === row.upstream_id);
    },
    async resume({ reference }) {
      const giveUpAt = performance.now() + giveUpMs;
      for (let pause = 100; ; pause *= 2) {
        try {
          const known = await ask(reference);
          if (known) return known;
        } catch {
          // Asked again below.
        }
        if (performance.now() + pause > giveUpAt) throw new Error('the processor does not tell');
        await sleep(pause);
      }
    },
    ask,
    cancel,
    async register(asked) {
      const config = await configOf(asked.channelId);
      return config && registerThere(asked, config, { client, registrations, timeLimitMs: askMs });
    },
    async poll(listeners) {
      const due = await ledger.takeDue();
      // One that fails is due again later by itself.
      await Promise.allSettled(due.map((row) => pollOne(row, listeners)));
      await registrations.deleteUnused(client, configOf, askMs);
    },
    forgetRegistration: scheduleDeletion,
  };
}

/** What is definite about a request that failed: that it was not sent. Anything else is a doubt. */
function notSent(error: unknown): Outcome | undefined {
  if (error instanceof NotAllowedError) {
    const why = 'the address of the processor is not allowed: private, or our own';
    return refused(MISCONFIGURED, why);
  }
  if (!(error instanceof NotSentError)) return undefined;
  return refused(UNREACHABLE, 'the processor cannot be reached, or has a wrong certificate');
}

/** The processor has no such registration any more; one that was revoked it has. */
const isUnknownCard = (outcome: Outcome): boolean =>
  outcome.kind === 'decided' &&
  outcome.answer.resultCode.startsWith('100.150.') &&
  outcome.answer.resultCode !== RESULT.registrationRevoked;

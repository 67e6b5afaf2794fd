/**
 * The internal simulator: approves what looks right, declines the documented test cards, sends
 * shoppers to its banks where a card or a brand wants that, and keeps a ledger of its own.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { AUTHENTICATION, REGISTRATION } from '../../../contract/catalogue.ts';
import { isInitial } from '../../../contract/parameter-rules.ts';
import { APPROVED, type PaymentMode } from '../../../contract/payment-mode.ts';
import { RESULT } from '../../../contract/result-by-name.ts';
import { isPending, isSuccess, RESULT_CODES } from '../../../contract/result-codes.ts';
import { ALL_TEST_CARDS } from '../../../contract/test-cards.ts';
import { realNow } from '../../store/clock.ts';
import type { Database } from '../../store/database.ts';
import { keptQuery } from '../../store/kept-query.ts';
import { whileAway } from '../../work-place.ts';
import type {
  AuthoriseRequest,
  Connector,
  ConnectorAnswer,
  ConnectorContext,
  ConnectorDefinition,
  ConnectorSettings,
  ReferenceRequest,
  SandboxTools,
} from '../connector.ts';
import { createBankVisits, withCode } from './bank-visits.ts';
import { openDebits } from './debits.ts';
import {
  acquirerResponse,
  exemptionOf,
  isAuthenticated,
  schemeTransactionId,
  simulatedChecks,
} from './issuer.ts';
import { openSimulatorLedger, STORED_CARD_UPDATES } from './ledger.ts';

/** The answer for a reference that was cancelled before its request arrived. */
const CANCELLED = RESULT.neverArrived;
/** An update from outside, as a bank's own decision is when no request waits for it. */
const SETTLED_AS_DECLINED = RESULT.rejectedByBank;

/** Parameter of the merchant's server that forces any known result code. */
const FORCED_RESULT = 'customParameters[simulator.result]';

/** Simulated trouble: what the sandbox can make the simulator do for a channel. */
const BEHAVIOURS = ['normal', 'slow', 'hang', 'fail', 'lose-answer'] as const;
type Behaviour = (typeof BEHAVIOURS)[number];

const SLOW_ANSWER_MS = 5_000;

const CARDS = new Map(ALL_TEST_CARDS.map((card) => [card.number, card]));

/** What was decided may still be asked for by an instance that is late. */
const DECIDED_KEPT_MS = 60 * 60_000;

export interface Simulator extends Connector {
  readonly sandbox: SandboxTools;
}

export function createSimulator(db: Database, banks: ConnectorContext['banks']): Simulator {
  const ledger = openSimulatorLedger(db);
  const visits = createBankVisits(banks, ledger);
  const debits = openDebits(db, ledger);

  const authorise = async (request: AuthoriseRequest, signal: AbortSignal) => {
    const card = CARDS.get(request.card?.number ?? '');
    if (card?.slow) await whileAway(sleep(SLOW_ANSWER_MS, undefined, { signal }));
    const exemption = exemptionOf(request);
    const checks = {
      ...simulatedChecks(request),
      ...(exemption && { exemption }),
      ...(card?.issuerCountry && { issuerCountry: card.issuerCountry }),
    };
    const stored = request.isStored ? card?.stored : undefined;
    // No acquirer is asked.
    if ([AUTHENTICATION, REGISTRATION].includes(request.paymentType)) {
      const details = { ConnectorTxID1: request.reference };
      const code = forcedResult(request) ?? approvalIn(request.mode);
      const agreed = { resultCode: code, details };
      return (await visits.begin(request, agreed)) ?? ledger.post(request.reference, agreed);
    }
    const answer = (code: string) => ({
      ...answerTo(request, code),
      checks,
      ...(stored && { storedCard: STORED_CARD_UPDATES[stored] }),
    });
    const approved = approvalIn(request.mode);
    const forced = forcedResult(request);
    const said = (isAuthenticated(request) && card?.authenticatedCode) || card?.resultCode;
    const isFine = said === APPROVED.INTERNAL || (card?.stored && !stored);
    const declined = isFine ? undefined : said;
    const refused = exemption === 'refused' ? RESULT.softDeclined : undefined;
    const code = forced ?? refused ?? declined ?? approved;
    // A soft decline that was forced is the issuer's last word, and who is exempt is not asked.
    if (forced === RESULT.softDeclined || exemption) {
      return ledger.post(request.reference, answer(code));
    }
    // A pending result that was forced is the bank's last word for now: it asks no shopper.
    if (isPending(code)) return ledger.post(request.reference, answer(code), answer(approved));
    const { iban } = request;
    // No page is visited, even where a decline was forced.
    if (iban !== undefined) {
      return isSuccess(code)
        ? debits.begin({ ...request, iban }, answer(code), withCode)
        : ledger.post(request.reference, answer(code));
    }
    const begun = await visits.begin(request, answer(code));
    return begun ?? ledger.post(request.reference, answer(code));
  };

  return {
    timeLimitMs: 8_000,
    leaseMs: 10_000,
    async authorise(request, signal) {
      const { known, behaviour } = await ledger.askFor(request.channelId, request.reference);
      return behave(behaviour, signal, async () => known ?? authorise(request, signal));
    },
    isGenuine: async (reference, returned) =>
      (await visits.read(reference, returned)) !== undefined,
    resume: async ({ reference, returned, channelId }, signal) =>
      behave(await behaviourOf(db, channelId), signal, () => visits.end(reference, returned)),
    operate: async (request, signal) =>
      behave(await behaviourOf(db, request.channelId), signal, () => {
        const code = forcedResult(request) ?? approvalIn(request.mode);
        return ledger.post(request.reference, answerTo(request, code), approvalOf(request));
      }),
    // It takes any card; only a failure that is asked for keeps one out.
    async register(request) {
      const resultCode = forcedResult(request) ?? '';
      const isFailure = resultCode !== '' && !isSuccess(resultCode) && !isPending(resultCode);
      return isFailure ? { isStored: false, resultCode, why: '' } : undefined;
    },
    ask: ledger.ask,
    poll: debits.poll,
    purge: () => ledger.forgetDecided(realNow() - DECIDED_KEPT_MS),
    async cancel(reference, resultCode = CANCELLED) {
      await debits.settleDue(reference);
      const { details = {}, checks } = (await ledger.undecided(reference))?.answer ?? {};
      return ledger.post(reference, { resultCode, details, ...(checks && { checks }) });
    },
    sandbox: {
      behaviours: BEHAVIOURS,
      behaviourOf: (channelId) => behaviourOf(db, channelId),
      setBehaviour: (channelId, behaviour) => setBehaviour(db, channelId, behaviour),
      async settle(reference, result) {
        const waiting = await ledger.undecided(reference);
        if (!waiting) return undefined;
        const { approved } = waiting;
        const declined = withCode(approved, SETTLED_AS_DECLINED);
        return ledger.post(reference, result === 'accept' ? approved : declined);
      },
      voucherPage: visits.voucherPage,
      readReceipt: visits.readReceipt,
    },
  };
}

/** Does the work in the way that the channel's simulator behaves at present. */
async function behave<T>(
  behaviour: string | undefined,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  switch (behaviour as Behaviour | undefined) {
    case 'slow':
      await whileAway(sleep(SLOW_ANSWER_MS, undefined, { signal }));
      return work();
    case 'hang':
      await whileAway(sleep(2 ** 31 - 1, undefined, { signal }));
      return work();
    case 'fail':
      throw new Error('the simulated connection failed');
    case 'lose-answer':
      await work();
      throw new Error('the simulated answer was lost');
    default:
      return work();
  }
}

const behaviourRow = keptQuery((db, { channelId }: { channelId: string }) =>
  db.selectFrom('simulator_behaviours').select('behaviour').where('channel_id', '=', channelId),
);

async function behaviourOf(db: Database, channelId: string): Promise<Behaviour> {
  const [row] = (await behaviourRow(db, { channelId })).rows;
  return (row?.behaviour as Behaviour | undefined) ?? 'normal';
}

async function setBehaviour(db: Database, channelId: string, behaviour: string): Promise<void> {
  await db
    .insertInto('simulator_behaviours')
    .values({ channel_id: channelId, behaviour })
    .onConflict((conflict) => conflict.column('channel_id').doUpdateSet({ behaviour }))
    .execute();
}

type AnyRequest = AuthoriseRequest | ReferenceRequest;

/** @throws Error on a live channel: real money is never simulated */
function approvalIn(mode: PaymentMode): string {
  if (mode === 'LIVE') throw new Error('a live payment reached the simulator');
  return APPROVED[mode];
}

const approvalOf = (request: AnyRequest) => answerTo(request, approvalIn(request.mode));

function answerTo(request: AnyRequest, resultCode: string): ConnectorAnswer {
  return {
    resultCode,
    details: {
      ConnectorTxID1: request.reference,
      ...acquirerResponse(resultCode),
      ...(isInitial(request.parameters) &&
        isSuccess(resultCode) && { acquirerTxId9: schemeTransactionId(request.reference) }),
    },
  };
}

function forcedResult({ parameters }: Pick<AnyRequest, 'parameters'>): string | undefined {
  const forced = parameters[FORCED_RESULT];
  return forced !== undefined && RESULT_CODES.has(forced) ? forced : undefined;
}

/** It stands in for any processor's test system, and takes everything that a gateway can send. */
export const simulator: ConnectorDefinition<ConnectorSettings> = {
  name: 'simulator',
  settings: z.strictObject({ kind: z.literal('simulator') }),
  capabilities: () => ({
    brands: null,
    currencies: null,
    paymentTypes: ['PA', 'DB', 'CD', AUTHENTICATION],
    reversal: true,
    refund: true,
    partialCapture: true,
    installments: true,
    threeDSecure: true,
    wallets: true,
    agreements: true,
  }),
  testParameters: [FORCED_RESULT],
  open: ({ db, banks }) => createSimulator(db, banks),
};

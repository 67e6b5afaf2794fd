/** `/admin/v1/today`: how the last day went, and what needs an administrator. */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Today } from '../../../contract/admin-api.ts';
import { isCardBrand } from '../../../contract/card-brands.ts';
import { toExactAmount } from '../../../contract/currency.ts';
import { describeResult } from '../../../contract/result-codes.ts';
import { WALLETS } from '../../../contract/wallets.ts';
import { endingCertificates } from '../../gateway/wallets/index.ts';
import { realNow } from '../../store/clock.ts';
import { type ConsoleContext, wantedChannels } from '../console-context.ts';
import { waitingApprovals } from '../payments/approvals.ts';
import { chargebacksDue, type DaySum, daySums, inDoubt, isDecided } from '../payments/last-day.ts';
import { iso } from '../period.ts';
import { may } from '../permissions.ts';
import { endpoint } from '../reference/endpoint.ts';
import { tokensInSight } from '../tokens-in-sight.ts';
import { webhooksInSight } from '../webhooks/webhooks-in-sight.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const ENDING_MS = 14 * DAY_MS;
/** A new one takes Apple's account, and the merchant's. */
const CERTIFICATE_ENDING_MS = 30 * DAY_MS;
const MOST_REASONS = 10;

const ATTEMPTS = ['PA', 'DB'];
const IN = ['DB', 'CP', 'RC', 'CR'];
const OUT = ['RF', 'CD', 'CB'];
const QUERY = z.object({ channel: z.string().max(64).optional() });

export function todayRoutes(app: FastifyInstance, context: ConsoleContext): void {
  const { db } = context.gateway;
  const sumsOfDay = daySums(db);

  app.get(
    '/admin/v1/today',
    endpoint({
      id: 'get-today',
      group: 'Today',
      title: 'How the last 24 hours went, and what needs an administrator',
      needs: 'payments.read',
      query: { schema: QUERY },
      answer: 'Today',
    }),
    async (request): Promise<Today> => {
      const session = context.signedIn(request);
      const { channel } = QUERY.parse(request.query);
      const channels = await wantedChannels(context, session, channel);
      const ids = channels.map(({ id }) => id);
      const now = realNow();
      const [sums, unknown, due, webhooks, tokens, certificates, approvals] = await Promise.all([
        Promise.all(channels.map(sumsOfDay)),
        inDoubt(db, channels),
        chargebacksDue(db, channels),
        webhooksInSight(context, session),
        may(session.role, 'tokens.manage') ? tokensInSight(context, session) : [],
        endingCertificates(db, ids, now + CERTIFICATE_ENDING_MS),
        waitingApprovals(context, session),
      ]);
      const rows = sums.flat();
      const tried = rows.filter(({ type, state }) => ATTEMPTS.includes(type) && isDecided(state));
      const soon = now + ENDING_MS;
      return {
        ...approvalOf(tried),
        byHour: byHour(tried, now),
        byBrand: byBrand(tried),
        byIssuerCountry: mostFirst(
          [...Map.groupBy(tried.filter(isOfCard), ({ issuerCountry }) => issuerCountry)].map(
            ([issuerCountry, of]) => ({
              issuerCountry,
              ...approvalOf(of),
              byBrand: byBrand(of),
            }),
          ),
        ),
        declines: [
          ...Map.groupBy(
            tried.filter(({ state }) => state === 'failed'),
            ({ resultCode }) => resultCode,
          ),
        ]
          .map(([resultCode, of]) => ({
            resultCode,
            resultDescription: describeResult(resultCode),
            count: total(of),
          }))
          .sort((one, other) => other.count - one.count)
          .slice(0, MOST_REASONS),
        money: [
          ...Map.groupBy(
            rows.filter(({ state }) => state === 'succeeded'),
            ({ currency }) => currency,
          ),
        ].map(([currency, of]) => ({
          currency,
          in: toExactAmount(moved(of, IN), currency),
          out: toExactAmount(moved(of, OUT), currency),
        })),
        attention: {
          unknownOutcomes: unknown,
          chargebacksDue: due,
          failingWebhooks: webhooks.filter(
            ({ failingSince, state }) => failingSince !== null && state !== 'paused',
          ),
          endingTokens: tokens.filter(
            ({ expiresAt, revokedAt }) =>
              revokedAt === null &&
              expiresAt !== null &&
              Date.parse(expiresAt) > now &&
              Date.parse(expiresAt) <= soon,
          ),
          endingCertificates: certificates.map(({ endsAt, ...of }) => ({
            ...of,
            endsAt: iso(endsAt),
          })),
          approvalsWaiting: approvals.length,
        },
      };
    },
  );
}

type ApprovalCount = Pick<Today, 'attempts' | 'approved'>;

const total = (of: readonly DaySum[]) => of.reduce((sum, { count }) => sum + Number(count), 0);

const approvalOf = (of: readonly DaySum[]): ApprovalCount => ({
  attempts: total(of),
  approved: total(of.filter(({ state }) => state === 'succeeded')),
});

function byHour(rows: readonly DaySum[], now: number): Today['byHour'] {
  const ofHour = Map.groupBy(rows, ({ hoursAgo }) => hoursAgo);
  const thisHour = Math.floor(now / HOUR_MS);
  return Array.from({ length: DAY_MS / HOUR_MS + 1 }, (_, n) => DAY_MS / HOUR_MS - n).map(
    (hoursAgo) => ({
      at: iso((thisHour - hoursAgo) * HOUR_MS),
      ...approvalOf(ofHour.get(hoursAgo) ?? []),
    }),
  );
}

const mostFirst = <Row extends ApprovalCount>(rows: readonly Row[]): Row[] =>
  rows.toSorted((one, other) => other.attempts - one.attempts);

const byBrand = (rows: readonly DaySum[]) =>
  mostFirst(
    [...Map.groupBy(rows, ({ brand }) => brand)].map(([brand, of]) => ({
      brand,
      ...approvalOf(of),
    })),
  );

/** A bank transfer has no issuer. */
const isOfCard = ({ brand, issuerCountry }: DaySum): boolean =>
  issuerCountry !== null || isCardBrand(brand) || WALLETS.has(brand);

const moved = (rows: readonly DaySum[], types: readonly string[]): bigint =>
  rows
    .filter(({ type }) => types.includes(type))
    .reduce((sum, { amount }) => sum + BigInt(amount), 0n);

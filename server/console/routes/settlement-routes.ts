/** `/admin/v1/chargebacks` and `/admin/v1/settlement`: what was taken back, and what is paid out. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { ChargebackItem, Page, Settlement } from '../../../contract/admin-api.ts';
import { CURRENCY_CODES } from '../../../contract/currency.ts';
import { audit } from '../../gateway/access/index.ts';
import { answerChargeback, takeAnswerBack } from '../chargebacks/answer-chargeback.ts';
import { CHARGEBACK_FILTER, findChargebacks } from '../chargebacks/find-chargebacks.ts';
import { actorOf, type ConsoleContext, wantedChannels } from '../console-context.ts';
import { boundedDays, calendarDay, moment } from '../period.ts';
import { endpoint } from '../reference/endpoint.ts';
import {
  batchesAsCsv,
  batchesOf,
  presentBatch,
  totalsOf,
} from '../settlement/settlement-in-sight.ts';
import type { SignedIn } from '../sign-in/sessions.ts';

const QUERY = z.strictObject({
  from: calendarDay.optional(),
  to: calendarDay.optional(),
  currency: z.enum(CURRENCY_CODES as [string, ...string[]], 'must be a currency code').optional(),
  channel: z.string().max(64).optional(),
});
const ANSWER = z.strictObject({ note: z.string().trim().max(255).optional() });
const TAKE_BACK = z.strictObject({ at: moment });
const DAYS = { usual: 30, most: 366 };

interface OfChargeback {
  Params: { id: string };
}

export function settlementRoutes(app: FastifyInstance, context: ConsoleContext): void {
  const { db, vault } = context.gateway;

  app.get(
    '/admin/v1/chargebacks',
    endpoint({
      id: 'list-chargebacks',
      group: 'Settlement',
      title: 'What cardholders’ banks have taken back',
      needs: 'payments.read',
      query: { schema: CHARGEBACK_FILTER, type: 'ChargebackQuery' },
      answer: 'Page<ChargebackItem>',
    }),
    async (request): Promise<Page<ChargebackItem>> => {
      const session = context.signedIn(request);
      const query = CHARGEBACK_FILTER.parse(request.query);
      const channels = await wantedChannels(context, session, query.channel);
      return findChargebacks(db, channels, query);
    },
  );

  app.put<OfChargeback>(
    '/admin/v1/chargebacks/:id/answer',
    endpoint({
      id: 'answer-chargeback',
      group: 'Settlement',
      title: 'Notes that a chargeback was answered',
      description:
        'It is answered at the processor. The same note again changes nothing; another one is a conflict until the first is taken back.',
      needs: 'chargebacks.answer',
      body: { schema: ANSWER, type: 'AnswerChargeback' },
      answer: 'ChargebackItem',
    }),
    async (request): Promise<ChargebackItem> => {
      const session = context.signedIn(request);
      const { note } = ANSWER.parse(request.body);
      return answerChargeback(context, session, request.params.id, note);
    },
  );

  app.delete<OfChargeback>(
    '/admin/v1/chargebacks/:id/answer',
    endpoint({
      id: 'take-chargeback-answer-back',
      group: 'Settlement',
      title: 'Takes back that a chargeback was answered',
      description:
        'Names the answer by its time, as it was read: another one that is noted by now stays, and is a conflict.',
      needs: 'chargebacks.answer',
      query: { schema: TAKE_BACK, type: 'TakeAnswerBack' },
      answer: 'ChargebackItem',
    }),
    async (request): Promise<ChargebackItem> => {
      const session = context.signedIn(request);
      const { at } = TAKE_BACK.parse(request.query);
      return takeAnswerBack(context, session, request.params.id, Date.parse(at));
    },
  );

  const wantedBatches = async (request: FastifyRequest, session: SignedIn) => {
    const { channel, currency, ...days } = QUERY.parse(request.query);
    const period = boundedDays(days, DAYS);
    const channels = await wantedChannels(context, session, channel);
    return {
      period,
      channel,
      batches: await batchesOf(context, channels, { ...period, currency }),
    };
  };

  app.get(
    '/admin/v1/settlement',
    endpoint({
      id: 'get-settlement',
      group: 'Settlement',
      title: 'What is paid out, by day, channel and currency',
      needs: 'payments.read',
      query: { schema: QUERY, type: 'SettlementQuery' },
      answer: 'Settlement',
    }),
    async (request): Promise<Settlement> => {
      const session = context.signedIn(request);
      const { batches } = await wantedBatches(request, session);
      return { totals: totalsOf(batches), batches: batches.map(presentBatch) };
    },
  );

  app.get(
    '/admin/v1/settlement.csv',
    endpoint({
      id: 'export-settlement',
      group: 'Settlement',
      title: 'What is paid out as a file',
      needs: 'payments.export',
      query: { schema: QUERY, type: 'SettlementQuery' },
      answer: 'csv',
    }),
    async (request, reply) => {
      const session = context.signedIn(request);
      const { period, channel, batches } = await wantedBatches(request, session);
      await audit(vault, db, {
        actor: actorOf(session),
        action: 'settlement exported',
        subject: channel ?? '',
        detail: period,
      });
      return (
        reply
          .type('text/csv; charset=utf-8')
          // The page names the file after the reader's days: a name here would win over its.
          .header('content-disposition', 'attachment')
          .send(batchesAsCsv(batches))
      );
    },
  );
}

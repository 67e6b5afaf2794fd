/** `/admin/v1/schedules`: payments that are made again and again, and their end. */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Page, ScheduleItem } from '../../../contract/admin-api.ts';
import { deschedule } from '../../gateway/registrations/index.ts';
import { alwaysFirst } from '../../gateway/requests/index.ts';
import { throughGateway } from '../admin-failure.ts';
import { type ConsoleContext, noteInAudit, wantedChannels } from '../console-context.ts';
import { endpoint } from '../reference/endpoint.ts';
import {
  channelsOfSchedules,
  findSchedules,
  presentSchedule,
  SCHEDULE_FILTER,
  scheduleInSight,
} from '../schedules/find-schedules.ts';

const QUERY = SCHEDULE_FILTER.extend({ cursor: z.string().max(96).optional() });

interface OfSchedule {
  Params: { id: string };
}

export function scheduleRoutes(app: FastifyInstance, context: ConsoleContext): void {
  const { gateway } = context;

  app.get(
    '/admin/v1/schedules',
    endpoint({
      id: 'list-schedules',
      group: 'Schedules',
      title: 'Payments that are made again and again',
      needs: 'payments.read',
      query: { schema: QUERY, type: 'ScheduleQuery' },
      answer: 'Page<ScheduleItem>',
    }),
    async (request): Promise<Page<ScheduleItem>> => {
      const session = context.signedIn(request);
      const { cursor, ...filter } = QUERY.parse(request.query);
      const { channel, registration } = filter;
      const having =
        registration === undefined
          ? undefined
          : await channelsOfSchedules(gateway.db, registration);
      const channels = await wantedChannels(context, session, channel, having);
      const { items, next } = await findSchedules(gateway.db, channels, filter, cursor);
      return { items: items.map(presentSchedule), next };
    },
  );

  app.delete<OfSchedule>(
    '/admin/v1/schedules/:id',
    endpoint({
      id: 'cancel-schedule',
      group: 'Schedules',
      title: 'Cancels a schedule',
      needs: 'schedules.cancel',
      answer: 'ScheduleItem',
    }),
    async (request): Promise<ScheduleItem> => {
      const session = context.signedIn(request);
      const { schedule, channel } = await scheduleInSight(context, session, request.params.id);
      const ended = await throughGateway(
        deschedule(gateway, channel, schedule, alwaysFirst, (trx, { id, registrationId }) =>
          noteInAudit(context, trx, session, {
            action: 'schedule cancelled',
            subject: id,
            detail: { registrationId },
          }),
        ),
      );
      return presentSchedule(ended);
    },
  );
}

/** `/admin/v1/registrations`: saved cards and agreements, and their end. */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Page, RegistrationDetail, RegistrationItem } from '../../../contract/admin-api.ts';
import { echoedParameters } from '../../../contract/parameters.ts';
import { channelsWithin } from '../../gateway/entities/index.ts';
import { newId, newNdc } from '../../gateway/ids.ts';
import { shownModeOf } from '../../gateway/processors/index.ts';
import { deleteRegistration } from '../../gateway/registrations/index.ts';
import { AdminFailure, notFound, throughGateway } from '../admin-failure.ts';
import { type ConsoleContext, noteInAudit, wantedChannels } from '../console-context.ts';
import { endpoint } from '../reference/endpoint.ts';
import {
  findRegistrations,
  presentRegistration,
  REGISTRATION_FILTER,
  registrationInSight,
} from '../registrations/find-registrations.ts';

const QUERY = REGISTRATION_FILTER.extend({ cursor: z.string().max(96).optional() });

interface OfRegistration {
  Params: { id: string };
}

export function registrationRoutes(app: FastifyInstance, context: ConsoleContext): void {
  const { gateway } = context;

  app.get(
    '/admin/v1/registrations',
    endpoint({
      id: 'list-registrations',
      group: 'Saved cards',
      title: 'Saved cards and agreements',
      needs: 'payments.read',
      query: { schema: QUERY, type: 'RegistrationQuery' },
      answer: 'Page<RegistrationItem>',
    }),
    async (request): Promise<Page<RegistrationItem>> => {
      const session = context.signedIn(request);
      const { cursor, ...filter } = QUERY.parse(request.query);
      const channels = await wantedChannels(context, session, filter.channel);
      const { items, next } = await findRegistrations(context, session, channels, filter, cursor);
      return { items: items.map(presentRegistration), next };
    },
  );

  app.get<OfRegistration>(
    '/admin/v1/registrations/:id',
    endpoint({
      id: 'get-registration',
      group: 'Saved cards',
      title: 'One saved card or agreement',
      needs: 'payments.read',
      answer: 'RegistrationDetail',
    }),
    async (request): Promise<RegistrationDetail> => {
      const session = context.signedIn(request);
      const registration = await registrationInSight(context, session, request.params.id);
      return {
        ...presentRegistration(registration),
        checkoutId: registration.checkoutId,
        bin: registration.card?.bin ?? null,
        parameters: Object.entries(echoedParameters(registration.parameters)),
      };
    },
  );

  app.delete<OfRegistration>(
    '/admin/v1/registrations/:id',
    endpoint({
      id: 'remove-registration',
      group: 'Saved cards',
      title: 'Removes a saved card',
      needs: 'registrations.remove',
      answer: 'nothing',
    }),
    async (request): Promise<object> => {
      const session = context.signedIn(request);
      const registration = await registrationInSight(context, session, request.params.id);
      if (registration.deletedAt !== null) {
        throw new AdminFailure('conflict', 'this saved card was removed already');
      }
      // Of a division, its first channel does the work.
      const [channel] = await channelsWithin(gateway.db, registration.entityId);
      if (!channel) throw notFound('channel');
      const deletion = { id: newId(), ndc: newNdc(channel.id), mode: shownModeOf(channel, {}) };
      await throughGateway(
        deleteRegistration(gateway, registration, channel, deletion, (trx) =>
          noteInAudit(context, trx, session, {
            action: 'saved card removed',
            subject: registration.id,
            detail: { brand: registration.brand },
          }),
        ),
      );
      return {};
    },
  );
}

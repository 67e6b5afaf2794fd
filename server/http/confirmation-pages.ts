/** The gateway's own pages of a confirmation: in the shopper's language, with the way to the shop. */

import type { FastifyReply, FastifyRequest } from 'fastify';
import { knownScheme } from '../../contract/color-scheme.ts';
import { isCardless } from '../../contract/other-brands.ts';
import { translationFor } from '../../locales/translations.ts';
import { type Channel, findChannel, listedOrigins } from '../gateway/entities/index.ts';
import { backToMerchant, ofPayment } from '../gateway/processors/index.ts';
import { channelNow } from '../store/clock.ts';
import type { Payment } from '../store/records/payment.ts';
import type { Context } from './context.ts';
import { outcomeText, wasUnnoticed } from './present/confirmation.ts';
import { single } from './request-values.ts';
import { type ShopperPage, sendShopperPage } from './shopper-page/shopper-page.ts';

export interface StepRoute {
  Params: { id: string; token: string };
  Querystring: Record<string, string | string[] | undefined>;
}
export type StepRequest = FastifyRequest<StepRoute>;

export function confirmationPages({ gateway }: Context) {
  /** The page's common part, in the shopper's language. */
  const pageFor = async (request: StepRequest, payment?: Payment) => {
    const wanted = single(request.query['locale']) ?? request.headers['accept-language'];
    const channel = payment && (await findChannel(gateway.db, payment.entityId));
    const { language, direction, word } = translationFor(
      wanted?.split(/[,;]/)[0],
      channel?.settings.languages,
    );
    const url = payment && resultUrlOf(payment);
    const result = url === undefined ? undefined : { url, label: word('backToShop') };
    const scheme = schemeOf(request);
    const title = word(payment && isCardless(payment) ? 'bankTitle' : 'authenticationTitle');
    const page = {
      language,
      direction,
      ...(scheme && { scheme }),
      title,
      result,
      embedder: payment?.embedder ?? null,
      ancestors: channel ? listedOrigins(channel.settings) : [],
      holders: payment && channel ? holdersOf(payment, channel) : [],
      endsIn:
        channel && payment.dueAt !== null
          ? Math.max(1, payment.dueAt - channelNow(channel.clockOffsetMs))
          : undefined,
    };
    return { page, word };
  };

  const show = async (
    reply: FastifyReply,
    request: StepRequest,
    payment: Payment,
    step: 'done' | 'inner',
    more: Partial<ShopperPage> = {},
  ) => {
    const { page, word } = await pageFor(request, payment);
    const text = word(page.result ? 'returning' : outcomeText(payment));
    // A shopper who comes back an hour later would not know why the shop says no.
    const isOver = step === 'done' && wasUnnoticed(payment);
    return sendShopperPage(reply, {
      ...page,
      step: isOver ? 'over' : step,
      text: isOver ? word(outcomeText(payment)) : text,
      ...more,
    });
  };

  /** Nothing happens, and the log says why. */
  const refuse = async (
    reply: FastifyReply,
    request: StepRequest,
    reason: 'unknown' | 'forged',
  ): Promise<FastifyReply> => {
    request.log.warn({ payment: request.params.id, reason }, 'a return was refused');
    const { page, word } = await pageFor(request);
    const status = reason === 'unknown' ? 404 : 400;
    return sendShopperPage(reply, { ...page, step: 'stop', text: word('pageOutdated'), status });
  };

  return { pageFor, show, refuse };
}

/** Where the shopper goes at the end; undefined where the merchant named no page. */
export const resultUrlOf = (payment: Payment): string | undefined =>
  payment.resultUrl ? backToMerchant(payment.resultUrl, ofPayment(payment)).url : undefined;

/**
 * The page that may hold a bank's question where the channel lists no origins: the one that the shopper
 * pays on; of a payment that a server made, one of the shop that the shopper comes back to.
 * @returns undefined where the list of the channel decides
 */
function holdersOf({ embedder, resultUrl }: Payment, { settings }: Channel) {
  if (listedOrigins(settings).length > 0) return undefined;
  const holder = embedder ?? (resultUrl && new URL(resultUrl).origin);
  return holder ? [holder] : [];
}

/** What the shop's page says of itself, to be carried on to the next page. */
export function lookOf({ query }: StepRequest): Record<string, string> {
  const look = ['locale', 'scheme'].map((name) => [name, single(query[name])] as const);
  return Object.fromEntries(look.filter((pair): pair is [string, string] => Boolean(pair[1])));
}

/** The colour scheme of the form that sent the shopper, as CSS computes it; `normal` is light. */
const schemeOf = ({ query }: StepRequest) => knownScheme(single(query['scheme']));

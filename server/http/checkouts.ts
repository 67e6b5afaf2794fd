/** `/v1/checkouts`: as the merchant's server creates, updates and reads them. */
import { REGISTRATION } from '../../contract/catalogue.ts';
import { storesOnly } from '../../contract/parameter-rules.ts';
import { RESULT } from '../../contract/result-by-name.ts';
import { isPending } from '../../contract/result-codes.ts';
import {
  chooseRelease,
  createCheckout,
  deleteCheckout,
  noteRead,
  ownerToBe,
  paymentOf,
  registrationOf,
  updateCheckout,
} from '../gateway/checkout/index.ts';
import type { Channel } from '../gateway/entities/index.ts';
import { registrationAnswer, resultOf } from '../gateway/events/index.ts';
import { type Checkout, findCheckout, findPayment } from '../gateway/records/index.ts';
import { noSuchCheckout } from '../gateway/requests/index.ts';
import type { Context } from './context.ts';
import {
  BY_PAYMENT_TYPE,
  type MerchantAnswer,
  type MerchantApi,
  type MerchantCall,
  PAYING,
  PAYMENTS,
  READING,
} from './merchant-api.ts';
import { answerPayment } from './payments.ts';
import { queryPairs } from './request-values.ts';

export function checkoutRoutes(api: MerchantApi, context: Context): void {
  const { gateway, release, envelope } = context;
  const { db } = gateway;

  /** What only stores a card can be a division's, whose first channel does the work. */
  const channelFor = async ({ pairs, channel, registrar }: MerchantCall): Promise<Channel> => {
    const sent = Object.fromEntries(pairs.filter(([, value]) => value !== ''));
    return storesOnly(sent) ? (await registrar()).channel : channel();
  };

  /** One that only stores a card is found by the division that it was made for, too. */
  const ownToStore = async ({ registrar }: MerchantCall, id: string): Promise<Checkout> => {
    const { entityId } = await registrar();
    const checkout = await findCheckout(db, id);
    if (!checkout || ![checkout.channel.id, await ownerToBe(db, checkout)].includes(entityId)) {
      throw noSuchCheckout();
    }
    return checkout;
  };

  /** A checkout of another channel is none: it does not exist for this token. */
  const ownCheckout = async (channel: Channel, id: string): Promise<Checkout> => {
    const checkout = await findCheckout(db, id);
    if (checkout?.channel.id !== channel.id) throw noSuchCheckout();
    return checkout;
  };
  const notYet = (id: string): MerchantAnswer => ({ body: envelope(resultOf(RESULT.pending), id) });

  api.post('/v1/checkouts', BY_PAYMENT_TYPE, async (call) => {
    const { pairs } = call;
    const own = await channelFor(call);
    const chosen = await chooseRelease(db, own, release);
    const created = await createCheckout(db, own, chosen.id, pairs);
    const { checkoutId: id, parameters, ignored } = created;
    const integrity = parameters['integrity'] === 'true' && { integrity: chosen.integrity };
    return {
      body: { ...envelope(resultOf(RESULT.checkoutCreated), id), id, ...integrity },
      ignored,
    };
  });

  api.post('/v1/checkouts/:id', PAYING, async (call) => {
    const { id, pairs, need } = call;
    const checkout = await ownToStore(call, id);
    // Another amount of a credit is a credit, too.
    await need(BY_PAYMENT_TYPE([...pairs, ...Object.entries(checkout.parameters)]));
    const { ignored } = await updateCheckout(db, checkout, pairs);
    return { body: { ...envelope(resultOf(RESULT.checkoutUpdated), id), id }, ignored };
  });

  api.delete('/v1/checkouts/:id', PAYMENTS, async (call) => {
    const { id, query } = call;
    const checkout = await ownToStore(call, id);
    const ignored = await deleteCheckout(gateway, checkout, queryPairs(query));
    return { body: { ...envelope(resultOf(RESULT.checkoutDeleted), id), id }, ignored };
  });

  api.get('/v1/checkouts/:id/payment', READING, async ({ id, channel }) => {
    const own = await channel();
    const payment = await paymentOf(db, await ownCheckout(own, id));
    if (!payment) return notYet(id);
    if (!isPending(payment.resultCode)) await noteRead(db, id, payment.id);
    return answerPayment(context, payment, own);
  });

  api.get('/v1/checkouts/:id/registration', READING, async (call) => {
    const { id } = call;
    const checkout = await ownToStore(call, id);
    const registration = await registrationOf(db, checkout);
    if (!registration) {
      const { latestId, channel } = checkout;
      const agreement = latestId === null ? undefined : await findPayment(db, latestId);
      if (agreement?.type !== REGISTRATION) return notYet(id);
      if (!isPending(agreement.resultCode)) await noteRead(db, id, agreement.id);
      return answerPayment(context, agreement, channel);
    }
    await noteRead(db, id, registration.id);
    return { body: registrationAnswer(gateway, registration) };
  });
}

/** What was bought: from `cart.items[n]` and `order.industryData[n]`. */

import { toMinorUnits } from '../../../contract/currency.ts';
import type { IndustryData, Order, OrderItem } from '../../../contract/events/order.ts';
import { industryValue, isIndustry } from '../../../contract/industry-data.ts';
import { type Nested, nest, type ParameterSet } from '../../../contract/parameters.ts';
import { present } from './shared-fields.ts';

/** @param currency of the payment, for items that name none */
export function orderOf(parameters: ParameterSet, currency: string): Order | undefined {
  const { cart, order } = nest(parameters);
  return present({
    orderItems: notEmpty(listIn(cart, 'items').map((item) => itemOf(Object(item), currency))),
    industryData: notEmpty(listIn(order, 'industryData').flatMap(industryOf)),
    orderReferenceNumber: orderReferenceOf(parameters),
  });
}

/** What stays the same for all attempts: the invoice, else the attempt's own reference. */
export const orderReferenceOf = (parameters: ParameterSet): string | undefined =>
  parameters['merchantInvoiceId'] ?? parameters['merchantTransactionId'];

function itemOf(item: Readonly<Record<string, string>>, paidIn: string): OrderItem {
  const { name, quantity, price, currency = paidIn } = item;
  return {
    ...present({
      name,
      quantity: quantity === undefined ? undefined : Number(quantity),
      amount: price === undefined ? undefined : toMinorUnits(price, currency),
    }),
  };
}

function industryOf(data: Nested): IndustryData[] {
  const { type, details } = Object(data) as { type?: Nested; details?: Nested };
  if (!isIndustry(type)) return [];
  const fields = Object.entries(Object(details)).map(([field, value]) => [
    field,
    typeof value === 'string' ? industryValue(type, field, value) : value,
  ]);
  return [{ type, ...(fields.length > 0 && { details: Object.fromEntries(fields) }) }];
}

const listIn = (parent: Nested | undefined, name: string): readonly Nested[] => {
  const list = Object(parent)[name];
  return Array.isArray(list) ? list : [];
};

const notEmpty = <T>(list: T[]): T[] | undefined => (list.length > 0 ? list : undefined);

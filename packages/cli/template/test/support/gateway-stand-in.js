import { NotFoundError } from '@payment-widgets/server';

/** Stands in for the gateway: answers what a test wants, without a network. */
export function standIn() {
  const answers = new Map();
  const created = [];
  return {
    created,
    /** What reading a checkout answers. */
    answer: (checkoutId, payment) => answers.set(checkoutId, payment),
    client: {
      checkouts: {
        create: async (parameters) => {
          created.push(parameters);
          const id = `checkout-${created.length}`;
          answers.set(id, { result: { code: '000.200.000' } });
          return { id, integrity: 'sha384-x' };
        },
        payment: async (id) => {
          const payment = answers.get(id);
          if (payment === GONE) throw new NotFoundError(404, undefined, 'reading it');
          return payment;
        },
      },
    },
  };
}

/** The time to pay is over. */
export const GONE = Symbol('no payment session');
export const PENDING = { id: 'payment-1', result: { code: '000.200.000' } };
export const PAID = { result: { code: '000.100.110' }, amount: '24.00', currency: 'EUR' };
export const DECLINED = { result: { code: '800.100.152' }, amount: '24.00', currency: 'EUR' };

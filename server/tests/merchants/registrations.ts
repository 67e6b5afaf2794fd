/** Cards that a merchant's server stores, pays with and deletes. */

import assert from 'node:assert/strict';
import { CARD_FIELDS } from '../support/payment-fields.ts';
import type { Fields } from '../support/test-gateway.ts';
import { type Act, oneOf } from './call.ts';
import { DECLINE, DECLINED_NUMBER, fieldsOf, forced, moneyOf, REFERENCES } from './payments.ts';
import { APPROVED, failedWith, takePayment } from './take-payment.ts';
import { takeStored } from './take-stored.ts';
import {
  expectOutcome,
  findStored,
  notify,
  type PaymentType,
  type Stored,
  SUCCESS,
  tell,
  UNSEEN,
  type World,
} from './world.ts';

const UNKNOWN = '100.150.200';
const REVOKED = '100.150.202';

const tellAgreement = (world: World, { id, isAgreement }: Stored, type: string, status = type) => {
  if (isAgreement) tell(world, `PAYMENT_AGREEMENT_${type}`, status, `agr_${id}`, '-', undefined);
};

const register: Act = (_, { how }) => {
  const isAgreement = how % 3 === 1;
  const declines = how % 5 === 2;
  const isRefused = how % 7 === 6;
  const fields: Fields = {
    ...CARD_FIELDS,
    ...(isAgreement && { recurringType: 'INITIAL' }),
    ...(declines && { 'card.number': DECLINED_NUMBER }),
    ...(isRefused && forced('800.100.153')),
  };
  return {
    ...{ endpoint: 'create-registration', path: '/v1/registrations', method: 'POST', fields },
    take(now, answer) {
      if (isRefused) {
        // Its answer has no id, and keeps no key.
        expectOutcome(answer, 400, '800.100.153');
        notify(now, 'REGISTRATION', 'CREATED', UNSEEN, '800.100.153');
        if (isAgreement) {
          tell(now, 'PAYMENT_AGREEMENT_CREATED', 'INITIALIZING', UNSEEN, '-', undefined);
          tell(now, 'PAYMENT_AGREEMENT_FAILED', 'FAILED', UNSEEN, '-', undefined);
        }
        return;
      }
      expectOutcome(answer, 200, SUCCESS);
      takeStored(now, answer.body.id, { declines, isAgreement });
    },
  };
};

const payStored: Act = (world, dice) => {
  const stored = oneOf(world.registrations, dice.at);
  if (!stored) return undefined;
  const { id } = stored;
  const money = moneyOf(dice);
  const type = oneOf<PaymentType>(['DB', 'PA', 'DB', 'CD'], dice.how);
  const reference = oneOf(REFERENCES, dice.amount);
  return {
    endpoint: 'pay-with-registration',
    path: `/v1/registrations/${id}/payments`,
    method: 'POST',
    fields: {
      ...{ ...fieldsOf(money), paymentType: type },
      ...(dice.how % 2 === 0 && { recurringType: 'REPEATED' }),
      ...(reference && { merchantTransactionId: reference }),
    },
    take(now, answer) {
      const { state, declines } = findStored(now, id);
      if (state === 'deleted') return expectOutcome(answer, 404, UNKNOWN);
      if (state === 'revoked') return expectOutcome(answer, 400, REVOKED);
      const outcome = declines ? failedWith(DECLINE) : APPROVED;
      takePayment(now, answer, { type, ...money, reference, outcome });
    },
  };
};

const change =
  (
    what: 'update' | 'revoke',
    fieldsBy: (how: number) => Fields,
    taken: (world: World, stored: Stored, how: number) => void,
  ): Act =>
  (world, { at, how }) => {
    const stored = oneOf(world.registrations, at);
    if (!stored) return undefined;
    const { id } = stored;
    return {
      endpoint: `${what}-registration`,
      path: `/sandbox/registrations/${id}/${what}`,
      method: 'POST',
      fields: fieldsBy(how),
      take(now, answer) {
        const found = findStored(now, id);
        if (found.state === 'deleted') return expectOutcome(answer, 404, UNKNOWN);
        if (found.state === 'revoked') return expectOutcome(answer, 400, REVOKED);
        expectOutcome(answer, 200, what === 'revoke' ? REVOKED : SUCCESS);
        assert.equal(answer.body.id, id);
        taken(now, found, how);
      },
    };
  };

const EXPIRIES = ['11/2038', '12/2039'] as const;
const update = change(
  'update',
  (how) => {
    const [month, year] = oneOf(EXPIRIES, how).split('/');
    return { 'card.expiryMonth': month, 'card.expiryYear': year };
  },
  (world, stored, how) => {
    const others = stored.updatedIn === world.step ? stored.expiries : [];
    stored.expiries = [...others, oneOf(EXPIRIES, how)];
    stored.updatedIn = world.step;
    notify(world, 'REGISTRATION', 'UPDATED', stored.id, SUCCESS);
    tellAgreement(world, stored, 'UPDATED', 'ACTIVE');
  },
);

const BY = ['consumer', 'provider'] as const;
const revoke = change(
  'revoke',
  (how) => ({ by: oneOf(BY, how) }),
  (world, stored, how) => {
    stored.state = 'revoked';
    notify(world, 'REGISTRATION', 'UPDATED', stored.id, REVOKED);
    tellAgreement(world, stored, `REVOKED_BY_${oneOf(BY, how).toUpperCase()}`);
  },
);

const unregister: Act = (world, { at }) => {
  const stored = oneOf(world.registrations, at);
  if (!stored) return undefined;
  const { id } = stored;
  return {
    ...{ endpoint: 'delete-registration', path: `/v1/registrations/${id}`, method: 'DELETE' },
    fields: {},
    take(now, answer) {
      const found = findStored(now, id);
      if (found.state === 'deleted') return expectOutcome(answer, 404, UNKNOWN);
      expectOutcome(answer, 200, SUCCESS);
      assert.equal(answer.body.referencedId, id);
      notify(now, 'REGISTRATION', 'DELETED', answer.body.id, SUCCESS);
      if (found.state === 'usable') tellAgreement(now, found, 'REVOKED_BY_MERCHANT');
      found.state = 'deleted';
    },
  };
};

export const REGISTRATIONS: Readonly<Record<string, Act>> = {
  register,
  'pay with a stored card': payStored,
  'bring a stored card up to date': update,
  'revoke a stored card': revoke,
  'delete a stored card': unregister,
};

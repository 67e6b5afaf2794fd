/** What a shopper's form posts: what the merchant said stands, and all that is wrong is said before a CVV is opened. */
import { afterAll, describe, expect, it, vi } from 'vitest';
import type { ParameterSet } from '../../../contract/parameters.ts';
import { describeResult } from '../../../contract/result-codes.ts';
import { SEALED_REFUSED } from '../../../contract/sealed-value.ts';
import { inTransaction } from '../../store/dialect.ts';
import type { CheckoutRow, RegistrationRow } from '../../store/tables.ts';
import { RELAY, refusedBy } from '../../tests/support/a-channel.ts';
import {
  CARD_FIELDS,
  DEBIT,
  DETAILS,
  IBAN,
  NUMBER,
  SHOWN,
} from '../../tests/support/payment-fields.ts';
import { recordsOf } from '../../tests/support/record-rows.ts';
import { SHOP_ORIGIN, sealedCard, sealerBelowHttp } from '../../tests/support/seal.ts';
import { simulatedGateway } from '../../tests/support/simulated-gateway.ts';
import { openSubscribedChannel } from '../../tests/support/subscribed-channel.ts';
import { sandboxToken } from '../../tests/support/wallet-vendor.ts';
import { changeSettings, createEntity } from '../entities/index.ts';
import { newId } from '../ids.ts';
import type { Checkout } from '../records/index.ts';
import {
  hasSealedValue,
  orderOf,
  readSubmission,
  type Submission,
  unsealedTokenOf,
} from './submission.ts';

const { db, vault, drop, merchantId, channelId } = await openSubscribedChannel();
afterAll(drop);
const records = await recordsOf(db, channelId);
const gateway = simulatedGateway(db, vault);
const seal = await sealerBelowHttp(gateway);

const RESULT_URL = 'https://shop.example/result';
const MONEY = { amount: '92.00', currency: 'EUR', paymentType: 'DB' };
const IP = '203.0.113.7';
const REPEATED = { recurringType: 'REPEATED' };
const TEXT: Sent = { ...CARD_FIELDS, shopperResultUrl: RESULT_URL };
const { 'card.number': _, 'card.cvv': __, ...REST } = TEXT;
const { 'card.holder': ___, ...NAMELESS } = REST;
const PAYPAL: Sent = { paymentBrand: 'PAYPAL', shopperResultUrl: RESULT_URL };
const { 'bankAccount.iban': ____, ...HOLDER } = { ...DEBIT, shopperResultUrl: RESULT_URL };

type Sent = Readonly<Record<string, string>>;
const open = (parameters: ParameterSet = {}, given: Partial<CheckoutRow> = {}) =>
  records.openCheckout({ ...MONEY, ...parameters }, given);
const read = (
  checkout: Checkout,
  sent: Sent,
  screen?: Parameters<typeof readSubmission>[4],
): Promise<Submission> => readSubmission(gateway, checkout, Object.entries(sent), IP, screen);
const channelWith = async (settings: Parameters<typeof changeSettings>[2]) => {
  const { id } = await createEntity(db, { kind: 'channel', name: 'Shop', parentId: merchantId });
  await changeSettings(db, id, settings);
  return id;
};
const sealed = ({ id }: Checkout, claims?: Parameters<typeof seal>[2]) =>
  sealedCard(seal, id, claims);
const stored = async (given: Partial<RegistrationRow> = {}, number: string | null = NUMBER) => {
  const id = await records.registration({ card: JSON.stringify(SHOWN), ...given });
  const entityId = given.entity_id ?? channelId;
  if (number !== null) {
    await inTransaction(db, (trx) =>
      vault.keepCard(trx, { ...{ recordId: id, entityId, number }, purgeAt: null }),
    );
  }
  return id;
};
const about = (...names: string[]) => ({
  errors: names.map((name) => expect.objectContaining({ name })),
});

describe('what a form posts', () => {
  it('is the card as it was typed, and what the merchant said of the payment', async () => {
    const checkout = await open({ 'customer.email': 'a@b.example' });
    const screen = vi.fn(async () => true);
    const submission = await read(checkout, { ...TEXT, 'customer.givenName': 'Jane' }, screen);
    expect(submission).toStrictEqual({
      card: { ...DETAILS, cvv: '123' },
      parameters: {
        ...{ ...MONEY, ...TEXT, 'customer.email': 'a@b.example', 'customer.ip': IP },
        'customer.givenName': 'Jane',
      },
      registration: undefined,
      ignored: [],
    });
    // Without its CVV.
    expect(screen).toHaveBeenCalledExactlyOnceWith({ ...submission, card: DETAILS });
  });

  it('changes nothing that the merchant has said', async () => {
    const checkout = await open({ 'customer.ip': '192.0.2.1', 'billing.city': 'Berlin' });
    const sent = { ...TEXT, 'billing.city': 'Rome', 'billing.postcode': '10115' };
    const { parameters, ignored } = await read(checkout, { ...sent, amount: '1.00' });
    expect(parameters).toMatchObject({
      ...{ ...MONEY, 'customer.ip': '192.0.2.1', 'billing.city': 'Berlin' },
      'billing.postcode': '10115',
    });
    expect(ignored).toEqual(['amount', 'billing.city']);
    // What goes only with something else goes with what the merchant has said of it.
    const housed = await open({ 'billing.houseNumber1': '1' });
    await read(housed, { ...TEXT, 'billing.houseNumber2': 'a' });
    const same = await read(checkout, { ...TEXT, 'billing.city': 'Berlin' });
    expect(same.ignored).toEqual([]);
  });

  it('may say that the card is to be stored, as a checkbox does', async () => {
    const checkout = await open();
    const { parameters } = await read(checkout, { ...TEXT, createRegistration: 'on' });
    expect(parameters['createRegistration']).toBe('true');
    const { parameters: without } = await read(checkout, TEXT);
    expect(without).not.toHaveProperty('createRegistration');
  });

  it('names a state without its country', async () => {
    const given = { 'billing.country': 'US', 'billing.state': 'US-CA', 'shipping.state': 'US-NY' };
    const city = { 'billing.city': 'US-CA' };
    const { parameters } = await read(await open(), { ...TEXT, ...given, ...city });
    expect(parameters).toMatchObject({
      ...{ 'billing.state': 'CA', 'shipping.state': 'NY', 'billing.city': 'US-CA' },
    });
  });

  it.each<[what: string, sent: Sent, names: string[]]>([
    ['what is no value', { ...TEXT, 'card.expiryMonth': '13' }, ['card.expiryMonth']],
    ['what nothing else asks for', { ...TEXT, 'customer.email': 'none' }, ['customer.email']],
    ['no number', REST, ['card.number']],
    [
      'no number and a hidden holder',
      { ...NAMELESS, 'card.holderHidden': 'true' },
      ['card.number'],
    ],
    ['no holder', { ...NAMELESS, 'card.number': NUMBER }, ['card.holder']],
    ['an account without a number', HOLDER, ['bankAccount.iban']],
    ['an account beside a card', { ...TEXT, ...DEBIT }, ['card.number', 'card.holder']],
    ['a stored card that is not offered', { ...REST, registrationId: newId() }, ['registrationId']],
  ])('is refused with %s', async (_what, sent, names) => {
    const checkout = await open();
    const screen = vi.fn(async () => true);
    const { errors } = await refusedBy(() => read(checkout, sent, screen));
    expect(errors.map(({ name }) => name)).toEqual(expect.arrayContaining(names));
    expect(screen).not.toHaveBeenCalled();
  });

  it('is refused with no page to go back to', async () => {
    const checkout = await open();
    expect(await refusedBy(() => read(checkout, CARD_FIELDS))).toMatchObject({
      errors: [{ name: 'shopperResultUrl', value: null, message: 'is required' }],
    });
  });

  it('is refused with a page of another shop', async () => {
    const entity_id = await channelWith({ origins: [SHOP_ORIGIN] });
    const checkout = await open({}, { entity_id });
    const sent = { ...TEXT, shopperResultUrl: 'https://evil.example/result' };
    expect(await refusedBy(() => read(checkout, sent))).toMatchObject(about('shopperResultUrl'));
    await read(checkout, TEXT);
  });
});

describe('a holder', () => {
  it('may be absent where the page has hidden the field', async () => {
    const hidden = { ...NAMELESS, 'card.number': NUMBER, 'card.holderHidden': 'true' };
    const { card } = await read(await open(), hidden);
    expect(card).toStrictEqual({ number: NUMBER, expiryMonth: '05', expiryYear: '2034' });
  });

  it('may be absent in an older form, which did not ask for it', async () => {
    const release = newId();
    const frames = { number_frame: '', cvv_frame: '', iban_frame: '', integrity: '' };
    await db
      .insertInto('releases')
      .values({ id: release, created_at: 0, script: '', ...frames })
      .execute();
    const older = await open({}, { release });
    const { card } = await read(older, { ...NAMELESS, ...(await sealed(older)) });
    expect(card).toMatchObject({ number: NUMBER, cvv: '123' });
    // It shows a field for the CVV where there is to be none, too.
    const later = await open(REPEATED, { release });
    const { card: repeated } = await read(later, { ...REST, ...(await sealed(later)) });
    expect(repeated).not.toHaveProperty('cvv');
    // Not of a form of today, nor of text.
    const today = await open();
    const post = { ...NAMELESS, ...(await sealed(today)) };
    expect(await refusedBy(() => read(today, post))).toMatchObject(about('card.holder'));
    const text = { ...NAMELESS, 'card.number': NUMBER };
    expect(await refusedBy(() => read(older, text))).toMatchObject(about('card.holder'));
    const repeatedToday = await open(REPEATED);
    const unwanted = { ...REST, ...(await sealed(repeatedToday)) };
    expect(await refusedBy(() => read(repeatedToday, unwanted))).toMatchObject(about('card.cvv'));
  });
});

describe('a sealed card', () => {
  it('is opened, and with it what its frames saw', async () => {
    const checkout = await open();
    const values = await sealed(checkout, { evidence: '00020000' });
    const screen = vi.fn(async (_submission: Submission) => true);
    const submission = await read(checkout, { ...REST, ...values }, screen);
    const { nonce } = await vault.openSealedValue(db, values['sealed[card.number]']);
    expect(submission).toMatchObject({
      ...{ card: { ...DETAILS, cvv: '123' }, nonce },
      fieldEvidence: { 'card.number': { focusTaken: 2 } },
    });
    expect(screen.mock.lastCall?.[0]).toMatchObject({ nonce, card: DETAILS });
  });

  it('left in peace has nothing to tell', async () => {
    const checkout = await open();
    const submission = await read(checkout, { ...REST, ...(await sealed(checkout)) });
    expect(submission).not.toHaveProperty('fieldEvidence');
  });

  it('keeps its CVV closed where a rule says so', async () => {
    const checkout = await open();
    const values = { ...(await sealed(checkout)), 'sealed[card.cvv]': 'damaged' };
    const sent = { ...REST, ...values };
    expect((await read(checkout, sent, async () => false)).card).toStrictEqual(DETAILS);
    expect(await refusedBy(() => read(checkout, sent))).toMatchObject({
      code: SEALED_REFUSED.notAcceptable,
    });
  });

  it('is needed whole, where the payment is the first of a chain', async () => {
    const checkout = await open({ recurringType: 'INITIAL' });
    const { 'sealed[card.cvv]': _cvv, ...number } = await sealed(checkout);
    expect(await refusedBy(() => read(checkout, { ...REST, ...number }))).toMatchObject(
      about('card.cvv'),
    );
    await read(checkout, { ...REST, ...(await sealed(checkout)) });
  });
});

describe('another way to pay', () => {
  it('needs no card, and is asked for no exemption', async () => {
    const checkout = await open({ 'threeDSecure.exemptionFlag': '01' });
    const screen = vi.fn(async () => false);
    const sent = { ...PAYPAL, 'billing.city': 'Rome', amount: '1.00' };
    const submission = await read(checkout, sent, screen);
    expect(submission).toStrictEqual({
      parameters: { ...MONEY, ...PAYPAL, 'billing.city': 'Rome', 'customer.ip': IP },
      ...{ registration: undefined, ignored: ['amount'] },
    });
    expect(screen).toHaveBeenCalledExactlyOnceWith(submission);
    expect((await read(checkout, TEXT)).parameters['threeDSecure.exemptionFlag']).toBe('01');
  });

  it('debits an account, as it was typed or sealed', async () => {
    const checkout = await open();
    const typed = await read(checkout, {
      ...HOLDER,
      'bankAccount.iban': 'de89 3704 0044 0532 0130 00',
    });
    expect(typed).toMatchObject({ iban: IBAN, registration: undefined });
    expect(typed).not.toHaveProperty('nonce');
    const value = await seal(checkout.id, 'bankAccount.iban', { evidence: '00000003' });
    const screen = vi.fn(async () => true);
    const submission = await read(
      checkout,
      { ...HOLDER, 'sealed[bankAccount.iban]': value },
      screen,
    );
    expect(submission).toMatchObject({
      ...{ iban: IBAN, nonce: (await vault.openSealedValue(db, value)).nonce },
      fieldEvidence: { 'bankAccount.iban': { covered: 3 } },
    });
    expect(screen).toHaveBeenCalledExactlyOnceWith(submission);
  });

  it('is a wallet, whose token has the card, once', async () => {
    const checkout = await open({ 'threeDSecure.exemptionFlag': '01' });
    const token = await sandboxToken(vault, channelId);
    const sent = {
      ...{ paymentBrand: 'GOOGLEPAY', shopperResultUrl: RESULT_URL },
      ...{ 'googlePay.paymentToken': token, amount: '1.00' },
    };
    const screen = vi.fn(async () => true);
    const submission = await read(checkout, sent, screen);
    expect(submission).toMatchObject({
      card: { number: NUMBER, wallet: { cardBrand: 'VISA' } },
      ...{ walletToken: expect.anything(), registration: undefined, ignored: ['amount'] },
      parameters: { ...MONEY, paymentBrand: 'GOOGLEPAY', shopperResultUrl: RESULT_URL },
    });
    expect(submission.parameters).not.toHaveProperty('threeDSecure.exemptionFlag');
    expect(screen).toHaveBeenCalledExactlyOnceWith(submission);
  });
});

describe('a stored card', () => {
  const offered = (id: string, entity_id = channelId, parameters: ParameterSet = {}) =>
    open({ ...parameters, 'registrations[0].id': id }, { entity_id });
  const choice = (registrationId: string): Sent => ({
    registrationId,
    shopperResultUrl: RESULT_URL,
  });
  const required = () => channelWith({ storedCardCvv: 'required' });

  it('is the one that the merchant offers', async () => {
    const id = await stored();
    const submission = await read(await offered(id), choice(id));
    expect(submission).toMatchObject({ card: DETAILS, registration: { id } });
    expect(submission.parameters['paymentBrand']).toBe('VISA');
    expect(submission.card).not.toHaveProperty('cvv');
    const other = await stored();
    expect(await refusedBy(async () => read(await offered(id), choice(other)))).toMatchObject({
      errors: [
        { name: 'registrationId', value: other, message: 'is not a registration of this checkout' },
      ],
    });
  });

  it('is refused beside the token of a wallet', async () => {
    const id = await stored();
    const checkout = await offered(id);
    const sent = {
      ...{ ...choice(id), paymentBrand: 'GOOGLEPAY' },
      'googlePay.paymentToken': await sandboxToken(vault, channelId),
    };
    expect(await refusedBy(() => read(checkout, sent))).toMatchObject(
      about('googlePay.paymentToken'),
    );
  });

  it('that is revoked pays nothing', async () => {
    const id = await stored({ revoked_at: 1, revoked_by: 'consumer' });
    const checkout = await offered(id);
    expect(await refusedBy(() => read(checkout, choice(id)))).toMatchObject({
      code: '100.150.202',
    });
  });

  it('is paid with by its CVV, of a brand that has one, where the channel requires it', async () => {
    const entity_id = await required();
    const id = await stored({ entity_id });
    const checkout = await offered(id, entity_id);
    expect(await refusedBy(() => read(checkout, choice(id)))).toMatchObject({
      ...{ status: 400, code: '100.100.600', description: describeResult('100.100.600') },
      errors: [
        {
          ...{ name: 'card.cvv', value: null },
          message: 'is required for a stored card on this channel',
        },
      ],
    });
    const cvv = { 'sealed[card.cvv]': await seal(checkout.id, 'card.cvv') };
    const submission = await read(checkout, { ...choice(id), ...cvv });
    expect(submission.card?.cvv).toBe('123');
    const { nonce } = await vault.openSealedValue(db, cvv['sealed[card.cvv]']);
    expect(submission.nonce).toBe(nonce);
    const maestro = await stored({ entity_id, brand: 'MAESTRO' });
    expect((await read(await offered(maestro, entity_id), choice(maestro))).card).toEqual(DETAILS);
  });

  it('is offered an exemption as any card', async () => {
    const id = await stored();
    const checkout = await offered(id, channelId, { 'threeDSecure.exemptionFlag': '01' });
    const { parameters } = await read(checkout, choice(id));
    expect(parameters['threeDSecure.exemptionFlag']).toBe('01');
  });

  it('may be an account, which is debited as it was stored', async () => {
    const account = { 'bankAccount.holder': 'Jane Jones', 'customer.email': 'a@b.example' };
    const given = { brand: 'DIRECTDEBIT_SEPA', card: '{}', parameters: JSON.stringify(account) };
    const id = await stored(given, IBAN);
    const checkout = await offered(id, channelId, { 'threeDSecure.exemptionFlag': '01' });
    const screen = vi.fn(async () => true);
    const submission = await read(checkout, { ...choice(id), amount: '1.00' }, screen);
    expect(submission).toStrictEqual({
      parameters: {
        ...{ ...MONEY, ...choice(id), 'customer.ip': IP, 'registrations[0].id': id },
        ...{ paymentBrand: 'DIRECTDEBIT_SEPA', 'bankAccount.holder': 'Jane Jones' },
      },
      ...{ iban: IBAN, registration: expect.objectContaining({ id }), ignored: ['amount'] },
    });
    expect(screen).toHaveBeenCalledExactlyOnceWith(submission);
  });

  it('may be an agreement, which has no account', async () => {
    const id = await stored({ brand: 'PAYPAL', card: '{}' }, null);
    // Its brand, which the page may name, makes it no new one.
    const submission = await read(await offered(id), { ...choice(id), paymentBrand: 'PAYPAL' });
    expect(submission.registration?.id).toBe(id);
    expect(submission).not.toHaveProperty('iban');
    expect(submission.parameters['paymentBrand']).toBe('PAYPAL');
  });

  it('that has no CVV pays nothing where the channel requires one', async () => {
    const entity_id = await required();
    const id = await stored({ entity_id, brand: 'PAYPAL', card: '{}' }, null);
    const checkout = await offered(id, entity_id);
    expect(await refusedBy(() => read(checkout, choice(id)))).toMatchObject({
      errors: [
        {
          ...{ name: 'registrationId', value: id },
          message: 'has no CVV, which this channel requires of what is stored (storedCardCvv)',
        },
      ],
    });
  });

  it('is refused for what its brand cannot do', async () => {
    const id = await stored({ brand: 'PAYPAL', card: '{}' }, null);
    const checkout = await offered(id, channelId, { 'recurring.numberOfInstallments': '3' });
    expect(await refusedBy(() => read(checkout, choice(id)))).toMatchObject(
      about('recurring.numberOfInstallments'),
    );
  });
});

describe('the order of a post', () => {
  const orderFor = async (sent: Sent, checkout: Checkout, registrarId?: string) =>
    orderOf(checkout, await read(checkout, sent), registrarId);

  it('is of the checkout', async () => {
    const checkout = await open();
    const order = await orderFor({ ...TEXT, createRegistration: 'true' }, checkout);
    expect(order).toMatchObject({
      ...{ amount: 92_00, currency: 'EUR', paymentType: 'DB', brand: 'VISA' },
      ...{ checkoutId: checkout.id, ndc: checkout.id, resultUrl: RESULT_URL },
      ...{ createRegistration: true, card: { ...DETAILS, cvv: '123' } },
    });
    for (const name of ['registrationId', 'iban', 'fieldEvidence', 'walletToken', 'registrarId']) {
      expect(order).not.toHaveProperty(name);
    }
    expect(order).not.toHaveProperty('isInline');
    expect((await orderFor(TEXT, checkout)).createRegistration).toBe(false);
  });

  it('is an agreement where it has an owner to be', async () => {
    const checkout = await records.openCheckout({ createRegistration: 'true' });
    expect(await orderFor(PAYPAL, checkout, channelId)).toMatchObject({
      ...{ paymentType: 'RG', registrarId: channelId, createRegistration: true },
    });
  });

  it('stores nothing that is stored already', async () => {
    const id = await stored();
    const checkout = await open({ createRegistration: 'true', 'registrations[0].id': id });
    const sent = { registrationId: id, shopperResultUrl: RESULT_URL };
    expect(await orderFor(sent, checkout)).toMatchObject({
      ...{ registrationId: id, createRegistration: false },
    });
  });

  it('has the account, what the frames saw, and the token of a wallet', async () => {
    const checkout = await open();
    const value = await seal(checkout.id, 'bankAccount.iban', { evidence: '00000003' });
    expect(
      await orderFor({ ...HOLDER, 'sealed[bankAccount.iban]': value }, checkout),
    ).toMatchObject({
      ...{ iban: IBAN, fieldEvidence: { 'bankAccount.iban': { covered: 3 } } },
    });
    const walletToken = { fingerprint: 'f' } as never;
    const submission = { ...(await read(checkout, TEXT)), walletToken };
    expect(orderOf(checkout, submission).walletToken).toBe(walletToken);
  });

  const LIVE = { mode: 'live', connector: RELAY } as const;
  it.each<[channel: string, settings: Parameters<typeof changeSettings>[2], isInline?: true]>([
    ['a test channel', {}, true],
    ['a live channel that lists its pages', { ...LIVE, origins: [SHOP_ORIGIN] }, true],
    ['a live channel open to any page', { ...LIVE, origins: [SHOP_ORIGIN, 'any'] }],
  ])('may hold the brand’s page in its own, of %s', async (_channel, settings, isInline) => {
    const checkout = await open({}, { entity_id: await channelWith(settings) });
    const order = await orderFor({ ...PAYPAL, inlineFlow: 'true' }, checkout);
    expect(order.isInline).toBe(isInline);
  });
});

describe('a post without a card', () => {
  const tokenOf = (paymentId: string, sent: Sent = PAYPAL) =>
    unsealedTokenOf(gateway, paymentId, Object.entries(sent));

  it('is known by its payment and by all that was sent', () => {
    const { token, requestHash } = tokenOf('one');
    for (const hash of [token, requestHash]) expect(hash).toMatch(/^[\da-f]{64}$/);
    expect(tokenOf('one')).toEqual({ token, requestHash });
    expect(tokenOf('other').token).not.toBe(token);
    const more = tokenOf('one', { ...PAYPAL, somethingElse: '1' });
    expect(more.token).toBe(token);
    expect(more.requestHash).not.toBe(requestHash);
  });
});

describe('a value that was sealed', () => {
  it.each<[Sent, boolean]>([
    [{ 'sealed[card.cvv]': 'x' }, true],
    [{ other: '1', 'sealed[bankAccount.iban]': 'x' }, true],
    [{ 'card.number': 'sealed[' }, false],
    [{}, false],
  ])('is seen in %j: %s', (sent, is) => {
    expect(hasSealedValue(Object.entries(sent))).toBe(is);
  });
});

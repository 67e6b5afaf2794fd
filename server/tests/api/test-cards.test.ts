/** Every row of docs/test-cards.md, paid as it stands there. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CARD_BRANDS, cvvLengths } from '../../../contract/card-brands.ts';
import { TEST_IBANS } from '../../../contract/test-ibans.ts';
import { THREE_D_SECURE_CARDS } from '../../../contract/three-d-secure-cards.ts';
import { pollConnectors } from '../../gateway/sweeper.ts';
import { type Shopper, shopperOf } from '../support/shopper.ts';
import { CARD, type Fields, startTestGateway, type TestGateway } from '../support/test-gateway.ts';

const PENDING = '000.200.000';
const PAID = '000.100.110';

const lines = readFileSync(join(import.meta.dirname, '../../../docs/test-cards.md'), 'utf8').split(
  '\n',
);
const cellsOf = (line = '') =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
/** A table of the guide, by the first word of its heading; the columns are those after it. */
function tableOf(heading: string): { readonly columns: string[]; readonly rows: string[][] } {
  const at = lines.findIndex((line) => line.startsWith(`| ${heading} |`));
  const end = lines.findIndex((line, n) => n > at && !line.startsWith('|'));
  return {
    columns: cellsOf(lines[at]).slice(1),
    rows: lines.slice(at + 2, end).map(cellsOf),
  };
}

let test: TestGateway;
let shopper: Shopper;
beforeAll(async () => {
  test = await startTestGateway();
  shopper = shopperOf(test);
});
afterAll(() => test[Symbol.asyncDispose]());

const pay = async (brand: string, number: string, fields: Fields = {}) => {
  const { body } = await test.call('/v1/payments', {
    entityId: test.entityId,
    amount: '92.00',
    currency: 'EUR',
    paymentType: 'DB',
    ...CARD,
    paymentBrand: brand,
    'card.number': number.replaceAll(' ', ''),
    'card.cvv': '1234'.slice(0, Math.max(...cvvLengths(brand))),
    ...fields,
  });
  return body;
};
const read = async (id: string) => (await test.call(`/v1/payments/${id}`)).body;

describe('a plain card', () => {
  it.each(tableOf('Card').rows)(
    '%s of %s: %s, %s, issued in %s',
    async (number, brand, code, _meaning, country) => {
      const { id, result } = await pay(brand, number);
      expect(result.code).toBe(code);
      const { issuer_country: issuedIn } = await test.gateway.db
        .selectFrom('payments')
        .select('issuer_country')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      expect(issuedIn ?? '').toBe(country);
    },
  );
});

describe('a card that its issuer declines softly', () => {
  it.each(tableOf('Soft decline').rows)('%s: %s, then %s', async (number, before = '', after) => {
    const [code = '', ...more] = before.split(', ');
    const away = await pay('VISA', number, { shopperResultUrl: undefined });
    const hasMethodCall = more.includes('after a method call');
    if (hasMethodCall) await shopper.passMethodCall(away.redirect.url);
    expect((await read(away.id)).result.code).toBe(code);
    const begun = await pay('VISA', number);
    expect(begun.result.code).toBe(PENDING);
    if (hasMethodCall) await shopper.passMethodCall(begun.redirect.url);
    await shopper.answerChallenge(begun.redirect.url, 'Y');
    expect((await read(begun.id)).result.code).toBe(after);
  });
});

describe('a card that is stored', () => {
  it.each(tableOf('Stored').rows)('%s: %s, and %s', async (number, code, what = '') => {
    const { 'card.cvv': _, shopperResultUrl: __, ...card } = CARD;
    const stored = await test.call('/v1/registrations', {
      ...{ entityId: test.entityId, ...card },
      'card.number': number?.replaceAll(' ', ''),
    });
    const charge = () =>
      test.call(`/v1/registrations/${stored.body.id}/payments`, {
        ...{ entityId: test.entityId, amount: '92.00', currency: 'EUR', paymentType: 'DB' },
      });
    const { body } = await charge();
    expect(body.result.code).toBe(code);
    const [, last4Digits, expiryMonth, expiryYear] =
      /reads [\d ]+(\d{4}), (\d\d)\/(\d{4})/.exec(what) ?? [];
    if (last4Digits) expect(body.card).toMatchObject({ last4Digits, expiryMonth, expiryYear });
    else expect((await charge()).body.result.description).toContain('revoked by its provider');
    expect((await pay('VISA', number ?? '')).result.code).toBe(PAID);
  });
});

/** What the guide says of each outcome: code and transStatus; ECI of most brands and of some. */
const outcomes = new Map(
  tableOf('Outcome').rows.map(([name = '', code = '', transStatus = '', eci = '']) => [
    name,
    { code, transStatus, eci: eci.split('; ') },
  ]),
);
const OTHER_ECI = /MASTER, MAESTRO, UNIONPAY/;

/** Pays with the card, and follows it as far as the outcome's name says. */
async function expectOutcome(brand: string, number: string, name: string): Promise<void> {
  const [what = '', ...more] = name.split(', ');
  const hasMethodCall = more.includes('after a method call');
  const begun = await pay(brand, number);
  const isChallenge = what === 'challenge';
  if (isChallenge || hasMethodCall) {
    expect(begun.result.code).toBe(PENDING);
    expect(Boolean(begun.redirect.preconditions)).toBe(hasMethodCall);
    expect(begun.threeDSecure.flow).toBe(isChallenge ? 'challenge' : 'frictionless');
  }
  if (isChallenge) return;
  if (hasMethodCall) await shopper.passMethodCall(begun.redirect.url);
  await expectResult(await read(begun.id), what);
}

// biome-ignore lint/suspicious/noExplicitAny: as a merchant's untyped code reads it
function expectResult({ result, threeDSecure, paymentBrand }: any, name: string): void {
  const { code = '', transStatus, eci } = outcomes.get(name) ?? {};
  expect(result.code).toBe(code.startsWith('that of') ? PAID : code);
  const isOther = /^(MASTER|MAESTRO|UNIONPAY)/.test(paymentBrand);
  expect(threeDSecure).toMatchObject({
    version: expect.stringMatching(/^2\.\d\.\d$/),
    transStatus: expect.stringMatching(`^(${transStatus?.replace(', ', '|')})$`),
    threeDSServerTransID: expect.stringMatching(/^[\da-f-]{36}$/),
    dsTransactionId: expect.stringMatching(/^[\da-f-]{36}$/),
    acsTransactionId: expect.stringMatching(/^[\da-f-]{36}$/),
  });
  expect(threeDSecure.eci).toBe(eci?.[isOther ? 1 : 0] || undefined);
  // Only who was authenticated, or at least tried, has a proof for the acquirer.
  expect('verificationId' in threeDSecure).toBe(result.code === PAID);
}

describe('a card of 3-D Secure', () => {
  it('has the indicators that the heading names', () => {
    expect(tableOf('Outcome').columns.at(-1)).toMatch(OTHER_ECI);
  });
  const { columns: brands, rows } = tableOf('What the issuer does');
  const cases = rows.flatMap(([name = '', ...numbers]) =>
    numbers.map((number, n) => [brands[n] ?? '', number, name] as const),
  );
  it.each(cases)('%s %s: %s', (brand, number, name) => expectOutcome(brand, number, name));
});

/** What existing suites have as fixtures (compatibility.md, section 9). */
describe('a card of other gateways of this family', () => {
  const text = readFileSync(
    join(import.meta.dirname, '../../../docs/spec/compatibility.md'),
    'utf8',
  );
  const [, section = ''] = text.split('\n## 9. Test behaviour\n');
  const [facts = ''] = section.split('\n### Brand codes');
  const numbers = [...facts.matchAll(/\b\d{14,16}\b/g)].map(([number]) => number);
  // Abbreviated there: the last three digits of numbers that begin as the one before.
  const short = [...facts.matchAll(/…(\d{3})/g)].map(([, end = '']) => end);

  it('is in the guide', () => {
    const known = lines.join('\n').replaceAll(/(?<=\d) (?=\d)/g, '');
    expect(numbers.length).toBeGreaterThan(20);
    expect(numbers.filter((number) => !known.includes(number))).toEqual([]);
    expect(short.filter((end) => !new RegExp(`[45]2000000000000*${end}`).test(known))).toEqual([]);
  });
});

describe('an outcome of the table', () => {
  const challenged = async () => pay('VISA', '4200000000000018');
  const answers = [...outcomes.keys()].flatMap((name) => {
    const said = /^challenge, answered (.+)$/.exec(name)?.[1];
    return said ? said.split(' or ').map((answer) => [name, answer] as const) : [];
  });
  it.each(answers)('%s: %s', async (name, answer) => {
    const { id, redirect } = await challenged();
    await shopper.answerChallenge(redirect.url, answer);
    const result = await read(id);
    expectResult(result, name);
    expect(result.threeDSecure).toMatchObject({ transStatus: answer, flow: 'challenge' });
  });

  it('is in a row for each answer that a bank can give', () => {
    expect(answers.map(([, answer]) => answer)).toEqual(['Y', 'N', 'D', 'U', 'X']);
  });

  it('challenge given up by the shopper', async () => {
    const { id, redirect } = await challenged();
    await shopper.browse(redirect.url.replace('/start/', '/cancel/'), '');
    expectResult(await read(id), 'challenge given up by the shopper');
  });
});

describe('the matrix of brands', () => {
  const MEANINGS: Readonly<Record<string, string>> = {
    'Y, method call': 'Y true',
    Y: 'Y false',
    attempted: 'A false',
    'challenge, method call': 'C true',
    challenge: 'C false',
    'not enrolled': 'notEnrolled false',
    rejected: 'R false',
    unavailable: 'U false',
    error: 'error false',
  };
  const { columns, rows } = tableOf('Brand');

  it('has every brand, and every cell is the card that it says', () => {
    expect(rows.map(([brand]) => brand)).toEqual(Object.keys(CARD_BRANDS).sort());
    for (const [brand, ...numbers] of rows) {
      const meant = numbers.map((number) => {
        const card = THREE_D_SECURE_CARDS.find(
          (own) => own.brand === brand && own.number === number,
        );
        return `${card?.outcome} ${card?.methodCall}`;
      });
      expect(meant, brand).toEqual(columns.map((column) => MEANINGS[column]));
    }
  });

  it.each(rows)('%s: authenticated, attempted and rejected as the outcomes say', async (...row) => {
    const [brand = ''] = row;
    for (const [column, outcome] of [
      ['Y', 'authenticated'],
      ['attempted', 'attempted'],
      ['rejected', 'rejected'],
    ] as const) {
      const answer = await pay(brand, row[columns.indexOf(column) + 1] ?? '');
      expectResult(answer, outcome);
    }
  });
});

describe('a bank account', () => {
  const DAY = 24 * 60 * 60;
  const pass = async (days: number) => {
    const { entityId } = test;
    await test.call('/sandbox/clock', { entityId, advance: String(days * DAY + 1) });
    await pollConnectors(test.gateway);
  };

  it.each(tableOf('IBAN').rows)(
    '%s (%s): %s, then %s, returned %s',
    async (iban, _, atOnce, later = '', returned = '') => {
      const { id, result } = await pay('DIRECTDEBIT_SEPA', '', {
        'card.number': undefined,
        'card.holder': undefined,
        'card.expiryMonth': undefined,
        'card.expiryYear': undefined,
        'card.cvv': undefined,
        'bankAccount.holder': 'Jane Jones',
        'bankAccount.iban': iban,
      });
      expect(result.code).toBe(atOnce);
      await pass(2);
      if (later !== '–') expect((await read(id)).result.code).toBe(later);
      const [code, days = '0'] = returned.match(/[\d.]+/g) ?? [];
      await pass(Number(days));
      const chargebacks = await test.gateway.db
        .selectFrom('payments')
        .select('result_code')
        .where('referenced_id', '=', id)
        .execute();
      expect(chargebacks).toEqual(code ? [{ result_code: code }] : []);
    },
  );

  it('that is special is in the table', () => {
    const listed = tableOf('IBAN').rows.map(([iban = '']) => iban.replaceAll(' ', ''));
    expect(listed).toEqual(TEST_IBANS.map(({ iban }) => iban));
  });
});

describe('what is found out beside the result', () => {
  const rows = new Map(tableOf('Field').rows.map(([name = '', , values = '']) => [name, values]));
  const pairsOf = (name: string): [string, string][] =>
    [...(rows.get(name)?.matchAll(/`(\d)` ([A-Z])/g) ?? [])].map(([, at = '', said = '']) => [
      at,
      said,
    ]);
  const otherOf = (name: string) => /anything else ([A-Z])/.exec(rows.get(name) ?? '')?.[1];

  it('by the postcode', async () => {
    const pairs = pairsOf('`result.avsResponse`');
    expect(pairs).toHaveLength(4);
    for (const [last, said] of [...pairs, ['5', otherOf('`result.avsResponse`')] as const]) {
      const { result } = await pay('VISA', '4200000000000000', {
        'billing.postcode': `1234${last}`,
      });
      expect(result.avsResponse).toBe(said);
    }
  });

  it('by the CVV', async () => {
    const pairs = pairsOf('`result.cvvResponse`');
    expect(pairs).toHaveLength(4);
    for (const [last, said] of [...pairs, ['1', otherOf('`result.cvvResponse`')] as const]) {
      const { result } = await pay('VISA', '4200000000000000', { 'card.cvv': `12${last}` });
      expect(result.cvvResponse).toBe(said);
    }
  });
});

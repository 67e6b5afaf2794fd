/** Typical mistakes, made: what docs/what-can-go-wrong.md says of each is what is said. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { PAYMENT, startMerchant } from '../../support/merchant.ts';
import { ROOT } from '../guide-code.ts';
import type { RequestMistake } from './mistake.ts';
import { OTHER_MISTAKES } from './other-mistakes.ts';
import { PAGE_MISTAKES } from './page-mistakes.ts';
import { REQUEST_MISTAKES } from './request-mistakes.ts';
import { GUIDE, withTables } from './table.ts';

const merchant = await startMerchant();
afterAll(() => merchant[Symbol.asyncDispose]());

const checkout = await merchant.createCheckout();
const paid = await merchant.createCheckout();
await merchant.pay(paid);
const payment = await merchant.paymentId();
const usedKey = 'order-4711';
await merchant.payment({}, { headers: { 'idempotency-key': usedKey } });
const THERE: Readonly<Record<string, string>> = { checkout, paid, payment, usedKey };

const filled = (text: string) => text.replace(/\{(\w+)\}/g, (all, name) => THERE[name] ?? all);
/** Without what a mistake leaves out. */
const given = (entries: Readonly<Record<string, string | null | undefined>>) =>
  Object.fromEntries(
    Object.entries(entries).flatMap(([name, value]) =>
      value == null ? [] : [[name, filled(value)]],
    ),
  );

const MONEY = { amount: '92.00', currency: 'EUR', paymentType: 'DB' };
const rightFields = (method: string, path: string) => {
  if (method === 'GET') return {};
  return path === '/v1/payments' ? PAYMENT : MONEY;
};

async function make({ request, fields = {}, headers = {} }: RequestMistake) {
  const [method = '', template = ''] = request.split(' ');
  const path = filled(template);
  const all = new URLSearchParams(
    given({ entityId: merchant.entityId, ...rightFields(method, path), ...fields }),
  );
  const isGet = method === 'GET';
  const response = await fetch(`${merchant.url}${path}${isGet ? `?${all}` : ''}`, {
    method,
    headers: given({ authorization: `Bearer ${merchant.token}`, ...headers }),
    ...(!isGet && { body: String(all) }),
  });
  return { status: response.status, body: await response.json() };
}

describe('on a merchant’s server', () => {
  it.each(REQUEST_MISTAKES)('$done', async (mistake) => {
    // Without a type of its own a body that is a text is none of a form.
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    const { status, body } = await make({ ...mistake, headers: { ...type, ...mistake.headers } });
    const { result, parameterHints } = body;
    const said = [result.description, ...(result.parameterErrors ?? []), ...(parameterHints ?? [])];
    const words = said.map((each) => (typeof each === 'string' ? each : each.message)).join('\n');
    expect(words).toContain(mistake.said);
    expect(status).toBe(mistake.status);
  });
});

describe('elsewhere', () => {
  it.each(OTHER_MISTAKES)('$done: $test asks for the words', ({ said, test }) => {
    expect(readFileSync(join(ROOT, test), 'utf8').replaceAll('\\', '')).toContain(said);
  });
});

describe('the guide', () => {
  it('has the tables of what is tested: node server/tests/guides/mistakes/table.ts', () => {
    const guide = readFileSync(GUIDE, 'utf8');
    expect(withTables(guide)).toBe(guide);
  });

  it('has forty mistakes and more, none of them twice', () => {
    const done = [...REQUEST_MISTAKES, ...PAGE_MISTAKES, ...OTHER_MISTAKES].map(
      (each) => each.done,
    );
    expect(done.length).toBeGreaterThanOrEqual(40);
    expect(new Set(done).size).toBe(done.length);
  });
});

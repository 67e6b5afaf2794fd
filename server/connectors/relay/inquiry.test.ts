import { describe, expect, it } from 'vitest';
import type { ProcessorAnswer, RelayClient } from './client.ts';
import { createInquiry } from './inquiry.ts';
import { RelaySettingsSchema } from './settings.ts';

const config = {
  settings: RelaySettingsSchema.parse({
    kind: 'upstream',
    address: 'https://gateway.example',
    entityId: '0'.repeat(32),
  }),
  token: 'a token of the tests',
};

/** Asks a processor that gives the answers of the test, one after the other. */
function inquiryOf(...answers: ProcessorAnswer[]) {
  const answer = async () => {
    const next = answers.shift();
    if (!next) throw new Error('asked too often');
    return next;
  };
  const client: RelayClient = { get: answer, post: answer, remove: answer };
  return createInquiry(client, 1_000);
}

const list = (...payments: object[]): ProcessorAnswer => ({
  status: 200,
  body: { result: { code: '000.000.100' }, payments },
});
const payment = (code: string, more: object = {}) => ({
  id: `payment-${code}`,
  result: { code },
  merchantTransactionId: 'ours',
  ...more,
});

describe('what is true of a reference', () => {
  it('is nothing where the processor lists nothing, or only what is not ours', async () => {
    expect(await inquiryOf(list()).find(config, 'ours')).toBeUndefined();
    const others = list(payment('000.000.000', { merchantTransactionId: 'theirs' }));
    expect(await inquiryOf(others).find(config, 'ours')).toBeUndefined();
  });

  it('is not known where payments are listed without their references', async () => {
    const nameless = list(payment('000.000.000', { merchantTransactionId: undefined }));
    await expect(inquiryOf(nameless).find(config, 'ours')).rejects.toThrow(/without their ref/);
  });

  it('is the success among several attempts', async () => {
    const several = list(payment('800.100.152'), payment('000.000.000'), payment('900.100.300'));
    const found = await inquiryOf(several).find(config, 'ours');
    expect(found?.result.code).toBe('000.000.000');
  });

  it('is a doubt rather than a failure', async () => {
    const several = list(payment('800.100.152'), payment('900.100.300'));
    const found = await inquiryOf(several).find(config, 'ours');
    expect(found?.result.code).toBe('900.100.300');
  });
});

describe('a reference is closed', () => {
  const checkout = (id: string, status = 200): ProcessorAnswer => ({
    status,
    body: { id, result: { code: '000.200.100' } },
  });
  const request = { reference: 'ours', amount: 9_200, currency: 'EUR' };

  it.each([
    ['closed', [checkout('one'), checkout('one')]],
    ['open', [checkout('one'), checkout('two')]],
    ['open', [checkout('one', 400)]],
    ['open', [checkout('one'), checkout('one', 429)]],
    ['arrived', [checkout('one', 409)]],
    ['arrived', [checkout('one', 422)]],
  ])('%s', async (state, answers) => {
    expect(await inquiryOf(...answers).close(config, request)).toBe(state);
  });
});

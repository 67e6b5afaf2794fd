import { afterAll, describe, expect, it } from 'vitest';
import { startAlone } from '../tests/support/test-gateway.ts';

const without = await startAlone();
const told = await startAlone({ securityContact: 'mailto:security@pay.example' });
afterAll(async () => {
  await without[Symbol.asyncDispose]();
  await told[Symbol.asyncDispose]();
});

describe('/.well-known/security.txt', () => {
  it('tells whom to tell, and until when that holds', async () => {
    const { status, headers, body } = await told.call('/.well-known/security.txt');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
    const fields = Object.fromEntries(
      String(body)
        .trim()
        .split('\n')
        .map((line) => line.split(/: (.*)/, 2)),
    );
    expect(fields).toMatchObject({
      Contact: 'mailto:security@pay.example',
      Canonical: `${told.url}/.well-known/security.txt`,
    });
    const days = (Date.parse(fields['Expires']) - Date.now()) / (24 * 60 * 60_000);
    expect(days).toBeGreaterThan(178);
    expect(days).toBeLessThan(366);
  });

  it('is not there where the operator has named no contact', async () => {
    expect((await without.call('/.well-known/security.txt')).status).toBe(404);
  });
});

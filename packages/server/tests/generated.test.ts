/** What is generated is not older than what it is made from, and the client has all of it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { resultGroup as contractGroup, RESULT_CODES } from '../../../contract/result-codes.ts';
import { ROUTES } from '../src/generated/api.ts';
import { createClient, resultGroup } from '../src/index.ts';
import { generatedFiles } from '../write-api.ts';

it.each(Object.entries(generatedFiles()))(
  'src/generated/%s is up to date: node packages/server/write-api.ts',
  (file, source) => {
    const written = readFileSync(join(import.meta.dirname, '..', 'src', 'generated', file), 'utf8');
    expect(written).toBe(source);
  },
);

it('every operation of the API is a method of the client, under its own path', async () => {
  const asked: string[] = [];
  const client = createClient({
    url: 'http://gateway.example',
    accessToken: 'token-of-the-tests',
    fetch: async (url, init) => {
      asked.push(`${init?.method} ${new URL(String(url)).pathname}`);
      return Response.json({ result: { code: '000.000.000' }, records: [], pages: 1 });
    },
  });
  for (const group of Object.values(client)) {
    for (const method of Object.values(group) as ((...args: unknown[]) => unknown)[]) {
      const made = method('x', 'x', {});
      // Iterators ask when they are asked.
      if (made instanceof Promise) await made.catch(() => undefined);
    }
  }
  const known = Object.values(ROUTES).map(
    ({ method, path }) => `${method} ${path.replace(/\{\w+\}/g, 'x')}`,
  );
  expect([...new Set(asked)].sort()).toEqual([...new Set(known)].sort());
});

it('a result code falls into the group that the gateway means', () => {
  const codes = [...RESULT_CODES.keys(), '123.456.789', '800.100.999'];
  expect(codes.map(resultGroup)).toEqual(codes.map(contractGroup));
});

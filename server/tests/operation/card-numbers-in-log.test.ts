/** A card number in what is logged of a request: its path, its query, its headers, errors. */
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { cardNumbersIn } from '../../../contract/card-numbers-in-text.ts';
import { createLogger, maskLine } from '../../create-logger.ts';
import { createWorkbench } from '../../workbench/workbench.ts';
import { startTestGateway } from '../support/test-gateway.ts';

const NUMBER = '5105105105105100';
const SPELLINGS = [
  NUMBER,
  '5105-1051-0510-5100',
  '5105.1051.0510.5100',
  '5105%201051%200510%205100',
  '5105+1051+0510+5100',
  '%35105105105105100',
  '%2535105105105105100',
  encodeURIComponent('５１０５１０５１０５１０５１００'),
  encodeURIComponent('٥١٠٥١٠٥١٠٥١٠٥١٠٠'),
  `order-${NUMBER}-x`,
  `${NUMBER}%zz`,
];

const test = await startTestGateway();
afterAll(() => test[Symbol.asyncDispose]());

let from = 0;
beforeEach(() => {
  from = test.log.length;
});
/** As a reader decodes it, with every encoding taken off. Times are no text. */
const read = (sent: string): string => {
  const line = sent.replaceAll(/"(?:responseTime|time)":[\d.]+|"timestamp":"[^"]+"/g, '');
  const plain = line.replaceAll(/(?:%[0-9a-f]{2})+/gi, (part) => {
    try {
      return decodeURIComponent(part);
    } catch {
      return part;
    }
  });
  return plain === line ? plain : read(plain);
};
const logged = () => test.log.slice(from).map(read).join('');

/** As it is written, without a client that tidies it. */
async function raw(path: string, headers: Readonly<Record<string, string>> = {}): Promise<string> {
  const { hostname, port } = new URL(test.url);
  const socket = connect(Number(port), hostname);
  const lines = Object.entries({ host: 'localhost', connection: 'close', ...headers });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  socket.write(`GET ${path} HTTP/1.1\r\n${head}\r\n`);
  return text(socket);
}

describe.each(SPELLINGS)('%s', (spelling) => {
  it.each([
    ['an unknown path', `/nothing/${spelling}`],
    ['a path of the API', `/v1/payments/${spelling}`],
    ['a checkout', `/v1/checkouts/${spelling}/form`],
    ['a file name', `/v1/x/${spelling}.html`],
    ['a query', `/v1/query?merchantTransactionId=${spelling}`],
    ['a query without a name', `/nothing?${spelling}`],
    ['a fragment', `/nothing#${spelling}`],
  ])('in %s is not logged, and not answered', async (_, path) => {
    const answer = await raw(path);
    expect(answer).toMatch(/^HTTP\/1.1 4\d\d/);
    expect(cardNumbersIn(read(answer))).toEqual([]);
    expect(cardNumbersIn(logged())).toEqual([]);
    expect(logged()).not.toContain('5105105');
  });
});

it.each(['referer', 'user-agent', 'host', 'origin', 'x-request-id', 'accept', 'authorization'])(
  'in the header %s it is not logged',
  async (name) => {
    await raw('/nothing', { [name]: `https://shop.example/${NUMBER}` });
    expect(logged()).toContain('/nothing');
    expect(cardNumbersIn(logged())).toEqual([]);
  },
);

it('nor is it logged by the workbench', async () => {
  const log: string[] = [];
  const workbench = await createWorkbench({
    gatewayUrl: test.url,
    shopUrl: 'http://localhost:1',
    entityId: test.entityId,
    accessToken: test.token,
    bankKey: test.bankKey,
    logger: createLogger('trace', { write: (line) => void log.push(line) }),
  });
  for (const spelling of SPELLINGS) {
    const path = `/nothing/${spelling}?q=${spelling}`;
    await workbench.inject({ path, headers: { referer: `/?q=${spelling}` } });
  }
  await workbench.close();
  expect(log.length).toBeGreaterThan(SPELLINGS.length);
  expect(cardNumbersIn(log.map(read).join('').replaceAll('+', ' '))).toEqual([]);
});

describe('a line of the log', () => {
  const lines: string[] = [];
  const logger = createLogger('trace', { write: (line) => void lines.push(line) });
  beforeEach(() => lines.splice(0));

  it('stays JSON, and has no card number, whatever was logged', () => {
    const secret = '5105 1051 0510 5100';
    logger.error(new Error(`duplicate key (${secret})`));
    logger.info({ a: secret, b: [{ c: `x"${NUMBER}\\` }], [NUMBER]: 1 }, `said ${secret}`);
    logger.warn({ number: Number(NUMBER) }, `5105\n1051\t0510\u200b5100`);
    logger.child({ bound: secret }).info('%s and %j', secret, { x: NUMBER });
    expect(lines).toHaveLength(4);
    for (const line of lines) {
      expect(() => JSON.parse(line)).not.toThrow();
      expect(line.split(/(?<=[:,{[])|(?=[,}\]])/).flatMap(cardNumbersIn)).toEqual([]);
    }
    expect(lines[0]).toContain('duplicate key (…)');
    expect(JSON.parse(lines[2] ?? '')).toMatchObject({ number: '…', msg: '…' });
  });

  it('is otherwise as it was', () => {
    const line = JSON.stringify({
      level: 30,
      time: 1_795_331_245_123,
      responseTime: 5.345678901234564,
      id: '8ac7a4a1411111111111111190abcdef',
      msg: 'request "completed" \u2028 é \\ /',
      none: null,
    });
    expect(maskLine(line)).toBe(line);
  });
});

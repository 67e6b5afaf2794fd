/** What a person sees of the log at a terminal. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { afterAll, describe, expect, it } from 'vitest';
import { createLogger } from './create-logger.ts';
import { type Paint, terminalLog } from './terminal-log.ts';
import { DEMO, environment, runScript, temporaryDataDir } from './tests/support/gateway-process.ts';

const COLOURS: Paint = (colour, said) => `<${colour}>${said}</${colour}>`;

function terminal(paint: Paint = COLOURS) {
  const lines: string[] = [];
  const logger = createLogger(
    'trace',
    terminalLog((said) => lines.push(said), paint),
  );
  return { logger, lines: () => lines.map((line) => line.replace(/\d\d:\d\d:\d\d/, 'TIME')) };
}

describe('a terminal shows', () => {
  it('one line of a request: what was asked, what came of it, how long it took', () => {
    const { logger, lines } = terminal();
    logger.info(
      { reqId: 'a-1', req: { method: 'POST', url: '/v1/checkouts' } },
      'incoming request',
    );
    logger.info({ reqId: 'a-2', req: { method: 'GET', url: '/health' } }, 'incoming request');
    logger.info({ reqId: 'a-2', res: { statusCode: 200 }, responseTime: 0.4 }, 'request completed');
    logger.info(
      { reqId: 'a-1', res: { statusCode: 400 }, responseTime: 12.6 },
      'request completed',
    );
    expect(lines()).toEqual([
      'TIME  GET /health → 200, 0 ms\n',
      'TIME  POST /v1/checkouts → 400, 13 ms\n',
    ]);
  });

  it('a warning and an error in colour, with the request and what else is known', () => {
    const { logger, lines } = terminal();
    logger.info({ reqId: 'a-1', req: { method: 'GET', url: '/v1/x' } }, 'incoming request');
    logger.warn({ channel: 'c1', replica: { lagMs: 3 } }, 'not ready');
    logger.child({ reqId: 'a-1' }).error(new Error('the bank is away'));
    const [warning, error = ''] = lines();
    expect(warning).toBe('<yellow>TIME  WARN  not ready channel=c1 replica={"lagMs":3}</yellow>\n');
    expect(error).toMatch(
      /^<red>TIME {2}ERROR the bank is away \(GET \/v1\/x\)\n {4}Error: the bank/,
    );
    expect(error).toMatch(/<\/red>\n$/);
  });

  it('no card number', () => {
    const { logger, lines } = terminal();
    const url = '/v1/payments/5105105105105100';
    logger.info({ reqId: 'a-1', req: { method: 'GET', url } }, 'incoming request');
    logger.info({ reqId: 'a-1', res: { statusCode: 404 }, responseTime: 1 }, 'request completed');
    logger.warn({ about: url }, `of ${url}`);
    expect(lines()).toHaveLength(2);
    expect(lines().join('')).not.toMatch(/\d{6}/);
  });

  it('nothing that moves its cursor', () => {
    const { logger, lines } = terminal();
    logger.warn({ header: 'x\u001b[2J\u202e' }, 'a\rb');
    expect(lines()).toEqual(['<yellow>TIME  WARN  a\\u000db header=x\\u001b[2J\\u202e</yellow>\n']);
  });
});

describe('the server', async () => {
  const { dataDir, remove } = await temporaryDataDir();
  afterAll(remove);

  /** Its output at a pseudo-terminal, until it has answered a request and was stopped. */
  async function atTerminal(variables: Readonly<Record<string, string>>): Promise<string> {
    // As a person's terminal has it, whatever the terminal of the tests wants: CI has no colours.
    const { FORCE_COLOR: _, NO_COLOR: __, CI: ___, ...env } = environment({ DATA_DIR: dataDir });
    const child = spawn(
      'script',
      [
        '--quiet',
        '--flush',
        '--return',
        '--command',
        `${process.execPath} server/main.ts`,
        '/dev/null',
      ],
      { env: { ...env, ...variables, TERM: 'xterm' }, stdio: ['ignore', 'pipe', 'ignore'] },
    );
    let output = '';
    let asked: Promise<unknown> | undefined;
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const url = /Gateway +(\S+)[\s\S]*Access token/.exec(output)?.[1];
      if (url) asked ??= fetch(`${url}/v1/checkout`);
      if (output.includes('/v1/checkout →')) child.kill('SIGTERM');
    });
    await once(child, 'close');
    await asked;
    return output;
  }

  it('logs JSON where nobody looks', async () => {
    const child = spawn(process.execPath, ['server/main.ts'], {
      env: environment({ DATA_DIR: dataDir }),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const logged = text(child.stderr);
    for await (const chunk of child.stdout) if (/Access token/.test(String(chunk))) child.kill();
    expect(JSON.parse((await logged).split('\n')[0] ?? '')).toMatchObject({ level: 30 });
  });

  it.each([
    ['in colour', {}, true],
    ['without colour where NO_COLOR is set', { NO_COLOR: '1' }, false],
  ])('warns at a terminal %s, and gives a request one line', async (_, variables, isColoured) => {
    const live = ['channel', 'set', DEMO.DEMO_ENTITY_ID, 'mode=live', 'origins=["any"]'];
    const { code } = await runScript('server/admin/admin.ts', live, { DATA_DIR: dataDir });
    expect(code).toBe(0);
    const output = await atTerminal(variables);
    expect(output).toMatch(/\d\d:\d\d:\d\d {2}GET \/v1\/checkout → 404, \d+ ms/);
    expect(output).not.toContain('"level"');
    const [warning = ''] = output.split('\r\n').filter((line) => line.includes('WARN'));
    expect(warning).toContain('any page may embed the form of this live channel');
    expect(warning.startsWith('\u001b[33m')).toBe(isColoured);
  });
});

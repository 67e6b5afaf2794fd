/** The samples of the reference: each is a program of its language, and they do what they say. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { filledSample } from '../../server/reference/endpoint.ts';
import { ENDPOINTS } from '../../server/reference/endpoints.ts';
import { startReceiver } from '../../server/tests/support/receiver.ts';
import { startAlone } from '../../server/tests/support/test-gateway.ts';
import {
  type SampleLanguage,
  samplesOf,
} from '../../server/workbench/reference/samples/samples.ts';
import type { Pair } from '../../server/workbench/reference/sandbox-call.ts';
import { phpProject } from '../php/tests/php-project.ts';
import { CLIENT_METHODS_FILE, clientMethodsSource } from '../php/write-api.ts';
import { installPacked } from '../test-support/installed.ts';
import { run } from '../test-support/run.ts';

const gateway = await startAlone();
const receiver = await startReceiver();
const node = installPacked('server', {});
const php = await phpProject();
afterAll(async () => {
  node.remove();
  php.remove();
  await receiver[Symbol.asyncDispose]();
  await gateway[Symbol.asyncDispose]();
});

const today = new Date().toISOString().slice(0, 10);
const inbox = receiver.url;
const find = (id: string) => {
  const endpoint = ENDPOINTS.find((each) => each.id === id);
  if (!endpoint) throw new Error(`there is no ${id}`);
  return endpoint;
};

/** Reads modules without running them; a mistake names its file. */
const PARSE_MODULES = `import { readFileSync } from 'node:fs';
import { SourceTextModule } from 'node:vm';
for (const file of process.argv.slice(1)) {
  new SourceTextModule(readFileSync(file, 'utf8'), { identifier: file });
}`;
const PARSE_PYTHON = `import ast, sys
for file in sys.argv[1:]:
    ast.parse(open(file).read(), file)`;

interface Language {
  readonly ending: string;
  readonly command: string;
  /** Looks at all files without running them. */
  readonly check: readonly [command: string, ...args: string[]];
}

const LANGUAGES: Readonly<Record<SampleLanguage, Language>> = {
  curl: {
    ending: 'sh',
    command: 'bash',
    check: ['bash', '-ec', 'for file; do bash -n "$file"; done', 'bash'],
  },
  node: {
    ending: 'mjs',
    command: process.execPath,
    check: [
      process.execPath,
      '--experimental-vm-modules',
      '--no-warnings',
      '--input-type=module',
      '--eval',
      PARSE_MODULES,
      '--',
    ],
  },
  php: {
    ending: 'php',
    command: 'php',
    check: ['bash', '-ec', 'for file; do php -l "$file" >&2; done', 'bash'],
  },
  python: { ending: 'py', command: 'python3', check: ['python3', '-c', PARSE_PYTHON] },
};

const folderOf = (language: SampleLanguage) => (language === 'php' ? php : node).directory;

function write(language: SampleLanguage, name: string, code: string): string {
  const file = join(folderOf(language), `${name}.${LANGUAGES[language].ending}`);
  writeFileSync(file, code);
  return file;
}

it('are calls of methods that both clients have: node packages/php/write-api.ts', () => {
  expect(readFileSync(CLIENT_METHODS_FILE, 'utf8')).toBe(clientMethodsSource());
});

describe.each(Object.keys(LANGUAGES) as SampleLanguage[])('in %s', (language) => {
  const { check, command } = LANGUAGES[language];

  it('every endpoint has one that can be read', { timeout: 60_000 }, async () => {
    const files = ENDPOINTS.map((endpoint) => {
      const pairs = filledSample(endpoint, { today, inbox });
      return write(language, endpoint.id, samplesOf(endpoint, pairs)[language]);
    });
    const [program, ...args] = check;
    const { code, stderr } = await run(program, [...args, ...files]);
    expect(code, stderr).toBe(0);
    expect(files.length).toBeGreaterThan(50);
  });

  const variables: Record<string, string> = {
    GATEWAY: gateway.url,
    ENTITY_ID: gateway.entityId,
    ACCESS_TOKEN: gateway.token,
  };
  /** What it prints, when it has ended well. */
  async function runSample(id: string, pairs?: readonly Pair[]): Promise<string> {
    const endpoint = find(id);
    const code = samplesOf(endpoint, pairs ?? filledSample(endpoint, { today, inbox }))[language];
    const ran = await run(command, [write(language, `run-${id}`, code)], {
      cwd: folderOf(language),
      env: variables,
    });
    expect(ran.code, `${id}: ${ran.stderr}${ran.stdout}`).toBe(0);
    return ran.stdout;
  }
  /** As JSON, Node, PHP and Python print it. */
  const idIn = (printed: string): string => {
    const [, id = ''] = /\bid["'\]]?(?::| =>) ?["']?([\w.-]{32,50})/.exec(printed) ?? [];
    expect(id, printed).not.toBe('');
    return id;
  };

  it('a card is charged, and refunded in part', async () => {
    const charge = filledSample(find('create-payment'), { today, inbox }).map(
      ([name, value]): Pair => [name, name === 'paymentType' ? 'DB' : value],
    );
    const paid = await runSample('create-payment', charge);
    expect(paid).toContain('000.100.110');
    variables['ID'] = idIn(paid);
    expect(await runSample('read-payment')).toContain(variables['ID']);
    const pairs: Pair[] = [
      ['amount', '10.00'],
      ['currency', 'EUR'],
      ['paymentType', 'RF'],
    ];
    const refund = await runSample('refer-to-payment', pairs);
    expect(refund).toContain('10.00');
    expect(refund).toContain('000.100.110');
  });

  it('a checkout is created, paid, and its status read', async () => {
    const made = await runSample('create-checkout');
    expect(made).toContain('000.200.100');
    variables['ID'] = idIn(made);
    expect(await runSample('read-checkout-payment')).toContain('000.200.000');
    expect(await runSample('pay-checkout')).toContain('000.100.110');
    expect(await runSample('read-checkout-payment')).toContain('000.100.110');
  });

  it('a webhook is created, and ended', async () => {
    const made = await runSample('create-webhook', [
      ['kind', 'events'],
      ['url', receiver.url],
    ]);
    expect(made).toContain('whsec_');
    variables['ID'] = idIn(made);
    expect(await runSample('list-webhooks')).toContain(variables['ID']);
    await runSample('delete-webhook');
    expect(await runSample('list-webhooks')).not.toContain(variables['ID']);
  });
});

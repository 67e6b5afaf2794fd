/** A server as a process of its own that tells what it uses: the gateway, or a bare one beside it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { DEMO } from '../server/tests/support/gateway-process.ts';
import type { Question, Usage } from './probe.ts';

const ROOT = join(import.meta.dirname, '..');
const PROBE = join(import.meta.dirname, 'probe.ts');

export interface MeasuredServer {
  readonly url: string;
  usage(question?: Question): Promise<Usage>;
  stop(): Promise<void>;
}

/**
 * Starts a script and waits for the first address that it prints.
 * @param input written to its standard input
 */
async function startScript(
  script: string,
  {
    env = {},
    flags = [],
    input,
  }: { env?: Readonly<Record<string, string>>; flags?: readonly string[]; input?: Buffer },
): Promise<MeasuredServer> {
  const child = spawn(process.execPath, [...flags, '--import', PROBE, script], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    // Its log goes nowhere: a reader would take part of the processor.
    stdio: ['pipe', 'pipe', 'ignore', 'ipc'],
  });
  child.stdin?.end(input);
  const url = await new Promise<string>((resolve, reject) => {
    let output = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const found = /http:\/\/\S+(?=\s)/.exec(output)?.[0];
      if (found) resolve(found);
    });
    child.once('exit', (code) => reject(new Error(`${script} ended with ${code}`)));
  });
  return {
    url,
    async usage(question = 'usage') {
      const answer = once(child, 'message');
      child.send(question);
      const [usage] = (await answer) as [Usage];
      return usage;
    },
    async stop() {
      const ended = once(child, 'exit');
      child.kill();
      await ended;
    },
  };
}

/** The gateway without its workbench, as an operator runs it, with the demo merchant of the tests. */
export const startGateway = (
  env: Readonly<Record<string, string>>,
  flags: readonly string[] = [],
): Promise<MeasuredServer> =>
  startScript('server/main.ts', {
    env: { PORT: '0', SHOP_PORT: '0', CONSOLE_PORT: '0', ...DEMO, ...env },
    flags,
  });

/** See `bare-server.ts`. */
export const startBareServer = (body: Buffer): Promise<MeasuredServer> =>
  startScript('bench/bare-server.ts', { input: body });

/** See `webhook-receiver.ts`. */
export const startReceiver = (): Promise<MeasuredServer> =>
  startScript('bench/webhook-receiver.ts', {});

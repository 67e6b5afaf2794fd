#!/usr/bin/env node
/** The command line: see usage.ts for what there is. */
import { parseArgs } from 'node:util';
import { createShop } from './create-shop.ts';
import { doctor } from './doctor/doctor.ts';
import { nearestName } from './generated/nearest-name.ts';
import { listen } from './listen.ts';
import { accessFrom, refuseLive, wordsOf } from './settings.ts';
import { checkTheme } from './theme.ts';
import { trigger, triggerable } from './trigger.ts';
import { EXIT, NotDoneError, USAGE, UsageError } from './usage.ts';
import { VERSION } from './version.ts';

const print = (line: string): void => void process.stdout.write(`${line}\n`);

const COMMANDS = ['listen', 'trigger', 'doctor', 'create-shop', 'theme'];

const OPTIONS = {
  gateway: { type: 'string' },
  entity: { type: 'string' },
  token: { type: 'string' },
  'forward-to': { type: 'string' },
  kind: { type: 'string' },
  types: { type: 'string' },
  secret: { type: 'string' },
  port: { type: 'string' },
  host: { type: 'string' },
  'public-url': { type: 'string' },
  browser: { type: 'string' },
  wait: { type: 'string' },
  tarballs: { type: 'string' },
  list: { type: 'boolean' },
  strict: { type: 'boolean' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
} as const;

async function run(): Promise<number> {
  const { positionals, values } = parsed();
  const [command, ...words] = positionals;
  if (values.version) {
    print(VERSION);
    return EXIT.fine;
  }
  if (values.help || command === undefined) {
    process.stdout.write(USAGE);
    return values.help ? EXIT.fine : EXIT.usage;
  }
  switch (command) {
    case 'listen': {
      only(words, 0, 'listen --forward-to URL');
      const given = values['forward-to'];
      if (given === undefined) throw new UsageError('listen needs --forward-to URL');
      const { PORT = '3000' } = process.env;
      const forwardTo = given.startsWith('/') ? `http://localhost:${PORT}${given}` : given;
      const access = accessFrom(values, process.env);
      const { kind = 'events', types, port, host } = values;
      const known = kind === 'events' ? process.env['WEBHOOK_SECRET'] : undefined;
      const secret = values.secret ?? (known || undefined);
      const options = {
        forwardTo,
        kind,
        types,
        secret,
        port,
        host,
        publicUrl: values['public-url'],
      };
      await listen(access, options, print, untilStopped());
      return EXIT.fine;
    }
    case 'trigger': {
      if (values.list) {
        for (const name of triggerable()) print(name);
        return EXIT.fine;
      }
      only(words, 1, 'trigger EVENT');
      const access = accessFrom(values, process.env);
      await refuseLive(access);
      await trigger(access, words[0] ?? '', print);
      return EXIT.fine;
    }
    case 'doctor': {
      only(words, 1, 'doctor URL');
      const { browser, wait = '10', strict = false, json = false } = values;
      return doctor(words[0] ?? '', { browser, wait, strict, json }, print);
    }
    case 'create-shop': {
      only(words, 1, 'create-shop DIRECTORY');
      const { gateway, entity, token, tarballs } = values;
      const { GATEWAY, ENTITY_ID, ACCESS_TOKEN } = process.env;
      const env = {
        GATEWAY: gateway ?? GATEWAY,
        ENTITY_ID: entity ?? ENTITY_ID,
        ACCESS_TOKEN: token ?? ACCESS_TOKEN,
      };
      createShop(words[0] ?? '', { tarballs, env }, print);
      return EXIT.fine;
    }
    case 'theme': {
      const [verb, ...files] = words;
      if (verb !== 'check') throw new UsageError('theme check FILE is what there is');
      only(files, 1, 'theme check FILE');
      const findings = checkTheme(files[0] ?? '');
      for (const { place, message, isWarning } of findings) {
        print(`${place}  ${isWarning ? 'warning: ' : ''}${message}`);
      }
      const faults = findings.filter(({ isWarning }) => !isWarning || values.strict);
      if (faults.length === 0) print(`${files[0]}: nothing to change`);
      return faults.length > 0 ? EXIT.found : EXIT.fine;
    }
    default:
      throw new UsageError(`there is no command ${command}${meant(command, COMMANDS)}`);
  }
}

function parsed() {
  try {
    return parseArgs({ allowPositionals: true, options: OPTIONS });
  } catch (error) {
    const { message } = error as Error;
    const [, unknown] = /^Unknown option '--([\w-]+)/.exec(message) ?? [];
    if (!unknown) throw new UsageError(message);
    const options = Object.keys(OPTIONS).map((name) => `--${name}`);
    throw new UsageError(`--${unknown} is no option${meant(unknown, options)}`);
  }
}

function meant(written: string, known: readonly string[]): string {
  const nearest = nearestName(written, known);
  return nearest ? `: did you mean ${nearest}?` : '';
}

function only(words: readonly string[], count: number, usage: string): void {
  if (words.length !== count) throw new UsageError(`it is written: ${usage}`);
}

function untilStopped(): AbortSignal {
  const controller = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => controller.abort());
  }
  return controller.signal;
}

run().then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    process.stderr.write(`${wordsOf(error)}\n`);
    if (error instanceof UsageError) process.stderr.write('payment-widgets --help says more\n');
    const isExpected = error instanceof NotDoneError || error instanceof UsageError;
    if (!isExpected && process.env['DEBUG']) process.stderr.write(`${(error as Error).stack}\n`);
    process.exitCode = error instanceof UsageError ? EXIT.usage : EXIT.failed;
  },
);

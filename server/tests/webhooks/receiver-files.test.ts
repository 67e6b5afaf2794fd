/** What the documentation hands to receivers: the file for Node, and its lines for Python and PHP. */
import { execFileSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { need } from '../../../.ci/debian-packages.ts';
import { readEvent, readNotification } from '../../../docs/receivers/receive.mjs';
import { newKey } from '../../notifications/encrypted-body.ts';
import { requestsFor } from '../../notifications/request.ts';
import { newEventSecret } from '../../notifications/signed-headers.ts';
import { blocksOf, ROOT } from '../guides/guide-code.ts';

const MESSAGE = { type: 'PAYMENT', payload: { customer: { givenName: 'Søren → 𝒳' } } };
const TEXT = JSON.stringify(MESSAGE);
const [KEY, SECRET] = [newKey(), newEventSecret()];
const request = (kind: 'notifications' | 'events', wrapper: 'NONE' | 'JSON', secret: string) => {
  const [made] = requestsFor({ kind, wrapper, fields: 'ALL' }, [secret], Date.now)('id-1', TEXT);
  return { headers: made?.headers ?? {}, body: made?.body ?? '' };
};
const plain = request('notifications', 'NONE', KEY);
const wrapped = request('notifications', 'JSON', KEY);
const event = request('events', 'NONE', SECRET);

describe('receive.mjs', () => {
  it('reads a notification, wrapped or not, with any of its keys', () => {
    for (const { headers, body } of [plain, wrapped]) {
      expect(readNotification(headers, body, KEY)).toEqual({ id: 'id-1', message: MESSAGE });
      expect(readNotification(headers, body, [newKey(), KEY]).message).toEqual(MESSAGE);
    }
  });

  it('reads the published vector', () => {
    const headers = {
      'webhook-id': 'x',
      'x-initialization-vector': '0'.repeat(24),
      'x-authentication-tag': 'CE573FB7A41AB78E743180DC83FF09BD',
    };
    const key = '000102030405060708090a0b0c0d0e0f'.repeat(2);
    const { message } = readNotification(headers, '0A3471C72D9BE49A8520F79C66BBD9A12FF9', key);
    expect(message).toEqual({ type: 'PAYMENT' });
  });

  it.each<[string, Record<string, string>, string, string | string[], RegExp]>([
    ['another key', plain.headers, plain.body, newKey(), /no key fits/],
    ['no key', plain.headers, plain.body, [], /no key/],
    ['a key of the wrong length', plain.headers, plain.body, KEY.slice(2), /64 hexadecimal/],
    ['a changed body', plain.headers, `00${plain.body.slice(2)}00`, KEY, /no key fits/],
    ['no hexadecimal', plain.headers, 'hello', KEY, /not hexadecimal/],
    ['no headers', {}, plain.body, KEY, /x-initialization-vector is missing/],
    [
      'a tag that was cut',
      { ...plain.headers, 'x-authentication-tag': 'AB' },
      plain.body,
      KEY,
      /32 hexadecimal/,
    ],
  ])('refuses a notification with %s', (_name, headers, body, key, why) => {
    expect(() => readNotification(headers, body, key)).toThrow(why);
  });

  // As a receiver in JavaScript may call it.
  it.each<[string, unknown]>([
    ['an object', MESSAGE],
    ['bytes', Buffer.from(event.body)],
    ['nothing', undefined],
  ])('says that %s is no body as it arrived', (_name, body) => {
    const why = /must be text as it arrived/;
    expect(() => readEvent(event.headers, body as string, SECRET)).toThrow(why);
    expect(() => readNotification(plain.headers, body as string, KEY)).toThrow(why);
  });

  it('reads an event, with any of its secrets', () => {
    const { headers, body } = event;
    expect(readEvent(headers, body, SECRET)).toEqual({ id: 'id-1', event: MESSAGE });
    expect(readEvent(headers, body, [newEventSecret(), SECRET]).event).toEqual(MESSAGE);
  });

  it.each<[string, string, string, number, RegExp]>([
    ['another secret', event.body, newEventSecret(), 0, /no secret fits/],
    ['a secret of the wrong length', event.body, 'whsec_c2hvcnQ=', 0, /24 to 64 bytes/],
    ['a changed body', `${event.body} `, SECRET, 0, /no secret fits/],
    ['an old time', event.body, SECRET, 6 * 60_000, /of these minutes: .* 36\d seconds old/],
    [
      'a time to come',
      event.body,
      SECRET,
      -6 * 60_000,
      /of these minutes: .* -3[56]\d seconds old/,
    ],
  ])('refuses an event with %s', (_name, body, secret, later, why) => {
    expect(() => readEvent(event.headers, body, secret, Date.now() + later)).toThrow(why);
  });
});

const blocks = (language: string) => blocksOf('docs/webhooks.md', language);
const canRun = (command: string, ...args: string[]) => {
  try {
    execFileSync(command, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};
const CASES = [
  ['notification', plain, KEY, newKey()],
  ['notification', wrapped, KEY, newKey()],
  ['event', event, SECRET, newEventSecret()],
] as const;
/** Under 32 zero bytes: what PHP makes of a key that is empty. */
const withoutKey = () => request('notifications', 'NONE', '00'.repeat(32));

function withoutSecret() {
  const sentAt = Math.floor(Date.now() / 1000);
  const hash = createHmac('sha256', '').update(`id-1.${sentAt}.${TEXT}`).digest('base64');
  const headers = {
    ...{ 'webhook-id': 'id-1', 'webhook-timestamp': `${sentAt}` },
    'webhook-signature': `v1,${hash}`,
  };
  return { headers, body: TEXT };
}

function withShortTag() {
  const tag = plain.headers['x-authentication-tag'] ?? '';
  return { ...plain, headers: { ...plain.headers, 'x-authentication-tag': tag.slice(0, 2) } };
}

/** What an attacker can make without the secret, and lines that trust their cipher would take. */
const FORGED = [
  ['a notification whose tag was cut', 'notification', withShortTag(), KEY],
  ['a notification where no key is set', 'notification', withoutKey(), ''],
  ['an event where no secret is set', 'event', withoutSecret(), ''],
] as const;

const run = (command: string, args: string[], input: object): string =>
  execFileSync(command, args, {
    input: JSON.stringify(input),
    encoding: 'utf8',
    stdio: ['pipe', 'pipe', 'ignore'],
  });

/** Runs lines for Node.js beside the file that they import; what they leave open comes before them. */
const runNode = (lines: string, given: object): string =>
  execFileSync(
    process.execPath,
    ['--input-type=module', '--eval', `const given = ${JSON.stringify(given)};\n${lines}`],
    { cwd: join(ROOT, 'docs/receivers'), encoding: 'utf8', stdio: 'pipe' },
  );

describe('the lines for Node', () => {
  it('of docs/webhooks.md take a notification, and refuse a forged one', () => {
    const handler = blocks('js').join('');
    const said = runNode(
      `const app = express(), KEYS = [given.key];
const store = (id, message) => console.log(JSON.stringify({ id, message }));
${handler}
const server = app.listen(0, async () => {
  const forged = given.body.replace(/^./, (digit) => (digit === '0' ? '1' : '0'));
  for (const body of [given.body, forged]) {
    const url = 'http://localhost:' + server.address().port + '/hook';
    const { status } = await fetch(url, { method: 'POST', headers: given.headers, body });
    console.log(status);
  }
  process.exit();
});`,
      { ...plain, key: KEY },
    );
    expect(said).toBe(`${JSON.stringify({ id: 'id-1', message: MESSAGE })}\n200\n400\n`);
  });

  it('of docs/events.md take an event, and refuse another secret', () => {
    const verify = blocksOf('docs/events.md', 'js').join('');
    const lines = `const { secret, body, headers } = given;\n${verify}\nconsole.log(JSON.stringify(event));`;
    expect(JSON.parse(runNode(lines, { ...event, secret: SECRET }))).toEqual(MESSAGE);
    expect(() => runNode(lines, { ...event, secret: newEventSecret() })).toThrow(/WebhookVerif/);
  });
});

describe('the lines for Python', () => {
  need('they', () => canRun('python3', '-c', 'import cryptography'), ['python3-cryptography']);
  const code = `${blocks('python').join('\n')}
import sys
given = json.load(sys.stdin)
read = read_event if given["what"] == "event" else read_notification
print(json.dumps(read(given["headers"], given["body"], given["secret"])))`;

  it.each(CASES)(
    'read a %s, and refuse another secret',
    (what, { headers, body }, right, wrong) => {
      const input = { what, headers, body };
      const args = ['-c', code];
      expect(JSON.parse(run('python3', args, { ...input, secret: right }))).toEqual(MESSAGE);
      expect(() => run('python3', args, { ...input, secret: wrong })).toThrow();
    },
  );

  it.each(FORGED)('refuse %s', (_name, what, { headers, body }, secret) => {
    expect(() => run('python3', ['-c', code], { what, headers, body, secret })).toThrow();
  });
});

describe('the lines for PHP', () => {
  need('they', () => canRun('php', '-r', "function_exists('openssl_decrypt') or exit(1);"), [
    'php-cli',
  ]);
  const code = `${blocks('php').join('\n')}
$given = json_decode(stream_get_contents(STDIN), true);
$read = $given['what'] === 'event' ? 'readEvent' : 'readNotification';
echo json_encode($read($given['headers'], $given['body'], $given['secret']));`;

  it.each(CASES)(
    'read a %s, and refuse another secret',
    (what, { headers, body }, right, wrong) => {
      const input = { what, headers, body };
      const args = ['-r', code];
      expect(JSON.parse(run('php', args, { ...input, secret: right }))).toEqual(MESSAGE);
      expect(() => run('php', args, { ...input, secret: wrong })).toThrow();
    },
  );

  it.each(FORGED)('refuse %s', (_name, what, { headers, body }, secret) => {
    expect(() => run('php', ['-r', code], { what, headers, body, secret })).toThrow();
  });
});

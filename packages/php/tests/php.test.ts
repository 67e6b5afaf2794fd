/** The PHP client with a real gateway, and with clients that fail. */
import { createCipheriv, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RESULT_CODES, resultGroup } from '../../../contract/result-codes.ts';
import { runShell } from '../../../server/tests/guides/guide-code.ts';
import { withinOneDay } from '../../../server/tests/support/one-window.ts';
import { type Received, startReceiver } from '../../../server/tests/support/receiver.ts';
import { startAlone } from '../../../server/tests/support/test-gateway.ts';
import { constructEvent, createClient, outcomeOf } from '../../server/src/index.ts';
import { examplesOf } from '../../test-support/readme-code.ts';
import { generatedFiles } from '../write-api.ts';
import { phpProject } from './php-project.ts';

const PACKAGE = join(import.meta.dirname, '..');
beforeAll(() => withinOneDay(), 90_000);
const project = await phpProject();
const gateway = await startAlone({ delivers: true });
afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
  project.remove();
});
const { url, entityId, token } = gateway;
const WEBHOOK_SECRET = `whsec_${randomBytes(32).toString('base64')}`;
const WEBHOOK_KEY = randomBytes(32).toString('hex');
const env = {
  ...{ GATEWAY: url, ENTITY_ID: entityId, ACCESS_TOKEN: token },
  ...{ WEBHOOK_SECRET, WEBHOOK_KEY },
};
const client = createClient({ url, entityId, accessToken: token });

/** What an operation on a payment takes. */
const REFER: object = JSON.parse(readFileSync(join(PACKAGE, '../../docs/openapi.json'), 'utf8'))
  .paths['/v1/payments/{id}'].post.requestBody.content['application/x-www-form-urlencoded'].schema
  .properties;

/** What the code leaves in $answer. It has the client as $gateway, and the card as CARD. */
let files = 0;
async function php(code: string, more: Readonly<Record<string, string>> = {}): Promise<unknown> {
  files += 1;
  const file = project.write(
    `case-${files}.php`,
    `<?php
declare(strict_types=1);
require __DIR__ . '/vendor/autoload.php';
use PaymentWidgets\\{Category, Client, GatewayException, Outcome, RequestOptions, Webhook, WebhookException};
use PaymentWidgets\\{AuthenticationException, IdempotencyException, InvalidRequestException, NotFoundException};
use PaymentWidgets\\{RateLimitException, RequestException, UnknownOutcomeException};
use GuzzleHttp\\Psr7\\{HttpFactory, Response};
const CARD = ['paymentBrand' => 'VISA', 'card.number' => '4200000000000000', 'card.holder' => 'Jane Jones',
    'card.expiryMonth' => '05', 'card.expiryYear' => '2034', 'card.cvv' => '123'];
const PAYMENT = ['amount' => '92.00', 'currency' => 'EUR', 'paymentType' => 'DB'] + CARD;
$notices = [];
$gateway = Client::withGuzzle(getenv('GATEWAY'), getenv('ACCESS_TOKEN'), getenv('ENTITY_ID'),
    onNotice: static function (string $request, string $message) use (&$notices): void {
        $notices[] = [$request, $message];
    });
function thrown(\\Closure $made): array {
    try { $made(); } catch (GatewayException $error) {
        return [(new \\ReflectionClass($error))->getShortName(), $error->getMessage()];
    }
    return ['nothing', ''];
}
$answer = null;
${code}
echo json_encode($answer, JSON_THROW_ON_ERROR | JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE);
`,
  );
  const { code: status, stdout, stderr } = await project.run(file, { ...env, ...more });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return JSON.parse(stdout);
}

describe('the package', () => {
  it.each(Object.entries(generatedFiles()))(
    'has an up-to-date src/Generated/%s: node packages/php/write-api.ts',
    (file, source) => {
      expect(readFileSync(join(PACKAGE, 'src', 'Generated', file), 'utf8')).toBe(source);
    },
  );

  it('has every class where its composer.json says, and says what it needs', async () => {
    const composer = JSON.parse(readFileSync(join(PACKAGE, 'composer.json'), 'utf8'));
    expect(composer.autoload['psr-4']).toEqual({ 'PaymentWidgets\\': 'src/' });
    expect(composer.version).toBe('0.1.0');
    expect(readFileSync(join(PACKAGE, 'CHANGELOG.md'), 'utf8')).toContain(`## ${composer.version}`);
    const classes = readdirSync(join(PACKAGE, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.php'))
      .map((path) => `PaymentWidgets\\${path.slice(0, -4).replaceAll('/', '\\')}`);
    expect(classes.length).toBeGreaterThan(25);
    const list = classes.map((name) => `'${name}'`).join(', ');
    const missing = await php(
      `$answer = array_values(array_filter([${list}], static fn ($c) => !class_exists($c) && !enum_exists($c)));`,
    );
    expect(missing).toEqual([]);
    const needs = Object.keys(composer.require).filter((name) => name.startsWith('ext-'));
    expect(needs.sort()).toEqual(['ext-hash', 'ext-json', 'ext-openssl']);
  });

  it('knows what an operation on a payment takes, and which need an amount', async () => {
    const answer = (await php(`
foreach (['capture', 'refund', 'reverse'] as $name) {
    $method = new \\ReflectionMethod(\\PaymentWidgets\\Payments::class, $name);
    preg_match_all("/'([a-zA-Z]+)(\\?)?'(\\?)?:/", $method->getDocComment(), $shape, PREG_SET_ORDER);
    $answer[$name] = [
        $method->getNumberOfRequiredParameters(),
        array_map(static fn (array $each): string => $each[1] . ($each[3] ?? ''), $shape),
    ];
}`)) as Readonly<Record<string, [number, string[]]>>;
    const more = (Object.keys(REFER) as string[]).filter(
      (name) => !['amount', 'currency', 'paymentType'].includes(name),
    );
    const needed = [2, ['amount', 'currency', ...more.map((name) => `${name}?`)].sort()];
    const sorted = (name: string) => [answer[name]?.[0], answer[name]?.[1].sort()];
    expect(sorted('capture')).toEqual(needed);
    expect(sorted('refund')).toEqual(needed);
    expect(sorted('reverse')).toEqual([
      1,
      ['amount?', 'currency?', ...more.map((name) => `${name}?`)].sort(),
    ]);
  });

  it('judges every result code as the Node client does', async () => {
    const codes = [...RESULT_CODES.keys(), '123.456.789', '800.100.999', ''];
    const told = (await php(
      `$answer = array_map(static function (string $code): array {
    $o = Outcome::of(['code' => $code]);
    return [$o->group, $o->category->value, $o->advice?->value, $o->takes, $o->needsReview];
}, explode(',', getenv('CODES')));`,
      { CODES: codes.join(',') },
    )) as unknown[];
    const expected = codes.map((code) => {
      const outcome = outcomeOf({ code });
      const { category, group } = outcome;
      return [
        group,
        category,
        'advice' in outcome ? outcome.advice : null,
        'takes' in outcome ? outcome.takes : null,
        'needsReview' in outcome && outcome.needsReview,
      ];
    });
    expect(told).toEqual(expected);
    expect(expected.map(([group]) => group)).toEqual(codes.map(resultGroup));
  });
});

describe('a merchant’s server', () => {
  it('pays a checkout, captures, refunds, reverses, stores a card and forgets it', async () => {
    const answer = await php(`
['id' => $id, 'integrity' => $integrity] = $gateway->checkouts->create(
    ['amount' => '92.00', 'currency' => 'EUR', 'paymentType' => 'DB', 'integrity' => true]);
$answer['before'] = Outcome::of($gateway->checkouts->payment($id))->category;
$gateway->checkouts->pay($id, CARD + ['shopperResultUrl' => 'https://shop.example/result']);
$answer['after'] = Outcome::of($gateway->checkouts->payment($id))->category;
$answer['integrity'] = str_starts_with($integrity, 'sha384-');
$reserved = $gateway->payments->create(['paymentType' => 'PA'] + PAYMENT);
$captured = $gateway->payments->capture($reserved['id'], ['amount' => '50.00', 'currency' => 'EUR']);
$answer['captured'] = [$captured['paymentType'], $captured['referencedId'] === $reserved['id']];
$answer['refunded'] = $gateway->payments->refund($captured['id'], ['amount' => '10.00', 'currency' => 'EUR'])['paymentType'];
$answer['reversed'] = $gateway->payments->reverse($gateway->payments->create(['paymentType' => 'PA'] + PAYMENT)['id'])['paymentType'];
$registration = $gateway->registrations->create(CARD)['id'];
$answer['stored'] = Outcome::of($gateway->registrations->pay($registration,
    ['amount' => '1.00', 'currency' => 'EUR', 'paymentType' => 'DB']))->category;
$gateway->registrations->delete($registration);
$answer['forgotten'] = thrown(fn () => $gateway->registrations->read($registration))[0];
$answer['charged back'] = $gateway->sandbox->chargeBack($gateway->payments->create(PAYMENT)['id'])['paymentType'];
$answer['script'] = str_contains($gateway->open->script(['checkoutId' => 'x']), 'wpwl');
$answer['notices'] = $notices;`);
    expect(answer).toEqual({
      before: 'pending',
      after: 'success',
      integrity: true,
      captured: ['CP', true],
      refunded: 'RF',
      reversed: 'RV',
      stored: 'success',
      forgotten: 'NotFoundException',
      'charged back': 'CB',
      script: true,
      notices: [],
    });
  });

  it('is answered when a card is declined, pays once under a key, and reads all pages', async () => {
    const answer = (await php(`
$declined = $gateway->payments->create(['card.number' => '4200000000001016'] + PAYMENT);
$answer['declined'] = [Outcome::of($declined)->category, Outcome::of($declined)->advice, strlen($declined['id'])];
$once = new RequestOptions(idempotencyKey: 'order-php');
$answer['once'] = $gateway->payments->create(PAYMENT, $once)['id'] === $gateway->payments->create(PAYMENT, $once)['id'];
$day = gmdate('Y-m-d');
$ids = [];
foreach ($gateway->payments->list(['date.from' => "$day 00:00:00", 'date.to' => "$day 23:59:59", 'limit' => '2']) as $payment) {
    $ids[] = $payment['id'];
}
$answer['listed'] = [count($ids) > 4, count(array_unique($ids)) === count($ids)];`)) as object;
    expect(answer).toEqual({
      declined: ['declined', 'use-another-card', 32],
      once: true,
      listed: [true, true],
    });
  });

  it('is told of wrong names, numbers and ids', async () => {
    const answer = await php(`
$without = array_diff_key(PAYMENT, ['amount' => 1]);
try {
    $gateway->payments->create(['ammount' => '92.00'] + $without);
} catch (InvalidRequestException $error) {
    $answer['error'] = [$error->status, $error->resultCode, $error->parameterErrors[0]['name'], $error->parameterHints[0]['nearest']];
}
$gateway->payments->create(['customer.mail' => 'a@shop.example'] + PAYMENT);
$answer['notice'] = $notices[1] ?? $notices[0];
$answer['float'] = thrown(fn () => $gateway->payments->create(['amount' => 92.5] + PAYMENT));
$answer['nested'] = thrown(fn () => $gateway->payments->create(['card' => ['number' => '4']] + PAYMENT));
$answer['list'] = thrown(fn () => $gateway->payments->create(['cart' => ['items' => [['name' => 'Mug']]]] + PAYMENT))[1];
$answer['own'] = thrown(fn () => $gateway->payments->create(['customParameters' => ['order' => '4711']] + PAYMENT))[1];
$answer['value'] = thrown(fn () => $gateway->payments->create(['amount' => '92,00', 'card.cvv' => 'x'] + PAYMENT))[1];
$answer['id'] = thrown(fn () => $gateway->payments->read(''));
$answer['token'] = thrown(fn () => Client::withGuzzle(getenv('GATEWAY'), 'unknown-token-of-16')->checkouts->create([]))[0];
$answer['url'] = thrown(fn () => Client::withGuzzle('gateway.example', 'x'))[1];
$answer['space'] = thrown(fn () => Client::withGuzzle('https://gateway.example ', 'x'))[1];
$answer['query'] = thrown(fn () => Client::withGuzzle("https://gateway.example/?x\n", 'x'))[1];
$answer['version'] = thrown(fn () => Client::withGuzzle('https://gateway.example/v1', 'x'))[1];
$answer['key'] = thrown(fn () => $gateway->payments->create(PAYMENT, new RequestOptions(idempotencyKey: "a\\nb")));
$answer['missing'] = thrown(fn () => Client::withGuzzle(getenv('GATEWAY'), ''))[1];
$answer['line'] = thrown(fn () => Client::withGuzzle(getenv('GATEWAY'), "abcdefgh12345678\\n")->payments->read('x'))[1];`);
    expect(answer).toEqual({
      error: [400, '200.300.404', 'amount', 'amount'],
      notice: [
        'POST /v1/payments',
        'was made without parameters that it does not read: customer.mail\n' +
          '  customer.mail is not a parameter: did you mean customer.email?',
      ],
      float: [
        'GatewayException',
        "amount has to be a text, with two decimals: '92.00'. Binary fractions are no money",
      ],
      nested: ['GatewayException', "card has to be a text: names are written out, 'card.number'"],
      list: "cart has to be a text: names are written out, 'cart.items[0].name'",
      own: "customParameters has to be a text: names are written out, 'customParameters[order]'",
      // A CVV is in no message.
      value: expect.stringMatching(/2 decimals\); it is 92,00\n {2}card\.cvv must match [^;]+\)$/),
      id: ['GatewayException', '/v1/payments/{id} needs its id; it is empty'],
      token: 'AuthenticationException',
      url: "url has to be the gateway's address, such as https://gateway.example; it is gateway.example",
      // White space cannot be seen at the end of a line.
      space: `url has to be the gateway's address, such as https://gateway.example; it is "https://gateway.example "`,
      query: `url has to be the gateway's address, such as https://gateway.example; it is "https://gateway.example/?x\\n"`,
      version:
        "url has to be the gateway's address without the version, which its paths begin with; it is https://gateway.example/v1",
      key: [
        'GatewayException',
        'idempotencyKey has to be 1 to 255 letters, digits, signs and spaces of ASCII',
      ],
      missing: 'accessToken is missing: it is the token that the gateway has issued',
      // Read from a file with its line's end; its value is in no message.
      line: 'accessToken has to be the token that the gateway has issued: letters, digits and signs',
    });
  });
});

describe('a request', () => {
  /** A PSR-18 client that answers what it is given, in turn. */
  const SCRIPTED = `
final class Failing extends \\RuntimeException implements \\Psr\\Http\\Client\\NetworkExceptionInterface {
    public function getRequest(): \\Psr\\Http\\Message\\RequestInterface { throw new \\LogicException(); }
}
final class Scripted implements \\Psr\\Http\\Client\\ClientInterface {
    public array $sent = [];
    public function __construct(private array $replies) {}
    public function sendRequest(\\Psr\\Http\\Message\\RequestInterface $request): \\Psr\\Http\\Message\\ResponseInterface {
        $this->sent[] = [$request->getMethod(), (string) $request->getUri(), $request->getHeaderLine('Idempotency-Key'), (string) $request->getBody()];
        $reply = array_shift($this->replies);
        if ($reply === 0) { throw new Failing('no route to host'); }
        [$status, $headers, $body] = (is_array($reply) ? $reply : [$reply]) + [0, [], null];
        return new Response($status, $headers + ['Content-Type' => 'application/json'],
            $body ?? json_encode(['result' => ['code' => '000.200.100', 'description' => 'words'], 'id' => 'made'] + ['ndc' => 'n']));
    }
}
function scripted(array $replies): array {
    global $slept;
    $http = new Scripted($replies);
    $factory = new HttpFactory();
    return [$http, new Client($http, $factory, $factory, 'https://gateway.example/', 'token', 'e',
        sleep: static function (int $ms) use (&$slept): void { $slept[] = $ms; })];
}
$slept = [];`;

  it('is a form with its parameters as the reference names them', async () => {
    const answer = await php(`${SCRIPTED}
[$http, $client] = scripted([200, 200]);
$client->checkouts->create(['amount' => '1.00', 'cart.items[0].name' => 'Mug & ä', 'createRegistration' => true, 'descriptor' => null]);
$client->payments->read('../x?y');
$answer = array_map(static fn (array $sent): array => [$sent[0], $sent[1], $sent[3]], $http->sent);`);
    expect(answer).toEqual([
      [
        'POST',
        'https://gateway.example/v1/checkouts',
        'amount=1.00&cart.items%5B0%5D.name=Mug%20%26%20%C3%A4&createRegistration=true&entityId=e',
      ],
      ['GET', 'https://gateway.example/v1/payments/..%2Fx%3Fy?entityId=e', ''],
    ]);
  });

  it.each([0, 409, 429, 502, 503, 504])(
    'is repeated after %i, under the same key',
    async (reply) => {
      const answer = (await php(`${SCRIPTED}
[$http, $client] = scripted([${reply}, ${reply}, 200]);
$answer = [$client->checkouts->create([])['id'], count($http->sent), count(array_unique(array_column($http->sent, 2))), count($slept)];`)) as unknown[];
      expect(answer).toEqual(['made', 3, 1, 2]);
    },
  );

  it('waits as long as the gateway asks for, gives up, and deletes once', async () => {
    const answer = await php(`${SCRIPTED}
[$http, $client] = scripted([[503, ['Retry-After' => '4']], 200]);
$client->checkouts->create([]);
$answer['slept'] = $slept;
[$http, $client] = scripted([0, 0, 0]);
try {
    $client->checkouts->create([], new RequestOptions('order-1'));
} catch (UnknownOutcomeException $error) {
    $answer['lost'] = [$error->idempotencyKey, $error->status, $error->getMessage(), count($http->sent)];
}
[$http, $client] = scripted([0, 200]);
$answer['deleted'] = [thrown(fn () => $client->registrations->delete('r'))[0], count($http->sent)];`);
    expect(answer).toEqual({
      slept: [4000],
      lost: [
        'order-1',
        null,
        'POST /v1/checkouts: no answer of https://gateway.example, no route to host',
        3,
      ],
      deleted: ['UnknownOutcomeException', 1],
    });
  });

  it('waits until the date that the gateway names, ten seconds at most', async () => {
    const answer = (await php(`${SCRIPTED}
$date = static fn (int $in): string => gmdate('D, d M Y H:i:s', time() + $in) . ' GMT';
foreach ([$date(7), $date(3600), $date(-60), 'soon'] as $asked) {
    [$http, $client] = scripted([[503, ['Retry-After' => $asked]], 200]);
    $client->checkouts->create([]);
}
$answer = $slept;`)) as number[];
    const [toDate, toLate, ...usual] = answer;
    // Some of the time until then may have gone by.
    expect(toDate).toBeGreaterThan(450);
    expect(toDate).toBeLessThanOrEqual(7_000);
    expect(toLate).toBe(10_000);
    // The usual first pause, shorter or longer by half.
    expect(usual).toHaveLength(2);
    for (const pause of usual) {
      expect(pause).toBeGreaterThanOrEqual(150);
      expect(pause).toBeLessThanOrEqual(450);
    }
  });

  it('says what answered in place of the gateway, and where it leads', async () => {
    const answer = await php(`${SCRIPTED}
$replies = [
    'page' => [200, ['Content-Type' => 'text/html'], '<h1>Sign in</h1>'],
    'moved' => [301, ['Location' => 'https://gateway.example/v1/checkouts'], ''],
    'failed' => [500],
    'other' => [500, [], '{"result":[]}'],
];
foreach ($replies as $name => $reply) {
    [$http, $client] = scripted([$reply]);
    $answer[$name] = [...thrown(fn () => $client->checkouts->create([])), count($http->sent)];
}
[$http, $client] = scripted([[200, ['Content-Type' => 'text/javascript; charset=utf-8'], 'code']]);
$answer['script'] = $client->open->script(['checkoutId' => 'c']);`);
    expect(answer).toEqual({
      page: ['UnknownOutcomeException', 'POST /v1/checkouts: HTTP 200, no answer of a gateway', 1],
      moved: [
        'RequestException',
        'POST /v1/checkouts: HTTP 301, no answer of a gateway; it leads to https://gateway.example/v1/checkouts',
        1,
      ],
      failed: ['UnknownOutcomeException', 'POST /v1/checkouts: HTTP 500, words (000.200.100)', 1],
      other: ['UnknownOutcomeException', 'POST /v1/checkouts: HTTP 500, no answer of a gateway', 1],
      script: 'code',
    });
  });

  it('has a key to be made again with where something between answers no JSON as JSON', async () => {
    const answer = await php(`${SCRIPTED}
foreach ([[502, ''], [503, '{"result":'], [200, '{"result":'], [404, '<h1>Not here</h1>']] as [$status, $body]) {
    [$http, $client] = scripted([[$status, [], $body]]);
    try {
        $client->checkouts->create([], new RequestOptions('order-1', 0));
    } catch (UnknownOutcomeException $error) {
        $answer[] = [$error->status, $error->idempotencyKey];
    } catch (NotFoundException $error) {
        $answer[] = [$error->status, $error->answer];
    }
}`);
    expect(answer).toEqual([
      [502, 'order-1'],
      [503, 'order-1'],
      [200, 'order-1'],
      [404, null],
    ]);
  });

  it('is refused by a class for each status', async () => {
    const statuses = [401, 403, 404, 405, 409, 413, 415, 422, 429, 500];
    const answer = await php(`${SCRIPTED}
foreach ([${statuses}] as $status) {
    [$http, $client] = scripted([$status]);
    $answer[] = thrown(fn () => $client->payments->read('x', [], new RequestOptions(maxRetries: 0)))[0];
}`);
    expect(answer).toEqual([
      ...['AuthenticationException', 'AuthenticationException', 'NotFoundException'],
      ...['NotFoundException', 'IdempotencyException', 'InvalidRequestException'],
      ...['InvalidRequestException', 'IdempotencyException', 'RateLimitException'],
      'UnknownOutcomeException',
    ]);
  });
});

describe('a webhook’s message', () => {
  it('is opened, of both kinds, and refused when anything is wrong with it', async () => {
    const receiver = await startReceiver();
    for (const [kind, secret] of [
      ['events', WEBHOOK_SECRET],
      ['notifications', WEBHOOK_KEY],
    ] as const) {
      const wrapper = kind === 'notifications' ? { wrapper: 'JSON' as const } : {};
      await client.webhooks.create({ url: receiver.url, kind, secret, ...wrapper });
    }
    await php('$answer = $gateway->payments->create(PAYMENT);');
    const received = await receiver.until(6);
    await receiver[Symbol.asyncDispose]();
    for (const { id } of (await client.webhooks.list()).webhooks) await client.webhooks.delete(id);
    const isEvent = ({ headers }: Received) => headers['webhook-signature'] !== undefined;
    const event = received.find((each) => isEvent(each) && each.body.includes('CHARGE_CREATED'));
    const notification = received.filter((each) => !isEvent(each)).at(-1);
    const messages = [event, notification].map((each) => ({
      body: each?.body,
      headers: each?.headers,
    }));
    const answer = await php(
      `
[$event, $notification] = json_decode(getenv('MESSAGES'), true);
$keys = ['secret' => getenv('WEBHOOK_SECRET'), 'key' => [str_repeat('ab', 32), getenv('WEBHOOK_KEY')]];
$open = static fn (array $m, array $more = []) => Webhook::constructEvent($m['body'], $m['headers'], ...($more + $keys));
$answer['event'] = [$open($event)->kind, $open($event)->type, strlen($open($event)->id) > 0];
$answer['notification'] = [$open($notification)->kind, $open($notification)->type, $open($notification)->message['payload']['amount']];
$why = static fn (\\Closure $made) => thrown($made)[1];
$answer['changed'] = $why(fn () => $open(['body' => $event['body'] . ' '] + $event));
$answer['other key'] = $why(fn () => $open($notification, ['key' => str_repeat('cd', 32)]));
$answer['recording'] = $why(fn () => $open($event, ['now' => time() + 600]));
$answer['no secret'] = $why(fn () => $open($event, ['secret' => null]));
$answer['not set'] = $why(fn () => $open($event, ['secret' => getenv('NOT_SET')]));
$answer['empty key'] = $why(fn () => $open($notification, ['key' => '']));
$answer['one not set'] = $open($event, ['secret' => [getenv('NOT_SET'), getenv('WEBHOOK_SECRET')]])->kind;
$answer['wrong secret'] = $why(fn () => $open($event, ['secret' => 'x']));
$answer['forged'] = $why(fn () => Webhook::constructEvent('{}', []));`,
      { MESSAGES: JSON.stringify(messages) },
    );
    expect(answer).toEqual({
      event: ['event', 'PAYMENT_CHARGE_CREATED', true],
      notification: ['notification', 'PAYMENT', '92.00'],
      changed: 'no secret fits the signature, or the message was changed',
      'other key': 'no key fits the message, or it was changed',
      recording: 'the message is not of these minutes: it may be a recording',
      'no secret': 'this is an event, and no secret was given',
      'not set': 'this is an event, and no secret was given',
      'empty key': 'this is a notification, and no key was given',
      'one not set': 'event',
      'wrong secret': 'secret has to be whsec_ and 24 to 64 bytes in base64',
      forged: expect.stringContaining('neither webhook-signature'),
    });
  });
});

describe('a notification', () => {
  const sealed = (content: object) => {
    const iv = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', Buffer.from(WEBHOOK_KEY, 'hex'), iv);
    const body = cipher.update(JSON.stringify(content), 'utf8', 'hex') + cipher.final('hex');
    const headers = {
      'webhook-id': 'msg_1',
      'x-initialization-vector': iv.toString('hex'),
      'x-authentication-tag': cipher.getAuthTag().toString('hex'),
    };
    return { body, headers };
  };

  it('is opened however long it is, and refused where it is not hexadecimal', async () => {
    const note = 'ä'.repeat(10_000);
    const long = sealed({ type: 'PAYMENT', payload: { note } });
    const answer = await php(
      `
$long = json_decode(getenv('LONG'), true);
$open = static fn (string $body, array $more = []) => Webhook::constructEvent($body, $more + $long['headers'], key: getenv('WEBHOOK_KEY'));
$answer['long'] = strlen($open($long['body'])->message['payload']['note']);
$answer['wrapped'] = $open(json_encode(['encryptedBody' => $long['body']]))->type;
$answer['odd'] = thrown(fn () => $open($long['body'] . '0'))[1];
$answer['other'] = thrown(fn () => $open($long['body'] . 'xy'))[1];
$answer['key'] = thrown(fn () => Webhook::constructEvent($long['body'], $long['headers'], key: getenv('WEBHOOK_KEY') . "\\n"))[1];`,
      { LONG: JSON.stringify(long) },
    );
    expect(answer).toEqual({
      long: 20_000,
      wrapped: 'PAYMENT',
      odd: 'the body is not hexadecimal: it has to be as it arrived',
      other: 'the body is not hexadecimal: it has to be as it arrived',
      key: 'key has to be 64 hexadecimal characters',
    });
  });
});

describe('the README', () => {
  const examples = examplesOf('php');

  it.each<[string, RegExp]>([
    ['payment', /^([0-9a-f]{32} success\n){2}$/],
    ['mistake', /^amount amount\n$/],
    ['list', /^([0-9a-f]{32} \d+\.\d\d [A-Z]{3}\n)+$/],
  ])('shows a %s', async (name, printed) => {
    const file = project.write(`${name}.php`, examples.find(({ run }) => run === name)?.code ?? '');
    const { code, stdout, stderr } = await project.run(file, env);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(printed);
  });

  it('subscribes with a secret that the shop knows before', async () => {
    const receiver = await startReceiver();
    const [secret = '', subscribe = ''] = ['secret', 'subscribe'].map(
      (name) => examples.find(({ run }) => run === name)?.code,
    );
    project.write('subscribe.php', subscribe);
    const lines = `${secret.replace(/HOOK_URL=.*/, `HOOK_URL=${receiver.url}`)}
php -d error_reporting=-1 -d display_errors=stderr subscribe.php
echo "$WEBHOOK_SECRET"`;
    const { code, stdout, stderr } = await runShell(lines, env, project.directory);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const [said = '', drawn = ''] = stdout.split('\n');
    expect(said).toMatch(/^[0-9a-f]{32} is told$/);
    const [test] = (await receiver.until(1)) as [Received];
    expect(constructEvent(test.body, test.headers, { secret: drawn }).type).toBe('TEST');
    await client.webhooks.delete(said.slice(0, 32));
    await receiver[Symbol.asyncDispose]();
  });
});

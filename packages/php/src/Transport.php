<?php

declare(strict_types=1);

namespace PaymentWidgets;

use Psr\Http\Client\ClientExceptionInterface;
use Psr\Http\Client\ClientInterface;
use Psr\Http\Message\RequestFactoryInterface;
use Psr\Http\Message\ResponseInterface;
use Psr\Http\Message\StreamFactoryInterface;

/** One request, repeated where that is safe. */
final class Transport
{
    private const FIRST_PAUSE_MS = 300;
    private const LONGEST_PAUSE_MS = 10_000;
    /** Nothing was made, or the key makes it once. */
    private const LATER = [409, 429, 502, 503, 504];
    private const NOTICES = [
        'X-Ignored-Parameters' => 'was made without parameters that it does not read',
        'X-Possible-Card-Numbers' => 'has what looks like a card number where none belongs',
        'X-Missing-Notification-Key' => 'promises notifications that no key encrypts: changeKey() draws one',
    ];

    private readonly string $base;

    /**
     * @param \Closure(string $request, string $message): void $onNotice
     * @param \Closure(int $ms): void $sleep
     */
    public function __construct(
        private readonly ClientInterface $http,
        private readonly RequestFactoryInterface $requests,
        private readonly StreamFactoryInterface $streams,
        string $url,
        private readonly string $accessToken,
        private readonly ?string $entityId,
        private readonly int $maxRetries,
        private readonly \Closure $onNotice,
        private readonly \Closure $sleep,
    ) {
        // Without white space, which would be a part of every path, and without a query.
        if (preg_match('~^https?://[^/\s?#]+(/[^\s?#]*)?$~D', $url) !== 1) {
            $quoted = preg_match('/[\s?#]/', $url) === 1 ? json_encode($url, JSON_UNESCAPED_SLASHES) : $url;
            $given = $url === '' ? 'missing' : $quoted;
            throw new GatewayException("url has to be the gateway's address, such as https://gateway.example; it is $given");
        }
        if (preg_match('~/v\d+/*$~D', $url) === 1) {
            throw new GatewayException("url has to be the gateway's address without the version, which its paths begin with; it is $url");
        }
        if ($accessToken === '') {
            throw new GatewayException('accessToken is missing: it is the token that the gateway has issued');
        }
        // Its value is a secret. The end of a file's line is none of it.
        if (preg_match('/^[\x21-\x7e]+$/D', $accessToken) !== 1) {
            throw new GatewayException('accessToken has to be the token that the gateway has issued: letters, digits and signs');
        }
        $this->base = rtrim($url, '/');
    }

    /**
     * @param array{method: string, path: string, hasToken: bool, isKeyed: bool, takesEntity: bool} $route
     * @param list<string> $ids values of the path
     * @param array<string, mixed> $parameters
     * @return array<string, mixed>|string
     * @throws GatewayException
     */
    public function request(
        array $route,
        array $ids,
        array $parameters,
        ?RequestOptions $options = null,
    ): array|string {
        $what = "{$route['method']} {$route['path']}";
        $path = self::filledPath($route['path'], $ids);
        if ($route['takesEntity'] && $this->entityId !== null && !isset($parameters['entityId'])) {
            $parameters['entityId'] = $this->entityId;
        }
        $form = self::form($parameters);
        $isPost = $route['method'] === 'POST';
        $query = $isPost || $form === '' ? '' : "?$form";
        $key = $route['isKeyed'] ? ($options?->idempotencyKey ?? bin2hex(random_bytes(16))) : null;
        // What a header can hold and the gateway takes.
        if ($key !== null && preg_match('/^[\x20-\x7e]{1,255}$/D', $key) !== 1) {
            throw new GatewayException('idempotencyKey has to be 1 to 255 letters, digits, signs and spaces of ASCII');
        }
        $request = $this->requests->createRequest($route['method'], $this->base . $path . $query)
            ->withHeader('Accept', 'application/json');
        if ($route['hasToken']) {
            $request = $request->withHeader('Authorization', "Bearer {$this->accessToken}");
        }
        if ($key !== null) {
            $request = $request->withHeader('Idempotency-Key', $key);
        }
        if ($isPost) {
            $request = $request
                ->withHeader('Content-Type', 'application/x-www-form-urlencoded; charset=UTF-8');
        }
        // A DELETE that was made and is repeated would read as one that failed.
        $retries = $route['method'] === 'GET' || $key !== null
            ? ($options?->maxRetries ?? $this->maxRetries)
            : 0;
        for ($attempt = 0;; $attempt++) {
            $response = null;
            try {
                $body = $isPost ? $request->withBody($this->streams->createStream($form)) : $request;
                $response = $this->http->sendRequest($body);
            } catch (ClientExceptionInterface $error) {
                if ($attempt >= $retries) {
                    throw new UnknownOutcomeException("$what: no answer of {$this->base}, {$error->getMessage()}", null, $key, $error);
                }
            }
            if ($response !== null) {
                $isLater = in_array($response->getStatusCode(), self::LATER, true);
                if ($attempt >= $retries || !$isLater) {
                    return $this->read($what, $response, $key);
                }
            }
            ($this->sleep)(self::pauseMs($attempt, $response));
        }
    }

    /** @return array<string, mixed>|string */
    private function read(string $what, ResponseInterface $response, ?string $key): array|string
    {
        $status = $response->getStatusCode();
        $text = (string) $response->getBody();
        $type = $response->getHeaderLine('Content-Type');
        $isJson = preg_match('~^application/(\w+\+)?json\b~', $type) === 1;
        // Something between may say so of what is none.
        $answer = $isJson ? json_decode($text, true, 64) : null;
        $this->tellNotices($what, $response, is_array($answer) ? $answer : []);
        // A success that was cut off on its way, or a page of something between.
        $isLost = $status === 200 && !is_array($answer) && preg_match('~^text/javascript\b~', $type) !== 1;
        if ($status === 200 && !$isLost) {
            return is_array($answer) ? $answer : $text;
        }
        $result = is_array($answer) ? ($answer['result'] ?? null) : null;
        // A payment that failed is HTTP 400 as a request that is wrong is; it has an id, or its shopper's way.
        $isPayment = is_array($result)
            && !isset($result['parameterErrors'])
            && (isset($answer['id']) || isset($answer['redirect']) || isset($answer['nonce']));
        if ($status === 400 && $isPayment) {
            return $answer;
        }
        if ($status >= 500 || $isLost) {
            $said = RequestException::saidBy(is_array($result) ? $result : null);
            throw new UnknownOutcomeException("$what: HTTP $status, $said", $status, $key);
        }
        $location = $response->getHeaderLine('Location') ?: null;
        throw RequestException::of($status, is_array($result) ? $answer : null, $what, $location);
    }

    /** @param array<string, mixed> $answer */
    private function tellNotices(string $what, ResponseInterface $response, array $answer): void
    {
        foreach (self::NOTICES as $header => $said) {
            $names = $response->getHeaderLine($header);
            if ($names === '') {
                continue;
            }
            $hints = $header === 'X-Ignored-Parameters' ? ($answer['parameterHints'] ?? []) : [];
            $meant = array_map(static fn (array $hint): string => "{$hint['name']} {$hint['message']}", $hints);
            ($this->onNotice)($what, implode("\n  ", ["$said: $names", ...$meant]));
        }
    }

    private static function pauseMs(int $attempt, ?ResponseInterface $response): int
    {
        $asked = $response?->getHeaderLine('Retry-After') ?? '';
        // Seconds, or a date; what is neither is not heeded.
        $seconds = is_numeric($asked) ? (float) $asked : (float) strtotime($asked) - time();
        // Twice as long after each attempt, and never two clients at once.
        $pause = self::FIRST_PAUSE_MS * 2 ** $attempt * random_int(50, 150) / 100;
        return (int) min(max($pause, $seconds * 1000), self::LONGEST_PAUSE_MS);
    }

    /** @param list<string> $ids */
    private static function filledPath(string $path, array $ids): string
    {
        return preg_replace_callback('/\{(\w+)\}/', static function (array $found) use ($path, &$ids): string {
            $id = (string) array_shift($ids);
            if ($id === '') {
                throw new GatewayException("$path needs its {$found[1]}; it is empty");
            }
            return rawurlencode($id);
        }, $path) ?? $path;
    }

    /**
     * Text under the names of the reference.
     *
     * @param array<string, mixed> $parameters
     * @throws GatewayException for what is no text
     */
    private static function form(array $parameters): string
    {
        $pairs = [];
        foreach ($parameters as $name => $value) {
            if ($value === null) {
                continue;
            }
            if (is_bool($value)) {
                $value = $value ? 'true' : 'false';
            }
            if (!is_string($value)) {
                throw new GatewayException("$name has to be a text" . self::adviceFor((string) $name, $value));
            }
            $pairs[] = rawurlencode((string) $name) . '=' . rawurlencode($value);
        }
        return implode('&', $pairs);
    }

    private static function adviceFor(string $name, mixed $value): string
    {
        if (is_int($value) || is_float($value)) {
            return preg_match('/amount|price|tax|shipping|discount/i', $name) === 1
                ? ", with two decimals: '92.00'. Binary fractions are no money"
                : ": (string) \$value";
        }
        return is_array($value)
            ? ": names are written out, '" . self::writtenOut($name, $value) . "'"
            : '; it is ' . get_debug_type($value);
    }

    /**
     * What the reference calls the first value in an array: 'cart.items[0].name'.
     *
     * @param array<array-key, mixed> $value
     */
    private static function writtenOut(string $name, array $value): string
    {
        $first = array_key_first($value);
        $isList = $value !== [] && array_is_list($value);
        $written = $isList || $name === 'customParameters' ? "{$name}[" . ($first ?? 'name') . ']' : "$name." . ($first ?? 'name');
        $inner = $value[$first] ?? null;
        return is_array($inner) ? self::writtenOut($written, $inner) : $written;
    }
}

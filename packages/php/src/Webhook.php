<?php

declare(strict_types=1);

namespace PaymentWidgets;

/** What the gateway's webhooks send: opened, and proved to be genuine. Of both kinds. */
final class Webhook
{
    /** Older messages may be a recording. */
    private const TOLERANCE_S = 300;

    private function __construct(
        /** 'event' or 'notification'. */
        public readonly string $kind,
        /** The same whenever the same message is sent again. Of a notification it is not proved. */
        public readonly string $id,
        /** PAYMENT_CHARGE_CREATED and so on; PAYMENT, REGISTRATION and so on; TEST. */
        public readonly string $type,
        /** @var array<string, mixed> the whole message */
        public readonly array $message,
    ) {
    }

    /**
     * Opens a webhook's message, of whichever kind it is. Answer any 2xx once you have stored it, and do the
     * work afterwards.
     *
     * @param string $body as it arrived: file_get_contents('php://input')
     * @param array<string, string|list<string>> $headers of the request: getallheaders(), or those of PSR-7
     * @param string|list<string|false>|false|null $secret of events: whsec_…; several during a rotation. An
     *   empty one, or the false of getenv(), counts as none.
     * @param string|list<string|false>|false|null $key of notifications: 64 hexadecimal characters; likewise
     * @param ?int $now seconds since 1970
     * @throws WebhookException for what is not from the gateway or was changed, and for an event that is not
     *   of these minutes
     */
    public static function constructEvent(
        string $body,
        array $headers,
        string|array|false|null $secret = null,
        string|array|false|null $key = null,
        ?int $now = null,
    ): self {
        $byName = [];
        foreach ($headers as $name => $value) {
            $byName[strtolower((string) $name)] = is_array($value) ? (string) ($value[0] ?? '') : $value;
        }
        if (isset($byName['webhook-signature'])) {
            $message = self::verified($body, $byName, self::listOf($secret, 'secret', 'an event'), $now ?? time());
            $kind = 'event';
        } elseif (isset($byName['x-initialization-vector'])) {
            $message = self::decrypted($body, $byName, self::listOf($key, 'key', 'a notification'));
            $kind = 'notification';
        } else {
            throw new WebhookException(
                'neither webhook-signature (an event) nor X-Initialization-Vector (a notification) is among the headers',
            );
        }
        return new self($kind, self::needed($byName, 'webhook-id'), (string) ($message['type'] ?? ''), $message);
    }

    /**
     * @param string|list<string|false>|false|null $keys
     * @return list<string>
     */
    private static function listOf(string|array|false|null $keys, string $name, string $what): array
    {
        $list = array_values(array_filter((array) $keys));
        if ($list === []) {
            throw new WebhookException("this is $what, and no $name was given");
        }
        return $list;
    }

    /** @param array<string, string> $headers */
    private static function needed(array $headers, string $name): string
    {
        return $headers[$name] ?? throw new WebhookException("the header $name is missing");
    }

    /**
     * Standard Webhooks.
     *
     * @param array<string, string> $headers
     * @param list<string> $secrets
     * @return array<string, mixed>
     */
    private static function verified(string $body, array $headers, array $secrets, int $now): array
    {
        $id = self::needed($headers, 'webhook-id');
        $timestamp = self::needed($headers, 'webhook-timestamp');
        $sent = explode(' ', $headers['webhook-signature']);
        if (preg_match('/^\d{1,12}$/', $timestamp) !== 1 || abs($now - (int) $timestamp) > self::TOLERANCE_S) {
            throw new WebhookException('the message is not of these minutes: it may be a recording');
        }
        foreach ($secrets as $secret) {
            if (preg_match('~^whsec_[A-Za-z0-9+/]{32,88}={0,2}$~', $secret) !== 1) {
                throw new WebhookException('secret has to be whsec_ and 24 to 64 bytes in base64');
            }
            $key = base64_decode(substr($secret, strlen('whsec_')), true) ?: '';
            $hash = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
            foreach ($sent as $signature) {
                if (hash_equals($hash, $signature)) {
                    return self::parsed($body);
                }
            }
        }
        throw new WebhookException('no secret fits the signature, or the message was changed');
    }

    /**
     * AES-256-GCM, in hexadecimal.
     *
     * @param array<string, string> $headers
     * @param list<string> $keys
     * @return array<string, mixed>
     */
    private static function decrypted(string $body, array $headers, array $keys): array
    {
        $iv = self::bytes($headers['x-initialization-vector'], 12, 'X-Initialization-Vector');
        $tag = self::bytes(self::needed($headers, 'x-authentication-tag'), 16, 'X-Authentication-Tag');
        $isWrapped = str_starts_with(ltrim($body), '{');
        $hex = $isWrapped ? (self::parsed($body)['encryptedBody'] ?? null) : trim($body);
        // No group for each byte: PCRE gives up on it in a long message.
        if (!is_string($hex) || strlen($hex) % 2 !== 0 || preg_match('/^[0-9a-f]*$/iD', $hex) !== 1) {
            throw new WebhookException('the body is not hexadecimal: it has to be as it arrived');
        }
        $sealed = (string) hex2bin($hex);
        foreach ($keys as $key) {
            $bytes = self::bytes($key, 32, 'key');
            $text = openssl_decrypt($sealed, 'aes-256-gcm', $bytes, OPENSSL_RAW_DATA, $iv, $tag);
            if ($text !== false) {
                return self::parsed($text);
            }
        }
        throw new WebhookException('no key fits the message, or it was changed');
    }

    /** @return array<string, mixed> */
    private static function parsed(string $text): array
    {
        $message = json_decode($text, true);
        return is_array($message) ? $message : throw new WebhookException('the body is no JSON');
    }

    private static function bytes(string $hex, int $length, string $name): string
    {
        if (preg_match('/^[0-9a-f]{' . 2 * $length . '}$/iD', $hex) !== 1) {
            throw new WebhookException("$name has to be " . 2 * $length . ' hexadecimal characters');
        }
        return (string) hex2bin($hex);
    }
}

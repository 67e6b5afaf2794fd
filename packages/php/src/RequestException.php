<?php

declare(strict_types=1);

namespace PaymentWidgets;

/** The gateway has refused the request; nothing was made. */
class RequestException extends GatewayException
{
    /** `result.code`: '200.300.404'; empty where the answer was not the gateway's. */
    public readonly string $resultCode;

    /** @var list<array{name: string, value: ?string, message: string}> every parameter that is wrong */
    public readonly array $parameterErrors;

    /** @var list<array{name: string, message: string, nearest?: string}> on test channels: what was meant */
    public readonly array $parameterHints;

    /** In the sandbox: the page of the reference. */
    public readonly ?string $docs;

    /** The gateway's id of the request, for its operator. */
    public readonly ?string $ndc;

    /**
     * @param int $status HTTP status
     * @param ?array<string, mixed> $answer the whole answer; null where it was not JSON
     * @param ?string $location of a redirect: it is not followed
     */
    public function __construct(
        public readonly int $status,
        public readonly ?array $answer,
        string $what,
        ?string $location = null,
    ) {
        $result = $answer['result'] ?? [];
        $this->resultCode = $result['code'] ?? '';
        $this->parameterErrors = $result['parameterErrors'] ?? [];
        $this->parameterHints = $answer['parameterHints'] ?? [];
        $this->docs = $answer['docs'] ?? null;
        $this->ndc = $answer['ndc'] ?? null;
        $said = self::saidBy($answer['result'] ?? null) . ($location === null ? '' : "; it leads to $location");
        $named = array_map(self::told(...), [...$this->parameterErrors, ...$this->parameterHints]);
        $lines = ["$what: HTTP $status, $said", ...$named, ...($this->docs === null ? [] : [$this->docs])];
        parent::__construct(implode("\n  ", $lines));
    }

    /**
     * The exception that tells of a refusal, by its HTTP status.
     *
     * @param ?array<string, mixed> $answer
     */
    public static function of(int $status, ?array $answer, string $what, ?string $location = null): self
    {
        $class = match ($status) {
            400, 413, 415 => InvalidRequestException::class,
            401, 403 => AuthenticationException::class,
            404, 405 => NotFoundException::class,
            409, 422 => IdempotencyException::class,
            429 => RateLimitException::class,
            default => self::class,
        };
        return new $class($status, $answer, $what, $location);
    }

    /**
     * The result in words; what answered may be no gateway.
     *
     * @param ?array<string, mixed> $result
     */
    public static function saidBy(?array $result): string
    {
        return isset($result['code'], $result['description'])
            ? "{$result['description']} ({$result['code']})"
            : 'no answer of a gateway';
    }

    /** @param array{name: string, message: string, value?: ?string} $each of the errors, or of the hints */
    private static function told(array $each): string
    {
        // A longer value is not shown to its end.
        preg_match('/^.{0,100}/su', $each['value'] ?? '', $shown);
        $given = isset($each['value']) ? '; it is ' . ($shown[0] ?? '') : '';
        return "{$each['name']} {$each['message']}$given";
    }
}

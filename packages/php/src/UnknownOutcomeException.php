<?php

declare(strict_types=1);

namespace PaymentWidgets;

/**
 * 5xx, or no answer that can be read: what became of the request is not known. The same request with the same
 * Idempotency-Key may be made again, and tells.
 */
class UnknownOutcomeException extends GatewayException
{
    /**
     * @param ?int $status HTTP status; null where there was no answer
     * @param ?string $idempotencyKey under which the request may be made again; null of one that has none
     */
    public function __construct(
        string $message,
        public readonly ?int $status,
        public readonly ?string $idempotencyKey,
        ?\Throwable $previous = null,
    ) {
        parent::__construct($message, 0, $previous);
    }
}

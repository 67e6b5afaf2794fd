<?php

declare(strict_types=1);

namespace PaymentWidgets;

/** How one request is made. */
final class RequestOptions
{
    /**
     * @param ?string $idempotencyKey the same request under the same key is made once and answered alike for
     *   24 hours. Drawn where it is absent; give one of your own where another process may make the request
     *   again: the id of the order.
     * @param ?int $maxRetries how often it is repeated at most; the client's own when absent
     */
    public function __construct(
        public readonly ?string $idempotencyKey = null,
        public readonly ?int $maxRetries = null,
    ) {
    }
}

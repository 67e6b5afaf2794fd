<?php

declare(strict_types=1);

namespace PaymentWidgets;

/** 409, 422: the Idempotency-Key is in use, or was used for another request. */
class IdempotencyException extends RequestException
{
}

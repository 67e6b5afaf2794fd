<?php

declare(strict_types=1);

namespace PaymentWidgets;

/** 429: later, please. */
class RateLimitException extends RequestException
{
}

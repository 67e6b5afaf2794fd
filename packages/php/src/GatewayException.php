<?php

declare(strict_types=1);

namespace PaymentWidgets;

/** Of everything that is thrown here. A payment that was declined is no error: it is an answer. */
class GatewayException extends \RuntimeException
{
}

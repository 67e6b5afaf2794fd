<?php

declare(strict_types=1);

namespace PaymentWidgets;

/** 400, 413, 415: a parameter is wrong. */
class InvalidRequestException extends RequestException
{
}

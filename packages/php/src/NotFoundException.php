<?php

declare(strict_types=1);

namespace PaymentWidgets;

/** 404, 405: the id or the path is unknown, or another merchant’s. */
class NotFoundException extends RequestException
{
}

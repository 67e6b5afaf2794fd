<?php

declare(strict_types=1);

namespace PaymentWidgets;

/** 401, 403: the access token is missing, unknown, or for something else. */
class AuthenticationException extends RequestException
{
}

<?php

declare(strict_types=1);

namespace PaymentWidgets;

/** Why a webhook's message was not taken: answer HTTP 400. */
class WebhookException extends GatewayException
{
}

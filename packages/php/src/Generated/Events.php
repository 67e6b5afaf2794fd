<?php

// Made by write-api.ts from docs/openapi.json: do not edit.

declare(strict_types=1);

namespace PaymentWidgets\Generated;

use PaymentWidgets\GatewayException;
use PaymentWidgets\RequestOptions;
use PaymentWidgets\Transport;

class Events
{
    public function __construct(protected readonly Transport $transport)
    {
    }

    /**
     * List events. What happened in the channels of the entity, for 60 days, with the bodies that receivers are sent. Oldest first: ask again with after, the last one that you have. An event is there five seconds after it happened; with sortOrder DESC at once, the latest first.
     *
     * @param array{
     *   'entityId'?: string,
     *   'limit'?: string,
     *   'sortOrder'?: 'ASC'|'DESC',
     *   'fields'?: 'ALL'|'NON_CUSTOMER_DATA',
     *   'type'?: string,
     *   'payment'?: string,
     *   'from'?: string,
     *   'to'?: string,
     *   'after'?: string,
     *   ...
     * } $parameters
     *
     * @return array<string, mixed>
     *
     * @throws GatewayException
     */
    public function list(array $parameters = [], ?RequestOptions $options = null): array
    {
        return $this->transport->request(Routes::ALL['list-events'], [], $parameters, $options);
    }
}

<?php

// Made by write-api.ts from docs/openapi.json: do not edit.

declare(strict_types=1);

namespace PaymentWidgets\Generated;

use PaymentWidgets\GatewayException;
use PaymentWidgets\RequestOptions;
use PaymentWidgets\Transport;

class Settlement
{
    public function __construct(protected readonly Transport $transport)
    {
    }

    /**
     * List settlement batches. A batch is one channel, one currency and one day, with its sums. Both days are included; at most a year.
     *
     * @param array{
     *   'entityId'?: string,
     *   'currency'?: string,
     *   'testMode'?: 'EXTERNAL'|'INTERNAL',
     *   'date.from': string,
     *   'date.to': string,
     *   ...
     * } $parameters
     *
     * @return array<string, mixed>
     *
     * @throws GatewayException
     */
    public function list(array $parameters, ?RequestOptions $options = null): array
    {
        return $this->transport->request(Routes::ALL['list-aggregations'], [], $parameters, $options);
    }

    /**
     * Read the records of a batch. All of them, written while they are read.
     *
     * @param array{
     *   'entityId'?: string,
     *   'sortValue'?: 'SettlementTxDate',
     *   'sortOrder'?: 'ASC'|'DESC',
     *   ...
     * } $parameters
     *
     * @return array<string, mixed>
     *
     * @throws GatewayException
     */
    public function read(string $id, array $parameters = [], ?RequestOptions $options = null): array
    {
        return $this->transport->request(Routes::ALL['read-aggregation'], [$id], $parameters, $options);
    }

    /**
     * Read the records of a batch in pages. A hundred records on a page.
     *
     * @param array{
     *   'entityId'?: string,
     *   'pageNo'?: string,
     *   ...
     * } $parameters
     *
     * @return array<string, mixed>
     *
     * @throws GatewayException
     */
    public function page(string $id, array $parameters = [], ?RequestOptions $options = null): array
    {
        return $this->transport->request(Routes::ALL['read-aggregation-page'], [$id], $parameters, $options);
    }
}

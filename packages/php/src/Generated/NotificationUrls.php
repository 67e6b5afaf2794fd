<?php

// Made by write-api.ts from docs/openapi.json: do not edit.

declare(strict_types=1);

namespace PaymentWidgets\Generated;

use PaymentWidgets\GatewayException;
use PaymentWidgets\RequestOptions;
use PaymentWidgets\Transport;

class NotificationUrls
{
    public function __construct(protected readonly Transport $transport)
    {
    }

    /**
     * List what the notificationUrl of requests was told. Latest first, a page at a time: after is the last delivery of the page before. A payment stands for what refers to it, too.
     *
     * @param array{
     *   'entityId'?: string,
     *   'limit'?: string,
     *   'state'?: 'waiting'|'delivered'|'given_up',
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
    public function deliveries(array $parameters = [], ?RequestOptions $options = null): array
    {
        return $this->transport->request(Routes::ALL['list-notification-url-deliveries'], [], $parameters, $options);
    }

    /**
     * Read a delivery to the notificationUrl of requests. With its payload, its headers, and every attempt.
     *
     * @param array{
     *   'entityId'?: string,
     *   ...
     * } $parameters
     *
     * @return array<string, mixed>
     *
     * @throws GatewayException
     */
    public function delivery(string $delivery, array $parameters = [], ?RequestOptions $options = null): array
    {
        return $this->transport->request(Routes::ALL['read-notification-url-delivery'], [$delivery], $parameters, $options);
    }

    /**
     * Send a message again. At once, under the id that it had; with webhook, to another subscription of the merchant. A message can be sent again for 60 days.
     *
     * @param array{
     *   'entityId'?: string,
     *   'webhook'?: string,
     *   ...
     * } $parameters
     *
     * @return array<string, mixed>
     *
     * @throws GatewayException
     */
    public function replay(string $delivery, array $parameters = [], ?RequestOptions $options = null): array
    {
        return $this->transport->request(Routes::ALL['replay-notification-url-delivery'], [$delivery], $parameters, $options);
    }

    /**
     * Send messages to the notificationUrl of requests again. Those that are named, or all that were given up since a moment; 50,000 at most, and more says whether there are others.
     *
     * @param array{
     *   'entityId'?: string,
     *   'deliveries'?: string,
     *   'givenUpSince'?: string,
     *   'webhook'?: string,
     *   ...
     * } $parameters
     *
     * @return array<string, mixed>
     *
     * @throws GatewayException
     */
    public function replayMany(array $parameters = [], ?RequestOptions $options = null): array
    {
        return $this->transport->request(Routes::ALL['replay-notification-url-deliveries'], [], $parameters, $options);
    }
}

<?php

// Made by write-api.ts from docs/openapi.json: do not edit.

declare(strict_types=1);

namespace PaymentWidgets\Generated;

use PaymentWidgets\GatewayException;
use PaymentWidgets\RequestOptions;
use PaymentWidgets\Transport;

class Webhooks
{
    public function __construct(protected readonly Transport $transport)
    {
    }

    /**
     * Subscribe. The address is told of what happens to the entity and to those below it. Before this answer it gets a test call; any 2xx makes the subscription active. The secret is shown here once.
     *
     * @param array{
     *   'entityId'?: string,
     *   'url': string,
     *   'kind': 'notifications'|'events',
     *   'types'?: string,
     *   'wrapper'?: 'NONE'|'JSON',
     *   'fields'?: 'ALL'|'NON_CUSTOMER_DATA',
     *   'secret'?: string,
     *   ...
     * } $parameters
     *
     * @return array<string, mixed>
     *
     * @throws GatewayException
     */
    public function create(array $parameters, ?RequestOptions $options = null): array
    {
        return $this->transport->request(Routes::ALL['create-webhook'], [], $parameters, $options);
    }

    /**
     * List subscriptions. Those of the entity and of the entities below it, oldest first.
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
    public function list(array $parameters = [], ?RequestOptions $options = null): array
    {
        return $this->transport->request(Routes::ALL['list-webhooks'], [], $parameters, $options);
    }

    /**
     * Read a subscription. With its latest 20 deliveries, and what the receiver answered.
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
    public function read(string $id, array $parameters = [], ?RequestOptions $options = null): array
    {
        return $this->transport->request(Routes::ALL['read-webhook'], [$id], $parameters, $options);
    }

    /**
     * End a subscription. What was waiting for it is given up.
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
    public function delete(string $id, array $parameters = [], ?RequestOptions $options = null): array
    {
        return $this->transport->request(Routes::ALL['delete-webhook'], [$id], $parameters, $options);
    }

    /**
     * Make a test call. An acknowledged one makes the subscription active, and what was kept for it is delivered.
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
    public function test(string $id, array $parameters = [], ?RequestOptions $options = null): array
    {
        return $this->transport->request(Routes::ALL['test-webhook'], [$id], $parameters, $options);
    }

    /**
     * Change the secret. Another secret is drawn and shown here once. The one before stays valid for a day.
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
    public function changeSecret(string $id, array $parameters = [], ?RequestOptions $options = null): array
    {
        return $this->transport->request(Routes::ALL['change-webhook-secret'], [$id], $parameters, $options);
    }

    /**
     * Draw a notification key. Encrypts what the notificationUrl of requests for the entity, and for those below it that have no key of their own, is told. It is shown here once; the one before stays valid for a day. What was kept for want of a key is delivered.
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
    public function changeKey(array $parameters = [], ?RequestOptions $options = null): array
    {
        return $this->transport->request(Routes::ALL['change-notification-key'], [], $parameters, $options);
    }

    /**
     * Send a message again. At once, under the id that it had. A message can be sent again for 60 days.
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
    public function replay(string $id, string $delivery, array $parameters = [], ?RequestOptions $options = null): array
    {
        return $this->transport->request(Routes::ALL['replay-delivery'], [$id, $delivery], $parameters, $options);
    }
}

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
     * Change a subscription. What is not sent stays. Another address gets a test call, and is told nothing before it acknowledges one; what waits goes there. Types ALL stands for all.
     *
     * @param array{
     *   'entityId'?: string,
     *   'url'?: string,
     *   'types'?: string,
     *   'wrapper'?: 'NONE'|'JSON',
     *   'fields'?: 'ALL'|'NON_CUSTOMER_DATA',
     *   ...
     * } $parameters
     *
     * @return array<string, mixed>
     *
     * @throws GatewayException
     */
    public function change(string $id, array $parameters = [], ?RequestOptions $options = null): array
    {
        return $this->transport->request(Routes::ALL['change-webhook'], [$id], $parameters, $options);
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
     * Pause a subscription. Nothing is sent, and what happens is kept.
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
    public function pause(string $id, array $parameters = [], ?RequestOptions $options = null): array
    {
        return $this->transport->request(Routes::ALL['pause-webhook'], [$id], $parameters, $options);
    }

    /**
     * Resume a subscription. What was kept is sent at once, also where the receiver had answered 410.
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
    public function resume(string $id, array $parameters = [], ?RequestOptions $options = null): array
    {
        return $this->transport->request(Routes::ALL['resume-webhook'], [$id], $parameters, $options);
    }

    /**
     * Make a test call. An acknowledged one makes the subscription active, and what was kept for it is delivered. With a type a sample of it is sent.
     *
     * @param array{
     *   'entityId'?: string,
     *   'type'?: string,
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
     * Change the secret. Another secret is drawn and shown here once. The one before stays valid for a day, or for the seconds of overlap; with 0 it ends at once, and so do those before it.
     *
     * @param array{
     *   'entityId'?: string,
     *   'secret'?: string,
     *   'overlap'?: string,
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
     *   'secret'?: string,
     *   'overlap'?: string,
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
     * List what a subscription was told. Latest first, a page at a time: after is the last delivery of the page before. A payment stands for what refers to it, too.
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
    public function deliveries(string $id, array $parameters = [], ?RequestOptions $options = null): array
    {
        return $this->transport->request(Routes::ALL['list-deliveries'], [$id], $parameters, $options);
    }

    /**
     * Read a delivery to a subscription. With its payload, its headers, and every attempt.
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
    public function delivery(string $id, string $delivery, array $parameters = [], ?RequestOptions $options = null): array
    {
        return $this->transport->request(Routes::ALL['read-delivery'], [$id, $delivery], $parameters, $options);
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
    public function replay(string $id, string $delivery, array $parameters = [], ?RequestOptions $options = null): array
    {
        return $this->transport->request(Routes::ALL['replay-delivery'], [$id, $delivery], $parameters, $options);
    }

    /**
     * Send messages to a subscription again. Those that are named, or all that were given up since a moment; 50,000 at most, and more says whether there are others.
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
    public function replayMany(string $id, array $parameters = [], ?RequestOptions $options = null): array
    {
        return $this->transport->request(Routes::ALL['replay-deliveries'], [$id], $parameters, $options);
    }
}

<?php

// Made by write-api.ts from docs/openapi.json: do not edit.

declare(strict_types=1);

namespace PaymentWidgets\Generated;

use PaymentWidgets\GatewayException;
use PaymentWidgets\RequestOptions;
use PaymentWidgets\Transport;

class Open
{
    public function __construct(protected readonly Transport $transport)
    {
    }

    /**
     * The script of the form. Draws the payment form of a checkout. The same bytes for every checkout of a release, so one integrity hash is right for all.
     *
     * @param array{
     *   'checkoutId': string,
     *   ...
     * } $parameters
     *
     * @throws GatewayException
     */
    public function script(array $parameters, ?RequestOptions $options = null): string
    {
        return $this->transport->request(Routes::ALL['widget-script'], [], $parameters, $options);
    }

    /**
     * The script of one release. For pages that pin a release: its bytes never change, and may be kept for a year. The checkout has to begin with the same release (`npm run admin -- release pin`).
     *
     * @param array{
     *   'checkoutId': string,
     *   ...
     * } $parameters
     *
     * @throws GatewayException
     */
    public function releaseScript(string $release, array $parameters, ?RequestOptions $options = null): string
    {
        return $this->transport->request(Routes::ALL['release-script'], [$release], $parameters, $options);
    }

    /**
     * The scripts of a payment page. Each script that the form loads, with its version, hash and purpose (PCI DSS 6.4.3).
     *
     * @param array{
     *   'release'?: string,
     *   ...
     * } $parameters
     *
     * @return array<string, mixed>
     *
     * @throws GatewayException
     */
    public function scripts(array $parameters = [], ?RequestOptions $options = null): array
    {
        return $this->transport->request(Routes::ALL['list-scripts'], [], $parameters, $options);
    }

    /**
     * Every result code. All codes with their descriptions.
     *
     * @param array{

     *   ...
     * } $parameters
     *
     * @return array<string, mixed>
     *
     * @throws GatewayException
     */
    public function resultCodes(array $parameters = [], ?RequestOptions $options = null): array
    {
        return $this->transport->request(Routes::ALL['list-result-codes'], [], $parameters, $options);
    }

    /**
     * Whether the process lives. Answers while the process can answer at all, and asks nothing of the database.
     *
     * @param array{

     *   ...
     * } $parameters
     *
     * @return array<string, mixed>
     *
     * @throws GatewayException
     */
    public function health(array $parameters = [], ?RequestOptions $options = null): array
    {
        return $this->transport->request(Routes::ALL['health'], [], $parameters, $options);
    }

    /**
     * Whether this instance takes requests. HTTP 503, with the same body, where a load balancer has to send requests to another instance: the process starts or ends, the database does not answer within two seconds or lacks migrations, the master keys are not its own, or the clock is off by more than two seconds.
     *
     * @param array{

     *   ...
     * } $parameters
     *
     * @return array<string, mixed>
     *
     * @throws GatewayException
     */
    public function readiness(array $parameters = [], ?RequestOptions $options = null): array
    {
        return $this->transport->request(Routes::ALL['readiness'], [], $parameters, $options);
    }

    /**
     * The events. Every event that webhooks tell, with the address of its schema.
     *
     * @param array{

     *   ...
     * } $parameters
     *
     * @return array<string, mixed>
     *
     * @throws GatewayException
     */
    public function eventSchemas(array $parameters = [], ?RequestOptions $options = null): array
    {
        return $this->transport->request(Routes::ALL['list-event-schemas'], [], $parameters, $options);
    }

    /**
     * The schema of an event. JSON Schema, draft 2020-12. The file is the type of the event and .json.
     *
     * @param array{

     *   ...
     * } $parameters
     *
     * @return array<string, mixed>
     *
     * @throws GatewayException
     */
    public function eventSchema(string $file, array $parameters = [], ?RequestOptions $options = null): array
    {
        return $this->transport->request(Routes::ALL['read-event-schema'], [$file], $parameters, $options);
    }
}

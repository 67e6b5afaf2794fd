<?php

// Made by write-api.ts from docs/openapi.json: do not edit.

declare(strict_types=1);

namespace PaymentWidgets\Generated;

use PaymentWidgets\GatewayException;
use PaymentWidgets\RequestOptions;
use PaymentWidgets\Transport;

class Sandbox
{
    public function __construct(protected readonly Transport $transport)
    {
    }

    /**
     * Move the clock of a test channel. Forward only. What that makes due is done within two seconds.
     *
     * @param array{
     *   'entityId'?: string,
     *   'advance': string,
     *   ...
     * } $parameters
     *
     * @return array<string, mixed>
     *
     * @throws GatewayException
     */
    public function moveClock(array $parameters, ?RequestOptions $options = null): array
    {
        return $this->transport->request(Routes::ALL['move-clock'], [], $parameters, $options);
    }

    /**
     * Decide a pending payment. Plays the bank that makes up its mind.
     *
     * @param array{
     *   'entityId'?: string,
     *   'result': 'accept'|'decline',
     *   ...
     * } $parameters
     *
     * @return array<string, mixed>
     *
     * @throws GatewayException
     */
    public function settlePayment(string $id, array $parameters, ?RequestOptions $options = null): array
    {
        return $this->transport->request(Routes::ALL['settle-payment'], [$id], $parameters, $options);
    }

    /**
     * Pay a voucher. Plays the bank or the shop where a voucher (Boleto, Pix, a bank transfer) is paid. The answer is a payment of type RC. Without an amount all that is left is paid. The same reference is the same payment, and is received once.
     *
     * @param array{
     *   'entityId'?: string,
     *   'amount'?: string,
     *   'reference'?: string,
     *   ...
     * } $parameters
     *
     * @return array<string, mixed>
     *
     * @throws GatewayException
     */
    public function payVoucher(string $id, array $parameters = [], ?RequestOptions $options = null): array
    {
        return $this->transport->request(Routes::ALL['pay-voucher'], [$id], $parameters, $options);
    }

    /**
     * Charge a payment back. Plays the cardholder’s bank that takes a DB, a CP or a captured PA back. The answer is a payment of type CB. Without an amount all that is left is taken.
     *
     * @param array{
     *   'entityId'?: string,
     *   'amount'?: string,
     *   'code'?: string,
     *   ...
     * } $parameters
     *
     * @return array<string, mixed>
     *
     * @throws GatewayException
     */
    public function chargeBack(string $id, array $parameters = [], ?RequestOptions $options = null): array
    {
        return $this->transport->request(Routes::ALL['charge-back'], [$id], $parameters, $options);
    }

    /**
     * Decide a pending registration. Plays the wallet or bank that was asked to be kept, and has left it pending.
     *
     * @param array{
     *   'entityId'?: string,
     *   'result': 'accept'|'decline',
     *   ...
     * } $parameters
     *
     * @return array<string, mixed>
     *
     * @throws GatewayException
     */
    public function settleRegistration(string $id, array $parameters, ?RequestOptions $options = null): array
    {
        return $this->transport->request(Routes::ALL['settle-registration'], [$id], $parameters, $options);
    }

    /**
     * Revoke a stored card. Plays its consumer or its provider. The registration reads 100.150.202 and pays nothing any more; it stays until it is deleted.
     *
     * @param array{
     *   'entityId'?: string,
     *   'by': 'consumer'|'provider',
     *   ...
     * } $parameters
     *
     * @return array<string, mixed>
     *
     * @throws GatewayException
     */
    public function revokeRegistration(string $id, array $parameters, ?RequestOptions $options = null): array
    {
        return $this->transport->request(Routes::ALL['revoke-registration'], [$id], $parameters, $options);
    }

    /**
     * Update a stored card. Plays the scheme’s account updater: the card has got a new expiry.
     *
     * @param array{
     *   'entityId'?: string,
     *   'card.expiryMonth': string,
     *   'card.expiryYear': string,
     *   ...
     * } $parameters
     *
     * @return array<string, mixed>
     *
     * @throws GatewayException
     */
    public function updateRegistration(string $id, array $parameters, ?RequestOptions $options = null): array
    {
        return $this->transport->request(Routes::ALL['update-registration'], [$id], $parameters, $options);
    }

    /**
     * Disturb the connector. Makes the simulator slow, silent or faulty for a test channel.
     *
     * @param array{
     *   'entityId'?: string,
     *   'behaviour': 'normal'|'slow'|'hang'|'fail'|'lose-answer',
     *   ...
     * } $parameters
     *
     * @return array<string, mixed>
     *
     * @throws GatewayException
     */
    public function disturb(array $parameters, ?RequestOptions $options = null): array
    {
        return $this->transport->request(Routes::ALL['disturb-connector'], [], $parameters, $options);
    }
}

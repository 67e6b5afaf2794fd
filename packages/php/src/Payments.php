<?php

declare(strict_types=1);

namespace PaymentWidgets;

/** Payments of the merchant's server, and the operations on them. */
final class Payments extends Generated\Payments
{
    /**
     * CP: of a PA, in parts too.
     *
     * @param array{
     *   'entityId'?: string,
     *   'amount': string,
     *   'currency': string,
     *   'descriptor'?: string,
     *   'merchantTransactionId'?: string,
     *   'merchantInvoiceId'?: string,
     *   'testMode'?: 'EXTERNAL'|'INTERNAL',
     *   'notificationUrl'?: string,
     *   ...
     * } $parameters
     * @return array<string, mixed>
     */
    public function capture(string $id, array $parameters, ?RequestOptions $options = null): array
    {
        return $this->refer($id, ['paymentType' => 'CP'] + $parameters, $options);
    }

    /**
     * RF: of a DB or of what was captured, in parts too.
     *
     * @param array{
     *   'entityId'?: string,
     *   'amount': string,
     *   'currency': string,
     *   'descriptor'?: string,
     *   'merchantTransactionId'?: string,
     *   'merchantInvoiceId'?: string,
     *   'testMode'?: 'EXTERNAL'|'INTERNAL',
     *   'notificationUrl'?: string,
     *   ...
     * } $parameters
     * @return array<string, mixed>
     */
    public function refund(string $id, array $parameters, ?RequestOptions $options = null): array
    {
        return $this->refer($id, ['paymentType' => 'RF'] + $parameters, $options);
    }

    /**
     * RV: the whole, before its booking.
     *
     * @param array{
     *   'entityId'?: string,
     *   'amount'?: string,
     *   'currency'?: string,
     *   'descriptor'?: string,
     *   'merchantTransactionId'?: string,
     *   'merchantInvoiceId'?: string,
     *   'testMode'?: 'EXTERNAL'|'INTERNAL',
     *   'notificationUrl'?: string,
     *   ...
     * } $parameters
     * @return array<string, mixed>
     */
    public function reverse(string $id, array $parameters = [], ?RequestOptions $options = null): array
    {
        return $this->refer($id, ['paymentType' => 'RV'] + $parameters, $options);
    }

    /**
     * All of a period, one after the other, however many pages they are.
     *
     * @param array<string, mixed> $parameters as of page(), without pageNo
     * @return \Generator<int, array<string, mixed>>
     */
    public function list(array $parameters, ?RequestOptions $options = null): \Generator
    {
        return Paging::records(
            fn (string $pageNo): array => $this->page(['pageNo' => $pageNo] + $parameters, $options),
        );
    }
}

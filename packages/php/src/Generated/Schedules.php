<?php

// Made by write-api.ts from docs/openapi.json: do not edit.

declare(strict_types=1);

namespace PaymentWidgets\Generated;

use PaymentWidgets\GatewayException;
use PaymentWidgets\RequestOptions;
use PaymentWidgets\Transport;

class Schedules
{
    public function __construct(protected readonly Transport $transport)
    {
    }

    /**
     * Schedule payments. SD: pays with a stored card at the times that job.* names, in UTC and once a day at most, until job.endDate or until the registration is gone.
     *
     * @param array{
     *   'entityId'?: string,
     *   'amount': string,
     *   'currency': string,
     *   'paymentType'?: 'SD'|'DB'|'PA',
     *   'paymentBrand'?: string,
     *   'descriptor'?: string,
     *   'merchantTransactionId'?: string,
     *   'merchantInvoiceId'?: string,
     *   'transactionCategory'?: 'EC'|'MO'|'TO'|'RC'|'IN'|'PO'|'PM',
     *   'testMode'?: 'EXTERNAL'|'INTERNAL',
     *   'shopperResultUrl'?: string,
     *   'notificationUrl'?: string,
     *   'standingInstruction.type'?: 'RECURRING'|'INSTALLMENT'|'UNSCHEDULED',
     *   'standingInstruction.mode'?: 'INITIAL'|'REPEATED',
     *   'standingInstruction.source'?: 'CIT'|'MIT',
     *   'standingInstruction.amountType'?: 'MAX'|'EXACT'|'VARIABLE',
     *   'standingInstruction.frequency'?: 'DAILY'|'WEEKLY'|'MONTHLY'|'YEARLY',
     *   'standingInstruction.interval'?: string,
     *   'standingInstruction.startDate'?: string,
     *   'standingInstruction.endDate'?: string,
     *   'customer.locale'?: string,
     *   'customer.taxIdentification'?: string,
     *   'customer.merchantCustomerId'?: string,
     *   'customer.givenName'?: string,
     *   'customer.middleName'?: string,
     *   'customer.surname'?: string,
     *   'customer.birthDate'?: string,
     *   'customer.phone'?: string,
     *   'customer.mobile'?: string,
     *   'customer.workPhone'?: string,
     *   'customer.email'?: string,
     *   'customer.companyName'?: string,
     *   'customer.identificationDocType'?: 'IDCARD'|'PASSPORT'|'TAXSTATEMENT',
     *   'customer.identificationDocId'?: string,
     *   'customer.ip'?: string,
     *   'customer.status'?: 'NEW'|'EXISTING',
     *   'customer.browserFingerprint.id'?: string,
     *   'customer.browserFingerprint.value'?: string,
     *   'customer.browser.acceptHeader'?: string,
     *   'customer.browser.userAgent'?: string,
     *   'customer.browser.language'?: string,
     *   'customer.browser.screenHeight'?: string,
     *   'customer.browser.screenWidth'?: string,
     *   'customer.browser.screenColorDepth'?: string,
     *   'customer.browser.timezone'?: string,
     *   'customer.browser.javaEnabled'?: bool|string,
     *   'customer.browser.javascriptEnabled'?: bool|string,
     *   'customer.browser.challengeWindow'?: '1'|'2'|'3'|'4'|'5',
     *   'billing.street1'?: string,
     *   'billing.street2'?: string,
     *   'billing.houseNumber1'?: string,
     *   'billing.houseNumber2'?: string,
     *   'billing.city'?: string,
     *   'billing.state'?: string,
     *   'billing.postcode'?: string,
     *   'billing.country'?: string,
     *   'shipping.street1'?: string,
     *   'shipping.street2'?: string,
     *   'shipping.houseNumber1'?: string,
     *   'shipping.houseNumber2'?: string,
     *   'shipping.city'?: string,
     *   'shipping.state'?: string,
     *   'shipping.postcode'?: string,
     *   'shipping.country'?: string,
     *   'shipping.method'?: 'LOWEST_COST'|'CARRIER_DESIGNATED_BY_CUSTOMER'|'ELECTRONIC_DELIVERY'|'GROUND'|'INTERNATIONAL'|'MILITARY'|'NEXT_DAY_OVERNIGHT'|'OTHER'|'STORE_PICKUP'|'SAME_DAY_SERVICE'|'TWO_DAY_SERVICE'|'THREE_DAY_SERVICE',
     *   'shipping.comment'?: string,
     *   'shipping.expectedDate'?: string,
     *   'shipping.logisticsProvider'?: string,
     *   'shipping.trackingNumber'?: string,
     *   'shipping.customer.merchantCustomerId'?: string,
     *   'shipping.customer.givenName'?: string,
     *   'shipping.customer.middleName'?: string,
     *   'shipping.customer.surname'?: string,
     *   'shipping.customer.birthDate'?: string,
     *   'shipping.customer.phone'?: string,
     *   'shipping.customer.mobile'?: string,
     *   'shipping.customer.workPhone'?: string,
     *   'shipping.customer.email'?: string,
     *   'shipping.customer.companyName'?: string,
     *   'shipping.customer.identificationDocType'?: 'IDCARD'|'PASSPORT'|'TAXSTATEMENT',
     *   'shipping.customer.identificationDocId'?: string,
     *   'shipping.customer.ip'?: string,
     *   'shipping.customer.status'?: 'NEW'|'EXISTING',
     *   'merchant.name'?: string,
     *   'merchant.city'?: string,
     *   'merchant.street'?: string,
     *   'merchant.postcode'?: string,
     *   'merchant.state'?: string,
     *   'merchant.country'?: string,
     *   'merchant.phone'?: string,
     *   'merchant.mcc'?: string,
     *   'merchant.submerchantId'?: string,
     *   'recurringType'?: 'INITIAL'|'REPEATED',
     *   'recurring.numberOfInstallments'?: string,
     *   'registrationId': string,
     *   'job.second'?: string,
     *   'job.minute'?: string,
     *   'job.hour'?: string,
     *   'job.dayOfMonth'?: string,
     *   'job.month'?: string,
     *   'job.dayOfWeek'?: string,
     *   'job.year'?: string,
     *   'job.startDate'?: string,
     *   'job.endDate'?: string,
     *   'risk.channelId'?: string,
     *   'risk.serviceId'?: string,
     *   'risk.amount'?: string,
     *   'risk.orderTimestamp'?: string,
     *   'risk.brand'?: string,
     *   'risk.merchantWebsite'?: string,
     *   'risk.accountToken'?: string,
     *   'threeDSecure.challengeIndicator'?: string,
     *   'threeDSecure.exemptionFlag'?: string,
     *   'threeDSecure.eci'?: string,
     *   'threeDSecure.verificationId'?: string,
     *   'threeDSecure.version'?: string,
     *   'threeDSecure.xid'?: string,
     *   'threeDSecure.dsTransactionId'?: string,
     *   'threeDSecure.acsTransactionId'?: string,
     *   'customParameters[payment_retrial]'?: bool|string,
     *   'customParameters[payment_attempt_number]'?: string,
     *   'customParameters[payment_reference]'?: string,
     *   ...
     * } $parameters
     *
     * @return array<string, mixed>
     *
     * @throws GatewayException
     */
    public function create(array $parameters, ?RequestOptions $options = null): array
    {
        return $this->transport->request(Routes::ALL['create-schedule'], [], $parameters, $options);
    }

    /**
     * List the schedules of a stored card. The latest first, those that have ended too. The id in the path below works, too.
     *
     * @param array{
     *   'entityId'?: string,
     *   'registrationId': string,
     *   ...
     * } $parameters
     *
     * @return array<string, mixed>
     *
     * @throws GatewayException
     */
    public function list(array $parameters, ?RequestOptions $options = null): array
    {
        return $this->transport->request(Routes::ALL['list-schedules'], [], $parameters, $options);
    }

    /**
     * Read a schedule. plan says whether it is active, when it pays next, and what came of it so far.
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
        return $this->transport->request(Routes::ALL['read-schedule'], [$id], $parameters, $options);
    }

    /**
     * End a schedule. The same as the request before.
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
        return $this->transport->request(Routes::ALL['delete-schedule'], [$id], $parameters, $options);
    }

    /**
     * Change a schedule. RS: what is sent takes the place of what was said before, in a schedule of its own id. A suspended one goes on.
     *
     * @param array{
     *   'entityId'?: string,
     *   'amount'?: string,
     *   'currency'?: string,
     *   'paymentType'?: 'RS'|'DB'|'PA',
     *   'paymentBrand'?: string,
     *   'descriptor'?: string,
     *   'merchantTransactionId'?: string,
     *   'merchantInvoiceId'?: string,
     *   'transactionCategory'?: 'EC'|'MO'|'TO'|'RC'|'IN'|'PO'|'PM',
     *   'testMode'?: 'EXTERNAL'|'INTERNAL',
     *   'shopperResultUrl'?: string,
     *   'notificationUrl'?: string,
     *   'standingInstruction.type'?: 'RECURRING'|'INSTALLMENT'|'UNSCHEDULED',
     *   'standingInstruction.mode'?: 'INITIAL'|'REPEATED',
     *   'standingInstruction.source'?: 'CIT'|'MIT',
     *   'standingInstruction.amountType'?: 'MAX'|'EXACT'|'VARIABLE',
     *   'standingInstruction.frequency'?: 'DAILY'|'WEEKLY'|'MONTHLY'|'YEARLY',
     *   'standingInstruction.interval'?: string,
     *   'standingInstruction.startDate'?: string,
     *   'standingInstruction.endDate'?: string,
     *   'customer.locale'?: string,
     *   'customer.taxIdentification'?: string,
     *   'customer.merchantCustomerId'?: string,
     *   'customer.givenName'?: string,
     *   'customer.middleName'?: string,
     *   'customer.surname'?: string,
     *   'customer.birthDate'?: string,
     *   'customer.phone'?: string,
     *   'customer.mobile'?: string,
     *   'customer.workPhone'?: string,
     *   'customer.email'?: string,
     *   'customer.companyName'?: string,
     *   'customer.identificationDocType'?: 'IDCARD'|'PASSPORT'|'TAXSTATEMENT',
     *   'customer.identificationDocId'?: string,
     *   'customer.ip'?: string,
     *   'customer.status'?: 'NEW'|'EXISTING',
     *   'customer.browserFingerprint.id'?: string,
     *   'customer.browserFingerprint.value'?: string,
     *   'customer.browser.acceptHeader'?: string,
     *   'customer.browser.userAgent'?: string,
     *   'customer.browser.language'?: string,
     *   'customer.browser.screenHeight'?: string,
     *   'customer.browser.screenWidth'?: string,
     *   'customer.browser.screenColorDepth'?: string,
     *   'customer.browser.timezone'?: string,
     *   'customer.browser.javaEnabled'?: bool|string,
     *   'customer.browser.javascriptEnabled'?: bool|string,
     *   'customer.browser.challengeWindow'?: '1'|'2'|'3'|'4'|'5',
     *   'billing.street1'?: string,
     *   'billing.street2'?: string,
     *   'billing.houseNumber1'?: string,
     *   'billing.houseNumber2'?: string,
     *   'billing.city'?: string,
     *   'billing.state'?: string,
     *   'billing.postcode'?: string,
     *   'billing.country'?: string,
     *   'shipping.street1'?: string,
     *   'shipping.street2'?: string,
     *   'shipping.houseNumber1'?: string,
     *   'shipping.houseNumber2'?: string,
     *   'shipping.city'?: string,
     *   'shipping.state'?: string,
     *   'shipping.postcode'?: string,
     *   'shipping.country'?: string,
     *   'shipping.method'?: 'LOWEST_COST'|'CARRIER_DESIGNATED_BY_CUSTOMER'|'ELECTRONIC_DELIVERY'|'GROUND'|'INTERNATIONAL'|'MILITARY'|'NEXT_DAY_OVERNIGHT'|'OTHER'|'STORE_PICKUP'|'SAME_DAY_SERVICE'|'TWO_DAY_SERVICE'|'THREE_DAY_SERVICE',
     *   'shipping.comment'?: string,
     *   'shipping.expectedDate'?: string,
     *   'shipping.logisticsProvider'?: string,
     *   'shipping.trackingNumber'?: string,
     *   'shipping.customer.merchantCustomerId'?: string,
     *   'shipping.customer.givenName'?: string,
     *   'shipping.customer.middleName'?: string,
     *   'shipping.customer.surname'?: string,
     *   'shipping.customer.birthDate'?: string,
     *   'shipping.customer.phone'?: string,
     *   'shipping.customer.mobile'?: string,
     *   'shipping.customer.workPhone'?: string,
     *   'shipping.customer.email'?: string,
     *   'shipping.customer.companyName'?: string,
     *   'shipping.customer.identificationDocType'?: 'IDCARD'|'PASSPORT'|'TAXSTATEMENT',
     *   'shipping.customer.identificationDocId'?: string,
     *   'shipping.customer.ip'?: string,
     *   'shipping.customer.status'?: 'NEW'|'EXISTING',
     *   'merchant.name'?: string,
     *   'merchant.city'?: string,
     *   'merchant.street'?: string,
     *   'merchant.postcode'?: string,
     *   'merchant.state'?: string,
     *   'merchant.country'?: string,
     *   'merchant.phone'?: string,
     *   'merchant.mcc'?: string,
     *   'merchant.submerchantId'?: string,
     *   'recurringType'?: 'INITIAL'|'REPEATED',
     *   'recurring.numberOfInstallments'?: string,
     *   'job.second'?: string,
     *   'job.minute'?: string,
     *   'job.hour'?: string,
     *   'job.dayOfMonth'?: string,
     *   'job.month'?: string,
     *   'job.dayOfWeek'?: string,
     *   'job.year'?: string,
     *   'job.startDate'?: string,
     *   'job.endDate'?: string,
     *   'risk.channelId'?: string,
     *   'risk.serviceId'?: string,
     *   'risk.amount'?: string,
     *   'risk.orderTimestamp'?: string,
     *   'risk.brand'?: string,
     *   'risk.merchantWebsite'?: string,
     *   'risk.accountToken'?: string,
     *   'threeDSecure.challengeIndicator'?: string,
     *   'threeDSecure.exemptionFlag'?: string,
     *   'threeDSecure.eci'?: string,
     *   'threeDSecure.verificationId'?: string,
     *   'threeDSecure.version'?: string,
     *   'threeDSecure.xid'?: string,
     *   'threeDSecure.dsTransactionId'?: string,
     *   'threeDSecure.acsTransactionId'?: string,
     *   'customParameters[payment_retrial]'?: bool|string,
     *   'customParameters[payment_attempt_number]'?: string,
     *   'customParameters[payment_reference]'?: string,
     *   ...
     * } $parameters
     *
     * @return array<string, mixed>
     *
     * @throws GatewayException
     */
    public function reschedule(string $id, array $parameters = [], ?RequestOptions $options = null): array
    {
        return $this->transport->request(Routes::ALL['reschedule'], [$id], $parameters, $options);
    }

    /**
     * End a schedule. DS: no payment is begun any more. Any id of a chain of changes ends it.
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
    public function deschedule(string $id, array $parameters = [], ?RequestOptions $options = null): array
    {
        return $this->transport->request(Routes::ALL['deschedule'], [$id], $parameters, $options);
    }
}

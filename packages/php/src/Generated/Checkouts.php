<?php

// Made by write-api.ts from docs/openapi.json: do not edit.

declare(strict_types=1);

namespace PaymentWidgets\Generated;

use PaymentWidgets\GatewayException;
use PaymentWidgets\RequestOptions;
use PaymentWidgets\Transport;

class Checkouts
{
    public function __construct(protected readonly Transport $transport)
    {
    }

    /**
     * Create a checkout. Begins a payment in the form. The id goes into the address of the script; it is valid for 30 minutes. Without paymentType and amount, and with createRegistration=true, the checkout only stores a card.
     *
     * @param array{
     *   'entityId'?: string,
     *   'amount'?: string,
     *   'currency'?: string,
     *   'paymentType'?: 'PA'|'DB'|'CD',
     *   'paymentBrand'?: string,
     *   'descriptor'?: string,
     *   'merchantTransactionId'?: string,
     *   'merchantInvoiceId'?: string,
     *   'transactionCategory'?: 'EC'|'MO'|'TO'|'RC'|'IN'|'PO'|'PM',
     *   'testMode'?: 'EXTERNAL'|'INTERNAL',
     *   'shopperResultUrl'?: string,
     *   'notificationUrl'?: string,
     *   'integrity'?: bool|string,
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
     *   'bankAccount.holder'?: string,
     *   'bankAccount.bic'?: string,
     *   'bankAccount.mandate.id'?: string,
     *   'bankAccount.mandate.dateOfSignature'?: string,
     *   'bankAccount.country'?: string,
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
     *   'createRegistration'?: bool|string,
     *   'recurringType'?: 'INITIAL'|'REPEATED',
     *   'recurring.numberOfInstallments'?: string,
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
    public function create(array $parameters = [], ?RequestOptions $options = null): array
    {
        return $this->transport->request(Routes::ALL['create-checkout'], [], $parameters, $options);
    }

    /**
     * Change a checkout. Sets or replaces parameters, as long as no payment is under way: the amount of a changed cart.
     *
     * @param array{
     *   'entityId'?: string,
     *   'amount'?: string,
     *   'currency'?: string,
     *   'paymentType'?: 'PA'|'DB'|'CD',
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
     *   'bankAccount.holder'?: string,
     *   'bankAccount.bic'?: string,
     *   'bankAccount.mandate.id'?: string,
     *   'bankAccount.mandate.dateOfSignature'?: string,
     *   'bankAccount.country'?: string,
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
     *   'createRegistration'?: bool|string,
     *   'recurringType'?: 'INITIAL'|'REPEATED',
     *   'recurring.numberOfInstallments'?: string,
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
    public function update(string $id, array $parameters = [], ?RequestOptions $options = null): array
    {
        return $this->transport->request(Routes::ALL['update-checkout'], [$id], $parameters, $options);
    }

    /**
     * Delete a checkout. Ends it: no attempt is accepted any more.
     *
     * @param array{
     *   'entityId'?: string,
     *   'merchantTransactionId'?: string,
     *   ...
     * } $parameters
     *
     * @return array<string, mixed>
     *
     * @throws GatewayException
     */
    public function delete(string $id, array $parameters = [], ?RequestOptions $options = null): array
    {
        return $this->transport->request(Routes::ALL['delete-checkout'], [$id], $parameters, $options);
    }

    /**
     * Read the payment of a checkout. The payment that succeeded, or else the latest attempt. Before any attempt the result is 000.200.000 and there is no payment id. Readable as often as wanted for 90 days.
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
    public function payment(string $id, array $parameters = [], ?RequestOptions $options = null): array
    {
        return $this->transport->request(Routes::ALL['read-checkout-payment'], [$id], $parameters, $options);
    }

    /**
     * Pay a checkout. What the form in the shopper’s browser posts; the path without /v1 is the same. Card number and CVV come sealed. On a test channel they may also come in the clear, so that a checkout can be paid without a browser. With Accept: text/html the answer is a redirect (303).
     *
     * @param array{
     *   'paymentBrand'?: string,
     *   'shopperResultUrl'?: string,
     *   'card.holder'?: string,
     *   'card.number'?: string,
     *   'card.expiryMonth'?: string,
     *   'card.expiryYear'?: string,
     *   'card.cvv'?: string,
     *   'card.holderHidden'?: bool|string,
     *   'inlineFlow'?: bool|string,
     *   'standingInstruction.type'?: 'RECURRING'|'INSTALLMENT'|'UNSCHEDULED',
     *   'standingInstruction.mode'?: 'INITIAL'|'REPEATED',
     *   'standingInstruction.source'?: 'CIT'|'MIT',
     *   'customer.locale'?: string,
     *   'customer.taxIdentification'?: string,
     *   'virtualAccount.accountId'?: string,
     *   'virtualAccount.password'?: string,
     *   'applePay.paymentToken'?: string,
     *   'googlePay.paymentToken'?: string,
     *   'bankAccount.holder'?: string,
     *   'bankAccount.iban'?: string,
     *   'bankAccount.bic'?: string,
     *   'sealed[bankAccount.iban]'?: string,
     *   'bankAccount.country'?: string,
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
     *   'createRegistration'?: 'true'|'false'|'on',
     *   'recurring.numberOfInstallments'?: string,
     *   'registrationId'?: string,
     *   ...
     * } $parameters
     *
     * @return array<string, mixed>
     *
     * @throws GatewayException
     */
    public function pay(string $id, array $parameters = [], ?RequestOptions $options = null): array
    {
        return $this->transport->request(Routes::ALL['pay-checkout'], [$id], $parameters, $options);
    }

    /**
     * Read the card that a checkout stored. The registration, once there is one; before that the result is 000.200.000.
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
    public function registration(string $id, array $parameters = [], ?RequestOptions $options = null): array
    {
        return $this->transport->request(Routes::ALL['read-checkout-registration'], [$id], $parameters, $options);
    }

    /**
     * Store a card in a checkout. What the form posts when the checkout only stores a card.
     *
     * @param array{
     *   'paymentBrand'?: string,
     *   'shopperResultUrl'?: string,
     *   'card.holder'?: string,
     *   'card.number'?: string,
     *   'card.expiryMonth'?: string,
     *   'card.expiryYear'?: string,
     *   'card.cvv'?: string,
     *   'card.holderHidden'?: bool|string,
     *   'inlineFlow'?: bool|string,
     *   'standingInstruction.type'?: 'RECURRING'|'INSTALLMENT'|'UNSCHEDULED',
     *   'standingInstruction.mode'?: 'INITIAL'|'REPEATED',
     *   'standingInstruction.source'?: 'CIT'|'MIT',
     *   'customer.locale'?: string,
     *   'customer.taxIdentification'?: string,
     *   'virtualAccount.accountId'?: string,
     *   'virtualAccount.password'?: string,
     *   'applePay.paymentToken'?: string,
     *   'googlePay.paymentToken'?: string,
     *   'bankAccount.holder'?: string,
     *   'bankAccount.iban'?: string,
     *   'bankAccount.bic'?: string,
     *   'sealed[bankAccount.iban]'?: string,
     *   'bankAccount.country'?: string,
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
     *   'createRegistration'?: 'true'|'false'|'on',
     *   'recurring.numberOfInstallments'?: string,
     *   'registrationId'?: string,
     *   ...
     * } $parameters
     *
     * @return array<string, mixed>
     *
     * @throws GatewayException
     */
    public function register(string $id, array $parameters = [], ?RequestOptions $options = null): array
    {
        return $this->transport->request(Routes::ALL['register-in-checkout'], [$id], $parameters, $options);
    }
}

<?php

// Made by write-api.ts from docs/openapi.json: do not edit.

declare(strict_types=1);

namespace PaymentWidgets\Generated;

/** Every operation of the API, by its id in the OpenAPI document. */
final class Routes
{
    /** @var array<string, array{method: string, path: string, hasToken: bool, isKeyed: bool, takesEntity: bool}> */
    public const ALL = [
        'create-checkout' => ['method' => 'POST', 'path' => '/v1/checkouts', 'hasToken' => true, 'isKeyed' => true, 'takesEntity' => true],
        'update-checkout' => ['method' => 'POST', 'path' => '/v1/checkouts/{id}', 'hasToken' => true, 'isKeyed' => true, 'takesEntity' => true],
        'delete-checkout' => ['method' => 'DELETE', 'path' => '/v1/checkouts/{id}', 'hasToken' => true, 'isKeyed' => false, 'takesEntity' => true],
        'read-checkout-payment' => ['method' => 'GET', 'path' => '/v1/checkouts/{id}/payment', 'hasToken' => true, 'isKeyed' => false, 'takesEntity' => true],
        'pay-checkout' => ['method' => 'POST', 'path' => '/v1/checkouts/{id}/payment', 'hasToken' => false, 'isKeyed' => false, 'takesEntity' => false],
        'read-checkout-registration' => ['method' => 'GET', 'path' => '/v1/checkouts/{id}/registration', 'hasToken' => true, 'isKeyed' => false, 'takesEntity' => true],
        'register-in-checkout' => ['method' => 'POST', 'path' => '/v1/checkouts/{id}/registration', 'hasToken' => false, 'isKeyed' => false, 'takesEntity' => false],
        'create-payment' => ['method' => 'POST', 'path' => '/v1/payments', 'hasToken' => true, 'isKeyed' => true, 'takesEntity' => true],
        'refer-to-payment' => ['method' => 'POST', 'path' => '/v1/payments/{id}', 'hasToken' => true, 'isKeyed' => true, 'takesEntity' => true],
        'read-payment' => ['method' => 'GET', 'path' => '/v1/payments/{id}', 'hasToken' => true, 'isKeyed' => false, 'takesEntity' => true],
        'authenticate' => ['method' => 'POST', 'path' => '/v1/threeDSecure', 'hasToken' => true, 'isKeyed' => true, 'takesEntity' => true],
        'read-authentication' => ['method' => 'GET', 'path' => '/v1/threeDSecure/{id}', 'hasToken' => true, 'isKeyed' => false, 'takesEntity' => true],
        'create-registration' => ['method' => 'POST', 'path' => '/v1/registrations', 'hasToken' => true, 'isKeyed' => true, 'takesEntity' => true],
        'read-registration' => ['method' => 'GET', 'path' => '/v1/registrations/{id}', 'hasToken' => true, 'isKeyed' => false, 'takesEntity' => true],
        'delete-registration' => ['method' => 'DELETE', 'path' => '/v1/registrations/{id}', 'hasToken' => true, 'isKeyed' => false, 'takesEntity' => true],
        'extend-life-of-registration' => ['method' => 'POST', 'path' => '/v1/registrations/{id}/extendlife', 'hasToken' => true, 'isKeyed' => true, 'takesEntity' => true],
        'pay-with-registration' => ['method' => 'POST', 'path' => '/v1/registrations/{id}/payments', 'hasToken' => true, 'isKeyed' => true, 'takesEntity' => true],
        'create-schedule' => ['method' => 'POST', 'path' => '/scheduling/v1/schedules', 'hasToken' => true, 'isKeyed' => true, 'takesEntity' => true],
        'list-schedules' => ['method' => 'GET', 'path' => '/scheduling/v1/schedules', 'hasToken' => true, 'isKeyed' => false, 'takesEntity' => true],
        'read-schedule' => ['method' => 'GET', 'path' => '/scheduling/v1/schedules/{id}', 'hasToken' => true, 'isKeyed' => false, 'takesEntity' => true],
        'delete-schedule' => ['method' => 'DELETE', 'path' => '/scheduling/v1/schedules/{id}', 'hasToken' => true, 'isKeyed' => false, 'takesEntity' => true],
        'reschedule' => ['method' => 'POST', 'path' => '/scheduling/v1/schedules/{id}/reschedule', 'hasToken' => true, 'isKeyed' => true, 'takesEntity' => true],
        'deschedule' => ['method' => 'POST', 'path' => '/scheduling/v1/schedules/{id}/deschedule', 'hasToken' => true, 'isKeyed' => true, 'takesEntity' => true],
        'query-payment' => ['method' => 'GET', 'path' => '/v1/query/{id}', 'hasToken' => true, 'isKeyed' => false, 'takesEntity' => true],
        'query-by-reference' => ['method' => 'GET', 'path' => '/v1/query', 'hasToken' => true, 'isKeyed' => false, 'takesEntity' => true],
        'query-linked' => ['method' => 'GET', 'path' => '/v3/query/{id}', 'hasToken' => true, 'isKeyed' => false, 'takesEntity' => true],
        'query-period' => ['method' => 'GET', 'path' => '/v3/query', 'hasToken' => true, 'isKeyed' => false, 'takesEntity' => true],
        'list-aggregations' => ['method' => 'GET', 'path' => '/reports/v1/reconciliations/aggregations', 'hasToken' => true, 'isKeyed' => false, 'takesEntity' => true],
        'read-aggregation' => ['method' => 'GET', 'path' => '/reports/v1/reconciliations/aggregations/{id}', 'hasToken' => true, 'isKeyed' => false, 'takesEntity' => true],
        'read-aggregation-page' => ['method' => 'GET', 'path' => '/reports/v2/reconciliations/aggregations/{id}', 'hasToken' => true, 'isKeyed' => false, 'takesEntity' => true],
        'create-webhook' => ['method' => 'POST', 'path' => '/v1/webhooks', 'hasToken' => true, 'isKeyed' => true, 'takesEntity' => true],
        'list-webhooks' => ['method' => 'GET', 'path' => '/v1/webhooks', 'hasToken' => true, 'isKeyed' => false, 'takesEntity' => true],
        'read-webhook' => ['method' => 'GET', 'path' => '/v1/webhooks/{id}', 'hasToken' => true, 'isKeyed' => false, 'takesEntity' => true],
        'delete-webhook' => ['method' => 'DELETE', 'path' => '/v1/webhooks/{id}', 'hasToken' => true, 'isKeyed' => false, 'takesEntity' => true],
        'test-webhook' => ['method' => 'POST', 'path' => '/v1/webhooks/{id}/test', 'hasToken' => true, 'isKeyed' => true, 'takesEntity' => true],
        'change-webhook-secret' => ['method' => 'POST', 'path' => '/v1/webhooks/{id}/secret', 'hasToken' => true, 'isKeyed' => true, 'takesEntity' => true],
        'change-notification-key' => ['method' => 'POST', 'path' => '/v1/webhooks/key', 'hasToken' => true, 'isKeyed' => true, 'takesEntity' => true],
        'replay-delivery' => ['method' => 'POST', 'path' => '/v1/webhooks/{id}/deliveries/{delivery}/replay', 'hasToken' => true, 'isKeyed' => true, 'takesEntity' => true],
        'move-clock' => ['method' => 'POST', 'path' => '/sandbox/clock', 'hasToken' => true, 'isKeyed' => true, 'takesEntity' => true],
        'settle-payment' => ['method' => 'POST', 'path' => '/sandbox/payments/{id}/settle', 'hasToken' => true, 'isKeyed' => true, 'takesEntity' => true],
        'pay-voucher' => ['method' => 'POST', 'path' => '/sandbox/payments/{id}/receipt', 'hasToken' => true, 'isKeyed' => true, 'takesEntity' => true],
        'charge-back' => ['method' => 'POST', 'path' => '/sandbox/payments/{id}/chargeback', 'hasToken' => true, 'isKeyed' => true, 'takesEntity' => true],
        'settle-registration' => ['method' => 'POST', 'path' => '/sandbox/registrations/{id}/settle', 'hasToken' => true, 'isKeyed' => true, 'takesEntity' => true],
        'revoke-registration' => ['method' => 'POST', 'path' => '/sandbox/registrations/{id}/revoke', 'hasToken' => true, 'isKeyed' => true, 'takesEntity' => true],
        'update-registration' => ['method' => 'POST', 'path' => '/sandbox/registrations/{id}/update', 'hasToken' => true, 'isKeyed' => true, 'takesEntity' => true],
        'disturb-connector' => ['method' => 'POST', 'path' => '/sandbox/connector', 'hasToken' => true, 'isKeyed' => true, 'takesEntity' => true],
        'widget-script' => ['method' => 'GET', 'path' => '/v1/paymentWidgets.js', 'hasToken' => false, 'isKeyed' => false, 'takesEntity' => false],
        'release-script' => ['method' => 'GET', 'path' => '/v1/releases/{release}/paymentWidgets.js', 'hasToken' => false, 'isKeyed' => false, 'takesEntity' => false],
        'list-scripts' => ['method' => 'GET', 'path' => '/v1/scripts.json', 'hasToken' => false, 'isKeyed' => false, 'takesEntity' => false],
        'list-result-codes' => ['method' => 'GET', 'path' => '/v1/resultcodes', 'hasToken' => false, 'isKeyed' => false, 'takesEntity' => false],
        'health' => ['method' => 'GET', 'path' => '/health', 'hasToken' => false, 'isKeyed' => false, 'takesEntity' => false],
        'readiness' => ['method' => 'GET', 'path' => '/ready', 'hasToken' => false, 'isKeyed' => false, 'takesEntity' => false],
        'list-event-schemas' => ['method' => 'GET', 'path' => '/schemas/events/v1/', 'hasToken' => false, 'isKeyed' => false, 'takesEntity' => false],
        'read-event-schema' => ['method' => 'GET', 'path' => '/schemas/events/v1/{file}', 'hasToken' => false, 'isKeyed' => false, 'takesEntity' => false],
    ];
}

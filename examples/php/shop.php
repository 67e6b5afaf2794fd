<?php

require __DIR__ . '/vendor/autoload.php';

use PaymentWidgets\Category;
use PaymentWidgets\Client;
use PaymentWidgets\NotFoundException;
use PaymentWidgets\Outcome;
use PaymentWidgets\Webhook;
use PaymentWidgets\WebhookException;

$url = getenv('GATEWAY') ?: 'http://127.0.0.1:8080';
$gateway = Client::withGuzzle($url, getenv('ACCESS_TOKEN'), getenv('ENTITY_ID'));
$shop = 'http://' . htmlspecialchars($_SERVER['HTTP_HOST']);

switch (parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH)) {
    case '/':
        ['id' => $id, 'integrity' => $integrity] = $gateway->checkouts->create([
            'amount' => '92.00', 'currency' => 'EUR', 'paymentType' => 'DB', 'integrity' => true,
        ]);
        echo <<<HTML
            <!doctype html><html lang="en"><meta charset="utf-8">
            <meta name="viewport" content="width=device-width"><title>Pay</title>
            <link rel="preconnect" href="$url" crossorigin>
            <script src="$url/v1/paymentWidgets.js?checkoutId=$id" integrity="$integrity" crossorigin="anonymous" async></script>
            <form action="$shop/result" class="paymentWidgets" data-brands="VISA MASTER"></form>
            HTML;
        break;

    case '/result':
        // The shopper's browser has brought the id: it may be none, several, or an unknown one.
        $id = $_GET['id'] ?? null;
        try {
            $payment = is_string($id) && $id !== '' ? $gateway->checkouts->payment($id) : null;
        } catch (NotFoundException) {
            $payment = null;
        }
        if ($payment === null) {
            http_response_code(404);
            echo 'There is nothing to see here.';
            break;
        }
        $isOurs = ($payment['amount'] ?? '') === '92.00' && ($payment['currency'] ?? '') === 'EUR';
        $category = Outcome::of($payment)->category;
        // It is pending before anybody has tried to pay, too: then there is no payment with an id.
        if ($category === Category::Pending && isset($payment['id'])) {
            echo 'We are checking your payment. Do not pay again.';
            break;
        }
        echo $category === Category::Success && $isOurs ? 'Thank you!' : 'Not paid.';
        break;

    case '/hook':
        try {
            $message = Webhook::constructEvent(
                file_get_contents('php://input'),
                getallheaders(),
                secret: getenv('WEBHOOK_SECRET'),
                key: getenv('WEBHOOK_KEY'),
            );
            error_log("stored {$message->id} {$message->type}");
            http_response_code(204);
        } catch (WebhookException $error) {
            http_response_code(400);
            echo $error->getMessage();
        }
        break;

    default:
        http_response_code(404);
}

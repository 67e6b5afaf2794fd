<?php

declare(strict_types=1);

namespace PaymentWidgets;

use Psr\Http\Client\ClientInterface;
use Psr\Http\Message\RequestFactoryInterface;
use Psr\Http\Message\StreamFactoryInterface;

/**
 * A client of one gateway, over any PSR-18 client. Every method answers what the gateway answers, as an
 * array; a payment that was declined is an answer, too (Outcome tells). What is refused is thrown
 * (RequestException), as is a request whose outcome is not known (UnknownOutcomeException).
 */
final class Client
{
    /** Payments in the form. */
    public readonly Generated\Checkouts $checkouts;
    public readonly Payments $payments;
    /** 3-D Secure by itself. */
    public readonly Generated\Authentications $authentications;
    /** Stored cards and accounts. */
    public readonly Generated\Registrations $registrations;
    public readonly Generated\Schedules $schedules;
    public readonly Settlement $settlement;
    public readonly Generated\Webhooks $webhooks;
    public readonly Generated\NotificationUrls $notificationUrls;
    public readonly Generated\Events $events;
    /** What the outside does, on test channels. */
    public readonly Generated\Sandbox $sandbox;
    /** What needs no token. */
    public readonly Generated\Open $open;

    /**
     * @param ClientInterface $http gives each attempt its time: 60 seconds, since a bank may take its time
     * @param string $url where the gateway is: 'https://gateway.example'
     * @param string $accessToken stays on the server: it is enough to move money
     * @param ?string $entityId the channel, sent with every request that takes one and names no other
     * @param int $maxRetries how often a request is repeated at most
     * @param ?\Closure(string $request, string $message): void $onNotice hears what the gateway says beside
     *   its answer: parameters that it did not understand. error_log by default.
     * @param ?\Closure(int $ms): void $sleep in place of usleep
     */
    public function __construct(
        ClientInterface $http,
        RequestFactoryInterface $requests,
        StreamFactoryInterface $streams,
        string $url,
        string $accessToken,
        ?string $entityId = null,
        int $maxRetries = 2,
        ?\Closure $onNotice = null,
        ?\Closure $sleep = null,
    ) {
        $transport = new Transport(
            $http,
            $requests,
            $streams,
            $url,
            $accessToken,
            $entityId,
            $maxRetries,
            $onNotice ?? static fn (string $request, string $message) => error_log("$request $message"),
            $sleep ?? static fn (int $ms) => usleep($ms * 1000),
        );
        $this->checkouts = new Generated\Checkouts($transport);
        $this->payments = new Payments($transport);
        $this->authentications = new Generated\Authentications($transport);
        $this->registrations = new Generated\Registrations($transport);
        $this->schedules = new Generated\Schedules($transport);
        $this->settlement = new Settlement($transport);
        $this->webhooks = new Generated\Webhooks($transport);
        $this->notificationUrls = new Generated\NotificationUrls($transport);
        $this->events = new Generated\Events($transport);
        $this->sandbox = new Generated\Sandbox($transport);
        $this->open = new Generated\Open($transport);
    }

    /** With Guzzle, which is client and factory in one. */
    public static function withGuzzle(
        string $url,
        string $accessToken,
        ?string $entityId = null,
        float $timeoutSeconds = 60.0,
        ?\Closure $onNotice = null,
    ): self {
        $factory = new \GuzzleHttp\Psr7\HttpFactory();
        $http = new \GuzzleHttp\Client(['timeout' => $timeoutSeconds, 'allow_redirects' => false]);
        return new self($http, $factory, $factory, $url, $accessToken, $entityId, onNotice: $onNotice);
    }
}

<?php

declare(strict_types=1);

namespace PaymentWidgets;

/** What may be done about a decline. */
enum DeclineAdvice: string
{
    /** Ask for the number, the date or the CVV once more: one of them is wrong. */
    case CheckCard = 'check-card';
    /** Another card, or another way to pay: this one has not the money, or may not. */
    case UseAnotherCard = 'use-another-card';
    /** The same with the shopper present: the issuer wants them authenticated. */
    case Authenticate = 'authenticate';
    /** The shopper gave up, or took too long: they may pay again. */
    case PayAgain = 'pay-again';
    /** Too many tries in a short time: wait some minutes. */
    case TryLater = 'try-later';
    /** Not again with this card, and no reason is told to the shopper. */
    case DoNotRetry = 'do-not-retry';
}

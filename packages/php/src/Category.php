<?php

declare(strict_types=1);

namespace PaymentWidgets;

/** What a result means for the merchant. */
enum Category: string
{
    /** Reserved, booked, or given back. */
    case Success = 'success';
    /** Not decided yet. */
    case Pending = 'pending';
    /** No money has moved. */
    case Declined = 'declined';
    /** The request, the set-up or a system is at fault, and no card. */
    case Error = 'error';
}

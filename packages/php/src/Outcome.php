<?php

declare(strict_types=1);

namespace PaymentWidgets;

use PaymentWidgets\Generated\ResultGroups;

/** What a result code means. */
final class Outcome
{
    private const BY_GROUP = [
        'SOFT_DECLINE' => DeclineAdvice::Authenticate,
        'REJ_3DS' => DeclineAdvice::Authenticate,
        'REJ_3DS_CFG' => DeclineAdvice::Authenticate,
        'REJ_BANK' => DeclineAdvice::UseAnotherCard,
        'REJ_EXT_RISK' => DeclineAdvice::UseAnotherCard,
        'REJ_ADDR' => DeclineAdvice::UseAnotherCard,
        'REJ_ASYNC' => DeclineAdvice::PayAgain,
        'REJ_BLACKLIST' => DeclineAdvice::DoNotRetry,
        'REJ_RISK' => DeclineAdvice::DoNotRetry,
        'VAL_ACCOUNT' => DeclineAdvice::CheckCard,
        'VAL_REGISTRATION' => DeclineAdvice::UseAnotherCard,
    ];

    /** Where a code says more than its group. */
    private const BY_CODE = [
        '/^800\.100\.(151|153|157|192)$/' => DeclineAdvice::CheckCard,
        '/^100\.380\.401$/' => DeclineAdvice::Authenticate,
        // Rules against card testing.
        '/^800\.120\./' => DeclineAdvice::TryLater,
        // Lost, stolen, picked up: the issuer wants it never again.
        '/^800\.100\.(159|164|165|172)$/' => DeclineAdvice::DoNotRetry,
    ];

    private function __construct(
        public readonly Category $category,
        public readonly string $code,
        public readonly string $group,
        /** Of a success: look at it before you ship. */
        public readonly bool $needsReview = false,
        /** Of what is pending: 'minutes' or 'days'. */
        public readonly ?string $takes = null,
        /** Of a decline. */
        public readonly ?DeclineAdvice $advice = null,
    ) {
    }

    /** @param array<string, mixed> $answer an answer, or its result */
    public static function of(array $answer): self
    {
        $code = (string) ($answer['result']['code'] ?? $answer['code'] ?? '');
        $group = self::groupOf($code);
        switch ($group) {
            case 'SUCCESS':
            case 'SUCCESS_REVIEW':
                return new self(Category::Success, $code, $group, $group === 'SUCCESS_REVIEW');
            case 'PENDING_SHORT':
            case 'PENDING_LONG':
                $takes = $group === 'PENDING_SHORT' ? 'minutes' : 'days';
                return new self(Category::Pending, $code, $group, takes: $takes);
        }
        $advice = self::adviceFor($code, $group);
        $category = $advice === null ? Category::Error : Category::Declined;
        return new self($category, $code, $group, advice: $advice);
    }

    /** By the beginning of the code: codes that are not known yet fall into a group, too. */
    public static function groupOf(string $code): string
    {
        foreach (ResultGroups::ALL as $group => $pattern) {
            if (preg_match($pattern, $code) === 1) {
                return $group;
            }
        }
        return 'OTHER';
    }

    private static function adviceFor(string $code, string $group): ?DeclineAdvice
    {
        foreach (self::BY_CODE as $pattern => $advice) {
            if (preg_match($pattern, $code) === 1) {
                return $advice;
            }
        }
        return self::BY_GROUP[$group] ?? null;
    }
}

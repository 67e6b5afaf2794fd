<?php

declare(strict_types=1);

namespace PaymentWidgets;

/** Lists that come in pages, one record after the other. */
final class Paging
{
    /**
     * @param \Closure(string $pageNo): array<string, mixed> $read a page, from 1 on
     * @return \Generator<int, array<string, mixed>> each record once; nothing is read before it is needed
     */
    public static function records(\Closure $read): \Generator
    {
        for ($pageNo = 1;; $pageNo++) {
            $page = $read((string) $pageNo);
            foreach ($page['records'] as $record) {
                yield $record;
            }
            if ($pageNo >= $page['pages']) {
                return;
            }
        }
    }
}

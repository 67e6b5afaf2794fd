<?php

declare(strict_types=1);

namespace PaymentWidgets;

/** What was booked, by day. */
final class Settlement extends Generated\Settlement
{
    /**
     * Every record of a batch, one after the other.
     *
     * @param array<string, mixed> $parameters as of page(), without pageNo
     * @return \Generator<int, array<string, mixed>>
     */
    public function records(string $id, array $parameters = [], ?RequestOptions $options = null): \Generator
    {
        return Paging::records(
            fn (string $pageNo): array => $this->page($id, ['pageNo' => $pageNo] + $parameters, $options),
        );
    }
}

/** What a webhook was told: filters, pages, and a selection that is sent again. */
import { useState } from 'preact/hooks';
import type { DeliveryItem, WebhookDetail } from '../../contract/admin-api.ts';
import { query } from '../address/address.ts';
import { Empty } from '../parts/empty.tsx';
import { filtersIn, ListFilters } from '../parts/list-filters.tsx';
import { usePageOf } from '../parts/listed.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { Paging } from '../parts/paging.tsx';
import { t } from '../words/language.ts';
import { DeliveryTable } from './delivery-table.tsx';
import { ResendButton } from './resend-button.tsx';
import { DELIVERY_STATES } from './states.tsx';

const FILTERS = ['state', 'type', 'payment'];

interface Props {
  readonly webhook: WebhookDetail;
  readonly onDone: () => void;
}

export function DeliveryList({ webhook, onDone }: Props) {
  const filters = filtersIn(query.value, FILTERS);
  const answer = usePageOf<DeliveryItem>(`/webhooks/${webhook.id}/deliveries`, filters);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const reload = () => {
    setChosen(new Set());
    answer.reload();
    onDone();
  };
  return (
    <section class="form" aria-labelledby="deliveries">
      <div class="heading">
        <h2 id="deliveries">{t('deliveries')}</h2>
        <div class="actions">
          {webhook.givenUp > 0 && (
            <ResendButton webhook={webhook} of={{ kind: 'given-up' }} onDone={reload} />
          )}
        </div>
      </div>
      <ListFilters
        filters={filters}
        hasChannels={false}
        choices={[
          {
            name: 'state',
            label: t('stateLabel'),
            options: DELIVERY_STATES.map((state) => [state, t(`deliveryState.${state}`)] as const),
          },
          {
            name: 'type',
            label: t('typeLabel'),
            options: webhook.knownTypes.map((type) => [type, type] as const),
          },
        ]}
        typed={[{ name: 'payment', label: t('about'), isTechnical: true }]}
      />
      <Loaded answer={answer}>
        {({ items, next }) => {
          const ids = items.map(({ id }) => id).filter((id) => chosen.has(id));
          return (
            <>
              {ids.length > 0 && (
                <div class="actions">
                  <ResendButton webhook={webhook} of={{ kind: 'chosen', ids }} onDone={reload} />
                </div>
              )}
              {items.length > 0 ? (
                <DeliveryTable
                  webhookId={webhook.id}
                  rows={items}
                  chosen={chosen}
                  onChoose={setChosen}
                />
              ) : (
                <Empty text="noDeliveries" />
              )}
              <Paging next={next} />
            </>
          );
        }}
      </Loaded>
    </section>
  );
}

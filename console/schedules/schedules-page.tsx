/** Schedules: when each pays next, how its payments went, and its end. */
import type { ScheduleItem } from '../../contract/admin-api.ts';
import { query } from '../address/address.ts';
import { filtersIn, ListFilters } from '../parts/list-filters.tsx';
import { Listed, usePageOf } from '../parts/listed.tsx';
import { Page } from '../parts/page.tsx';
import { t } from '../words/language.ts';
import { SCHEDULE_TONES, ScheduleTable } from './schedule-table.tsx';

export function SchedulesPage() {
  const filters = filtersIn(query.value, ['state', 'id', 'channel']);
  const answer = usePageOf<ScheduleItem>('/schedules', filters);
  return (
    <Page title={t('schedules')}>
      <ListFilters
        filters={filters}
        choices={[
          {
            name: 'state',
            label: t('stateLabel'),
            options: Object.keys(SCHEDULE_TONES).map((state) => [
              state,
              t(`scheduleState.${state}`),
            ]),
          },
        ]}
        typed={[{ name: 'id', label: t('filter.id'), isTechnical: true }]}
      />
      <Listed answer={answer} empty="noSchedules">
        {(items) => <ScheduleTable rows={items} hasMethod onDone={answer.reload} />}
      </Listed>
    </Page>
  );
}

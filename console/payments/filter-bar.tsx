/** The filters above the list. What is chosen is in the address at once; what is typed, with Enter. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { go, href } from '../address/address.ts';
import { SelectField, TextField } from '../parts/field.tsx';
import { useKeys } from '../parts/keys.ts';
import { BRAND_OPTIONS } from '../parts/method.tsx';
import { channels } from '../session/session.ts';
import { t } from '../words/language.ts';
import { type FilterName, type Filters, MORE_FILTERS, TECHNICAL } from './payment-filters.ts';
import { PeriodFields } from './period-fields.tsx';
import { STATES } from './state-badge.tsx';

const TYPES = ['PA', 'DB', 'CD', 'CP', 'RV', 'RF', 'CB', 'CR', 'RC'];

const open = (filters: Filters) => go(href('/payments', filters));

export function FilterBar({ filters }: { filters: Filters }) {
  const isMoreUsed = MORE_FILTERS.some((name) => filters[name]);
  const [isMore, setMore] = useState(isMoreUsed);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (isMoreUsed) setMore(true);
  }, [isMoreUsed]);
  useKeys({
    f: (event) => {
      event.preventDefault();
      form.current?.querySelector<HTMLElement>('select')?.focus();
    },
  });
  const any = ['', t('any')] as const;
  const all = channels();
  const choose = (name: FilterName) => (value: string) => {
    const { fromDay: _, untilDay: __, ...others } = filters;
    if (name === 'period') open({ ...others, period: value });
    else open({ ...filters, [name]: value });
  };

  function applyTyped(): void {
    if (!form.current) return;
    const values = new FormData(form.current);
    const typed = ['fromDay', 'untilDay', ...MORE_FILTERS].map((name) => [
      name,
      String(values.get(name) ?? '').trim(),
    ]);
    open({ ...filters, ...Object.fromEntries(typed) });
  }

  return (
    <form
      ref={form}
      class="form"
      // What the address says is what the fields say.
      key={JSON.stringify(filters)}
      aria-label={t('filters')}
      onSubmit={(event) => {
        event.preventDefault();
        applyTyped();
      }}
    >
      <div class="filters">
        <PeriodFields {...filters} onPeriod={choose('period')} />
        <SelectField
          name="state"
          label={t('stateLabel')}
          value={filters.state ?? ''}
          onInput={choose('state')}
          options={[any, ...STATES.map((state) => [state, t(`state.${state}`)] as const)]}
        />
        <SelectField
          name="type"
          label={t('typeLabel')}
          value={filters.type ?? ''}
          onInput={choose('type')}
          options={[any, ...TYPES.map((type) => [type, t(`type.${type}`)] as const)]}
        />
        <SelectField
          name="brand"
          label={t('brand')}
          value={filters.brand ?? ''}
          onInput={choose('brand')}
          options={[any, ...BRAND_OPTIONS]}
        />
        {all.length > 1 && (
          <SelectField
            name="channel"
            label={t('channel')}
            value={filters.channel ?? ''}
            onInput={choose('channel')}
            options={[any, ...all.map(({ id, name }) => [id, name] as const)]}
          />
        )}
        <div class="actions">
          <button
            type="button"
            aria-expanded={isMore}
            aria-controls="more-filters"
            onClick={() => setMore(!isMore)}
          >
            {t('moreFilters')}
          </button>
          {!isMore && filters.period === 'days' && (
            <button type="submit" class="primary">
              {t('apply')}
            </button>
          )}
        </div>
      </div>
      <div id="more-filters" class="form" hidden={!isMore}>
        <div class="more-filters">
          {MORE_FILTERS.map((name) => (
            <TextField
              key={name}
              name={name}
              label={t(`filter.${name}`)}
              defaultValue={filters[name] ?? ''}
              autocomplete="off"
              maxLength={255}
              {...(TECHNICAL.includes(name) && { dir: 'ltr' as const })}
            />
          ))}
        </div>
        <div class="actions">
          <button type="submit" class="primary">
            {t('apply')}
          </button>
          <a class="button plain" href="/payments">
            {t('clear')}
          </a>
        </div>
      </div>
    </form>
  );
}

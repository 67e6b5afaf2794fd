/** Filters of a list, which are its address: what is chosen at once, what is typed with Enter. */
import { useRef } from 'preact/hooks';
import { go, href, path } from '../address/address.ts';
import { isByDays, timesOf } from '../payments/period.ts';
import { PeriodFields } from '../payments/period-fields.tsx';
import { channels } from '../session/session.ts';
import { t } from '../words/language.ts';
import { SelectField, TextField } from './field.tsx';
import { useKeys } from './keys.ts';

export type Filters = Readonly<Record<string, string>>;

const TIME_NAMES = ['period', 'fromDay', 'untilDay'];

/** What the address says, by these names; a name without a value is left out. */
export const filtersIn = (query: URLSearchParams, names: readonly string[]): Filters =>
  Object.fromEntries(
    [...TIME_NAMES, ...names].flatMap((name) => {
      const value = query.get(name);
      return value ? [[name, value]] : [];
    }),
  );

/** What the server is asked for: a period as its times. */
export function asked({ period, fromDay, untilDay, ...others }: Filters): Filters {
  return { ...others, ...timesOf({ period, fromDay, untilDay }) };
}

interface Props {
  readonly filters: Filters;
  /** Chosen from a list: name, label, values with their words. */
  readonly choices?: readonly {
    readonly name: string;
    readonly label: string;
    readonly options: readonly (readonly [value: string, words: string])[];
  }[];
  /** Typed; those that read from left to right in each language say so. */
  readonly typed?: readonly {
    readonly name: string;
    readonly label: string;
    readonly isTechnical?: boolean;
  }[];
  /** Whether all times are one of the choices. */
  readonly hasAnyPeriod?: boolean;
  /** Whether a list has things of several channels. */
  readonly hasChannels?: boolean;
}

export function ListFilters({
  filters,
  choices = [],
  typed = [],
  hasAnyPeriod = true,
  hasChannels = true,
}: Props) {
  const form = useRef<HTMLFormElement>(null);
  useKeys({
    f: (event) => {
      event.preventDefault();
      form.current?.querySelector<HTMLElement>('select')?.focus();
    },
  });
  const open = (changes: Filters) => go(href(path.value, { ...filters, ...changes }));
  const any = ['', t('any')] as const;
  const all = channels();

  function applyTyped(): void {
    if (!form.current) return;
    const written = [...new FormData(form.current)].map(([name, value]) => [
      name,
      String(value).trim(),
    ]);
    open(Object.fromEntries(written));
  }

  return (
    <form
      ref={form}
      class="filters"
      // What the address says is what the fields say.
      key={JSON.stringify(filters)}
      aria-label={t('filters')}
      onSubmit={(event) => {
        event.preventDefault();
        applyTyped();
      }}
    >
      <PeriodFields
        {...filters}
        hasAny={hasAnyPeriod}
        onPeriod={(period) => open({ period, fromDay: '', untilDay: '' })}
      />
      {choices.map(({ name, label, options }) => (
        <SelectField
          key={name}
          name={name}
          label={label}
          value={filters[name] ?? ''}
          onInput={(value) => open({ [name]: value })}
          options={[any, ...options]}
        />
      ))}
      {hasChannels && all.length > 1 && (
        <SelectField
          name="channel"
          label={t('channel')}
          value={filters['channel'] ?? ''}
          onInput={(channel) => open({ channel })}
          options={[any, ...all.map(({ id, name }) => [id, name] as const)]}
        />
      )}
      {typed.map(({ name, label, isTechnical = false }) => (
        <TextField
          key={name}
          name={name}
          label={label}
          defaultValue={filters[name] ?? ''}
          autocomplete="off"
          maxLength={255}
          {...(isTechnical && { dir: 'ltr' as const })}
        />
      ))}
      {(typed.length > 0 || isByDays(filters)) && (
        <div class="actions">
          <button type="submit" class="primary">
            {t('apply')}
          </button>
          {Object.keys(filters).length > 0 && (
            <a class="button plain" href={path.value}>
              {t('clear')}
            </a>
          )}
        </div>
      )}
    </form>
  );
}

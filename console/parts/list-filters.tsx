/** Filters of a list, which are its address: what is chosen at once, what is typed with Enter. */
import { useRef } from 'preact/hooks';
import { go, href, path } from '../address/address.ts';
import { daysBetween, isPeriod, PERIODS, periodOf } from '../payments/period.ts';
import { channels } from '../session/session.ts';
import { t } from '../words/language.ts';
import { SelectField, TextField } from './field.tsx';
import { useKeys } from './keys.ts';

export type Filters = Readonly<Record<string, string>>;

const TIME_NAMES = ['period', 'fromDay', 'untilDay'];

/** What the address says, by these names; a name without a value is left out. */
export const filtersIn = (query: URLSearchParams, names: readonly string[]): Filters =>
  Object.fromEntries(
    [...TIME_NAMES, ...names, 'channel'].flatMap((name) => {
      const value = query.get(name);
      return value ? [[name, value]] : [];
    }),
  );

/** What the server is asked for: a period as its times. */
export function asked({ period, fromDay = '', untilDay = '', ...others }: Filters): Filters {
  const times = isPeriod(period) ? periodOf(period) : daysBetween(fromDay, untilDay);
  return { ...others, ...times };
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
}

export function ListFilters({ filters, choices = [], typed = [], hasAnyPeriod = true }: Props) {
  const form = useRef<HTMLFormElement>(null);
  useKeys({
    f: (event) => {
      event.preventDefault();
      form.current?.querySelector<HTMLElement>('select')?.focus();
    },
  });
  const open = (changed: Readonly<Record<string, string | undefined>>) =>
    go(href(path.value, changed));
  const any = ['', t('any')] as const;
  const hasDays = Boolean(
    filters['period'] === 'days' || filters['fromDay'] || filters['untilDay'],
  );
  const typedNames = [
    ...(hasDays ? ['fromDay', 'untilDay'] : []),
    ...typed.map(({ name }) => name),
  ];
  const all = channels();

  function applyTyped(): void {
    if (!form.current) return;
    const values = new FormData(form.current);
    const written = typedNames.map((name) => [name, String(values.get(name) ?? '').trim()]);
    open({ ...filters, ...Object.fromEntries(written) });
  }

  return (
    <form
      ref={form}
      // What the address says is what the fields say.
      key={JSON.stringify(filters)}
      aria-label={t('filters')}
      onSubmit={(event) => {
        event.preventDefault();
        applyTyped();
      }}
    >
      <div class="filters">
        <SelectField
          name="period"
          label={t('period')}
          value={filters['period'] ?? (hasDays ? 'days' : '')}
          onInput={(period) => {
            const { fromDay: _, untilDay: __, ...others } = filters;
            open({ ...others, period });
          }}
          options={[
            ...(hasAnyPeriod ? [any] : []),
            ...[...PERIODS, 'days'].map((name) => [name, t(`period.${name}`)] as const),
          ]}
        />
        {hasDays &&
          ['fromDay', 'untilDay'].map((name) => (
            <TextField
              key={name}
              type="date"
              name={name}
              label={t(name)}
              value={filters[name] ?? ''}
            />
          ))}
        {choices.map(({ name, label, options }) => (
          <SelectField
            key={name}
            name={name}
            label={label}
            value={filters[name] ?? ''}
            onInput={(value) => open({ ...filters, [name]: value })}
            options={[any, ...options]}
          />
        ))}
        {all.length > 1 && (
          <SelectField
            name="channel"
            label={t('channel')}
            value={filters['channel'] ?? ''}
            onInput={(channel) => open({ ...filters, channel })}
            options={[any, ...all.map(({ id, name }) => [id, name] as const)]}
          />
        )}
        {typed.map(({ name, label, isTechnical = false }) => (
          <TextField
            key={name}
            name={name}
            label={label}
            value={filters[name] ?? ''}
            autocomplete="off"
            maxLength={255}
            {...(isTechnical && { dir: 'ltr' as const })}
          />
        ))}
        {typedNames.length > 0 && (
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
      </div>
    </form>
  );
}

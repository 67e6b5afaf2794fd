/** The filters above a list of what the server keeps. What is chosen is in the address at once; what is typed, with Enter. */
import { useRef } from 'preact/hooks';
import { go, href, path, query } from '../address/address.ts';
import { SelectField, TextField } from '../parts/field.tsx';
import { useKeys } from '../parts/keys.ts';
import { timesOf } from '../payments/period.ts';
import { PeriodFields } from '../payments/period-fields.tsx';
import { t } from '../words/language.ts';

interface Filter {
  /** In the address and of the server. */
  readonly name: string;
  readonly label: string;
}

interface Props {
  readonly selects: readonly (Filter & {
    readonly options: readonly (readonly [value: string, name: string])[];
  })[];
  /** What is typed reads from left to right in each language: ids, paths. */
  readonly texts: readonly Filter[];
}

/** What the address asks of the server: the filters that it takes, the page, and the period as times. */
export function askedOf(address: URLSearchParams, filters: readonly string[]) {
  const given = (name: string) => address.get(name) ?? undefined;
  return {
    ...Object.fromEntries([...filters, 'cursor'].map((name) => [name, given(name)])),
    ...timesOf({
      period: given('period'),
      fromDay: given('fromDay'),
      untilDay: given('untilDay'),
    }),
  };
}

export function ListFilters({ selects, texts }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const { cursor: _, ...values } = Object.fromEntries(query.value);
  useKeys({
    f: (event) => {
      event.preventDefault();
      form.current?.querySelector<HTMLElement>('select')?.focus();
    },
  });
  const open = (changes: Readonly<Record<string, string>>) =>
    go(href(path.value, { ...values, ...changes }));

  function applyTyped(): void {
    if (!form.current) return;
    const typed = [...new FormData(form.current)].map(([name, value]) => [
      name,
      String(value).trim(),
    ]);
    open(Object.fromEntries(typed));
  }

  return (
    <form
      ref={form}
      class="filters"
      // What the address says is what the fields say.
      key={JSON.stringify(values)}
      aria-label={t('filters')}
      onSubmit={(event) => {
        event.preventDefault();
        applyTyped();
      }}
    >
      <PeriodFields
        {...values}
        onPeriod={(period) => open({ period, fromDay: '', untilDay: '' })}
      />
      {selects.map(({ name, label, options }) => (
        <SelectField
          key={name}
          name={name}
          label={label}
          value={values[name] ?? ''}
          onInput={(value) => open({ [name]: value })}
          options={[['', t('any')], ...options]}
        />
      ))}
      {texts.map(({ name, label }) => (
        <TextField
          key={name}
          name={name}
          label={label}
          defaultValue={values[name] ?? ''}
          autocomplete="off"
          maxLength={255}
          dir="ltr"
        />
      ))}
      <div class="actions">
        <button type="submit" class="primary">
          {t('apply')}
        </button>
        {Object.keys(values).length > 0 && (
          <a class="button plain" href={path.value}>
            {t('clear')}
          </a>
        )}
      </div>
    </form>
  );
}

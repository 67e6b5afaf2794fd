/** A period of a list: one with a name, or its first and last day. */

import { SelectField, TextField } from '../parts/field.tsx';
import { t } from '../words/language.ts';
import { isByDays, PERIODS } from './period.ts';

interface Props {
  /** As the address has them. */
  readonly period?: string | undefined;
  readonly fromDay?: string | undefined;
  readonly untilDay?: string | undefined;
  /** Whether all times are one of the choices. */
  readonly hasAny?: boolean;
  /** Days are typed, and stand in the form as `fromDay` and `untilDay`. */
  readonly onPeriod: (name: string) => void;
}

export function PeriodFields({ period, fromDay, untilDay, hasAny = true, onPeriod }: Props) {
  const hasDays = isByDays({ period, fromDay, untilDay });
  return (
    <>
      <SelectField
        name="period"
        label={t('period')}
        value={period ?? (hasDays ? 'days' : '')}
        onInput={onPeriod}
        options={[
          ...(hasAny ? [['', t('any')] as const] : []),
          ...[...PERIODS, 'days'].map((name) => [name, t(`period.${name}`)] as const),
        ]}
      />
      {hasDays && (
        <>
          <TextField type="date" name="fromDay" label={t('fromDay')} defaultValue={fromDay ?? ''} />
          <TextField
            type="date"
            name="untilDay"
            label={t('untilDay')}
            defaultValue={untilDay ?? ''}
          />
        </>
      )}
    </>
  );
}

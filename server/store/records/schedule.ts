/** A schedule as code knows it, and the row that keeps it. */
import type { ParameterSet } from '../../../contract/parameters.ts';
import type { ScheduleRow } from '../tables.ts';
import { type FieldsOf, toColumns, toFields } from './column-names.ts';

export interface Schedule extends FieldsOf<Omit<ScheduleRow, 'parameters'>> {
  readonly parameters: ParameterSet;
}

export const scheduleFromRow = ({ parameters, ...row }: ScheduleRow): Schedule => ({
  ...toFields(row),
  parameters: JSON.parse(parameters),
});

export function scheduleToRow({ parameters, ...rest }: Schedule): ScheduleRow {
  return {
    ...(toColumns(rest) as Omit<ScheduleRow, 'parameters'>),
    parameters: JSON.stringify(parameters),
  };
}

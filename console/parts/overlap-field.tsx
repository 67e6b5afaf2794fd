/** How long a secret that gets another one in its place is still taken. */
import { t } from '../words/language.ts';
import { SelectField } from './field.tsx';

/** Seconds. */
const OVERLAPS = [
  ['0', 'overlap.none'],
  ['3600', 'overlap.hour'],
  ['86400', 'overlap.day'],
] as const;

interface Props {
  readonly value: string;
  readonly onInput: (value: string) => void;
}

export const OverlapField = (props: Props) => (
  <SelectField
    name="overlap"
    label={t('overlap')}
    options={OVERLAPS.map(([seconds, key]) => [seconds, t(key)] as const)}
    {...props}
  />
);

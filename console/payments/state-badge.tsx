/** What came of a payment, in a word with its sign. */
import type { PaymentState } from '../../contract/admin-api.ts';
import { Badge, type Tone } from '../parts/notice.tsx';
import { t } from '../words/language.ts';

export const STATES = [
  'succeeded',
  'failed',
  'pending',
  'in_doubt',
] as const satisfies readonly PaymentState[];

export const TONES: Readonly<Record<PaymentState, Tone>> = {
  succeeded: 'good',
  failed: 'bad',
  pending: 'wait',
  in_doubt: 'wait',
};

export const StateBadge = ({ state }: { state: PaymentState }) => (
  <Badge tone={TONES[state]}>{t(`state.${state}`)}</Badge>
);

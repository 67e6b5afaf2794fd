/** What became of something stored, in a word with its sign. */
import type { RegistrationState } from '../../contract/admin-api.ts';
import { Badge, type Tone } from '../parts/notice.tsx';
import { t } from '../words/language.ts';

export const SAVED_TONES: Readonly<Record<RegistrationState, Tone>> = {
  active: 'good',
  revoked: 'bad',
  removed: 'neutral',
};

export const SavedBadge = ({ state }: { state: RegistrationState }) => (
  <Badge tone={SAVED_TONES[state]}>{t(`savedState.${state}`)}</Badge>
);

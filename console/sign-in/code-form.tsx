/** The second step: the code of an authenticator app, or a recovery code. */
import { useState } from 'preact/hooks';
import { TextField } from '../parts/field.tsx';
import { SendingForm, textOf } from '../parts/sending-form.tsx';
import { t } from '../words/language.ts';
import { Outside } from './outside.tsx';

interface Props {
  readonly onCode: (code: string) => Promise<void>;
  readonly onBack: () => void;
}

export function CodeForm({ onCode, onBack }: Props) {
  const [isRecovery, setRecovery] = useState(false);
  return (
    <Outside title={t('secondStep')}>
      <SendingForm action={t('continue')} onSend={(values) => onCode(textOf(values, 'code'))}>
        <TextField
          key={String(isRecovery)}
          name="code"
          label={t(isRecovery ? 'recoveryCode' : 'code')}
          hint={t(isRecovery ? 'recoveryCodeHint' : 'codeHint')}
          autocomplete="one-time-code"
          dir="ltr"
          required
          {...(!isRecovery && { inputMode: 'numeric' as const })}
        />
      </SendingForm>
      <div class="actions">
        <button type="button" class="plain" onClick={() => setRecovery(!isRecovery)}>
          {t(isRecovery ? 'useCode' : 'useRecoveryCode')}
        </button>
        <button type="button" class="plain" onClick={onBack}>
          {t('back')}
        </button>
      </div>
    </Outside>
  );
}

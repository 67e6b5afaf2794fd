/** A form that adds a way to sign in: some minutes after signing in the server asks for the password besides. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { asFailure } from '../api/ask.ts';
import { TextField } from '../parts/field.tsx';
import { SendingForm } from '../parts/sending-form.tsx';
import { t } from '../words/language.ts';

interface Props {
  /** Of the button. */
  readonly action: string;
  /** @param confirmed what goes with each request: the password, once it was asked for */
  readonly onSend: (values: FormData, confirmed: { readonly password?: string }) => Promise<void>;
  readonly children?: ComponentChildren;
}

export function ConfirmedForm({ action, onSend, children }: Props) {
  const [isAsking, setAsking] = useState(false);
  return (
    <SendingForm
      action={action}
      onSend={async (values) => {
        const password = values.get('password');
        try {
          await onSend(values, typeof password === 'string' ? { password } : {});
          setAsking(false);
        } catch (error) {
          if (asFailure(error).reason === 'password-needed') setAsking(true);
          throw error;
        }
      }}
    >
      {children}
      {isAsking && (
        <TextField
          name="password"
          type="password"
          label={t('password')}
          autocomplete="current-password"
          required
        />
      )}
    </SendingForm>
  );
}

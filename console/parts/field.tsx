/** A labelled control, with a hint and with what is wrong. */
import type { ComponentChildren, TargetedInputEvent } from 'preact';
import { useId } from 'preact/hooks';

interface Around {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
}

/** The attributes that tie a control to its words. */
const tied = (id: string, { hint, error }: Around) => ({
  id,
  ...(error && { 'aria-invalid': true as const }),
  ...((hint || error) && { 'aria-describedby': `${id}-about` }),
});

const About = ({ id, hint, error }: Around & { id: string }) =>
  error || hint ? (
    <div id={`${id}-about`} class={error ? 'error' : 'hint'}>
      {error ?? hint}
    </div>
  ) : null;

interface InputProps extends Around {
  readonly name: string;
  readonly type?: 'text' | 'password' | 'date' | 'datetime-local';
  readonly value?: string;
  /** What it begins with: unlike `value`, drawing it again leaves what was typed meanwhile. */
  readonly defaultValue?: string;
  readonly onInput?: (value: string) => void;
  readonly autocomplete?: string;
  readonly inputMode?: 'numeric' | 'decimal' | 'email';
  readonly placeholder?: string;
  readonly required?: boolean;
  readonly readOnly?: boolean;
  readonly maxLength?: number;
  /** Of what reads from left to right in each language: codes, addresses, amounts. */
  readonly dir?: 'ltr';
}

export function TextField({ label, hint, error, onInput, type, ...input }: InputProps) {
  const id = useId();
  const around = { label, hint, error };
  const attributes = {
    ...input,
    ...tied(id, around),
    ...(onInput && {
      onInput: (event: TargetedInputEvent<HTMLInputElement>) => onInput(event.currentTarget.value),
    }),
  };
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {type === 'password' && <input {...attributes} type="password" />}
      {type === 'date' && <input {...attributes} type="date" />}
      {type === 'datetime-local' && <input {...attributes} type="datetime-local" />}
      {(type === undefined || type === 'text') && <input {...attributes} type="text" />}
      <About id={id} {...around} />
    </div>
  );
}

interface TextAreaProps extends Around {
  readonly name: string;
  readonly value: string;
  readonly onInput: (value: string) => void;
  readonly dir?: 'ltr';
}

/** Of several lines. */
export function TextArea({ label, hint, error, onInput, ...input }: TextAreaProps) {
  const id = useId();
  const around = { label, hint, error };
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <textarea
        {...input}
        {...tied(id, around)}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
      <About id={id} {...around} />
    </div>
  );
}

interface FileProps extends Around {
  readonly name: string;
  /** As the element takes it: ".woff2,font/woff2". */
  readonly accept: string;
  readonly onInput: (file: File | undefined) => void;
}

export function FileField({ label, hint, error, onInput, ...input }: FileProps) {
  const id = useId();
  const around = { label, hint, error };
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        type="file"
        {...input}
        {...tied(id, around)}
        onChange={(event) => onInput(event.currentTarget.files?.[0])}
      />
      <About id={id} {...around} />
    </div>
  );
}

type Choice = readonly [value: string, name: string];

interface SelectProps extends Around {
  readonly name: string;
  readonly value?: string;
  readonly onInput?: (value: string) => void;
  readonly options: readonly Choice[];
}

export function SelectField({ label, hint, error, options, value, name, onInput }: SelectProps) {
  const id = useId();
  const around = { label, hint, error };
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select
        name={name}
        {...tied(id, around)}
        {...(onInput && { onInput: (event) => onInput(event.currentTarget.value) })}
      >
        {options.map(([option, words]) => (
          <option key={option} value={option} selected={option === value}>
            {words}
          </option>
        ))}
      </select>
      <About id={id} {...around} />
    </div>
  );
}

interface CheckProps {
  readonly name: string;
  readonly value?: string;
  readonly checked?: boolean;
  readonly disabled?: boolean;
  readonly onChange?: (isChecked: boolean) => void;
  readonly children: ComponentChildren;
}

export const Check = ({ children, onChange, ...input }: CheckProps) => (
  <label class="check">
    <input
      type="checkbox"
      {...input}
      {...(onChange && { onChange: (event) => onChange(event.currentTarget.checked) })}
    />
    <span>{children}</span>
  </label>
);

/** Something that is said: colour, sign and words. */
import type { ComponentChildren } from 'preact';
import { Icon, type IconName } from './icon.tsx';

export type Tone = 'good' | 'wait' | 'bad' | 'neutral';

const ICONS: Readonly<Record<Tone, IconName>> = {
  good: 'good',
  wait: 'wait',
  bad: 'bad',
  neutral: 'info',
};

interface Props {
  readonly tone: Tone;
  /** Said at once by a screen reader, where it comes up after something was done. */
  readonly role?: 'alert' | 'status';
  readonly children: ComponentChildren;
}

export const Notice = ({ tone, role, children }: Props) => (
  <div class={`notice ${tone}`} {...(role && { role })}>
    <Icon name={ICONS[tone]} />
    <div>{children}</div>
  </div>
);

export const Badge = ({ tone, children }: { tone: Tone; children: ComponentChildren }) => (
  <span class={`badge ${tone}`}>
    <Icon name={ICONS[tone]} />
    {children}
  </span>
);

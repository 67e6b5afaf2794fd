/** A part of the channel's page: what it is about, what can be done, what is set. */
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import type { ChannelDetail, ChannelOptions } from '../../contract/admin-api.ts';
import { ask } from '../api/ask.ts';
import { may } from '../session/session.ts';

/** What every section is given. */
export interface OfChannel {
  readonly channel: ChannelDetail;
  readonly onDone: () => void;
}

export const mayChange = (): boolean => may('channels.change');

/**
 * Sends what differs from what was shown, and what that was: nothing that another has changed since is replaced.
 * @param shown as the options were when the question was asked
 */
export async function changeOptions(
  { channel, onDone }: OfChannel,
  shown: ChannelOptions,
  wanted: Partial<ChannelOptions>,
): Promise<void> {
  const before: Readonly<Record<string, unknown>> = { ...shown };
  const changed = Object.entries(wanted).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name]),
  );
  if (changed.length > 0) {
    const body = {
      ...Object.fromEntries(changed),
      shown: Object.fromEntries(changed.map(([name]) => [name, before[name]])),
    };
    await ask('PATCH', `/channels/${channel.id}`, { body });
  }
  onDone();
}

interface Props {
  readonly title: string;
  readonly actions?: ComponentChildren;
  readonly children: ComponentChildren;
}

export function Section({ title, actions, children }: Props) {
  const id = useId();
  return (
    <section class="card" aria-labelledby={id}>
      <div class="heading">
        <h2 id={id}>{title}</h2>
        {actions && <div class="actions">{actions}</div>}
      </div>
      {children}
    </section>
  );
}

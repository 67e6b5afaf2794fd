/** Views that were saved: a name for filters. */
import { useState } from 'preact/hooks';
import type { SavedView } from '../../contract/admin-api.ts';
import { href } from '../address/address.ts';
import { ask } from '../api/ask.ts';
import { useAnswer } from '../api/use-answer.ts';
import { Confirm } from '../parts/confirm.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { TextField } from '../parts/field.tsx';
import { Icon } from '../parts/icon.tsx';
import { SendingForm, textOf } from '../parts/sending-form.tsx';
import { say } from '../parts/toasts.tsx';
import { t } from '../words/language.ts';
import { type Filters, filtersOf, kept, shownBy } from './payment-filters.ts';

/** Filters in one order, so that the same ones are the same address. */
const addressOf = (filters: Filters): string =>
  href('/payments', filtersOf(new URLSearchParams({ ...filters })));

/** The chips above the list: all payments, and each view of this administrator. */
export function SavedViews({ current }: { current: Filters }) {
  const { data, reload } = useAnswer<readonly SavedView[]>('/views');
  const [isNaming, setNaming] = useState(false);
  const [leaving, setLeaving] = useState<SavedView>();
  const views = data ?? [];
  const address = addressOf(current);
  const isAll = address === '/payments';
  const leavesOut = [
    ...(current.period ? [t('viewPeriod')] : []),
    ...(current.holder || current.email ? [t('viewPersonal')] : []),
  ];
  const canSave = Object.keys(kept(current)).length > 0;
  const shown = views.find(({ filter }) => addressOf(shownBy(filter)) === address);
  return (
    <nav class="chips" aria-label={t('views')}>
      <a class="button" href="/payments" {...(isAll && { 'aria-current': 'page' as const })}>
        {t('allPayments')}
      </a>
      {views.map((view) => (
        <a
          key={view.name}
          class="button"
          href={addressOf(shownBy(view.filter))}
          {...(view === shown && { 'aria-current': 'page' as const })}
        >
          <bdi>{view.name}</bdi>
        </a>
      ))}
      {canSave && !shown && (
        <button type="button" onClick={() => setNaming(true)}>
          <Icon name="star" />
          {t('saveView')}
        </button>
      )}
      {shown && (
        <button type="button" onClick={() => setLeaving(shown)}>
          <Icon name="close" />
          {t('removeView')}
        </button>
      )}
      {isNaming && (
        <Dialog title={t('saveView')} onClose={() => setNaming(false)}>
          <SendingForm
            action={t('save')}
            onCancel={() => setNaming(false)}
            onSend={async (values) => {
              const name = encodeURIComponent(textOf(values, 'name'));
              await ask('PUT', `/views/${name}`, { body: kept(current) });
              setNaming(false);
              say(t('viewSaved'));
              reload();
            }}
          >
            <TextField
              name="name"
              label={t('viewName')}
              {...(leavesOut.length > 0 && { hint: leavesOut.join(' ') })}
              maxLength={60}
              required
            />
          </SendingForm>
        </Dialog>
      )}
      {leaving && (
        <Confirm
          title={t('removeView')}
          action={t('remove')}
          isDanger
          onClose={() => setLeaving(undefined)}
          onConfirm={async () => {
            await ask('DELETE', `/views/${encodeURIComponent(leaving.name)}`);
            setLeaving(undefined);
            reload();
          }}
        >
          <p>{t('removeViewText', { name: leaving.name })}</p>
        </Confirm>
      )}
    </nav>
  );
}

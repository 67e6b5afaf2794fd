/** The whole story of a payment on one line of time. */

import type { TimelineEntry } from '../../contract/admin-api.ts';
import { href } from '../address/address.ts';
import { Icon, type IconName } from '../parts/icon.tsx';
import { Result } from '../parts/result.tsx';
import { TONES } from '../payments/state-badge.tsx';
import { storyInWords, t } from '../words/language.ts';
import { dateTime, money } from '../words/numbers.ts';
import { DeliveryLine } from './delivery-line.tsx';

const ICONS: Readonly<Record<TimelineEntry['kind'], IconName>> = {
  checkout: 'checkouts',
  form: 'cards',
  payment: 'payments',
  authentication: 'requests',
  settled: 'good',
  capture: 'download',
  refund: 'back',
  reversal: 'close',
  chargeback: 'chargebacks',
  'chargeback-reversal': 'chargebacks',
  registration: 'cards',
  message: 'send',
  request: 'log',
  administrator: 'people',
};

interface Props {
  readonly entries: readonly TimelineEntry[];
  /** The payment whose page this is. */
  readonly current: string;
  readonly onDone: () => void;
}

function Entry({ entry, current, onDone }: { entry: TimelineEntry } & Omit<Props, 'entries'>) {
  const { kind, text, at, amount, currency, state, actor, paymentId, resultCode } = entry;
  const { delivery, requestId } = entry;
  return (
    <li>
      <span class={`mark ${state ? TONES[state] : ''}`}>
        <Icon name={ICONS[kind]} />
      </span>
      <div>
        <div class="what">
          <strong>
            {t(`timeline.${kind}`)}
            {amount && currency && ` · ${money(amount, currency)}`}
          </strong>
          <time class="quiet" dateTime={at}>
            {dateTime(at)}
          </time>
        </div>
        <div>
          {state && `${t(`state.${state}`)} · `}
          {kind === 'settled' && resultCode ? (
            <Result code={resultCode} description={text} hasCode />
          ) : (
            <bdi>{storyInWords(text)}</bdi>
          )}
          {kind !== 'settled' && resultCode && (
            <>
              {' '}
              <code class="quiet">{resultCode}</code>
            </>
          )}
          {actor && (
            <>
              {' · '}
              <bdi>{storyInWords(actor)}</bdi>
            </>
          )}
        </div>
        {paymentId && paymentId !== current && (
          <a href={`/payments/${paymentId}`}>{t('openPayment')}</a>
        )}
        {requestId && (
          <a class="mono" href={href('/requests', { requestId })}>
            {requestId}
          </a>
        )}
        {delivery && <DeliveryLine delivery={delivery} onDone={onDone} />}
      </div>
    </li>
  );
}

export const Timeline = ({ entries, ...rest }: Props) => (
  <section class="card" aria-labelledby="story">
    <h2 id="story">{t('story')}</h2>
    {entries.length === 0 ? (
      <p class="quiet">{t('noStory')}</p>
    ) : (
      <ol class="timeline">
        {entries.map((entry, at) => (
          // An entry has no name of its own, and the list only grows.
          <Entry key={`${entry.at} ${entry.kind} ${at}`} entry={entry} {...rest} />
        ))}
      </ol>
    )}
  </section>
);

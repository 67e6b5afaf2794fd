/** What needs an administrator: each with the way to it. */
import type { Today } from '../../contract/admin-api.ts';
import { Notice } from '../parts/notice.tsx';
import { channels } from '../session/session.ts';
import { addressOf, backlogInWords } from '../webhooks/states.tsx';
import { t } from '../words/language.ts';
import { day } from '../words/numbers.ts';

const nameOf = (id: string) => channels().find((channel) => channel.id === id)?.name ?? id;

export function Attention({ attention }: { attention: Today['attention'] }) {
  const { unknownOutcomes, chargebacksDue, approvalsWaiting } = attention;
  const { failingWebhooks, endingTokens, endingCertificates } = attention;
  const counts = unknownOutcomes + chargebacksDue + approvalsWaiting;
  const ending = endingTokens.length + endingCertificates.length;
  const isCalm = counts + failingWebhooks.length + ending === 0;
  return (
    <section class="form" aria-labelledby="attention">
      <h2 id="attention">{t('attention')}</h2>
      {isCalm && <Notice tone="good">{t('nothingWaits')}</Notice>}
      {approvalsWaiting > 0 && (
        <Notice tone="wait">
          <a href="/approvals">{t('refundsWait', { count: approvalsWaiting })}</a>
        </Notice>
      )}
      {unknownOutcomes > 0 && (
        <Notice tone="bad">
          <a href="/payments?state=in_doubt">{t('unknownOutcomes', { count: unknownOutcomes })}</a>
        </Notice>
      )}
      {chargebacksDue > 0 && (
        <Notice tone="wait">
          <a href="/chargebacks?due=open">{t('chargebacksDue', { count: chargebacksDue })}</a>
        </Notice>
      )}
      {failingWebhooks.map((webhook) => (
        <Notice key={webhook.id} tone="bad">
          <p>
            <a href={`/webhooks/${webhook.id}`}>{t('endpointFails')}</a>{' '}
            <bdi class="mono">{addressOf(webhook)}</bdi>
          </p>
          <p>{backlogInWords(webhook)}</p>
        </Notice>
      ))}
      {endingTokens.map(({ id, label, expiresAt }) => (
        <Notice key={id} tone="wait">
          <a href="/tokens">{t('tokenEnds', { label, day: expiresAt ? day(expiresAt) : '' })}</a>
        </Notice>
      ))}
      {endingCertificates.map(({ channelId, use, endsAt }) => (
        <Notice key={`${channelId} ${use}`} tone={Date.parse(endsAt) < Date.now() ? 'bad' : 'wait'}>
          {t(`certificateEnds.${use}`, { channel: nameOf(channelId), day: day(endsAt) })}
        </Notice>
      ))}
    </section>
  );
}

/** All that is kept of one request. */
import { useId } from 'preact/hooks';
import type { RequestItem } from '../../contract/admin-api.ts';
import { href } from '../address/address.ts';
import { Copied } from '../parts/copy.tsx';
import { Fact } from '../parts/facts.tsx';
import { entityName } from '../session/session.ts';
import { t } from '../words/language.ts';
import { dateTime, milliseconds } from '../words/numbers.ts';
import { StatusBadge } from './status-badge.tsx';

/** Leads to the payment where it is one, else to all that was asked about it. */
const Named = ({ id, paymentId }: { id: string; paymentId: string | null }) => (
  <a class="mono" href={id === paymentId ? `/payments/${id}` : href('/requests', { payment: id })}>
    {id}
  </a>
);

export function RequestFacts({ request }: { request: RequestItem }) {
  const id = useId();
  const { at, method, path, status, resultCode, durationMs, paymentId } = request;
  return (
    <section class="card" aria-labelledby={id}>
      <h2 id={id}>
        <bdi class="mono">
          {method} {path}
        </bdi>
      </h2>
      <dl class="facts">
        <Fact name={t('statusLabel')}>
          <StatusBadge status={status} /> {resultCode && <code>{resultCode}</code>}
        </Fact>
        <Fact name={t('when')}>
          <time dateTime={at}>{dateTime(at)}</time>
        </Fact>
        <Fact name={t('duration')}>{milliseconds(durationMs)}</Fact>
        <Fact name={t('requestId')}>
          <Copied text={request.requestId} name={t('requestId')} />
        </Fact>
        {request.idempotencyKey !== null && (
          <Fact name="Idempotency-Key">
            <bdi class="mono">{request.idempotencyKey}</bdi>
          </Fact>
        )}
        <Fact name={t('belongsTo')}>
          <bdi>{entityName(request.entityId)}</bdi>
        </Fact>
        <Fact name={t('byToken')}>
          {request.token ? <bdi>{request.token.label}</bdi> : t('byShopper')}
        </Fact>
        {request.pathId && (
          <Fact name={t('about')}>
            <Named id={request.pathId} paymentId={paymentId} />
          </Fact>
        )}
        {request.answerId && request.answerId !== request.pathId && (
          <Fact name={t('answerId')}>
            <Named id={request.answerId} paymentId={paymentId} />
          </Fact>
        )}
      </dl>
    </section>
  );
}

/** Every attempt to deliver a message, and what was answered. */
import type { DeliveryAttempt } from '../../contract/admin-api.ts';
import { Fact } from '../parts/facts.tsx';
import { Icon } from '../parts/icon.tsx';
import { t } from '../words/language.ts';
import { dateTime, milliseconds } from '../words/numbers.ts';

export const Headers = ({ headers }: { headers: Readonly<Record<string, string>> }) => (
  <dl class="headers">
    {Object.entries(headers).map(([name, value]) => (
      <Fact key={name} name={name}>
        <bdi class="mono">{value}</bdi>
      </Fact>
    ))}
  </dl>
);

function Attempt({ attempt }: { attempt: DeliveryAttempt }) {
  const { startedAt, durationMs, status, answer, headers, url } = attempt;
  const isAcknowledged = status !== null && status >= 200 && status < 300;
  return (
    <li>
      <span class={`mark ${isAcknowledged ? 'good' : 'bad'}`}>
        <Icon name={isAcknowledged ? 'good' : 'bad'} />
      </span>
      <div>
        <div class="what">
          <strong>
            {status === null ? t('noAnswer') : t('answered', { status })}
            {durationMs !== null && ` · ${milliseconds(durationMs)}`}
          </strong>
          <time class="quiet" dateTime={startedAt}>
            {dateTime(startedAt)}
          </time>
        </div>
        {url && (
          <p class="quiet">
            <bdi class="mono">{url}</bdi>
          </p>
        )}
        {answer && <pre dir="auto">{answer}</pre>}
        {Object.keys(headers).length > 0 && (
          <details>
            <summary>{t('attemptHeaders')}</summary>
            <Headers headers={headers} />
          </details>
        )}
      </div>
    </li>
  );
}

/** Latest first. */
export const Attempts = ({ attempts }: { attempts: readonly DeliveryAttempt[] }) => (
  <section class="card" aria-labelledby="attempts">
    <h2 id="attempts">{t('attempts')}</h2>
    {attempts.length === 0 ? (
      <p class="quiet">{t('noAttemptYet')}</p>
    ) : (
      <ol class="timeline">
        {attempts.toReversed().map((attempt) => (
          <Attempt key={attempt.startedAt} attempt={attempt} />
        ))}
      </ol>
    )}
  </section>
);

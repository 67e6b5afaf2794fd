/** What else is known of a payment: references, card, result, all parameters. */

import type { PaymentDetail } from '../../contract/admin-api.ts';
import { Copied } from '../parts/copy.tsx';
import { Fact, PairList } from '../parts/facts.tsx';
import { Method } from '../parts/method.tsx';
import { Result } from '../parts/result.tsx';
import { t } from '../words/language.ts';
import { countryName, dateTime } from '../words/numbers.ts';

export function Facts({ payment }: { payment: PaymentDetail }) {
  const { holder, reference, descriptor, referencedId, bin, issuerCountry, expiry, last4 } =
    payment;
  return (
    <div>
      <section class="card" aria-labelledby="facts">
        <h2 id="facts">{t('details')}</h2>
        <dl class="facts">
          <Fact name={t('id')}>
            <Copied text={payment.id} name={t('id')} />
          </Fact>
          <Fact name={t('when')}>
            <time dateTime={payment.createdAt}>{dateTime(payment.createdAt)}</time>
          </Fact>
          <Fact name={t('channel')}>
            <bdi>{payment.channelName}</bdi>{' '}
            <span class="quiet">({t(`mode.${payment.mode}`)})</span>
          </Fact>
          <Fact name={t('method')}>
            <Method brand={payment.brand} last4={last4} />
          </Fact>
          {holder && (
            <Fact name={t('holder')}>
              <bdi>{holder}</bdi>
            </Fact>
          )}
          {bin && (
            <Fact name={t('filter.bin')}>
              <a href={`/payments?bin=${bin}`}>
                <bdi class="mono">{bin}</bdi>
              </a>
            </Fact>
          )}
          {bin && (
            <Fact name={t('filter.issuerCountry')}>
              {issuerCountry ? (
                <a href={`/payments?issuerCountry=${issuerCountry}`}>
                  {countryName(issuerCountry)}
                </a>
              ) : (
                <span class="quiet">{t('countryNotKnown')}</span>
              )}
            </Fact>
          )}
          {expiry && (
            <Fact name={t('expiry')}>
              <bdi>{expiry}</bdi>
            </Fact>
          )}
          {reference && (
            <Fact name={t('reference')}>
              <Copied text={reference} name={t('reference')} />
            </Fact>
          )}
          {descriptor && (
            <Fact name={t('descriptor')}>
              <bdi>{descriptor}</bdi>
            </Fact>
          )}
          <Fact name={t('result')}>
            <Result code={payment.resultCode} description={payment.resultDescription} hasCode />
          </Fact>
          {referencedId && (
            <Fact name={t('belongsTo')}>
              <a class="mono" href={`/payments/${referencedId}`}>
                {referencedId}
              </a>
            </Fact>
          )}
          {payment.registrationId && (
            <Fact name={t('storedCard')}>
              <a class="mono" href={`/registrations/${payment.registrationId}`}>
                {payment.registrationId}
              </a>
            </Fact>
          )}
          {payment.checkoutId && (
            <Fact name={t('checkout')}>
              <a class="mono" href={`/payments?id=${payment.checkoutId}`}>
                {payment.checkoutId}
              </a>
            </Fact>
          )}
        </dl>
        {last4 && (
          <p>
            <a href={`/payments?last4=${last4}`}>{t('sameCard')}</a>
          </p>
        )}
      </section>
      <PairList title={t('resultDetails')} pairs={payment.resultDetails} />
      <PairList title={t('parameters')} pairs={payment.parameters} />
    </div>
  );
}

/** How the last day went, and what needs an administrator. */
import type { Today } from '../../contract/admin-api.ts';
import { go, href, query } from '../address/address.ts';
import { useAnswer } from '../api/use-answer.ts';
import { SelectField } from '../parts/field.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { Page } from '../parts/page.tsx';
import { Tiles } from '../parts/tiles.tsx';
import { channels } from '../session/session.ts';
import { t } from '../words/language.ts';
import { count, money, percent } from '../words/numbers.ts';
import { Approval, CountryApproval, Declines } from './approval.tsx';
import { Attention } from './attention.tsx';
import { Hours } from './hours.tsx';

export function TodayPage() {
  const channel = query.value.get('channel') ?? '';
  const answer = useAnswer<Today>(href('/today', { channel }), { keepsOther: true });
  const all = channels();
  return (
    <Page
      title={t('today')}
      actions={
        all.length > 1 && (
          <SelectField
            name="channel"
            label={t('channel')}
            value={channel}
            onInput={(chosen) => go(href('/', { channel: chosen }))}
            options={[['', t('any')], ...all.map(({ id, name }) => [id, name] as const)]}
          />
        )
      }
    >
      <p class="quiet">{t('lastDay')}</p>
      <Loaded answer={answer}>
        {(today) => (
          <>
            <Attention attention={today.attention} />
            <Tiles
              tiles={[
                { name: t('approvalRate'), figure: rate(today) },
                { name: t('attempts'), figure: count(today.attempts) },
                ...today.money.map((sum) => ({
                  name: t('moneyInOut', { currency: sum.currency }),
                  figure: money(sum.in, sum.currency),
                  second: t('moneyOut', { amount: money(sum.out, sum.currency) }),
                })),
              ]}
            />
            {today.attempts === 0 ? (
              <p class="empty card">{t('noAttempts')}</p>
            ) : (
              <div class="side-by-side">
                <div class="stack">
                  <Hours hours={today.byHour} />
                  <Approval brands={today.byBrand} />
                  <Declines declines={today.declines} />
                </div>
                {today.byIssuerCountry.length > 0 && (
                  <CountryApproval countries={today.byIssuerCountry} />
                )}
              </div>
            )}
          </>
        )}
      </Loaded>
    </Page>
  );
}

const rate = ({ attempts, approved }: Today) => (attempts ? percent(approved / attempts) : '–');

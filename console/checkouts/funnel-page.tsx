/** How far checkouts have come, in all and by what is known of them: bars, which stand in their tables. */
import type { CheckoutStep, Funnel } from '../../contract/admin-api.ts';
import { href, query } from '../address/address.ts';
import { useAnswer } from '../api/use-answer.ts';
import { asked, filtersIn, ListFilters } from '../parts/list-filters.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { brandName } from '../parts/method.tsx';
import { Page } from '../parts/page.tsx';
import { ShareBar } from '../parts/shares.tsx';
import { Table } from '../parts/table.tsx';
import { languageName, t } from '../words/language.ts';
import { count, percent } from '../words/numbers.ts';
import { CheckoutPages } from './checkout-pages.tsx';

const STEPS: readonly CheckoutStep[] = [
  ...(['made', 'loaded', 'typed'] as const),
  ...(['submitted', 'authenticated', 'paid'] as const),
];
const USUAL_PERIOD = 'month';

type Part = Funnel['by'][number];

export function FunnelPage() {
  const given = filtersIn(query.value, ['channel']);
  const hasDays = given['fromDay'] && given['untilDay'];
  const filters = given['period'] || hasDays ? given : { ...given, period: USUAL_PERIOD };
  // Days that are not chosen yet are no period.
  const isWhole = filters['period'] !== 'days' || hasDays;
  const path = isWhole ? href('/funnel', asked(filters)) : undefined;
  const answer = useAnswer<Funnel>(path, { keepsOther: true });
  return (
    <Page title={t('funnel')}>
      <CheckoutPages />
      <ListFilters filters={filters} hasAnyPeriod={false} />
      <p class="quiet">{t('funnelText')}</p>
      {isWhole && (
        <Loaded answer={answer}>
          {({ steps, by }) =>
            steps.made === 0 ? (
              <p class="empty card">{t('funnelNothing')}</p>
            ) : (
              <>
                <AllSteps steps={steps} />
                {by.map((part) => (
                  <ByPart key={part.part} part={part} />
                ))}
              </>
            )
          }
        </Loaded>
      )}
    </Page>
  );
}

const AllSteps = ({ steps }: Pick<Funnel, 'steps'>) => (
  <section class="card" aria-labelledby="steps">
    <h2 id="steps">{t('funnel')}</h2>
    <Table name={t('funnel')}>
      <thead>
        <tr>
          <th scope="col">{t('step')}</th>
          <th scope="col" class="number">
            {t('number')}
          </th>
          <th scope="col" class="number">
            {t('ofMade')}
          </th>
          <th scope="col" class="number mid">
            {t('ofStepBefore')}
          </th>
        </tr>
      </thead>
      <tbody>
        {STEPS.map((step, at) => {
          const before = STEPS[at - 1];
          return (
            <tr key={step}>
              <th scope="row">
                {t(`checkoutStep.${step}`)}
                <ShareBar share={steps[step] / steps.made} color={step === 'paid' ? 2 : 1} />
              </th>
              <td class="number">{count(steps[step])}</td>
              <td class="number">{percent(steps[step] / steps.made)}</td>
              <td class="number mid">{before ? rate(steps[step], steps[before]) : '–'}</td>
            </tr>
          );
        })}
      </tbody>
    </Table>
  </section>
);

/** Of a brand or a way to pay nothing is known before an attempt: those rows begin there. */
const FIRST_STEP: Readonly<Record<Part['part'], CheckoutStep>> = {
  language: 'loaded',
  device: 'loaded',
  method: 'submitted',
  brand: 'submitted',
};

function ByPart({ part: { part, rows } }: { part: Part }) {
  const first = FIRST_STEP[part];
  const shown = STEPS.slice(STEPS.indexOf(first));
  const known = rows.filter(({ value, steps }) => value !== null || steps[first] > 0);
  if (known.length === 0) return null;
  const name = t(`funnelBy.${part}`);
  return (
    <section class="card" aria-labelledby={`by-${part}`}>
      <h2 id={`by-${part}`}>{name}</h2>
      <Table name={name}>
        <thead>
          <tr>
            <th scope="col">{t(HEADS[part])}</th>
            {shown.map((step) => (
              <th key={step} scope="col" class={step === 'authenticated' ? 'number mid' : 'number'}>
                {t(`checkoutStep.${step}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {known.map(({ value, steps }) => (
            <tr key={value}>
              <th scope="row">{value === null ? t('notKnown') : WORDS[part](value)}</th>
              {shown.map((step) => (
                <td key={step} class={step === 'authenticated' ? 'number mid' : 'number'}>
                  {count(steps[step])}
                  {step === 'paid' && (
                    <>
                      {' '}
                      <span class="quiet">({rate(steps.paid, steps[first])})</span>
                      <ShareBar share={steps[first] ? steps.paid / steps[first] : 0} color={2} />
                    </>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
    </section>
  );
}

const HEADS: Readonly<Record<Part['part'], string>> = {
  language: 'formLanguage',
  device: 'device',
  method: 'wayToPay',
  brand: 'brand',
};
const WORDS: Readonly<Record<Part['part'], (value: string) => string>> = {
  language: languageName,
  device: (value) => t(`device.${value}`),
  method: (value) => t(`way.${value}`),
  brand: brandName,
};

const rate = (some: number, all: number) => (all ? percent(some / all) : '–');

/** What became of the money, as a bar with its legend. */
import type { PaymentDetail } from '../../contract/admin-api.ts';
import { type Share, SharesBar } from '../parts/shares.tsx';
import { isNothing, minus, sizeOf } from '../words/amounts.ts';
import { t } from '../words/language.ts';
import { money } from '../words/numbers.ts';

/**
 * The parts of a payment, which add up to the whole: of a preauthorisation what is captured and what is
 * left to capture, of all else what is kept; both without what has gone back.
 */
function partsOf({ sums, type, currency }: PaymentDetail): readonly Share[] {
  const gone = [
    ['refunded', sums.refunded, 3],
    ['chargedBack', sums.chargedBack, 3],
    ['reversed', sums.reversed, 4],
  ] as const;
  const paid = type === 'PA' ? sums.captured : sums.authorised;
  const kept = gone.reduce((rest, [, amount]) => minus(rest, amount, currency), paid);
  const shares = [
    [type === 'PA' ? 'captured' : 'kept', kept, 2] as const,
    ...gone,
    ...(type === 'PA' ? [['left', sums.left, 1] as const] : []),
  ];
  return shares
    .filter(([, amount]) => !isNothing(amount) && !amount.startsWith('-'))
    .map(([name, amount, color]) => ({
      name: t(`sum.${name}`),
      size: sizeOf(amount),
      words: money(amount, currency),
      color,
    }));
}

export function Sums({ payment }: { payment: PaymentDetail }) {
  const { sums, currency } = payment;
  if (payment.referencedId !== null || isNothing(sums.authorised)) return null;
  return (
    <section class="card" aria-labelledby="money">
      <h2 id="money">{t('money')}</h2>
      <SharesBar shares={partsOf(payment)} />
      <p class="quiet">
        {t(payment.type === 'PA' ? 'ofAuthorised' : 'ofPaid', {
          amount: money(sums.authorised, currency),
        })}
        {!isNothing(sums.reserved) &&
          ` ${t('reservedNow', { amount: money(sums.reserved, currency) })}`}
      </p>
    </section>
  );
}

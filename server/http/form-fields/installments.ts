/** The choice of installments, each plan with its amounts. */
import { toAmount, toMinorUnits } from '../../../contract/currency.ts';
import type { TreeElement } from '../../../contract/form-tree.ts';
import { installmentCounts, installmentPlan } from '../../../contract/installments.ts';
import type { Checkout } from '../../gateway/records/index.ts';
import { inputGroup } from './group.ts';

/**
 * There is something to choose where paying in parts is a custom of the channel's country, and the
 * merchant's server has not decided already.
 */
export function installmentsBlock(
  { channel, parameters }: Checkout,
  language: string,
): TreeElement | undefined {
  const { amount: sent, currency, paymentType = '' } = parameters;
  const amount = sent && currency ? toMinorUnits(sent, currency) : undefined;
  const isFixed = parameters['recurring.numberOfInstallments'] !== undefined;
  if (isFixed || !amount || !currency) return undefined;
  const { country, maxInstallments: maximum } = channel.settings;
  const counts = installmentCounts({ amount, currency, paymentType, country, maximum });
  if (counts.length === 0) return undefined;

  const format = new Intl.NumberFormat(language, { style: 'currency', currency });
  const money = (minorUnits: number) => format.format(Number(toAmount(minorUnits, currency)));
  return inputGroup(
    {
      key: 'installments',
      name: 'recurring.numberOfInstallments',
      label: 'installments',
      error: '',
    },
    ['option', { value: '' }, { key: 'installmentsOnce', values: { amount: money(amount) } }],
    ...counts.map((count): TreeElement => {
      const [first = 0, part = first] = installmentPlan(amount, count, currency);
      const values = { count, first: money(first), amount: money(part) };
      const key = first === part ? 'installmentsPlan' : 'installmentsPlanFirst';
      return ['option', { value: String(count) }, { key, values }];
    }),
  );
}

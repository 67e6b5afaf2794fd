/** The choice of installments, or the number that is fixed, each plan with its amounts. */

import { toAmount, toMinorUnits } from '../../../contract/currency.ts';
import type { TreeElement, TreeText } from '../../../contract/form-tree.ts';
import { partClass } from '../../../contract/group-classes.ts';
import { installmentCounts, installmentPlan } from '../../../contract/installments.ts';
import { moneyFormat } from '../../../contract/money-format.ts';
import type { Checkout } from '../../gateway/records/index.ts';
import { group, inputGroup } from './group.ts';

const GROUP = {
  key: 'installments',
  name: 'recurring.numberOfInstallments',
  label: 'installments',
} as const;

/**
 * There is something to choose where paying in parts is a custom of the channel's country. A number that
 * the merchant's server has fixed is shown wherever the channel is.
 */
export function installmentsBlock(
  { channel, parameters }: Checkout,
  language: string,
): TreeElement | undefined {
  const { amount: sent, currency, paymentType = '' } = parameters;
  const amount = sent && currency ? toMinorUnits(sent, currency) : undefined;
  if (!amount || !currency) return undefined;
  const money = (minorUnits: number) => {
    const written = toAmount(minorUnits, currency);
    return moneyFormat(written, currency, language).format(Number(written));
  };
  const inWords = (count: number): TreeText => {
    const [first = 0, part = first] = installmentPlan(amount, count, currency);
    if (count === 1) return { key: 'installmentsOnce', values: { amount: money(amount) } };
    const key = first === part ? 'installmentsPlan' : 'installmentsPlanFirst';
    return { key, values: { count, first: money(first), amount: money(part) } };
  };

  const fixed = parameters['recurring.numberOfInstallments'];
  if (fixed !== undefined) {
    const wrapper = { class: partClass('wrapper', 'installments') };
    return group(GROUP, undefined, ['div', wrapper, inWords(Number(fixed))]);
  }
  const { country, maxInstallments: maximum } = channel.settings;
  const counts = installmentCounts({ amount, currency, paymentType, country, maximum });
  if (counts.length === 0) return undefined;
  return inputGroup(
    { ...GROUP, error: '' },
    ['option', { value: '' }, inWords(1)],
    ...counts.map((count): TreeElement => ['option', { value: String(count) }, inWords(count)]),
  );
}

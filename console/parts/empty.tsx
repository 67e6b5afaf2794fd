/** What a list says that has nothing. */
import { query } from '../address/address.ts';
import { t } from '../words/language.ts';

interface Props {
  /** Of its texts: `noPayments` where the filters let nothing through, `noPayments.yet` without any. */
  readonly text: string;
}

export const emptyText = (text: string): string => t(query.value.size > 0 ? text : `${text}.yet`);

export const Empty = ({ text }: Props) => <p class="empty card">{emptyText(text)}</p>;

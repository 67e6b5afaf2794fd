/** Captures or refunds a part or all of what is left, and says before what will happen in money. */
import { useRef, useState } from 'preact/hooks';
import type { PaymentItem } from '../../contract/admin-api.ts';
import { Confirm } from '../parts/confirm.tsx';
import { TextField } from '../parts/field.tsx';
import { compare, isNothing, minus, readAmount } from '../words/amounts.ts';
import { t } from '../words/language.ts';
import { money } from '../words/numbers.ts';
import { operateAsCurl } from './as-curl.ts';
import { CurlButton } from './curl-button.tsx';

const TYPES = { capture: 'CP', refund: 'RF' } as const;

interface Props {
  readonly kind: 'capture' | 'refund';
  /** What can be captured or refunded at most, as the API writes it. */
  readonly maximum: string;
  readonly payment: PaymentItem;
  /** "Mastercard •••• 5454" */
  readonly method: string;
  /** Above it another administrator has to agree; undefined where there is no limit. */
  readonly limit?: string | undefined;
  readonly onConfirm: (amount: string, key: string) => Promise<void>;
  readonly onClose: () => void;
}

/** What is wrong with an amount, in words. */
function whyNot(amount: string | undefined, maximum: string, currency: string): string | undefined {
  if (amount === undefined || isNothing(amount)) return t('amountWrong', { currency });
  if (compare(amount, maximum, currency) > 0) {
    return t('amountTooHigh', { maximum: money(maximum, currency) });
  }
  return undefined;
}

export function MoneyDialog(props: Props) {
  const { kind, payment, maximum, method, limit, onConfirm, onClose } = props;
  const { currency } = payment;
  const [typed, setTyped] = useState(maximum);
  const amount = readAmount(typed, currency);
  const wrong = whyNot(amount, maximum, currency);
  const given = wrong || amount === undefined ? undefined : amount;
  // What was right before keeps its place while the amount is wrong, so that nothing jumps.
  const lastGiven = useRef(maximum);
  if (given) lastGiven.current = given;
  const said = lastGiven.current;
  const isAboveLimit = limit !== undefined && compare(said, limit, currency) > 0;
  const shown = money(said, currency);
  return (
    <Confirm
      title={t(`${kind}.title`)}
      action={
        given
          ? t(isAboveLimit ? 'askForApproval' : `${kind}.action`, { amount: shown })
          : t(`${kind}.title`)
      }
      isDanger={kind === 'refund'}
      isIncomplete={!given}
      onConfirm={async (key) => {
        if (given) await onConfirm(given, key);
      }}
      onClose={onClose}
    >
      <TextField
        name="amount"
        label={t('amountIn', { currency })}
        inputMode="decimal"
        dir="ltr"
        autocomplete="off"
        value={typed}
        onInput={setTyped}
        error={wrong}
        hint={t(`${kind}.most`, { maximum: money(maximum, currency) })}
      />
      <div class={given ? 'form' : 'form unsaid'}>
        <p aria-live="polite">
          {t(`${kind}.says`, {
            amount: shown,
            total: money(maximum, currency),
            method,
            left: money(minus(maximum, said, currency), currency),
          })}
        </p>
        {isAboveLimit && <p class="quiet">{t('aboveLimit', { limit: money(limit, currency) })}</p>}
        <CurlButton
          command={operateAsCurl(payment, { paymentType: TYPES[kind], amount: said, currency })}
        />
      </div>
    </Confirm>
  );
}

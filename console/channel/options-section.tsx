/** Options of a channel that are one value each. */
import { useState } from 'preact/hooks';
import type { ChannelOptions } from '../../contract/admin-api.ts';
import { Fact } from '../parts/facts.tsx';
import { Check, SelectField, TextField } from '../parts/field.tsx';
import { t } from '../words/language.ts';
import { AskingButton } from './asking-button.tsx';
import { changeOptions, mayChange, type OfChannel, Section } from './section.tsx';

const CVV = ['', 'required', 'optional'] as const;
const EVIDENCE = ['tell', 'decline'] as const;
const MOST_INSTALLMENTS = 12;
const INSTALLMENTS = Array.from({ length: MOST_INSTALLMENTS }, (_, n) => String(n + 1));

/** Texts, as fields have them. */
interface Draft {
  readonly descriptor: string;
  readonly maxInstallments: string;
  readonly reversalCutOff: string;
  readonly storedCardCvv: (typeof CVV)[number];
  readonly fieldEvidence: ChannelOptions['fieldEvidence'];
  readonly strictCustomerData: boolean;
  readonly eventList: boolean;
}

const draftOf = (options: ChannelOptions): Draft => ({
  descriptor: options.descriptor ?? '',
  maxInstallments: String(options.maxInstallments),
  reversalCutOff: String(options.reversalCutOff),
  storedCardCvv: options.storedCardCvv ?? '',
  fieldEvidence: options.fieldEvidence,
  strictCustomerData: options.strictCustomerData,
  eventList: options.eventList,
});

const optionsOf = (draft: Draft): Partial<ChannelOptions> => ({
  ...draft,
  descriptor: draft.descriptor.trim() || null,
  maxInstallments: Number(draft.maxInstallments),
  reversalCutOff: Number(draft.reversalCutOff),
  storedCardCvv: draft.storedCardCvv || null,
});

function OptionFields({ draft, onInput }: { draft: Draft; onInput: (next: Draft) => void }) {
  const change = (part: Partial<Draft>) => onInput({ ...draft, ...part });
  return (
    <>
      <TextField
        name="descriptor"
        label={t('descriptor')}
        hint={t('descriptorHint')}
        value={draft.descriptor}
        maxLength={127}
        onInput={(descriptor) => change({ descriptor })}
      />
      <SelectField
        name="maxInstallments"
        label={t('maxInstallments')}
        value={draft.maxInstallments}
        options={INSTALLMENTS.map((count) => [count, count] as const)}
        onInput={(maxInstallments) => change({ maxInstallments })}
      />
      <TextField
        name="reversalCutOff"
        label={t('reversalCutOff')}
        inputMode="numeric"
        dir="ltr"
        value={draft.reversalCutOff}
        onInput={(reversalCutOff) => change({ reversalCutOff })}
      />
      <SelectField
        name="storedCardCvv"
        label={t('storedCardCvv')}
        value={draft.storedCardCvv}
        options={CVV.map((value) => [value, t(`cvv.${value || 'default'}`)] as const)}
        onInput={(value) => change({ storedCardCvv: value as Draft['storedCardCvv'] })}
      />
      <SelectField
        name="fieldEvidence"
        label={t('fieldEvidence')}
        value={draft.fieldEvidence}
        options={EVIDENCE.map((value) => [value, t(`evidence.${value}`)] as const)}
        onInput={(value) => change({ fieldEvidence: value as Draft['fieldEvidence'] })}
      />
      <Check
        name="strictCustomerData"
        checked={draft.strictCustomerData}
        onChange={(strictCustomerData) => change({ strictCustomerData })}
      >
        {t('strictCustomerData')}
      </Check>
      <Check
        name="eventList"
        checked={draft.eventList}
        onChange={(eventList) => change({ eventList })}
      >
        {t('eventList')}
      </Check>
    </>
  );
}

export function OptionsSection(props: OfChannel) {
  const { options } = props.channel;
  const [shown, setShown] = useState(options);
  const [draft, setDraft] = useState(() => draftOf(options));
  return (
    <Section
      title={t('options')}
      actions={
        mayChange() && (
          <AskingButton
            title={t('changeOptions')}
            action={t('save')}
            isIncomplete={!/^\d{1,9}$/.test(draft.reversalCutOff)}
            onOpen={() => {
              setShown(options);
              setDraft(draftOf(options));
            }}
            onConfirm={() => changeOptions(props, shown, optionsOf(draft))}
          >
            <OptionFields draft={draft} onInput={setDraft} />
          </AskingButton>
        )
      }
    >
      <dl class="facts long">
        <Fact name={t('descriptor')}>
          {options.descriptor ? <bdi>{options.descriptor}</bdi> : t('none')}
        </Fact>
        <Fact name={t('maxInstallments')}>{options.maxInstallments}</Fact>
        <Fact name={t('reversalCutOff')}>{options.reversalCutOff}</Fact>
        <Fact name={t('storedCardCvv')}>{t(`cvv.${options.storedCardCvv ?? 'default'}`)}</Fact>
        <Fact name={t('fieldEvidence')}>{t(`evidence.${options.fieldEvidence}`)}</Fact>
        <Fact name={t('strictCustomerData')}>{t(options.strictCustomerData ? 'yes' : 'no')}</Fact>
        <Fact name={t('eventList')}>{t(options.eventList ? 'yes' : 'no')}</Fact>
      </dl>
    </Section>
  );
}

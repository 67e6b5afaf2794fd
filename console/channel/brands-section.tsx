/** Which brands the channel takes, and with which payment types. */
import { useState } from 'preact/hooks';
import type { ChannelOptions } from '../../contract/admin-api.ts';
import { Check, SelectField } from '../parts/field.tsx';
import { BRAND_OPTIONS, brandName, Method } from '../parts/method.tsx';
import { Table } from '../parts/table.tsx';
import { t } from '../words/language.ts';
import { AskingButton } from './asking-button.tsx';
import { changeOptions, mayChange, type OfChannel, Section } from './section.tsx';

type Brands = NonNullable<ChannelOptions['brands']>;

const TYPES = ['PA', 'DB', 'CD'] as const;

const withType = (brands: Brands, brand: string, type: (typeof TYPES)[number], isOn: boolean) => ({
  ...brands,
  [brand]: TYPES.filter((one) => (one === type ? isOn : brands[brand]?.includes(one))),
});

function BrandFields({ brands, onInput }: { brands: Brands; onInput: (next: Brands) => void }) {
  const others = BRAND_OPTIONS.filter(([code]) => !Object.hasOwn(brands, code));
  const without = (brand: string): Brands =>
    Object.fromEntries(Object.entries(brands).filter(([code]) => code !== brand));
  return (
    <>
      {Object.keys(brands).map((brand) => (
        <fieldset key={brand} class="field">
          <legend class="label">
            <bdi>{brandName(brand)}</bdi>
          </legend>
          <div class="chips">
            {TYPES.map((type) => (
              <Check
                key={type}
                name={`${brand}.${type}`}
                checked={brands[brand]?.includes(type) ?? false}
                onChange={(isOn) => onInput(withType(brands, brand, type, isOn))}
              >
                {t(`type.${type}`)}
              </Check>
            ))}
            <button
              type="button"
              aria-label={`${t('remove')}: ${brandName(brand)}`}
              onClick={() => onInput(without(brand))}
            >
              {t('remove')}
            </button>
          </div>
        </fieldset>
      ))}
      <SelectField
        name="brand"
        label={t('addBrand')}
        value=""
        options={[['', t('choose')], ...others]}
        onInput={(brand) => brand && onInput({ ...brands, [brand]: ['PA', 'DB'] })}
      />
    </>
  );
}

export function BrandsSection(props: OfChannel) {
  const { options } = props.channel;
  const { brands } = options;
  const [shown, setShown] = useState(options);
  const [draft, setDraft] = useState<Brands | null>(brands);
  const listed = Object.entries(brands ?? {});
  const isIncomplete =
    draft !== null &&
    (Object.keys(draft).length === 0 || Object.values(draft).some((types) => types.length === 0));
  return (
    <Section
      title={t('brands')}
      actions={
        mayChange() && (
          <AskingButton
            title={t('changeBrands')}
            action={t('save')}
            isIncomplete={isIncomplete}
            onOpen={() => {
              setShown(options);
              setDraft(brands);
            }}
            onConfirm={() => changeOptions(props, shown, { brands: draft })}
          >
            <p>{t('changeBrandsSays')}</p>
            <Check
              name="any"
              checked={draft === null}
              onChange={(isAny) => setDraft(isAny ? null : (brands ?? {}))}
            >
              {t('anyBrand')}
            </Check>
            {draft !== null && <BrandFields brands={draft} onInput={setDraft} />}
          </AskingButton>
        )
      }
    >
      {brands === null ? (
        <p>{t('anyBrand')}</p>
      ) : (
        <Table name={t('brands')}>
          <thead>
            <tr>
              <th scope="col">{t('brand')}</th>
              <th scope="col">{t('typeLabel')}</th>
            </tr>
          </thead>
          <tbody>
            {listed.map(([brand, types]) => (
              <tr key={brand}>
                <th scope="row">
                  <Method brand={brand} last4={null} />
                </th>
                <td>{types.map((type) => t(`type.${type}`)).join(', ')}</td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </Section>
  );
}
